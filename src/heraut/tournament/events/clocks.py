"""The clock of the round and the clocks of the tables."""

from __future__ import annotations

from heraut.kernel import Audience, Event, Instant, Seat


class LengthDrawn(Event, frozen=True, kw_only=True):
    """The secret roll that lengthens the round; never announced [SR-TIME-3]."""

    audience = Audience.OFFICIALS
    round: int
    face: int


class ClockStarted(Event, frozen=True, kw_only=True):
    """The games of the round have begun."""

    audience = Audience.EVERYBODY
    round: int
    at: Instant


class ClockPaused(Event, frozen=True, kw_only=True):
    """The clock of the round stands still, and every turn with it [HOUSE-CLOCK-1]."""

    audience = Audience.EVERYBODY
    round: int
    at: Instant


class ClockResumed(Event, frozen=True, kw_only=True):
    """The clock of the round goes on, and every turn that was under way."""

    audience = Audience.EVERYBODY
    round: int
    at: Instant


class TimeGranted(Event, frozen=True, kw_only=True):
    """A judge gave a table more minutes."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    minutes: int
    by: Seat
    reason: str


class DiceDownCalled(Event, frozen=True, kw_only=True):
    """Regulation time is over at these tables [SR-DICE-1]."""

    audience = Audience.EVERYBODY
    reveals = True
    round: int
    tables: tuple[int, ...]
    at: Instant


class TimeCalled(Event, frozen=True, kw_only=True):
    """The time limit of a SAGA round is reached at these tables [ST-ORG-7]."""

    audience = Audience.EVERYBODY
    round: int
    tables: tuple[int, ...]
    at: Instant


class TurnStarted(Event, frozen=True, kw_only=True):
    """A player's turn begins."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class TurnClockStopped(Event, frozen=True, kw_only=True):
    """The turn clock stands still."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class TurnClockResumed(Event, frozen=True, kw_only=True):
    """The turn clock runs again."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class ClockPassed(Event, frozen=True, kw_only=True):
    """The time of `to` runs now [SR-VTIME-14]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    to: Seat
    at: Instant


class ExtensionAnnounced(Event, frozen=True, kw_only=True):
    """The active player extends this turn [SR-EXT-2]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class TurnEnded(Event, frozen=True, kw_only=True):
    """The turn is over; `extension_spent` if an extension began to run [SR-EXT-4]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant
    extension_spent: bool = False


class ReserveRanOut(Event, frozen=True, kw_only=True):
    """A player has no time left and has lost [SR-VTIME-15]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant
