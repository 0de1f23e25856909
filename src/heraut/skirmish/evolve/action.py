"""The action under way: what it waits for, what it was answered."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from heraut.kernel import Event, ImpossibleEvent
from heraut.skirmish import events as e
from heraut.skirmish.evolve.parts import StateChanges
from heraut.skirmish.need import Answer, Faces, Set
from heraut.skirmish.state import Pending, State


def _began(state: State, event: e.Began) -> State:
    return replace(state, pending=Pending(event.command, state))


def _asked(state: State, event: e.Asked) -> State:
    return replace(state, pending=replace(_pending(state, event), need=event.need))


def _answered(answer: Callable[[Any], Answer]) -> Callable[[State, Any], State]:
    def apply(state: State, event: Event) -> State:
        pending = _pending(state, event)
        return replace(state, pending=replace(pending, answers=(*pending.answers, answer(event)), need=None))

    return apply


def _ended(state: State, _event: e.Ended) -> State:
    return replace(state, pending=None)


def _pending(state: State, event: Event) -> Pending:
    if state.pending is None:
        raise ImpossibleEvent(state, event)
    return state.pending


STATE: StateChanges = {
    e.Began: _began,
    e.Asked: _asked,
    e.DiceRolled: _answered(lambda event: Faces(event.faces)),
    e.Ruled: _answered(lambda event: event.value),
    e.Chosen: _answered(lambda event: event.option),
    e.Overridden: _answered(lambda event: Set(event.who, event.number, event.value)),
    e.Ended: _ended,
}
