"""Massacre points from the figures eliminated, when the event has a scale [ST-GAM-14]."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction

from heraut.kernel import ClauseId, Refusal
from heraut.scenario.options import MassacreScale


def massacre_points(scale: MassacreScale, eliminated: Mapping[str, int]) -> int | Refusal:
    """The total of points per figure, rounded as the scale says; a class without a value is refused."""
    unknown = sorted(set(eliminated) - set(scale.points))
    if unknown:
        return Refusal(ClauseId("ST-GAM-14"), "massacre-class", subject=unknown[0], allowed=tuple(scale.points))
    total = sum((scale.points[kind] * figures for kind, figures in eliminated.items()), Fraction(0))
    return math.ceil(total) if scale.rounding == "up" else math.floor(total)
