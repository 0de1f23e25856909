"""
The forms of the odds: an address in, typed values out, and back into the address that reopens the page.

An address is never refused: what is missing or unknown is as on a fresh page, a number is moved into its limits.
Lists are written as people write them, one thing a line, a number and a name; names may be in either language, or the
keys of the tables, so that an address reads the same everywhere; a page writes them in its own language. A unit's card
shows its values as they are printed, its special rules in sentences and by their names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from msgspec import structs

from heraut.ask.units import profile_answer
from heraut.battle.melee import MeleeSide, SideChoices
from heraut.battle.unit import Cover, Unit
from heraut.kernel.bounds import whole
from heraut.kernel.refusal import exact
from heraut.speech.sentences import LANGUAGES, phrases, say_because
from heraut.speech.typography import typed
from heraut.warband.profile import Profile, profiles, special_rules
from heraut.warband.tables import UnitClass, troops
from heraut.web.game import language
from heraut.web.sentences import RuleSentence

RESTORED = "*"
"""Behind a value that our copy of the source does not print [AM-PROF-10]."""


@dataclass(frozen=True, slots=True)
class UnitCard:
    """The values of a unit as they are printed, the fatigue that exhausts it, its rules."""

    key: str
    armour: str
    aggression: str
    threshold: int | None
    restored: bool
    rules: tuple[RuleSentence, ...]


def card(profile: Profile) -> UnitCard:
    """The card of a unit, in the language of the page."""
    rules = (
        RuleSentence(say_because(row.reason(profile.resilience), language()), row.clauses)
        for row in special_rules(profile)
    )
    return UnitCard(
        profile.key,
        armour_of(profile),
        aggression_of(profile),
        profile.exhaustion_threshold,
        bool(profile.restored),
        tuple(rules),
    )


def armour_of(profile: Profile) -> str:
    """Armour in melee, and against shooting in brackets; a restored value is marked [AM-PROF-10]."""
    mark = RESTORED if "armour" in profile.restored else ""
    return f"{profile.armour.melee} ({profile.armour.shooting}){mark}"


def aggression_of(profile: Profile) -> str:
    """Aggression in melee, and in shooting in brackets; beyond L it may be another [AM-PROF-7]."""
    values, shooting = profile.aggression, str(exact(profile.aggression.shooting))
    if values.far is not None:
        shooting = _("%(near)s ou %(far)s") % {"near": shooting, "far": exact(values.far)}
    return f"{exact(values.melee)} ({shooting})"


def rule_names(profile: Profile) -> list[str]:
    """What its special rules are called, in the language of the page."""
    words = phrases(language())["words"]
    return [words.get(f"rule-{rule}", rule) for rule in profile_answer(profile).rules]


MOST_FIGURES, MOST_FATIGUE, MOST_DICE, MOST_LINES = 24, 9, 20, 40
MOST_CHOSEN = {"own_armour": MOST_FATIGUE, "enemy_armour": MOST_FATIGUE, "bodyguards": MOST_FIGURES}
"""The most of what a side may choose, where it is not dice."""

W = TypeVar("W", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Fields:
    """The values of an address, each read with what it must be."""

    values: Mapping[str, str]
    prefix: str = ""

    def text(self, name: str, default: str = "") -> str:
        return self.values.get(self.prefix + name, default)

    def whole(self, name: str, default: int = 0, *, least: int = 0, most: int = MOST_DICE) -> int:
        """A whole number, moved into its limits; what is no number counts as the default."""
        number = whole(self.text(name))
        return default if number is None or number < 0 else min(most, max(least, number))

    def word(self, name: str, default: W) -> W:
        """One word of a closed list; what is none of them counts as the default."""
        text, words = self.text(name), type(default)
        return words(text) if text in list(words) else default

    def ticked(self, name: str) -> bool:
        return self.text(name) == "on"

    def under(self, prefix: str) -> Fields:
        return Fields(self.values, self.prefix + prefix)

    def without(self, names: Iterable[str]) -> Fields:
        """The same as if nothing stood in these."""
        left_out = {self.prefix + name for name in names}
        return Fields({name: value for name, value in self.values.items() if name not in left_out}, self.prefix)


@dataclass(frozen=True, slots=True)
class UnitForm:
    """A unit of a form, as it stands, and what its owner chooses."""

    prefix: str
    key: str
    figures: int
    fatigue: int
    cover: Cover
    choices: SideChoices

    @property
    def unit(self) -> Unit:
        return Unit(profiles()[self.key], self.figures, self.fatigue, self.cover)

    @property
    def card(self) -> UnitCard:
        return card(self.unit.profile)

    @property
    def side(self) -> MeleeSide:
        return self.choices.side(self.unit)


def read_unit(fields: Fields, default: str) -> UnitForm:
    """One unit of a form."""
    key = fields.text("unit", default)
    known = key if key in profiles() else default
    return UnitForm(
        fields.prefix,
        known,
        fields.whole("figures", usual_figures(known), least=1, most=MOST_FIGURES),
        fields.whole("fatigue", most=MOST_FATIGUE),
        fields.word("cover", Cover.NONE),
        _read_choices(fields),
    )


def _read_choices(fields: Fields) -> SideChoices:
    """What one side chooses, each field of the question by its type."""
    chosen: dict[str, Any] = {
        choice.name: fields.ticked(choice.name)
        if choice.type is bool
        else fields.whole(choice.name, most=MOST_CHOSEN.get(choice.name, MOST_DICE))
        for choice in structs.fields(SideChoices)
    }
    return SideChoices(**chosen)


def usual_figures(key: str) -> int:
    """A unit as it is usually fielded: what one point buys, or as many as the unit may have."""
    troop = troops()[profiles()[key].unit]
    most = troop.size.last or troop.size.first
    return max(troop.size.first, min(troop.per_point or 1, most))


def groups() -> list[tuple[str, list[tuple[Profile, int]]]]:
    """The printed rows by kind of troops, each with its usual figures."""
    by_kind = groupby(profiles().values(), lambda row: row.unit)
    return [(unit, [(row, usual_figures(row.key)) for row in rows]) for unit, rows in by_kind]


def name(key: str) -> str:
    """A unit or a kind of troops in the language of the page."""
    return phrases(language())["words"].get(key, key)


def read_units(text: str) -> tuple[list[Unit], list[str]]:
    """The units of the lines that can be read, and the lines that cannot; without a number, as usually fielded."""
    units, wrong = [], []
    for line in _lines(text):
        count, word = _parted(line)
        key = _keys(tuple(profiles())).get(typed(word))
        if key is None:
            wrong.append(line[:60])
        else:
            figures = int(count) if count is not None and count.denominator == 1 else usual_figures(key)
            units.append(Unit(profiles()[key], max(1, min(MOST_FIGURES, figures))))
    return units, wrong


def write_units(units: Iterable[Unit], wrong: Iterable[str] = ()) -> str:
    """The same list in the language of the page."""
    return "\n".join([*(f"{unit.figures} {name(unit.profile.key)}" for unit in units), *wrong])


def tapped(units: Sequence[Unit], name: str, tap: str) -> list[Unit]:
    """The units of that list after a tap on it: one figure more or fewer, or a unit taken away."""
    changed = list(units)
    listed, place, what = [*tap.split("."), "", ""][:3]
    number = whole(place)
    if listed == name and number is not None and 0 <= number < len(changed):
        unit = changed.pop(number)
        figures = unit.figures + {"more": 1, "less": -1}.get(what, 0)
        if what != "drop":
            changed.insert(number, structs.replace(unit, figures=max(1, min(MOST_FIGURES, figures))))
    return changed


def read_numbers(text: str) -> tuple[dict[UnitClass, Fraction], list[str]]:
    """Kinds of troops with a number each, and the lines that cannot be read."""
    found, wrong = {}, []
    for line in _lines(text):
        count, word = _parted(line)
        key = _keys(tuple(UnitClass)).get(typed(word))
        if key is None or count is None:
            wrong.append(line[:60])
        else:
            found[UnitClass(key)] = count
    return found, wrong


def write_numbers(numbers: Mapping[UnitClass, Fraction]) -> str:
    """The same in the language of the page."""
    return "\n".join(f"{number} {name(unit)}" for unit, number in numbers.items())


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()][:MOST_LINES]


def _parted(line: str) -> tuple[Fraction | None, str]:
    """A number, whole or a fraction, and what follows it."""
    first, _, rest = line.partition(" ")
    over, _, under = first.partition("/")
    plain = all(part.isascii() and part.isdigit() and len(part) < 5 for part in (over, under or "1"))
    if plain and int(under or 1):
        return Fraction(int(over), int(under or 1)), rest.strip(" ×x")
    return None, line


@cache
def _keys(known: tuple[str, ...]) -> Mapping[str, str]:
    """Every way to name one of these: its key, and its name in each language."""
    said = {typed(phrases(spoken)["words"].get(key, key)): key for spoken in LANGUAGES for key in known}
    return {**said, **{key.casefold(): key for key in known}}
