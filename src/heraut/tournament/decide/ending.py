"""When an event is over, and when it goes on after all [SR-ROUND-5 to SR-ROUND-8]."""

from __future__ import annotations

from heraut.kernel import Seat
from heraut.tournament import events as e
from heraut.tournament.evolve import evolve, evolve_all
from heraut.tournament.ranking import ranked
from heraut.tournament.record import entrants, games, rounds_of
from heraut.tournament.settings import FinalTie, SagaSettings, SteamrollerSettings
from heraut.tournament.standings import sole_leader
from heraut.tournament.state import Over, Playing, Preparing, State


def ends_after(state: State) -> tuple[e.TournamentEvent, ...]:
    """The end of the event, if the last complete round brings it [SR-ROUND-5, SR-ROUND-6, SR-ROUND-8]."""
    played = len(state.rounds)
    if not isinstance(state.stage, Preparing) or played == 0:
        return ()
    leader = _leader(state)
    if leader is not None:
        return (ended(state, "sole-leader", leader=leader),)
    if played >= rounds_of(state) and not _goes_on(state):
        return (ended(state, "all-rounds"),)
    return ()


def ended(state: State, cause: str, *, leader: Seat | None = None, reason: str = "") -> e.EventEnded:
    """The end; those equal on everything may still roll off, once [SR-RANK-4]."""
    settings = state.settings
    lots = isinstance(settings, SteamrollerSettings) and settings.final_tie is FinalTie.ROLL_OFF
    return e.EventEnded(
        after=len(state.rounds), cause=cause, leader=leader, reason=reason, roll_off=lots and not state.numbers
    )  # fmt: skip


_MOVING = (
    e.EventEnded, e.ResultSettled, e.ResultCorrected, e.PlayerPenalised, e.PlayerDisqualified, e.NumbersDrawn,
)  # fmt: skip
"""What may change a place in an event that is over."""


def settled_places(state: State, events: tuple[e.TournamentEvent, ...]) -> tuple[e.TournamentEvent, ...]:
    """The final ranking, where these events end the event or move a place after its end."""
    if not any(isinstance(event, _MOVING) for event in events):
        return ()
    after = evolve_all(state, events)
    places = {row.id: row.rank for row in ranked(after)}
    if not isinstance(after.stage, Over) or list(places.items()) == list(after.places.items()):
        return ()
    return (e.PlacesSettled(places=places),)


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
    end = ends_after(evolve(state, reopened))
    if not end:
        return (reopened,)
    after = evolve(state, end[0])
    return () if after.stage == state.stage else end
