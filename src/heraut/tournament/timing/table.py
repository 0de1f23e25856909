"""
The clocks of one table: turns timed one by one with an extension each, or a reserve of time for each player.

Everything here is known to both players. It never looks at the length of the round, which is secret: dice down ends a
turn from outside [SR-EXT-5].
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import msgspec

from heraut.kernel import ClauseId, Instant, Refusal, Seat
from heraut.tournament.printed import printed

MINUTE = 60
NEVER = Instant(0)


class _GraceRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    seconds: int


def grace_seconds() -> int:
    """How long after the end of a turn an extension may still be announced [SR-EXT-2]."""
    return printed("steamroller_2011", "timing", "grace", _GraceRow).seconds


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
    announced: int | None = None
    """The seconds of this turn that were used when the active player announced an extension."""
    extended: frozenset[Seat] = frozenset()
    """Who has used up the right to an extension [SR-EXT-1]."""
    held: Seat | None = None
    """Whose time goes on when the clock of the round does [HOUSE-CLOCK-1]."""
    fallen: Seat | None = None
    """Whose reserve has run out [SR-VTIME-15]."""

    def used(self, seat: Seat, at: Instant) -> int:
        """The seconds a player has used: of this turn, or of the reserve."""
        stretch = max(0, at - self.since) if self.running == seat else 0
        return self.spent.get(seat, 0) + stretch


def start_turn(clock: TableClock, seat: Seat, at: Instant, *, reserve: bool) -> TableClock:
    """A player's turn begins; without a reserve its time is counted from nothing [SR-CLOCK-1, SR-CLOCK-6]."""
    stopped = _stopped(clock, at)
    spent = stopped.spent if reserve else {}
    return replace(stopped, active=seat, running=seat, since=at, spent=spent, announced=None)


def stop(clock: TableClock, at: Instant) -> TableClock:
    """The turn clock stands still while the other player moves, rolls or decides [SR-CLOCK-5]."""
    return _stopped(clock, at)


def resume(clock: TableClock, seat: Seat, at: Instant) -> TableClock:
    """A player's time runs: after a stop, or because the clock was passed [SR-VTIME-14]."""
    return replace(_stopped(clock, at), running=seat, since=at)


def hold(clock: TableClock, at: Instant) -> TableClock:
    """The clock of the round stops: so does whoever's time runs [HOUSE-CLOCK-1]."""
    return replace(_stopped(clock, at), held=clock.running)


def go_on(clock: TableClock, at: Instant) -> TableClock:
    """The clock of the round goes on, and so does the time it held up."""
    return clock if clock.held is None else replace(clock, running=clock.held, since=at, held=None)


def announce(clock: TableClock, at: Instant) -> TableClock:
    """The active player will need more time in this turn [SR-EXT-2]."""
    assert clock.active is not None
    return replace(clock, announced=clock.used(clock.active, at))


def end_turn(clock: TableClock, at: Instant, *, spent_extension: bool) -> TableClock:
    """The turn is over; the right to an extension is gone if it started running [SR-EXT-4]."""
    stopped = _stopped(clock, at)
    extended = stopped.extended | {stopped.active} if spent_extension and stopped.active else stopped.extended
    return replace(stopped, active=None, announced=None, extended=extended, held=None)


def _stopped(clock: TableClock, at: Instant) -> TableClock:
    if clock.running is None:
        return clock
    spent = {**clock.spent, clock.running: clock.used(clock.running, at)}
    return replace(clock, running=None, spent=spent)


def ran_out(clock: TableClock, turn: int, at: Instant) -> int:
    """The seconds since the normal time of the turn ended; not above 0 while it has not."""
    assert clock.active is not None
    return clock.used(clock.active, at) - turn * MINUTE


def extension_refusal(clock: TableClock, turn: int, at: Instant) -> Refusal | None:
    """Why an extension cannot be announced now [SR-EXT-1, SR-EXT-2]."""
    assert clock.active is not None
    if clock.active in clock.extended:
        return Refusal(ClauseId("SR-EXT-1"), "extension-used", clock.active)
    late = ran_out(clock, turn, at)
    if late > grace_seconds():
        return Refusal(ClauseId("SR-EXT-2"), "extension-late", clock.active, asked=late, allowed=grace_seconds())
    return None


def extension_started(clock: TableClock, turn: int, at: Instant) -> bool:
    """Whether an announced extension has begun to run: the normal time is over [SR-EXT-3, SR-EXT-4]."""
    return clock.announced is not None and clock.active is not None and ran_out(clock, turn, at) > 0


def turn_seconds(clock: TableClock, turn: int, extension: int) -> int:
    """
    How long this turn may last in all.

    An extension announced in time follows the normal time; one announced in the seconds after it starts at the
    announcement [SR-EXT-3].
    """
    if clock.announced is None:
        return turn * MINUTE
    return max(turn * MINUTE, clock.announced) + extension * MINUTE


def reserve_left(clock: TableClock, seat: Seat, reserve: int, at: Instant) -> int:
    """The seconds left of a player's reserve; 0 when it has run out [SR-VTIME-15]."""
    return max(0, reserve * MINUTE - clock.used(seat, at))
