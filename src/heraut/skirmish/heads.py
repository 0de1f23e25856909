"""Head trophies: taken, kept for days, embalmed [section 23]."""

from __future__ import annotations

from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import celtic, free_of_melee, has_slot, speaks_for, unknown
from heraut.skirmish.fighter import Fighter, Use
from heraut.skirmish.need import Part, printed, refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play
from heraut.skirmish.rolls import ask_trait, roll, rule
from heraut.skirmish.sheet import TrophyHead
from heraut.skirmish.slots import spend
from heraut.skirmish.state import ByFighter, FighterEvent, FightStep, State, changed
from heraut.skirmish.tables import number


class TakeHead(ByFighter, frozen=True, kw_only=True):
    """Hang the head of a beaten enemy at one's belt; a druid may prepare it [SK-HED-1, SK-HED-4]."""

    victim: str
    druid: str = ""


class Embalm(ByFighter, frozen=True, kw_only=True):
    """Embalm one's freshest head [SK-HED-5]."""


class HeadTaken(FighterEvent, frozen=True, kw_only=True):
    """A head hangs at a belt for so many days."""

    victim: str
    days: int


class HeadSpoiled(FighterEvent, frozen=True, kw_only=True):
    """A head was spoiled in the taking: nobody can take it any more."""

    victim: str


class HeadEmbalmed(FighterEvent, frozen=True, kw_only=True):
    """A head keeps for ever: the freshest, by its place at the belt; -1: not stored, before it was."""

    place: int = -1


def take_head(scene: FightScene, command: TakeHead) -> Steps[None]:
    """
    Warrior fury, or a druid's religion, difficulty 15; it keeps as many days as the margin [SK-HED-1, SK-HED-4].

    Each try is a declared action of whoever does it; after the fight there is one try for a corpse [SK-HED-7].
    """
    hand, trait = (command.druid, "religion") if command.druid else (command.who, "warrior_fury")
    clause = "SK-HED-4" if command.druid else "SK-HED-1"
    yield from ask_trait(scene, command.who, "presence")
    if _belt_full(scene.now(command.who)):
        return
    over = scene.state.step is FightStep.OVER
    if not over:
        yield from spend(scene, hand, "take-head")
    aims = (printed("head", "head-difficulty"),)
    throw = yield from roll(scene, hand, "head", trait, Use.FREE, clause, aims=aims)
    if throw.success:
        yield HeadTaken(who=command.who, victim=command.victim, days=throw.outcome.margin)
    elif over:
        yield HeadSpoiled(who=command.who, victim=command.victim)


def _belt_full(fighter: Fighter) -> bool:
    """Whether he has as many heads as dice in Presence, where that is known [SK-HED-3]."""
    most = fighter.sheet.attributes.get("presence")
    return most is not None and len(fighter.heads) >= most


def check_take_head(state: State, command: TakeHead) -> Refusal | None:
    """Of an enemy beaten in single combat, and no more heads than dice in Presence [SK-HED-1, SK-HED-3]."""
    if refusal := celtic(state, "SK-HED-1") or speaks_for(state, command.seat, command.who):
        return refusal
    if refusal := unknown(state, command.victim, *([command.druid] if command.druid else [])):
        return refusal
    fighter, victim = state.fighters[command.who], state.fighters[command.victim]
    if victim.side == fighter.side or victim.out != "dead" or victim.harmed_by != (command.who,):
        return refuse("SK-HED-1", "not-beaten-alone", victim.id)
    if victim.beheaded:
        return refuse("SK-HED-7", "head-gone", victim.id)
    if _belt_full(fighter):
        most = fighter.sheet.attributes["presence"]
        return refuse("SK-HED-3", "too-many-heads", fighter.id, asked=len(fighter.heads) + 1, allowed=most)
    hand = command.druid or command.who
    if state.fighters[hand].side != fighter.side:
        return refuse("SK-HED-4", "same-side-only", state.fighters[hand].id)
    if state.step is FightStep.OVER:
        return speaks_for(state, command.seat, hand)
    return has_slot(state, replace(command, who=hand)) or free_of_melee(state, hand)


def embalm(scene: FightScene, command: Embalm) -> Steps[None]:
    """Plant lore, 15 or more according to the head [SK-HED-5]."""
    least = number("head-difficulty")
    difficulty = yield from rule("skirmish-embalming", "SK-HED-5", least, who=command.who, low=least)
    aims = (Part("embalming", ClauseId("SK-HED-5"), flat=difficulty),)
    throw = yield from roll(scene, command.who, "embalming", "plant_lore", Use.FREE, "SK-HED-5", aims=aims)
    if throw.success:
        kept = {place: head.days for place, head in enumerate(scene.now(command.who).heads) if head.days is not None}
        yield HeadEmbalmed(who=command.who, place=max(kept, key=kept.__getitem__))


def check_embalm(state: State, command: Embalm) -> Refusal | None:
    """Of a head that is not embalmed yet."""
    if refusal := celtic(state, "SK-HED-5") or speaks_for(state, command.seat, command.who):
        return refusal
    fighter = state.fighters[command.who]
    if all(head.days is None for head in fighter.heads):
        return refuse("SK-HED-5", "no-head", fighter.id)
    return None


def _head_taken(state: State, event: HeadTaken) -> State:
    heads = (*state.fighters[event.who].heads, TrophyHead(event.days))
    state = changed(state, event.who, heads=heads)
    return changed(state, event.victim, beheaded=True)


def _embalmed(fighter: Fighter, event: HeadEmbalmed) -> Fighter:
    heads = (*fighter.heads[: event.place], *fighter.heads[event.place + 1 :], TrophyHead(None))
    return replace(fighter, heads=heads)


def _with_place(state: State, event: HeadEmbalmed) -> HeadEmbalmed:
    """At first it was not stored which head it was."""
    heads = state.fighters[event.who].heads
    if event.place >= 0:
        return event
    return replace(event, place=max(range(len(heads)), key=lambda index: heads[index].days or 0))


SUBJECT = FightSubject(
    plays=(play(TakeHead, check_take_head, take_head), play(Embalm, check_embalm, embalm)),
    evolves=(
        on(HeadTaken, _head_taken),
        on(HeadSpoiled, lambda state, event: changed(state, event.victim, beheaded=True)),
        on_fighter(HeadEmbalmed, _embalmed),
    ),
    completes=(on(HeadEmbalmed, _with_place),),
)
