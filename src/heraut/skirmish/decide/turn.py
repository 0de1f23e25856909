"""The course of a fight: its beginning, its turns, its end [SK-TURN-1, SK-TURN-4]."""

from __future__ import annotations

from heraut.kernel import HouseCode, Refusal, house
from heraut.skirmish import commands as c
from heraut.skirmish import events as e
from heraut.skirmish.asking import ask_trait, roll_each
from heraut.skirmish.decide.announcing import announcing_order, close_announcements
from heraut.skirmish.decide.checks import in_step, is_game_master
from heraut.skirmish.decide.economy import begin_survival
from heraut.skirmish.decide.segments import begin_segment, end_segment, end_turn
from heraut.skirmish.effect import Moment, Use
from heraut.skirmish.pools import build
from heraut.skirmish.procedure import Scene, Steps
from heraut.skirmish.state import State, Step, next_announcer
from heraut.skirmish.tables import number


def begin_fight(scene: Scene, _command: c.BeginFight) -> Steps[None]:
    """The first turn."""
    yield e.FightBegan()
    yield from open_turn(scene)


def check_begin_fight(state: State, command: c.BeginFight) -> Refusal | None:
    """Once, by the game master."""
    return is_game_master(command.seat) or in_step(state, Step.BEFORE)


def open_turn(scene: Scene) -> Steps[None]:
    """Survival mode that is due, reaction rolls, the order of announcing [SK-TURN-2, SK-TURN-4]."""
    yield e.TurnBegan(turn=scene.state.turn + 1)
    for fighter in tuple(scene.state.active):
        if fighter.survival_at is not None and fighter.survival_at <= Moment(scene.state.turn, 1):
            yield from begin_survival(scene, fighter.id)
    yield from react_all(scene, tuple(fighter.id for fighter in scene.state.active))
    yield e.OrderSet(order=announcing_order(scene.state))
    if next_announcer(scene.state) is None:
        yield from close_announcements(scene)


def react_all(scene: Scene, ids: tuple[str, ...]) -> Steps[None]:
    """Reaction rolls of many at once; no critical failure is looked for [SK-DICE-13]."""
    for who in ids:
        yield from ask_trait(scene, who, "reaction")
    pools = [build(scene.state, scene.now(who), "reaction", "reaction", Use.FREE, critical=False) for who in ids]
    thrown = yield from roll_each(scene, pools, "SK-TURN-2")
    for who in ids:
        yield e.ReactionRead(who=who, total=thrown[who].total)


def proceed(scene: Scene, _command: c.Proceed) -> Steps[None]:
    """From the beginning of the segment to its actions, and on to the next segment or turn."""
    if scene.state.step is Step.OPENING:
        yield e.OpeningClosed(segment=scene.state.segment)
        return
    yield from end_segment(scene)
    if scene.state.segment < number("segments"):
        yield from begin_segment(scene, scene.state.segment + 1)
        return
    yield from end_turn(scene)
    yield from open_turn(scene)


def check_proceed(state: State, command: c.Proceed) -> Refusal | None:
    """The game master keeps the clock."""
    return is_game_master(command.seat) or in_step(state, Step.OPENING, Step.ACTING)


def end_fight(_scene: Scene, _command: c.EndFight) -> Steps[None]:
    """The fight is over."""
    yield e.FightEnded()


def check_end_fight(state: State, command: c.EndFight) -> Refusal | None:
    """By the game master, once."""
    if refusal := is_game_master(command.seat):
        return refusal
    return house(HouseCode.WRONG_PHASE, state.step.value) if state.step is Step.OVER else None
