"""Effects, levels, postures, movement, long actions."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from heraut.skirmish import events as e
from heraut.skirmish.effect import Effect, Until
from heraut.skirmish.evolve.parts import FighterChanges, StateChanges, changed, lapse, unchanged
from heraut.skirmish.fighter import Dodged, Fighter, LongAction, Motion, Out, Posture
from heraut.skirmish.state import State


def _effect_gained(fighter: Fighter, event: e.EffectGained) -> Fighter:
    return replace(fighter, effects=(*fighter.effects, event.effect))


def _effect_changed(fighter: Fighter, event: e.EffectChanged) -> Fighter:
    def meant(effect: Effect) -> bool:
        return effect.code == event.code and event.of in ("", effect.of)

    kept = tuple(
        replace(effect, dice=event.dice) if meant(effect) else effect
        for effect in fighter.effects
        if event.dice or not meant(effect)
    )
    return replace(fighter, effects=kept)


def _harmed(fighter: Fighter, event: e.Harmed) -> Fighter:
    by = (*fighter.harmed_by, event.by) if event.by and event.by not in fighter.harmed_by else fighter.harmed_by
    prepared = fighter.prepared and replace(fighter.prepared, spoiled=True)
    wounds, fatigue = fighter.wounds + event.wounds, fighter.fatigue + event.fatigue
    return replace(fighter, wounds=wounds, fatigue=fatigue, harmed_by=by, prepared=prepared)


def _recovered(fighter: Fighter, event: e.Recovered) -> Fighter:
    wounds, fatigue = fighter.wounds - event.wounds, fighter.fatigue - event.fatigue
    kept = tuple(effect for effect in fighter.effects if effect.until is not Until.RECOVERY or wounds > effect.limit)
    return replace(fighter, wounds=wounds, fatigue=fatigue, effects=kept)


def _lent(fighter: Fighter, event: e.Lent) -> Fighter:
    return replace(
        fighter,
        wounds=fighter.wounds - event.wounds,
        fatigue=fighter.fatigue - event.fatigue,
        lent_wounds=fighter.lent_wounds + event.wounds,
        lent_fatigue=fighter.lent_fatigue + event.fatigue,
    )


def _put_out(state: State, event: e.PutOut) -> State:
    fighters = changed(state, event.who, out=Out(event.how), long=None, prepared=None, series=None)
    melee = frozenset(found for found in state.melee if event.who not in found)
    return replace(state, fighters=fighters, melee=melee)


def _rise_began(fighter: Fighter, event: e.RiseBegan) -> Fighter:
    return replace(fighter, rising=event.segments)


def _posture_taken(fighter: Fighter, event: e.PostureTaken) -> Fighter:
    if event.posture == Posture.STANDING:
        fighter = lapse(fighter, Until.STANDING)
    return replace(fighter, posture=Posture(event.posture), rising=0)


def _moved(fighter: Fighter, event: e.Moved) -> Fighter:
    return replace(fighter, motion=Motion(event.ground, event.speed, event.fast, event.evading))


def _slowed(state: State, event: e.Slowed) -> State:
    slowed = {who: by for who, by in state.slowed.items() if who != event.who}
    return replace(state, slowed={**slowed, event.who: event.by} if event.by != Fraction(0) else slowed)


def _long_began(state: State, event: e.LongBegan) -> State:
    long = LongAction(event.name, state.now, event.segments)
    return replace(state, fighters=changed(state, event.who, long=long))


def _long_kept(state: State, event: e.LongKept) -> State:
    long = state.fighters[event.who].long
    kept = long and replace(long, decided=True)
    return replace(state, fighters=changed(state, event.who, long=kept, declared=0), announced=True)


FIGHTER: FighterChanges = {
    e.EffectGained: _effect_gained,
    e.EffectChanged: _effect_changed,
    e.Harmed: _harmed,
    e.Recovered: _recovered,
    e.Lent: _lent,
    e.CameBack: lambda fighter, _event: replace(fighter, out=None),
    e.PostureTaken: _posture_taken,
    e.RiseBegan: _rise_began,
    e.Moved: _moved,
    e.Falling: lambda fighter, event: replace(fighter, falling=event.segments),
    e.DodgeMade: lambda fighter, event: replace(fighter, dodge=Dodged(event.total, event.critical)),
    e.LongEnded: lambda fighter, _event: replace(fighter, long=None),
    e.Uncovered: lambda fighter, _event: replace(fighter, hidden=False),
}


STATE: StateChanges = {
    e.PutOut: _put_out,
    e.CriticalRead: unchanged,
    e.Slowed: _slowed,
    e.LongBegan: _long_began,
    e.LongKept: _long_kept,
}
