"""
The dice model: four operations, and nothing else may depend on its inside [SK-DICE-18].

`sum-d6` is the sheet's default; another model is another entry of `MODELS`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from itertools import islice
from math import comb
from typing import NamedTuple, Protocol

import msgspec

from heraut.dice import Law, sum_of_dice
from heraut.skirmish.tables import number


class CriticalFailure(StrEnum):
    """When a roll is a critical failure [SK-DICE-11]."""

    ALL_ONES = "all_ones"
    MAJORITY_ONES = "majority_ones"
    NEVER = "never"


class Total(NamedTuple):
    """A roll that was made: its faces, its total, whether it is a critical failure."""

    faces: tuple[int, ...]
    total: int
    critical: bool


class Outcome(NamedTuple):
    """A roll against a difficulty; `level` is the success level, or the failure level when it failed."""

    success: bool
    margin: int
    level: int


class DiceModel(Hashable, Protocol):
    """What the rules ask of dice."""

    @property
    def sides(self) -> int:
        """Of each die of a pool."""

    def pool(self, dice: int, bonus: int, penalty: int, confidence: int) -> int:
        """How many dice are rolled."""

    def roll(self, pool: int, flat: int, source: Iterator[int]) -> Total:
        """Faces taken from the source, from left to right [SK-DICE-19]."""

    def distribution(self, pool: int, flat: int) -> Law[tuple[int, bool]]:
        """Exact chances of (total, critical failure)."""

    def outcome(self, total: int, critical: bool, difficulty: int) -> Outcome:
        """Success, margin and level."""


def level(margin: int) -> int:
    """1, and 1 more for each 5 points of margin [SK-DICE-8]."""
    return 1 + margin // number("margin-step")


def margin_dice(margin: int) -> int:
    """1 bonus die for each complete 10 points of margin [SK-DICE-16]."""
    return margin // number("margin-dice-step")


class SumOfDice(msgspec.Struct, frozen=True):
    """The dice are added up, with the flat modifiers [SK-DICE-3]; nothing is rolled again [SK-DICE-14]."""

    sides: int = 6
    tie_succeeds: bool = True
    critical_failure: CriticalFailure = CriticalFailure.ALL_ONES

    def pool(self, dice: int, bonus: int, penalty: int, confidence: int) -> int:
        """Penalties leave 1 die and 1 per point of confidence, never more than there were [SK-DICE-5]."""
        whole = dice + bonus
        return max(whole - penalty, min(whole, 1 + confidence))

    def roll(self, pool: int, flat: int, source: Iterator[int]) -> Total:
        """Faces from the source, their sum with the modifiers, and the critical flag."""
        faces = tuple(islice(source, pool))
        return Total(faces, sum(faces) + flat, self.is_critical(pool, faces.count(1)))

    def distribution(self, pool: int, flat: int) -> Law[tuple[int, bool]]:
        """Exact chances of (total, critical failure)."""
        return _distribution(self, pool).map(lambda outcome: (outcome[0] + flat, outcome[1]))

    def outcome(self, total: int, critical: bool, difficulty: int) -> Outcome:
        """Reaching the difficulty succeeds [SK-DICE-7]; a critical failure never does [SK-DICE-12]."""
        reached = total >= difficulty if self.tie_succeeds else total > difficulty
        if reached and not critical:
            return Outcome(True, total - difficulty, level(total - difficulty))
        short = max(1, difficulty - total)
        return Outcome(False, short, level(short))

    def is_critical(self, pool: int, ones: int) -> bool:
        """Whether so many dice of a pool that show a 1 are a critical failure [SK-DICE-11]."""
        match self.critical_failure:
            case CriticalFailure.ALL_ONES:
                return 0 < pool == ones
            case CriticalFailure.MAJORITY_ONES:
                return 2 * ones > pool
            case _:
                return False


@lru_cache(maxsize=512)
def _distribution(model: SumOfDice, pool: int) -> Law[tuple[int, bool]]:
    """By the number of dice that show a 1; each of the others is a die of one side less, worth 1 more."""
    one = Fraction(1, model.sides)
    chances: dict[tuple[int, bool], Fraction] = defaultdict(Fraction)
    for ones in range(pool + 1):
        rest = pool - ones
        weight = comb(pool, ones) * one**ones * (1 - one) ** rest
        for total, chance in sum_of_dice(rest, model.sides - 1):
            chances[total + rest + ones, model.is_critical(pool, ones)] += weight * Fraction(chance)
    return Law(chances)


ModelMaker = Callable[[bool, CriticalFailure], DiceModel]

MODELS: Mapping[str, ModelMaker] = {
    "sum-d6": lambda tie, critical: SumOfDice(6, tie, critical),
    "sum-d10": lambda tie, critical: SumOfDice(10, tie, critical),
}


@lru_cache(maxsize=32)
def dice_model(id: str, tie_succeeds: bool, critical_failure: CriticalFailure) -> DiceModel:
    """The dice model of the settings [SK-DICE-18]."""
    return MODELS[id](tie_succeeds, critical_failure)
