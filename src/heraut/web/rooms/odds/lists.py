"""
Lists as people write them, one thing a line: a number and a name.

Names may be in either language, or the keys of the tables, so that an address reads the same everywhere; a page writes
them in its own language.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache

from msgspec.structs import replace

from heraut.battle.unit import Unit
from heraut.kernel.bounds import whole
from heraut.speech import LANGUAGES, phrases
from heraut.warband.profile import profiles
from heraut.warband.vocabulary import UnitClass
from heraut.web.game import language
from heraut.web.rooms.odds.asked import MOST_FIGURES, usual_figures

MOST_LINES = 40


def name(key: str) -> str:
    """A unit or a kind of troops in the language of the page."""
    return phrases(language())["words"].get(key, key)


def read_units(text: str) -> tuple[list[Unit], list[str]]:
    """The units of the lines that can be read, and the lines that cannot; without a number, as usually fielded."""
    units, wrong = [], []
    for line in _lines(text):
        count, word = _parted(line)
        key = _keys(tuple(profiles())).get(word.casefold())
        if key is None:
            wrong.append(line[:60])
        else:
            figures = int(count) if count is not None and count.denominator == 1 else usual_figures(key)
            units.append(Unit(profiles()[key], max(1, min(MOST_FIGURES, figures))))
    return units, wrong


def tapped(units: Sequence[Unit], name: str, tap: str) -> list[Unit]:
    """The units of that list after a tap on it: one figure more or fewer, or a unit taken away."""
    changed = list(units)
    listed, place, what = [*tap.split("."), "", ""][:3]
    number = whole(place)
    if listed == name and number is not None and 0 <= number < len(changed):
        unit = changed.pop(number)
        figures = unit.figures + {"more": 1, "less": -1}.get(what, 0)
        if what != "drop":
            changed.insert(number, replace(unit, figures=max(1, min(MOST_FIGURES, figures))))
    return changed


def write_units(units: Iterable[Unit], wrong: Iterable[str] = ()) -> str:
    """The same list in the language of the page."""
    return "\n".join([*(f"{unit.figures} {name(unit.profile.key)}" for unit in units), *wrong])


def read_numbers(text: str) -> tuple[dict[UnitClass, Fraction], list[str]]:
    """Kinds of troops with a number each, and the lines that cannot be read."""
    found, wrong = {}, []
    for line in _lines(text):
        count, word = _parted(line)
        key = _keys(tuple(UnitClass)).get(word.casefold())
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
    said = {phrases(spoken)["words"].get(key, key).casefold(): key for spoken in LANGUAGES for key in known}
    return {**said, **{key.casefold(): key for key in known}}
