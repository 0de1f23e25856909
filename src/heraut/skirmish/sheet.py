"""Character sheets: what the rules read of a character [SK-DICE-21], each number with its limits."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from heraut.kernel.codec import to_plain
from heraut.skirmish.tables import draws, sizes, zones

ATTRIBUTES = ("strength", "agility", "perception", "presence", "endurance")
STRIKES = ("power", "acrobatic", "trip", "grapple", "throw", "charge", "precision")
"""The special strikes of martial arts and specialties [SK-SPC-1, SK-SPC-2]."""
HANDS, RANGES = 2, 4
Place = tuple[str | int, ...]


class SheetFault(NamedTuple):
    """Something wrong with a sheet: where, what, what was written and what could be."""

    place: Place
    code: str
    asked: str = ""
    allowed: str = ""

    @property
    def path(self) -> str:
        """The place in one word."""
        return ".".join(map(str, self.place))


def contradictions(plain: Mapping[str, Any]) -> Iterator[SheetFault]:
    """Everything that cannot be."""
    weapons = [one for one in _list(plain, "weapons") if isinstance(one, dict)]
    for table, known in (("attributes", ATTRIBUTES), ("martial_arts", STRIKES)):
        for key in _keys(plain, table):
            yield from _unknown((table, key), (key,), known)
    yield from _unknown(("specialties",), _list(plain, "specialties"), STRIKES)
    yield from _unknown(("size",), _word(plain, "size"), sizes())
    armour = plain.get("armour")
    if isinstance(armour, dict):
        yield from _unknown(("armour", "zones"), _list(armour, "zones"), zones())
    for index, weapon in enumerate(weapons):
        yield from _weapon(("weapons", index), weapon)
    yield from _hands(_list(plain, "in_hand"), weapons)
    named = [str(weapon.get("id")) for weapon in weapons]
    yield from (
        SheetFault(("weapons", index, "id"), "twice", name) for index, name in enumerate(named) if name in named[:index]
    )


def _weapon(place: Place, weapon: Mapping[str, Any]) -> Iterator[SheetFault]:
    yield from _unknown((*place, "place"), _word(weapon, "place"), draws())
    limits = _list(weapon, "ranges")
    whole = len(limits) == RANGES and all(isinstance(limit, int) for limit in limits)
    if whole and limits != sorted(limits):
        yield SheetFault((*place, "ranges"), "ranges", " ".join(map(str, limits)))
    if weapon.get("delivery", "melee") != "melee" and not limits:
        yield SheetFault((*place, "ranges"), "missing")


def _hands(held: list[Any], weapons: list[dict[str, Any]]) -> Iterator[SheetFault]:
    """What is in hand is on the sheet, and fills no more than two hands."""
    known = {weapon.get("id"): weapon for weapon in weapons}
    for item in held:
        if item not in known and item != "unarmed":
            yield SheetFault(("in_hand",), "not-a-weapon", str(item), ", ".join(map(str, known)))
    needed = sum(2 if known.get(item, {}).get("two_handed") is True else 1 for item in held)
    if needed > HANDS:
        yield SheetFault(("in_hand",), "hands", str(needed), str(HANDS))


def _unknown(place: Place, words: Iterable[Any], known: Collection[str]) -> Iterator[SheetFault]:
    return (SheetFault(place, "word", str(word), ", ".join(known)) for word in words if word not in known)


def _keys(plain: Mapping[str, Any], name: str) -> list[Any]:
    found = plain.get(name)
    return list(found) if isinstance(found, dict) else []


def _list(plain: Mapping[str, Any], name: str) -> list[Any]:
    found = plain.get(name)
    return [one for one in found if not isinstance(one, list)] if isinstance(found, list | tuple) else []


def _word(plain: Mapping[str, Any], name: str) -> list[str]:
    found = plain.get(name)
    return [found] if isinstance(found, str) else []


Count = Annotated[int, Meta(ge=0, le=30)]
MOST_DICE, MOST_LEVEL = 30, 100
"""As much as a sheet may give."""
Dice = Annotated[int, Meta(ge=1, le=MOST_DICE)]
Level = Annotated[int, Meta(ge=0, le=MOST_LEVEL)]
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


class WeaponDelivery(StrEnum):
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
    delivery: WeaponDelivery = WeaponDelivery.MELEE
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


class WornArmour(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Protection, and the zones it covers."""

    protection: Level = 0
    zones: tuple[str, ...] = ()


class TrophyHead(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An enemy's head at a belt: days it still keeps; None once embalmed [SK-HED-6]."""

    days: Annotated[int, Meta(ge=-100_000, le=100_000)] | None = None


class CharacterSheet(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
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
    armour: WornArmour = WornArmour()
    confidence: Count = 0
    mount: Mount = Mount.NONE
    size: str = "human"
    wound_levels: Boxes | None = None
    fatigue_levels: Boxes | None = None
    wound_penalties: tuple[Count, ...] = ()
    fatigue_penalties: tuple[Count, ...] = ()
    martial_arts: Mapping[str, Count] = {}
    specialties: tuple[str, ...] = ()
    heads: tuple[TrophyHead, ...] = ()
    unclothed: bool = False

    def __post_init__(self) -> None:
        if wrong := ", ".join(f"{fault.path}: {fault.code} {fault.asked}" for fault in contradictions(to_plain(self))):
            raise ValueError(wrong)

    def weapon(self, id: str) -> Weapon | None:
        """The weapon of that id; bare hands are always there."""
        return UNARMED if id == UNARMED.id else next((weapon for weapon in self.weapons if weapon.id == id), None)
