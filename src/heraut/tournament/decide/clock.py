"""The clock of the round and the clocks of the tables."""

from __future__ import annotations

from heraut.kernel import ClauseId, Instant, Refusal, Seat, Tick
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.settings import SagaSettings, Settings, SteamrollerSettings, clause_of
from heraut.tournament.state import Playing, Round, State, Table
from heraut.tournament.timing import table as clocks
from heraut.tournament.timing import variable_minutes
from heraut.tournament.timing.table import MINUTE, TableClock


def regulation_minutes(settings: Settings, played: Round) -> int | None:
    """How long the games of a round last; secret in Steamroller until time is called [SR-TIME-1, SR-TIME-3]."""
    if isinstance(settings, SagaSettings):
        return settings.round_minutes
    return None if played.face is None else settings.times.base + variable_minutes(played.face)


def ends_at(settings: Settings, played: Round, table: Table) -> Instant | None:
    """When time is over at a table, judge's extension included; officials only."""
    minutes = regulation_minutes(settings, played)
    if played.started is None or minutes is None:
        return None
    return Instant(played.started + (minutes + table.granted) * MINUTE)


def start_clock(state: State, command: c.StartClock) -> Outcome:
    """The games begin, after the secret roll [SR-TIME-4]; games without limit are not timed [SR-VTIME-3]."""
    playing = state.playing
    if playing is None or state.due is not None or playing.started is not None:
        return not_now(state)
    if isinstance(state.settings, SteamrollerSettings) and state.settings.variants.no_time_limit:
        return Refusal(ClauseId("SR-VTIME-3"), "clock-not-used")
    return (e.ClockStarted(round=playing.number, at=command.at),)


def grant_time(state: State, command: c.GrantTime) -> Outcome:
    """More minutes for one table, whatever is left of them."""
    playing = state.playing
    if playing is None:
        return not_now(state)
    table = playing.tables.get(command.table)
    if table is None or table.result is not None or table.time_called:
        return Refusal(ClauseId("HOUSE-PHASE-1"), "event-table-unknown", command.table)
    if command.minutes < 1:
        return Refusal(ClauseId("SR-CLOCK-5"), "time-granted", command.table, asked=command.minutes, allowed=1)
    if not command.reason.strip():
        return Refusal(ClauseId("ST-OFF-5"), "event-reason-missing", command.table)
    return (
        e.TimeGranted(
            round=playing.number, table=command.table, minutes=command.minutes, by=command.seat,
            reason=command.reason.strip(),
        ),
    )  # fmt: skip


def call_time(state: State, command: c.CallTime) -> Outcome:
    """An official calls time, not before it has come [SR-DICE-1]."""
    called = _time_called(state, command.at)
    clause = clause_of(state.settings, saga="ST-ORG-7", steamroller="SR-DICE-1")
    return called or Refusal(clause, "time-not-over")


def tick(state: State, command: Tick) -> Outcome:
    """What an instant ends: regulation time, and reserves that have run out."""
    playing = state.playing
    fallen = () if playing is None else tuple(
        event for table in playing.tables.values() for event in _fallen(state, playing, table, command.at)
    )  # fmt: skip
    return (*fallen, *_time_called(state, command.at)) or not_now(state)


def _time_called(state: State, at: Instant) -> tuple[e.TournamentEvent, ...]:
    playing = state.playing
    if playing is None:
        return ()
    due = tuple(number for number, table in playing.tables.items() if _is_due(state, playing, table, at))
    if not due:
        return ()
    kind = e.TimeCalled if isinstance(state.settings, SagaSettings) else e.DiceDownCalled
    return (kind(round=playing.number, tables=due, at=at),)


def next_instant(state: State) -> Instant | None:
    """
    When a `Tick` will next end something: regulation time at a table, or a running reserve.

    For the scheduler of a shell alone: it is the secret itself.
    """
    playing = state.playing
    if playing is None:
        return None
    tables = playing.tables.values()
    ends = [ends_at(state.settings, playing, table) for table in tables if not table.time_called]
    falls = [_falls_at(state.settings, table) for table in tables if table.result is None]
    return min((instant for instant in (*ends, *falls) if instant is not None), default=None)


def _falls_at(settings: Settings, table: Table) -> Instant | None:
    clock = table.clock
    if isinstance(settings, SagaSettings) or not settings.variants.has_reserve:
        return None
    if clock is None or clock.running is None or clock.fallen is not None:
        return None
    return Instant(clock.since + clocks.reserve_left(clock, clock.running, settings.times.reserve, clock.since))


def _is_due(state: State, playing: Round, table: Table, at: Instant) -> bool:
    ends = ends_at(state.settings, playing, table)
    return not table.time_called and ends is not None and ends <= at


def _timed_table(state: State, seat: Seat) -> tuple[SteamrollerSettings, Round, Table] | Refusal:
    """The table of a player whose turns are being timed."""
    playing, settings = state.playing, state.settings
    table = None if playing is None else playing.table_of(seat)
    if not isinstance(settings, SteamrollerSettings) or settings.variants.no_time_limit:
        return Refusal(ClauseId("SR-VTIME-3"), "clock-not-used")
    if playing is None or table is None or playing.started is None or not isinstance(state.stage, Playing):
        return not_now(state)
    if table.time_called or table.result is not None or (table.clock is not None and table.clock.fallen is not None):
        return Refusal(ClauseId("SR-DICE-2"), "event-game-over", table.number)
    return settings, playing, table


def _fallen(state: State, playing: Round, table: Table, at: Instant) -> tuple[e.TournamentEvent, ...]:
    """The running player's reserve has run out: that player has lost [SR-VTIME-15]."""
    settings, clock = state.settings, table.clock
    if not isinstance(settings, SteamrollerSettings) or not settings.variants.has_reserve or table.result is not None:
        return ()
    if clock is None or clock.running is None or clock.fallen is not None:
        return ()
    if clocks.reserve_left(clock, clock.running, settings.times.reserve, at) > 0:
        return ()
    return (e.ReserveRanOut(seat=clock.running, round=playing.number, table=table.number, at=at),)


def start_turn(state: State, command: c.StartTurn) -> Outcome:
    """A player's turn begins; it ends the opponent's if that was still running."""
    found = _timed_table(state, command.seat)
    if isinstance(found, Refusal):
        return found
    settings, playing, table = found
    clock = table.clock or TableClock()
    if clock.active == command.seat:
        return not_now(state)
    fallen = _fallen(state, playing, table, command.at)
    if fallen:
        return fallen
    started = e.TurnStarted(seat=command.seat, round=playing.number, table=table.number, at=command.at)
    ended = () if clock.active is None else (_turn_ended(settings, playing, table, clock, command.at),)
    return (*ended, started)


def _turn_ended(
    settings: SteamrollerSettings, playing: Round, table: Table, clock: TableClock, at: Instant
) -> e.TurnEnded:
    assert clock.active is not None
    spent = clocks.extension_started(clock, settings.times.turn, at) and not settings.variants.has_reserve
    return e.TurnEnded(seat=clock.active, round=playing.number, table=table.number, at=at, extension_spent=spent)


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
    return (e.TurnClockStopped(seat=command.seat, round=playing.number, table=table.number, at=command.at),)


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
    fallen = _fallen(state, playing, table, command.at)
    if fallen:
        return fallen
    to = table.opponent(command.seat) if clock.running == command.seat else command.seat
    return (e.ClockPassed(seat=command.seat, round=playing.number, table=table.number, to=to, at=command.at),)


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
    if clock.announced is not None:
        return Refusal(ClauseId("SR-EXT-1"), "extension-used", command.seat)
    refusal = clocks.extension_refusal(clock, settings.times.turn, command.at)
    if refusal is not None:
        return refusal
    return (e.ExtensionAnnounced(seat=command.seat, round=playing.number, table=table.number, at=command.at),)


def end_turn(state: State, command: c.EndTurn) -> Outcome:
    """The turn is over; what was not used of it is lost [SR-CLOCK-6]."""
    found = _own_turn(state, command.seat)
    if isinstance(found, Refusal):
        return found
    settings, playing, table, clock = found
    return _fallen(state, playing, table, command.at) or (
        _turn_ended(settings, playing, table, clock, command.at),
    )  # fmt: skip
