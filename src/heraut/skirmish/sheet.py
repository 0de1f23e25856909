"""Character sheets: what the rules read of a character [SK-DICE-21], each number with its limits."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

import msgspec
from msgspec import Meta

from heraut.kernel import to_plain
from heraut.skirmish.sheets.consistency import contradictions

Count = Annotated[int, Meta(ge=0, le=30)]
Dice = Annotated[int, Meta(ge=1, le=30)]
Level = Annotated[int, Meta(ge=0, le=100)]
Modifier = Annotated[int, Meta(ge=-100, le=100)]
Boxes = Annotated[int, Meta(ge=1, le=50)]
Distance = Annotated[int, Meta(ge=0, le=100_000)]
"""Centimetres of a weapon, metres of a shot."""
Name = Annotated[str, Meta(min_length=1, max_length=60)]


class Trait(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """So many dice and a flat level [SK-DICE-1]; `confidence` overrides the character's for this trait [SK-DICE-6]."""

    dice: Dice
    level: Level = 0
    confidence: Count | None = None


class WeaponType(StrEnum):
    """What a weapon does to flesh."""

    UNARMED = "unarmed"
    BLUNT = "blunt"
    HARD_BLUNT = "hard_blunt"
    CUTTING = "cutting"
    THRUSTING = "thrusting"


class Delivery(StrEnum):
    """How a weapon reaches its victim."""

    MELEE = "melee"
    THROWN = "thrown"
    PROJECTILE = "projectile"


class Mount(StrEnum):
    """What carries a character."""

    NONE = "none"
    HORSE = "horse"
    CAMEL = "camel"
    CHARIOT = "chariot"
    OTHER = "other"


class Weapon(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon or a shield. `family` names its kind (harpoon, sword...); `ranges` are the four limits in metres."""

    id: Name
    skill: Name
    type: WeaponType
    delivery: Delivery = Delivery.MELEE
    family: str = ""
    attack_mod: Modifier = 0
    defence_bonus: Modifier = 0
    damage_bonus: Modifier = 0
    damage: Trait | None = None
    length: Distance = 0
    two_handed: bool = False
    long: bool = False
    pole: bool = False
    shield: bool = False
    encumbrance: Level = 0
    ranges: tuple[Distance, Distance, Distance, Distance] | None = None
    extraction: Level | None = None
    place: str = "sheath"


UNARMED = Weapon(id="unarmed", skill="unarmed", type=WeaponType.UNARMED, family="unarmed")


class Armour(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Protection, and the zones it covers."""

    protection: Level = 0
    zones: tuple[str, ...] = ()


class Head(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An enemy's head at a belt: days it still keeps; None once embalmed [SK-HED-6]."""

    days: Annotated[int, Meta(ge=-100_000, le=100_000)] | None = None


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """
    What the rules read of a character.

    Traits and attributes that are missing are asked for when first needed. Track lengths and the dice each level
    lost takes belong to the core book: without them the levels are only counted [SK-DICE-22].
    """

    name: Name
    attributes: Mapping[str, Dice] = {}
    traits: Mapping[str, Trait] = {}
    weapons: tuple[Weapon, ...] = ()
    in_hand: tuple[str, ...] = ()
    armour: Armour = Armour()
    confidence: Count = 0
    mount: Mount = Mount.NONE
    size: str = "human"
    wound_levels: Boxes | None = None
    fatigue_levels: Boxes | None = None
    wound_penalties: tuple[Count, ...] = ()
    fatigue_penalties: tuple[Count, ...] = ()
    martial_arts: Mapping[str, Count] = {}
    specialties: tuple[str, ...] = ()
    heads: tuple[Head, ...] = ()
    unclothed: bool = False

    def __post_init__(self) -> None:
        if wrong := ", ".join(f"{fault.path}: {fault.code} {fault.asked}" for fault in contradictions(to_plain(self))):
            raise ValueError(wrong)

    def weapon(self, id: str) -> Weapon | None:
        """The weapon of that id; bare hands are always there."""
        return UNARMED if id == UNARMED.id else next((weapon for weapon in self.weapons if weapon.id == id), None)
