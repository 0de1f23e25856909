"""What was typed into the form of a character, as the plain values of a sheet."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from heraut.skirmish.sheet import ATTRIBUTES, STRIKES
from heraut.skirmish.tables import zones
from heraut.web.rooms.skirmish.characters.words import TRAITS, WEAPONS, code

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
        return _number(self.text(name))

    def numbers(self, prefix: str, names: Iterable[str]) -> Plain:
        return {name: self.number(prefix + name) for name in names if self.text(prefix + name)}

    def several(self, name: str) -> list[Any]:
        return [_number(part) for part in re.split(r"[\s,;]+", self.text(name)) if part]

    def traits(self) -> Plain:
        found = {name: self.numbers(f"traits.{name}.", ("dice", "level", "confidence")) for name in TRAITS}
        for number in self._rows("skills", "name"):
            values = self.numbers(f"skills.{number}.", ("dice", "level", "confidence"))
            found[code(self.text(f"skills.{number}.name"))] = values or {}
        return {name: values for name, values in found.items() if values or name not in TRAITS}

    def weapons(self) -> tuple[list[Plain], list[str]]:
        weapons = [self._weapon(f"weapons.{number}.") for number in self._rows("weapons", "id")]
        held = [code(self.text(f"weapons.{number}.id")) for number in self._rows("weapons", "id")
                if self.ticks(f"weapons.{number}.in_hand")]  # fmt: skip
        return weapons, held

    def _weapon(self, at: str) -> Plain:
        weapon: Plain = {"id": code(self.text(f"{at}id")), "skill": code(self.text(f"{at}skill"))}
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

    def _rows(self, table: str, name: str) -> list[int]:
        """The numbers of the rows that have a name."""
        pattern = re.compile(rf"{table}\.(\d{{1,3}})\.{name}")
        found = (pattern.fullmatch(key) for key in self.posted)
        return sorted(int(row[1]) for row in found if row and self.text(row[0]))


def _number(text: str) -> Any:
    return int(text) if re.fullmatch(r"[+-]?\d{1,9}", text) else text
