"""What clocks change: the round's and the tables'."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heraut.tournament import events as e
from heraut.tournament import form_1
from heraut.tournament.evolve.parts import Changes, with_round, with_table
from heraut.tournament.state import State, Table
from heraut.tournament.timing import table as clocks
from heraut.tournament.timing.table import TableClock


def _length(state: State, event: e.LengthDrawn) -> State:
    minutes = form_1.round_minutes(state.settings, event.face) if event.minutes is None else event.minutes
    return with_round(replace(state, due=None), event.round, minutes=minutes)


def _clock_started(state: State, event: e.ClockStarted) -> State:
    return with_round(state, event.round, started=event.at)


def _paused(state: State, event: e.ClockPaused) -> State:
    tables = {
        number: table if table.clock is None else replace(table, clock=clocks.hold(table.clock, _used_at(table, event)))
        for number, table in state.rounds[event.round - 1].tables.items()
    }
    return with_round(state, event.round, paused=event.at, tables=tables)


def _used_at(table: Table, event: e.ClockPaused | e.DiceDownCalled | e.TimeCalled) -> int | None:
    clock = table.clock
    if clock is None or clock.running is None:
        return None
    return form_1.used(clock, event.at, event.used.get(clock.running))


def _resumed(state: State, event: e.ClockResumed) -> State:
    played = state.rounds[event.round - 1]
    assert played.paused is not None
    stood = max(0, event.at - played.paused) if event.stood is None else event.stood  # form 1 did not say it
    tables = {
        number: table if table.clock is None else replace(table, clock=clocks.go_on(table.clock, event.at))
        for number, table in played.tables.items()
    }
    return with_round(state, event.round, paused=None, stood=played.stood + stood, tables=tables)


def _granted(state: State, event: e.TimeGranted) -> State:
    granted = state.rounds[event.round - 1].tables[event.table].granted
    return with_table(state, event.round, event.table, granted=granted + event.minutes)


def _time_called(state: State, event: e.DiceDownCalled | e.TimeCalled) -> State:
    called = set(event.tables)
    tables = {
        number: _called(table, event) if number in called else table
        for number, table in state.rounds[event.round - 1].tables.items()
    }
    return with_round(state, event.round, tables=tables)


def _called(table: Table, event: e.DiceDownCalled | e.TimeCalled) -> Table:
    clock = None if table.clock is None else clocks.end_turn(table.clock, _used_at(table, event))
    return replace(table, time_called=True, clock=clock)


def _clock(state: State, event: Any) -> TableClock:
    return state.rounds[event.round - 1].tables[event.table].clock or TableClock()


def _set_clock(state: State, event: Any, clock: TableClock) -> State:
    return with_table(state, event.round, event.table, clock=clock)


def _turn_started(state: State, event: e.TurnStarted) -> State:
    limit = event.seconds
    reserve = form_1.reserve(state.settings) if event.reserve is None else event.reserve
    seconds = form_1.turn_seconds(state.settings, reserve=reserve) if limit is None else limit
    started = clocks.start_turn(_clock(state, event), event.seat, event.at, seconds, reserve=reserve)
    return _set_clock(state, event, started)


def _used(state: State, event: Any) -> int | None:
    return form_1.used(_clock(state, event), event.at, event.used)


def _turn_stopped(state: State, event: e.TurnClockStopped) -> State:
    return _set_clock(state, event, clocks.stop(_clock(state, event), _used(state, event)))


def _turn_resumed(state: State, event: e.TurnClockResumed) -> State:
    return _set_clock(state, event, clocks.resume(_clock(state, event), event.seat, event.at))


def _passed(state: State, event: e.ClockPassed) -> State:
    stopped = clocks.stop(_clock(state, event), _used(state, event))
    return _set_clock(state, event, clocks.resume(stopped, event.to, event.at))


def _extension(state: State, event: e.ExtensionAnnounced) -> State:
    clock = _clock(state, event)
    seconds = form_1.extended_to(state.settings, clock, event.at) if event.seconds is None else event.seconds
    return _set_clock(state, event, replace(clock, extended_to=seconds))


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    clock, used = _clock(state, event), _used(state, event)
    return _set_clock(state, event, clocks.end_turn(clock, used, spent_extension=event.extension_spent))


def _ran_out(state: State, event: e.ReserveRanOut) -> State:
    stopped = clocks.end_turn(_clock(state, event), _used(state, event))
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
