"""
Exact odds of a roll, a blow or a shot: miss, hit, dodge, levels lost, critical rows [SK-DICE-20].

Counted in whole numbers of equally likely throws; chances become fractions only at the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple, TypeVar

from heraut.dice import Law, sum_of_dice
from heraut.skirmish.decide.harm import split
from heraut.skirmish.model import DiceModel, level, margin_dice
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.tables import critical, number

A = TypeVar("A", bound=Hashable)
Counts = Mapping[A, int]


class Dicing(NamedTuple):
    """Dice and a flat modifier."""

    dice: int
    flat: int = 0


class Exchange(NamedTuple):
    """
    A blow or a shot: its attack, what it must beat, the dodge if one is made, damage against soak.

    `reaches`: equalling the defence is enough, as for a shot against its difficulty. `reactive`: the dodge is rolled
    only once the attack has got through; otherwise it was announced before.
    """

    attack: Dicing
    defence: int
    damage: Dicing
    soak: Dicing
    type: WeaponType
    dodge: Dicing | None = None
    reaches: bool = False
    reactive: bool = True


class Odds(NamedTuple):
    """The laws of an exchange: how it ends, the levels lost of each kind, the critical row."""

    outcome: Law[str]
    levels: Law[int]
    wounds: Law[int]
    fatigue: Law[int]
    critical: Law[str]


@lru_cache(maxsize=1024)
def _counts(model: DiceModel, dice: int) -> tuple[Counts[tuple[int, bool]], int]:
    """Throws that give each (total, critical), and how many throws there are."""
    law = model.distribution(dice, 0)
    whole = lcm(*(Fraction(weight).denominator for _, weight in law))
    return {outcome: int(Fraction(weight) * whole) for outcome, weight in law}, whole


def exchange_odds(model: DiceModel, asked: Exchange) -> Odds:
    """The exact laws of a blow or a shot."""
    ends, hits, whole = _meet(model, asked)
    levels: dict[int, Fraction] = defaultdict(Fraction)
    levels[0] = Fraction(sum(ends[end] for end in ("fumble", "miss", "dodged")), whole)
    for bonus, ways in hits.items():
        for lost, chance in _harm(
            model, asked.damage.dice + bonus, asked.soak.dice, asked.damage.flat - asked.soak.flat
        ):
            levels[lost] += Fraction(ways, whole) * chance
    harm = Law(dict(sorted(levels.items())))
    return Odds(
        Law({end: Fraction(ways, whole) for end, ways in ends.items()}),
        harm,
        harm.map(lambda count: split(asked.type, count)[0]),
        harm.map(lambda count: split(asked.type, count)[1]),
        _critical_rows(harm, asked.type),
    )


@lru_cache(maxsize=4096)
def chances_of(model: DiceModel, asked: Exchange) -> tuple[Fraction, Fraction]:
    """The chance that it gets through, and that it takes a level at least: all that a button shows."""
    ends, hits, whole = _meet(model, asked)
    flat = asked.damage.flat - asked.soak.flat
    harmed = Fraction(0)
    for bonus, ways in hits.items():
        unhurt = sum(
            chance for lost, chance in _harm(model, asked.damage.dice + bonus, asked.soak.dice, flat) if not lost
        )
        harmed += Fraction(ways, whole) * (1 - unhurt)
    return Fraction(ends["hit"], whole), harmed


def _meet(model: DiceModel, asked: Exchange) -> tuple[dict[str, int], dict[int, int], int]:
    """How the attack ends, and the hits by their margin dice, in throws of attack and dodge together."""
    attack, throws = _counts(model, asked.attack.dice)
    defence, spread = _defences(model, asked)
    ends = dict.fromkeys(("fumble", "miss", "dodged", "hit"), 0)
    hits: dict[int, int] = defaultdict(int)
    for (total, fumbled), ways in attack.items():
        made = total + asked.attack.flat
        through = made >= asked.defence if asked.reaches else made > asked.defence
        if fumbled:
            ends["fumble"] += ways * spread
            continue
        if not through and asked.reactive:
            ends["miss"] += ways * spread
            continue
        for final, times in defence.items():
            reached = asked.reaches and final == asked.defence
            if made > final or (reached and made == final):
                ends["hit"] += ways * times
                hits[margin_dice(made - final)] += ways * times
            else:
                ends["dodged" if through else "miss"] += ways * times
    return ends, hits, throws * spread


def _defences(model: DiceModel, asked: Exchange) -> tuple[dict[int, int], int]:
    """The final defence: a dodge replaces it when higher, or a critical failure [SK-DOD-5]."""
    if asked.dodge is None:
        return {asked.defence: 1}, 1
    counts, whole = _counts(model, asked.dodge.dice)
    final: dict[int, int] = defaultdict(int)
    for (total, fumbled), ways in counts.items():
        made = total + asked.dodge.flat
        final[made if fumbled or made > asked.defence else asked.defence] += ways
    return final, whole


@lru_cache(maxsize=4096)
def _harm(model: DiceModel, damage: int, soak: int, flat: int) -> tuple[tuple[int, Fraction], ...]:
    """The chance of each number of levels when so many dice of damage meet so many of soak [SK-DMG-6]."""
    given, throws = _counts(model, damage)
    taken, others = _counts(model, soak)
    ways: dict[int, int] = defaultdict(int)
    for (dealt, _), here in given.items():
        for (stopped, _), there in taken.items():
            margin = dealt - stopped + flat
            ways[level(margin) if margin > 0 else 0] += here * there
    return tuple((lost, Fraction(count, throws * others)) for lost, count in ways.items())


def _critical_rows(levels: Law[int], type: WeaponType) -> Law[str]:
    """2d6 and the wound levels of the blow, when it took 3 levels or more [SK-CRI-1]."""

    def rows(lost: int) -> Law[str]:
        if lost < number("critical-levels"):
            return Law.sure("none")
        return _table(split(type, lost)[0])

    return levels.then(rows)


@lru_cache(maxsize=64)
def _table(wounds: int) -> Law[str]:
    return sum_of_dice(number("critical-dice")).map(lambda total: critical(total + wounds).code)


def roll_odds(model: DiceModel, dicing: Dicing, difficulty: int) -> Law[tuple[str, int]]:
    """A roll against a difficulty: (success, failure or critical, level)."""

    def end(thrown: tuple[int, bool]) -> tuple[str, int]:
        outcome = model.outcome(*thrown, difficulty)
        kind = "success" if outcome.success else "critical" if thrown[1] else "failure"
        return kind, outcome.level

    return model.distribution(dicing.dice, dicing.flat).map(end)


def contest_odds(model: DiceModel, mine: Dicing, theirs: Dicing) -> Law[int]:
    """The level won by the active side in a contest; 0 unless strictly higher [SK-DICE-10]."""
    other = model.distribution(*theirs)

    def won(one: tuple[int, bool]) -> Law[int]:
        return other.map(lambda against: level(one[0] - against[0]) if one[0] > against[0] else 0)

    return model.distribution(*mine).then(won)
