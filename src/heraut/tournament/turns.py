"""The turns of a table's two players: their clocks, their extension, their reserve."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypedDict, TypeVar

import msgspec
from msgspec.structs import replace as fill

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Command, PublicEvent, Speaker
from heraut.kernel.names import ClauseId, Instant, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament import table_clock
from heraut.tournament.command import TournamentCommand, not_now
from heraut.tournament.format import TurnLimits
from heraut.tournament.state import Round, State, Table, with_table
from heraut.tournament.table_clock import TableClock


class TurnCommand(TournamentCommand, frozen=True, kw_only=True):
    """A player's word about the turns of their table."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class StartTurn(TurnCommand, frozen=True, kw_only=True):
    """One's turn begins."""


class StopTurnClock(TurnCommand, frozen=True, kw_only=True):
    """Stop one's turn clock while the opponent acts."""


class ResumeTurnClock(TurnCommand, frozen=True, kw_only=True):
    """Let one's turn clock run again."""


class PassClock(TurnCommand, frozen=True, kw_only=True):
    """With a reserve: pass the clock to the opponent, who acts out of turn; or take it back."""


class AnnounceExtension(TurnCommand, frozen=True, kw_only=True):
    """Extend one's turn, once per game."""


class EndTurn(TurnCommand, frozen=True, kw_only=True):
    """One's turn is over."""


class TurnEvent(PublicEvent, frozen=True, kw_only=True):
    """Something about the turn of a player; everybody may know it."""

    seat: Seat
    round: int
    table: int
    at: Instant


class TurnStarted(TurnEvent, frozen=True, kw_only=True):
    """A player's turn begins: `seconds` may be used in it or, with a `reserve`, in all turns of the game."""

    seconds: int | None = None
    reserve: bool = False


class TurnClockStopped(TurnEvent, frozen=True, kw_only=True):
    """The turn clock stands still after so many seconds `used`."""

    used: int | None = None


class TurnClockResumed(TurnEvent, frozen=True, kw_only=True):
    """The turn clock runs again."""


class ClockPassed(TurnEvent, frozen=True, kw_only=True):
    """The time of `to` runs now; the other has `used` so many seconds [SR-VTIME-14]."""

    to: Seat
    used: int | None = None


class ExtensionAnnounced(TurnEvent, frozen=True, kw_only=True):
    """The active player extends this turn, which may now last so many seconds [SR-EXT-2, SR-EXT-3]."""

    seconds: int | None = None


class TurnEnded(TurnEvent, frozen=True, kw_only=True):
    """The turn is over after so many seconds `used`; `extension_spent` if an extension began to run [SR-EXT-4]."""

    extension_spent: bool = False
    used: int | None = None


class ReserveRanOut(TurnEvent, frozen=True, kw_only=True):
    """A player has no time left and has lost [SR-VTIME-15]."""

    used: int | None = None


T = TypeVar("T", TurnClockStopped, ClockPassed, TurnEnded, ReserveRanOut)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A player at a table whose turns are being timed, and how."""

    limits: TurnLimits
    playing: Round
    table: Table
    clock: TableClock

    def named(self, seat: Seat, at: Instant) -> _Named:
        """Whose turn it is about, where and when, as every event of a turn says."""
        return {"seat": seat, "round": self.playing.number, "table": self.table.number, "at": at}

    def ended(self, at: Instant) -> TurnEnded:
        """The turn of the active player is over."""
        clock, limits = self.clock, self.limits
        assert clock.active is not None
        spent = limits.reserve is None and clock.extension_started(limits.turn, at)
        return TurnEnded(**self.named(clock.active, at), extension_spent=spent, used=clock.counted(at))

    def fallen(self, at: Instant) -> tuple[ReserveRanOut, ...]:
        """The reserve that has run out by now."""
        return fallen_reserve(self.playing, self.table, at)


class _Named(TypedDict):
    seat: Seat
    round: int
    table: int
    at: Instant


def _timed(state: State, seat: Seat) -> _Turn | Refusal:
    """The table of a player whose turns are being timed."""
    playing, limits = state.playing, state.settings.clock.turns
    table = state.table_of(seat)
    if limits is None:
        return Refusal(state.settings.clauses.turn_clock, "clock-not-used")
    if playing is None or table is None or playing.started is None:
        return not_now(state)
    if playing.paused is not None:
        return Refusal(ClauseId("HOUSE-CLOCK-2"), "clock-paused", playing.number)
    if table.time_called or table.result is not None or (table.clock is not None and table.clock.fallen is not None):
        return Refusal(ClauseId("SR-DICE-2"), "event-game-over", table.number)
    return _Turn(limits, playing, table, table.clock or TableClock())


def _own(state: State, seat: Seat) -> _Turn | Refusal:
    """The same, while it is the player's own turn."""
    turn = _timed(state, seat)
    if isinstance(turn, _Turn) and turn.clock.active != seat:
        return Refusal(ClauseId("SR-CLOCK-1"), "turn-not-yours", seat)
    return turn


def start_turn(state: State, command: StartTurn) -> Outcome:
    """A player's turn begins; it ends the opponent's if that was still running."""
    turn = _timed(state, command.seat)
    if isinstance(turn, Refusal):
        return turn
    if turn.clock.active == command.seat:
        return not_now(state)
    limits, fallen = turn.limits, turn.fallen(command.at)
    if fallen:
        return fallen
    started = TurnStarted(
        **turn.named(command.seat, command.at), seconds=limits.seconds, reserve=limits.reserve is not None
    )
    return (started,) if turn.clock.active is None else (turn.ended(command.at), started)


def stop_turn_clock(state: State, command: StopTurnClock) -> Outcome:
    """The active player stops the turn clock while the other acts; the round's never stops [SR-CLOCK-5]."""
    turn = _own(state, command.seat)
    if isinstance(turn, Refusal):
        return turn
    if turn.limits.reserve is not None:
        return Refusal(ClauseId("SR-VTIME-14"), "clock-passes", command.seat)
    if turn.clock.running is None:
        return not_now(state)
    return (TurnClockStopped(**turn.named(command.seat, command.at), used=turn.clock.counted(command.at)),)


def resume_turn_clock(state: State, command: ResumeTurnClock) -> Outcome:
    """The turn goes on."""
    turn = _own(state, command.seat)
    if isinstance(turn, Refusal):
        return turn
    if turn.clock.running is not None:
        return not_now(state)
    return (TurnClockResumed(**turn.named(command.seat, command.at)),)


def pass_clock(state: State, command: PassClock) -> Outcome:
    """The active player passes the clock to the other's reserve, or takes it back [SR-VTIME-14]."""
    turn = _own(state, command.seat)
    if isinstance(turn, Refusal):
        return turn
    if turn.limits.reserve is None:
        return Refusal(ClauseId("SR-CLOCK-5"), "clock-stops", command.seat)
    fallen = turn.fallen(command.at)
    if fallen:
        return fallen
    to = turn.table.opponent(command.seat) if turn.clock.running == command.seat else command.seat
    return (ClockPassed(**turn.named(command.seat, command.at), to=to, used=turn.clock.counted(command.at)),)


def announce_extension(state: State, command: AnnounceExtension) -> Outcome:
    """Once per game, during the turn or within thirty seconds after it [SR-EXT-1, SR-EXT-2]."""
    turn = _own(state, command.seat)
    if isinstance(turn, Refusal):
        return turn
    limits, clock = turn.limits, turn.clock
    if limits.extensions_clause is not None:
        return Refusal(limits.extensions_clause, "extension-none", command.seat)
    refusal = table_clock.extension_refusal(clock, limits.turn, command.at)
    if refusal is not None:
        return refusal
    seconds = table_clock.extended_seconds(clock, limits, command.at)
    return (ExtensionAnnounced(**turn.named(command.seat, command.at), seconds=seconds),)


def end_turn(state: State, command: EndTurn) -> Outcome:
    """The turn is over; what was not used of it is lost [SR-CLOCK-6]."""
    turn = _own(state, command.seat)
    if isinstance(turn, Refusal):
        return turn
    return turn.fallen(command.at) or (turn.ended(command.at),)


def fallen_reserve(playing: Round, table: Table, at: Instant) -> tuple[ReserveRanOut, ...]:
    """The running player's reserve has run out: that player has lost [SR-VTIME-15]."""
    clock = table.clock
    if clock is None or clock.running is None or table.result is not None:
        return ()
    end = clock.runs_out_at()
    if end is None or at < end:
        return ()
    used = clock.counted(at)
    return (ReserveRanOut(seat=clock.running, round=playing.number, table=table.number, at=at, used=used),)


def _clock(state: State, event: TurnEvent) -> TableClock:
    return state.rounds[event.round - 1].tables[event.table].clock or TableClock()


def _set_clock(state: State, event: TurnEvent, clock: TableClock) -> State:
    return with_table(state, event.round, event.table, clock=clock)


def _turn_started(state: State, event: TurnStarted) -> State:
    """Without a reserve the time of a turn is counted from nothing [SR-CLOCK-1, SR-CLOCK-6]."""
    clock, seat = _clock(state, event), event.seat
    spent = clock.spent if event.reserve else {}
    assert event.seconds is not None
    started = replace(
        clock, active=seat, running=seat, since=event.at, spent=spent, extended_to=None, seconds=event.seconds,
        reserve=event.reserve,
    )  # fmt: skip
    return _set_clock(state, event, started)


def _turn_stopped(state: State, event: TurnClockStopped) -> State:
    return _set_clock(state, event, _clock(state, event).stopped(event.used))


def _turn_resumed(state: State, event: TurnClockResumed) -> State:
    return _set_clock(state, event, _clock(state, event).resumed(event.seat, event.at))


def _passed(state: State, event: ClockPassed) -> State:
    return _set_clock(state, event, _clock(state, event).stopped(event.used).resumed(event.to, event.at))


def _extension(state: State, event: ExtensionAnnounced) -> State:
    return _set_clock(state, event, replace(_clock(state, event), extended_to=event.seconds))


def _turn_was_ended(state: State, event: TurnEnded) -> State:
    ended = _clock(state, event).ended(event.used, spent_extension=event.extension_spent)
    return _set_clock(state, event, ended)


def reserve_ran_out(state: State, event: ReserveRanOut) -> State:
    """The clock stands, and has fallen on whose time it was."""
    ended = _clock(state, event).ended(event.used)
    return _set_clock(state, event, replace(ended, fallen=event.seat))


def _with_used(state: State, event: T) -> T:
    """Form 1 did not say how many seconds were used."""
    return event if event.used is not None else fill(event, used=_clock(state, event).counted(event.at))


def _with_limit(state: State, event: TurnStarted) -> TurnStarted:
    """Form 1 did not say how long a turn, or with a reserve a game, may last for a player."""
    return event if event.seconds is not None else fill(event, seconds=_limits(state).seconds)


def _with_extension(state: State, event: ExtensionAnnounced) -> ExtensionAnnounced:
    """Form 1 did not say how long the turn may last that is extended."""
    if event.seconds is not None:
        return event
    return fill(event, seconds=table_clock.extended_seconds(_clock(state, event), _limits(state), event.at))


def _limits(state: State) -> TurnLimits:
    limits = state.settings.clock.turns
    assert limits is not None
    return limits


class TableClockView(msgspec.Struct, frozen=True, omit_defaults=True):
    """The clock of a table: whose time runs since when, what was used before, what there is."""

    active: Seat | None
    running: Seat | None
    since: Instant
    spent: Mapping[Seat, int]
    turn_seconds: int | None = None
    reserve_seconds: int | None = None
    extended: tuple[Seat, ...] = ()
    fallen: Seat | None = None


def clock_view(clock: TableClock) -> TableClockView:
    """The clock of a table, of which nothing is secret."""
    return TableClockView(
        clock.active,
        clock.running,
        clock.since,
        clock.spent,
        None if clock.reserve else clock.extended_to or clock.seconds,
        clock.seconds if clock.reserve else None,
        tuple(sorted(clock.extended)),
        clock.fallen,
    )


_TRIED: tuple[Callable[..., Command], ...] = (
    StartTurn, StopTurnClock, ResumeTurnClock, PassClock, AnnounceExtension, EndTurn,
)  # fmt: skip


def tries(state: State, seat: Seat) -> Iterator[Command]:
    """The clock at the player's own table."""
    begun = state.rounds[-1].started if state.table_of(seat) is not None else None
    if begun is not None and state.settings.clock.turns is not None:
        yield from (turn(seat, at=begun) for turn in _TRIED)


SUBJECT = Subject[State](
    decides=(
        on(StartTurn, start_turn),
        on(StopTurnClock, stop_turn_clock),
        on(ResumeTurnClock, resume_turn_clock),
        on(PassClock, pass_clock),
        on(AnnounceExtension, announce_extension),
        on(EndTurn, end_turn),
    ),
    evolves=(
        on(TurnStarted, _turn_started),
        on(TurnClockStopped, _turn_stopped),
        on(TurnClockResumed, _turn_resumed),
        on(ClockPassed, _passed),
        on(ExtensionAnnounced, _extension),
        on(TurnEnded, _turn_was_ended),
        on(ReserveRanOut, reserve_ran_out),
    ),
    completes=(
        on(TurnStarted, _with_limit),
        on(TurnClockStopped, _with_used),
        on(ClockPassed, _with_used),
        on(ExtensionAnnounced, _with_extension),
        on(TurnEnded, _with_used),
        on(ReserveRanOut, _with_used),
    ),
    tries=tries,
)
