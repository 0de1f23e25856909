"""The scenarios we ship, read from their files, their measures, and where everything of one lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cached_property, partial
from types import MappingProxyType
from typing import get_args

import msgspec

from heraut.kernel.names import ClauseId
from heraut.rulesets.editions import per_edition
from heraut.rulesets.tables import BrokenTable, NumberRow, listed, numbers_of, only_row, read, rows
from heraut.scenario.definition import Element, ElementKind, Limit, MeasuredTo, Scenario, Source
from heraut.scenario.facts import Side
from heraut.scenario.scoring import Awards, Control, Held
from heraut.table.measure import Body, body, reach
from heraut.table.shapes import Disc, Rect, Segment, Shape, inches


class StickRow(msgspec.Struct, frozen=True):
    """A stick and its length."""

    clause: ClauseId
    letter: str
    inches: int


class MarkerRow(msgspec.Struct, frozen=True):
    """How large a marker may be."""

    clause: ClauseId
    least_mm: int
    most_mm: int
    default_mm: int


class BaseRow(msgspec.Struct, frozen=True):
    """The base of a flag or an objective."""

    clause: ClauseId
    kind: ElementKind
    mm: int


@per_edition
def sources() -> dict[str, Source]:
    """Every scenario and its source, in the order of their numbers: those with a file `scenarios/<id>.toml`."""
    found = {source: listed(source, "scenarios") for source in get_args(Source)}
    return {id: source for source, ids in found.items() for id in sorted(ids, key=partial(_number, source))}


def _number(source: Source, id: str) -> int:
    number: int = read(source, f"scenarios/{id}")["scenario"][0]["number"]
    return number


_own_scenarios: ContextVar[Mapping[str, Scenario]] = ContextVar("own scenarios", default=MappingProxyType({}))


@contextmanager
def with_own(scenarios: Mapping[str, Scenario]) -> Iterator[None]:
    """Know an organiser's own scenarios by their ids, here and in whatever is called from here."""
    token = _own_scenarios.set(scenarios)
    try:
        yield
    finally:
        _own_scenarios.reset(token)


def find(id: str) -> Scenario | None:
    """The scenario of that id, complete: one of the rules, or the organiser's own; None if there is none."""
    return _listed(id) or _own_scenarios.get().get(id)


@per_edition
def _listed(id: str) -> Scenario | None:
    source = next((source for source in get_args(Source) if id in listed(source, "scenarios")), None)
    if source is None:
        return None
    scenario = only_row(source, f"scenarios/{id}", "scenario", Scenario)
    if (scenario.id, scenario.source) != (id, source):
        raise BrokenTable(f"{source}/scenarios/{id}.toml: it calls itself {scenario.source}/{scenario.id}")
    scenario = with_deployment(scenario)
    check_names(scenario)
    return scenario


find.cache_clear = _listed.cache_clear  # type: ignore[attr-defined]


def with_deployment(scenario: Scenario) -> Scenario:
    """The scenario with the deployment zones all of Steamroller share, unless it has its own."""
    if scenario.source != "steamroller_2011" or not scenario.available:
        return scenario
    common = rows("steamroller_2011", "deployment", "radial" if scenario.radial else "standard", Element)
    own = {element.id for element in scenario.elements}
    shared = (zone for zone in common if zone.id not in own)
    return msgspec.structs.replace(scenario, elements=(*scenario.elements, *shared))


def every(source: Source | None = None) -> tuple[Scenario, ...]:
    """All scenarios, or those of one source, in order."""
    ids = [id for id, of in sources().items() if source in (None, of)]
    return tuple(found for id in ids if (found := find(id)) is not None)


def limits(scenario: Scenario) -> tuple[Limit, ...]:
    """The limits of the source, then the scenario's own."""
    return (*rows(scenario.source, "terrain", "limit", Limit), *scenario.limits)


def special_limits() -> tuple[Limit, ...]:
    """The only limits on special terrain [ST-SPT-3, ST-SPT-5]."""
    return rows("saga_tournament", "terrain", "special", Limit)


@per_edition
def sticks() -> dict[str, int]:
    """The measuring sticks by letter [ST-GEO-1]."""
    return {row.letter: row.inches for row in rows("saga_tournament", "measures", "stick", StickRow)}


def asked_by(limit: Limit) -> int:
    """The distance a limit asks for, in inches."""
    return reach(limit.more_than or limit.at_least or "0", sticks())


def marker_row() -> MarkerRow:
    """How large a marker may be [ST-MRK-1]."""
    return only_row("saga_tournament", "measures", "marker", MarkerRow)


@per_edition
def base_mm(kind: ElementKind) -> int:
    """The base of a flag or an objective [SR-FLAG-1, SR-OBJ-1]."""
    return next(row.mm for row in rows("steamroller_2011", "bases", "base", BaseRow) if row.kind is kind)


def check_names(scenario: Scenario) -> None:
    """Reject a scenario that speaks of an element it does not have, or has one twice."""
    ids = [element.id for element in scenario.elements]
    file, markers = f"{scenario.source}/scenarios/{scenario.id}.toml", len(scenario.of_kind(ElementKind.MARKER))
    if twice := {id for id in ids if ids.count(id) > 1}:
        raise BrokenTable(f"{file}: elements that are there twice: {', '.join(sorted(twice))}")
    if missing := _named(scenario) - set(ids):
        raise BrokenTable(f"{file}: elements that are named but missing: {', '.join(sorted(missing))}")
    match scenario.scoring:
        case Held(table=points) | Control(table=(_, *_) as points) if len(points) != 1 + markers:
            raise BrokenTable(f"{file}: points for 0 to {markers} markers, not {len(points)} lines - at `$.scoring`")


def _named(scenario: Scenario) -> set[str]:
    steps = {
        name
        for step in scenario.setup
        for field in ("zone", "other_zone", "area")
        if (name := getattr(step, field, None))
    }
    match scenario.scoring:
        case Awards(awards=awards, third=third, removal=removal, cage=cage):
            named = {name for award in awards for name in (award.element, award.contesting, award.touching) if name}
            named |= {flag for award in awards for flag in award.caster_at} | {*third.first, *third.second}
            return steps | named | set(removal.among if removal else ()) | ({cage.box} if cage else set())
        case _:
            return steps


def number(name: str) -> NumberRow:
    """The number of that name."""
    return numbers_of("steamroller_2011", "control")[name]


def shape_of(element: Element, marker_mm: int) -> Shape:
    """The element's shape: markers are of the event's diameter, flags and objectives on their bases."""
    if element.kind in (ElementKind.FLAG, ElementKind.OBJECTIVE):
        return element.shape(inches(base_mm(element.kind)))
    return element.shape(inches(marker_mm))


class Layout(msgspec.Struct, frozen=True, dict=True):
    """Where everything of a scenario is."""

    scenario: Scenario
    marker_mm: int = 40

    @cached_property
    def table(self) -> Body:
        """The whole table."""
        width, height = self.scenario.table
        return body(Rect(0, 0, width, height))

    @cached_property
    def elements(self) -> dict[str, Body]:
        """Every element by its id."""
        return {element.id: body(shape_of(element, self.marker_mm)) for element in self.scenario.elements}

    def marker(self, x: float, y: float) -> Body:
        """A marker placed by a player."""
        return body(Disc(x, y, inches(self.marker_mm)))

    def edge(self, side: Side) -> Body:
        """The long edge that belongs to the side [ST-GEO-3]."""
        width, height = self.scenario.table
        y = 0 if side is Side.FIRST else height
        return body(Segment((0, y), (width, y)))

    @cached_property
    def long_edges(self) -> tuple[Body, ...]:
        """Both players' edges."""
        return (self.edge(Side.FIRST), self.edge(Side.SECOND))

    @cached_property
    def side_edges(self) -> tuple[Body, ...]:
        """The two short edges."""
        width, height = self.scenario.table
        return tuple(body(Segment((x, 0), (x, height))) for x in (0, width))

    @cached_property
    def divide(self) -> tuple[Body, ...]:
        """The line between the two halves: the median, or the diagonal [ST-DIA-10]."""
        return self.of(ElementKind.LINE)

    def half(self, side: Side) -> Body:
        """The side's half of the table."""
        return next(self.elements[half.id] for half in self.scenario.of_kind(ElementKind.HALF) if half.owner is side)

    def of(self, *kinds: ElementKind) -> tuple[Body, ...]:
        """The bodies of these kinds of element."""
        return tuple(self.elements[element.id] for element in self.scenario.of_kind(*kinds))

    def lines(self, target: MeasuredTo, side: Side | None) -> Iterable[Body]:
        """The fixed lines a distance may be measured to."""
        match target:
            case MeasuredTo.EDGES:
                return (*self.long_edges, *self.side_edges)
            case MeasuredTo.LONG_EDGES:
                return self.long_edges
            case MeasuredTo.SIDE_EDGES:
                return self.side_edges
            case MeasuredTo.OWN_EDGE:
                return () if side is None else (self.edge(side),)
            case MeasuredTo.DIVIDE:
                return self.divide
            case _:
                return ()
