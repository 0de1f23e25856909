"""The turns of a table's two players: their clocks, their extension, their reserve."""

from __future__ import annotations

from heraut.kernel import ClauseId, Instant, Refusal, Seat
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament.decide.clock import fallen_reserve
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.settings import SteamrollerSettings
from heraut.tournament.state import Playing, Round, State, Table
from heraut.tournament.timing import table as clocks
from heraut.tournament.timing.table import MINUTE, TableClock


def _timed_table(state: State, seat: Seat) -> tuple[SteamrollerSettings, Round, Table] | Refusal:
    """The table of a player whose turns are being timed."""
    playing, settings = state.playing, state.settings
    table = None if playing is None else playing.table_of(seat)
    if not isinstance(settings, SteamrollerSettings) or settings.variants.no_time_limit:
        return Refusal(ClauseId("SR-VTIME-3"), "clock-not-used")
    if playing is None or table is None or playing.started is None or not isinstance(state.stage, Playing):
        return not_now(state)
    if playing.paused is not None:
        return Refusal(ClauseId("HOUSE-CLOCK-2"), "clock-paused", playing.number)
    if table.time_called or table.result is not None or (table.clock is not None and table.clock.fallen is not None):
        return Refusal(ClauseId("SR-DICE-2"), "event-game-over", table.number)
    return settings, playing, table


def start_turn(state: State, command: c.StartTurn) -> Outcome:
    """A player's turn begins; it ends the opponent's if that was still running."""
    found = _timed_table(state, command.seat)
    if isinstance(found, Refusal):
        return found
    settings, playing, table = found
    clock = table.clock or TableClock()
    if clock.active == command.seat:
        return not_now(state)
    fallen = fallen_reserve(playing, table, command.at)
    if fallen:
        return fallen
    reserve = settings.variants.has_reserve
    started = e.TurnStarted(
        seat=command.seat, round=playing.number, table=table.number, at=command.at, reserve=reserve,
        seconds=(settings.times.reserve if reserve else settings.times.turn) * MINUTE,
    )  # fmt: skip
    ended = () if clock.active is None else (_turn_ended(settings, playing, table, clock, command.at),)
    return (*ended, started)


def _turn_ended(
    settings: SteamrollerSettings, playing: Round, table: Table, clock: TableClock, at: Instant
) -> e.TurnEnded:
    assert clock.active is not None
    spent = clocks.extension_started(clock, settings.times.turn, at) and not settings.variants.has_reserve
    return e.TurnEnded(
        seat=clock.active, round=playing.number, table=table.number, at=at, extension_spent=spent,
        used=clock.counted(at),
    )  # fmt: skip


def _own_turn(state: State, seat: Seat) -> tuple[SteamrollerSettings, Round, Table, TableClock] | Refusal:
    found = _timed_table(state, seat)
    if isinstance(found, Refusal):
        return found
    settings, playing, table = found
    if table.clock is None or table.clock.active != seat:
        return Refusal(ClauseId("SR-CLOCK-1"), "turn-not-yours", seat)
    return settings, playing, table, table.clock


def stop_turn_clock(state: State, command: c.StopTurnClock) -> Outcome:
    """The active player stops the turn clock while the other acts; the round's never stops [SR-CLOCK-5]."""
    found = _own_turn(state, command.seat)
    if isinstance(found, Refusal):
        return found
    settings, playing, table, clock = found
    if settings.variants.has_reserve:
        return Refusal(ClauseId("SR-VTIME-14"), "clock-passes", command.seat)
    if clock.running is None:
        return not_now(state)
    used = clock.counted(command.at)
    return (e.TurnClockStopped(seat=command.seat, round=playing.number, table=table.number, at=command.at, used=used),)


def resume_turn_clock(state: State, command: c.ResumeTurnClock) -> Outcome:
    """The turn goes on."""
    found = _own_turn(state, command.seat)
    if isinstance(found, Refusal):
        return found
    _, playing, table, clock = found
    if clock.running is not None:
        return not_now(state)
    return (e.TurnClockResumed(seat=command.seat, round=playing.number, table=table.number, at=command.at),)


def pass_clock(state: State, command: c.PassClock) -> Outcome:
    """The active player passes the clock to the other's reserve, or takes it back [SR-VTIME-14]."""
    found = _own_turn(state, command.seat)
    if isinstance(found, Refusal):
        return found
    settings, playing, table, clock = found
    if not settings.variants.has_reserve:
        return Refusal(ClauseId("SR-CLOCK-5"), "clock-stops", command.seat)
    fallen = fallen_reserve(playing, table, command.at)
    if fallen:
        return fallen
    to = table.opponent(command.seat) if clock.running == command.seat else command.seat
    used = clock.counted(command.at)
    passed = e.ClockPassed(
        seat=command.seat, round=playing.number, table=table.number, to=to, at=command.at, used=used
    )  # fmt: skip
    return (passed,)


def announce_extension(state: State, command: c.AnnounceExtension) -> Outcome:
    """Once per game, during the turn or within thirty seconds after it [SR-EXT-1, SR-EXT-2]."""
    found = _own_turn(state, command.seat)
    if isinstance(found, Refusal):
        return found
    settings, playing, table, clock = found
    if settings.variants.has_reserve:
        return Refusal(ClauseId("SR-VTIME-16"), "extension-none", command.seat)
    if settings.variants.no_extensions:
        return Refusal(ClauseId("SR-VTIME-10"), "extension-none", command.seat)
    if clock.extended_to is not None:
        return Refusal(ClauseId("SR-EXT-1"), "extension-used", command.seat)
    refusal = clocks.extension_refusal(clock, settings.times.turn, command.at)
    if refusal is not None:
        return refusal
    used, times = clock.used(command.seat, command.at), settings.times
    return (
        e.ExtensionAnnounced(
            seat=command.seat, round=playing.number, table=table.number, at=command.at,
            seconds=clocks.extended_seconds(used, times.turn, times.extension),
        ),
    )  # fmt: skip


def end_turn(state: State, command: c.EndTurn) -> Outcome:
    """The turn is over; what was not used of it is lost [SR-CLOCK-6]."""
    found = _own_turn(state, command.seat)
    if isinstance(found, Refusal):
        return found
    settings, playing, table, clock = found
    return fallen_reserve(playing, table, command.at) or (
        _turn_ended(settings, playing, table, clock, command.at),
    )  # fmt: skip
