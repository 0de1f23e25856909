"""Segments begin and end, and with the last of them the turn [SK-TURN-5, SK-TURN-6]."""

from __future__ import annotations

from heraut.skirmish import events as e
from heraut.skirmish.decide.economy import begin_survival, break_off
from heraut.skirmish.decide.harm import fall_out
from heraut.skirmish.effect import Until
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.settings import FastMove
from heraut.skirmish.tables import number


def begin_segment(scene: Scene, segment: int) -> Steps[None]:
    """Survival mode due now starts; falling bodies fall on [SK-TURN-5]."""
    yield e.SegmentBegan(segment=segment)
    for fighter in tuple(scene.state.active):
        if fighter.survival_at is not None and fighter.survival_at <= scene.state.now:
            yield from begin_survival(scene, fighter.id)
    for fighter in tuple(scene.state.fighters.values()):
        if fighter.falling:
            yield e.Falling(who=fighter.id, segments=fighter.falling + 1)


def end_segment(scene: Scene) -> Steps[None]:
    """Slots not used vanish and break what needed actions in a row; those getting up rise."""
    segment = scene.state.segment
    for fighter in tuple(scene.state.active):
        if fighter.open_slot(segment):
            yield from break_off(scene, fighter.id)
        if fighter.rising > 1:
            yield e.RiseBegan(who=fighter.id, segments=fighter.rising - 1)
        elif fighter.rising:
            yield e.PostureTaken(who=fighter.id, posture="standing")
        if fighter.long is not None and fighter.long.segments and _lasted(scene, fighter) >= fighter.long.segments:
            yield e.LongEnded(who=fighter.id)
    lasting = scene.state.options.fast_move_duration is FastMove.TURN
    yield e.SegmentEnded(segment=segment, sprints_last=lasting)


def _lasted(scene: Scene, fighter: Fighter) -> int:
    assert fighter.long is not None
    since, here = fighter.long.since, scene.state.now
    return (here.turn - since.turn) * number("segments") + here.segment - since.segment + 1


def end_turn(scene: Scene) -> Steps[None]:
    """Fear falls by 1d [SK-TER-11], deadlines pass [SK-CRI-5], the turn's conditions end [SK-TURN-6]."""
    turn = scene.state.turn
    for fighter in tuple(scene.state.fighters.values()):
        fear = fighter.effect("fear")
        if fear is not None:
            yield e.EffectChanged(who=fighter.id, code="fear", dice=fear.dice - number("fear-fall"))
        dying = next((found for found in fighter.effects if found.until is Until.DEADLINE), None)
        if dying is not None and turn >= dying.limit:
            yield e.EffectChanged(who=fighter.id, code=dying.code)
            yield from fall_out(scene, fighter.id, "dead")
    yield e.TurnEnded(turn=turn)
