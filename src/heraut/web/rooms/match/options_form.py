"""
What an event or a single match changes at its table, typed in words.

A terrain table is a line per type, "Bois : petit, grand ; 3 ; accidenté"; a massacre scale a line per class,
"Garde : 1"; a position the numbers of its points in inches, from the first player's left corner.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import QueryDict
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from heraut.kernel.codec import from_plain
from heraut.kernel.refusal import Refusal
from heraut.press.diagram import HEAD, SCALE, SIDE_MARGIN, diagram
from heraut.scenario.arrangement import arrange
from heraut.scenario.definition import GEOMETRIES, Element, ElementKind, Scenario, Size
from heraut.scenario.library import every
from heraut.scenario.settings import MassacreScale, MatchOptions
from heraut.speech.sentences import phrases, say_fault
from heraut.speech.typography import typed
from heraut.web.forms import wrong
from heraut.web.game import language
from heraut.web.rooms.match.builder import PROPERTIES

IN_WORDS = ("terrain_table", "massacre_scale", "table_size")
"""Settings this form reads from words; the others have a control of their own kind."""
CLASSES = ("warlord", "hearthguard", "warrior", "levy")
_WORTH = re.compile(r"\d{1,4}(?:[.,]\d{1,3}|/[1-9]\d?)?")
_OR = re.compile(r",|\b(?:et|and|ou|or)\b")
HOW_MANY = {"point": 2, "rect": 4, "circle": 3, "line": 4}
MOST_NUMBERS = 60
_NUMBER = re.compile(r"-?\d+(?:[.,]\d+)?")


@dataclass(frozen=True, slots=True)
class ElementPosition:
    """A marker or a zone of a scenario with the numbers of its points."""

    field: str
    label: str
    value: str
    geometry: str
    """`point`, `rect`, `circle`, `poly` or `line`: what its numbers are."""
    fragile: bool


@dataclass(frozen=True, slots=True)
class ScenarioPicture:
    """A scenario's picture and what may be moved on it."""

    name: str
    picture: SafeString
    positions: tuple[ElementPosition, ...]
    scale: float = SCALE
    left: float = SIDE_MARGIN
    top: float = HEAD
    width: int = 48
    height: int = 36


def context(values: Mapping[str, Any]) -> Mapping[str, Any]:
    """What the form begins with, of the settings given."""
    layouts, scale = values.get("scenario_layouts") or {}, values.get("massacre_scale") or {}
    size = " × ".join(map(str, values.get("table_size") or ()))
    return {
        "terrain_text": terrain_text(values.get("terrain_table") or ()),
        "massacre_text": massacre_text(scale),
        "massacre_rounding": scale.get("rounding", "down"),
        "table_size_text": size,
        "grounds": tuple(_ground(one, layouts.get(one.id, ())) for one in every("saga_tournament")),
    }


def read(posted: QueryDict) -> dict[str, Any]:
    """The settings typed in words, as plain values; what was left empty is left out."""
    found: dict[str, Any] = {}
    if terrain := list(_terrain(posted.get("terrain_table", ""))):
        found["terrain_table"] = terrain
    if points := dict(_massacre(posted.get("massacre_scale", ""))):
        found["massacre_scale"] = {"points": points, "rounding": posted.get("massacre_rounding") or "down"}
    if size := _numbers(posted.get("table_size", ""), "table_size"):
        found["table_size"] = [int(length) for length in size]
    layouts = {one.id: moved for one in every("saga_tournament") if (moved := list(_moved(one, posted)))}
    if layouts:
        found["scenario_layouts"] = layouts
        _check(layouts, found.get("table_size"))
    return found


def _check(layouts: Mapping[str, Any], size: Any) -> None:
    """Refuse at once what no match could be opened with."""
    for one in every("saga_tournament"):
        if one.id in layouts:
            plain = {"layout": layout_of(one, layouts[one.id]), **({"table_size": size} if size else {})}
            fault = arrange(one, from_plain(plain, MatchOptions))
            if isinstance(fault, Refusal):
                name = one.name(language())
                named = {element.id: f"{element_words(one, element)} ({name})" for element in _movable(one)}
                raise wrong(say_fault(fault, language(), named), "scenario_layouts")


def _words() -> Mapping[str, str]:
    return phrases(language())["words"]


def _marks() -> tuple[str, str]:
    """A colon and a semicolon as people type them, with plain spaces where their language has any."""
    return (" : ", " ; ") if language() == "fr" else (": ", "; ")


def _meant(text: str, field: str, known: Mapping[str, str]) -> str:
    """The value that a word stands for, in either language."""
    asked = typed(text)
    found = next((value for word, value in known.items() if asked.rstrip("s") == typed(word).rstrip("s")), None)
    if found is None:
        said = _("« %(text)s » n'existe pas. Choisissez parmi : %(known)s.")
        known_words = ", ".join(dict.fromkeys(_words().get(f"scenario:{one}") or one for one in known.values()))
        raise wrong(said % {"text": text.strip(), "known": known_words}, field)
    return found


def _vocabulary(values: Iterator[str] | tuple[str, ...]) -> dict[str, str]:
    """Each value by its word in French, in English, and by itself."""
    listed = tuple(values)
    spoken = [phrases(each)["words"] for each in ("fr", "en")]
    named = {words.get(f"scenario:{value}") or words.get(value, value): value for words in spoken for value in listed}
    return named | {value: value for value in listed}


def terrain_text(lines: Any) -> str:
    """The terrain table as it is typed."""
    words = _words()

    def said(value: str) -> str:
        return words.get(f"scenario:{value}") or words.get(value, value)

    colon, semicolon = _marks()
    return "\n".join(
        f"{line['name']}{colon}{', '.join(map(said, line['sizes']))}{semicolon}{line['most']}"
        + (f"{semicolon}{', '.join(map(said, line['properties']))}" if line.get("properties") else "")
        for line in lines
    )


def _terrain(text: str) -> Iterator[dict[str, Any]]:
    sizes, properties = _vocabulary(tuple(Size)), _vocabulary(PROPERTIES["saga_tournament"])
    for line in filter(None, map(str.strip, text.splitlines())):
        name, colon, rest = line.partition(":")
        parts = [part.strip() for part in rest.split(";")]
        if not colon or len(parts) < 2 or not parts[1].isdecimal():
            said = _("« %s » ne se lit pas. Écrivez par exemple : Bois : petit, grand ; 3 ; accidenté.") % line
            raise wrong(said, "terrain_table")
        yield {
            "name": name.strip(),
            "sizes": [_meant(size, "terrain_table", sizes) for size in _OR.split(parts[0])],
            "most": int(parts[1]),
            "properties": [
                _meant(one, "terrain_table", properties) for one in ",".join(parts[2:]).split(",") if one.strip()
            ],
        }


def massacre_text(scale: Any) -> str:
    """The massacre scale as it is typed."""
    words = _words()
    points, (colon, _semicolon) = (scale or {}).get("points", {}), _marks()
    return "\n".join(f"{words.get(name, name)}{colon}{value}" for name, value in points.items())


def massacre_classes(scale: MassacreScale | None) -> tuple[tuple[str, str], ...]:
    """The classes of figures a scale has, by id and by name."""
    return () if scale is None else tuple((name, _words().get(name, name)) for name in scale.points)


def _massacre(text: str) -> Iterator[tuple[str, str]]:
    known = _vocabulary(CLASSES)
    for line in filter(None, map(str.strip, text.splitlines())):
        name, _colon, worth = line.partition(":")
        if not _WORTH.fullmatch(worth.strip()):
            said = _("« %s » ne se lit pas. Écrivez par exemple : Guerriers : 1.") % line
            raise wrong(said, "massacre_scale")
        meant = next((value for word, value in known.items() if typed(word) == typed(name)), None)
        yield meant or name.strip(), worth.strip().replace(",", ".")


def _numbers(text: str, field: str) -> list[float]:
    found = [float(number.replace(",", ".")) for number in _NUMBER.findall(text)]
    if text.strip() and (not found or re.search(r"[a-zA-Z]{2}", text)):
        raise wrong(_("« %s » : il faut des nombres.") % text.strip(), field)
    return found


def _ground(scenario: Scenario, moved: Any) -> ScenarioPicture:
    places = {place["id"]: place for place in moved}
    shown = (
        ElementPosition(
            field=_field(scenario, one),
            label=element_words(scenario, one),
            value=_coordinates(places.get(one.id) or _plain(one)),
            geometry=one.geometry,
            fragile=one.status.is_reconstructed,
        )
        for one in _movable(scenario)
    )
    return ground_of(scenario, shown)


def ground_of(scenario: Scenario, positions: Iterable[ElementPosition]) -> ScenarioPicture:
    """The scenario's picture, and these positions on it."""
    picture, (width, height) = mark_safe(diagram(scenario, language(), shown="untitled")), scenario.table
    return ScenarioPicture(scenario.name(language()), picture, tuple(positions), width=width, height=height)


def _movable(scenario: Scenario) -> tuple[Element, ...]:
    return scenario.of_kind(ElementKind.MARKER, ElementKind.DEPLOYMENT)


def _field(scenario: Scenario, element: Element) -> str:
    return f"place.{scenario.id}.{element.id}"


def _plain(element: Element) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(element)
    return plain


def coordinates(element: Element) -> str:
    """The numbers of an element as people type them."""
    return _coordinates(_plain(element))


def read_numbers(text: str, element: Element) -> list[float]:
    """The numbers somebody typed for that element; `Malformed` if they are too few or too many."""
    numbers, asked = _numbers(text, "scenario_layouts"), HOW_MANY.get(element.geometry)
    fits = len(numbers) == asked if asked is not None else len(numbers) % 2 == 0 and len(numbers) <= MOST_NUMBERS
    if not fits:
        said = _("« %(text)s » : il faut %(asked)s nombres.") if asked else _("« %(text)s » : il faut des paires.")
        raise wrong(said % {"text": text, "asked": asked}, "scenario_layouts")
    return numbers


def _coordinates(place: Mapping[str, Any]) -> str:
    if pairs := place.get("poly") or place.get("line"):
        return _marks()[1].join(f"{x:g} {y:g}" for x, y in pairs)
    return " ".join(f"{number:g}" for number in place.get("point") or place.get("circle") or place["rect"])


def element_words(scenario: Scenario, element: Element) -> str:
    """A marker by its number, a zone by its colour and its player, as the picture shows them."""
    words = _words()
    if element.kind is ElementKind.MARKER:
        return f"{words['scenario:marker']} {scenario.of_kind(ElementKind.MARKER).index(element) + 1}"
    colours = {"blue": _("zone bleue"), "orange": _("zone orangée")}
    zone = colours.get(element.id.partition("_")[0], _("zone"))
    return f"{zone}, {words[f'scenario:{element.owner}'] if element.owner else ''}"


def _moved(scenario: Scenario, posted: QueryDict) -> Iterator[dict[str, Any]]:
    """The elements whose numbers are not the sheet's."""
    for element in _movable(scenario):
        text = posted.get(_field(scenario, element), "").strip()
        if not text or text == coordinates(element):
            continue
        form, numbers = element.geometry, read_numbers(text, element)
        pairs = [numbers[place : place + 2] for place in range(0, len(numbers), 2)]
        yield {"id": element.id, form: numbers if form != "poly" else pairs}


def layout_of(scenario: Scenario, places: Any) -> list[dict[str, Any]]:
    """The moved elements whole, as a match takes them."""
    moved = {place["id"]: place for place in places}
    return [
        {**{key: value for key, value in _plain(element).items() if key not in GEOMETRIES}, **moved[element.id]}
        for element in scenario.elements
        if element.id in moved
    ]
