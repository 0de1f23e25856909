"""Terror, command, trophies, duels."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel import ImpossibleEvent
from heraut.skirmish import events as e
from heraut.skirmish.evolve.parts import FighterChanges, StateChanges, unchanged
from heraut.skirmish.fighter import Fighter, Series
from heraut.skirmish.sheet import Head, Trait
from heraut.skirmish.sheets.consistency import ATTRIBUTES
from heraut.skirmish.state import Duel, State, Tactic


def _displayed(state: State, event: e.Displayed) -> State:
    return replace(state, displays={**state.displays, event.who: event.points})


def _order_began(fighter: Fighter, event: e.OrderBegan) -> Fighter:
    return replace(fighter, series=Series(event.order, event.needed, 1))


def _order_kept(fighter: Fighter, _event: e.OrderKept) -> Fighter:
    return replace(fighter, series=fighter.series and replace(fighter.series, spent=fighter.series.spent + 1))


def _tactic_set(state: State, event: e.TacticSet) -> State:
    others = {chief: tactic for chief, tactic in state.tactics.items() if chief != event.who}
    if event.bonus:
        others[event.who] = Tactic(event.gain, event.bonus, event.men)
    return replace(state, tactics=others)


def _embalmed(fighter: Fighter, event: e.HeadEmbalmed) -> Fighter:
    place = event.place
    if place < 0:  # written before it was stored
        place = max(range(len(fighter.heads)), key=lambda index: fighter.heads[index].days or 0)
    heads = (*fighter.heads[:place], *fighter.heads[place + 1 :], Head(None))
    return replace(fighter, heads=heads)


def _duel_began(state: State, event: e.DuelBegan) -> State:
    return replace(state, duel=Duel(event.who, event.target, event.weapon, event.other_weapon, event.distance))


def _stared(state: State, event: e.Stared) -> State:
    duel = state.duel
    if duel is None:
        raise ImpossibleEvent(state, event)
    if event.who == duel.who:
        return replace(state, duel=replace(duel, bonus=duel.bonus + event.bonus))
    return replace(state, duel=replace(duel, other_bonus=duel.other_bonus + event.bonus))


def _duel_broken(state: State, _event: e.DuelBroken) -> State:
    return replace(state, duel=None)


def _trait_recorded(fighter: Fighter, event: e.TraitRecorded) -> Fighter:
    sheet = fighter.sheet
    if event.trait in ATTRIBUTES:
        return replace(fighter, sheet=replace(sheet, attributes={**sheet.attributes, event.trait: event.dice}))
    traits = {**sheet.traits, event.trait: Trait(event.dice, event.level)}
    return replace(fighter, sheet=replace(sheet, traits=traits))


FIGHTER: FighterChanges = {
    e.OrderBegan: _order_began,
    e.OrderKept: _order_kept,
    e.OrderClosed: lambda fighter, _event: replace(fighter, series=None),
    e.LeftOut: lambda fighter, _event: replace(fighter, uncommanded=True),
    e.Rallied: lambda fighter, event: replace(fighter, uncommanded=False, chief=event.chief),
    e.Galvanised: lambda fighter, _event: replace(fighter, galvanised=True),
    e.HeadTaken: lambda fighter, event: replace(fighter, heads=(*fighter.heads, Head(event.days))),
    e.HeadEmbalmed: _embalmed,
    e.TraitRecorded: _trait_recorded,
}


STATE: StateChanges = {
    e.Displayed: _displayed,
    e.TerrorRead: unchanged,
    e.TacticSet: _tactic_set,
    e.DuelBegan: _duel_began,
    e.Stared: _stared,
    e.DuelBroken: _duel_broken,
}
