"""The end of a round and of the event, and when it goes on after all [SR-ROUND-5 to SR-ROUND-8]."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from heraut.kernel import Audience, Event, Seat
from heraut.kernel.engine import Outcome, Subject, on
from heraut.tournament.command import Command, Speaker, not_now
from heraut.tournament.standings.event import entrants, games
from heraut.tournament.standings.table import sole_leader
from heraut.tournament.state import Due, Lot, Over, Playing, Preparing, State


class EndEvent(Command, frozen=True, kw_only=True):
    """End the event before its time."""

    speaker = Speaker.ORGANISER
    reason: str = ""


class RoundCompleted(Event, frozen=True, kw_only=True):
    """Every game of the round has a result."""

    audience = Audience.EVERYBODY
    round: int


class EventEnded(Event, frozen=True, kw_only=True):
    """The event is over: `all-rounds`, `sole-leader` or `organiser`; those who are equal may still roll off."""

    audience = Audience.EVERYBODY
    after: int
    cause: str
    leader: Seat | None = None
    reason: str = ""
    roll_off: bool = False


class PlacesSettled(Event, frozen=True, kw_only=True):
    """The final ranking: everybody from the top, None for those without a place [ST-RNK-9, SR-RANK-5]."""

    audience = Audience.EVERYBODY
    places: Mapping[Seat, int | None]


class EventReopened(Event, frozen=True, kw_only=True):
    """A correction took the lead away from the one who led alone: there is another round [SR-ROUND-6]."""

    audience = Audience.EVERYBODY
    after: int


def end_event(state: State, command: EndEvent) -> Outcome:
    """End the event early; a round under way is finished first."""
    if isinstance(state.stage, Over | Playing) or state.due is not None:
        return not_now(state)
    return (_end(state, "organiser", reason=command.reason.strip()),)


def ends_after(state: State) -> tuple[EventEnded, ...]:
    """The end of the event, if the last complete round brings it [SR-ROUND-5, SR-ROUND-6, SR-ROUND-8]."""
    played = len(state.rounds)
    if not isinstance(state.stage, Preparing) or played == 0:
        return ()
    settings = state.settings
    leader = sole_leader(entrants(state), games(state)) if settings.ends_with_leader else None
    if leader is not None:
        return (_end(state, "sole-leader", leader=leader),)
    if played >= settings.round_count(state) and not settings.goes_on:
        return (_end(state, "all-rounds"),)
    return ()


def _end(state: State, cause: str, *, leader: Seat | None = None, reason: str = "") -> EventEnded:
    """The end; those equal on everything may still roll off, once [SR-RANK-4]."""
    roll_off = state.settings.rolls_off and not state.numbers
    return EventEnded(after=len(state.rounds), cause=cause, leader=leader, reason=reason, roll_off=roll_off)


def retested(state: State) -> tuple[Event, ...]:
    """A correction runs the test of the end again; the event may end, or go on after all [SR-ROUND-6]."""
    if isinstance(state.stage, Preparing):
        return ends_after(state)
    if isinstance(state.stage, Playing) or not isinstance(state.stage, Over) or state.stage.cause != "sole-leader":
        return ()
    reopened = EventReopened(after=state.stage.after)
    end = ends_after(_reopened(state, reopened))
    if not end:
        return (reopened,)
    return () if _ended(state, end[0]).stage == state.stage else end


def closing(state: State) -> tuple[Event, ...]:
    """What the last result of a round brings: the round is complete, and perhaps the event is over."""
    playing = state.playing
    if playing is None or not playing.complete:
        return ()
    completed = RoundCompleted(round=playing.number)
    return (completed, *ends_after(_completed(state, completed)))


def _completed(state: State, event: RoundCompleted) -> State:
    return replace(state, stage=Preparing(event.round + 1))


def _ended(state: State, event: EventEnded) -> State:
    roll_off = event.roll_off and not state.numbers  # streams of form 1 did not say that it was done already
    due = Due(Lot.ROLL_OFF) if roll_off else None
    return replace(state, stage=Over(event.after, event.cause, event.leader), due=due)


def _places(state: State, event: PlacesSettled) -> State:
    return replace(state, places=event.places)


def _reopened(state: State, event: EventReopened) -> State:
    return replace(state, stage=Preparing(event.after + 1), due=None, places={})


SUBJECT = Subject[State](
    decides=(on(EndEvent, end_event),),
    evolves=(
        on(RoundCompleted, _completed),
        on(EventEnded, _ended),
        on(PlacesSettled, _places),
        on(EventReopened, _reopened),
    ),
)
