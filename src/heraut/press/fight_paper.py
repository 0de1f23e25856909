"""The sheets of a game master's table: a fighter, and the rules of a fight."""

from __future__ import annotations

import msgspec

from heraut.press.paper import PaperPerson, Sheet


class Value(msgspec.Struct, frozen=True):
    """A named number."""

    label: str
    value: int


class PaperFact(msgspec.Struct, frozen=True):
    """A named thing in a few words."""

    label: str
    text: str


class TraitLine(msgspec.Struct, frozen=True):
    """A trait: so many dice, a level added to them [SK-DICE-1], and the dice left with one to five actions."""

    label: str
    dice: int
    level: int
    left: tuple[int, ...] = ()


class WeaponLine(msgspec.Struct, frozen=True):
    """A weapon; the ranges are its four limits, for those that are hurled or shot."""

    label: str
    skill: str
    attack: str = ""
    defence: int = 0
    damage: str = ""
    kind: str = ""
    ranges: tuple[int, ...] = ()
    notes: str = ""


class ArmourLine(msgspec.Struct, frozen=True):
    """A piece of armour and the zones it covers."""

    label: str
    protection: int
    zones: str = ""


class CharacterPaper(Sheet, frozen=True, kw_only=True, tag="character"):
    """A fighter on one page, with the five segments of each turn to fill in."""

    person: PaperPerson
    player: str = ""
    side: str = ""
    mount: str = ""
    chief: bool = False
    confidence: int = 0
    attributes: tuple[Value, ...] = ()
    traits: tuple[TraitLine, ...] = ()
    weapons: tuple[WeaponLine, ...] = ()
    armour: tuple[ArmourLine, ...] = ()
    wounds: tuple[int, ...] = ()
    """The dice each level costs once it is lost: a box for each."""
    fatigue: tuple[int, ...] = ()
    lost: tuple[int, int] = (0, 0)
    """Levels of wounds and of fatigue that are lost already: their boxes are crossed."""
    fighting: tuple[PaperFact, ...] = ()
    """What stands in no other place: defence, soak, training, command."""
    speeds: tuple[tuple[str, str, str], ...] = ()
    """A kind of ground, the speed there, the best of a run."""
    slots: tuple[tuple[int, str, str], ...] = ()
    """So many declared actions, their segments, their penalty."""
    turns: int = 8


class PaperRule(msgspec.Struct, frozen=True):
    """A rule in a sentence or two, and its table, if it has one: the first row names the columns."""

    text: str
    table: tuple[tuple[str, ...], ...] = ()


class PaperRules(msgspec.Struct, frozen=True):
    """A heading and the rules under it."""

    heading: str
    rules: tuple[PaperRule, ...]


class FightRules(Sheet, frozen=True, kw_only=True, tag="fight-rules"):
    """What a game master looks up in a fight, on as many pages as it takes; `settings` are those the table changed."""

    title: str
    sections: tuple[PaperRules, ...]
    settings: tuple[PaperFact, ...] = ()
