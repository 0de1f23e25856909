"""
What streams of form 1 left unsaid: how long, how much time used.

Events say it today. Where an old one does not, it is worked out here as it was worked out then, by the rules the
stream is played under; nothing else may call this. What the settings alone can say is said by `journal/entry.py`.
"""

from __future__ import annotations

from heraut.kernel import Instant
from heraut.tournament.format import Format
from heraut.tournament.table_clock import MINUTE, TableClock, extended_seconds


def round_minutes(settings: Format, face: int) -> int:
    """How long the games of a round last after this secret roll."""
    return settings.minutes_drawn(face)


def turn_seconds(settings: Format) -> int:
    """How long a turn, or with a reserve a game, may last for a player."""
    limits = settings.turn_limits()
    assert limits is not None
    return (limits.turn if limits.reserve is None else limits.reserve) * MINUTE


def extended_to(settings: Format, clock: TableClock, at: Instant) -> int:
    """How long the turn may last that is extended at this instant."""
    limits = settings.turn_limits()
    assert limits is not None
    assert clock.active is not None
    return extended_seconds(clock.used(clock.active, at), limits.turn, limits.extension)


def used(clock: TableClock, at: Instant, said: int | None) -> int | None:
    """The seconds used by whoever's time runs, as the event says or else as they are counted."""
    return clock.counted(at) if said is None else said
