"""
What streams of form 1 left unsaid: which lots are due, how long, how much time used.

Events say it today. Where an old one does not, it is worked out here as it was worked out then, by the rules the
stream is played under; nothing else may call this.
"""

from __future__ import annotations

from heraut.kernel import Instant
from heraut.tournament.format import Format
from heraut.tournament.state import State
from heraut.tournament.table_clock import MINUTE, TableClock, extended_seconds


def numbers_due(settings: Format) -> bool:
    """Whether draw numbers were due once registration was closed."""
    return settings.draws_numbers


def roll_off(state: State) -> bool:
    """Whether lots were due for those who were equal when the event ended."""
    return state.settings.rolls_off and not state.numbers


def choose_lists(settings: Format) -> bool:
    """Whether a list was chosen for each game."""
    return settings.chooses_lists


def reserve(settings: Format) -> bool:
    """Whether turns were timed by a reserve."""
    limits = settings.turn_limits()
    return limits is not None and limits.reserve is not None


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
