"""The clock of the round: started, stopped, lengthened, run out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeVar

from msgspec.structs import replace as fill

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Roll, Tick
from heraut.kernel.names import OFFICIALS, ClauseId, Instant, Many, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament.command import TournamentCommand, not_now
from heraut.tournament.format import EventClock, Format
from heraut.tournament.lots import AWAITED, Lot
from heraut.tournament.state import Round, State, Table, with_round, with_table
from heraut.tournament.table_clock import MINUTE, TableClock
from heraut.tournament.turns import fallen_reserve, reserve_ran_out


class ClockCommand(TournamentCommand, frozen=True, kw_only=True):
    """An official's word about the clock of the round."""

    at: Instant = Instant(0)


class StartClock(ClockCommand, frozen=True, kw_only=True):
    """The games of the round begin."""


class PauseClock(ClockCommand, frozen=True, kw_only=True):
    """Stop the clock of the round for everybody."""


class ResumeClock(ClockCommand, frozen=True, kw_only=True):
    """Let the clock of the round go on."""


class GrantTime(TournamentCommand, frozen=True, kw_only=True):
    """A judge gives a table more minutes."""

    table: int
    minutes: Many
    reason: str


class CallTime(TournamentCommand, frozen=True, kw_only=True):
    """Call the end of time, once it has come; `early`, a SAGA round's before its limit [HOUSE-CLOCK-4]."""

    early: bool = False
    at: Instant = Instant(0)


class LengthDrawn(Event, frozen=True, kw_only=True):
    """The secret roll that lengthens the round, and how long its games then last; never announced [SR-TIME-3]."""

    audience = Audience.OFFICIALS
    round: int
    face: int
    minutes: int | None = None


class ClockEvent(PublicEvent, frozen=True, kw_only=True):
    """Something about the clock of the round; everybody may know it."""

    round: int
    at: Instant


class ClockStarted(ClockEvent, frozen=True, kw_only=True):
    """The games of the round have begun."""


class ClockPaused(ClockEvent, frozen=True, kw_only=True):
    """The clock of the round stands still, and every turn with it [HOUSE-CLOCK-1]; `used` as in `TimeEvent`."""

    used: Mapping[Seat, int] = {}


class ClockResumed(ClockEvent, frozen=True, kw_only=True):
    """The clock of the round goes on, and every turn that was under way; it stood still for `stood` seconds."""

    stood: int | None = None


class TimeGranted(PublicEvent, frozen=True, kw_only=True):
    """A judge gave a table more minutes."""

    round: int
    table: int
    minutes: int
    by: Seat
    reason: str


class TimeEvent(PublicEvent, frozen=True, kw_only=True):
    """Time is over at these tables; `used` are the seconds of those whose time ran."""

    round: int
    tables: tuple[int, ...]
    at: Instant
    used: Mapping[Seat, int] = {}


class DiceDownCalled(TimeEvent, frozen=True, kw_only=True):
    """Regulation time is over at these tables [SR-DICE-1]."""

    reveals = True


class TimeCalled(TimeEvent, frozen=True, kw_only=True):
    """The time limit of a round is reached at these tables [ST-ORG-7]."""


T = TypeVar("T", ClockPaused, DiceDownCalled, TimeCalled)


def ends_at(settings: Format, played: Round) -> Mapping[int, Instant]:
    """When time is over at each table, with what judges granted and stops; officials only, and not while it stands."""
    minutes = settings.clock.length(played)
    if played.started is None or played.paused is not None or minutes is None:
        return {}
    begun = played.started + played.stood
    return {number: Instant(begun + (minutes + table.granted) * MINUTE) for number, table in played.tables.items()}


def minutes_drawn(settings: Format, face: int) -> int:
    """How long the games of a round last after its secret roll."""
    drawn = settings.clock.drawn
    assert drawn is not None
    return drawn.minutes(face)


def draw_length(state: State, command: Roll) -> Outcome:
    """The secret roll [SR-TIME-4]."""
    assert state.due is not None
    face = command.faces[0]
    return (LengthDrawn(round=state.due.round, face=face, minutes=minutes_drawn(state.settings, face)),)


def start_clock(state: State, command: StartClock) -> Outcome:
    """The games begin, after the secret roll [SR-TIME-4]; games without limit are not timed [SR-VTIME-3]."""
    playing = state.playing
    if playing is None or state.due is not None or playing.started is not None:
        return not_now(state)
    unused = state.settings.clock.unused
    return Refusal(unused, "clock-not-used") if unused else (ClockStarted(round=playing.number, at=command.at),)


def pause_clock(state: State, command: PauseClock) -> Outcome:
    """Something from outside stops all games; what happens in one never does [HOUSE-CLOCK-1, SR-CLOCK-5]."""
    playing = state.playing
    if playing is None or playing.started is None or playing.paused is not None:
        return not_now(state)
    over, then = _over(state, command.at)
    used = _used(then.rounds[-1].tables.values(), command.at)
    return (*over, ClockPaused(round=playing.number, at=command.at, used=used))


def _used(tables: Iterable[Table], at: Instant) -> dict[Seat, int]:
    """The seconds used by those whose time runs at these tables."""
    running = (clock for table in tables if (clock := table.clock) is not None)
    return {clock.running: clock.used(clock.running, at) for clock in running if clock.running is not None}


def resume_clock(state: State, command: ResumeClock) -> Outcome:
    """The games go on."""
    playing = state.playing
    if playing is None or playing.paused is None:
        return not_now(state)
    return (ClockResumed(round=playing.number, at=command.at, stood=_stood(playing, command.at)),)


def _stood(played: Round, at: Instant) -> int:
    assert played.paused is not None
    return max(0, at - played.paused)


def grant_time(state: State, command: GrantTime) -> Outcome:
    """More minutes for one table, whatever is left of them."""
    playing = state.playing
    if playing is None:
        return not_now(state)
    table = playing.tables.get(command.table)
    if table is None or table.result is not None or table.time_called:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "event-table-unknown", command.table)
    if command.minutes < 1:
        return Refusal(ClauseId("HOUSE-CLOCK-6"), "time-granted", command.table, asked=command.minutes, allowed=1)
    if not command.reason.strip():
        return Refusal(state.settings.clauses.reasons, "event-reason-missing", command.table)
    number, minutes, reason = playing.number, command.minutes, command.reason.strip()
    return (TimeGranted(round=number, table=command.table, minutes=minutes, by=command.seat, reason=reason),)


def call_time(state: State, command: CallTime) -> Outcome:
    """An official calls time, not before it has come [SR-DICE-1]; where it is no secret also early [HOUSE-CLOCK-4]."""
    called = _time_called(state, command.at, early=command.early and state.settings.clock.may_end_early)
    return called or Refusal(state.settings.clauses.time_over, "time-not-over")


def tick(state: State, command: Tick) -> Outcome:
    """What an instant ends: regulation time, and reserves that have run out."""
    return _over(state, command.at)[0] or not_now(state)


def next_tick(state: State) -> Instant | None:
    """The earliest instant at which a tick ends something; None while nothing can run out."""
    playing = state.playing
    if playing is None:
        return None
    ends = ends_at(state.settings, playing)
    times = [end for number, end in ends.items() if not playing.tables[number].time_called]
    clocks = (table.clock for table in playing.tables.values() if table.clock is not None and table.result is None)
    reserves = [end for clock in clocks if (end := clock.runs_out_at()) is not None]
    return min((*times, *reserves), default=None)


def _over(state: State, at: Instant) -> tuple[tuple[Event, ...], State]:
    """What has run out by this instant, and the state after it."""
    tables = () if state.playing is None else state.playing.tables.values()
    fallen = [event for table in tables for event in fallen_reserve(state.rounds[-1], table, at)]
    for event in fallen:
        state = reserve_ran_out(state, event)
    called = _time_called(state, at)
    for end in called:
        state = _time_was_called(state, end)
    return (*fallen, *called), state


def _time_called(state: State, at: Instant, *, early: bool = False) -> tuple[TimeEvent, ...]:
    playing = state.playing
    if playing is None or playing.started is None:
        return ()
    ends = ends_at(state.settings, playing)
    due = tuple(
        number
        for number, table in playing.tables.items()
        if not table.time_called and (early or (number in ends and ends[number] <= at))
    )
    if not due:
        return ()
    kind = TimeCalled if state.settings.clock.drawn is None else DiceDownCalled
    used = _used((playing.tables[number] for number in due), at)
    return (kind(round=playing.number, tables=due, at=at, used=used),)


def _length(state: State, event: LengthDrawn) -> State:
    return with_round(replace(state, due=None), event.round, minutes=event.minutes)


def _clock_started(state: State, event: ClockStarted) -> State:
    return with_round(state, event.round, started=event.at)


def _with_clocks(tables: Mapping[int, Table], change: Callable[[TableClock], TableClock]) -> dict[int, Table]:
    """The tables with the clock of each changed that has one."""
    return {
        number: table if table.clock is None else replace(table, clock=change(table.clock))
        for number, table in tables.items()
    }


def _used_at(clock: TableClock, event: ClockPaused | TimeEvent) -> int | None:
    return None if clock.running is None else event.used.get(clock.running)


def _paused(state: State, event: ClockPaused) -> State:
    tables = state.rounds[event.round - 1].tables
    held = _with_clocks(tables, lambda clock: clock.held_up(_used_at(clock, event)))
    return with_round(state, event.round, paused=event.at, tables=held)


def _resumed(state: State, event: ClockResumed) -> State:
    played = state.rounds[event.round - 1]
    assert event.stood is not None
    tables = _with_clocks(played.tables, lambda clock: clock.resumed(clock.held, event.at))
    return with_round(state, event.round, paused=None, stood=played.stood + event.stood, tables=tables)


def _granted(state: State, event: TimeGranted) -> State:
    granted = state.rounds[event.round - 1].tables[event.table].granted
    return with_table(state, event.round, event.table, granted=granted + event.minutes)


def _time_was_called(state: State, event: TimeEvent) -> State:
    tables = state.rounds[event.round - 1].tables
    called = {number: replace(tables[number], time_called=True) for number in event.tables}
    ended = _with_clocks(called, lambda clock: clock.ended(_used_at(clock, event)))
    return with_round(state, event.round, tables={**tables, **ended})


def _with_minutes(state: State, event: LengthDrawn) -> LengthDrawn:
    """Form 1 did not say how long games last after the roll."""
    return event if event.minutes is not None else fill(event, minutes=minutes_drawn(state.settings, event.face))


def _with_used(state: State, event: T) -> T:
    """Form 1 did not say how many seconds those had used whose time ran."""
    return event if event.used else fill(event, used=_used(state.rounds[event.round - 1].tables.values(), event.at))


def _with_stood(state: State, event: ClockResumed) -> ClockResumed:
    """Form 1 did not say for how long the clock stood still."""
    return event if event.stood is not None else fill(event, stood=_stood(state.rounds[event.round - 1], event.at))


def told_length(clock: EventClock, played: Round, *, over: bool) -> int | None:
    """
    How long everybody is told that the games of a round last.

    A length that was drawn is told once time was called everywhere, or the event is over [SR-TIME-3].
    """
    called = bool(played.tables) and all(table.time_called for table in played.tables.values())
    return clock.length(played) if clock.drawn is None or over or called else None


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """The clock of the round being played."""
    playing = state.playing
    if seat in OFFICIALS and playing is not None:
        yield StartClock(seat)
        yield PauseClock(seat, at=playing.started or Instant(0))
        yield ResumeClock(seat, at=playing.paused or Instant(0))


SUBJECT = Subject[State](
    decides=(
        on(StartClock, start_clock),
        on(PauseClock, pause_clock),
        on(ResumeClock, resume_clock),
        on(GrantTime, grant_time),
        on(CallTime, call_time),
        on(Tick, tick),
    ),
    evolves=(
        on(LengthDrawn, _length),
        on(ClockStarted, _clock_started),
        on(ClockPaused, _paused),
        on(ClockResumed, _resumed),
        on(TimeGranted, _granted),
        on(DiceDownCalled, _time_was_called),
        on(TimeCalled, _time_was_called),
    ),
    completes=(
        on(LengthDrawn, _with_minutes),
        on(ClockPaused, _with_used),
        on(ClockResumed, _with_stood),
        on(DiceDownCalled, _with_used),
        on(TimeCalled, _with_used),
    ),
    rolls={AWAITED[Lot.LENGTH]: draw_length},
    tries=tries,
)
