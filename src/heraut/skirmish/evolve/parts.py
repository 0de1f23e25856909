"""What the changes share: one fighter changed, all of them, slots and effects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from heraut.kernel import Event
from heraut.skirmish.effect import Until
from heraut.skirmish.fighter import Fate, Fighter, Slot
from heraut.skirmish.state import State

FighterChanges = dict[type, Callable[[Fighter, Any], Fighter]]
"""Events about one character that change him alone."""
StateChanges = dict[type, Callable[[State, Any], State]]


def changed(state: State, who: str, **fields: Any) -> dict[str, Fighter]:
    """The fighters, one of them with these fields changed."""
    return {**state.fighters, who: replace(state.fighters[who], **fields)}


def everyone(state: State, change: Callable[[Fighter], Fighter]) -> dict[str, Fighter]:
    """The fighters, each of them changed."""
    return {id: change(fighter) for id, fighter in state.fighters.items()}


def lapse(fighter: Fighter, end: Until) -> Fighter:
    """Without the effects that last until this end."""
    kept = tuple(effect for effect in fighter.effects if effect.until is not end)
    return fighter if len(kept) == len(fighter.effects) else replace(fighter, effects=kept)


def refate(slots: tuple[Slot, ...], segment: int, fate: Fate) -> tuple[Slot, ...]:
    """The open slot of the segment has met its fate."""
    return tuple(Slot(segment, fate) if slot == Slot(segment) else slot for slot in slots)


def unchanged(state: State, _event: Event) -> State:
    """Told for the log alone."""
    return state
