"""Declared actions are spent, swapped, lost; who goes first."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.skirmish import events as e
from heraut.skirmish.evolve.parts import FighterChanges, StateChanges, changed, refate
from heraut.skirmish.fighter import Fate, Fighter, Slot
from heraut.skirmish.state import State, pair


def _slot_used(fighter: Fighter, event: e.SlotUsed) -> Fighter:
    return replace(fighter, slots=refate(fighter.slots, event.segment, Fate.USED), acted=True)


def _slot_swapped(fighter: Fighter, event: e.SlotSwapped) -> Fighter:
    return replace(fighter, slots=refate(fighter.slots, event.segment, Fate.SWAPPED))


def _slot_struck(fighter: Fighter, event: e.SlotStruck) -> Fighter:
    return replace(fighter, slots=refate(fighter.slots, event.segment, Fate.STRUCK))


def _loss_carried(state: State, event: e.LossCarried) -> State:
    if event.first:
        return replace(state, fighters=changed(state, event.who, forfeits_first=True))
    losses = state.fighters[event.who].losses + 1
    return replace(state, fighters=changed(state, event.who, losses=losses, losses_until=event.until or state.turn + 1))


def _loss_paid(fighter: Fighter, event: e.LossPaid) -> Fighter:
    return replace(fighter, forfeits_first=False) if event.first else replace(fighter, losses=fighter.losses - 1)


def _slots_delayed(fighter: Fighter, event: e.SlotsDelayed) -> Fighter:
    def later(slot: Slot) -> Slot:
        if slot.fate is not Fate.OPEN:
            return slot
        moved = slot.segment + event.by
        return Slot(moved) if moved <= event.last else Slot(slot.segment, Fate.LOST)

    return replace(fighter, slots=tuple(later(slot) for slot in fighter.slots))


def _slots_given_up(fighter: Fighter, _event: e.SlotsGivenUp) -> Fighter:
    given = tuple(Slot(slot.segment, Fate.LOST) if slot.fate is Fate.OPEN else slot for slot in fighter.slots)
    return replace(fighter, slots=given)


def _survival_began(fighter: Fighter, event: e.SurvivalBegan) -> Fighter:
    kept = tuple(slot for slot in fighter.slots if slot.segment not in event.segments)
    slots = tuple(sorted((*kept, *(Slot(segment) for segment in event.segments)), key=lambda slot: slot.segment))
    return replace(fighter, survival=True, survival_at=None, declared=event.declared, slots=slots)


def _precedence_set(state: State, event: e.PrecedenceSet) -> State:
    return replace(state, precedence={**state.precedence, pair(event.first, event.second): event.first})


def _exchange_opened(state: State, event: e.ExchangeOpened) -> State:
    before = state if state.pending is None else replace(state, pending=None)
    return replace(state, exchanges={**state.exchanges, (event.who, event.target): before})


def _exchange_closed(state: State, event: e.ExchangeClosed) -> State:
    left = {key: before for key, before in state.exchanges.items() if key != (event.who, event.target)}
    return replace(state, exchanges=left)


FIGHTER: FighterChanges = {
    e.SlotUsed: _slot_used,
    e.Acted: lambda fighter, _event: replace(fighter, acted=True),
    e.SlotSwapped: _slot_swapped,
    e.SlotStruck: _slot_struck,
    e.LossPaid: _loss_paid,
    e.SlotsDelayed: _slots_delayed,
    e.SlotsGivenUp: _slots_given_up,
    e.Yielded: lambda fighter, _event: replace(fighter, yielded=True),
    e.SurvivalDue: lambda fighter, event: replace(fighter, survival_at=event.at),
    e.SurvivalBegan: _survival_began,
    e.Surprised: lambda fighter, event: replace(fighter, surprise=event.modifier),
}


STATE: StateChanges = {
    e.LossCarried: _loss_carried,
    e.PrecedenceSet: _precedence_set,
    e.ExchangeOpened: _exchange_opened,
    e.ExchangeClosed: _exchange_closed,
}
