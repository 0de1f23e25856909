"""Clocks on a page: the round's, of which only the time gone by is told, and the table's on its two phones."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import Command, Instant, Refusal, Seat
from heraut.tournament.turns import (
    AnnounceExtension,
    ClockView,
    EndTurn,
    PassClock,
    ResumeTurnClock,
    StartTurn,
    StopTurnClock,
)
from heraut.tournament.view import RoundView, TableView
from heraut.web.commands import events
from heraut.web.desk import now
from heraut.web.game import Game


@dataclass(frozen=True, slots=True)
class Elapsed:
    """How long the games of a round have lasted, stops left out [HOUSE-CLOCK-3]."""

    text: str
    since: Instant | None
    """From when a running clock counts; None while it is stopped."""


def elapsed(shown: RoundView | None) -> Elapsed | None:
    """The clock of a round that has begun."""
    if shown is None or shown.started is None:
        return None
    since = Instant(shown.started + shown.stood)
    minutes = max(0, (shown.paused or now()) - since) // 60
    return Elapsed(f"{minutes // 60} h {minutes % 60:02}", None if shown.paused else since)


def time_is_over(shown: RoundView) -> bool:
    """Whether time has come at a table where nobody has called it yet; known to officials only."""
    return any(table.ends_at is not None and table.ends_at <= now() and not table.time_called for table in shown.tables)


def time_was_called(shown: RoundView) -> bool:
    """Whether the end of time was called at every table."""
    return bool(shown.tables) and all(table.time_called for table in shown.tables)


BUTTONS = (StartTurn, EndTurn, StopTurnClock, ResumeTurnClock, PassClock, AnnounceExtension)


@dataclass(frozen=True, slots=True)
class Hand:
    """One player's time: the seconds left, below 0 when a turn has overrun; `runs` while they go by."""

    seat: Seat
    left: int
    runs: bool

    @property
    def text(self) -> str:
        """Minutes and seconds, as a page without script shows them."""
        minutes, seconds = divmod(abs(self.left), 60)
        return f"{'−' if self.left < 0 else ''}{minutes}:{seconds:02}"


@dataclass(frozen=True, slots=True)
class TurnClock:
    """What a phone shows: the time of the turn, or both reserves; which commands its player may give."""

    active: Seat | None
    hands: tuple[Hand, ...]
    may: frozenset[str]
    fallen: Seat | None = None
    """Whose reserve has run out [SR-VTIME-15]."""


def turn_clock(game: Game, table: TableView | None) -> TurnClock | None:
    """The clock at the player's own table; None where turns are not timed, or not now."""
    me = game.visitor.seat
    if table is None or table.result is not None or me is None:
        return None
    at = now()
    may = frozenset(kind.__name__ for kind in BUTTONS if _is_legal(game, kind(seat=me, at=at)))
    if table.clock is None:
        return TurnClock(None, (), may) if may else None
    return TurnClock(table.clock.active, _hands(table.clock, table.seats, at), may, table.clock.fallen)


def _is_legal(game: Game, command: Command) -> bool:
    return not isinstance(events(game, command), Refusal)


def _hands(clock: ClockView, seats: tuple[Seat, Seat], at: Instant) -> tuple[Hand, ...]:
    if clock.reserve_seconds is not None:
        return tuple(_hand(clock, seat, clock.reserve_seconds, at) for seat in seats)
    if clock.active is None or clock.turn_seconds is None:
        return ()
    return (_hand(clock, clock.active, clock.turn_seconds, at),)


def _hand(clock: ClockView, seat: Seat, whole: int, at: Instant) -> Hand:
    runs = clock.running == seat
    used = clock.spent.get(seat, 0) + (max(0, at - clock.since) if runs else 0)
    return Hand(seat, whole - used, runs)
