"""What clocks change: the round's and the tables'."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from heraut.kernel import Instant
from heraut.tournament import events as e
from heraut.tournament.evolve.parts import Changes, with_round, with_table
from heraut.tournament.settings import SteamrollerSettings
from heraut.tournament.state import State, Table
from heraut.tournament.timing import table as clocks
from heraut.tournament.timing.table import TableClock


def _length(state: State, event: e.LengthDrawn) -> State:
    return with_round(replace(state, due=None), event.round, face=event.face)


def _clock_started(state: State, event: e.ClockStarted) -> State:
    return with_round(state, event.round, started=event.at)


def _paused(state: State, event: e.ClockPaused) -> State:
    return with_round(state, event.round, paused=event.at, tables=_each_clock(state, event, clocks.hold))


def _resumed(state: State, event: e.ClockResumed) -> State:
    played = state.rounds[event.round - 1]
    assert played.paused is not None
    stood = played.stood + max(0, event.at - played.paused)
    tables = _each_clock(state, event, clocks.go_on)
    return with_round(state, event.round, paused=None, stood=stood, tables=tables)


def _each_clock(state: State, event: Any, change: Callable[[TableClock, Instant], TableClock]) -> Mapping[int, Table]:
    return {
        number: table if table.clock is None else replace(table, clock=change(table.clock, event.at))
        for number, table in state.rounds[event.round - 1].tables.items()
    }


def _granted(state: State, event: e.TimeGranted) -> State:
    granted = state.rounds[event.round - 1].tables[event.table].granted
    return with_table(state, event.round, event.table, granted=granted + event.minutes)


def _time_called(state: State, event: e.DiceDownCalled | e.TimeCalled) -> State:
    called = set(event.tables)
    tables = {
        number: _called(table, event.at) if number in called else table
        for number, table in state.rounds[event.round - 1].tables.items()
    }
    return with_round(state, event.round, tables=tables)


def _called(table: Table, at: Instant) -> Table:
    clock = None if table.clock is None else clocks.end_turn(table.clock, at, spent_extension=False)
    return replace(table, time_called=True, clock=clock)


def _clock(state: State, event: Any) -> TableClock:
    return state.rounds[event.round - 1].tables[event.table].clock or TableClock()


def _set_clock(state: State, event: Any, clock: TableClock) -> State:
    return with_table(state, event.round, event.table, clock=clock)


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


CHANGES: Changes = {
    e.LengthDrawn: _length,
    e.ClockStarted: _clock_started,
    e.ClockPaused: _paused,
    e.ClockResumed: _resumed,
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
}
