"""The clock of a match that belongs to no event: started, stopped, run out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec.structs import replace as fill

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Command, Event, PublicEvent, Tick
from heraut.kernel.names import CLOCK, ClauseId, Instant, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.scenario.state import Match, MatchClock, Over, PlayingTurns, State, trying
from heraut.scenario.turns import TimeCalled

OWN_CLOCK = ClauseId("HOUSE-CLOCK-5")
MINUTE = 60


class StartClock(Command, frozen=True, kw_only=True):
    """The time of the game begins."""

    at: Instant = Instant(0)


class PauseClock(Command, frozen=True, kw_only=True):
    """Stop the clock."""

    at: Instant = Instant(0)


class ResumeClock(Command, frozen=True, kw_only=True):
    """Let the clock go on."""

    at: Instant = Instant(0)


class ClockStarted(PublicEvent, frozen=True):
    """The time of the game runs from this instant."""

    at: Instant


class ClockPaused(PublicEvent, frozen=True):
    """The clock stands still."""

    at: Instant


class ClockResumed(PublicEvent, frozen=True):
    """The clock goes on; it stood still for so many seconds."""

    at: Instant
    stood: int


def start_clock(state: State, command: StartClock) -> Outcome:
    """Once, before the last turn, by either player or an official; the round's clock is the event's."""
    if state.game.settings.at is not None:
        return Refusal(OWN_CLOCK, "clock-of-the-event")
    return _not_now() if state.game.clock or isinstance(state, Over) else (ClockStarted(command.at),)


def pause_clock(state: State, command: PauseClock) -> Outcome:
    """While it runs."""
    clock = state.game.clock
    return _not_now() if clock is None or clock.paused is not None else (ClockPaused(command.at),)


def resume_clock(state: State, command: ResumeClock) -> Outcome:
    """While it stands; the time between counts for nothing."""
    clock = state.game.clock
    if clock is None or clock.paused is None:
        return _not_now()
    return (ClockResumed(command.at, max(0, command.at - clock.paused)),)


def _not_now() -> Refusal:
    return house(HouseCode.WRONG_PHASE, "match-clock")


def ends_at(game: Match) -> Instant | None:
    """When the time of the game is over; never while its clock stands, or without a limit."""
    clock, minutes = game.clock, game.settings.minutes
    if clock is None or clock.paused is not None or not minutes:
        return None
    return Instant(clock.started + clock.stood + minutes * MINUTE)


def next_tick(state: State) -> Instant | None:
    """The instant that calls time, while turns are played."""
    return ends_at(state.game) if isinstance(state, PlayingTurns) and state.play.timed_at is None else None


def tick(state: State, command: Tick) -> tuple[Event, ...]:
    """Time is called when it is over."""
    due = next_tick(state)
    if not isinstance(state, PlayingTurns) or due is None or command.at < due:
        return ()
    return (TimeCalled(CLOCK),)


def _with(state: State, clock: MatchClock) -> State:
    return replace(state, game=replace(state.game, clock=clock))


def _started(state: State, event: ClockStarted) -> State:
    return _with(state, MatchClock(event.at))


def _paused(state: State, event: ClockPaused) -> State:
    assert state.game.clock is not None
    return _with(state, fill(state.game.clock, paused=event.at))


def _resumed(state: State, event: ClockResumed) -> State:
    assert state.game.clock is not None
    return _with(state, fill(state.game.clock, paused=None, stood=state.game.clock.stood + event.stood))


def tries(_state: PlayingTurns, seat: Seat) -> Iterator[Command]:
    """What one may do with the clock."""
    yield from (StartClock(seat), PauseClock(seat), ResumeClock(seat))


SUBJECT = Subject[State](
    decides=(
        on(StartClock, start_clock),
        on(PauseClock, pause_clock),
        on(ResumeClock, resume_clock),
        on(Tick, tick),
    ),
    evolves=(on(ClockStarted, _started), on(ClockPaused, _paused), on(ClockResumed, _resumed)),
    tries=trying(PlayingTurns, tries),
)
