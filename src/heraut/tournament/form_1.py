"""
What streams of form 1 left unsaid: which lots are due, how long, how much time used.

Events say it today. Where an old one does not, it is worked out here as it was worked out then, by the rules the
stream is played under; nothing else may call this.
"""

from __future__ import annotations

from heraut.kernel import Instant
from heraut.tournament.settings import FinalTie, SagaSettings, Settings, SteamrollerSettings
from heraut.tournament.state import State
from heraut.tournament.timing import variable_minutes
from heraut.tournament.timing.table import MINUTE, TableClock, extended_seconds


def numbers_due(settings: Settings) -> bool:
    """Whether draw numbers were due once registration was closed."""
    return isinstance(settings, SagaSettings)


def roll_off(state: State) -> bool:
    """Whether lots were due for those who were equal when the event ended."""
    settings = state.settings
    return isinstance(settings, SteamrollerSettings) and settings.final_tie is FinalTie.ROLL_OFF and not state.numbers


def choose_lists(settings: Settings) -> bool:
    """Whether a list was chosen for each game."""
    return isinstance(settings, SteamrollerSettings)


def reserve(settings: Settings) -> bool:
    """Whether turns were timed by a reserve."""
    return isinstance(settings, SteamrollerSettings) and settings.variants.has_reserve


def round_minutes(settings: Settings, face: int) -> int:
    """How long the games of a round last after this secret roll."""
    assert isinstance(settings, SteamrollerSettings), "no other format had a secret length"
    return settings.times.base + variable_minutes(face)


def turn_seconds(settings: Settings, *, reserve: bool) -> int:
    """How long a turn, or with a reserve a game, may last for a player."""
    assert isinstance(settings, SteamrollerSettings), "no other format timed turns"
    return (settings.times.reserve if reserve else settings.times.turn) * MINUTE


def extended_to(settings: Settings, clock: TableClock, at: Instant) -> int:
    """How long the turn may last that is extended at this instant."""
    assert isinstance(settings, SteamrollerSettings), "no other format timed turns"
    assert clock.active is not None
    return extended_seconds(clock.used(clock.active, at), settings.times.turn, settings.times.extension)


def used(clock: TableClock, at: Instant, said: int | None) -> int | None:
    """The seconds used by whoever's time runs, as the event says or else as they are counted."""
    return clock.counted(at) if said is None else said
