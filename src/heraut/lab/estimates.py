"""A value seen in some runs, how far it may be from the truth, and how people read it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, stdev

import msgspec

from heraut.speech.sentences import Language
from heraut.speech.typography import decimal

Z = NormalDist().inv_cdf(0.975)
NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"


class Estimate(msgspec.Struct, frozen=True):
    """A value and the ends of its interval at 95 %."""

    value: float
    low: float
    high: float

    def as_chance(self, language: Language) -> str:
        """In per cent, with half the width of its interval."""
        return self._with_error(percent(self.value, language), f"{self._half * 100:.1f}", language)

    def as_mean(self, language: Language, digits: int = 2) -> str:
        """With so many digits, and half the width of its interval."""
        value = decimal(f"{self.value:.{digits}f}", language)
        return self._with_error(value, f"{self._half:.{digits}f}", language)

    @property
    def _half(self) -> float:
        return (self.high - self.low) / 2

    def _with_error(self, value: str, error: str, language: Language) -> str:
        if not math.isfinite(self._half):
            return value  # one run says nothing of its error
        return f"{value} ± {decimal(error, language)}"


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


def percent(share: float, language: Language, digits: int = 1) -> str:
    """A chance: never 0 % or 100 % unless it is."""
    written = f"{share * 100:.{digits}f}"
    if 0 < share < 10**-digits / 200:
        written = f"< {10**-digits:g}"
    elif 1 > share > 1 - 10**-digits / 200:
        written = f"> {100 - 10**-digits:g}"
    return f"{written}%" if language == "en" else decimal(written, language) + f"{NARROW_SPACE}%"
