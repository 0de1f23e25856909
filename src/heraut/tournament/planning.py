"""The organiser's preparations: the checklist, the tables, the scenario of each round."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from heraut.kernel import ORGANISER, Audience, ClauseId, Event, Few, Refusal, Seat
from heraut.kernel.engine import Outcome, Subject, on
from heraut.tournament.command import Command, Speaker, not_now
from heraut.tournament.state import Due, Lot, Over, State, unchanged


class CheckOff(Command, frozen=True, kw_only=True):
    """Tick an item of the organiser's checklist."""

    item: str


class ChooseScenario(Command, frozen=True, kw_only=True):
    """Settle the scenario of a round that is not published yet."""

    speaker = Speaker.ORGANISER
    round: Few
    scenario: str


class DrawScenario(Command, frozen=True, kw_only=True):
    """Let two dice choose the scenario of a round."""

    speaker = Speaker.ORGANISER
    round: Few


class SetTables(Command, frozen=True, kw_only=True):
    """Say which tables are in use, in the order they are given out; none: 1, 2, 3 and so on."""

    speaker = Speaker.ORGANISER
    tables: tuple[int, ...]


class ItemCheckedOff(Event, frozen=True, kw_only=True):
    """An item of the organiser's checklist is done."""

    audience = Audience.OFFICIALS
    item: str


class ScenarioDrawBegun(Event, frozen=True, kw_only=True):
    """Dice are to choose a scenario."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    round: int


class ScenarioRedrawn(Event, frozen=True, kw_only=True):
    """The dice gave a scenario that cannot be played; they are rolled again [SR-SCEN-6]."""

    audience = Audience.OWNERS
    seat: Seat
    round: int
    faces: tuple[int, ...]


class ScenarioPlanned(Event, frozen=True, kw_only=True):
    """The scenario of a round, known to the organiser alone until the round is announced [SR-SCEN-7]."""

    audience = Audience.OWNERS
    seat: Seat
    round: int
    scenario: str
    faces: tuple[int, ...] = ()


class TablesSet(Event, frozen=True, kw_only=True):
    """These tables are in use from the next draft on."""

    audience = Audience.EVERYBODY
    tables: tuple[int, ...]


def check_off(state: State, command: CheckOff) -> Outcome:
    """Tick an item."""
    known = tuple(row.item for row in state.settings.checklist())
    if command.item not in known or command.item in state.checklist:
        return Refusal(ClauseId("SR-ORG-1"), "checklist-item", asked=command.item, allowed=known)
    return (ItemCheckedOff(item=command.item),)


def set_tables(state: State, command: SetTables) -> Outcome:
    """The tables in use; a draft made before keeps those it has."""
    if isinstance(state.stage, Over):
        return not_now(state)
    wrong = tuple(table for table, count in Counter(command.tables).items() if table < 1 or count > 1)
    if wrong:
        return Refusal(ClauseId("ST-PAIR-6"), "tables-wrong", asked=wrong)
    return (TablesSet(tables=command.tables),)


def choose_scenario(state: State, command: ChooseScenario) -> Outcome:
    """Settle the scenario of a round to come [ST-ORG-5, SR-SCEN-5]."""
    refusal = _unplannable(state, command.round) or state.settings.scenario_refusal(
        state, command.round, command.scenario
    )
    if refusal is not None:
        return refusal
    return (ScenarioPlanned(seat=command.seat, round=command.round, scenario=command.scenario),)


def draw_scenario(state: State, command: DrawScenario) -> Outcome:
    """Let two dice choose among the scenarios of the rotation [SR-SCEN-5]."""
    settings = state.settings
    if not settings.draws_scenarios:
        return Refusal(ClauseId("SR-VSCEN-2"), "event-scenario-not-drawn")
    refusal = _unplannable(state, command.round)
    if refusal is not None:
        return refusal
    if state.due is not None:
        return not_now(state)
    if not settings.scenarios_open(state, command.round):
        return Refusal(ClauseId("SR-SCEN-3"), "event-scenario-none-left")
    return (ScenarioDrawBegun(seat=command.seat, round=command.round),)


def _unplannable(state: State, number: int) -> Refusal | None:
    if isinstance(state.stage, Over):
        return not_now(state)
    if number <= len(state.rounds):
        return Refusal(ClauseId("SR-SCEN-7"), "event-scenario-published", number)
    return None


def _ticked(state: State, event: ItemCheckedOff) -> State:
    return replace(state, checklist=state.checklist | {event.item})


def _scenario_due(state: State, event: ScenarioDrawBegun) -> State:
    return replace(state, due=Due(Lot.SCENARIO, event.round))


def _planned(state: State, event: ScenarioPlanned) -> State:
    due = None if state.due is not None and state.due.lot is Lot.SCENARIO else state.due
    return replace(state, plan={**state.plan, event.round: event.scenario}, due=due)


def _tables_set(state: State, event: TablesSet) -> State:
    return replace(state, tables=event.tables)


def open_scenarios(state: State, viewer: Seat | None) -> tuple[str, ...]:
    """What the organiser may choose for the next round: one that would be refused is not offered [SR-SCEN-3]."""
    if viewer != ORGANISER:
        return ()
    settings, number = state.settings, len(state.rounds) + 1
    slugs = settings.scenarios_open(state, number)
    return tuple(slug for slug in slugs if settings.scenario_refusal(state, number, slug) is None)


def plan_view(state: State) -> dict[str, str]:
    """The scenario of each round, by its number, as far as it is settled."""
    settings = state.settings
    planned = {number: settings.scenario_of(state, number) for number in range(1, settings.round_count(state) + 1)}
    return {str(number): scenario for number, scenario in planned.items() if scenario}


SUBJECT = Subject[State](
    decides=(
        on(CheckOff, check_off),
        on(ChooseScenario, choose_scenario),
        on(DrawScenario, draw_scenario),
        on(SetTables, set_tables),
    ),
    evolves=(
        on(ItemCheckedOff, _ticked),
        on(ScenarioDrawBegun, _scenario_due),
        on(ScenarioRedrawn, unchanged),
        on(ScenarioPlanned, _planned),
        on(TablesSet, _tables_set),
    ),
)
