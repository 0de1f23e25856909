"""
Exact odds of a roll, a blow or a shot: miss, hit, dodge, levels lost, critical rows [SK-DICE-20].

Counted in whole numbers of equally likely throws; chances become fractions only at the end.
"""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from functools import lru_cache

from heraut.dice import Law, sum_of_dice
from heraut.skirmish.model import DiceModel, level
from heraut.skirmish.odds.meeting import counts, meet, success
from heraut.skirmish.odds.shapes import Dicing, Exchange, Grip, Leap, Odds, Prospect, Tumble
from heraut.skirmish.settings import CriticalAdds
from heraut.skirmish.sums import split
from heraut.skirmish.tables import critical, number

__all__ = [
    "Dicing",
    "Exchange",
    "Grip",
    "Leap",
    "Odds",
    "Prospect",
    "Tumble",
    "chances_of",
    "contest_odds",
    "exchange_odds",
    "roll_odds",
]

Shares = dict[int, Fraction]
"""The part of all throws that comes to each number."""


def exchange_odds(model: DiceModel, asked: Exchange) -> Odds:
    """The exact laws of a blow or a shot."""
    ends, hits, whole = meet(model, asked)
    leapt = Fraction(1) if asked.leap is None else success(model, asked.leap)
    outcome = {end: leapt * Fraction(ways, whole) for end, ways in ends.items()}
    outcome["unbalanced"] = 1 - leapt
    contest = _contest(model, asked, hits, leapt / whole)
    harm = _law(_levels(model, asked, hits, contest, leapt / whole))
    return Odds(
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
    return Prospect(leapt * Fraction(ends["hit"], whole), harm, won)


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
        match asked.adds:
            case CriticalAdds.BLOW_WOUNDS:
                return _table(wounds)
            case CriticalAdds.BLOW_LEVELS:
                return _table(lost)
            case _:
                return _table(asked.wounds + wounds)

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
