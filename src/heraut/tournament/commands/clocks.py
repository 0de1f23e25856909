"""The clock of the round and the clocks of the tables."""

from __future__ import annotations

from heraut.kernel import Instant
from heraut.tournament.commands.speaker import Command, Speaker


class StartClock(Command, frozen=True, kw_only=True):
    """The games of the round begin."""

    at: Instant = Instant(0)


class PauseClock(Command, frozen=True, kw_only=True):
    """Stop the clock of the round for everybody."""

    at: Instant = Instant(0)


class ResumeClock(Command, frozen=True, kw_only=True):
    """Let the clock of the round go on."""

    at: Instant = Instant(0)


class GrantTime(Command, frozen=True, kw_only=True):
    """A judge gives a table more minutes."""

    table: int
    minutes: int
    reason: str


class CallTime(Command, frozen=True, kw_only=True):
    """Call the end of time, once it has come; `early`, a SAGA round's before its limit [HOUSE-CLOCK-4]."""

    early: bool = False
    at: Instant = Instant(0)


class StartTurn(Command, frozen=True, kw_only=True):
    """One's turn begins."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class StopTurnClock(Command, frozen=True, kw_only=True):
    """Stop one's turn clock while the opponent acts."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class ResumeTurnClock(Command, frozen=True, kw_only=True):
    """Let one's turn clock run again."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class PassClock(Command, frozen=True, kw_only=True):
    """With a reserve: pass the clock to the opponent, who acts out of turn; or take it back."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class AnnounceExtension(Command, frozen=True, kw_only=True):
    """Extend one's turn, once per game."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)


class EndTurn(Command, frozen=True, kw_only=True):
    """One's turn is over."""

    speaker = Speaker.PLAYER
    at: Instant = Instant(0)
