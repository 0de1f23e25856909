"""Turns and segments pass."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.skirmish import events as e
from heraut.skirmish.effect import Until
from heraut.skirmish.evolve.parts import FighterChanges, StateChanges, changed, everyone, lapse, refate, unchanged
from heraut.skirmish.fighter import Fate, Fighter, Slot
from heraut.skirmish.settings import FastMove
from heraut.skirmish.state import State, Step


def _fight_ended(state: State, _event: e.FightEnded) -> State:
    def give_back(fighter: Fighter) -> Fighter:
        wounds, fatigue = fighter.wounds + fighter.lent_wounds, fighter.fatigue + fighter.lent_fatigue
        return replace(fighter, wounds=wounds, fatigue=fatigue, lent_wounds=0, lent_fatigue=0)

    return replace(state, step=Step.OVER, fighters=everyone(state, give_back))


def _turn_began(state: State, event: e.TurnBegan) -> State:
    def fresh(fighter: Fighter) -> Fighter:
        long = fighter.long and replace(fighter.long, decided=False)
        return replace(fighter, reaction=None, declared=None, survival=False, slots=(), long=long)

    fighters = everyone(state, fresh)
    return replace(
        state, step=Step.ANNOUNCING, turn=event.turn, segment=0, order=(), announced=False, fighters=fighters
    )


def _order_set(state: State, event: e.OrderSet) -> State:
    return replace(state, order=event.order)


def _announced(state: State, event: e.Announced) -> State:
    slots = tuple(Slot(segment) for segment in event.segments)
    return replace(state, fighters=changed(state, event.who, declared=event.actions, slots=slots), announced=True)


def _segment_began(state: State, event: e.SegmentBegan) -> State:
    return replace(state, step=Step.OPENING, segment=event.segment)


def _opening_closed(state: State, _event: e.OpeningClosed) -> State:
    return replace(state, step=Step.ACTING)


def _segment_ended(state: State, event: e.SegmentEnded) -> State:
    lasting = event.sprints_last
    if lasting is None:  # written before it was stored
        lasting = state.options.fast_move_duration is FastMove.TURN

    def close(fighter: Fighter) -> Fighter:
        if fighter.open_slot(event.segment):
            fighter = replace(fighter, slots=refate(fighter.slots, event.segment, Fate.PASSED))
        if fighter.effects:
            fighter = lapse(fighter, Until.SEGMENT)
        motion = fighter.motion if lasting and fighter.motion is not None and fighter.motion.fast else None
        if fighter.dodge is None and motion is fighter.motion and not (fighter.acted or fighter.yielded):
            return fighter if fighter.surprise is None else replace(fighter, surprise=None)
        return replace(fighter, dodge=None, acted=False, yielded=False, surprise=None, motion=motion)

    return replace(state, fighters=everyone(state, close), precedence={}, exchanges={})


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    def close(fighter: Fighter) -> Fighter:
        if fighter.effects:
            fighter = lapse(fighter, Until.TURN)
        losses = fighter.losses if fighter.losses_until > event.turn else 0
        return replace(fighter, motion=None, losses=losses)

    return replace(state, fighters=everyone(state, close))


FIGHTER: FighterChanges = {
    e.ReactionRead: lambda fighter, event: replace(fighter, reaction=event.total),
}


STATE: StateChanges = {
    e.FightBegan: unchanged,
    e.FightEnded: _fight_ended,
    e.TurnBegan: _turn_began,
    e.OrderSet: _order_set,
    e.Announced: _announced,
    e.SegmentBegan: _segment_began,
    e.OpeningClosed: _opening_closed,
    e.SegmentEnded: _segment_ended,
    e.TurnEnded: _turn_ended,
}
