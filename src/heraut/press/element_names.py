"""What the zones, flags and objectives of a scenario are called, on its picture as on the score sheet."""

from __future__ import annotations

import re
from collections.abc import Mapping

from heraut.scenario.definition import Element, ElementKind, Scenario
from heraut.speech.sentences import Language, phrases
from heraut.table.shapes import centre

NAMED = (ElementKind.ZONE, ElementKind.FLAG, ElementKind.OBJECTIVE)
_BY_PLACE = re.compile(r"[FZO][NESWC]")
"""Ids that say where on the table: people read left, centre, right as the first player sees them."""
_NUMBERED = re.compile(r"[FZ](\d)")
_IN_HALF = re.compile(r"OBJ(\d)-(\d)")
"""Positions the scenario itself calls OBJ1 and OBJ2, one of each in either half."""


def element_names(scenario: Scenario, language: Language) -> Mapping[str, str]:
    """Each by its kind and its place or number; an organiser's own element by its id."""
    return {one.id: _name(one, scenario, language) for one in scenario.of_kind(*NAMED)}


def element_marks(scenario: Scenario, language: Language) -> Mapping[str, str]:
    """The same on a picture, which shows the kind and the half: no more than tells them apart."""
    named = element_names(scenario, language)
    return {one.id: _mark(one, scenario, language) or named[one.id] for one in scenario.of_kind(*NAMED)}


def _name(element: Element, scenario: Scenario, language: Language) -> str:
    kind = _word(element.kind, language)
    if _BY_PLACE.fullmatch(element.id):
        return _word(f"{element.kind}-{_place(element, scenario)}", language)
    if numbered := _NUMBERED.fullmatch(element.id):
        return f"{kind} {numbered.group(1)}"
    if found := _IN_HALF.fullmatch(element.id):
        return _word(f"objective-in-half-{found.group(2)}", language).format(number=found.group(1))
    return {"Z": kind, "F": kind, "BOX": _word("cage", language)}.get(element.id, element.id)


def _mark(element: Element, scenario: Scenario, language: Language) -> str:
    if _BY_PLACE.fullmatch(element.id):
        return _word(f"place-{_place(element, scenario)}", language)
    found = _IN_HALF.fullmatch(element.id)
    return f"OBJ{found.group(1)}" if found else ""


def _place(element: Element, scenario: Scenario) -> str:
    """Where it lies from the middle of the table, wherever an organiser has moved it."""
    x, y = centre(element.shape(0))
    right, up = x - scenario.table[0] / 2, y - scenario.table[1] / 2
    if max(abs(right), abs(up)) < 1:
        return "centre"
    if abs(right) >= abs(up):
        return "right" if right > 0 else "left"
    return "top" if up > 0 else "bottom"


def _word(name: str, language: Language) -> str:
    return phrases(language)["words"][f"scenario:{name}"]
