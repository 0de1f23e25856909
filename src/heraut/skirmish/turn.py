"""The course of a fight: its turns, the announcements, its segments [SK-TURN-1 to SK-TURN-6]."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from heraut.kernel.engine import on, unchanged
from heraut.kernel.message import Audience, PublicEvent
from heraut.kernel.refusal import Refusal
from heraut.skirmish.checks import in_step
from heraut.skirmish.effects import EffectChanged
from heraut.skirmish.fighter import Fate, Fighter, LongAction, Moment, Until, lapse, refate
from heraut.skirmish.first_aid import finish_long
from heraut.skirmish.harm import fall_out
from heraut.skirmish.moves import Falling, PostureTaken, RiseBegan
from heraut.skirmish.need import refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, on_fighter, play
from heraut.skirmish.rolls import level_of, roll_each
from heraut.skirmish.settings import FastMove
from heraut.skirmish.slots import begin_survival, break_off, pay_losses
from heraut.skirmish.state import (
    ByGameMaster,
    FighterEvent,
    FightStep,
    State,
    everyone,
    next_announcer,
)
from heraut.skirmish.tables import number


class BeginFight(ByGameMaster, frozen=True, kw_only=True):
    """The first turn begins."""


class Reorder(ByGameMaster, frozen=True, kw_only=True):
    """Another order of announcing, before the first announcement [SK-TURN-3]."""

    order: tuple[str, ...]


class Proceed(ByGameMaster, frozen=True, kw_only=True):
    """Close the beginning of the segment, or the segment itself."""


class CloseSegment(ByGameMaster, frozen=True, kw_only=True):
    """Close the segment, knowing whose unused actions are lost with it [SK-TURN-9]."""

    losing: tuple[str, ...] = ()


class FightBegan(PublicEvent, frozen=True, kw_only=True):
    """The fight begins."""


class TurnBegan(PublicEvent, frozen=True, kw_only=True):
    """A turn of five seconds begins."""

    turn: int


class ReactionRead(FighterEvent, frozen=True, kw_only=True):
    """A character's reaction of the turn."""

    total: int


class ReactionReread(FighterEvent, frozen=True, kw_only=True):
    """A new reaction roll: it counts for this segment only [SK-PRI-5]."""

    total: int


class OrderSet(PublicEvent, frozen=True, kw_only=True):
    """The order of announcing, the slowest first."""

    order: tuple[str, ...]
    audience: ClassVar[Audience] = Audience.OFFICIALS


class SegmentBegan(PublicEvent, frozen=True, kw_only=True):
    """A second begins: time for what must be said at its beginning."""

    segment: int


class OpeningClosed(PublicEvent, frozen=True, kw_only=True):
    """The actions of the segment are played."""

    segment: int


class SegmentEnded(PublicEvent, frozen=True, kw_only=True):
    """
    The second is over: what becomes of its `unused` slots, which effects `lapse`, whether sprints `last` [SK-MOV-6].

    It names nobody, for some of them may be hidden: what weighs on a character says itself until when.
    `sprints_last` is None in fights written before it was stored: as their options say.
    """

    segment: int
    sprints_last: bool | None = None
    unused: Fate = Fate.PASSED
    lapse: Until = Until.SEGMENT


class TurnEnded(PublicEvent, frozen=True, kw_only=True):
    """The turn is over: movements end, losses that waited until then [SK-CON-2], and the effects that `lapse`."""

    turn: int
    lapse: Until = Until.TURN


def begin_fight(scene: FightScene, _command: BeginFight) -> Steps[None]:
    """The first turn."""
    yield FightBegan()
    yield from open_turn(scene)


def check_begin_fight(state: State, _command: BeginFight) -> Refusal | None:
    """Once."""
    return in_step(state, FightStep.BEFORE)


def open_turn(scene: FightScene) -> Steps[None]:
    """Survival mode that is due, reaction rolls, the order of announcing [SK-TURN-2, SK-TURN-4]."""
    yield TurnBegan(turn=scene.state.turn + 1)
    for fighter in tuple(scene.state.active):
        if fighter.survival_at is not None and fighter.survival_at <= Moment(scene.state.turn, 1):
            yield from begin_survival(scene, fighter.id)
    reactions = yield from react_all(scene, tuple(fighter.id for fighter in scene.state.active))
    for who, total in reactions.items():
        yield ReactionRead(who=who, total=total)
    yield OrderSet(order=announcing_order(scene.state))
    if next_announcer(scene.state) is None:
        yield from close_announcements(scene)


def react_all(scene: FightScene, ids: tuple[str, ...], clause: str = "SK-TURN-2") -> Steps[dict[str, int]]:
    """Reaction rolls of many at once; no critical failure is looked for [SK-DICE-13]."""
    thrown = yield from roll_each(scene, ids, "reaction", "reaction", clause, critical=False)
    return {who: thrown[who].total for who in ids}


def proceed(scene: FightScene, _command: Proceed) -> Steps[None]:
    """From the beginning of the segment to its actions, and on to the next segment or turn."""
    if scene.state.step is FightStep.OPENING:
        yield OpeningClosed(segment=scene.state.segment)
        return
    yield from end_segment(scene)
    if scene.state.segment < number("segments"):
        yield from begin_segment(scene, scene.state.segment + 1)
        return
    yield from end_turn(scene)
    yield from open_turn(scene)


def check_proceed(state: State, _command: Proceed) -> Refusal | None:
    """The game master keeps the clock."""
    return in_step(state, FightStep.OPENING, FightStep.ACTING)


def close_segment(scene: FightScene, command: CloseSegment) -> Steps[None]:
    """Whoever is named loses his action."""
    yield from proceed(scene, Proceed(seat=command.seat))


def check_close_segment(state: State, command: CloseSegment) -> Refusal | None:
    """Nobody loses an action unnamed [SK-TURN-9]."""
    return in_step(state, FightStep.ACTING) or check_losing(state, command.losing)


def check_losing(state: State, named: tuple[str, ...]) -> Refusal | None:
    """Those who would lose an action without being named."""
    unnamed = [one.id for one in losers(state) if one.id not in named]
    return refuse("SK-TURN-9", "actions-lost", ", ".join(unnamed), asked=state.segment) if unnamed else None


def losers(state: State) -> tuple[Fighter, ...]:
    """Those whose action of this segment would be lost with it [SK-TURN-9]."""
    return tuple(fighter for fighter in state.active if fighter.open_slot(state.segment))


def announcing_order(state: State) -> tuple[str, ...]:
    """The slowest first; ties by reaction level, then roster order [SK-TURN-3]."""
    quickness = sorted(state.active, key=lambda one: (one.reaction or 0, level_of(one, "reaction")))
    return tuple(fighter.id for fighter in quickness)


def reorder(scene: FightScene, command: Reorder) -> Steps[None]:
    """Whoever is out of the fight and not named keeps a place behind the others, should he come back."""
    yield OrderSet(order=tuple(dict.fromkeys((*command.order, *scene.state.order))))


def check_reorder(state: State, command: Reorder) -> Refusal | None:
    """Before the first announcement only, everybody in the fight once; of others, those who rolled their reaction."""
    if refusal := in_step(state, FightStep.ANNOUNCING):
        return refusal
    named, fighting = set(command.order), {fighter.id for fighter in state.active}
    whole = len(named) == len(command.order) and fighting <= named <= fighting.union(state.order)
    return None if whole and not state.announced else refuse("SK-TURN-3", "reorder-too-late")


def close_announcements(scene: FightScene) -> Steps[None]:
    """Losses that waited strike out slots, then segment 1 [SK-TURN-4]."""
    for fighter in tuple(scene.state.active):
        yield from pay_losses(scene, fighter.id)
    yield from begin_segment(scene, 1)


def begin_segment(scene: FightScene, segment: int) -> Steps[None]:
    """Survival mode due now starts; falling bodies fall on [SK-TURN-5]."""
    yield SegmentBegan(segment=segment)
    for fighter in tuple(scene.state.active):
        if fighter.survival_at is not None and fighter.survival_at <= scene.state.now:
            yield from begin_survival(scene, fighter.id)
    for fighter in tuple(scene.state.fighters.values()):
        if fighter.falling:
            yield Falling(who=fighter.id, segments=fighter.falling + 1)


def end_segment(scene: FightScene) -> Steps[None]:
    """Slots not used vanish and break what needed actions in a row; those getting up rise."""
    segment = scene.state.segment
    for fighter in tuple(scene.state.active):
        if fighter.open_slot(segment):
            yield from break_off(scene, fighter.id)
        if fighter.rising > 1:
            yield RiseBegan(who=fighter.id, segments=fighter.rising - 1)
        elif fighter.rising:
            yield PostureTaken(who=fighter.id, posture="standing")
        if finishes(fighter, scene.state.now):
            yield from finish_long(scene, fighter.id)
    lasting = scene.state.options.fast_move_duration is FastMove.TURN
    yield SegmentEnded(segment=segment, sprints_last=lasting, unused=Fate.PASSED, lapse=Until.SEGMENT)


def finishes(fighter: Fighter, here: Moment) -> bool:
    """Whether a long action of his is done at the end of this segment."""
    if fighter.long is None:
        return False
    return 0 < fighter.long.segments <= _lasted(fighter.long, here)


def _lasted(long: LongAction, here: Moment) -> int:
    """How many segments it has taken at the end of this one."""
    return (here.turn - long.since.turn) * number("segments") + here.segment - long.since.segment + 1


def end_turn(scene: FightScene) -> Steps[None]:
    """Fear falls by 1d [SK-TER-11], deadlines pass [SK-CRI-5], the turn's conditions end [SK-TURN-6]."""
    turn = scene.state.turn
    for fighter in tuple(scene.state.fighters.values()):
        fear = fighter.effect("fear")
        if fear is not None:
            yield EffectChanged(who=fighter.id, code="fear", dice=fear.dice - number("fear-fall"))
        dying = next((found for found in fighter.effects if found.until is Until.DEADLINE), None)
        if dying is not None and turn >= dying.limit:
            yield EffectChanged(who=fighter.id, code=dying.code)
            yield from fall_out(scene, fighter.id, "dead")
    yield TurnEnded(turn=turn, lapse=Until.TURN)


def _turn_began(state: State, event: TurnBegan) -> State:
    def fresh(fighter: Fighter) -> Fighter:
        long = fighter.long and replace(fighter.long, decided=False)
        return replace(fighter, reaction=None, declared=None, survival=False, slots=(), long=long)

    begun = everyone(state, fresh)
    return replace(begun, step=FightStep.ANNOUNCING, turn=event.turn, segment=0, order=(), announced=False, plans={})


def _with_sprints(state: State, event: SegmentEnded) -> SegmentEnded:
    """At first it was not stored whether sprints go on."""
    lasting = state.options.fast_move_duration is FastMove.TURN
    return event if event.sprints_last is not None else replace(event, sprints_last=lasting)


def segment_ended(state: State, event: SegmentEnded) -> State:
    """What was of this segment alone ends, for everybody alike."""

    def close(fighter: Fighter) -> Fighter:
        fighter = lapse(refate(fighter, event.segment, event.unused), event.lapse)
        motion = fighter.motion if event.sprints_last and fighter.motion is not None and fighter.motion.fast else None
        return replace(
            fighter, dodge=None, acted=False, yielded=False, surprise=None, reaction_anew=None, motion=motion
        )

    return replace(everyone(state, close), precedence={}, exchanges={})


def _turn_ended(state: State, event: TurnEnded) -> State:
    def close(fighter: Fighter) -> Fighter:
        losses = fighter.losses if fighter.losses_until > event.turn else 0
        return replace(lapse(fighter, event.lapse), motion=None, losses=losses)

    return everyone(state, close)


def segments_left(fighter: Fighter, here: Moment) -> int:
    """How many segments a long action of his still takes, this one counted; 0 for one without a planned length."""
    if fighter.long is None or not fighter.long.segments:
        return 0
    first = Moment(here.turn, max(1, here.segment))  # no time passes while a turn is announced
    return max(1, fighter.long.segments - _lasted(fighter.long, first) + 1)


SUBJECT = FightSubject(
    plays=(
        play(BeginFight, check_begin_fight, begin_fight),
        play(Reorder, check_reorder, reorder),
        play(Proceed, check_proceed, proceed),
        play(CloseSegment, check_close_segment, close_segment),
    ),
    evolves=(
        on(FightBegan, unchanged),
        on(TurnBegan, _turn_began),
        on_fighter(ReactionRead, lambda fighter, event: replace(fighter, reaction=event.total)),
        on_fighter(ReactionReread, lambda fighter, event: replace(fighter, reaction_anew=event.total)),
        on(OrderSet, lambda state, event: replace(state, order=event.order)),
        on(SegmentBegan, lambda state, event: replace(state, step=FightStep.OPENING, segment=event.segment)),
        on(OpeningClosed, lambda state, _event: replace(state, step=FightStep.ACTING)),
        on(SegmentEnded, segment_ended),
        on(TurnEnded, _turn_ended),
    ),
    completes=(on(SegmentEnded, _with_sprints),),
)
