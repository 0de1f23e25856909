"""The set-up step by step: whose act it is, when it is done; then the table is ready and the game begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar, assert_never

from msgspec.structs import replace as fill

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Awaited, Command, PublicEvent, Roll
from heraut.kernel.names import ORGANISER, ClauseId, Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario.definition import (
    ChooseStep,
    DeployStep,
    DrawStep,
    ExtraStep,
    MarkersStep,
    MoveStep,
    PlaceStep,
    PutStep,
    Size,
    Step,
)
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.sheet import Score, Start, begin
from heraut.scenario.state import (
    Match,
    PlayingTurns,
    SettingUp,
    State,
    Tabletop,
    during,
    first_play,
    only,
    trying,
    wrong_phase,
)

MUSTER = ClauseId("ST-GAM-12")
"""Bands are counted in units before they deploy."""
READY = ClauseId("HOUSE-MATCH-1")
"""The table is ready when both players say so."""

K = TypeVar("K", bound=Step)
L = TypeVar("L", bound=Step)
M = TypeVar("M")


class EndStep(Command, frozen=True):
    """Go on without doing what is optional here, or after enough of it."""


class SkipSetup(Command, frozen=True):
    """The table was set up without the software."""


class FlagDrawn(PublicEvent, frozen=True):
    """By lot, this element is the first to score [SR-S06-1]."""

    element: str
    faces: tuple[int, ...]


class StepEnded(PublicEvent, frozen=True):
    """A step of the set-up is done."""

    step: int


class SetupSkipped(PublicEvent, frozen=True):
    """The table was set up without the software."""

    seat: Seat


class TableReady(PublicEvent, frozen=True):
    """One of the players says that the table is ready; the game begins once the other does [HOUSE-MATCH-1]."""

    seat: Seat


class GameBegan(PublicEvent, frozen=True):
    """The first turn begins; opening dice and first-turn limits [ST-GAM-6]; the empty sheet."""

    opening_dice: int
    dice_for: Side | None = None
    forbidden: tuple[str, ...] = ()
    score: Score | None = None


def musters(game: Match) -> bool:
    """Whether bands are counted in units before they deploy: SAGA's are, Steamroller armies deploy at once."""
    return game.rules.MUSTERS


def current(state: SettingUp) -> Step:
    """The step under way."""
    return state.game.scenario.setup[state.step]


def at_step(
    kind: type[K], rule: Callable[[SettingUp, K | L, M], Outcome], *, or_at: type[L] | None = None
) -> Callable[[State, M], Outcome]:
    """The rule of a command that belongs to one kind of step, or to two: the rule takes both, and no other."""

    def judge(state: SettingUp, command: M) -> Outcome:
        step = current(state)
        return rule(state, step, command) if isinstance(step, (kind, or_at or kind)) else wrong_phase(state)

    return during(SettingUp, judge)


def actor(state: SettingUp) -> Side | None:
    """Whose act the step waits for; None when it is the organiser's, chance's or both players'."""
    step, ground = current(state), state.ground
    match step:
        case ChooseStep(first=first):
            return _in_turn(first, {side: len(ground.of(side)) for side in SIDES}, _still_choose(state))
        case PlaceStep(first=first):
            handled = {side: len(ground.of(side)) - len(ground.waiting(side)) for side in SIDES}
            return _in_turn(first, handled, {side: bool(ground.waiting(side)) for side in SIDES})
        case PutStep(chooser=chooser, placer=placer):
            return placer if ground.waiting() else chooser
        case MarkersStep(first=first, each=each):
            placed = {side: sum(1 for marker in ground.markers if marker.by is side) for side in SIDES}
            return _in_turn(first, placed, {side: placed[side] < each for side in SIDES})
        case DeployStep(by=by, part="turns"):
            placed = {side: ground.deployed.get(side, 0) for side in SIDES}
            return _in_turn(by, placed, {side: placed[side] < ground.mustered.get(side, 0) for side in SIDES})
        case MoveStep(by=by) | DeployStep(by=by):
            return by
        case ExtraStep(by=owner):
            return owner
        case DrawStep():
            return None
        case never:
            assert_never(never)


def _in_turn(first: Side, done: dict[Side, int], is_open: dict[Side, bool]) -> Side:
    """Alternately from `first`; who has finished leaves the other to go on alone [ST-CLA-3]."""
    nxt = first if done[first] <= done[first.other] else first.other
    return nxt if is_open[nxt] else nxt.other


def _still_choose(state: SettingUp) -> dict[Side, bool]:
    """Which sides still have pieces to choose."""
    return {side: bool(sizes_open(state, side)) for side in SIDES}


def sizes_open(state: SettingUp, side: Side) -> tuple[Size, ...]:
    """The sizes a side may choose next, so that one of the baskets can still be filled exactly [ST-CLA-1]."""
    step = current(state)
    if isinstance(step, PutStep):
        return step.sizes
    if not isinstance(step, ChooseStep):
        return ()
    sizes = [piece.size for piece in state.ground.of(side)]
    have = {size: sizes.count(size) for size in Size}
    return tuple(
        size
        for size in Size
        if any(all(have[one] + (one is size) <= basket.get(one, 0) for one in Size) for basket in step.baskets)
    )


def is_done(state: SettingUp) -> bool:
    """Whether the step under way needs nothing more."""
    step, ground = current(state), state.ground
    match step:
        case ChooseStep():
            return not any(_still_choose(state).values())
        case PlaceStep():
            return not ground.waiting()
        case PutStep():
            return state.acted and not ground.waiting()
        case MoveStep():
            return state.acted or not ground.pieces
        case ExtraStep(by=owner):
            return state.acted or (owner is not None and not state.game.options.special_terrain)
        case MarkersStep(each=each):
            return len(ground.markers) == 2 * each
        case DrawStep():
            return ground.first_flag is not None
        case DeployStep(part="turns"):
            counted = len(ground.mustered) == 2
            return counted and all(ground.deployed.get(side, 0) == ground.mustered[side] for side in SIDES)
        case DeployStep(part="rest", by=by):
            return state.acted or ground.deployed.get(by, 0) == ground.mustered.get(by, 0)
        case DeployStep():
            return state.acted
        case never:
            assert_never(never)


def following(state: SettingUp) -> StepEnded | GameBegan | None:
    """The end of a step that needs nothing more; after the last one the game begins."""
    if state.step == len(state.game.scenario.setup):
        return _beginning(state)
    return StepEnded(state.step) if is_done(state) else None


def _beginning(state: SettingUp) -> GameBegan:
    """The opening dice and the limits of the first turn [ST-GAM-6], and the empty sheet."""
    start, score = state.game.scenario.opening, first_score(state.game, state.ground)
    if start is None:
        return GameBegan(0, score=score)
    dice = state.game.options.half_budget() if start.dice_for is not None else 0
    return GameBegan(dice, start.dice_for, start.forbidden, score)


def first_score(game: Match, ground: Tabletop) -> Score:
    """The score before the first turn: casters, a flag drawn by lot, and the dice of both bands where all are known."""
    casters = {side: game.settings.casters.get(game.seat(side), 1) for side in SIDES}
    knows_all_dice = len(ground.dice) == 2 and ground.deployed == ground.mustered
    dice = dict(ground.dice) if knows_all_dice else {}
    return begin(game.scenario, game.options, Start(dice=dice, first_flag=ground.first_flag, casters=casters)).memory


def draw(state: SettingUp, command: Roll) -> Outcome:
    """The lot for the element that scores first."""
    step = current(state)
    assert isinstance(step, DrawStep)
    return (FlagDrawn(step.among[command.faces[0] - 1], command.faces),)


def end_step(state: SettingUp, _command: EndStep) -> Outcome:
    """A step that is optional, or has no end of its own."""
    match current(state):
        case MoveStep() | ExtraStep():
            pass
        case PutStep(optional=True) if not state.acted:
            pass
        case _:
            return wrong_phase(state)
    return (StepEnded(state.step),)


def skip_setup(state: SettingUp, command: SkipSetup) -> Outcome:
    """Everything done at the table; a lot the scenario needs is still drawn here [SR-S06-1]."""
    if any(isinstance(step, DrawStep) for step in state.game.scenario.setup) and state.ground.first_flag is None:
        return Refusal(current(state).clause, "match-draw-needed")
    game, half, skipped = state.game, TableReady(command.seat), SetupSkipped(command.seat)
    if game.settings.both_agree and command.seat in game.players:
        if command.seat in state.ready:
            return Refusal(READY, "ready-already", subject=command.seat, allowed=game.opponent(command.seat))
        if game.opponent(command.seat) not in state.ready:
            return (half,)
    return (half, skipped) if state.ready and command.seat in game.players else (skipped,)


def _flag_drawn(state: SettingUp, event: FlagDrawn) -> SettingUp:
    return replace(state, ground=replace(state.ground, first_flag=event.element))


def _step_ended(state: SettingUp, event: StepEnded) -> SettingUp:
    return replace(state, step=event.step + 1, acted=False)


def _skipped(state: SettingUp, _event: SetupSkipped) -> SettingUp:
    return replace(state, step=len(state.game.scenario.setup))


def _ready(state: SettingUp, event: TableReady) -> SettingUp:
    return replace(state, ready=(*state.ready, event.seat))


def _began(state: SettingUp, event: GameBegan) -> State:
    assert event.score is not None
    return PlayingTurns(state.game, state.ground, first_play(state.game, event.score))


def _with_score(state: State, event: GameBegan) -> GameBegan:
    """Matches of form 1 did not store the empty sheet."""
    if event.score is not None or not isinstance(state, SettingUp):
        return event
    return fill(event, score=first_score(state.game, state.ground))


def awaited(state: SettingUp) -> tuple[Awaited, ...]:
    """The act of the step under way, from whose act it is."""
    game, step, side = state.game, current(state), actor(state)
    if state.ready:
        return tuple(Awaited(seat, "match-ready", READY) for seat in game.players if seat not in state.ready)
    if isinstance(step, DeployStep) and musters(game) and len(state.ground.mustered) < 2:
        missing = [side for side in SIDES if side not in state.ground.mustered]
        return tuple(Awaited(game.seat(side), "match-muster", MUSTER) for side in missing)
    act = "match-choose-piece" if isinstance(step, PutStep) and not state.ground.waiting() else _ACTS[type(step)]
    return (Awaited(ORGANISER if side is None else game.seat(side), act, step.clause),)


def tries(_state: SettingUp, seat: Seat) -> Iterator[Command]:
    """What one may say of the step under way."""
    yield from (SkipSetup(seat), EndStep(seat))


_ACTS: dict[type[Step], str] = {
    ChooseStep: "match-choose-piece",
    PlaceStep: "match-place-piece",
    PutStep: "match-place-piece",
    MoveStep: "match-move-piece",
    MarkersStep: "match-place-marker",
    ExtraStep: "match-extra-piece",
    DeployStep: "match-deploy",
    DrawStep: "match-draw",
}


SUBJECT = Subject[State](
    decides=(
        on(EndStep, during(SettingUp, end_step)),
        on(SkipSetup, during(SettingUp, skip_setup)),
    ),
    evolves=(
        on(FlagDrawn, only(SettingUp, _flag_drawn)),
        on(StepEnded, only(SettingUp, _step_ended)),
        on(SetupSkipped, only(SettingUp, _skipped)),
        on(TableReady, only(SettingUp, _ready)),
        on(GameBegan, only(SettingUp, _began)),
    ),
    completes=(on(GameBegan, _with_score),),
    rolls={"match-draw": during(SettingUp, draw)},
    tries=trying(SettingUp, tries),
)
