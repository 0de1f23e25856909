"""The scenario as an event plays it: its layout, size and pieces, or the organiser's own; what is wrong with either."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from heraut.kernel.names import MOST_ID, ClauseId, is_id
from heraut.kernel.refusal import Refusal, together
from heraut.rulesets.editions import current
from heraut.rulesets.tables import BrokenTable
from heraut.scenario.definition import ChooseStep, Element, ElementKind, Label, Scenario, Size
from heraut.scenario.library import check_names, find
from heraut.scenario.settings import MatchOptions, Settings
from heraut.scenario.tally import rules_of
from heraut.table.shapes import Point, centre, extent


def arrange(scenario: Scenario, options: MatchOptions) -> Scenario | Refusal:
    """The scenario as this event plays it: its size, layout, direction and number of pieces [ST-GEO-13]."""
    if (fault := together(options.faults())) is not None:
        return fault
    if options.table_size not in (None, scenario.table) and not options.layout:
        return Refusal(ClauseId("ST-GEO-2"), "size-needs-layout", allowed=scenario.table, asked=options.table_size)
    arranged = msgspec.structs.replace(
        scenario,
        table=options.table_size or scenario.table,
        elements=_laid_out(scenario, options),
        labels=_true_labels(scenario, options),
        setup=tuple(_with_pieces(scenario, step, options) for step in scenario.setup),
    )
    return together((*_wide_ids(arranged), *_off_table(arranged))) or arranged


def _is_mirrored(scenario: Scenario, options: MatchOptions) -> bool:
    return scenario.id == "diagonal" and options.diagonal_direction == "right-to-far-left"


def _laid_out(scenario: Scenario, options: MatchOptions) -> tuple[Element, ...]:
    mirrored = _is_mirrored(scenario, options)
    base = tuple(_mirror(element, scenario.table[0]) if mirrored else element for element in scenario.elements)
    edited = {element.id: element for element in options.layout}
    kept = tuple(edited.pop(element.id, element) for element in base)
    return (*kept, *edited.values())


def _true_labels(scenario: Scenario, options: MatchOptions) -> tuple[Label, ...]:
    """The distances that still hold: none on a table of another size, nor those that end at what was moved."""
    if options.table_size not in (None, scenario.table):
        return ()
    moved = {element.id for element in options.layout}
    left = [extent(element.shape(0)) for element in scenario.elements if element.id in moved]
    kept = (
        label for label in scenario.labels if not any(_lies_in(end, old) for end in (label.a, label.b) for old in left)
    )
    if not _is_mirrored(scenario, options):
        return tuple(kept)
    width = scenario.table[0]
    return tuple(Label(label.text, _across(label.a, width), _across(label.b, width)) for label in kept)


def _lies_in(point: Point, box: tuple[Point, Point]) -> bool:
    return all(low <= length <= high for low, length, high in zip(box[0], point, box[1], strict=True))


def _across(point: Point, width: int) -> Point:
    return (width - point[0], point[1])


def _mirror(element: Element, width: int) -> Element:
    """Left and right exchanged."""

    def across(point: Point) -> Point:
        return _across(point, width)

    change = msgspec.structs.replace
    if element.point is not None:
        return change(element, point=across(element.point))
    if element.line is not None:
        return change(element, line=(across(element.line[0]), across(element.line[1])))
    if element.poly is not None:
        return change(element, poly=tuple(across(point) for point in element.poly))
    return element


def _with_pieces(scenario: Scenario, step: object, options: MatchOptions) -> object:
    if scenario.id == "diagonal" and isinstance(step, ChooseStep):
        return msgspec.structs.replace(step, baskets=({Size.SMALL: options.diagonal_pieces},))
    return step


def _wide_ids(scenario: Scenario) -> Iterator[Refusal]:
    """Ids that could stand in no address or field; matches before edition 3 are not asked [HOUSE-NAME-2]."""
    for id in (scenario.id, *(element.id for element in scenario.elements)) if current() >= 3 else ():
        if not is_id(id):
            yield Refusal(ClauseId("HOUSE-NAME-2"), "element-not-an-id", subject=id[:MOST_ID], allowed=MOST_ID)


def _off_table(scenario: Scenario) -> list[Refusal]:
    """Elements whose centre is off the table, and areas one could not be "wholly" in because they are bent."""
    width, height = scenario.table
    placed = scenario.of_kind(ElementKind.MARKER, ElementKind.FLAG, ElementKind.OBJECTIVE, ElementKind.ZONE)
    centres = [(element, centre(element.shape(0))) for element in placed]
    off = [element for element, (x, y) in centres if not (0 <= x <= width and 0 <= y <= height)]
    bent = [element for element in scenario.elements if element.poly is not None and not _is_convex(element.poly)]
    return [Refusal(ClauseId("ST-GEO-11"), "element-off-table", subject=element.id) for element in off] + [
        Refusal(ClauseId("ST-GEO-9"), "element-bent", subject=element.id) for element in bent
    ]


def _is_convex(points: tuple[Point, ...]) -> bool:
    """Every corner turns the same way."""
    corners = zip(points, points[1:] + points[:1], points[2:] + points[:2], strict=True)
    turns = [(bx - ax) * (cy - by) - (by - ay) * (cx - bx) for (ax, ay), (bx, by), (cx, cy) in corners]
    return all(turn >= 0 for turn in turns) or all(turn <= 0 for turn in turns)


def arranged(settings: Settings) -> Scenario | Refusal:
    """The scenario this match plays, or everything that is wrong with the settings."""
    found = find(settings.scenario)
    if found is None:
        scenario = _own(settings.scenario, settings.definition)
    else:
        scenario = found if found.available else _defined(found, settings.definition)
    if isinstance(scenario, Refusal):
        return scenario
    return together(tuple(_people(settings))) or arrange(scenario, settings.options)


def _own(id: str, definition: Scenario | None) -> Scenario | Refusal:
    """A scenario the rules do not list is played by the organiser's own definition of it [ST-GEO-13]."""
    clause = ClauseId("ST-ORG-6")
    if definition is None or definition.id != id:
        return Refusal(clause, "match-unknown-scenario", subject=id)
    return _broken(definition, clause) or definition


def _defined(listed: Scenario, definition: Scenario | None) -> Scenario | Refusal:
    """A scenario without a text is played by the organiser's definition only [SR-S15-1, SR-S15-2]."""
    if definition is None or definition.scoring is None:
        return Refusal(listed.clause, "scenario-not-described", subject=listed.id)
    known = {name: getattr(listed, name) for name in ("id", "source", "number", "group")}
    whole = msgspec.structs.replace(definition, **known, radial=True)
    return _broken(whole, listed.clause) or whole


LONGEST_GAME = 1000
"""Turns, and dice for another one: far beyond any game, and far below what stops a server."""


def _broken(definition: Scenario, clause: ClauseId) -> Refusal | None:
    """Why a definition cannot be played: scoring its source does not have, a game without end, elements it lacks."""
    if not isinstance(definition.scoring, rules_of(definition).SCORING):
        return Refusal(clause, "definition-broken", subject="scoring.kind")
    length = definition.length
    if length is not None and max(length.turns or 0, length.dice) > LONGEST_GAME:
        return Refusal(clause, "definition-broken", subject="length")
    try:
        check_names(definition)
    except BrokenTable as error:
        return Refusal(clause, "definition-broken", subject=str(error))
    return None


def _people(settings: Settings) -> list[Refusal]:
    clause = ClauseId("HOUSE-SEAT-2")
    faults = []
    if len(settings.players) != 2:
        faults.append(Refusal(clause, "match-two-players", asked=len(settings.players), allowed=2))
    faults += [
        Refusal(clause, "unknown-caster-seat", subject=seat, asked=number)
        for seat, number in settings.casters.items()
        if seat not in settings.players or number < 1
    ]
    faults += [
        Refusal(clause, "unknown-band-seat", subject=seat) for seat in settings.bands if seat not in settings.players
    ]
    return faults
