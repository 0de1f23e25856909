"""
The clocks of one table: turns timed one by one with an extension each, or a reserve of time for each player.

Everything here is known to both players. It never looks at the length of the round, which is secret: dice down ends a
turn from outside [SR-EXT-5].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from heraut.kernel.names import ClauseId, Instant, Seat
from heraut.kernel.refusal import Refusal
from heraut.rulesets.tables import only_row
from heraut.tournament.format import TurnLimits

MINUTE = 60
NEVER = Instant(0)


class _GraceRow(msgspec.Struct, frozen=True):
    """How long after the end of a turn an extension may still be announced [SR-EXT-2]."""

    clause: ClauseId
    seconds: int


@dataclass(frozen=True, slots=True)
class TableClock:
    """
    Whose time runs.

    `spent` are the seconds counted before the present stretch, of this turn or, with a reserve, of each player's game.
    """

    active: Seat | None = None
    """Whose turn it is."""
    running: Seat | None = None
    """Whose time runs: the active player's; with a reserve it may be passed to the other [SR-VTIME-14]."""
    since: Instant = NEVER
    spent: Mapping[Seat, int] = field(default_factory=dict)
    extended_to: int | None = None
    """How long this turn may last once the active player has announced an extension."""
    extended: frozenset[Seat] = frozenset()
    """Who has used up the right to an extension [SR-EXT-1]."""
    seconds: int = 0
    """How long a turn may last or, with a reserve, all of one's turns together."""
    reserve: bool = False
    held: Seat | None = None
    """Whose time goes on when the clock of the round does [HOUSE-CLOCK-1]."""
    fallen: Seat | None = None
    """Whose reserve has run out [SR-VTIME-15]."""

    def used(self, seat: Seat, at: Instant) -> int:
        """The seconds a player has used: of this turn, or of the reserve."""
        stretch = max(0, at - self.since) if self.running == seat else 0
        return self.spent.get(seat, 0) + stretch

    def counted(self, at: Instant) -> int | None:
        """The seconds used by whoever's time runs; None when nobody's does."""
        return None if self.running is None else self.used(self.running, at)

    def stopped(self, used: int | None) -> TableClock:
        """The time of whoever's runs stands still, with so much of it used [SR-CLOCK-5]."""
        if self.running is None or used is None:
            return self
        return replace(self, running=None, spent={**self.spent, self.running: used})

    def held_up(self, used: int | None) -> TableClock:
        """The clock of the round stops: so does whoever's time runs [HOUSE-CLOCK-1]."""
        return replace(self.stopped(used), held=self.running)

    def resumed(self, seat: Seat | None, at: Instant) -> TableClock:
        """A player's time runs: after a stop, or because the clock was passed [SR-VTIME-14]; nobody's: as it is."""
        return self if seat is None else replace(self, running=seat, since=at, held=None)

    def ended(self, used: int | None, *, spent_extension: bool = False) -> TableClock:
        """The turn is over; the right to an extension is gone if it started running [SR-EXT-4]."""
        extended = self.extended | {self.active} if spent_extension and self.active else self.extended
        return replace(self.stopped(used), active=None, extended_to=None, extended=extended, held=None)

    def overrun(self, turn: int, at: Instant) -> int:
        """The seconds since the normal time of the turn ended; not above 0 while it has not."""
        assert self.active is not None
        return self.used(self.active, at) - turn * MINUTE

    def extension_started(self, turn: int, at: Instant) -> bool:
        """Whether an announced extension has begun to run: the normal time is over [SR-EXT-3, SR-EXT-4]."""
        return self.extended_to is not None and self.active is not None and self.overrun(turn, at) > 0

    def runs_out_at(self) -> Instant | None:
        """When the reserve of whoever's time runs is used up [SR-VTIME-15]."""
        if self.running is None or not self.reserve or self.fallen is not None:
            return None
        return Instant(self.since + max(0, self.seconds - self.spent.get(self.running, 0)))


def extension_refusal(clock: TableClock, turn: int, at: Instant) -> Refusal | None:
    """Why an extension cannot be announced now [SR-EXT-1, SR-EXT-2]."""
    assert clock.active is not None
    if clock.extended_to is not None or clock.active in clock.extended:
        return Refusal(ClauseId("SR-EXT-1"), "extension-used", clock.active)
    late, grace = clock.overrun(turn, at), only_row("steamroller_2011", "timing", "grace", _GraceRow).seconds
    if late > grace:
        return Refusal(ClauseId("SR-EXT-2"), "extension-late", clock.active, asked=late, allowed=grace)
    return None


def extended_seconds(clock: TableClock, limits: TurnLimits, at: Instant) -> int:
    """
    How long a turn that is extended at this instant may last in all.

    An extension announced in time follows the normal time; one announced in the seconds after it starts at the
    announcement [SR-EXT-3].
    """
    assert clock.active is not None
    return max(limits.turn * MINUTE, clock.used(clock.active, at)) + limits.extension * MINUTE
