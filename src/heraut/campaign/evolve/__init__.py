"""What has happened: an event changes the state, without any rule and without refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heraut.campaign.events import CampaignEvent
from heraut.campaign.evolve import around, battles, board, steps
from heraut.campaign.state import State
from heraut.kernel import ImpossibleEvent

_HANDLERS: Mapping[type, Callable[[State, Any], State]] = {
    **steps.HANDLERS,
    **board.HANDLERS,
    **battles.HANDLERS,
    **around.HANDLERS,
}


def evolve(state: State, event: CampaignEvent) -> State:
    """The state after the event."""
    try:
        return _HANDLERS[type(event)](state, event)
    except (KeyError, AttributeError, ValueError) as error:
        raise ImpossibleEvent(state.phase, event) from error


def handled() -> frozenset[type]:
    """The event types that change the state: a test compares them with the union of all."""
    return frozenset(_HANDLERS)
