"""The scenarios we ship, read from their files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from types import MappingProxyType
from typing import get_args

import msgspec

from heraut.kernel import ClauseId
from heraut.rulesets import listed, per_edition, read, rows
from heraut.rulesets.tables import BrokenTable
from heraut.scenario.definition import Element, Kind, Limit, Scenario, Source
from heraut.scenario.scoring import Awards, Control, Held


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
    kind: Kind
    mm: int


@per_edition
def sources() -> dict[str, Source]:
    """Every scenario and its source, in the order of their numbers: those with a file `scenarios/<id>.toml`."""
    return {id: source for source in get_args(Source) for id in sorted(_ids(source), key=partial(_number, source))}


def _ids(source: Source) -> tuple[str, ...]:
    return listed(source, "scenarios")


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
    source = next((source for source in get_args(Source) if id in _ids(source)), None)
    if source is None:
        return None
    scenario: Scenario
    (scenario,) = rows(source, f"scenarios/{id}", "scenario", Scenario)
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


def marker_row() -> MarkerRow:
    """How large a marker may be [ST-MRK-1]."""
    row: MarkerRow = rows("saga_tournament", "measures", "marker", MarkerRow)[0]
    return row


@per_edition
def base_mm(kind: Kind) -> int:
    """The base of a flag or an objective [SR-FLAG-1, SR-OBJ-1]."""
    bases: tuple[BaseRow, ...] = rows("steamroller_2011", "bases", "base", BaseRow)
    return next(row.mm for row in bases if row.kind is kind)


def check_names(scenario: Scenario) -> None:
    """Reject a scenario that speaks of an element it does not have, or has one twice."""
    ids = [element.id for element in scenario.elements]
    twice = {id for id in ids if ids.count(id) > 1}
    missing = _named(scenario) - set(ids)
    if twice or missing:
        raise BrokenTable(f"{scenario.source}/scenarios/{scenario.id}.toml: twice {twice}, missing {missing}")


def _named(scenario: Scenario) -> set[str]:
    steps = {name for step in scenario.setup for field in ("zone", "other_zone", "area") if (name := _of(step, field))}
    match scenario.scoring:
        case Awards(awards=awards, third=third, removal=removal, cage=cage):
            named = {name for award in awards for name in (award.element, award.contesting, award.touching) if name}
            named |= {flag for award in awards for flag in award.caster_at} | {*third.first, *third.second}
            return steps | named | set(removal.among if removal else ()) | ({cage.box} if cage else set())
        case Held() | Control(table=(_, *_)) as scoring if len(scoring.table) != 1 + len(scenario.of_kind(Kind.MARKER)):
            return steps | {"a row of points for every number of markers"}
        case _:
            return steps


def _of(step: object, field: str) -> str | None:
    return getattr(step, field, None)


class Number(msgspec.Struct, frozen=True):
    """A number and the clause that gives it."""

    clause: ClauseId
    name: str
    value: int


@per_edition
def number(name: str) -> Number:
    """The number of that name."""
    found: tuple[Number, ...] = rows("steamroller_2011", "control", "number", Number)
    return next(row for row in found if row.name == name)
