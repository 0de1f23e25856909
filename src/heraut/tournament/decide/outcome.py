"""What a decision is, and the refusals every part of an event shares."""

from __future__ import annotations

from heraut.kernel import HouseCode, Refusal, house
from heraut.tournament.events import Event
from heraut.tournament.state import Entering, Over, Playing, Preparing, State

Outcome = tuple[Event, ...] | Refusal


def not_now(state: State) -> Refusal:
    """The event waits for something else, and what [HOUSE-PHASE-1]."""
    return house(HouseCode.WRONG_PHASE, waiting_for(state))


def waiting_for(state: State) -> str:
    """A word for where the event stands."""
    if state.due is not None:
        return "stage-dice"
    match state.stage:
        case Entering():
            return "stage-entering"
        case Preparing(draft=None):
            return "stage-preparing"
        case Preparing():
            return "stage-drafted"
        case Playing():
            return "stage-playing"
        case Over():
            return "stage-over"
