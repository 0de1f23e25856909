"""
The words of the Age of Magic (kinds of unit, equipment, weapons, special rules, distances) and its tables, typed.

What an organiser may set otherwise: the override keys of D.2, each with our default.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from heraut.kernel.codec import to_plain
from heraut.kernel.names import ClauseId
from heraut.rulesets.editions import per_edition
from heraut.rulesets.tables import Span, numbers_of, only_row, rows

SOURCE = "age_of_magic"
Count = Annotated[int, msgspec.Meta(ge=0, le=100)]
Price = Annotated[int, msgspec.Meta(ge=1, le=100)]
Bonus = Annotated[int, msgspec.Meta(ge=-6, le=6)]
ArmourValue = Annotated[int, msgspec.Meta(ge=1, le=7)]


class UnitClass(StrEnum):
    """A kind of unit."""

    WARLORD = "warlord"
    LIEUTENANT = "lieutenant"
    SORCERER = "sorcerer"
    MONSTER = "monster"
    CREATURE = "creature"
    HEARTHGUARD = "hearthguard"
    WARRIOR = "warrior"
    LEVY = "levy"
    WAR_MACHINE = "war_machine"
    NECROMANCER = "necromancer"
    PALADIN = "paladin"
    SWARM = "swarm"
    MINDLESS = "mindless"
    WAR_CHARIOT = "war_chariot"
    STALKER = "stalker"
    DESTRUCTION_TEAM = "destruction_team"


class Equipment(StrEnum):
    """What sets a row of a unit apart: arms and mounts, or the type of a creature, monster or war machine."""

    HEAVY_WEAPON = "heavy_weapon"
    BOW = "bow"
    SLING = "sling"
    CROSSBOW = "crossbow"
    COMPOSITE_BOW = "composite_bow"
    JAVELINS = "javelins"
    FIREARMS = "firearms"
    MOUNT_ANIMAL = "mount_animal"
    MOUNT_BEAST = "mount_beast"
    WINGED_MOUNT = "winged_mount"
    FLIGHT = "flight"
    BEHEMOTH = "behemoth"
    TITAN = "titan"
    SCOURGE = "scourge"
    BIPED = "biped"
    QUADRUPED = "quadruped"
    FLYER = "flyer"
    STATIC = "static"
    MOBILE = "mobile"
    FLYING = "flying"


class ShootingWeapon(StrEnum):
    """What a unit shoots with."""

    NONE = "none"
    BOW = "bow"
    SLING = "sling"
    CROSSBOW = "crossbow"
    COMPOSITE_BOW = "composite_bow"
    JAVELINS = "javelins"
    FIREARMS = "firearms"
    BREATH = "breath"
    POWERFUL_SHOT = "powerful_shot"


class SpecialRule(StrEnum):
    """A special rule printed beside a profile; resilience has a number and is a field of the profile."""

    DETERMINATION = "determination"
    WE_OBEY = "we_obey"
    PRESENCE = "presence"
    BODYGUARDS = "bodyguards"
    PRIDE = "pride"
    IMPOSING = "imposing"
    PRIMITIVE = "primitive"
    SWIFT = "swift"
    SLOW = "slow"
    BREATH = "breath"
    UNARMED = "unarmed"
    MAGIC = "magic"
    POWERFUL_SHOT = "powerful_shot"
    CUMBERSOME = "cumbersome"
    FIREARMS = "firearms"
    HEROIC = "heroic"
    INSIGNIFICANT = "insignificant"
    TINY = "tiny"
    MINDLESS = "mindless"
    HORDE = "horde"
    JAVELINS = "javelins"
    MOUNT_ANIMAL = "mount_animal"
    DEVASTATING_CHARGE = "devastating_charge"
    NO_CLOSE_RANKS = "no_close_ranks"
    STALK = "stalk"
    UNSTABLE = "unstable"
    FACTION_RULE = "faction_rule"


class Distance(StrEnum):
    """The four measuring sticks [CORE-DIST-1]."""

    VS = "VS"
    S = "S"
    M = "M"
    L = "L"

    def reaches(self, other: Distance) -> bool:
        """Whether this stick is at least as long as the other."""
        return _ORDER[self] >= _ORDER[other]


_ORDER = {distance: place for place, distance in enumerate(Distance)}


class TroopRow(msgspec.Struct, frozen=True):
    """How a kind of unit is obtained, grouped and counted."""

    clause: ClauseId
    unit: UnitClass
    size: Span
    massacre: Fraction
    per_point: int | None = None
    trade: Fraction | None = None
    saga_from: int | None = None
    most: int | None = None


class TradeRow(msgspec.Struct, frozen=True):
    """What may be paid for one figure obtained by trade."""

    clause: ClauseId
    unit: UnitClass
    paid: Mapping[UnitClass, int]


class WeaponRow(msgspec.Struct, frozen=True):
    """A shooting weapon. `free` says which of its shots cost no die and give no fatigue."""

    clause: ClauseId
    weapon: ShootingWeapon
    range: Distance | None = None
    shot: int = 0
    close_shot: int = 0
    charge: int = 0
    startles: bool = False
    consecutive: bool = True
    free: Literal["no_shot", "every_shot", "one_shot", "only_shot"] = "no_shot"
    shots: int | None = None


class Stick(msgspec.Struct, frozen=True):
    """A measuring stick."""

    clause: ClauseId
    distance: Distance
    inches: int
    centimetres: int


class MagicRow(msgspec.Struct, frozen=True):
    """Spells and magic dice."""

    clause: ClauseId
    spells: int
    pool: int
    pool_per_sorcerer: int


class _SagaRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    most: int


@per_edition
def troops() -> Mapping[UnitClass, TroopRow]:
    """The kinds of unit."""
    return {row.unit: row for row in rows(SOURCE, "troops", "troop", TroopRow)}


@per_edition
def trades() -> Mapping[UnitClass, TradeRow]:
    """What may be traded for what, by our default [CORE-PTS-4]."""
    return {row.unit: row for row in rows(SOURCE, "troops", "trade", TradeRow)}


@per_edition
def weapons() -> Mapping[ShootingWeapon, WeaponRow]:
    """The shooting weapons; a unit without one has no row."""
    return {row.weapon: row for row in rows(SOURCE, "weapons", "weapon", WeaponRow)}


@per_edition
def stick(distance: Distance) -> Stick:
    """One of the measuring sticks."""
    return next(row for row in rows(SOURCE, "weapons", "distance", Stick) if row.distance == distance)


def magic() -> MagicRow:
    """Spells and magic dice."""
    return only_row(SOURCE, "troops", "magic", MagicRow)


def most_saga_dice() -> int:
    """How many SAGA dice may be in play [CORE-SAGA-1]."""
    return only_row(SOURCE, "troops", "saga", _SagaRow).most


def number(name: str) -> int:
    """A fixed number of the resolution."""
    return numbers_of(SOURCE, "weapons")[name].value


class Overrides(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """
    A result carries the overrides it was computed under, so that two organisers' numbers can be compared.

    The defaults are ours; the table `overrides.toml` names the clauses each key changes.
    """

    exhausted_melee: Literal["half_dice", "minus_one_die_result", "none"] = "half_dice"
    rounding: Literal["up", "down", "nearest"] = "up"
    pool_cap: Count | Literal["none"] = 16
    pool_cap_before_halving: bool = True
    close_ranks_side: Literal["charged", "both"] = "charged"
    close_ranks_when_exhausted: bool = True
    light_cover_defence: Bonus = 1
    solid_cover_defence_shooting: Bonus = 1
    solid_cover_armour_shooting: Bonus = 1
    solid_cover_defence_melee: Bonus = 1
    exploit_max_per_effect: Count | Literal["none"] = "none"
    armour_min: ArmourValue = 2
    armour_max: ArmourValue = 6
    resilience_policy: Literal["max", "none"] = "max"
    primitive_floor: Count = 0
    free_activation_counts: bool = True
    charged_unit_counts_as_overflown: bool = False
    unarmed_applies_to_shooting: bool = False
    necromancer_casts: bool = True
    trade_table: Mapping[UnitClass, Mapping[UnitClass, Price]] | Literal["none"] = "none"
    massacre_scale: Mapping[UnitClass, Fraction] | Literal["none"] = "none"
    withdraw_distance: Distance = Distance.S
    javelins_bonus_on_marker: bool = True

    def __post_init__(self) -> None:
        """No figure is worth less than nothing."""
        if not isinstance(self.massacre_scale, str) and any(worth < 0 for worth in self.massacre_scale.values()):
            raise ValueError("the massacre points of a figure are 0 or more")

    def changed(self) -> Mapping[str, object]:
        """The keys that differ from our default, with their values."""
        changes: Mapping[str, object] = to_plain(self)
        return changes


OUR_DEFAULT = Overrides()


class OverrideRow(msgspec.Struct, frozen=True):
    """What an organiser may decide otherwise: our default, the other values, the clauses it changes."""

    clauses: tuple[ClauseId, ...]
    key: str
    default: int | bool | str
    other: tuple[int | bool | str, ...]


@per_edition
def override_rows() -> tuple[OverrideRow, ...]:
    """The override keys of D.2, in its order."""
    return rows(SOURCE, "overrides", "override", OverrideRow)
