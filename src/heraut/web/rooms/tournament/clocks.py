"""The clocks of an event on its pages: of a round, of a table that was given more time, of a player's turn."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel.names import Instant, Seat
from heraut.kernel.refusal import Refusal
from heraut.tournament.format import Format
from heraut.tournament.turns import (
    AnnounceExtension,
    EndTurn,
    PassClock,
    ResumeTurnClock,
    StartTurn,
    StopTurnClock,
    TableClockView,
)
from heraut.tournament.view import RoundView, TableView
from heraut.web.commands import events
from heraut.web.desk import now
from heraut.web.game import VisitedGame

MINUS = "\N{MINUS SIGN}"
BUTTONS = (StartTurn, EndTurn, StopTurnClock, ResumeTurnClock, PassClock, AnnounceExtension)
"""What a phone may say of the clock of its table."""


@dataclass(frozen=True, slots=True)
class Elapsed:
    """How long the games of a round have lasted, stops left out [HOUSE-CLOCK-3]."""

    text: str
    since: Instant | None
    """From when a running clock counts; None while it is stopped."""
    left: int | None = None
    """The seconds that are left, below 0 once time is over; None where nobody is told how long a round lasts."""
    ends: Instant | None = None
    """When time is over, if the clock runs on."""

    @property
    def countdown(self) -> str:
        """What is left as a page without script shows it."""
        return clock_face(self.left or 0)


def elapsed(shown: RoundView | None, settings: Format, table: TableView | None = None) -> Elapsed | None:
    """The clock of a round that has begun, at a table where one is meant: a judge may have given it more time."""
    if shown is None or shown.started is None:
        return None
    since = Instant(shown.started + shown.stood)
    at = shown.paused or now()
    minutes = max(0, at - since) // 60
    text, running = f"{minutes // 60} h {minutes % 60:02}", None if shown.paused else since
    if settings.clock.drawn is not None or shown.minutes is None:
        return Elapsed(text, running)
    end = since + 60 * (shown.minutes + (table.granted if table is not None else 0))
    return Elapsed(text, running, end - at, Instant(end) if running is not None else None)


def clock_face(seconds: int) -> str:
    """Minutes and seconds, hours before them if there are any, with a minus once time is over."""
    hours, rest = divmod(abs(seconds), 3600)
    minutes, seconds_left = divmod(rest, 60)
    face = f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"
    return f"{MINUS}{face}" if seconds < 0 else face


def time_is_over(shown: RoundView) -> bool:
    """Whether time has come at a table where nobody has called it yet; known to officials only."""
    return any(table.ends_at is not None and table.ends_at <= now() and not table.time_called for table in shown.tables)


def time_was_called(shown: RoundView) -> bool:
    """Whether the end of time was called at every table."""
    return bool(shown.tables) and all(table.time_called for table in shown.tables)


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's time: the seconds left, below 0 when a turn has overrun; `runs` while they go by."""

    seat: Seat
    left: int
    runs: bool

    @property
    def text(self) -> str:
        """Minutes and seconds, as a page without script shows them."""
        return clock_face(self.left)


@dataclass(frozen=True, slots=True)
class TurnClock:
    """What a phone shows: the time of the turn, or both reserves; which commands its player may give."""

    active: Seat | None
    hands: tuple[Hand, ...]
    may: frozenset[str]
    fallen: Seat | None = None
    """Whose reserve has run out [SR-VTIME-15]."""
    extended: tuple[Seat, ...] = ()
    """Who has used up the right to an extension [SR-EXT-1]."""


def turn_clock(game: VisitedGame, table: TableView | None) -> TurnClock | None:
    """The clock at the player's own table; None where turns are not timed, or not now."""
    me = game.visitor.seat
    if table is None or table.result is not None or me is None:
        return None
    clock, at = table.clock, now()
    if clock is None and game.settings.clock.turns is None:
        return None
    may = frozenset(kind.__name__ for kind in BUTTONS if not isinstance(events(game, kind(seat=me, at=at)), Refusal))
    if clock is None:
        return TurnClock(None, (), may) if may else None
    return TurnClock(clock.active, _hands(clock, table.seats, at), may, clock.fallen, clock.extended)


def _hands(clock: TableClockView, seats: tuple[Seat, Seat], at: Instant) -> tuple[Hand, ...]:
    if clock.reserve_seconds is not None:
        return tuple(_hand(clock, seat, clock.reserve_seconds, at) for seat in seats)
    if clock.active is None or clock.turn_seconds is None:
        return ()
    return (_hand(clock, clock.active, clock.turn_seconds, at),)


def _hand(clock: TableClockView, seat: Seat, whole: int, at: Instant) -> Hand:
    runs = clock.running == seat
    used = clock.spent.get(seat, 0) + (max(0, at - clock.since) if runs else 0)
    return Hand(seat, whole - used, runs)
