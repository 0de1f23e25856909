"""Character sheets: what the rules read of a character [SK-DICE-21], and the text files they come in."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files

import msgspec

from heraut.kernel import Malformed, from_plain

ATTRIBUTES = ("strength", "agility", "perception", "presence", "endurance")


class Trait(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """So many dice and a flat level [SK-DICE-1]; `confidence` overrides the character's for this trait [SK-DICE-6]."""

    dice: int
    level: int = 0
    confidence: int | None = None

    def __post_init__(self) -> None:
        if self.dice < 1 or self.level < 0:
            raise ValueError("a trait has at least 1 die and no negative level")


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

    id: str
    skill: str
    type: WeaponType
    delivery: Delivery = Delivery.MELEE
    family: str = ""
    attack_mod: int = 0
    defence_bonus: int = 0
    damage_bonus: int = 0
    damage: Trait | None = None
    length: int = 0
    two_handed: bool = False
    long: bool = False
    pole: bool = False
    shield: bool = False
    encumbrance: int = 0
    ranges: tuple[int, int, int, int] | None = None
    extraction: int | None = None
    place: str = "sheath"


UNARMED = Weapon(id="unarmed", skill="unarmed", type=WeaponType.UNARMED, family="unarmed")


class Armour(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Protection, and the zones it covers."""

    protection: int = 0
    zones: tuple[str, ...] = ()


class Head(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An enemy's head at a belt: days it still keeps; None once embalmed [SK-HED-6]."""

    days: int | None = None


class Sheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """
    What the rules read of a character.

    Traits and attributes that are missing are asked for when first needed. Track lengths and the dice each level
    lost takes belong to the core book: without them the levels are only counted [SK-DICE-22].
    """

    name: str
    attributes: Mapping[str, int] = {}
    traits: Mapping[str, Trait] = {}
    weapons: tuple[Weapon, ...] = ()
    in_hand: tuple[str, ...] = ()
    armour: Armour = Armour()
    confidence: int = 0
    mount: Mount = Mount.NONE
    size: str = "human"
    wound_levels: int | None = None
    fatigue_levels: int | None = None
    wound_penalties: tuple[int, ...] = ()
    fatigue_penalties: tuple[int, ...] = ()
    martial_arts: Mapping[str, int] = {}
    specialties: tuple[str, ...] = ()
    heads: tuple[Head, ...] = ()
    unclothed: bool = False

    def __post_init__(self) -> None:
        if wrong := [name for name, value in self.attributes.items() if name not in ATTRIBUTES or value < 1]:
            raise ValueError(f"not an attribute of 1 or more: {', '.join(wrong)}")
        if wrong := [name for name in self.in_hand if self.weapon(name) is None]:
            raise ValueError(f"in hand but not among the weapons: {', '.join(wrong)}")

    def weapon(self, id: str) -> Weapon | None:
        """The weapon of that id; bare hands are always there."""
        return UNARMED if id == UNARMED.id else next((weapon for weapon in self.weapons if weapon.id == id), None)


def read_character(text: str) -> Sheet:
    """A sheet from its text file (TOML); `Malformed` names the place of what is wrong."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Malformed(str(error)) from error
    sheet: Sheet = from_plain(raw, Sheet)
    return sheet


@cache
def samples() -> Mapping[str, Sheet]:
    """The ready-made characters, by the name of their file."""
    folder = files("heraut.rulesets") / "saga_skirmish" / "samples"
    found = sorted(folder.iterdir(), key=lambda file: file.name)
    return {file.name.removesuffix(".toml"): read_character(file.read_text(encoding="utf-8")) for file in found}


def character_faults(text: str) -> tuple[str, ...]:
    """Everything that is wrong with a sheet's text, each fault with its place; nothing for a good sheet."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return (str(error),)
    types = {field.encode_name: field.type for field in msgspec.structs.fields(Sheet)}
    found = [fault for name, value in raw.items() for fault in _faults(name, value, types.get(name))]
    if found or "name" not in raw:
        return tuple(found if "name" in raw else ["name: missing", *found])
    try:
        from_plain(raw, Sheet)
    except Malformed as error:
        return (str(error),)
    return ()


def _faults(name: str, value: object, kind: object) -> Iterator[str]:
    """The faults of one entry; weapons and traits are looked at one by one."""
    if kind is None:
        yield f"{name}: not a field of a sheet"
    elif name == "weapons" and isinstance(value, list):
        for place, weapon in enumerate(value, 1):
            yield from _fault(f"weapons, {place}", weapon, Weapon)
    elif name == "traits" and isinstance(value, dict):
        for trait, written in value.items():
            yield from _fault(f"traits.{trait}", written, Trait)
    else:
        yield from _fault(name, value, kind)


def _fault(place: str, value: object, kind: object) -> Iterator[str]:
    try:
        from_plain(value, kind)
    except Malformed as error:
        yield f"{place}: {error}"
