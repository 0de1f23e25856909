"""
What one may see of an event, built up from nothing.

Four kinds of viewers: a spectator, a player, a referee, the organiser. Secret until their time: lists (until the
reveal, or the game against their owner), a chosen list (until both are chosen), a report (until the other is in), the
length of the round (until time is called), the plan of scenarios, the draft of the next round [SR-SEC-1].
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from heraut.kernel import OFFICIALS, ORGANISER, Seat
from heraut.tournament.decide.clock import ends_at, regulation_minutes
from heraut.tournament.decide.planning import checklist, scenario_of
from heraut.tournament.decide.results import choosable
from heraut.tournament.lists import how_many
from heraut.tournament.notices import notices_of
from heraut.tournament.ranking import rows
from heraut.tournament.record import rounds_of
from heraut.tournament.results import Report
from heraut.tournament.settings import SagaSettings, SteamrollerSettings
from heraut.tournament.state import Entering, Over, Player, Playing, Preparing, Round, State, Status, Table
from heraut.tournament.timing.table import TableClock, turn_seconds
from heraut.tournament.variants import Variants, write_variants
from heraut.tournament.view.awards import awards_view, poll_view
from heraut.tournament.view.shapes import (
    CallView,
    ClockView,
    DraftView,
    ListsAsked,
    PlayerView,
    ResultView,
    RoundView,
    RulingView,
    SanctionView,
    TableView,
    View,
)


def view(state: State, viewer: Seat | None) -> View:
    """What this viewer may see; None is a spectator."""
    settings, official = state.settings, viewer in OFFICIALS
    saga = isinstance(settings, SagaSettings)
    over = state.stage if isinstance(state.stage, Over) else None
    return View(
        format="saga" if saga else "steamroller",
        stage=_stage(state),
        round=_number(state),
        rounds=rounds_of(state),
        players=_players(state, viewer),
        played=tuple(_round(state, played, viewer) for played in state.rounds),
        standings=rows(state),
        rulings=tuple(RulingView(one.number, one.by, one.at, one.text, one.round, one.table) for one in state.rulings),
        sanctions=_sanctions(state, viewer),
        calls=_calls(state, viewer),
        variants="" if isinstance(settings, SagaSettings) else write_variants(_public(settings.variants)),
        announced=() if isinstance(settings, SagaSettings) else _public(settings.variants).scenarios,
        times=None if isinstance(settings, SagaSettings) or settings.variants.no_time_limit else settings.times,
        lists_asked=None if isinstance(settings, SagaSettings) else _lists_asked(settings),
        may_check_in=_may_check_in(state, viewer),
        may_choose=_may_choose(state, viewer),
        ended="" if over is None else over.cause,
        leader=None if over is None else over.leader,
        draft=_draft(state) if official else None,
        plan=_plan(state) if viewer == ORGANISER or over is not None else {},
        checklist={row.item: row.item in state.checklist for row in checklist()} if official and not saga else {},
        notices=notices_of(state) if viewer == ORGANISER else (),
        awards=awards_view(state, viewer),
        poll=poll_view(state, viewer),
    )


def _stage(state: State) -> str:
    match state.stage:
        case Entering():
            return "entering"
        case Preparing():
            return "preparing"
        case Playing():
            return "playing"
        case Over():
            return "over"


def _number(state: State) -> int:
    match state.stage:
        case Entering():
            return 0
        case Preparing(number) | Playing(number):
            return number
        case Over(after):
            return after


def _public(variants: Variants) -> Variants:
    """The variants as announced: scenarios in a neutral order unless their order of play is public."""
    if variants.scenarios_in_order:
        return variants
    return msgspec.structs.replace(variants, scenarios=tuple(sorted(variants.scenarios)))


def _players(state: State, viewer: Seat | None) -> tuple[PlayerView, ...]:
    open_to = lists_open_to(state, viewer)
    return tuple(_player(state, player, viewer, open_to) for player in state.players.values())


def _player(state: State, player: Player, viewer: Seat | None, open_to: Collection[Seat]) -> PlayerView:
    known = viewer == player.seat or viewer in OFFICIALS
    return PlayerView(
        player.seat,
        player.name,
        player.number,
        player.status.value,
        player.club,
        player.team,
        player.nickname,
        player.spare,
        state.numbers.get(player.seat),
        player.seat in state.lists,
        state.lists.get(player.seat) if player.seat in open_to else None,
        player.verdicts if known else (),
    )


def lists_open_to(state: State, viewer: Seat | None) -> Collection[Seat]:
    """Whose lists: one's own, the opponent's of the round, everybody's after the reveal [SR-PICK-4, ST-BND-13]."""
    if state.lists_open:
        return state.players
    playing = state.playing
    table = None if playing is None or viewer is None else playing.table_of(viewer)
    own = () if viewer is None else (viewer,)
    return own if table is None else table.seats


def _round(state: State, played: Round, viewer: Seat | None) -> RoundView:
    called = bool(played.tables) and all(table.time_called for table in played.tables.values())
    told = viewer in OFFICIALS or isinstance(state.settings, SagaSettings) or called or isinstance(state.stage, Over)
    return RoundView(
        played.number,
        played.scenario,
        tuple(_table(state, played, table, viewer) for table in played.tables.values()),
        played.bye,
        played.why,
        played.ranking,
        played.complete,
        played.started,
        played.paused,
        played.stood,
        regulation_minutes(state.settings, played) if told else None,
    )


def _table(state: State, played: Round, table: Table, viewer: Seat | None) -> TableView:
    result = table.result
    return TableView(
        table.number,
        table.seats,
        table.reasons,
        chosen=() if table.choice is None else tuple(table.choice.values),
        choices=_choices(table, viewer),
        no_choice=_no_choice(state, played, table, viewer),
        reported=tuple(seat for seat in table.seats if seat in table.reports),
        reports=_reports(table, viewer),
        disputed=table.disputed,
        result=None
        if result is None
        else ResultView(result.report, result.winner, result.points, result.by, result.corrected),
        granted=table.granted,
        time_called=table.time_called,
        clock=None if table.clock is None else _clock(state, table.clock),
        match=table.match,
        ends_at=ends_at(state.settings, played, table) if viewer in OFFICIALS else None,
    )


def _choices(table: Table, viewer: Seat | None) -> dict[Seat, int]:
    """Both once both are made; before, one's own only: the organiser may be playing too [SR-PICK-3, HOUSE-SEAL-1]."""
    if table.choice is None:
        return {}
    opened = table.choice.opened
    return {seat: number for seat, number in table.choice.values.items() if opened or seat == viewer}


def _no_choice(state: State, played: Round, table: Table, viewer: Seat | None) -> tuple[Seat, ...]:
    """Who has only one list left, told to the opponent and the officials before the choice [SR-VLIST-7]."""
    settings = state.settings
    if isinstance(settings, SagaSettings) or not settings.variants.divide or table.choice is None:
        return ()
    if viewer not in OFFICIALS and viewer not in table.seats:
        return ()
    return tuple(seat for seat in table.seats if len(choosable(state, seat, played.number)) == 1)


def _reports(table: Table, viewer: Seat | None) -> dict[Seat, Report]:
    """One's own; all of them for officials, and for the two players once they differ."""
    if not table.reports:
        return {}
    everything = viewer in OFFICIALS or (table.disputed and viewer in table.seats)
    return {seat: report for seat, report in table.reports.items() if everything or seat == viewer}


def _clock(state: State, clock: TableClock) -> ClockView:
    settings = state.settings
    assert not isinstance(settings, SagaSettings)
    reserve, times = settings.variants.has_reserve, settings.times
    return ClockView(
        clock.active,
        clock.running,
        clock.since,
        clock.spent,
        None if reserve else turn_seconds(clock, times.turn, times.extension),
        times.reserve * 60 if reserve else None,
        tuple(sorted(clock.extended)),
        clock.fallen,
    )


def _lists_asked(settings: SteamrollerSettings) -> ListsAsked:
    least, most = how_many(settings.variants)
    return ListsAsked(least, most, settings.size, settings.casters_per_list, settings.variants.theme_tier)


def _may_check_in(state: State, viewer: Seat | None) -> bool:
    player = None if viewer is None else state.players.get(viewer)
    waited_for = player is not None and player.status is Status.REGISTERED and not isinstance(state.stage, Over)
    return waited_for and state.settings.self_check_in


def _may_choose(state: State, viewer: Seat | None) -> tuple[int, ...]:
    playing = state.playing
    table = None if playing is None or viewer is None else playing.table_of(viewer)
    if playing is None or viewer is None or table is None or table.choice is None or viewer in table.choice.values:
        return ()
    return choosable(state, viewer, playing.number)


def _draft(state: State) -> DraftView | None:
    draft = state.stage.draft if isinstance(state.stage, Preparing) else None
    return None if draft is None else DraftView(draft.pairing, draft.seed, draft.breaks, draft.adjusted)


def _plan(state: State) -> dict[str, str]:
    planned = {number: scenario_of(state, number) for number in range(1, rounds_of(state) + 1)}
    return {str(number): scenario for number, scenario in planned.items() if scenario is not None}


def _calls(state: State, viewer: Seat | None) -> tuple[CallView, ...]:
    return tuple(
        CallView(call.number, call.seat, call.table, call.note, call.at, call.answered)
        for call in state.calls
        if viewer in OFFICIALS or (viewer == call.seat and viewer is not None)
    )


def _sanctions(state: State, viewer: Seat | None) -> tuple[SanctionView, ...]:
    return tuple(
        SanctionView(one.kind, one.player, one.by, one.at, one.reason, one.points)
        for one in state.sanctions
        if one.kind != "warning" or viewer in OFFICIALS or viewer == one.player
    )
