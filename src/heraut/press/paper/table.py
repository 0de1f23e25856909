"""The papers of a game master and of a campaign."""

from __future__ import annotations

import msgspec

from heraut.press.paper.sheet import Event, Link, Person, Sheet


class Value(msgspec.Struct, frozen=True):
    """A named number."""

    label: str
    value: int


class Trait(msgspec.Struct, frozen=True):
    """A trait: so many dice, and a level added to them [SK-DICE-1]."""

    label: str
    dice: int
    level: int


class Weapon(msgspec.Struct, frozen=True):
    """A weapon; the ranges are its four limits, for those that are hurled or shot."""

    label: str
    skill: str
    attack: int = 0
    defence: int = 0
    damage: str = ""
    kind: str = ""
    ranges: tuple[int, ...] = ()
    notes: str = ""


class Armour(msgspec.Struct, frozen=True):
    """A piece of armour and the zones it covers."""

    label: str
    protection: int
    zones: str = ""


class CharacterSheet(Sheet, frozen=True, kw_only=True, tag="character"):
    """A fighter on one page, with the five segments of each turn to fill in."""

    event: Event
    person: Person
    player: str = ""
    side: str = ""
    mount: str = ""
    chief: bool = False
    confidence: int = 0
    attributes: tuple[Value, ...] = ()
    traits: tuple[Trait, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    armour: tuple[Armour, ...] = ()
    wounds: int = 0
    fatigue: int = 0
    turns: int = 8


class Holding(msgspec.Struct, frozen=True):
    """A territory under control: its income, and the reserve of its village if it has one."""

    name: str
    kind: str
    income: int
    village: bool = False
    reserve: str = ""


class CampaignBand(msgspec.Struct, frozen=True):
    """A band in the field."""

    lord: str
    territory: str
    units: tuple[str, ...]
    points: str


class CampaignSheet(Sheet, frozen=True, kw_only=True, tag="campaign"):
    """What a player of a campaign has in hand at the start of a turn, and room for the turn's orders."""

    event: Event
    person: Person
    turn: int
    power_points: int
    income: int
    initiative: int
    memory: tuple[str, ...] = ()
    holdings: tuple[Holding, ...] = ()
    bands: tuple[CampaignBand, ...] = ()
    link: Link | None = None
