"""A value seen in some runs, and how far it may be from the truth."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

import msgspec

Z = NormalDist().inv_cdf(0.975)


class Estimate(msgspec.Struct, frozen=True):
    """A value and the ends of its interval at 95 %."""

    value: float
    low: float
    high: float


def wilson(share: float, runs: int, *, z: float = Z) -> Estimate:
    """Wilson's interval of a chance that was seen so often."""
    z2 = z * z / runs
    middle = (share + z2 / 2) / (1 + z2)
    half = z / (1 + z2) * math.sqrt(share * (1 - share) / runs + z2 / (4 * runs))
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean and its normal interval."""
    mean = fmean(values)
    half = Z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Estimate(mean, mean - half, mean + half)
