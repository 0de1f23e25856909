"""
A band as its player writes it, what it costs, and what it is worth in play.

A list counts figures, not units; types and spells, not equipment [CORE-PTS-7]. The same band serves a tournament entry
and a campaign force.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from math import ceil
from typing import Annotated

import msgspec

from heraut.warband.profile import Profile
from heraut.warband.tables import OUR_DEFAULT, Equipment, Overrides, UnitClass, magic, most_saga_dice, trades, troops

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]


def troop_key(unit: UnitClass, type: Equipment | None) -> str:
    """A kind of troops, and its type where it has one: `creature.biped`."""
    return unit.value if type is None else f"{unit}.{type}"


class TroopLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    Figures of one kind in a list, as they are once everything is traded.

    `type` is that of creatures, monsters and war machines. `paid_with` names the troops traded for these figures.
    """

    unit: UnitClass
    figures: Count = 1
    type: Equipment | None = None
    paid_with: UnitClass | None = None
    spells: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The word for it."""
        return troop_key(self.unit, self.type)


class DeployedUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One unit on the table: figures of one kind and one loadout."""

    unit: UnitClass
    figures: Count = 1
    equipment: tuple[Equipment, ...] = ()


class Faction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a faction changes: rows of its own [AM-PROF-9] and the most figures of a kind [CORE-PTS-8]."""

    name: str
    profiles: tuple[Profile, ...] = ()
    most: Mapping[UnitClass, int] = {}


class Band(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A player's force; `units` is how it is deployed in one game, if that is known."""

    points: Annotated[int, msgspec.Meta(ge=1, le=100)]
    lines: tuple[TroopLine, ...]
    units: tuple[DeployedUnit, ...] = ()
    legendary_units: tuple[str, ...] = ()
    legendary_band: str | None = None
    faction: Faction | None = None


class BandRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What an organiser allows."""

    legendary_units: bool = False
    legendary_bands: bool = False
    overrides: Overrides = OUR_DEFAULT


class TroopCost(msgspec.Struct, frozen=True):
    """A kind of troops: figures in the list, figures bought before trading, points."""

    unit: UnitClass
    figures: int
    bought: int
    points: Fraction


def costs(band: Band, overrides: Overrides) -> tuple[TroopCost, ...]:
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
        TroopCost(unit, listed[unit], bought[unit], _points(unit, bought[unit])) for unit in UnitClass if unit in bought
    )


def _points(unit: UnitClass, figures: int) -> Fraction:
    per_point = troops()[unit].per_point
    return Fraction(figures, per_point) if per_point is not None else Fraction(0)


def splits(unit: UnitClass, figures: int) -> bool:
    """Whether so many figures can be shared out among units of legal size [CORE-PTS-6]."""
    least, most = size_of(unit)
    return any(least * units <= figures <= most * units for units in range(figures // least + 1))


def price(line: TroopLine, overrides: Overrides) -> int | None:
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


def saga_dice(units: Iterable[DeployedUnit]) -> SagaDice:
    """The SAGA dice of these units; at most 8 are in play [CORE-SAGA-1]."""
    each = tuple(UnitDice(unit.unit, unit.figures, saga_dice_of(unit.unit, unit.figures)) for unit in units)
    generated = sum(unit.dice for unit in each)
    return SagaDice(min(generated, most_saga_dice()), generated, each)


def most_saga_dice_of(band: Band) -> int:
    """The dice of a band split into as many units that generate one as its figures allow."""
    return saga_dice(DeployedUnit(line.unit, size) for line in band.lines for size in _small_units(line)).dice


def _small_units(line: TroopLine) -> list[int]:
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
