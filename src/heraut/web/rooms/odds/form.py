"""
The forms of the odds: an address in, typed values out, and back into the address that reopens the page.

An address is never refused: what is missing or unknown is as on a fresh page, a number is moved into its limits.
Lists are written as people write them, one thing a line, a number and a name; names may be in either language, or the
keys of the tables, so that an address reads the same everywhere; a page writes them in its own language.
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

from heraut.battle.melee import MeleeSide, SideChoices
from heraut.battle.unit import Cover, Unit
from heraut.kernel.bounds import whole
from heraut.kernel.codec import Malformed, from_plain
from heraut.kernel.refusal import exact
from heraut.speech.sentences import LANGUAGES, phrases, say_because
from heraut.speech.typography import typed
from heraut.warband.overrides import OUR_DEFAULT, OverrideRow, Overrides, override_rows
from heraut.warband.profile import Profile, profiles, special_rules
from heraut.warband.tables import UnitClass, trades, troops
from heraut.web.game import language
from heraut.web.sentences import RuleSentence

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


RULE = "o."
"""What the name of a field begins with that sets an organiser's rule."""

MOST_OF_A_RULE = 60
OF_BANDS = ("necromancer_casts", "trade_table", "massacre_scale")
OF_TURNS = ("free_activation_counts",)
OF_FIGHTS = tuple(row.key for row in override_rows() if row.key not in (*OF_BANDS, *OF_TURNS))
OF_TABLES = (*OF_FIGHTS, "massacre_scale")


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One override key on a form: the words it may be, a number, or a list; `chosen` is what the address says."""

    key: str
    clause: str
    default: str
    chosen: str
    options: tuple[str, ...]
    numbers: bool
    wrong: tuple[str, ...] = ()
    ours: str = ""
    """For a list: our own, as an example to change."""

    @property
    def changed(self) -> bool:
        return self.chosen != self.default

    @property
    def lists(self) -> bool:
        return "table" in self.options

    def plain(self) -> Any:
        """The value, as `Overrides` reads it."""
        if self.key == "trade_table":
            return _read_trades(self.chosen)[0] or "none"
        if self.lists:
            return {unit: str(number) for unit, number in read_numbers(self.chosen)[0].items()} or "none"
        if self.chosen in ("true", "false"):
            return self.chosen == "true"
        number = whole(self.chosen)
        return self.chosen if number is None else number


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The organiser's rules that matter on a page, each with our default, in the order of the sheet."""

    rules: tuple[HouseRule, ...]

    @property
    def changed(self) -> bool:
        return any(rule.changed for rule in self.rules)

    @property
    def overrides(self) -> Overrides:
        """What they stand for; a value that cannot be is ours again."""
        try:
            read: Overrides = from_plain({rule.key: rule.plain() for rule in self.rules if rule.changed}, Overrides)
        except Malformed:
            return OUR_DEFAULT
        return read

    def address(self) -> dict[str, str]:
        """What an address must say of them."""
        return {RULE + rule.key: rule.chosen for rule in self.rules if rule.changed}


def read_house_rules(fields: Fields, keys: tuple[str, ...] = OF_FIGHTS) -> HouseRules:
    """These override keys as the address sets them."""
    return HouseRules(tuple(_read_rule(row, fields) for row in override_rows() if row.key in keys))


def _read_rule(row: OverrideRow, fields: Fields) -> HouseRule:
    words = tuple(_word(value) for value in (row.default, *row.other) if value != "integer")
    if "table" in words:
        return _read_list(row, fields.text(RULE + row.key).strip(), words)
    numbers = "integer" in row.other
    asked = fields.text(RULE + row.key, _word(row.default))
    number = whole(asked)
    known = asked in words or (numbers and number is not None and 0 <= number <= MOST_OF_A_RULE)
    return HouseRule(
        row.key, row.clauses[0], _word(row.default), asked if known else _word(row.default), words, numbers
    )


def _read_list(row: OverrideRow, text: str, words: tuple[str, ...]) -> HouseRule:
    if row.key == "trade_table":
        read, wrong = _read_trades(text)
        written, ours = _write_trades(read), _write_trades({unit: trade.paid for unit, trade in trades().items()})
    else:
        numbers, wrong = read_numbers(text)
        written = write_numbers(numbers)
        ours = write_numbers({unit: troop.massacre for unit, troop in troops().items()})
    chosen = "\n".join([*([written] if written else []), *wrong])
    return HouseRule(row.key, row.clauses[0], "", chosen, words, numbers=False, wrong=tuple(wrong), ours=ours)


def _read_trades(text: str) -> tuple[dict[UnitClass, dict[UnitClass, int]], list[str]]:
    """Lines such as “1 Lieutenant: 4 Warriors, 6 Levies”: what may be paid for one figure."""
    found: dict[UnitClass, dict[UnitClass, int]] = {}
    wrong = []
    for line in text.splitlines()[:MOST_LINES]:
        bought, _, paid = line.partition(":")
        (units, faulty), (prices, faulty_too) = read_numbers(bought), read_numbers("\n".join(paid.split(",")))
        prices_in_figures = {unit: int(count) for unit, count in prices.items() if count.denominator == 1 and count}
        if len(units) == 1 and prices_in_figures and not faulty and not faulty_too:
            found[next(iter(units))] = prices_in_figures
        elif line.strip():
            wrong.append(line.strip()[:60])
    return found, wrong


def _write_trades(table: Mapping[UnitClass, Mapping[UnitClass, int]]) -> str:
    return "\n".join(
        f"1 {name(unit)}: " + ", ".join(f"{count} {name(payer)}" for payer, count in paid.items())
        for unit, paid in table.items()
    )


def _word(value: int | bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


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
