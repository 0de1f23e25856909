"""When nothing happens: quiet segments pass together, and a fight in which nobody strikes may be called off."""

from __future__ import annotations

from heraut.kernel import HouseCode, Refusal, house
from heraut.kernel.engine import on
from heraut.skirmish.checks import in_step, is_game_master
from heraut.skirmish.fighter import Fighter, Moment
from heraut.skirmish.procedure import Scene, Steps, Subject, play
from heraut.skirmish.refusal import refuse
from heraut.skirmish.settings import FastMove
from heraut.skirmish.state import ByGameMaster, Public, State, Step
from heraut.skirmish.tables import number
from heraut.skirmish.turn import (
    OpeningClosed,
    begin_segment,
    check_losing,
    end_loans,
    end_segment,
    end_turn,
    fight_ended,
    lasted,
    open_turn,
    opening_closed,
    segment_began,
    segment_ended,
)

STILL_TURNS = 3
"""After so many whole turns without a blow or a shot a fight may be called off [SK-TURN-11]."""


class PassOn(ByGameMaster, frozen=True, kw_only=True):
    """Close what is open, and pass every segment in which nobody has anything declared or due [SK-TURN-10]."""

    losing: tuple[str, ...] = ()


class CallOff(ByGameMaster, frozen=True, kw_only=True):
    """Nobody strikes any more: the fight ends without a winner [SK-TURN-11]."""


class SegmentsPassed(Public, frozen=True, kw_only=True):
    """Nobody had anything to do in these seconds; sprints go on if they `last` [SK-MOV-6]."""

    first: int
    last: int
    sprints_last: bool


class FightCalledOff(Public, frozen=True, kw_only=True):
    """The fight is over without a winner, after so many turns without a blow."""

    turns: int


def pass_on(scene: Scene, _command: PassOn) -> Steps[None]:
    """To the actions of this segment, if somebody has some; else to the next segment somebody has to do with."""
    here, last = scene.state.segment, number("segments")
    if scene.state.step is Step.OPENING:
        if not is_quiet(scene.state, here):
            yield OpeningClosed(segment=here)
            return
        here -= 1
    else:
        yield from end_segment(scene)
    first, awake = here + 1, here + 1
    while awake <= last and is_quiet(scene.state, awake):
        awake += 1
    if awake > first:
        lasting = scene.state.options.fast_move_duration is FastMove.TURN
        yield SegmentsPassed(first=first, last=awake - 1, sprints_last=lasting)
    if awake <= last:
        yield from begin_segment(scene, awake)
        return
    yield from end_turn(scene)
    yield from open_turn(scene)


def check_pass_on(state: State, command: PassOn) -> Refusal | None:
    """As for closing a segment, nobody loses an action unnamed [SK-TURN-9]."""
    if refusal := is_game_master(command.seat) or in_step(state, Step.OPENING, Step.ACTING):
        return refusal
    return check_losing(state, command.losing) if state.step is Step.ACTING else None


def is_quiet(state: State, segment: int) -> bool:
    """Whether the segment would begin and end without anybody acting, falling, rising, or anything coming due."""
    falling = any(fighter.falling for fighter in state.fighters.values())
    return state.duel is None and not falling and not any(_busy(state, one, segment) for one in state.active)


def _busy(state: State, fighter: Fighter, segment: int) -> bool:
    moment = Moment(state.turn, segment)
    survives = fighter.survival_at is not None and fighter.survival_at <= moment
    finishes = fighter.long is not None and 0 < fighter.long.segments <= lasted(fighter.long, moment)
    return bool(fighter.open_slot(segment) or fighter.rising or survives or finishes)


def still_turns(state: State) -> int:
    """Whole turns since the last blow or shot, once they are enough to call the fight off; else 0."""
    turns = state.turn - 1 - state.last_blow
    return turns if turns >= STILL_TURNS and state.step is not Step.OVER else 0


def call_off(scene: Scene, _command: CallOff) -> Steps[None]:
    """Nobody has won."""
    yield from end_loans(scene)
    yield FightCalledOff(turns=still_turns(scene.state))


def check_call_off(state: State, command: CallOff) -> Refusal | None:
    """Only once nobody has struck for a while."""
    if refusal := is_game_master(command.seat):
        return refusal
    if state.step is Step.OVER:
        return house(HouseCode.WRONG_PHASE, state.step.value)
    return None if still_turns(state) else refuse("SK-TURN-11", "still-fighting", allowed=STILL_TURNS)


def _passed(state: State, event: SegmentsPassed) -> State:
    for segment in range(event.first, event.last + 1):
        state = segment_ended(opening_closed(segment_began(state, segment)), segment, lasting=event.sprints_last)
    return state


SUBJECT = Subject(
    plays=(
        play(PassOn, check_pass_on, pass_on),
        play(CallOff, check_call_off, call_off),
    ),
    evolves=(
        on(SegmentsPassed, _passed),
        on(FightCalledOff, lambda state, _event: fight_ended(state)),
    ),
)
