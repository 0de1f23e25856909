"""
What the organiser settles: the checklist, the tables, the scenario of each round; the settings and the name.

Settings of an event that is open change as far as nothing played depends on them [HOUSE-CHANGE-1].
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
from msgspec.structs import replace as fill

from heraut.kernel.engine import Outcome, Subject, on, unchanged
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Roll, Speaker
from heraut.kernel.names import OFFICIALS, ORGANISER, ClauseId, Few, Name, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament.command import TournamentCommand, not_now
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.lots import AWAITED, Lot
from heraut.tournament.pairing.tables import table_number_faults
from heraut.tournament.results import ends_after
from heraut.tournament.rounds import DraftDiscarded
from heraut.tournament.state import BetweenRounds, DueDice, Over, Round, State

_FIXED = ClauseId("HOUSE-CHANGE-1")
KEPT = ("players", "awards")
"""What has commands of its own: entries and prizes stay as they are."""


class CheckOff(TournamentCommand, frozen=True, kw_only=True):
    """Tick an item of the organiser's checklist."""

    item: str


class ChooseScenario(TournamentCommand, frozen=True, kw_only=True):
    """Settle the scenario of a round that is not published yet."""

    speaker = Speaker.ORGANISER
    round: Few
    scenario: str


class DrawScenario(TournamentCommand, frozen=True, kw_only=True):
    """Let two dice choose the scenario of a round."""

    speaker = Speaker.ORGANISER
    round: Few


class SetTables(TournamentCommand, frozen=True, kw_only=True):
    """Say which tables are in use, in the order they are given out; none: 1, 2, 3 and so on."""

    speaker = Speaker.ORGANISER
    tables: tuple[int, ...]


class ChangeSettings(TournamentCommand, frozen=True, kw_only=True):
    """Change the settings of an event that is open; its players and prizes stay."""

    speaker = Speaker.ORGANISER
    settings: AnySettings


class RenameEvent(TournamentCommand, frozen=True, kw_only=True):
    """Call the event otherwise."""

    speaker = Speaker.ORGANISER
    title: Name


class ItemCheckedOff(Event, frozen=True, kw_only=True):
    """An item of the organiser's checklist is done."""

    audience = Audience.OFFICIALS
    item: str


class ScenarioEvent(Event, frozen=True, kw_only=True):
    """Something about the scenario of a round, known to the organiser alone until it is announced [SR-SCEN-7]."""

    audience = Audience.OWNERS
    seat: Seat
    round: int


class ScenarioDrawBegun(ScenarioEvent, frozen=True, kw_only=True):
    """Dice are to choose a scenario."""

    outline = Audience.EVERYBODY


class ScenarioRedrawn(ScenarioEvent, frozen=True, kw_only=True):
    """The dice gave a scenario that cannot be played; they are rolled again [SR-SCEN-6]."""

    faces: tuple[int, ...]


class ScenarioPlanned(ScenarioEvent, frozen=True, kw_only=True):
    """The scenario of a round is settled."""

    scenario: str
    faces: tuple[int, ...] = ()


class TablesSet(PublicEvent, frozen=True, kw_only=True):
    """These tables are in use from the next draft on."""

    tables: tuple[int, ...]


class SettingsChanged(Event, frozen=True, kw_only=True):
    """The settings from now on; what is secret in them stays the organiser's."""

    audience = Audience.OWNERS
    outline = Audience.EVERYBODY
    seat: Seat
    settings: AnySettings
    minutes: tuple[int | None, ...] = ()
    """How long the games of each round so far last, where they keep what they had from the settings before; 0: none."""


class ListReturned(PublicEvent, frozen=True, kw_only=True):
    """A list no longer fits the settings: its player hands in another."""

    player: Seat


class EventRenamed(PublicEvent, frozen=True, kw_only=True):
    """The event is called otherwise."""

    title: str


def check_off(state: State, command: CheckOff) -> Outcome:
    """Tick an item."""
    known = tuple(row.item for row in state.settings.checklist())
    if command.item not in known or command.item in state.checklist:
        return Refusal(state.settings.clauses.checklist, "checklist-item", asked=command.item, allowed=known)
    return (ItemCheckedOff(item=command.item),)


def set_tables(state: State, command: SetTables) -> Outcome:
    """The tables in use; a draft made before keeps those it has."""
    if isinstance(state.stage, Over):
        return not_now(state)
    return table_number_faults(command.tables, state.settings.clauses.tables) or (TablesSet(tables=command.tables),)


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
    if not settings.scenario_dice:
        return Refusal(settings.clauses.scenario_draw, "event-scenario-not-drawn")
    refusal = _unplannable(state, command.round)
    if refusal is not None:
        return refusal
    if state.due is not None:
        return not_now(state)
    if not settings.scenarios_open(state, command.round):
        return Refusal(settings.clauses.scenario_once, "event-scenario-none-left")
    return (ScenarioDrawBegun(seat=command.seat, round=command.round),)


def drawn_scenario(state: State, command: Roll) -> Outcome:
    """What the dice chose; one that cannot be played is drawn again [SR-SCEN-6]."""
    assert state.due is not None
    number, faces = state.due.round, command.faces
    scenario = state.settings.scenario_drawn(faces)
    if state.settings.scenario_refusal(state, number, scenario) is not None:
        return (ScenarioRedrawn(seat=ORGANISER, round=number, faces=faces),)
    return (ScenarioPlanned(seat=ORGANISER, round=number, scenario=scenario, faces=faces),)


def _unplannable(state: State, number: int) -> Refusal | None:
    if isinstance(state.stage, Over):
        return not_now(state)
    if number <= len(state.rounds):
        return Refusal(state.settings.clauses.scenario, "event-scenario-published", number)
    return None


def change_settings(state: State, command: ChangeSettings) -> Outcome:
    """Change what nothing played depends on, every obstacle named at once; it may end the event [HOUSE-CHANGE-1]."""
    if isinstance(state.stage, Over) or state.due is not None:
        return not_now(state)
    old = state.settings
    if type(command.settings) is not type(old):
        return Refusal(_FIXED, "settings-other-format")
    new: Format = msgspec.structs.replace(command.settings, **{name: getattr(old, name) for name in KEPT})
    changed = changed_fields(old, new)
    refusal = new.refusal() or _unchangeable(state, changed) or _rounds_refusal(state, new)
    if refusal is not None:
        return refusal
    change = SettingsChanged(seat=command.seat, settings=new, minutes=_kept_minutes(state, new))
    return (
        change,
        *((TablesSet(tables=new.tables),) if "tables" in changed else ()),
        *_draft_discarded(state, changed),
        *(ListReturned(player=seat) for seat in _misfits(state, new)),
        *ends_after(_changed(state, change)),
    )


def _kept_minutes(state: State, new: Format) -> tuple[int | None, ...]:
    """Published rounds keep the length they had, or that they had none."""
    return _unless_as_before(state, tuple(_kept(each, state.settings.clock.length(each), new) for each in state.rounds))


def _unless_as_before(state: State, minutes: tuple[int | None, ...]) -> tuple[int | None, ...]:
    return () if minutes == tuple(each.minutes for each in state.rounds) else minutes


def _kept(played: Round, length: int | None, new: Format) -> int | None:
    if length is not None:
        return length
    return played.minutes if new.clock.length(played) is None else 0


def changed_fields(old: Format, new: Format) -> frozenset[str]:
    """The settings that differ."""
    return frozenset(name for name in old.__struct_fields__ if getattr(old, name) != getattr(new, name))


def open_fields(state: State) -> frozenset[str]:
    """The settings that may still be changed."""
    if isinstance(state.stage, Over):
        return frozenset()
    every = frozenset(state.settings.__struct_fields__) - set(KEPT)
    return every & state.settings.changes_late if state.rounds else every


def _unchangeable(state: State, changed: frozenset[str]) -> Refusal | None:
    if not changed:
        return Refusal(_FIXED, "settings-same")
    fixed = changed - open_fields(state)
    return Refusal(_FIXED, "settings-fixed", asked=len(fixed)) if fixed else None


def _rounds_refusal(state: State, new: Format) -> Refusal | None:
    """A round that is published stays, and stays what it is; a scenario that is planned can be played."""
    later = replace(state, settings=new)
    played, most = len(state.rounds), new.round_count(later)
    if most < played:
        return Refusal(_FIXED, "settings-rounds-played", asked=most, allowed=played)
    if any(new.is_ranked(later, each.number) != each.ranking for each in state.rounds):
        return Refusal(_FIXED, "settings-ranking-round")
    return _lost_scenario(state, new)


def _lost_scenario(state: State, new: Format) -> Refusal | None:
    """A scenario that a round plays, or that is planned for one, is still there [HOUSE-CHANGE-1]."""
    named = {**state.plan, **{each.number: each.scenario for each in state.rounds}}
    for number, slug in sorted(named.items()):
        if state.settings.has_scenario(slug) and not new.has_scenario(slug):
            return Refusal(_FIXED, "settings-scenario-gone", number, asked=slug)
    return None


def _draft_discarded(state: State, changed: frozenset[str]) -> tuple[Event, ...]:
    stage = state.stage
    if not isinstance(stage, BetweenRounds) or stage.draft is None or not changed & state.settings.paired_by:
        return ()
    return (DraftDiscarded(round=stage.number),)


def _misfits(state: State, new: Format) -> list[Seat]:
    """Whose lists the new settings would refuse; once a round is published nothing they depend on changes."""
    return [] if state.rounds else [seat for seat, lists in state.lists.items() if new.list_faults(lists) is not None]


def rename_event(state: State, command: RenameEvent) -> Outcome:
    """Call it otherwise, at any time [HOUSE-CHANGE-2]."""
    title = command.title.strip()
    if not title or title == state.title:
        return Refusal(ClauseId("HOUSE-CHANGE-2"), "event-title-same" if title else "event-title-missing")
    return (EventRenamed(title=title),)


def _ticked(state: State, event: ItemCheckedOff) -> State:
    return replace(state, checklist=state.checklist | {event.item})


def _scenario_due(state: State, event: ScenarioDrawBegun) -> State:
    return replace(state, due=DueDice(Lot.SCENARIO, event.round))


def _planned(state: State, event: ScenarioPlanned) -> State:
    due = None if state.due is not None and state.due.lot is Lot.SCENARIO else state.due
    return replace(state, plan={**state.plan, event.round: event.scenario}, due=due)


def _tables_set(state: State, event: TablesSet) -> State:
    return replace(state, tables=event.tables)


def _changed(state: State, event: SettingsChanged) -> State:
    kept = zip(state.rounds, event.minutes, strict=False)  # none: all as they are
    rounds = tuple(replace(each, minutes=minutes) for each, minutes in kept)
    return replace(state, settings=event.settings, rounds=rounds or state.rounds)


def _returned(state: State, event: ListReturned) -> State:
    return replace(state, lists={seat: lists for seat, lists in state.lists.items() if seat != event.player})


def _renamed(state: State, event: EventRenamed) -> State:
    return replace(state, title=event.title)


def _with_minutes(state: State, event: SettingsChanged) -> SettingsChanged:
    """At first it was not said which length published rounds keep; one that had none took the length set anew."""
    if event.minutes:
        return event
    lengths = ((each, state.settings.clock.length(each)) for each in state.rounds)
    minutes = tuple(each.minutes if length is None else length for each, length in lengths)
    return fill(event, minutes=_unless_as_before(state, minutes))


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


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """The list of things to do, and the scenario of the next round."""
    if seat in OFFICIALS:
        yield from (CheckOff(seat, item=row.item) for row in state.settings.checklist())
    number, settings = len(state.rounds) + 1, state.settings
    if seat != ORGANISER or number > settings.round_count(state) or number in state.plan:
        return
    if settings.scenario_dice:
        yield DrawScenario(seat, round=number)
    slugs = settings.scenarios_open(state, number)
    yield from (ChooseScenario(seat, round=number, scenario=slug) for slug in slugs)


SUBJECT = Subject[State](
    decides=(
        on(CheckOff, check_off),
        on(ChooseScenario, choose_scenario),
        on(DrawScenario, draw_scenario),
        on(SetTables, set_tables),
        on(ChangeSettings, change_settings),
        on(RenameEvent, rename_event),
    ),
    evolves=(
        on(ItemCheckedOff, _ticked),
        on(ScenarioDrawBegun, _scenario_due),
        on(ScenarioRedrawn, unchanged),
        on(ScenarioPlanned, _planned),
        on(TablesSet, _tables_set),
        on(SettingsChanged, _changed),
        on(ListReturned, _returned),
        on(EventRenamed, _renamed),
    ),
    completes=(on(SettingsChanged, _with_minutes),),
    rolls={AWAITED[Lot.SCENARIO]: drawn_scenario},
    tries=tries,
)
