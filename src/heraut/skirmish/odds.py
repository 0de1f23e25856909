"""
Exact odds of a roll, a blow or a shot: miss, hit, dodge, levels lost, critical rows [SK-DICE-20].

Counted in whole numbers of equally likely throws; chances become fractions only at the end.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from heraut.dice import Law, sum_of_dice
from heraut.skirmish.model import DiceModel, level, margin_dice
from heraut.skirmish.settings import CriticalAdds
from heraut.skirmish.sheet import WeaponType
from heraut.skirmish.sums import critical_bonus, split
from heraut.skirmish.tables import critical, number


class Dicing(NamedTuple):
    """Dice and a flat modifier."""

    dice: int
    flat: int = 0


class Leap(NamedTuple):
    """An acrobatics roll that comes before something else."""

    roll: Dicing
    difficulty: int


class Tumble(NamedTuple):
    """What makes a dodge acrobatic: a leap, the level it adds, and the dodge that is left when it fails [SK-DOD-11]."""

    leap: Leap
    level: int
    unbalanced: Dicing


class Grip(NamedTuple):
    """
    The contest that follows a hit: mine against theirs.

    `margin`: the margin of the attack gives dice [SK-TRP-2]. `throws`: the level won may be enough to throw [SK-THR-2].
    """

    mine: Dicing
    theirs: Dicing
    margin: bool = False
    throws: bool = False


class Exchange(NamedTuple):
    """
    A blow or a shot: its attack, what it must beat, the dodge if one is made, damage against soak.

    `reaches`: equalling the defence is enough, as for a shot against its difficulty. `reactive`: the dodge is rolled
    only once the attack has got through; otherwise it was announced before. `dodged`: a dodge made earlier in the
    segment [SK-DOD-6]. `stray`: how much of the difficulty comes from a melee or a crowd [SK-MEL-3]. With a `grip`,
    nobody is wounded unless he is thrown. `adds` and `wounds` (lost before) are for the critical roll [SK-CRI-2].
    `rolled` is the total of an attack that is rolled already.
    """

    attack: Dicing
    defence: int
    damage: Dicing
    soak: Dicing
    type: WeaponType
    dodge: Dicing | None = None
    reaches: bool = False
    reactive: bool = True
    tumble: Tumble | None = None
    dodged: tuple[int, bool] | None = None
    leap: Leap | None = None
    grip: Grip | None = None
    stray: int = 0
    adds: CriticalAdds = CriticalAdds.BLOW_WOUNDS
    wounds: int = 0
    rolled: int | None = None


class ExchangeOdds(NamedTuple):
    """The laws of an exchange: how it ends, the levels lost of each kind, the critical row, the contest won."""

    outcome: Law[str]
    levels: Law[int]
    wounds: Law[int]
    fatigue: Law[int]
    critical: Law[str]
    contest: Law[int]


class Prospect(NamedTuple):
    """
    All that a button shows: the chance to get through, to take a level at least, to win the contest that follows.

    `barely` is the part of the won that is won by one level and no more.
    """

    hit: Fraction
    harm: Fraction
    won: Fraction = Fraction(0)
    barely: Fraction = Fraction(0)


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
    attack, throws = _attacks(model, asked)
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


def _attacks(model: DiceModel, asked: Exchange) -> tuple[Totals, int]:
    """The attacks there may be, without their flat modifier: of one that is rolled, that one."""
    if asked.rolled is not None:
        return {(asked.rolled - asked.attack.flat, False): 1}, 1
    return counts(model, asked.attack.dice)


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


Shares = dict[int, Fraction]
"""The part of all throws that comes to each number."""


def exchange_odds(model: DiceModel, asked: Exchange) -> ExchangeOdds:
    """The exact laws of a blow or a shot."""
    ends, hits, whole = meet(model, asked)
    leapt = Fraction(1) if asked.leap is None else success(model, asked.leap)
    outcome = {end: leapt * Fraction(ways, whole) for end, ways in ends.items()}
    outcome["unbalanced"] = 1 - leapt
    contest = _contest(model, asked, hits, leapt / whole)
    harm = _law(_levels(model, asked, hits, contest, leapt / whole))
    return ExchangeOdds(
        Law(outcome),
        harm,
        harm.map(lambda count: split(asked.type, count)[0]),
        harm.map(lambda count: split(asked.type, count)[1]),
        _critical_rows(harm, asked),
        _law(contest),
    )


@lru_cache(maxsize=4096)
def chances_of(model: DiceModel, asked: Exchange) -> Prospect:
    """All that a button shows."""
    ends, hits, whole = meet(model, asked)
    leapt = Fraction(1) if asked.leap is None else success(model, asked.leap)
    contest = _contest(model, asked, hits, leapt / whole)
    levels = _levels(model, asked, hits, contest, leapt / whole)
    least = number("throw-restraint") if asked.grip is not None and asked.grip.throws else 1
    won = sum((share for level, share in contest.items() if level >= least), Fraction(0))
    harm = sum((share for lost, share in levels.items() if lost), Fraction(0))
    return Prospect(leapt * Fraction(ends["hit"], whole), harm, won, contest.get(1, Fraction(0)))


def _levels(model: DiceModel, asked: Exchange, hits: dict[int, int], contest: Shares, each: Fraction) -> Shares:
    """The shares of levels lost, but for those who lose none; whom one seizes is wounded by the throw alone."""
    dealt: dict[int, Fraction] = {}
    if asked.grip is None:
        dealt = {bonus: ways * each for bonus, ways in hits.items()}
    elif asked.grip.throws:
        enough = (share for won, share in contest.items() if won >= number("throw-restraint"))
        dealt = {0: sum(enough, Fraction(0))}
    levels: Shares = defaultdict(Fraction)
    flat = asked.damage.flat - asked.soak.flat
    for bonus, share in dealt.items():
        for lost, chance in _harm(model, asked.damage.dice + bonus, asked.soak.dice, flat):
            if lost:
                levels[lost] += share * chance
    return levels


def _contest(model: DiceModel, asked: Exchange, hits: dict[int, int], each: Fraction) -> Shares:
    """The shares of levels won in the contest after a hit, but for those who win none [SK-TRP-1, SK-GRP-2]."""
    won: Shares = defaultdict(Fraction)
    if asked.grip is None:
        return won
    mine, theirs, margin, _ = asked.grip
    for bonus, ways in hits.items():
        dice = mine.dice + (bonus if margin else 0)
        for lead, chance in _harm(model, dice, theirs.dice, mine.flat - theirs.flat):
            if lead:
                won[lead] += ways * each * chance
    return won


def _law(shares: Shares) -> Law[int]:
    """The law of a number that is 0 for all the rest."""
    rest = 1 - sum(shares.values(), Fraction(0))
    return Law({number: share for number, share in sorted({0: rest, **shares}.items()) if share})


@lru_cache(maxsize=4096)
def _harm(model: DiceModel, dealt: int, taken: int, flat: int) -> tuple[tuple[int, Fraction], ...]:
    """The chance of each number of levels when so many dice meet so many: damage and soak, or a contest [SK-DMG-6]."""
    given, throws = counts(model, dealt)
    stopped, others = counts(model, taken)
    ways: dict[int, int] = defaultdict(int)
    for (total, _), here in given.items():
        for (against, _), there in stopped.items():
            margin = total - against + flat
            ways[level(margin) if margin > 0 else 0] += here * there
    return tuple((lost, Fraction(count, throws * others)) for lost, count in ways.items())


def _critical_rows(levels: Law[int], asked: Exchange) -> Law[str]:
    """2d6 and what is added, when the blow took 3 levels or more [SK-CRI-1, SK-CRI-2]."""

    def rows(lost: int) -> Law[str]:
        if lost < number("critical-levels"):
            return Law.sure("none")
        wounds = split(asked.type, lost)[0]
        return _table(critical_bonus(asked.adds, wounds, lost, asked.wounds + wounds))

    return levels.then(rows)


@lru_cache(maxsize=64)
def _table(added: int) -> Law[str]:
    return sum_of_dice(number("critical-dice")).map(lambda total: critical(total + added).code)


def roll_odds(model: DiceModel, dicing: Dicing, difficulty: int) -> Law[tuple[str, int]]:
    """A roll against a difficulty: (success, failure or critical, level)."""

    def end(thrown: tuple[int, bool]) -> tuple[str, int]:
        outcome = model.outcome(*thrown, difficulty)
        kind = "success" if outcome.success else "critical" if thrown[1] else "failure"
        return kind, outcome.level

    return model.distribution(dicing.dice, dicing.flat).map(end)


def contest_odds(model: DiceModel, mine: Dicing, theirs: Dicing) -> Law[int]:
    """The level won by the active side in a contest; 0 unless strictly higher [SK-DICE-10]."""
    return Law(dict(sorted(_harm(model, mine.dice, theirs.dice, mine.flat - theirs.flat))))
