"""How fast a fight is played: rolls at once, and segments passed in which nobody has anything to do."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from heraut.kernel.engine import on
from heraut.kernel.message import PublicEvent
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import current
from heraut.skirmish.checks import in_step
from heraut.skirmish.fighter import Fate, Fighter, Moment, Until
from heraut.skirmish.need import refuse
from heraut.skirmish.procedure import FightScene, FightSubject, Steps, play, tell
from heraut.skirmish.secrecy import known_to
from heraut.skirmish.settings import FastMove
from heraut.skirmish.slots import break_off
from heraut.skirmish.state import ByGameMaster, FightStep, State, everyone
from heraut.skirmish.tables import number
from heraut.skirmish.turn import (
    OpeningClosed,
    Proceed,
    SegmentEnded,
    begin_segment,
    check_losing,
    end_segment,
    end_turn,
    finishes,
    open_turn,
    proceed,
    segment_ended,
)


class SetRolls(ByGameMaster, frozen=True, kw_only=True):
    """Draw all the rolls of a deed at once from now on, or ask for each [SK-GEN-7]."""

    at_once: bool = True


class SetSegments(ByGameMaster, frozen=True, kw_only=True):
    """Stop at every segment from now on, so that no stop tells of anybody; or pass quiet ones together [SK-TURN-10]."""

    one_by_one: bool = True


class PassOn(ByGameMaster, frozen=True, kw_only=True):
    """
    Close what is open, and pass every segment in which nobody in sight has anything declared or due [SK-TURN-10].

    `losing`: whose action is lost with the segment, and which hidden characters give theirs up.
    """

    losing: tuple[str, ...] = ()


class RollsSet(PublicEvent, frozen=True, kw_only=True):
    """The rolls of a deed are all drawn at once, or each is asked for."""

    at_once: bool


class SegmentsSet(PublicEvent, frozen=True, kw_only=True):
    """Going on stops at every segment, or passes those together in which nobody has anything to do."""

    one_by_one: bool


class SegmentsPassed(PublicEvent, frozen=True, kw_only=True):
    """Nobody in sight had anything to do in these seconds, which end like any other (`SegmentEnded`)."""

    first: int
    last: int
    sprints_last: bool
    unused: Fate = Fate.PASSED
    lapse: Until = Until.SEGMENT


class PassedOver(msgspec.Struct, frozen=True, gc=False):
    """A hidden character has something to do in a segment that going on would pass: `may_lose`, but for an action."""

    who: str
    segment: int
    may_lose: bool


def check_set_rolls(state: State, command: SetRolls) -> Refusal | None:
    """The game master's to say; once is enough."""
    return refuse("SK-GEN-7", "rolls-so-already") if state.rolls_at_once is command.at_once else None


def check_set_segments(state: State, command: SetSegments) -> Refusal | None:
    """The game master's to say; once is enough."""
    return refuse("SK-TURN-10", "segments-so-already") if state.stops_everywhere is command.one_by_one else None


def pass_on(scene: FightScene, command: PassOn) -> Steps[None]:
    """To the actions of this segment, if somebody has some; else to the next segment somebody has to do with."""
    if scene.state.stops_everywhere:
        yield from proceed(scene, Proceed(seat=command.seat))
        return
    first = _next_begun(scene.state)
    if scene.state.step is FightStep.OPENING:
        if _stop(scene.state, first) == first:
            yield OpeningClosed(segment=first)
            return
    else:
        yield from end_segment(scene)
    awake = _stop(scene.state, first)
    if awake > first:
        yield from _give_up(scene, first, awake)
        lasting = scene.state.options.fast_move_duration is FastMove.TURN
        yield SegmentsPassed(first=first, last=awake - 1, sprints_last=lasting, unused=Fate.PASSED, lapse=Until.SEGMENT)
    if awake <= number("segments"):
        yield from begin_segment(scene, awake)
        return
    yield from end_turn(scene)
    yield from open_turn(scene)


def _give_up(scene: FightScene, first: int, awake: int) -> Steps[None]:
    """What a hidden character did in a row is broken off where his action passes unused."""
    for fighter in tuple(scene.state.active):
        if any(fighter.open_slot(segment) for segment in range(first, awake)):
            yield from break_off(scene, fighter.id)


def check_pass_on(state: State, command: PassOn) -> Refusal | None:
    """As for closing a segment, nobody loses an action unnamed [SK-TURN-9]; nor does anybody hidden [SK-TURN-10]."""
    if refusal := in_step(state, FightStep.OPENING, FightStep.ACTING):
        return refusal
    if state.step is FightStep.ACTING and (refusal := check_losing(state, command.losing)):
        return refusal
    missed = [one for one in passed_over(state) if not (one.may_lose and one.who in command.losing)]
    if not missed:
        return None
    return refuse("SK-TURN-10", "hidden-passed-over", ", ".join(one.who for one in missed), asked=missed[0].segment)


def passed_over(state: State) -> tuple[PassedOver, ...]:
    """The hidden characters whom going on would pass over, each with his first segment, the soonest first."""
    if state.stops_everywhere or state.step not in (FightStep.OPENING, FightStep.ACTING):
        return ()
    state = _once_ended(state) if state.step is FightStep.ACTING else state
    first = _next_begun(state)
    passed = range(first, _stop(state, first))
    found = [
        PassedOver(one.id, busy[0], not any(_comes_due(state, one, segment) for segment in busy))
        for one in state.fighters.values()
        if one.hidden and (busy := [segment for segment in passed if _busy(state, one, segment)])
    ]
    return tuple(sorted(found, key=lambda one: one.segment))


def _next_begun(state: State) -> int:
    """The first segment that going on may pass: the one that opens, or the next."""
    return state.segment if state.step is FightStep.OPENING else state.segment + 1


def _stop(state: State, first: int) -> int:
    """
    The segment going on stops at, from this one on; one more than there are, where the turn ends.

    It is worked out from those everybody sees, so it tells nothing of others; fights before edition 4 looked at all.
    """
    seen = known_to(state, None) if goes_by_what_all_see() else state
    awake = first
    while awake <= number("segments") and is_quiet(seen, awake):
        awake += 1
    return awake


def goes_by_what_all_see() -> bool:
    """Whether hidden characters stop nobody who goes on; in fights before edition 4 they do."""
    return current() > 3


def _once_ended(state: State) -> State:
    """The fight with what the end of this segment brings, as far as the next ones depend on it."""

    def end(fighter: Fighter) -> Fighter:
        long = None if finishes(fighter, state.now) else fighter.long
        return replace(fighter, rising=max(0, fighter.rising - 1), long=long)

    return everyone(state, end)


def is_quiet(state: State, segment: int) -> bool:
    """Whether the segment would begin and end without anybody acting, falling, rising, or anything coming due."""
    return state.duel is None and not any(_busy(state, one, segment) for one in state.fighters.values())


def _busy(state: State, fighter: Fighter, segment: int) -> bool:
    acts = fighter.out is None and fighter.open_slot(segment)
    return acts or _comes_due(state, fighter, segment)


def _comes_due(state: State, fighter: Fighter, segment: int) -> bool:
    """Whether something happens to him without his doing."""
    moment = Moment(state.turn, segment)
    survives = fighter.survival_at is not None and fighter.survival_at <= moment
    rises = bool(fighter.rising) or survives or finishes(fighter, moment)
    return bool(fighter.falling) or (fighter.out is None and rises)


def _passed(state: State, event: SegmentsPassed) -> State:
    for segment in range(event.first, event.last + 1):
        ended = SegmentEnded(segment=segment, sprints_last=event.sprints_last, unused=event.unused, lapse=event.lapse)
        state = segment_ended(state, ended)
    return replace(state, step=FightStep.ACTING, segment=event.last)


SUBJECT = FightSubject(
    plays=(
        tell(SetRolls, check_set_rolls, lambda _, command: RollsSet(at_once=command.at_once)),
        tell(SetSegments, check_set_segments, lambda _, command: SegmentsSet(one_by_one=command.one_by_one)),
        play(PassOn, check_pass_on, pass_on),
    ),
    evolves=(
        on(RollsSet, lambda state, event: replace(state, at_once=event.at_once)),
        on(SegmentsSet, lambda state, event: replace(state, one_by_one=event.one_by_one)),
        on(SegmentsPassed, _passed),
    ),
)
