"""What fixes a match for ever: its scenario, its two players, the event's options."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from heraut.kernel import ClauseId, Name, PlayerSeat, Refusal, Seat, StreamId, together
from heraut.rulesets.tables import BrokenTable
from heraut.scenario.data import Scenario
from heraut.scenario.library import check_names, find
from heraut.scenario.options import Options, arrange
from heraut.scenario.scoring import Awards


class AtTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table of an event a match is played at, by the name of the event's stream; a shell takes the result there."""

    event: StreamId
    round: int
    table: int


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """
    A match. `players` names the two seats; `casters` is how many casters each has, 1 unless stated.

    `definition` is an organiser's own text of a scenario that is listed without one [SR-S15-1]; `edges_assigned` says
    that the organiser has settled who sits where.
    """

    scenario: str
    players: dict[PlayerSeat, Name]
    options: Options = Options()
    casters: Mapping[Seat, int] = {}
    definition: Scenario | None = None
    edges_assigned: bool = False
    at: AtTable | None = None


def arranged(settings: Settings) -> Scenario | Refusal:
    """The scenario this match plays, or everything that is wrong with the settings."""
    found = find(settings.scenario)
    if found is None:
        return Refusal(ClauseId("ST-ORG-6"), "match-unknown-scenario", subject=settings.scenario)
    scenario = found if found.available else _defined(found, settings.definition)
    if isinstance(scenario, Refusal):
        return scenario
    return together(tuple(_people(settings))) or arrange(scenario, settings.options)


def _defined(listed: Scenario, definition: Scenario | None) -> Scenario | Refusal:
    """A scenario without a text is played by the organiser's definition only [SR-S15-1, SR-S15-2]."""
    if definition is None or definition.scoring is None:
        return Refusal(listed.clause, "scenario-not-described", subject=listed.id)
    if not isinstance(definition.scoring, Awards):
        return Refusal(listed.clause, "definition-broken", subject="scoring.kind")
    try:
        check_names(definition)
    except BrokenTable as error:
        return Refusal(listed.clause, "definition-broken", subject=str(error))
    return msgspec.structs.replace(definition, id=listed.id, number=listed.number, group=listed.group, radial=True)


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
    return faults
