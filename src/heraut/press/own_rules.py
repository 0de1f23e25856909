"""
What an organiser's own scenario has otherwise than the one whose clauses it cites, in words made from what it says.

It is scored by its data. A clause of the sheet is printed for it only where the data are still those of the sheet.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from heraut.press.lettering import element_names
from heraut.scenario.definition import Element, Scenario
from heraut.scenario.library import every, sources, with_deployment
from heraut.scenario.scoring import CountRow, PointsAward, Victory
from heraut.speech.sentences import Language, counted, phrases
from heraut.speech.typography import semicolon
from heraut.table.shapes import extent

IN_ROWS = (Victory, PointsAward, CountRow)
"""What has words of its own."""


def changed_clauses(scenario: Scenario, spoken: Language) -> Mapping[str, tuple[str, ...]]:
    """The words of every clause whose data are the organiser's own; none where nothing is left of it."""
    listed = next((one for one in every(scenario.source) if one.clause == scenario.clause), None)
    if listed is None or scenario.id in sources():
        return {}
    theirs, own = _by_clause(listed), _by_clause(scenario)
    changed = [id for id in {**theirs, **own} if _kept(own.get(id, [])) != _kept(theirs.get(id, []))]
    return {id: tuple(_told(own.get(id, []), theirs.get(id, []), scenario, spoken)) for id in changed}


def _by_clause(scenario: Scenario) -> Mapping[str, list[msgspec.Struct]]:
    found: dict[str, list[msgspec.Struct]] = defaultdict(list)
    whole = with_deployment(scenario)
    for part in _parts((whole.scoring, whole.limits, whole.setup, whole.opening, whole.elements)):
        found[part.clause].append(part)  # type: ignore[attr-defined]  # only those that have one
    return found


def _parts(held: Any) -> Iterator[msgspec.Struct]:
    """Everything that cites a clause, however deep."""
    if isinstance(held, tuple):
        for each in held:
            yield from _parts(each)
    if isinstance(held, msgspec.Struct):
        if hasattr(held, "clause"):
            yield held
        for name in held.__struct_fields__:
            yield from _parts(getattr(held, name))


def _kept(parts: list[msgspec.Struct]) -> list[str]:
    """What the parts say themselves: where an element lies is the picture's to tell, how large it is is not."""
    return sorted(repr(_said(part)) for part in parts)


def _said(part: msgspec.Struct) -> tuple[object, ...]:
    if isinstance(part, Element):
        (left, low), (right, high) = extent(part.shape(0))
        return part.kind, part.owner, part.later, round(right - left, 2), round(high - low, 2)
    values = ((name, getattr(part, name)) for name in part.__struct_fields__)
    return type(part).__name__, *(one for one in values if one[1] is not None and not _holds_parts(one[1]))


def _holds_parts(value: object) -> bool:
    return next(_parts(value), None) is not None


def _told(
    parts: list[msgspec.Struct], theirs: list[msgspec.Struct], scenario: Scenario, spoken: Language
) -> Iterator[str]:
    """One line for a victory, awards or a table of points; of anything else, that it is the organiser's own."""
    words, names = phrases(spoken)["words"], element_names(scenario, spoken)
    if rows := [row for part in parts if (row := _row(part, names, words, spoken))]:
        yield f"{semicolon(spoken).join(rows)}."
    others, were = ([part for part in each if not isinstance(part, IN_ROWS)] for each in (parts, theirs))
    if others and _kept(others) != _kept(were):
        drawn = all(isinstance(part, Element) for part in others)
        yield words["scenario:rules-own-drawn" if drawn else "scenario:rules-own-otherwise"]


def _row(part: msgspec.Struct, names: Mapping[str, str], words: Mapping[str, str], spoken: Language) -> str:
    match part:
        case Victory(points=int() as points, lead=lead):
            return _with(words["scenario:rules-own-lead" if lead else "scenario:rules-own-victory"], spoken, points)
        case PointsAward():
            told = _with(words[f"scenario:rules-own-{part.by}"], spoken, part.points, names.get(part.element, ""))
            needs = [(key, getattr(part, key)) for key in ("contesting", "touching") if getattr(part, key)]
            needs += [("caster", " / ".join(part.caster_at))] if part.caster_at else []
            also = [words[f"scenario:rules-own-{key}"].format(element=names.get(id, id)) for key, id in needs]
            return ", ".join([told, *also, *([words[f"scenario:{part.to}"]] if part.to else [])])
        case CountRow(markers=markers, points=points):
            return _with(words["scenario:rules-own-markers"], spoken, points, markers=markers)
        case _:
            return ""


def _with(text: str, spoken: Language, points: int, element: str = "", *, markers: int = 0) -> str:
    return text.format(points=counted(points, spoken), element=element, markers=counted(markers, spoken))
