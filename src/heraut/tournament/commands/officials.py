"""Officials: calls, rulings, sanctions."""

from __future__ import annotations

from fractions import Fraction

from heraut.kernel import Instant, Seat
from heraut.tournament.commands.speaker import Command, Speaker


class CallReferee(Command, frozen=True, kw_only=True):
    """Ask for a judge at one's table."""

    speaker = Speaker.PLAYER
    note: str = ""
    at: Instant = Instant(0)


class AnswerCall(Command, frozen=True, kw_only=True):
    """A judge has come."""

    call: int


class Rule(Command, frozen=True, kw_only=True):
    """Settle a question of rules; final."""

    text: str
    table: int | None = None
    at: Instant = Instant(0)


class Warn(Command, frozen=True, kw_only=True):
    """Warn a player."""

    player: Seat
    reason: str
    at: Instant = Instant(0)


class Penalise(Command, frozen=True, kw_only=True):
    """Take tournament points from a player."""

    player: Seat
    points: Fraction
    reason: str
    at: Instant = Instant(0)
