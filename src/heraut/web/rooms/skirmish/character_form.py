"""The form of a character, field by field, in the words people write."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext

from heraut.skirmish import tables
from heraut.skirmish.sheet import ATTRIBUTES, STRIKES, CharacterSheet, Mount, Trait, Weapon, WeaponType, WornArmour
from heraut.skirmish.tables import draws, sizes, zones
from heraut.speech.sentences import LANGUAGES, Language
from heraut.speech.typography import typed
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.rooms.skirmish.buttons import capital, style_word
from heraut.web.sentences import room_words

WEAPONS = (
    "sword", "spear", "shield", "axe", "bow", "lance", "javelin", "knife", "dagger", "mace", "club", "staff", "sling",
    "harpoon",
)  # fmt: skip
SKILLS = (
    "swords", "spears", "axes", "bows", "lances", "javelins", "knives", "maces", "clubs", "staves", "slings",
    "harpoons",
)  # fmt: skip
TRAITS = (
    "reaction", "courage", "soak", "fatigue", "dodge", "athletics", "acrobatics", "body_feint", "unarmed", "riding",
    "command", "art_of_war", "warrior_fury", "religion", "plant_lore", "healing", "vigilance",
)  # fmt: skip
"""What every sheet has a line for [SK-DICE-21]; weapon skills come after."""


def written_word(code: str, language: Language) -> str:
    """How a code is written for people; their own words stay as they wrote them."""
    return room_words("skirmish", language).get(code, code) if code in _known() else code


def code_of(written: str) -> str:
    """The code of a word, in either language; one's own words are kept as they are."""
    return _codes().get(typed(written), written.strip())


@cache
def _known() -> frozenset[str]:
    return frozenset((*WEAPONS, *SKILLS, *TRAITS))


@cache
def _codes() -> dict[str, str]:
    return {
        typed(room_words("skirmish", language).get(code_of, code_of)): code_of
        for language in LANGUAGES
        for code_of in _known()
    }


PARTS = Trait.__struct_fields__
"""What a sheet says of a trait: dice, level, confidence."""
Faults = Mapping[str, str]
"""What is wrong, by the place of the sheet."""
BLANK_SKILLS, BLANK_WEAPONS = 2, 2


@dataclass(frozen=True, slots=True)
class TraitRow:
    """A trait: its name, or the field of its name, and its three numbers."""

    label: str
    name: Field | None
    dice: Field
    level: Field
    confidence: Field

    @property
    def heard(self) -> str:
        """What its numbers are read out with: a skill that has no name yet is called one."""
        return self.label or (self.name.label if self.name is not None else "")

    @property
    def numbers(self) -> tuple[Field, ...]:
        return self.dice, self.level, self.confidence


@dataclass(frozen=True, slots=True)
class WeaponFields:
    """A weapon: what one always says of it, and the rest."""

    number: int
    title: str
    usual: tuple[Field, ...]
    more: tuple[Field, ...]

    @property
    def wrong(self) -> bool:
        return any(field.fault for field in self.more)


@dataclass(frozen=True, slots=True)
class StrikeRow:
    """A special strike: the dice a martial art gives in it, and whether it is a specialty."""

    label: str
    art: Field
    specialty: Field


@dataclass(frozen=True, slots=True)
class CharacterForm:
    """All of it, section by section."""

    person: tuple[Field, ...]
    attributes: tuple[Field, ...]
    traits: tuple[TraitRow, ...]
    skills: tuple[TraitRow, ...]
    weapons: tuple[WeaponFields, ...]
    held: str
    armour: tuple[Field, ...]
    tracks: tuple[Field, ...]
    strikes: tuple[StrikeRow, ...]
    known_weapons: tuple[str, ...]
    known_skills: tuple[str, ...]
    faults: tuple[str, ...]
    """What is wrong and belongs to no field."""


class _Maker:
    """Fields of one form: their labels and limits from the types, their values and faults from what was typed."""

    def __init__(self, plain: Plain, faults: Faults, language: Language) -> None:
        self.plain, self.faults, self.language = plain, faults, language
        self.told: set[str] = set()
        """The places whose faults stand at a field."""
        self.words = room_words("skirmish", language)
        self.made: dict[type, dict[str, Field]] = {
            kind: {field.name: field for field in forms.fields(kind, language)}
            for kind in (CharacterSheet, Weapon, Trait, WornArmour)
        }

    def field(self, owner: type, name: str, value: Any, place: str, **changes: Any) -> Field:
        field = self.made[owner][name]
        shown = "" if value is None else value
        changes = {"kind": field.kind, "fault": self.fault(place), **changes}
        return replace(field, name=place, value=shown, required=name in ("id", "name"), **changes)

    def fault(self, place: str) -> str:
        """What is wrong there; the faults of a list are those of its members."""
        found = [name for name in self.faults if name == place or name.startswith(f"{place}.")]
        self.told.update(found)
        return " ".join(self.faults[name] for name in found)

    def elsewhere(self) -> tuple[str, ...]:
        """The faults that no field has told, once all are made."""
        return tuple(said for place, said in self.faults.items() if place not in self.told)

    def choice(self, owner: type, name: str, value: Any, place: str, options: Iterable[str], **said: str) -> Field:
        choices = tuple((str(option), said.get(option) or self.words.get(option, option)) for option in options)
        return self.field(owner, name, value, place, kind="choice", choices=choices)

    def own(self, name: str) -> Any:
        return self.plain.get(name, self.made[CharacterSheet][name].value)

    # --- sections

    def person(self) -> tuple[Field, ...]:
        return (
            self.field(CharacterSheet, "name", self.plain.get("name", ""), "name"),
            self.field(CharacterSheet, "confidence", self.own("confidence"), "confidence"),
            self.choice(CharacterSheet, "mount", self.own("mount"), "mount", Mount, none=gettext("aucune")),
            self.choice(CharacterSheet, "size", self.own("size"), "size", sizes()),
            self.field(CharacterSheet, "heads", _heads(self.plain.get("heads", ())), "heads", kind="text"),
            self.field(CharacterSheet, "unclothed", self.own("unclothed"), "unclothed"),
        )

    def attributes(self) -> tuple[Field, ...]:
        values = _table(self.plain, "attributes")
        labels = {name: capital(self.words.get(name, name)) for name in ATTRIBUTES}
        return tuple(
            self.field(Trait, "dice", values.get(name), f"attributes.{name}", label=label)
            for name, label in labels.items()
        )

    def trait(self, name: str, place: str, *, named: Field | None = None) -> TraitRow:
        """The row at a place of the form; its faults are those of the trait, wherever its row stands."""
        values = _table(_table(self.plain, "traits"), name)
        dice, level, confidence = (
            self.field(Trait, part, values.get(part), f"{place}.{part}", fault=self.fault(f"traits.{name}.{part}"))
            for part in PARTS
        )
        return TraitRow(capital(self.words.get(name, name)), named, dice, level, confidence)

    def skills(self) -> tuple[TraitRow, ...]:
        own = [name for name in _table(self.plain, "traits") if name not in TRAITS]
        rows = [*own, *([""] * max(BLANK_SKILLS, 3 - len(own)))]
        return tuple(self._skill(number, name) for number, name in enumerate(rows))

    def _skill(self, number: int, name: str) -> TraitRow:
        place = f"skills.{number}"
        label = self.made[Weapon]["skill"].label
        named = Field(f"{place}.name", label, "text", written_word(name, self.language), required=False)
        return self.trait(name, place, named=named)

    def weapons(self) -> tuple[WeaponFields, ...]:
        own = [weapon for weapon in self.plain.get("weapons", ()) if isinstance(weapon, dict)]
        held = self.plain.get("in_hand", ())
        blank: Plain = {}
        return tuple(
            self._weapon(number, weapon, held=weapon.get("id") in held)
            for number, weapon in enumerate([*own, *([blank] * BLANK_WEAPONS)])
        )

    def _weapon(self, number: int, weapon: Plain, *, held: bool) -> WeaponFields:
        def at(name: str, **changes: Any) -> Field:
            value = weapon.get(name, self.made[Weapon][name].value)
            return self.field(Weapon, name, value, f"weapons.{number}.{name}", **changes)

        name = written_word(str(weapon.get("id", "")), self.language)
        ranges = " ".join(map(str, weapon.get("ranges") or ()))
        damage = _table(weapon, "damage")
        place = f"weapons.{number}"
        usual = (
            replace(at("id"), value=name, required=False),
            replace(at("skill"), value=written_word(str(weapon.get("skill", "")), self.language), required=False),
            self.choice(Weapon, "type", weapon.get("type", "cutting"), f"{place}.type", WeaponType),
            at("delivery"),
            Field(f"{place}.in_hand", self.made[CharacterSheet]["in_hand"].label, "check", held, required=False),
        )
        more = (
            *(at(name) for name in NUMBERS),
            replace(at("ranges", kind="numbers"), value=ranges),
            self.field(Trait, "dice", damage.get("dice"), f"{place}.damage.dice", label=self.words["damage-dice"]),
            self.field(Trait, "level", damage.get("level"), f"{place}.damage.level", label=self.words["damage-level"]),
            self.choice(Weapon, "family", weapon.get("family", ""), f"{place}.family", ("", *WEAPONS)),
            self.choice(Weapon, "place", weapon.get("place", "sheath"), f"{place}.place", draws()),
            *(at(name) for name in TICKS),
        )
        return WeaponFields(number, name, usual, more)

    def armour(self) -> tuple[Field, ...]:
        worn = _table(self.plain, "armour")
        ticks = tuple(
            Field(f"armour.zones.{zone}", self.words.get(zone, zone), "check", zone in worn.get("zones", ()), False)
            for zone in zones()
        )
        return (self.field(WornArmour, "protection", worn.get("protection"), "armour.protection"), *ticks)

    def tracks(self) -> tuple[Field, ...]:
        def listed(name: str) -> Field:
            value = " ".join(map(str, self.plain.get(name, ())))
            return self.field(CharacterSheet, name, value, name, kind="numbers")

        return (
            self.field(CharacterSheet, "wound_levels", self.plain.get("wound_levels"), "wound_levels"),
            listed("wound_penalties"),
            self.field(CharacterSheet, "fatigue_levels", self.plain.get("fatigue_levels"), "fatigue_levels"),
            listed("fatigue_penalties"),
        )

    def strikes(self) -> tuple[StrikeRow, ...]:
        arts, own = _table(self.plain, "martial_arts"), self.plain.get("specialties", ())
        art, specialty = (self.made[CharacterSheet][name].label for name in ("martial_arts", "specialties"))
        return tuple(
            StrikeRow(
                capital(self.words[style_word(strike)]),
                Field(
                    f"martial_arts.{strike}", art, "number", arts.get(strike, ""), False, least=0,
                    most=tables.number("martial-art-most"),
                    fault=self.fault(f"martial_arts.{strike}"),
                ),
                Field(f"specialties.{strike}", specialty, "check", strike in own, False),
            )
            for strike in STRIKES
        )  # fmt: skip


def form(plain: Plain, faults: Faults, language: Language) -> CharacterForm:
    """The form filled in with what was typed or kept."""
    made = _Maker(plain, faults, language)
    return CharacterForm(
        person=made.person(),
        attributes=made.attributes(),
        traits=tuple(made.trait(name, f"traits.{name}") for name in TRAITS),
        skills=made.skills(),
        weapons=made.weapons(),
        held=made.fault("in_hand"),
        armour=made.armour(),
        tracks=made.tracks(),
        strikes=made.strikes(),
        known_weapons=tuple(written_word(name, language) for name in WEAPONS),
        known_skills=tuple(written_word(name, language) for name in SKILLS),
        faults=made.elsewhere(),
    )


def _heads(heads: Any) -> str:
    return " ".join("*" if head.get("days") is None else str(head["days"]) for head in heads if isinstance(head, dict))


def _table(plain: Mapping[str, Any], name: str) -> Plain:
    found = plain.get(name)
    return found if isinstance(found, dict) else {}


Plain = dict[str, Any]
NUMBERS = ("attack_mod", "defence_bonus", "damage_bonus", "length", "encumbrance", "extraction")
TICKS = ("two_handed", "long", "pole", "shield")


def read(posted: QueryDict) -> Plain:
    """The sheet in plain values; a number that is none stays as it was typed, for its fault to say so."""
    typed = _Typed(posted)
    plain: Plain = {"name": typed.text("name")}
    plain |= typed.numbers("", ("confidence", "wound_levels", "fatigue_levels"))
    plain |= {name: typed.text(name) for name in ("mount", "size") if typed.text(name)}
    plain |= {name: typed.several(name) for name in ("wound_penalties", "fatigue_penalties") if typed.several(name)}
    plain["attributes"] = typed.numbers("attributes.", ATTRIBUTES)
    plain["traits"] = typed.traits()
    plain["weapons"], plain["in_hand"] = typed.weapons()
    worn = {**typed.numbers("armour.", ("protection",)), "zones": typed.ticked("armour.zones.", zones())}
    plain["armour"] = worn
    arts = typed.numbers("martial_arts.", STRIKES)
    plain["martial_arts"] = {strike: dice for strike, dice in arts.items() if dice != 0}
    plain["specialties"] = typed.ticked("specialties.", STRIKES)
    plain["heads"] = [{} if days == "*" else {"days": days} for days in typed.several("heads")]
    plain["unclothed"] = typed.ticks("unclothed")
    return {name: value for name, value in plain.items() if value not in ({}, [], False) or name == "name"}


@dataclass(frozen=True, slots=True)
class _Typed:
    posted: QueryDict

    def text(self, name: str) -> str:
        return self.posted.get(name, "").strip()

    def ticks(self, name: str) -> bool:
        return "on" in self.posted.getlist(name)

    def ticked(self, prefix: str, names: Iterable[str]) -> list[str]:
        return [name for name in names if self.ticks(prefix + name)]

    def number(self, name: str) -> Any:
        return forms.number(self.text(name))

    def numbers(self, prefix: str, names: Iterable[str]) -> Plain:
        return {name: self.number(prefix + name) for name in names if self.text(prefix + name)}

    def several(self, name: str) -> list[Any]:
        return [forms.number(part) for part in re.split(r"[\s,;]+", self.text(name)) if part]

    def traits(self) -> Plain:
        found = {name: self.numbers(f"traits.{name}.", PARTS) for name in TRAITS}
        for number in forms.numbered(self.posted, "skills.", ".name"):
            values = self.numbers(f"skills.{number}.", PARTS)
            found[code_of(self.text(f"skills.{number}.name"))] = values or {}
        return {name: values for name, values in found.items() if values or name not in TRAITS}

    def weapons(self) -> tuple[list[Plain], list[str]]:
        places = [f"weapons.{number}." for number in forms.numbered(self.posted, "weapons.", ".id")]
        held = [code_of(self.text(f"{place}id")) for place in places if self.ticks(f"{place}in_hand")]
        return [self._weapon(place) for place in places], held

    def _weapon(self, at: str) -> Plain:
        weapon: Plain = {"id": code_of(self.text(f"{at}id")), "skill": code_of(self.text(f"{at}skill"))}
        weapon |= {name: self.text(at + name) for name in ("type", "delivery", "place") if self.text(at + name)}
        weapon |= self.numbers(at, NUMBERS)
        weapon |= {name: True for name in TICKS if self.ticks(at + name)}
        if damage := self.numbers(f"{at}damage.", ("dice", "level")):
            weapon["damage"] = damage
        if ranges := self.several(f"{at}ranges"):
            weapon["ranges"] = ranges
        if family := self.text(f"{at}family") or (weapon["id"] if weapon["id"] in WEAPONS else ""):
            weapon["family"] = family
        return weapon
