"""
A law: how likely each outcome is. Exact with `Fraction`, fast with `float`, the same code for both.

Outcomes are any hashable values; numbers can be added and compared, tuples are joint outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Generic, TypeVar

import msgspec

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
Weight = Fraction | float


@dataclass(frozen=True, slots=True, eq=False)
class Law(Generic[A]):
    """The chances of outcomes; they add up to one."""

    chances: Mapping[A, Weight]

    @staticmethod
    def sure(outcome: A) -> Law[A]:
        """The law of what cannot fail to happen."""
        return Law({outcome: Fraction(1)})

    @staticmethod
    def die(sides: int) -> Law[int]:
        """One fair die."""
        return Law({face: Fraction(1, sides) for face in range(1, sides + 1)})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Law) and dict(self.chances) == dict(other.chances)

    def __hash__(self) -> int:
        return hash(frozenset(self.chances.items()))

    def __iter__(self) -> Iterator[tuple[A, Weight]]:
        return iter(self.chances.items())

    def p(self, outcome: A) -> Weight:
        """The chance of one outcome."""
        return self.chances.get(outcome, Fraction(0))

    def chance(self, happens: Callable[[A], bool]) -> Weight:
        """The chance that a statement about the outcome is true."""
        return sum((weight for outcome, weight in self if happens(outcome)), Fraction(0))

    def map(self, change: Callable[[A], B]) -> Law[B]:
        """The law of something worked out from the outcome."""
        return _gather((change(outcome), weight) for outcome, weight in self)

    def then(self, step: Callable[[A], Law[B]]) -> Law[B]:
        """The law of a next step that depends on the outcome of this one."""
        return _gather((after, weight * chance) for outcome, weight in self for after, chance in step(outcome))

    def joint(self, other: Law[B]) -> Law[tuple[A, B]]:
        """The law of both outcomes of two independent things."""
        return self.then(lambda mine: other.map(lambda theirs: (mine, theirs)))

    def given(self, happens: Callable[[A], bool]) -> Law[A]:
        """The law once we know that a statement is true; an impossible statement has none."""
        total = self.chance(happens)
        return Law({outcome: weight / total for outcome, weight in self if happens(outcome)})

    def fast(self) -> Law[A]:
        """The same law in floats."""
        return Law({outcome: float(weight) for outcome, weight in self})


def _gather(pairs: Iterable[tuple[B, Weight]]) -> Law[B]:
    gathered: dict[B, Weight] = {}
    for outcome, weight in pairs:
        gathered[outcome] = gathered[outcome] + weight if outcome in gathered else weight
    return Law(gathered)


@lru_cache(maxsize=4096)
def binomial(dice: int, p: Weight) -> Law[int]:
    """How many of some dice succeed when each does with chance p."""
    q = 1 - p
    return Law({hits: comb(dice, hits) * p**hits * q ** (dice - hits) for hits in range(dice + 1)})


@lru_cache(maxsize=512)
def sum_of_dice(dice: int, sides: int = 6) -> Law[int]:
    """The total of several dice; no dice total 0."""
    if dice == 0:
        return Law.sure(0)
    less = sum_of_dice(dice - 1, sides)
    return less.then(lambda total: Law.die(sides).map(lambda face: total + face))


def mean(law: Law[int]) -> Weight:
    """The average outcome of a law of numbers."""
    return sum((outcome * weight for outcome, weight in law), Fraction(0))


class LawRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of a law in an answer: every law in every answer has this form."""

    value: int | str | tuple[int | str | bool, ...]
    p: float
    exact: str | None = None


def law_rows(law: Law[int]) -> tuple[LawRow, ...]:
    """A law as answers give it, smallest outcome first."""
    return tuple(
        LawRow(value, float(weight), str(weight) if isinstance(weight, Fraction) else None)
        for value, weight in sorted(law, key=lambda pair: pair[0])
    )
