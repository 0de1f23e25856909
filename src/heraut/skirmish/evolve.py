"""What an event does to the state: one small function per event, no rule."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from heraut.kernel import Event, ImpossibleEvent
from heraut.skirmish import events as e
from heraut.skirmish.effect import Effect, Until
from heraut.skirmish.need import Answer, Faces, Set
from heraut.skirmish.settings import FastMove
from heraut.skirmish.sheet import ATTRIBUTES, Head, Trait
from heraut.skirmish.state import (
    Dodged,
    Duel,
    Fate,
    Fighter,
    Hold,
    LongAction,
    Motion,
    Out,
    Pending,
    Posture,
    Preparation,
    Series,
    Slot,
    State,
    Step,
    Stuck,
    Tactic,
    pair,
)


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    kind = type(event)
    if (change := _FIGHTER.get(kind)) is not None:
        who: str = event.who  # type: ignore[attr-defined]  # the events of that table are about a character
        return replace(state, fighters={**state.fighters, who: change(state.fighters[who], event)})
    if (step := _STATE.get(kind)) is not None:
        return step(state, event)
    if isinstance(event, e.Unseen):
        return evolve(state, event.event)
    raise ImpossibleEvent(state, event)


def _all(state: State, change: Callable[[Fighter], Fighter]) -> dict[str, Fighter]:
    return {id: change(fighter) for id, fighter in state.fighters.items()}


# --- the action under way


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


# --- the clock


def _fight_ended(state: State, _event: e.FightEnded) -> State:
    def give_back(fighter: Fighter) -> Fighter:
        wounds, fatigue = fighter.wounds + fighter.lent_wounds, fighter.fatigue + fighter.lent_fatigue
        return replace(fighter, wounds=wounds, fatigue=fatigue, lent_wounds=0, lent_fatigue=0)

    return replace(state, step=Step.OVER, fighters=_all(state, give_back))


def _turn_began(state: State, event: e.TurnBegan) -> State:
    def fresh(fighter: Fighter) -> Fighter:
        long = fighter.long and replace(fighter.long, decided=False)
        return replace(fighter, reaction=None, declared=None, survival=False, slots=(), long=long)

    fighters = _all(state, fresh)
    return replace(
        state, step=Step.ANNOUNCING, turn=event.turn, segment=0, order=(), announced=False, fighters=fighters
    )


def _order_set(state: State, event: e.OrderSet) -> State:
    return replace(state, order=event.order)


def _announced(state: State, event: e.Announced) -> State:
    fighters = dict(state.fighters)
    slots = tuple(Slot(segment) for segment in event.segments)
    fighters[event.who] = replace(fighters[event.who], declared=event.actions, slots=slots)
    return replace(state, fighters=fighters, announced=True)


def _segment_began(state: State, event: e.SegmentBegan) -> State:
    return replace(state, step=Step.OPENING, segment=event.segment)


def _opening_closed(state: State, _event: e.OpeningClosed) -> State:
    return replace(state, step=Step.ACTING)


def _segment_ended(state: State, event: e.SegmentEnded) -> State:
    lasting = state.options.fast_move_duration is FastMove.TURN

    def close(fighter: Fighter) -> Fighter:
        if fighter.open_slot(event.segment):
            fighter = replace(fighter, slots=_refate(fighter.slots, event.segment, Fate.PASSED))
        if fighter.effects:
            fighter = _lapse(fighter, Until.SEGMENT)
        motion = fighter.motion if lasting and fighter.motion is not None and fighter.motion.fast else None
        if fighter.dodge is None and motion is fighter.motion and not (fighter.acted or fighter.yielded):
            return fighter if fighter.surprise is None else replace(fighter, surprise=None)
        return replace(fighter, dodge=None, acted=False, yielded=False, surprise=None, motion=motion)

    return replace(state, fighters=_all(state, close), precedence={}, exchanges={})


def _turn_ended(state: State, event: e.TurnEnded) -> State:
    def close(fighter: Fighter) -> Fighter:
        if fighter.effects:
            fighter = _lapse(fighter, Until.TURN)
        losses = fighter.losses if fighter.losses_until > event.turn else 0
        return replace(fighter, motion=None, losses=losses)

    return replace(state, fighters=_all(state, close))


def _lapse(fighter: Fighter, end: Until) -> Fighter:
    kept = tuple(effect for effect in fighter.effects if effect.until is not end)
    return fighter if len(kept) == len(fighter.effects) else replace(fighter, effects=kept)


# --- slots


def _refate(slots: tuple[Slot, ...], segment: int, fate: Fate) -> tuple[Slot, ...]:
    """The open slot of the segment has met its fate."""
    return tuple(Slot(segment, fate) if slot == Slot(segment) else slot for slot in slots)


def _slot_used(fighter: Fighter, event: e.SlotUsed) -> Fighter:
    return replace(fighter, slots=_refate(fighter.slots, event.segment, Fate.USED), acted=True)


def _slot_swapped(fighter: Fighter, event: e.SlotSwapped) -> Fighter:
    return replace(fighter, slots=_refate(fighter.slots, event.segment, Fate.SWAPPED))


def _slot_struck(fighter: Fighter, event: e.SlotStruck) -> Fighter:
    return replace(fighter, slots=_refate(fighter.slots, event.segment, Fate.STRUCK))


def _loss_carried(state: State, event: e.LossCarried) -> State:
    fighters = dict(state.fighters)
    fighter = fighters[event.who]
    if event.first:
        fighters[event.who] = replace(fighter, forfeits_first=True)
    else:
        fighters[event.who] = replace(fighter, losses=fighter.losses + 1, losses_until=state.turn + 1)
    return replace(state, fighters=fighters)


def _loss_paid(fighter: Fighter, event: e.LossPaid) -> Fighter:
    return replace(fighter, forfeits_first=False) if event.first else replace(fighter, losses=fighter.losses - 1)


def _slots_delayed(fighter: Fighter, event: e.SlotsDelayed) -> Fighter:
    def later(slot: Slot) -> Slot:
        if slot.fate is not Fate.OPEN:
            return slot
        moved = slot.segment + event.by
        return Slot(moved) if moved <= 5 else Slot(slot.segment, Fate.LOST)

    return replace(fighter, slots=tuple(later(slot) for slot in fighter.slots))


def _slots_given_up(fighter: Fighter, _event: e.SlotsGivenUp) -> Fighter:
    given = tuple(Slot(slot.segment, Fate.LOST) if slot.fate is Fate.OPEN else slot for slot in fighter.slots)
    return replace(fighter, slots=given)


def _survival_began(fighter: Fighter, event: e.SurvivalBegan) -> Fighter:
    kept = tuple(slot for slot in fighter.slots if slot.segment not in event.segments)
    slots = tuple(sorted((*kept, *(Slot(segment) for segment in event.segments)), key=lambda slot: slot.segment))
    return replace(fighter, survival=True, survival_at=None, declared=5, slots=slots)


def _precedence_set(state: State, event: e.PrecedenceSet) -> State:
    return replace(state, precedence={**state.precedence, pair(event.first, event.second): event.first})


def _exchange_opened(state: State, event: e.ExchangeOpened) -> State:
    before = state if state.pending is None else replace(state, pending=None)
    return replace(state, exchanges={**state.exchanges, (event.who, event.target): before})


def _exchange_closed(state: State, event: e.ExchangeClosed) -> State:
    left = {key: before for key, before in state.exchanges.items() if key != (event.who, event.target)}
    return replace(state, exchanges=left)


# --- bodies


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
    fighters = dict(state.fighters)
    fighters[event.who] = replace(fighters[event.who], out=Out(event.how), long=None, prepared=None, series=None)
    melee = frozenset(found for found in state.melee if event.who not in found)
    return replace(state, fighters=fighters, melee=melee)


def _rise_began(fighter: Fighter, event: e.RiseBegan) -> Fighter:
    return replace(fighter, rising=event.segments)


def _posture_taken(fighter: Fighter, event: e.PostureTaken) -> Fighter:
    if event.posture == Posture.STANDING:
        fighter = _lapse(fighter, Until.STANDING)
    return replace(fighter, posture=Posture(event.posture), rising=0)


def _moved(fighter: Fighter, event: e.Moved) -> Fighter:
    return replace(fighter, motion=Motion(event.ground, event.speed, event.fast, event.evading))


def _slowed(state: State, event: e.Slowed) -> State:
    slowed = {who: by for who, by in state.slowed.items() if who != event.who}
    return replace(state, slowed={**slowed, event.who: event.by} if event.by != Fraction(0) else slowed)


def _long_began(state: State, event: e.LongBegan) -> State:
    fighters = dict(state.fighters)
    long = LongAction(event.name, state.now, event.segments)
    fighters[event.who] = replace(fighters[event.who], long=long)
    return replace(state, fighters=fighters)


def _long_kept(state: State, event: e.LongKept) -> State:
    fighters = dict(state.fighters)
    fighter = fighters[event.who]
    fighters[event.who] = replace(fighter, long=fighter.long and replace(fighter.long, decided=True), declared=0)
    return replace(state, fighters=fighters, announced=True)


# --- melee


def _engaged(state: State, event: e.Engaged) -> State:
    return replace(state, melee=state.melee | {pair(event.who, event.target)})


def _parted(state: State, event: e.Parted) -> State:
    return replace(state, melee=state.melee - {pair(event.who, event.target)})


def _seized(state: State, event: e.Seized) -> State:
    others = tuple(hold for hold in state.holds if (hold.grappler, hold.held) != (event.who, event.target))
    return replace(state, holds=(*others, Hold(event.who, event.target, event.total, event.restraint)))


def _hold_ended(state: State, event: e.HoldEnded) -> State:
    left = tuple(hold for hold in state.holds if (hold.grappler, hold.held) != (event.who, event.target))
    fighters = dict(state.fighters)
    held = fighters[event.target]
    kept = tuple(effect for effect in held.effects if (effect.until, effect.of) != (Until.HOLD, event.who))
    fighters[event.target] = replace(held, effects=kept)
    return replace(state, holds=left, fighters=fighters)


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


# --- terror, command, trophies


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


def _embalmed(fighter: Fighter, _event: e.HeadEmbalmed) -> Fighter:
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


def _same(state: State, _event: Event) -> State:
    return state


_FIGHTER: dict[type, Callable[[Fighter, Any], Fighter]] = {
    e.ReactionRead: lambda fighter, event: replace(fighter, reaction=event.total),
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
    e.Prepared: lambda fighter, event: replace(fighter, prepared=Preparation(event.style, event.target)),
    e.PreparationLost: lambda fighter, _event: replace(fighter, prepared=None),
    e.Drawn: _in_hand,
    e.PickedUp: _in_hand,
    e.DroppedWeapons: _dropped,
    e.WeaponBroke: _broke,
    e.OrderBegan: _order_began,
    e.OrderKept: _order_kept,
    e.OrderClosed: lambda fighter, _event: replace(fighter, series=None),
    e.LeftOut: lambda fighter, _event: replace(fighter, uncommanded=True),
    e.Rallied: lambda fighter, event: replace(fighter, uncommanded=False, chief=event.chief),
    e.Galvanised: lambda fighter, _event: replace(fighter, galvanised=True),
    e.HeadTaken: lambda fighter, event: replace(fighter, heads=(*fighter.heads, Head(event.days))),
    e.HeadEmbalmed: _embalmed,
    e.TraitRecorded: _trait_recorded,
    e.Uncovered: lambda fighter, _event: replace(fighter, hidden=False),
}

_STATE: dict[type, Callable[[State, Any], State]] = {
    e.Began: _began,
    e.Asked: _asked,
    e.DiceRolled: _answered(lambda event: Faces(event.faces)),
    e.Ruled: _answered(lambda event: event.value),
    e.Chosen: _answered(lambda event: event.option),
    e.Overridden: _answered(lambda event: Set(event.who, event.number, event.value)),
    e.Ended: _ended,
    e.FightBegan: _same,
    e.FightEnded: _fight_ended,
    e.TurnBegan: _turn_began,
    e.OrderSet: _order_set,
    e.Announced: _announced,
    e.SegmentBegan: _segment_began,
    e.OpeningClosed: _opening_closed,
    e.SegmentEnded: _segment_ended,
    e.TurnEnded: _turn_ended,
    e.LossCarried: _loss_carried,
    e.PrecedenceSet: _precedence_set,
    e.ExchangeOpened: _exchange_opened,
    e.ExchangeClosed: _exchange_closed,
    e.PutOut: _put_out,
    e.CriticalRead: _same,
    e.Slowed: _slowed,
    e.LongBegan: _long_began,
    e.LongKept: _long_kept,
    e.Engaged: _engaged,
    e.Parted: _parted,
    e.BlowRead: _same,
    e.BystanderHit: _same,
    e.Seized: _seized,
    e.HoldEnded: _hold_ended,
    e.WeaponStuck: _weapon_stuck,
    e.WeaponFreed: _weapon_freed,
    e.Displayed: _displayed,
    e.TerrorRead: _same,
    e.TacticSet: _tactic_set,
    e.DuelBegan: _duel_began,
    e.Stared: _stared,
    e.DuelBroken: _duel_broken,
}
