"""The clock of the round: started, stopped, lengthened, run out."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.kernel import ClauseId, Instant, Refusal, Seat, Tick
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament.decide.outcome import Outcome, not_now
from heraut.tournament.evolve import evolve_all
from heraut.tournament.settings import SagaSettings, Settings, SteamrollerSettings, clause_of
from heraut.tournament.state import Round, State, Table
from heraut.tournament.timing import table as clocks
from heraut.tournament.timing.table import MINUTE


def regulation_minutes(settings: Settings, played: Round) -> int | None:
    """How long the games of a round last; secret in Steamroller until time is called [SR-TIME-1, SR-TIME-3]."""
    return settings.round_minutes if isinstance(settings, SagaSettings) else played.minutes


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
    over = _over(state, command.at)
    then = evolve_all(state, over).rounds[-1]
    return (*over, e.ClockPaused(round=playing.number, at=command.at, used=_used(then.tables.values(), command.at)))


def _used(tables: Iterable[Table], at: Instant) -> dict[Seat, int]:
    """The seconds used by those whose time runs at these tables."""
    running = (clock for table in tables if (clock := table.clock) is not None)
    return {clock.running: clock.used(clock.running, at) for clock in running if clock.running is not None}


def resume_clock(state: State, command: c.ResumeClock) -> Outcome:
    """The games go on."""
    playing = state.playing
    if playing is None or playing.paused is None:
        return not_now(state)
    stood = max(0, command.at - playing.paused)
    return (e.ClockResumed(round=playing.number, at=command.at, stood=stood),)


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
    """The earliest instant at which a tick ends something; None while nothing can run out."""
    playing = state.playing
    if playing is None:
        return None
    ends = (end for table in playing.tables.values() for end in _ends(state, playing, table))
    return min((end for end in ends if end is not None), default=None)


def _ends(state: State, playing: Round, table: Table) -> tuple[Instant | None, Instant | None]:
    """When time is over at a table, and when the reserve of whoever's time runs there is used up."""
    time = None if table.time_called else ends_at(state.settings, playing, table)
    return time, None if table.clock is None or table.result is not None else clocks.runs_out_at(table.clock)


def _over(state: State, at: Instant) -> tuple[e.TournamentEvent, ...]:
    playing = state.playing
    fallen = () if playing is None else tuple(
        event for table in playing.tables.values() for event in fallen_reserve(playing, table, at)
    )  # fmt: skip
    return (*fallen, *_time_called(evolve_all(state, fallen), at))


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
    used = _used((playing.tables[number] for number in due), at)
    return (kind(round=playing.number, tables=due, at=at, used=used),)


def _is_due(state: State, playing: Round, table: Table, at: Instant) -> bool:
    ends = ends_at(state.settings, playing, table)
    return not table.time_called and ends is not None and ends <= at


def fallen_reserve(playing: Round, table: Table, at: Instant) -> tuple[e.TournamentEvent, ...]:
    """The running player's reserve has run out: that player has lost [SR-VTIME-15]."""
    clock = table.clock
    if clock is None or clock.running is None or table.result is not None:
        return ()
    end = clocks.runs_out_at(clock)
    if end is None or at < end:
        return ()
    used = clock.counted(at)
    return (e.ReserveRanOut(seat=clock.running, round=playing.number, table=table.number, at=at, used=used),)
