"""The standings: ranks, values, and why each stands above the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Fact, Reason, exact
from heraut.tournament.standings.ledger import (
    Entrant,
    FinishedGame,
    Ledger,
    Number,
    Ranking,
    Standing,
    Tie,
    Tiebreak,
    below_final_tables,
)


class StandingsRow(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """
    One player's line. `rank` is None for those without a place.

    `why` says why they stand above the next line; after a ranking round, what gave everybody their place.
    """

    id: Seat
    rank: int | None
    values: Mapping[Tiebreak, Number]
    why: Reason | None = None
    standing: Standing = Standing.ACTIVE


Key = tuple[bool, tuple[Number, ...], int, int]
"""Without a place, the values negated, the lot, and the place in the list of entrants."""


class Standings(msgspec.Struct, frozen=True):
    """
    Rows from the top; those without a place come last.

    `order` are the places of the entrants in the ledger, row by row, and `keys` what each was sorted by.
    """

    rows: tuple[StandingsRow, ...]
    ledger: Ledger
    order: tuple[int, ...]
    keys: list[Key]

    def corrected(self, old: FinishedGame | None, new: FinishedGame | None) -> Standings:
        """The standings with one game taken out and one put in; rows that do not change are the same rows."""
        ledger, touched = self.ledger.corrected(old, new)
        changed = range(len(self.keys)) if ledger.scale != self.ledger.scale else touched
        keys = self.keys.copy()
        for key in _keys(ledger, tuple(changed)):
            keys[key[-1]] = key
        order = tuple(sorted(self.order, key=keys.__getitem__))
        dirty = frozenset(i for i in touched if keys[i] != self.keys[i])
        return Standings(tuple(_renewed(self, ledger, order, keys, dirty)), ledger, order, keys)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players from the top."""
        return tuple(row.id for row in self.rows)

    def by(self, ranking: Ranking) -> Standings:
        """The same games in another order, of criteria that these standings count."""
        return _ordered(msgspec.structs.replace(self.ledger, ranking=ranking))


def standings(entrants: Sequence[Entrant], games: Iterable[FinishedGame], ranking: Ranking) -> Standings:
    """
    The standings after these games [ST-RNK-1, SR-RANK-2, SR-RANK-5].

    For SAGA give the games of the Swiss rounds only: the ranking round counts for nothing here [ST-RNK-5].
    """
    return _ordered(Ledger.of(entrants, games, ranking))


def _ordered(ledger: Ledger) -> Standings:
    keys = _keys(ledger, range(len(ledger.entrants)))
    listed = (i for i, entrant in enumerate(ledger.entrants) if entrant.standing is not Standing.SPARE)
    order = tuple(sorted(listed, key=keys.__getitem__))
    return Standings(tuple(_rows(ledger, keys, _lines(ledger, order, keys))), ledger, order, keys)


def _keys(ledger: Ledger, players: Sequence[int]) -> list[Key]:
    """Placed players first, then the criteria, then the lot, which also keeps shared places in a fixed order."""
    entrants = ledger.entrants
    return [
        (not _placed(ledger, entrants[i]), tuple([-value for value in row]), entrants[i].number, i)
        for i, row in zip(players, ledger.rows(players), strict=True)
    ]


def _placed(ledger: Ledger, entrant: Entrant) -> bool:
    """A disqualified player has no place; a dropped one keeps it unless the event says otherwise [SR-RANK-7]."""
    if entrant.standing is Standing.DROPPED:
        return ledger.ranking.dropped_ranked
    return entrant.standing is Standing.ACTIVE


Line = tuple[int, int | None, int | None]
"""A player, who stands below, and the rank."""


def _lines(ledger: Ledger, order: Sequence[int], keys: Sequence[Key]) -> list[Line]:
    return list(zip(order, [*order[1:], None], _ranks(ledger, order, keys), strict=False))


def _ranks(ledger: Ledger, order: Sequence[int], keys: Sequence[Key]) -> list[int | None]:
    shared = ledger.ranking.tie is Tie.SHARED
    ranks: list[int | None] = []
    above: tuple[Number, ...] | None = None
    for place, i in enumerate(order, start=1):
        unplaced, values, _, _ = keys[i]
        ranks.append(None if unplaced else ranks[-1] if shared and values == above else place)
        above = values
    return ranks


def _rows(ledger: Ledger, keys: Sequence[Key], lines: Sequence[Line]) -> list[StandingsRow]:
    """The rows of these lines, with why each stands above the next."""
    entrants, ranking = ledger.entrants, ledger.ranking
    named = list(dict.fromkeys([i for i, _, _ in lines] + [below for _, below, _ in lines if below is not None]))
    values = dict(zip(named, ledger.known([tuple([-value for value in keys[i][1]]) for i in named]), strict=True))
    return [
        StandingsRow(
            entrants[i].id,
            rank,
            dict(zip(ranking.criteria, values[i], strict=True)),
            None if below is None or keys[below][0] else _why(ranking, values[i], entrants[below].id, values[below]),
            entrants[i].standing,
        )
        for i, below, rank in lines
    ]


def _renewed(
    before: Standings, ledger: Ledger, order: Sequence[int], keys: Sequence[Key], dirty: frozenset[int]
) -> Iterable[StandingsRow]:
    """Old rows where nothing changed, with their new rank where only that did."""
    old_rows = dict(zip(before.order, before.rows, strict=True))
    old_below = dict(zip(before.order, [*before.order[1:], None], strict=False))
    lines = _lines(ledger, order, keys)
    anew = [line for line in lines if line[0] in dirty or line[1] in dirty or old_below[line[0]] != line[1]]
    fresh = dict(zip((i for i, _, _ in anew), _rows(ledger, keys, anew), strict=True))
    for i, _, rank in lines:
        row = fresh.get(i) or old_rows[i]
        yield row if row.rank == rank else StandingsRow(row.id, rank, row.values, row.why, row.standing)


def _why(ranking: Ranking, values: tuple[Number, ...], other: Seat, others: tuple[Number, ...]) -> Reason:
    """The first criterion on which the two differ."""
    for criterion, own_value, next_value in zip(ranking.criteria, values, others, strict=True):
        if own_value != next_value:
            facts: dict[str, Fact] = {"own": _fact(own_value), "other": other, "others": _fact(next_value)}
            return Reason(ranking.clause, f"rank-{criterion}", facts)
    return Reason(
        ranking.tied or ranking.clause, "rank-shared" if ranking.tie is Tie.SHARED else "rank-lot", {"other": other}
    )


def _fact(number: Number) -> Fact:
    return exact(number) if not isinstance(number, int) else number


def after_ranking_round(
    swiss: Sequence[StandingsRow], games: Sequence[FinishedGame], left: Mapping[Seat, Standing] | None = None
) -> tuple[StandingsRow, ...]:
    """
    Final places of a SAGA event with a ranking round [ST-RNK-9].

    Each table plays for the two ranks its players held, the winner takes the better [ST-RNK-15]. Who withdrew before
    is taken out first and listed after the others [ST-RNK-16]; whoever had no game keeps their place [ST-RNK-11].
    `left` are those who left during the round, who are active in `swiss`: they have the place of their game, unless
    they were shut out.
    """
    final = [row for row in swiss if row.standing is Standing.ACTIVE]
    gone = [row for row in swiss if row.standing is not Standing.ACTIVE]
    why = {row.id: Reason(ClauseId("ST-RNK-11"), "rank-ranking-kept") for row in final}
    why |= {row.id: Reason(ClauseId("ST-RNK-16"), "rank-ranking-left") for row in gone}
    held = {row.id: (place, row) for place, row in enumerate(final)}
    for game in games:
        if game.second is None:
            continue
        first, second = held[game.first.seat], held[game.second.seat]
        better, worse = sorted((first[0], second[0]))
        winner, loser = (first[1], second[1]) if game.winner == game.first.seat else (second[1], first[1])
        why[winner.id] = Reason(ClauseId("ST-RNK-9"), "rank-ranking-game", {"other": loser.id})
        why[loser.id] = Reason(ClauseId("ST-RNK-9"), "rank-ranking-lost", {"other": winner.id})
        final[better], final[worse] = winner, loser
    now = [msgspec.structs.replace(row, standing=(left or {}).get(row.id, row.standing)) for row in (*final, *gone)]
    listed = sorted(now, key=lambda row: row.standing is Standing.DISQUALIFIED)
    return tuple(
        msgspec.structs.replace(row, rank=None, why=None)
        if row.standing is Standing.DISQUALIFIED
        else msgspec.structs.replace(row, rank=rank, why=why[row.id])
        for rank, row in enumerate(listed, start=1)
    )


def after_final_tables(
    before: Sequence[Seat], after: Standings, finals: Sequence[FinishedGame]
) -> tuple[StandingsRow, ...]:
    """
    Final places of a Steamroller event with final tables [SR-VRANK-8].

    `before` is the ranking before the last round, `after` the standings with every game, `finals` the games of the
    first and the second final table. A draw is settled by the ranking before [SR-VRANK-9]; who has no place in the
    standings has none here.
    """
    places = {seat: place for place, seat in enumerate(before)}
    won: dict[Seat, int] = {}
    for table, game in enumerate(finals, start=1):
        winner, loser = _decided(game, places)
        won |= {winner: table, loser: table} if table == 1 else {winner: table}
    rows = {row.id: row for row in after.rows}
    reserved = [seat for seat in won if rows[seat].rank is not None]
    top = []
    for rank, seat in enumerate(reserved, start=1):
        why = Reason(ClauseId("SR-VRANK-8"), "rank-final-table", {"table": won[seat], "rank": rank})
        top.append(msgspec.structs.replace(rows[seat], rank=rank, why=why))
    below = after.by(below_final_tables(after.ledger.ranking))
    rest = [i for i in below.order if below.ledger.entrants[i].id not in reserved]
    others = _rows(below.ledger, below.keys, _lines(below.ledger, rest, below.keys))
    closed_up = (
        msgspec.structs.replace(row, rank=None if row.rank is None else row.rank + len(top), values=rows[row.id].values)
        for row in others
    )
    return (*top, *closed_up)


def _decided(game: FinishedGame, places: dict[Seat, int]) -> tuple[Seat, Seat]:
    assert game.second is not None
    better, worse = sorted((game.first.seat, game.second.seat), key=places.__getitem__)
    return (worse, better) if game.winner == worse else (better, worse)


def sole_leader(entrants: Sequence[Entrant], games: Sequence[FinishedGame]) -> Seat | None:
    """
    Who ends a Steamroller event by leading alone [SR-ROUND-5].

    Strictly more points than every other player still in the event, byes included, and at least one game won at a
    table [SR-ROUND-7].
    """
    points = {entrant.id: 0 for entrant in entrants if entrant.standing is Standing.ACTIVE}
    winners = set()
    for game in games:
        for side in (game.first, game.second):
            if side is not None and side.seat in points:
                points[side.seat] += int(side.points)
        if game.second is not None:
            winners.add(game.winner)
    leader = max(points, key=lambda seat: points[seat], default=None)
    if leader is None or leader not in winners:
        return None
    return leader if sum(total == points[leader] for total in points.values()) == 1 else None
