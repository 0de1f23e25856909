"""The clock of the round: started, stopped, lengthened, run out."""

from __future__ import annotations

from heraut.kernel import ClauseId, Instant, Refusal, Tick
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.settings import SagaSettings, Settings, SteamrollerSettings, clause_of
from heraut.tournament.state import Round, State, Table
from heraut.tournament.timing import table as clocks
from heraut.tournament.timing import variable_minutes
from heraut.tournament.timing.table import MINUTE


def regulation_minutes(settings: Settings, played: Round) -> int | None:
    """How long the games of a round last; secret in Steamroller until time is called [SR-TIME-1, SR-TIME-3]."""
    if isinstance(settings, SagaSettings):
        return settings.round_minutes
    return None if played.face is None else settings.times.base + variable_minutes(played.face)


def ends_at(settings: Settings, played: Round, table: Table) -> Instant | None:
    """When time is over at a table, judge's extension and stops included; officials only, and not while it stands."""
    minutes = regulation_minutes(settings, played)
    if played.started is None or played.paused is not None or minutes is None:
        return None
    return Instant(played.started + played.stood + (minutes + table.granted) * MINUTE)


def start_clock(state: State, command: c.StartClock) -> Outcome:
    """The games begin, after the secret roll [SR-TIME-4]; games without limit are not timed [SR-VTIME-3]."""
    playing = state.playing
    if playing is None or state.due is not None or playing.started is not None:
        return not_now(state)
    if isinstance(state.settings, SteamrollerSettings) and state.settings.variants.no_time_limit:
        return Refusal(ClauseId("SR-VTIME-3"), "clock-not-used")
    return (e.ClockStarted(round=playing.number, at=command.at),)


def pause_clock(state: State, command: c.PauseClock) -> Outcome:
    """Something from outside stops all games; what happens in one never does [HOUSE-CLOCK-1, SR-CLOCK-5]."""
    playing = state.playing
    if playing is None or playing.started is None or playing.paused is not None:
        return not_now(state)
    return (*_over(state, command.at), e.ClockPaused(round=playing.number, at=command.at))


def resume_clock(state: State, command: c.ResumeClock) -> Outcome:
    """The games go on."""
    playing = state.playing
    if playing is None or playing.paused is None:
        return not_now(state)
    return (e.ClockResumed(round=playing.number, at=command.at),)


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
    """An official calls time, not before it has come [SR-DICE-1]; in SAGA also early [HOUSE-CLOCK-4]."""
    called = _time_called(state, command.at, early=command.early and isinstance(state.settings, SagaSettings))
    clause = clause_of(state.settings, saga="ST-ORG-7", steamroller="SR-DICE-1")
    return called or Refusal(clause, "time-not-over")


def tick(state: State, command: Tick) -> Outcome:
    """What an instant ends: regulation time, and reserves that have run out."""
    return _over(state, command.at) or not_now(state)


def next_tick(state: State) -> Instant | None:
    """When the next time runs out: a table's regulation time, or the reserve of whoever's time runs."""
    playing = state.playing
    if playing is None or playing.started is None or playing.paused is not None:
        return None
    tables = tuple(playing.tables.values())
    ends = [ends_at(state.settings, playing, table) for table in tables if not table.time_called]
    falls = [_falls_at(state, table) for table in tables]
    return min((at for at in (*ends, *falls) if at is not None), default=None)


def _falls_at(state: State, table: Table) -> Instant | None:
    """When the reserve of the running player is used up, if nothing stops it."""
    settings, clock = state.settings, table.clock
    if not isinstance(settings, SteamrollerSettings) or not settings.variants.has_reserve or table.result is not None:
        return None
    if clock is None or clock.running is None or clock.fallen is not None:
        return None
    return Instant(clock.since + clocks.reserve_left(clock, clock.running, settings.times.reserve, clock.since))


def _over(state: State, at: Instant) -> tuple[e.TournamentEvent, ...]:
    playing = state.playing
    fallen = () if playing is None else tuple(
        event for table in playing.tables.values() for event in fallen_reserve(state, playing, table, at)
    )  # fmt: skip
    return (*fallen, *_time_called(state, at))


def _time_called(state: State, at: Instant, *, early: bool = False) -> tuple[e.TournamentEvent, ...]:
    playing = state.playing
    if playing is None or playing.started is None:
        return ()
    due = tuple(
        number
        for number, table in playing.tables.items()
        if _is_due(state, playing, table, at) or (early and not table.time_called)
    )
    if not due:
        return ()
    kind = e.TimeCalled if isinstance(state.settings, SagaSettings) else e.DiceDownCalled
    return (kind(round=playing.number, tables=due, at=at),)


def _is_due(state: State, playing: Round, table: Table, at: Instant) -> bool:
    ends = ends_at(state.settings, playing, table)
    return not table.time_called and ends is not None and ends <= at


def fallen_reserve(state: State, playing: Round, table: Table, at: Instant) -> tuple[e.TournamentEvent, ...]:
    """The running player's reserve has run out: that player has lost [SR-VTIME-15]."""
    settings, clock = state.settings, table.clock
    if not isinstance(settings, SteamrollerSettings) or not settings.variants.has_reserve or table.result is not None:
        return ()
    if clock is None or clock.running is None or clock.fallen is not None:
        return ()
    if clocks.reserve_left(clock, clock.running, settings.times.reserve, at) > 0:
        return ()
    return (e.ReserveRanOut(seat=clock.running, round=playing.number, table=table.number, at=at),)
