"""
Where a sequence takes its dice from, so that it is written once and read two ways.

Read with `EXACT` or `FAST`, each step of a sequence is a law. Read with `Fallen`, the dice are on the table: each
step is a law with one outcome, and the faces that led to it are kept as steps. A sequence asks for its dice in the
order they are rolled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple, Protocol

import msgspec

from heraut.dice.law import Binomial, Law, Weight, sum_of_dice

SIDES = 6


class Tally(NamedTuple):
    """What a pool shows: how many dice succeeded, and whether enough of them show one same face."""

    successes: int
    alike: bool


class Dice(Protocol):
    """
    Six-sided dice in named pools.

    `winning` is how many of a die's faces succeed, the highest ones: a die that needs 4 or more has three.
    """

    def successes(self, pool: str, dice: int, winning: int, /) -> Law[int]:
        """How many dice of a pool succeed."""

    def tally(self, pool: str, dice: int, winning: int, alike: int, /) -> Law[Tally]:
        """How many dice of a pool succeed, and whether at least `alike` of them show the same face."""

    def unanswered(self, pool: str, hits: Law[int], winning: int, /, *, per_hit: int = 1, extra: int = 0) -> Law[int]:
        """How many hits are left: each is answered by `per_hit` dice, all by `extra` more; a success cancels one."""

    def total(self, pool: str, dice: int, /) -> Law[int]:
        """The sum of the dice of a pool."""


class Odds(msgspec.Struct, frozen=True):
    """Dice that have not fallen: every step is a law, in fractions or in floats."""

    exact: bool

    def chance(self, winning: int) -> Weight:
        """The chance of one die with so many winning faces."""
        return Fraction(winning, SIDES) if self.exact else winning / SIDES

    def successes(self, _pool: str, dice: int, winning: int, /) -> Law[int]:
        """A binomial law."""
        return Binomial(dice, self.chance(winning))

    def tally(self, _pool: str, dice: int, winning: int, alike: int, /) -> Law[Tally]:
        """Counted face by face."""
        law = _tallies(dice, winning, alike)
        return law if self.exact else law.fast()

    def unanswered(self, _pool: str, hits: Law[int], winning: int, /, *, per_hit: int = 1, extra: int = 0) -> Law[int]:
        """Hits that are each cancelled with one chance stay binomial."""
        p = self.chance(winning)
        if per_hit == 1 and extra == 0 and isinstance(hits, Binomial):
            return hits.thinned(1 - p)
        return hits.then(lambda n: _left(n, Binomial(per_hit * n + extra, p)))

    def total(self, _pool: str, dice: int, /) -> Law[int]:
        """The law of the sum."""
        law = sum_of_dice(dice, SIDES)
        return law if self.exact else law.fast()


def _left(hits: int, cancelled: Law[int]) -> Law[int]:
    return cancelled.map(lambda successes: max(0, hits - successes))


EXACT = Odds(exact=True)
FAST = Odds(exact=False)


@lru_cache(maxsize=256)
def _tallies(dice: int, winning: int, alike: int, /) -> Law[Tally]:
    """Every way the dice can share out among the faces, one face at a time."""
    ways = {(dice, Tally(0, False)): 1}
    for face in range(1, SIDES + 1):
        succeeds = face > SIDES - winning
        after: dict[tuple[int, Tally], int] = {}
        for (left, seen), count in ways.items():
            for showing in range(left + 1) if face < SIDES else (left,):
                hits = seen.successes + (showing if succeeds else 0)
                key = (left - showing, Tally(hits, seen.alike or showing >= alike))
                after[key] = after.get(key, 0) + count * comb(left, showing)
        ways = after
    return Law({seen: Fraction(count, SIDES**dice) for (_, seen), count in ways.items()})


class Step(msgspec.Struct, frozen=True):
    """One pool that was rolled: its faces, and how many of them succeed, or their sum when none is counted."""

    pool: str
    faces: tuple[int, ...]
    winning: int | None
    result: int


class MoreDice(Exception):
    """The faces given so far end before this pool: it is what must be rolled next."""

    def __init__(self, pool: str, dice: int) -> None:
        super().__init__(f"{dice} dice are due for {pool}")
        self.pool = pool
        self.dice = dice


class Fallen(msgspec.Struct):
    """
    Dice that have fallen: faces typed by people or drawn, taken in order, a pool in one run.

    `MoreDice` says which pool comes next when the faces run out; `left` are faces nobody asked for.
    """

    faces: Iterator[int]
    steps: list[Step] = []

    @staticmethod
    def of(faces: Iterable[int]) -> Fallen:
        """Faces in the order they are read."""
        return Fallen(iter(faces))

    @property
    def left(self) -> tuple[int, ...]:
        """The faces no pool asked for; only for faces that end."""
        return tuple(self.faces)

    def successes(self, pool: str, dice: int, winning: int, /) -> Law[int]:
        """Count the successes on the table."""
        return Law.sure(self._count(pool, dice, winning))

    def tally(self, pool: str, dice: int, winning: int, alike: int, /) -> Law[Tally]:
        """Count the successes and the faces that are alike."""
        hits = self._count(pool, dice, winning)
        shown = Counter(self.steps[-1].faces) if dice else Counter[int]()
        return Law.sure(Tally(hits, max(shown.values(), default=0) >= alike))

    def unanswered(self, pool: str, hits: Law[int], winning: int, /, *, per_hit: int = 1, extra: int = 0) -> Law[int]:
        """Roll one die per hit, and the extra ones if there is anything to cancel."""
        due = hits.outcome
        return Law.sure(max(0, due - self._count(pool, per_hit * due + extra, winning)) if due else 0)

    def total(self, pool: str, dice: int, /) -> Law[int]:
        """Add the faces up."""
        faces = self._take(pool, dice)
        self.steps.append(Step(pool, faces, None, sum(faces)))
        return Law.sure(sum(faces))

    def _count(self, pool: str, dice: int, winning: int) -> int:
        if dice == 0:
            return 0
        faces = self._take(pool, dice)
        result = sum(face > SIDES - winning for face in faces)
        self.steps.append(Step(pool, faces, winning, result))
        return result

    def _take(self, pool: str, dice: int) -> tuple[int, ...]:
        faces = tuple(face for _, face in zip(range(dice), self.faces, strict=False))
        if len(faces) < dice:
            raise MoreDice(pool, dice)
        return faces
