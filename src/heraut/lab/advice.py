"""Which format to take: the shortest day in which the best player wins as often as in the best one, and how sure."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist

import msgspec

from heraut.lab.estimates import Z
from heraut.lab.formats import TrialAnswer

MARGIN = 0.02
"""A shorter event is as good when the best player wins at most this much less often."""


class FormatAdvice(msgspec.Struct, frozen=True):
    """The trial to take, the one in which the best player wins most often, and how sure that is the right choice."""

    take: TrialAnswer
    best: TrialAnswer
    sure: float
    exceeded: float | None = None
    """How many minutes there are, where even the shortest day lasts longer; None: it fits."""


def advise(answers: Sequence[TrialAnswer], longest: float | None = None) -> FormatAdvice:
    """
    The shortest day in which the best player wins as often as in the best one, but for the margin.

    Of those that last at most so many minutes; where none does, the shortest of all.

    It is as sure as it is unlikely that the true chances would make us choose otherwise: that the best is better than
    it by more than the margin, or that a shorter one would have done.
    """
    fitting = [one for one in answers if longest is None or one.minutes.value <= longest]
    answers = fitting or [min(answers, key=lambda one: one.minutes.value)]
    best = max(answers, key=lambda one: one.measures["best_wins"].value)
    good = [one for one in answers if _behind(best, one) <= MARGIN]
    take = min(good, key=lambda one: (one.minutes.value, -one.measures["best_wins"].value))
    doubts = [
        _chance_within(best, one) if one.minutes.value < take.minutes.value else 1 - _chance_within(one, take)
        for one in answers
        if one is not take
    ]
    return FormatAdvice(take, best, max(0.0, 1 - sum(doubts)), None if fitting else longest)


def _behind(best: TrialAnswer, one: TrialAnswer) -> float:
    return best.measures["best_wins"].value - one.measures["best_wins"].value


def _chance_within(best: TrialAnswer, one: TrialAnswer) -> float:
    """How likely it is that one is behind the best by no more than the margin."""
    spread = math.hypot(*(_error(each) for each in (best, one)))
    gap = MARGIN - _behind(best, one)
    return float(gap >= 0) if spread == 0 else NormalDist().cdf(gap / spread)


def _error(one: TrialAnswer) -> float:
    found = one.measures["best_wins"]
    return (found.high - found.low) / (2 * Z)
