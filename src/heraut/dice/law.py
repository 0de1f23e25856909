"""
A law: how likely each outcome is. Exact with `Fraction`, fast with `float`, the same code for both.

Outcomes are any hashable values; numbers can be added and compared, tuples are joint outcomes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, repeat
from math import comb
from operator import mul
from typing import Generic, TypeVar

A = TypeVar("A", bound=Hashable)
B = TypeVar("B", bound=Hashable)
Weight = Fraction | float
LEAST = 1e-280
"""Below this a chance has too little of a float left to go on from it."""


class Law(Generic[A]):
    """The chances of outcomes; they add up to one."""

    __slots__ = ("_chances",)

    def __init__(self, chances: Mapping[A, Weight]) -> None:
        self._chances = chances

    @property
    def chances(self) -> Mapping[A, Weight]:
        """Each outcome that can happen, with its chance."""
        return self._chances

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

    def items(self) -> ItemsView[A, Weight]:
        """Outcomes with their chances."""
        return self.chances.items()

    def p(self, outcome: A) -> Weight:
        """The chance of one outcome."""
        return self.chances.get(outcome, Fraction(0))

    def chance(self, happens: Callable[[A], bool]) -> Weight:
        """The chance that a statement about the outcome is true."""
        return sum((weight for outcome, weight in self.items() if happens(outcome)), Fraction(0))

    def mean(self, number: Callable[[A], Weight | int]) -> Weight:
        """The average of a number worked out from the outcome."""
        return sum((number(outcome) * weight for outcome, weight in self.items()), Fraction(0))

    def map(self, change: Callable[[A], B]) -> Law[B]:
        """The law of something worked out from the outcome."""
        return Law(_gathered((change(outcome), weight) for outcome, weight in self.chances.items()))

    def leading_to(self: Law[int], outcomes: Sequence[B]) -> Law[B]:
        """The law of what each number leads to; numbers past the end lead to the last outcome."""
        chances = [*self.leading(outcomes)]
        law = dict(chances)
        return Law(law if len(law) == len(chances) else _gathered(chances))

    def leading(self: Law[int], outcomes: Sequence[B]) -> Iterable[tuple[B, Weight]]:
        """The chances of what each number leads to, not yet added up."""
        last = len(outcomes) - 1
        return [(outcomes[min(number, last)], weight) for number, weight in self.chances.items()]

    def row(self: Law[int]) -> list[Weight]:
        """The chances of 0, 1, … up to the largest number that can happen."""
        return [self.p(number) for number in range(max(self.chances) + 1)]

    def then(self, step: Callable[[A], Law[B]]) -> Law[B]:
        """The law of a next step that depends on the outcome of this one."""
        gathered: dict[B, Weight] = {}
        for outcome, weight in self.chances.items():
            for after, chance in step(outcome).chances.items():
                gathered[after] = gathered[after] + weight * chance if after in gathered else weight * chance
        return Law(gathered)

    def joint(self, other: Law[B]) -> Law[tuple[A, B]]:
        """The law of both outcomes of two independent things."""
        theirs = tuple(other.chances.items())
        return Law({(a, b): weight * chance for a, weight in self.chances.items() for b, chance in theirs})

    def given(self, happens: Callable[[A], bool]) -> Law[A]:
        """The law once we know that a statement is true; an impossible statement has none."""
        total = self.chance(happens)
        return Law({outcome: weight / total for outcome, weight in self.items() if happens(outcome)})

    def fast(self) -> Law[A]:
        """The same law in floats."""
        return Law({outcome: float(weight) for outcome, weight in self.items()})

    @property
    def outcome(self) -> A:
        """The one outcome of a law with nothing left to chance, such as that of dice that have fallen."""
        (only,) = self.chances
        return only


class Binomial(Law[int]):
    """
    How many of some dice succeed when each does with chance p; impossible numbers are left out.

    It is its dice: rolling again for each success gives another of its kind, and nothing is counted before it is asked.
    """

    __slots__ = ("_weights", "dice", "p_each")

    def __init__(self, dice: int, p_each: Weight) -> None:
        self.dice = dice
        self.p_each = p_each
        self._weights: list[Weight] | None = None

    @property
    def chances(self) -> Mapping[int, Weight]:
        """Each number of successes with its chance."""
        return {self.dice: self.p_each} if self.p_each == 1 else dict(enumerate(self._weights or self._weigh()))

    def thinned(self, kept: Weight) -> Binomial:
        """How many successes are left when each stays with chance `kept`."""
        return Binomial(self.dice, self.p_each * kept)

    def leading(self, outcomes: Sequence[B]) -> Iterable[tuple[B, Weight]]:
        """As for any law of numbers, without looking one number up."""
        if self.p_each == 1:
            return super().leading(outcomes)
        weights, last = self._weights or self._weigh(), len(outcomes) - 1
        if last < len(weights) - 1:
            weights = [*weights[:last], sum(weights[last:])]
        return zip(outcomes, weights)  # noqa: B905  # this is the busiest line of a series, and the keyword is slow

    def row(self) -> list[Weight]:
        """As for any law of numbers, without looking one number up."""
        return super().row() if self.p_each == 1 else self._weights or self._weigh()

    def _weigh(self) -> list[Weight]:
        """The chances of 0, 1, … successes, worked out when they are first asked for."""
        dice, p = self.dice, self.p_each
        if p == 0:
            self._weights = [p + 1]
        else:
            self._weights = _fast(dice, p) if isinstance(p, float) else _exact(dice, p)
        return self._weights


def _fast(dice: int, p: float) -> list[Weight]:
    """Each number of successes from the one before it."""
    none = (1 - p) ** dice
    if none < LEAST:
        return [float(weight) for weight in _exact(dice, Fraction(p))]
    return [*accumulate(map(mul, _steps(dice), repeat(p / (1 - p))), mul, initial=none)]


def _exact(dice: int, p: Fraction) -> list[Weight]:
    """In whole numbers over one denominator: a fraction is reduced once per outcome."""
    hit, miss, rolls = p.numerator, p.denominator - p.numerator, p.denominator**dice
    return [Fraction(comb(dice, n) * hit**n * miss ** (dice - n), rolls) for n in range(dice + 1)]


@lru_cache(maxsize=1024)
def _steps(dice: int) -> tuple[float, ...]:
    """How a row of Pascal's triangle goes on from each number to the next: the one table that is kept."""
    return tuple((dice - hits) / (hits + 1) for hits in range(dice))


def _gathered(chances: Iterable[tuple[A, Weight]]) -> dict[A, Weight]:
    gathered: dict[A, Weight] = {}
    for outcome, weight in chances:
        gathered[outcome] = gathered[outcome] + weight if outcome in gathered else weight
    return gathered


@lru_cache(maxsize=512)
def sum_of_dice(dice: int, sides: int = 6) -> Law[int]:
    """The total of several dice; no dice total 0."""
    ways = [1]
    for _ in range(dice):
        ways = [sum(ways[max(0, place - sides + 1) : place + 1]) for place in range(len(ways) + sides - 1)]
    return Law({dice + place: Fraction(count, sides**dice) for place, count in enumerate(ways)})


def highest_of_dice(dice: int, sides: int = 6) -> Law[int]:
    """The best of several dice; there must be one."""
    return Law({face: Fraction(face**dice - (face - 1) ** dice, sides**dice) for face in range(1, sides + 1)})


def lowest_of_dice(dice: int, sides: int = 6) -> Law[int]:
    """The worst of several dice; there must be one."""
    return highest_of_dice(dice, sides).map(lambda face: sides + 1 - face)


def total(first: Law[int], second: Law[int]) -> Law[int]:
    """The sum of two independent numbers."""
    return first.then(lambda one: Law({one + other: weight for other, weight in second.items()}))


def capped(law: Law[int], most: int) -> Law[int]:
    """The law of a number that counts for at most so much."""
    return law.map(lambda value: min(value, most))


def mixture(laws: Iterable[tuple[Weight, Law[A]]]) -> Law[A]:
    """The law of one of several things, each with its chance; the chances add up to one."""
    gathered: dict[A, Weight] = {}
    for share, law in laws:
        for outcome, weight in law.items():
            gathered[outcome] = gathered.get(outcome, 0) + share * weight
    return Law(gathered)


def mean(law: Law[int]) -> Weight:
    """The average outcome of a law of numbers."""
    return law.mean(lambda value: value)
