"""
Which pair plays at which table.

Tables are given out in the order the pairs are made [ST-PAIR-6], from those in use. Wishes come after: a player's
fixed table first, then nobody twice at one table. As many pairs as possible get a table that is new to both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal
from heraut.tournament.pairing.contender import Contender, Wishes
from heraut.tournament.pairing.field import Couples, PairingField

Duo = tuple[Contender, Contender]


def table_number_faults(tables: Sequence[int], clause: ClauseId) -> Refusal | None:
    """Numbers that are no table's, or said twice: two games would be sent to one table."""
    wrong = tuple(table for table, count in Counter(tables).items() if table < 1 or count > 1)
    return Refusal(clause, "tables-wrong", asked=wrong) if wrong else None


def seat_pairs(field: PairingField, couples: Couples, wishes: Wishes) -> tuple[list[int], list[Reason]]:
    """A table for each pair, and the wishes that could not be met."""
    numbers = list(wishes.tables) or list(range(1, len(couples) + 1))
    unmet: list[Reason] = []
    if len(numbers) < len(couples):
        unmet.append(Reason(_CLAUSE, "too-few-tables", {"tables": len(numbers), "pairs": len(couples)}))
        spare = max(numbers) + 1
        numbers += range(spare, spare + len(couples) - len(numbers))
    if not wishes.no_repeated_table and {contender.fixed_table for contender in field.given} <= {None}:
        return numbers[: len(couples)], unmet
    duos = [(field.contenders[first], field.contenders[second]) for first, second in couples]
    return _by_wish(duos, numbers, wishes, unmet), unmet


def _by_wish(duos: Sequence[Duo], numbers: list[int], wishes: Wishes, unmet: list[Reason]) -> list[int]:
    given = _fixed(duos, set(numbers) if wishes.tables else None, unmet)
    taken = set(given.values())
    numbers = [number for number in numbers if number not in taken]
    others = [place for place in range(len(duos)) if place not in given]
    if wishes.no_repeated_table:
        given |= _Hall([_known(duos[place]) for place in others], numbers).places(others)
        unmet += _repeated(duos, given)
    else:
        given |= dict(zip(others, numbers, strict=False))
    return [given[place] for place in range(len(duos))]


_CLAUSE = ClauseId("HOUSE-WISH-3")


def _fixed(duos: Sequence[Duo], in_use: set[int] | None, unmet: list[Reason]) -> dict[int, int]:
    """The pairs that have a table of their own; the first pair in order wins a table that two ask for."""
    chosen: dict[int, int] = {}
    for place, duo in enumerate(duos):
        for player in duo:
            table = player.fixed_table
            if table is None or chosen.get(place) == table:
                continue
            why = _lost(chosen, place, table, in_use)
            if why is None:
                chosen[place] = table
            else:
                unmet.append(Reason(_CLAUSE, why, {"seat": player.id, "table": table}))
    return chosen


def _lost(chosen: dict[int, int], place: int, table: int, in_use: set[int] | None) -> str | None:
    """Why a pair cannot have this table; None when it can."""
    if in_use is not None and table not in in_use:
        return "fixed-table-out"
    if place in chosen:
        return "fixed-table-opponent"
    return "fixed-table-taken" if table in chosen.values() else None


def _known(duo: Duo) -> frozenset[int]:
    return frozenset(duo[0].tables) | frozenset(duo[1].tables)


def _repeated(duos: Sequence[Duo], given: dict[int, int]) -> list[Reason]:
    return [
        Reason(_CLAUSE, "no-new-table", {"seat": player.id, "table": given[place]})
        for place, duo in enumerate(duos)
        for player in duo
        if given[place] in player.tables and player.fixed_table != given[place]
    ]


class _Hall(msgspec.Struct):
    """Pairs and free tables: each pair takes the first table new to it, moving others on when none is left."""

    known: list[frozenset[int]]
    numbers: list[int]
    holder: dict[int, int] = {}

    def places(self, others: Sequence[int]) -> dict[int, int]:
        """A table for each pair, by place in the whole list."""
        first_free = 0
        homeless = []
        for pair in range(len(self.known)):
            while first_free < len(self.numbers) and self.numbers[first_free] in self.holder:
                first_free += 1
            if not self._sit(pair, first_free) and not self._move(pair):
                homeless.append(pair)
        free = (number for number in self.numbers if number not in self.holder)
        given = {pair: number for number, pair in self.holder.items()} | dict(zip(homeless, free, strict=False))
        return {others[pair]: number for pair, number in given.items()}

    def _sit(self, pair: int, start: int) -> bool:
        for number in self.numbers[start : start + len(self.known[pair]) + _LOOK_AHEAD]:
            if number not in self.holder and number not in self.known[pair]:
                self.holder[number] = pair
                return True
        return False

    def _move(self, pair: int) -> bool:
        """Find a chain of moves that frees a table (breadth first), and make them."""
        came_from: dict[int, int] = {}
        queue = [pair]
        for mover in queue:
            for number in self.numbers:
                if number in came_from or number in self.known[mover]:
                    continue
                came_from[number] = mover
                if number not in self.holder:
                    self._shift(number, came_from, pair)
                    return True
                queue.append(self.holder[number])
        return False

    def _shift(self, number: int, came_from: dict[int, int], pair: int) -> None:
        table_of = {holder: table for table, holder in self.holder.items()}
        while True:
            mover = came_from[number]
            self.holder[number] = mover
            if mover == pair:
                return
            number = table_of[mover]


_LOOK_AHEAD = 8
"""How far past the first free table a pair looks before others are asked to move."""
