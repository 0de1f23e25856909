"""Officials: calls, rulings, sanctions."""

from __future__ import annotations

from fractions import Fraction

from heraut.kernel import Audience, Event, Instant, Seat


class RefereeCalled(Event, frozen=True, kw_only=True):
    """A player asks for a judge."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    call: int
    table: int | None
    note: str
    at: Instant


class CallAnswered(Event, frozen=True, kw_only=True):
    """A judge has come to the table."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    call: int
    by: Seat


class RulingGiven(Event, frozen=True, kw_only=True):
    """A question of rules is settled for good [ST-OFF-2]."""

    audience = Audience.EVERYBODY
    ruling: int
    by: Seat
    at: Instant
    text: str
    round: int | None = None
    table: int | None = None


class PlayerWarned(Event, frozen=True, kw_only=True):
    """A warning, between the player and the officials."""

    audience = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    by: Seat
    at: Instant
    reason: str


class PlayerPenalised(Event, frozen=True, kw_only=True):
    """Tournament points taken from a player [ST-PTS-10]."""

    audience = Audience.EVERYBODY
    player: Seat
    points: Fraction
    by: Seat
    at: Instant
    reason: str
