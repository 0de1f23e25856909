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
from heraut.rulesets import only_row
from heraut.tournament.format import Format

MINUTE = 60
NEVER = Instant(0)


class _GraceRow(msgspec.Struct, frozen=True):
    clause: ClauseId
    seconds: int


def grace_seconds() -> int:
    """How long after the end of a turn an extension may still be announced [SR-EXT-2]."""
    return only_row("steamroller_2011", "timing", "grace", _GraceRow).seconds


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


def start_turn(clock: TableClock, seat: Seat, at: Instant, seconds: int, *, reserve: bool) -> TableClock:
    """A player's turn begins; without a reserve its time is counted from nothing [SR-CLOCK-1, SR-CLOCK-6]."""
    spent = clock.spent if reserve else {}
    return replace(
        clock, active=seat, running=seat, since=at, spent=spent, extended_to=None, seconds=seconds, reserve=reserve
    )  # fmt: skip


def stop(clock: TableClock, used: int | None) -> TableClock:
    """The time of whoever's runs stands still, with so much of it used [SR-CLOCK-5]."""
    if clock.running is None or used is None:
        return clock
    return replace(clock, running=None, spent={**clock.spent, clock.running: used})


def resume(clock: TableClock, seat: Seat, at: Instant) -> TableClock:
    """A player's time runs: after a stop, or because the clock was passed [SR-VTIME-14]."""
    return replace(clock, running=seat, since=at)


def hold(clock: TableClock, used: int | None) -> TableClock:
    """The clock of the round stops: so does whoever's time runs [HOUSE-CLOCK-1]."""
    return replace(stop(clock, used), held=clock.running)


def go_on(clock: TableClock, at: Instant) -> TableClock:
    """The clock of the round goes on, and so does the time it held up."""
    return clock if clock.held is None else replace(clock, running=clock.held, since=at, held=None)


def end_turn(clock: TableClock, used: int | None, *, spent_extension: bool = False) -> TableClock:
    """The turn is over; the right to an extension is gone if it started running [SR-EXT-4]."""
    stopped = stop(clock, used)
    extended = stopped.extended | {stopped.active} if spent_extension and stopped.active else stopped.extended
    return replace(stopped, active=None, extended_to=None, extended=extended, held=None)


def ran_out(clock: TableClock, turn: int, at: Instant) -> int:
    """The seconds since the normal time of the turn ended; not above 0 while it has not."""
    assert clock.active is not None
    return clock.used(clock.active, at) - turn * MINUTE


def extension_refusal(clock: TableClock, turn: int, at: Instant) -> Refusal | None:
    """Why an extension cannot be announced now [SR-EXT-1, SR-EXT-2]."""
    assert clock.active is not None
    if clock.extended_to is not None or clock.active in clock.extended:
        return Refusal(ClauseId("SR-EXT-1"), "extension-used", clock.active)
    late = ran_out(clock, turn, at)
    if late > grace_seconds():
        return Refusal(ClauseId("SR-EXT-2"), "extension-late", clock.active, asked=late, allowed=grace_seconds())
    return None


def extension_started(clock: TableClock, turn: int, at: Instant) -> bool:
    """Whether an announced extension has begun to run: the normal time is over [SR-EXT-3, SR-EXT-4]."""
    return clock.extended_to is not None and clock.active is not None and ran_out(clock, turn, at) > 0


def extended_seconds(used: int, turn: int, extension: int) -> int:
    """
    How long a turn may last in all that was extended after so many seconds.

    An extension announced in time follows the normal time; one announced in the seconds after it starts at the
    announcement [SR-EXT-3].
    """
    return max(turn * MINUTE, used) + extension * MINUTE


def runs_out_at(clock: TableClock) -> Instant | None:
    """When the reserve of whoever's time runs is used up [SR-VTIME-15]."""
    if clock.running is None or not clock.reserve or clock.fallen is not None:
        return None
    return Instant(clock.since + max(0, clock.seconds - clock.spent.get(clock.running, 0)))


# Events of streams of form 1 left unsaid how long; it is worked out here as it was worked out then, by the rules the
# stream is played under. Nothing else may call these. What the settings alone can say is said by `journal/entry.py`.


def round_minutes(settings: Format, face: int) -> int:
    """How long the games of a round last after this secret roll."""
    return settings.minutes_drawn(face)


def turn_seconds(settings: Format) -> int:
    """How long a turn, or with a reserve a game, may last for a player."""
    limits = settings.turn_limits()
    assert limits is not None
    return limits.seconds


def extended_to(settings: Format, clock: TableClock, at: Instant) -> int:
    """How long the turn may last that is extended at this instant."""
    limits = settings.turn_limits()
    assert limits is not None
    assert clock.active is not None
    return extended_seconds(clock.used(clock.active, at), limits.turn, limits.extension)
