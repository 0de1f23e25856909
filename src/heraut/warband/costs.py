"""What the lines of a band cost, and which units its figures can form."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import msgspec

from heraut.warband.band import Band, Line
from heraut.warband.overrides import Overrides
from heraut.warband.tables import trades, troops
from heraut.warband.vocabulary import UnitClass


class LineCost(msgspec.Struct, frozen=True):
    """A kind of troops: figures in the list, figures bought before trading, points."""

    unit: UnitClass
    figures: int
    bought: int
    points: Fraction


def costs(band: Band, overrides: Overrides) -> tuple[LineCost, ...]:
    """What was bought, before anything was traded, and its price [CORE-PTS-1 to CORE-PTS-3]."""
    listed = Counter[UnitClass]()
    bought = Counter[UnitClass]()
    for line in band.lines:
        listed[line.unit] += line.figures
        if line.paid_with is None:
            bought[line.unit] += line.figures
        else:
            bought[line.paid_with] += line.figures * (price(line, overrides) or 0)
            bought[line.unit] += 0
    return tuple(
        LineCost(unit, listed[unit], bought[unit], _points(unit, bought[unit])) for unit in UnitClass if unit in bought
    )


def _points(unit: UnitClass, figures: int) -> Fraction:
    per_point = troops()[unit].per_point
    return Fraction(figures, per_point) if per_point is not None else Fraction(0)


def splits(unit: UnitClass, figures: int) -> bool:
    """Whether so many figures can be shared out among units of legal size [CORE-PTS-6]."""
    least, most = size_of(unit)
    return any(least * units <= figures <= most * units for units in range(figures // least + 1))


def price(line: Line, overrides: Overrides) -> int | None:
    """The figures of `paid_with` that one figure of the line costs."""
    paid = trade_table(overrides).get(line.unit, {})
    return paid.get(line.paid_with) if line.paid_with is not None else None


def trade_table(overrides: Overrides) -> Mapping[UnitClass, Mapping[UnitClass, int]]:
    """What may be paid for what: ours, or the organiser's [CORE-PTS-4]."""
    if isinstance(overrides.trade_table, str):
        return {unit: trade.paid for unit, trade in trades().items()}
    return overrides.trade_table


def casts(unit: UnitClass, overrides: Overrides) -> bool:
    """Who knows spells [CORE-MAGIC-1]; the necromancer by our default."""
    return unit is UnitClass.SORCERER or (unit is UnitClass.NECROMANCER and overrides.necromancer_casts)


def size_of(unit: UnitClass) -> tuple[int, int]:
    """The least and the most figures of one unit [CORE-PTS-6]."""
    allowed = troops()[unit].size
    return allowed.first, allowed.last if allowed.last is not None else allowed.first
