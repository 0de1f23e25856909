"""The clock of the round and the clocks of the tables."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.kernel import Audience, Event, Instant, Seat


class LengthDrawn(Event, frozen=True, kw_only=True):
    """The secret roll that lengthens the round, and how long its games then last; never announced [SR-TIME-3]."""

    audience = Audience.OFFICIALS
    round: int
    face: int
    minutes: int | None = None


class ClockStarted(Event, frozen=True, kw_only=True):
    """The games of the round have begun."""

    audience = Audience.EVERYBODY
    round: int
    at: Instant


class ClockPaused(Event, frozen=True, kw_only=True):
    """The clock of the round stands still, and every turn with it [HOUSE-CLOCK-1]; `used` as in `DiceDownCalled`."""

    audience = Audience.EVERYBODY
    round: int
    at: Instant
    used: Mapping[Seat, int] = {}


class ClockResumed(Event, frozen=True, kw_only=True):
    """The clock of the round goes on, and every turn that was under way; it stood still for `stood` seconds."""

    audience = Audience.EVERYBODY
    round: int
    at: Instant
    stood: int | None = None


class TimeGranted(Event, frozen=True, kw_only=True):
    """A judge gave a table more minutes."""

    audience = Audience.EVERYBODY
    round: int
    table: int
    minutes: int
    by: Seat
    reason: str


class DiceDownCalled(Event, frozen=True, kw_only=True):
    """Regulation time is over at these tables [SR-DICE-1]; `used` are the seconds of those whose time ran."""

    audience = Audience.EVERYBODY
    reveals = True
    round: int
    tables: tuple[int, ...]
    at: Instant
    used: Mapping[Seat, int] = {}


class TimeCalled(Event, frozen=True, kw_only=True):
    """The time limit of a round is reached at these tables [ST-ORG-7]; `used` as in `DiceDownCalled`."""

    audience = Audience.EVERYBODY
    round: int
    tables: tuple[int, ...]
    at: Instant
    used: Mapping[Seat, int] = {}


class TurnStarted(Event, frozen=True, kw_only=True):
    """A player's turn begins: `seconds` may be used in it or, with a `reserve`, in all turns of the game."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant
    seconds: int | None = None
    reserve: bool | None = None


class TurnClockStopped(Event, frozen=True, kw_only=True):
    """The turn clock stands still after so many seconds `used`."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant
    used: int | None = None


class TurnClockResumed(Event, frozen=True, kw_only=True):
    """The turn clock runs again."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant


class ClockPassed(Event, frozen=True, kw_only=True):
    """The time of `to` runs now; the other has `used` so many seconds [SR-VTIME-14]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    to: Seat
    at: Instant
    used: int | None = None


class ExtensionAnnounced(Event, frozen=True, kw_only=True):
    """The active player extends this turn, which may now last so many seconds [SR-EXT-2, SR-EXT-3]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant
    seconds: int | None = None


class TurnEnded(Event, frozen=True, kw_only=True):
    """The turn is over after so many seconds `used`; `extension_spent` if an extension began to run [SR-EXT-4]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant
    extension_spent: bool = False
    used: int | None = None


class ReserveRanOut(Event, frozen=True, kw_only=True):
    """A player has no time left and has lost [SR-VTIME-15]."""

    audience = Audience.EVERYBODY
    seat: Seat
    round: int
    table: int
    at: Instant
    used: int | None = None
