"""The set-up, step by step: whose act it is, whether a step is done, what begins when all are."""

from __future__ import annotations

from typing import assert_never

from heraut.kernel import ClauseId, Event
from heraut.scenario.events import GameBegan, StepEnded
from heraut.scenario.evolve import evolve
from heraut.scenario.result import first_score
from heraut.scenario.setup import Choose, Deploy, Draw, Extra, Move, Place, Put, SetMarkers, Size, Step
from heraut.scenario.sides import SIDES, Side
from heraut.scenario.state import Game, Ground, RollingOff, SettingUp, State
from heraut.scenario.units import half_up


def current(state: SettingUp) -> Step:
    """The step under way."""
    return state.game.scenario.setup[state.step]


def actor(state: SettingUp) -> Side | None:
    """Whose act the step waits for; None when it is the organiser's, chance's or both players'."""
    step, ground = current(state), state.ground
    match step:
        case Choose(first=first):
            return _in_turn(first, {side: len(ground.of(side)) for side in SIDES}, open_for(state))
        case Place(first=first):
            handled = {side: len(ground.of(side)) - len(ground.waiting(side)) for side in SIDES}
            return _in_turn(first, handled, {side: bool(ground.waiting(side)) for side in SIDES})
        case Put(chooser=chooser, placer=placer):
            return placer if ground.waiting() else chooser
        case SetMarkers(first=first, each=each):
            placed = {side: sum(1 for marker in ground.markers if marker.by is side) for side in SIDES}
            return _in_turn(first, placed, {side: placed[side] < each for side in SIDES})
        case Deploy(by=by, part="turns"):
            placed = {side: ground.deployed.get(side, 0) for side in SIDES}
            return _in_turn(by, placed, {side: placed[side] < ground.mustered.get(side, 0) for side in SIDES})
        case Move(by=by) | Deploy(by=by):
            return by
        case Extra(by=owner):
            return owner
        case Draw():
            return None
        case never:
            assert_never(never)


def _in_turn(first: Side, done: dict[Side, int], is_open: dict[Side, bool]) -> Side:
    """Alternately from `first`; who has finished leaves the other to go on alone [ST-CLA-3]."""
    nxt = first if done[first] <= done[first.other] else first.other
    return nxt if is_open[nxt] else nxt.other


def open_for(state: SettingUp) -> dict[Side, bool]:
    """Which sides still have pieces to choose."""
    return {side: bool(sizes_open(state, side)) for side in SIDES}


def sizes_open(state: SettingUp, side: Side) -> tuple[Size, ...]:
    """The sizes a side may choose next, so that one of the baskets can still be filled exactly [ST-CLA-1]."""
    step = current(state)
    if isinstance(step, Put):
        return step.sizes
    if not isinstance(step, Choose):
        return ()
    sizes = [piece.size for piece in state.ground.of(side)]
    have = {size: sizes.count(size) for size in Size}
    return tuple(
        size
        for size in Size
        if any(all(have[one] + (one is size) <= basket.get(one, 0) for one in Size) for basket in step.baskets)
    )


def musters(game: Game) -> bool:
    """Whether bands are counted in units before they deploy: SAGA's are, Steamroller armies deploy at once."""
    return game.scenario.source == "saga_tournament"


def expected_units(state: SettingUp, step: Deploy) -> range:
    """How many units the side may deploy in this step [ST-GAM-12]."""
    side = actor(state) or step.by
    total, done = state.ground.mustered.get(side, 0), state.ground.deployed.get(side, 0)
    rest = total - done
    match step.part:
        case "turns":
            return range(1, 2)
        case "half":
            return range(half_up(total), half_up(total) + 1)
        case "at-least-half":
            return range(half_up(total), total + 1)
        case "any":
            return range(rest + 1)
        case "all" | "rest":
            return range(rest, rest + 1)


def bonus_dice(first: int, second: int) -> dict[Side, int]:
    """Saga dice for deploying alone, when one band has more units than the other [ST-CLA-11, ST-CLA-12]."""
    return {Side.FIRST: max(0, first - second - 1), Side.SECOND: max(0, second - first)}


def bonus_for_next(state: SettingUp, side: Side) -> int:
    """1 if the next unit of the side brings a die: the opponent is done and one unit was placed without bonus."""
    step, ground = current(state), state.ground
    if not isinstance(step, Deploy) or step.part != "turns":
        return 0
    units = (ground.mustered.get(Side.FIRST, 0), ground.mustered.get(Side.SECOND, 0))
    left = ground.mustered.get(side, 0) - ground.deployed.get(side, 0)
    return int(left <= bonus_dice(*units)[side])


def is_done(state: SettingUp) -> bool:
    """Whether the step under way needs nothing more."""
    step, ground = current(state), state.ground
    match step:
        case Choose():
            return not any(open_for(state).values())
        case Place():
            return not ground.waiting()
        case Put():
            return state.acted and not ground.waiting()
        case Move():
            return state.acted or not ground.pieces
        case Extra(by=owner):
            return state.acted or (owner is not None and not state.game.options.special_terrain)
        case SetMarkers(each=each):
            return len(ground.markers) == 2 * each
        case Draw():
            return ground.first_flag is not None
        case Deploy(part="turns"):
            counted = len(ground.mustered) == 2
            return counted and all(ground.deployed.get(side, 0) == ground.mustered[side] for side in SIDES)
        case Deploy(part="rest", by=by):
            return state.acted or ground.deployed.get(by, 0) == ground.mustered.get(by, 0)
        case Deploy():
            return state.acted
        case never:
            assert_never(never)


def begun(state: RollingOff | SettingUp, *events: Event) -> tuple[Event, ...]:
    """The events, the ends of the steps they complete, and the beginning of the game when all are."""
    after: State = state
    for event in events:
        after = evolve(after, event)
    found = list(events)
    while isinstance(after, SettingUp):
        if after.step == len(after.game.scenario.setup):
            found.append(opening(after))
            break
        if not is_done(after):
            break
        found.append(StepEnded(after.step))
        after = evolve(after, found[-1])
    return tuple(found)


def opening(state: SettingUp) -> GameBegan:
    """The opening dice and the limits of the first turn [ST-GAM-6], and the empty sheet."""
    start, score = state.game.scenario.opening, first_score(state.game, state.ground)
    if start is None:
        return GameBegan(0, score=score)
    dice = state.game.options.half_budget() if start.dice_for is not None else 0
    return GameBegan(dice, start.dice_for, start.forbidden, score)


def counted_types(ground: Ground, kind: str) -> int:
    """How many pieces of a type are on the table or on their way; lost ones are not used [ST-TER-7]."""
    return sum(1 for piece in ground.chosen if piece.kind == kind and piece.id not in ground.lost)


SHARED_MAXIMUM = ClauseId("ST-TER-7")
