"""The standings: ranks, values, and why each stands above the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import msgspec

from heraut.kernel import ClauseId, Fact, Reason, Seat, exact
from heraut.tournament.standings.games import Entrant, Game, Number, Standing
from heraut.tournament.standings.ledger import Ledger
from heraut.tournament.standings.ranking import Ranking, Tie, Tiebreak


class Row(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """
    One player's line. `rank` is None for those without a place; `why` says why they stand above the next line.
    """

    id: Seat
    rank: int | None
    values: Mapping[Tiebreak, Number]
    why: Reason | None = None
    standing: Standing = Standing.ACTIVE


Key = tuple[bool, tuple[Number, ...], int, int]
"""Without a place, the values negated, the lot, and the place in the list of entrants."""


@dataclass(frozen=True, slots=True)
class Standings:
    """
    Rows from the top; those without a place come last.

    `order` are the places of the entrants in the ledger, row by row, and `keys` what each was sorted by.
    """

    rows: tuple[Row, ...]
    ledger: Ledger
    order: tuple[int, ...]
    keys: list[Key]

    def corrected(self, old: Game | None, new: Game | None) -> Standings:
        """The standings with one game taken out and one put in; rows that do not change are the same rows."""
        ledger, touched = self.ledger.corrected(old, new)
        changed = range(len(self.keys)) if ledger.scale != self.ledger.scale else touched
        keys = self.keys.copy()
        for i in changed:
            keys[i] = _key(ledger, i)
        order = tuple(sorted(self.order, key=keys.__getitem__))
        dirty = frozenset(i for i in touched if keys[i] != self.keys[i])
        return Standings(tuple(_renewed(self, ledger, order, keys, dirty)), ledger, order, keys)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The players from the top."""
        return tuple(row.id for row in self.rows)


def standings(entrants: Sequence[Entrant], games: Iterable[Game], ranking: Ranking) -> Standings:
    """
    The standings after these games [ST-RNK-1, SR-RANK-2, SR-RANK-5].

    For SAGA give the games of the Swiss rounds only: the ranking round counts for nothing here [ST-RNK-5].
    """
    ledger = Ledger.of(entrants, games, ranking)
    keys = [_key(ledger, i) for i in range(len(entrants))]
    listed = (i for i, entrant in enumerate(entrants) if entrant.standing is not Standing.SPARE)
    order = tuple(sorted(listed, key=keys.__getitem__))
    ranks = _ranks(ledger, order, keys)
    rows = tuple(_row(ledger, keys, i, below, rank) for (i, below), rank in zip(_with_next(order), ranks, strict=True))
    return Standings(rows, ledger, order, keys)


def _key(ledger: Ledger, i: int) -> Key:
    """Placed players first, then the criteria, then the lot, which also keeps shared places in a fixed order."""
    entrant = ledger.entrants[i]
    return (not _placed(ledger, entrant), tuple([-value for value in ledger.row(i)]), entrant.number, i)


def _placed(ledger: Ledger, entrant: Entrant) -> bool:
    """A disqualified player has no place; a dropped one keeps it unless the event says otherwise [SR-RANK-7]."""
    if entrant.standing is Standing.DROPPED:
        return ledger.ranking.dropped_ranked
    return entrant.standing is Standing.ACTIVE


def _with_next(order: Sequence[int]) -> Iterable[tuple[int, int | None]]:
    return zip(order, [*order[1:], None], strict=False)


def _ranks(ledger: Ledger, order: Sequence[int], keys: Sequence[Key]) -> list[int | None]:
    shared = ledger.ranking.tie is Tie.SHARED
    ranks: list[int | None] = []
    above: tuple[Number, ...] | None = None
    for place, i in enumerate(order, start=1):
        unplaced, values, _, _ = keys[i]
        ranks.append(None if unplaced else ranks[-1] if shared and values == above else place)
        above = values
    return ranks


def _row(ledger: Ledger, keys: Sequence[Key], i: int, below: int | None, rank: int | None) -> Row:
    entrant = ledger.entrants[i]
    values = dict(zip(ledger.ranking.criteria, _values(ledger, keys[i]), strict=True))
    why = None if below is None or keys[below][0] else _why(ledger, keys, i, below)
    return Row(entrant.id, rank, values, why, entrant.standing)


def _values(ledger: Ledger, key: Key) -> list[Number]:
    return [
        ledger.unscaled(criterion, -value) for criterion, value in zip(ledger.ranking.criteria, key[1], strict=True)
    ]


def _renewed(
    before: Standings, ledger: Ledger, order: Sequence[int], keys: Sequence[Key], dirty: frozenset[int]
) -> Iterable[Row]:
    """Old rows where nothing changed, with their new rank where only that did."""
    old_rows = dict(zip(before.order, before.rows, strict=True))
    old_below = dict(_with_next(before.order))
    for (i, below), rank in zip(_with_next(order), _ranks(ledger, order, keys), strict=True):
        row = old_rows[i]
        if i in dirty or below in dirty or old_below[i] != below:
            yield _row(ledger, keys, i, below, rank)
        elif row.rank == rank:
            yield row
        else:
            yield Row(row.id, rank, row.values, row.why, row.standing)


def _why(ledger: Ledger, keys: Sequence[Key], i: int, below: int) -> Reason:
    """The first criterion on which the two differ."""
    ranking, other = ledger.ranking, ledger.entrants[below].id
    for criterion, own_value, next_value in zip(ranking.criteria, keys[i][1], keys[below][1], strict=True):
        if own_value != next_value:
            own, others = (_fact(ledger.unscaled(criterion, -value)) for value in (own_value, next_value))
            facts: dict[str, Fact] = {"own": own, "other": other, "others": others}
            return Reason(ranking.clause, f"rank-{criterion}", facts)
    if ranking.tie is Tie.SHARED:
        return Reason(ClauseId("SR-RANK-4"), "rank-shared", {"other": other})
    return Reason(ClauseId("ST-RNK-7"), "rank-lot", {"other": other})


def _fact(number: Number) -> Fact:
    return exact(number) if isinstance(number, Fraction) else number
