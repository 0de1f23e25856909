"""The organiser's preparations: the checklist, and the scenario of each round."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from heraut.kernel import ClauseId, Refusal
from heraut.rulesets import rows
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament import rotation
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.settings import SagaSettings, SteamrollerSettings, saga_scenarios
from heraut.tournament.state import Over, State


class ChecklistRow(msgspec.Struct, frozen=True):
    """Something the organiser does before the first pairing."""

    clause: ClauseId
    item: str


def checklist() -> tuple[ChecklistRow, ...]:
    """The organiser's list [SR-ORG-1, SR-ORG-2, SR-ORG-5]."""
    return rows("steamroller_2011", "army", "checklist", ChecklistRow)


def check_off(state: State, command: c.CheckOff) -> Outcome:
    """Tick an item."""
    known = tuple(row.item for row in checklist())
    if command.item not in known or command.item in state.checklist:
        return Refusal(ClauseId("SR-ORG-1"), "checklist-item", asked=command.item, allowed=known)
    return (e.ItemCheckedOff(item=command.item),)


def set_tables(state: State, command: c.SetTables) -> Outcome:
    """The tables in use; a draft made before keeps those it has."""
    if isinstance(state.stage, Over):
        return not_now(state)
    wrong = tuple(table for table, count in Counter(command.tables).items() if table < 1 or count > 1)
    if wrong:
        return Refusal(ClauseId("ST-PAIR-6"), "tables-wrong", asked=wrong)
    return (e.TablesSet(tables=command.tables),)


def choose_scenario(state: State, command: c.ChooseScenario) -> Outcome:
    """Settle the scenario of a round to come [ST-ORG-5, SR-SCEN-5]."""
    refusal = _unplannable(state, command.round) or scenario_refusal(state, command.round, command.scenario)
    if refusal is not None:
        return refusal
    return (e.ScenarioPlanned(seat=command.seat, round=command.round, scenario=command.scenario),)


def draw_scenario(state: State, command: c.DrawScenario) -> Outcome:
    """Let two dice choose among the scenarios of the rotation [SR-SCEN-5]."""
    settings = state.settings
    if isinstance(settings, SagaSettings) or settings.variants.scenarios:
        return Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-not-drawn")
    refusal = _unplannable(state, command.round)
    if refusal is not None:
        return refusal
    if state.due is not None:
        return not_now(state)
    if not rotation.open_scenarios(planned_before(state, command.round), settings.pool):
        return Refusal(ClauseId("SR-SCEN-3"), "event-scenario-none-left")
    return (e.ScenarioDrawBegun(seat=command.seat, round=command.round),)


def _unplannable(state: State, number: int) -> Refusal | None:
    if isinstance(state.stage, Over):
        return not_now(state)
    if number <= len(state.rounds):
        return Refusal(ClauseId("SR-SCEN-7"), "event-scenario-published", number)
    return None


def scenario_refusal(state: State, number: int, slug: str) -> Refusal | None:
    """Why this scenario cannot be played in that round."""
    settings = state.settings
    if isinstance(settings, SagaSettings):
        known = tuple(row.id for row in saga_scenarios())
        return (
            None
            if slug in known
            else Refusal(ClauseId("ST-ORG-6"), "event-scenario-unknown", asked=slug, allowed=known)
        )
    announced = settings.variants.scenarios
    if announced:
        return _announced_refusal(state, number, slug, announced)
    before, after = planned_before(state, number), _planned_after(state, number)
    return rotation.choice_refusal(slug, before, settings.pool) or _met_later(slug, after)


def _announced_refusal(state: State, number: int, slug: str, announced: Sequence[str]) -> Refusal | None:
    """A secret order goes once through the announced scenarios, then again in the same order [SR-VSCEN-2]."""
    settings = state.settings
    assert isinstance(settings, SteamrollerSettings)
    others = {scenario for planned, scenario in state.plan.items() if planned != number}
    if slug not in announced or number > len(announced):
        return Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-not-announced", asked=slug, allowed=tuple(announced))
    if settings.variants.scenarios_in_order and announced[number - 1] != slug:
        return Refusal(ClauseId("SR-VSCEN-1"), "event-scenario-order-public", asked=slug, allowed=announced[number - 1])
    return Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-played", asked=slug) if slug in others else None


def _met_later(slug: str, planned: Sequence[str]) -> Refusal | None:
    return Refusal(ClauseId("SR-SCEN-3"), "event-scenario-played", asked=slug) if slug in planned else None


def planned_before(state: State, number: int) -> list[str]:
    """The scenarios of the rounds before this one, played or planned, in order."""
    played = {published.number: published.scenario for published in state.rounds}
    known = {**state.plan, **played}
    return [known[earlier] for earlier in range(1, number) if earlier in known]


def _planned_after(state: State, number: int) -> list[str]:
    return [scenario for later, scenario in state.plan.items() if later > number]


def scenario_of(state: State, number: int) -> str | None:
    """The scenario the round will play, as far as it is settled."""
    settings = state.settings
    if isinstance(settings, SagaSettings):
        given = settings.scenario_by_round
        return state.plan.get(number) or (given[number - 1] if number <= len(given) else None)
    announced = settings.variants.scenarios
    if not announced:
        return state.plan.get(number)
    if settings.variants.scenarios_in_order or len(announced) == 1:
        return rotation.announced_for(number, announced)
    return state.plan.get((number - 1) % len(announced) + 1)
