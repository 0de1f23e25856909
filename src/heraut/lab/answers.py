"""What the tallies say: estimates with their error, and a recommendation that says how sure it is."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from statistics import NormalDist

import msgspec

from heraut.lab.estimates import Estimate, Z, wilson
from heraut.lab.measures import CHANCES, MEASURES, SHARES, UNIT, Tally
from heraut.lab.plan import NotQuick, plan_of
from heraut.lab.trial import Trial, minutes_of

MARGIN = 0.02
"""A shorter event is as good when the best player wins at most this much less often."""


class Answer(msgspec.Struct, frozen=True):
    """What is known of one trial."""

    name: str
    players: int
    runs: int
    by_engine: int
    """How many runs the engine played: those that the quick path could not."""
    measures: Mapping[str, Estimate]
    minutes: Estimate
    """Of the whole day."""
    winners: tuple[float, ...]
    """The chance to win of the best player, of the second best, and so on."""
    engine_why: str = ""
    """Why every run was the engine's: a key of the sentences."""


def answer(trial: Trial, tally: Tally) -> Answer:
    """The estimates of a trial."""
    measures = {name: estimate(tally, place) for place, name in enumerate(MEASURES)}
    rounds, minutes = measures["rounds"], minutes_of(trial.settings)
    plan = plan_of(trial.settings, trial.field)
    return Answer(
        trial.name,
        trial.field.players,
        tally.runs,
        tally.by_engine,
        measures,
        Estimate(rounds.value * minutes, rounds.low * minutes, rounds.high * minutes),
        tuple(count / UNIT / max(1, tally.runs) for count in tally.winners[: trial.field.players]),
        plan.why if isinstance(plan, NotQuick) else "",
    )


def estimate(tally: Tally, measure: int) -> Estimate:
    """The mean of a measure: Wilson's interval for a chance, the normal one for a mean."""
    runs = tally.runs
    if not runs:
        return Estimate(math.nan, math.nan, math.nan)
    mean = tally.sums[measure] / UNIT / runs
    if MEASURES[measure] in CHANCES and MEASURES[measure] not in SHARES:
        return wilson(mean, runs)
    half = Z * math.sqrt(_variance(tally, measure) / runs)
    return Estimate(mean, mean - half, mean + half)


def _variance(tally: Tally, measure: int) -> float:
    """Worked out in whole numbers, so that nothing is lost where all runs are alike."""
    runs, total = tally.runs, tally.sums[measure]
    return max(0, tally.squares[measure] * runs - total * total) / (runs * runs * UNIT * UNIT)


class Advice(msgspec.Struct, frozen=True):
    """The trial to take, the one in which the best player wins most often, and how sure that is the right choice."""

    take: Answer
    best: Answer
    sure: float


def advise(answers: Sequence[Answer], longest: float | None = None) -> Advice:
    """
    The shortest day in which the best player wins as often as in the best one, but for the margin.

    Of those that last at most so many minutes, if there are any.

    It is as sure as it is unlikely that the true chances would make us choose otherwise: that the best is better than
    it by more than the margin, or that a shorter one would have done.
    """
    answers = [one for one in answers if longest is None or one.minutes.value <= longest] or answers
    best = max(answers, key=lambda one: one.measures["best_wins"].value)
    good = [one for one in answers if _behind(best, one) <= MARGIN]
    take = min(good, key=lambda one: (one.minutes.value, -one.measures["best_wins"].value))
    doubts = [
        _chance_within(best, one) if one.minutes.value < take.minutes.value else 1 - _chance_within(one, take)
        for one in answers
        if one is not take
    ]
    return Advice(take, best, max(0.0, 1 - sum(doubts)))


def _behind(best: Answer, one: Answer) -> float:
    return best.measures["best_wins"].value - one.measures["best_wins"].value


def _chance_within(best: Answer, one: Answer) -> float:
    """How likely it is that one is behind the best by no more than the margin."""
    spread = math.hypot(*(_error(each) for each in (best, one)))
    gap = MARGIN - _behind(best, one)
    return float(gap >= 0) if spread == 0 else NormalDist().cdf(gap / spread)


def _error(one: Answer) -> float:
    found = one.measures["best_wins"]
    return (found.high - found.low) / (2 * Z)
