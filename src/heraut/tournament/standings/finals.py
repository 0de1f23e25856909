"""Places that a last game decides: the SAGA ranking round, the Steamroller final tables; and the early end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from heraut.kernel import ClauseId, Reason, Seat
from heraut.tournament.standings.games import Entrant, Game, Standing
from heraut.tournament.standings.table import Row, Standings


def after_ranking_round(
    swiss: Sequence[Row], games: Sequence[Game], left: Mapping[Seat, Standing] | None = None
) -> tuple[Row, ...]:
    """
    Final places of a SAGA event with a ranking round [ST-RNK-9].

    Each table plays for the two ranks its players held, the winner takes the better [ST-RNK-15]. Who withdrew before
    is taken out first and listed after the others [ST-RNK-16]; whoever had no game keeps their place [ST-RNK-11].
    `left` are those who left during the round, who are active in `swiss`: they have the place of their game, unless
    they were shut out.
    """
    order = [row for row in swiss if row.standing is Standing.ACTIVE]
    gone = [_plain(row) for row in swiss if row.standing is not Standing.ACTIVE]
    held = {row.id: place for place, row in enumerate(order)}
    named = {row.id: row for row in order}
    final = [_plain(row) for row in order]
    for game in games:
        if game.second is None:
            continue
        better, worse = sorted((held[game.first.seat], held[game.second.seat]))
        winner, loser = _sides(game, named)
        final[better], final[worse] = _won(winner, loser), _plain(loser)
    now = [msgspec.structs.replace(row, standing=(left or {}).get(row.id, row.standing)) for row in (*final, *gone)]
    listed = sorted(now, key=lambda row: row.standing is Standing.DISQUALIFIED)
    return tuple(_ranked(row, rank) for rank, row in enumerate(listed, start=1))


def _plain(row: Row) -> Row:
    return msgspec.structs.replace(row, why=None)


def _ranked(row: Row, rank: int) -> Row:
    return msgspec.structs.replace(row, rank=None if row.standing is Standing.DISQUALIFIED else rank)


def _sides(game: Game, named: dict[Seat, Row]) -> tuple[Row, Row]:
    """Winner and loser; a ranking game always has a winner [ST-RNK-12]."""
    assert game.second is not None
    first, second = named[game.first.seat], named[game.second.seat]
    return (first, second) if game.winner == first.id else (second, first)


def _won(winner: Row, loser: Row) -> Row:
    return msgspec.structs.replace(winner, why=Reason(ClauseId("ST-RNK-9"), "rank-ranking-game", {"other": loser.id}))


def after_final_tables(before: Sequence[Seat], after: Standings, finals: Sequence[Game]) -> tuple[Row, ...]:
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
    top = [
        msgspec.structs.replace(rows[seat], rank=rank, why=_table_reason(won[seat], rank))
        for rank, seat in enumerate(reserved, start=1)
    ]
    return (*top, *_closed_up([row for row in after.rows if row.id not in reserved], len(top)))


def _decided(game: Game, places: dict[Seat, int]) -> tuple[Seat, Seat]:
    assert game.second is not None
    better, worse = sorted((game.first.seat, game.second.seat), key=places.__getitem__)
    return (worse, better) if game.winner == worse else (better, worse)


def _table_reason(table: int, rank: int) -> Reason:
    return Reason(ClauseId("SR-VRANK-8"), "rank-final-table", {"table": table, "rank": rank})


def _closed_up(rows: Sequence[Row], above: int) -> list[Row]:
    """Ranks of the rows that are left, after so many above them; shared places stay shared."""
    closed: list[Row] = []
    for place, row in enumerate(rows, start=above + 1):
        together = bool(closed) and row.rank is not None and rows[place - above - 2].rank == row.rank
        rank = None if row.rank is None else closed[-1].rank if together else place
        closed.append(
            msgspec.structs.replace(row, rank=rank, why=row.why if _still_next(rows, place - above) else None)
        )
    return closed


def _still_next(rows: Sequence[Row], place: int) -> bool:
    """Whether the row after still is the one that the reason speaks of."""
    why = rows[place - 1].why
    return why is not None and place < len(rows) and why.facts.get("other") == rows[place].id


def sole_leader(entrants: Sequence[Entrant], games: Sequence[Game]) -> Seat | None:
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
