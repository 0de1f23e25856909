"""When an event is over, and when it goes on after all [SR-ROUND-5 to SR-ROUND-8]."""

from __future__ import annotations

from heraut.kernel import Seat
from heraut.tournament import events as e
from heraut.tournament.evolve import evolve
from heraut.tournament.record import entrants, games, rounds_of
from heraut.tournament.settings import SagaSettings, SteamrollerSettings
from heraut.tournament.standings import sole_leader
from heraut.tournament.state import Over, Playing, Preparing, State


def ends_after(state: State) -> tuple[e.TournamentEvent, ...]:
    """The end of the event, if the last complete round brings it [SR-ROUND-5, SR-ROUND-6, SR-ROUND-8]."""
    played = len(state.rounds)
    if not isinstance(state.stage, Preparing) or played == 0:
        return ()
    leader = _leader(state)
    if leader is not None:
        return (e.EventEnded(after=played, cause="sole-leader", leader=leader),)
    if played >= rounds_of(state) and not _goes_on(state):
        return (e.EventEnded(after=played, cause="all-rounds"),)
    return ()


def _leader(state: State) -> Seat | None:
    """Who leads alone, where that ends the event; a fixed number of rounds is played to its end [SR-VROUND-1]."""
    settings = state.settings
    if isinstance(settings, SagaSettings) or not settings.early_end:
        return None
    if settings.variants.rounds is not None or settings.variants.final_tables:
        return None
    return sole_leader(entrants(state), games(state))


def _goes_on(state: State) -> bool:
    """Rounds are added until somebody leads alone, where the event says so [SR-ROUND-8]."""
    settings = state.settings
    return (
        isinstance(settings, SteamrollerSettings)
        and settings.play_until_sole_leader
        and settings.variants.rounds is None
        and not settings.variants.final_tables
    )


def retested(state: State) -> tuple[e.TournamentEvent, ...]:
    """A correction runs the test of the end again; the event may end, or go on after all [SR-ROUND-6]."""
    if isinstance(state.stage, Preparing):
        return ends_after(state)
    if isinstance(state.stage, Playing) or not isinstance(state.stage, Over) or state.stage.cause != "sole-leader":
        return ()
    reopened = e.EventReopened(after=state.stage.after)
    ended = ends_after(evolve(state, reopened))
    if not ended:
        return (reopened,)
    after = evolve(state, ended[0])
    return () if after.stage == state.stage else ended
