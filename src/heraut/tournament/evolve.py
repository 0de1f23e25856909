"""What has happened changes the state: no rule, no refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from heraut.kernel import Box, ImpossibleEvent, Instant, Seat
from heraut.tournament import events as e
from heraut.tournament.pairing.pairs import Pair
from heraut.tournament.settings import FinalTie, SagaSettings, SteamrollerSettings
from heraut.tournament.state import (
    Call,
    Draft,
    Due,
    Lot,
    Over,
    Player,
    Playing,
    Preparing,
    Round,
    Ruling,
    Sanction,
    Settled,
    State,
    Status,
    Table,
    Verdict,
)
from heraut.tournament.timing import table as clocks
from heraut.tournament.timing.table import TableClock


def evolve(state: State, event: e.TournamentEvent) -> State:
    """The state after the event."""
    change: Callable[[State, Any], State] | None = _CHANGES.get(type(event))
    if change is None:
        raise ImpossibleEvent(state, event)
    return change(state, event)


def _registered(state: State, event: e.PlayerRegistered) -> State:
    player = Player(
        event.player, event.name, len(state.players) + 1, event.club, event.team, event.nickname, event.spare,
        event.fixed_table, joined=event.joined,
    )  # fmt: skip
    numbers = state.numbers if event.number is None else {**state.numbers, event.player: event.number}
    return replace(state, players={**state.players, event.player: player}, numbers=numbers)


def _edited(state: State, event: e.PlayerEdited) -> State:
    return _player(
        state, event.player, name=event.name, club=event.club, team=event.team, nickname=event.nickname,
        fixed_table=event.fixed_table,
    )  # fmt: skip


def _band(state: State, event: e.BandHandedIn) -> State:
    return replace(state, lists={**state.lists, event.seat: event.band})


def _lists(state: State, event: e.ListsHandedIn) -> State:
    return replace(state, lists={**state.lists, event.seat: event.lists})


def _unchanged(state: State, _event: e.TournamentEvent) -> State:
    return state


def _revealed(state: State, _event: e.ListsRevealed) -> State:
    return replace(state, lists_open=True)


def _player(state: State, seat: Seat, **changes: Any) -> State:
    return replace(state, players={**state.players, seat: replace(state.players[seat], **changes)})


def _checked_in(state: State, event: e.PlayerCheckedIn) -> State:
    return _player(state, event.player, status=Status.PRESENT)


def _check(state: State, event: e.CheckRecorded) -> State:
    verdict = Verdict(event.item, event.approved, event.list_number, event.set_aside, event.note)
    kept = tuple(
        old
        for old in state.players[event.seat].verdicts
        if (old.item, old.list_number) != (event.item, event.list_number)
    )
    return _player(state, event.seat, verdicts=(*kept, verdict))


def _dropped(state: State, event: e.PlayerDropped) -> State:
    return _player(state, event.player, status=Status.DROPPED)


def _returned(state: State, event: e.PlayerReturned) -> State:
    return _player(state, event.player, status=Status.PRESENT)


def _disqualified(state: State, event: e.PlayerDisqualified) -> State:
    sanction = Sanction("disqualification", event.player, event.by, event.at, event.reason)
    return replace(
        _player(state, event.player, status=Status.DISQUALIFIED), sanctions=(*state.sanctions, sanction)
    )  # fmt: skip


def _ticked(state: State, event: e.ItemCheckedOff) -> State:
    return replace(state, checklist=state.checklist | {event.item})


def _closed(state: State, _event: e.RegistrationClosed) -> State:
    due = Due(Lot.NUMBERS) if isinstance(state.settings, SagaSettings) else None
    return replace(state, stage=Preparing(1), due=due)


def _numbers(state: State, event: e.NumbersDrawn) -> State:
    return replace(state, numbers=event.numbers, due=None)


def _scenario_due(state: State, event: e.ScenarioDrawBegun) -> State:
    return replace(state, due=Due(Lot.SCENARIO, event.round))


def _planned(state: State, event: e.ScenarioPlanned) -> State:
    due = None if state.due is not None and state.due.lot is Lot.SCENARIO else state.due
    return replace(state, plan={**state.plan, event.round: event.scenario}, due=due)


def _draft_due(state: State, event: e.DraftBegun) -> State:
    return replace(state, stage=Preparing(event.round), due=Due(Lot.PAIRING, event.round))


def _drafted(state: State, event: e.RoundDrafted) -> State:
    return replace(state, stage=Preparing(event.round, Draft(event.pairing, event.seed)), due=None)


def _adjusted(state: State, event: e.DraftAdjusted) -> State:
    assert isinstance(state.stage, Preparing)
    assert state.stage.draft is not None
    draft = Draft(event.pairing, state.stage.draft.seed, event.breaks, adjusted=True)
    return replace(state, stage=Preparing(event.round, draft))


def _discarded(state: State, event: e.DraftDiscarded) -> State:
    return replace(state, stage=Preparing(event.round))


def _published(state: State, event: e.RoundPublished) -> State:
    tables = _tables(event.pairing.pairs, choose_lists=event.choose_lists)
    number = event.round
    published = Round(
        number, event.scenario, tables, event.seed, event.pairing.bye, event.pairing.reasons, event.ranking,
        event.adjusted,
    )  # fmt: skip
    due = Due(Lot.LENGTH, number) if event.length_due else None
    return replace(state, stage=Playing(number), rounds=(*state.rounds, published), due=due)


def _tables(pairs: Iterable[Pair], *, choose_lists: bool) -> dict[int, Table]:
    return {pair.table: _table(pair, choose_lists=choose_lists) for pair in pairs}


def _table(pair: Pair, *, choose_lists: bool) -> Table:
    seats = (pair.first, pair.second)
    return Table(pair.table, seats, pair.reasons, choice=Box.of(seats) if choose_lists else None)


def _repair_due(state: State, event: e.RepairBegun) -> State:
    return replace(state, due=Due(Lot.REPAIR, event.round, event.tables))


def _repaired(state: State, event: e.TablesRepaired) -> State:
    current = state.rounds[event.round - 1]
    choose = any(table.choice is not None for table in current.tables.values())
    kept = {number: table for number, table in current.tables.items() if number not in event.tables}
    tables = dict(sorted((kept | _tables(event.pairs, choose_lists=choose)).items()))
    return _round(replace(state, due=None), event.round, tables=tables, adjusted=True)


def _round(state: State, number: int, **changes: Any) -> State:
    changed = replace(state.rounds[number - 1], **changes)
    return replace(state, rounds=(*state.rounds[: number - 1], changed, *state.rounds[number:]))


def _at_table(state: State, number: int, table: int, **changes: Any) -> State:
    tables = state.rounds[number - 1].tables
    return _round(state, number, tables={**tables, table: replace(tables[table], **changes)})


def _tables_set(state: State, event: e.TablesSet) -> State:
    return replace(state, tables=event.tables)


def _chosen(state: State, event: e.ListChosen) -> State:
    box = state.rounds[event.round - 1].tables[event.table].choice
    assert box is not None
    return _at_table(state, event.round, event.table, choice=box.seal(event.seat, event.list_number))


def _choices_shown(state: State, event: e.ChoicesShown) -> State:
    box = state.rounds[event.round - 1].tables[event.table].choice
    assert box is not None
    return _at_table(state, event.round, event.table, choice=box.open())


def _linked(state: State, event: e.MatchLinked) -> State:
    return _at_table(state, event.round, event.table, match=event.match)


def _length(state: State, event: e.LengthDrawn) -> State:
    return _round(replace(state, due=None), event.round, face=event.face)


def _clock_started(state: State, event: e.ClockStarted) -> State:
    return _round(state, event.round, started=event.at)


def _granted(state: State, event: e.TimeGranted) -> State:
    granted = state.rounds[event.round - 1].tables[event.table].granted
    return _at_table(state, event.round, event.table, granted=granted + event.minutes)


def _time_called(state: State, event: e.DiceDownCalled | e.TimeCalled) -> State:
    called = set(event.tables)
    tables = {
        number: _called(table, event.at) if number in called else table
        for number, table in state.rounds[event.round - 1].tables.items()
    }
    return _round(state, event.round, tables=tables)


def _called(table: Table, at: Instant) -> Table:
    clock = None if table.clock is None else clocks.end_turn(table.clock, at, spent_extension=False)
    return replace(table, time_called=True, clock=clock)


def _clock(state: State, event: Any) -> TableClock:
    return state.rounds[event.round - 1].tables[event.table].clock or TableClock()


def _set_clock(state: State, event: Any, clock: TableClock) -> State:
    return _at_table(state, event.round, event.table, clock=clock)


def _turn_started(state: State, event: e.TurnStarted) -> State:
    settings = state.settings
    reserve = isinstance(settings, SteamrollerSettings) and settings.variants.has_reserve
    return _set_clock(state, event, clocks.start_turn(_clock(state, event), event.seat, event.at, reserve=reserve))


def _turn_stopped(state: State, event: e.TurnClockStopped) -> State:
    return _set_clock(state, event, clocks.stop(_clock(state, event), event.at))


def _turn_resumed(state: State, event: e.TurnClockResumed) -> State:
    return _set_clock(state, event, clocks.resume(_clock(state, event), event.seat, event.at))


def _passed(state: State, event: e.ClockPassed) -> State:
    return _set_clock(state, event, clocks.resume(_clock(state, event), event.to, event.at))


def _extension(state: State, event: e.ExtensionAnnounced) -> State:
    return _set_clock(state, event, clocks.announce(_clock(state, event), event.at))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    ended = clocks.end_turn(_clock(state, event), event.at, spent_extension=event.extension_spent)
    return _set_clock(state, event, ended)


def _ran_out(state: State, event: e.ReserveRanOut) -> State:
    stopped = clocks.end_turn(_clock(state, event), event.at, spent_extension=False)
    return _set_clock(state, event, replace(stopped, fallen=event.seat))


def _reported(state: State, event: e.ResultReported) -> State:
    reports = state.rounds[event.round - 1].tables[event.table].reports
    return _at_table(state, event.round, event.table, reports={**reports, event.seat: event.report})


def _settled(state: State, event: e.ResultSettled | e.ResultCorrected) -> State:
    corrected = isinstance(event, e.ResultCorrected)
    result = Settled(event.report, event.winner, event.points, event.by, corrected)
    return _at_table(state, event.round, event.table, result=result)


def _completed(state: State, event: e.RoundCompleted) -> State:
    return replace(state, stage=Preparing(event.round + 1))


def _ended(state: State, event: e.EventEnded) -> State:
    settings = state.settings
    lots = isinstance(settings, SteamrollerSettings) and settings.final_tie is FinalTie.ROLL_OFF
    due = Due(Lot.ROLL_OFF) if lots and not state.numbers else None
    return replace(state, stage=Over(event.after, event.cause, event.leader), due=due)


def _reopened(state: State, event: e.EventReopened) -> State:
    return replace(state, stage=Preparing(event.after + 1), due=None)


def _called_judge(state: State, event: e.JudgeCalled) -> State:
    call = Call(event.call, event.seat, event.table, event.note, event.at)
    return replace(state, calls=(*state.calls, call))


def _answered(state: State, event: e.CallAnswered) -> State:
    calls = tuple(replace(call, answered=event.by) if call.number == event.call else call for call in state.calls)
    return replace(state, calls=calls)


def _ruled(state: State, event: e.RulingGiven) -> State:
    ruling = Ruling(event.ruling, event.by, event.at, event.text, event.round, event.table)
    return replace(state, rulings=(*state.rulings, ruling))


def _warned(state: State, event: e.PlayerWarned) -> State:
    return replace(
        state, sanctions=(*state.sanctions, Sanction("warning", event.seat, event.by, event.at, event.reason))
    )


def _penalised(state: State, event: e.PlayerPenalised) -> State:
    sanction = Sanction("penalty", event.player, event.by, event.at, event.reason, event.points)
    return replace(state, sanctions=(*state.sanctions, sanction))


_CHANGES: Mapping[type, Callable[[State, Any], State]] = {
    e.PlayerRegistered: _registered,
    e.PlayerEdited: _edited,
    e.BandHandedIn: _band,
    e.ListsHandedIn: _lists,
    e.ListsAmended: _unchanged,
    e.ListsRevealed: _revealed,
    e.PlayerCheckedIn: _checked_in,
    e.CheckRecorded: _check,
    e.PlayerDropped: _dropped,
    e.PlayerReturned: _returned,
    e.PlayerDisqualified: _disqualified,
    e.ItemCheckedOff: _ticked,
    e.RegistrationClosed: _closed,
    e.NumbersDrawn: _numbers,
    e.ScenarioDrawBegun: _scenario_due,
    e.ScenarioRedrawn: _unchanged,
    e.ScenarioPlanned: _planned,
    e.DraftBegun: _draft_due,
    e.RoundDrafted: _drafted,
    e.DraftAdjusted: _adjusted,
    e.DraftDiscarded: _discarded,
    e.RoundPublished: _published,
    e.RepairBegun: _repair_due,
    e.TablesRepaired: _repaired,
    e.TablesSet: _tables_set,
    e.ListChosen: _chosen,
    e.ChoicesShown: _choices_shown,
    e.MatchLinked: _linked,
    e.LengthDrawn: _length,
    e.ClockStarted: _clock_started,
    e.TimeGranted: _granted,
    e.DiceDownCalled: _time_called,
    e.TimeCalled: _time_called,
    e.TurnStarted: _turn_started,
    e.TurnClockStopped: _turn_stopped,
    e.TurnClockResumed: _turn_resumed,
    e.ClockPassed: _passed,
    e.ExtensionAnnounced: _extension,
    e.TurnEnded: _turn_ended,
    e.ReserveRanOut: _ran_out,
    e.ResultReported: _reported,
    e.ReportsDiffer: _unchanged,
    e.ResultSettled: _settled,
    e.ResultCorrected: _settled,
    e.RoundCompleted: _completed,
    e.EventEnded: _ended,
    e.EventReopened: _reopened,
    e.JudgeCalled: _called_judge,
    e.CallAnswered: _answered,
    e.RulingGiven: _ruled,
    e.PlayerWarned: _warned,
    e.PlayerPenalised: _penalised,
}
"""A lookup by type, not a long `match`: streams of large events fold tens of thousands of these."""
