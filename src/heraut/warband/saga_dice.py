"""SAGA dice, magic dice, massacre points: what a band is worth in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil

import msgspec

from heraut.warband.band import Band, Deployed, Line
from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.tables import magic, most_saga_dice, troops
from heraut.warband.vocabulary import UnitClass


class UnitDice(msgspec.Struct, frozen=True):
    """What one unit generates."""

    unit: UnitClass
    figures: int
    dice: int


class SagaDice(msgspec.Struct, frozen=True):
    """The dice of a band: what its units generate, and what may be in play."""

    dice: int
    generated: int
    units: tuple[UnitDice, ...]


def saga_dice_of(unit: UnitClass, figures: int) -> int:
    """The die of a unit that still has enough figures [CORE-SAGA-1 to CORE-SAGA-3]."""
    needed = troops()[unit].saga_from
    return 1 if needed is not None and figures >= needed else 0


def saga_dice(units: Iterable[Deployed]) -> SagaDice:
    """The SAGA dice of these units; at most 8 are in play [CORE-SAGA-1]."""
    each = tuple(UnitDice(unit.unit, unit.figures, saga_dice_of(unit.unit, unit.figures)) for unit in units)
    generated = sum(unit.dice for unit in each)
    return SagaDice(min(generated, most_saga_dice()), generated, each)


def most_saga_dice_of(band: Band) -> int:
    """The dice of a band split into as many units that generate one as its figures allow."""
    return saga_dice(Deployed(line.unit, size) for line in band.lines for size in _small_units(line)).dice


def _small_units(line: Line) -> list[int]:
    """The figures of a line in the smallest units that generate a die; what is left over joins them."""
    troop = troops()[line.unit]
    wanted = max(troop.size.first, troop.saga_from or 1)
    return [wanted] * (line.figures // wanted)


def magic_dice(sorcerers: int) -> int:
    """The magic pool: one die, and one more for each sorcerer; without one there is none [CORE-MAGIC-1]."""
    return magic().pool + sorcerers * magic().pool_per_sorcerer if sorcerers else 0


def massacre_points(eliminated: Mapping[UnitClass, int], overrides: Overrides = OUR_DEFAULT) -> int:
    """
    The points for all figures eliminated in a game, each class rounded up [CORE-MASS-1, CORE-MASS-2].

    They are counted once, at the end [CORE-MASS-3]: two halves of a game would round twice.
    """
    return sum(ceil(figures * worth(unit, overrides)) for unit, figures in eliminated.items())


def worth(unit: UnitClass, overrides: Overrides = OUR_DEFAULT) -> Fraction:
    """The massacre points of one figure: ours, or the organiser's for the kinds that scale names."""
    scale = overrides.massacre_scale
    return troops()[unit].massacre if isinstance(scale, str) else scale.get(unit, troops()[unit].massacre)
