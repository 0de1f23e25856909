"""What an event does to the state: one small function per event, no rule."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel import Event, ImpossibleEvent
from heraut.skirmish.events import Unseen
from heraut.skirmish.evolve import action, bodies, clock, command, melee, slots
from heraut.skirmish.evolve.parts import FighterChanges, StateChanges
from heraut.skirmish.state import State

__all__ = ["evolve"]


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    kind = type(event)
    if (change := _FIGHTER.get(kind)) is not None:
        who: str = event.who  # type: ignore[attr-defined]  # the events of that table are about a character
        return replace(state, fighters={**state.fighters, who: change(state.fighters[who], event)})
    if (step := _STATE.get(kind)) is not None:
        return step(state, event)
    if isinstance(event, Unseen):
        return evolve(state, event.event)
    raise ImpossibleEvent(state, event)


_FIGHTER: FighterChanges = {**clock.FIGHTER, **slots.FIGHTER, **bodies.FIGHTER, **melee.FIGHTER, **command.FIGHTER}
_STATE: StateChanges = {
    **action.STATE,
    **clock.STATE,
    **slots.STATE,
    **bodies.STATE,
    **melee.STATE,
    **command.STATE,
}
"""Lookups by type, not a long `match`: long fights fold tens of thousands of these."""
