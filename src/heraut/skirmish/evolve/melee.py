"""Engagements, holds, weapons in hand, dropped, stuck."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.skirmish import events as e
from heraut.skirmish.effect import Until
from heraut.skirmish.evolve.parts import FighterChanges, StateChanges, changed, unchanged
from heraut.skirmish.fighter import Fighter, Preparation
from heraut.skirmish.state import Hold, State, Stuck, pair


def _engaged(state: State, event: e.Engaged) -> State:
    return replace(state, melee=state.melee | {pair(event.who, event.target)})


def _parted(state: State, event: e.Parted) -> State:
    return replace(state, melee=state.melee - {pair(event.who, event.target)})


def _seized(state: State, event: e.Seized) -> State:
    hold = Hold(event.who, event.target, event.total, event.restraint)
    return replace(state, holds=(*_without(state, event), hold))


def _hold_ended(state: State, event: e.HoldEnded) -> State:
    effects = state.fighters[event.target].effects
    kept = tuple(effect for effect in effects if (effect.until, effect.of) != (Until.HOLD, event.who))
    return replace(state, holds=_without(state, event), fighters=changed(state, event.target, effects=kept))


def _without(state: State, event: e.Seized | e.HoldEnded) -> tuple[Hold, ...]:
    return tuple(hold for hold in state.holds if (hold.grappler, hold.held) != (event.who, event.target))


def _in_hand(fighter: Fighter, event: e.Drawn | e.PickedUp) -> Fighter:
    weapon = fighter.sheet.weapon(event.weapon)
    dropped = tuple(item for item in fighter.dropped if item != event.weapon)
    if weapon is not None and weapon.two_handed:
        return replace(fighter, right=event.weapon, left=event.weapon, dropped=dropped)
    if fighter.right and fighter.right == fighter.left:
        fighter = replace(fighter, left="")
    if fighter.right and not fighter.left:
        return replace(fighter, left=event.weapon, dropped=dropped)
    return replace(fighter, right=event.weapon, dropped=dropped)


def _out_of_hand(fighter: Fighter, weapons: tuple[str, ...]) -> Fighter:
    right = "" if fighter.right in weapons else fighter.right
    left = "" if fighter.left in weapons else fighter.left
    return replace(fighter, right=right, left=left)


def _dropped(fighter: Fighter, event: e.DroppedWeapons) -> Fighter:
    empty = _out_of_hand(fighter, event.weapons)
    return replace(empty, dropped=(*fighter.dropped, *event.weapons))


def _broke(fighter: Fighter, event: e.WeaponBroke) -> Fighter:
    return replace(_out_of_hand(fighter, (event.weapon,)), broken=(*fighter.broken, event.weapon))


def _weapon_stuck(state: State, event: e.WeaponStuck) -> State:
    return replace(state, stuck=(*state.stuck, Stuck(event.who, event.weapon, event.victim)))


def _weapon_freed(state: State, event: e.WeaponFreed) -> State:
    freed = Stuck(event.who, event.weapon, event.victim)
    return replace(state, stuck=tuple(stuck for stuck in state.stuck if stuck != freed))


FIGHTER: FighterChanges = {
    e.Prepared: lambda fighter, event: replace(fighter, prepared=Preparation(event.style, event.target)),
    e.PreparationLost: lambda fighter, _event: replace(fighter, prepared=None),
    e.Drawn: _in_hand,
    e.PickedUp: _in_hand,
    e.DroppedWeapons: _dropped,
    e.WeaponBroke: _broke,
}


STATE: StateChanges = {
    e.Engaged: _engaged,
    e.Parted: _parted,
    e.BlowRead: unchanged,
    e.BystanderHit: unchanged,
    e.Seized: _seized,
    e.HoldEnded: _hold_ended,
    e.WeaponStuck: _weapon_stuck,
    e.WeaponFreed: _weapon_freed,
}
