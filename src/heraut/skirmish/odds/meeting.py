"""Attack against defence: how it ends, counted in equally likely throws of attack and dodge together."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from heraut.skirmish.model import DiceModel, margin_dice
from heraut.skirmish.odds.shapes import Dicing, Exchange, Leap, Tumble

ENDS = ("fumble", "miss", "stray", "dodged", "hit")
Totals = Mapping[tuple[int, bool], int]
"""Throws that give each (total, critical failure)."""


@lru_cache(maxsize=1024)
def counts(model: DiceModel, dice: int) -> tuple[Totals, int]:
    """Throws that give each (total, critical), and how many throws there are."""
    law = model.distribution(dice, 0)
    whole = lcm(*(Fraction(weight).denominator for _, weight in law))
    return {outcome: int(Fraction(weight) * whole) for outcome, weight in law}, whole


def success(model: DiceModel, leap: Leap) -> Fraction:
    """The chance of an acrobatics roll."""
    thrown, whole = counts(model, leap.roll.dice)
    made = (
        ways
        for (total, fumbled), ways in thrown.items()
        if model.outcome(total + leap.roll.flat, fumbled, leap.difficulty).success
    )
    return Fraction(sum(made), whole)


def meet(model: DiceModel, asked: Exchange) -> tuple[dict[str, int], dict[int, int], int]:
    """How the attack ends, the hits by their margin dice, and the number of throws."""
    attack, throws = counts(model, asked.attack.dice)
    defences, spread = _defences(model, asked)
    ends, hits = dict.fromkeys(ENDS, 0), defaultdict[int, int](int)
    for (total, fumbled), ways in attack.items():
        made = total + asked.attack.flat
        through = not fumbled and (made >= asked.defence if asked.reaches else made > asked.defence)
        if fumbled or (not through and asked.reactive and asked.dodged is None):
            ends[_missed(asked, made, fumbled=fumbled)] += ways * spread
            continue
        for final, times in defences.items():
            if made > final or (asked.reaches and made == final == asked.defence):
                ends["hit"] += ways * times
                hits[margin_dice(made - final)] += ways * times
            else:
                ends["dodged" if through else _missed(asked, made, fumbled=False)] += ways * times
    return ends, hits, throws * spread


def _missed(asked: Exchange, made: int, *, fumbled: bool) -> str:
    """A miss by no more than what the melee or the crowd added hits somebody else [SK-MEL-3]."""
    if asked.stray and max(1, asked.defence - made) <= asked.stray:
        return "stray"
    return "fumble" if fumbled else "miss"


def _defences(model: DiceModel, asked: Exchange) -> tuple[Mapping[int, int], int]:
    """The final defence: a dodge replaces it when higher, or a critical failure [SK-DOD-5]."""
    if asked.dodged is not None:
        total, fumbled = asked.dodged
        return {_final(asked, total, fumbled=fumbled): 1}, 1
    if asked.dodge is None:
        return {asked.defence: 1}, 1
    if asked.tumble is not None:
        return _tumbled(model, asked, asked.dodge, asked.tumble)
    return _rolled(model, asked, asked.dodge)


def _rolled(model: DiceModel, asked: Exchange, dodge: Dicing) -> tuple[Mapping[int, int], int]:
    thrown, whole = counts(model, dodge.dice)
    finals: dict[int, int] = defaultdict(int)
    for (total, fumbled), ways in thrown.items():
        finals[_final(asked, total + dodge.flat, fumbled=fumbled)] += ways
    return finals, whole


def _final(asked: Exchange, dodge: int, *, fumbled: bool) -> int:
    return dodge if fumbled or dodge > asked.defence else asked.defence


def _tumbled(model: DiceModel, asked: Exchange, dodge: Dicing, tumble: Tumble) -> tuple[Mapping[int, int], int]:
    """An acrobatic dodge: the level is added after a success, dice are lost after a failure [SK-DOD-11, SK-DOD-12]."""
    chance = success(model, tumble.leap)
    better, throws = _rolled(model, asked, Dicing(dodge.dice, dodge.flat + tumble.level))
    worse, others = _rolled(model, asked, tumble.unbalanced)
    finals: dict[int, int] = defaultdict(int)
    for final, ways in better.items():
        finals[final] += chance.numerator * ways * others
    for final, ways in worse.items():
        finals[final] += (chance.denominator - chance.numerator) * ways * throws
    return finals, chance.denominator * throws * others
