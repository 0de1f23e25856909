"""The step DECLARE: moves, one band at a time (chapters 9 and 18)."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.campaign.board import Board
from heraut.campaign.commands import DeclareMove, PassMoves
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import MoveDeclared, MovesPassed, StepOpened
from heraut.campaign.forces import Band, steps
from heraut.campaign.names import Step, TerritoryId
from heraut.campaign.settings import Game
from heraut.campaign.state import Declaring, State
from heraut.kernel import HouseCode, Refusal, Seat, house

Path = tuple[TerritoryId, ...]


def begin(story: Story) -> None:
    """Worst initiative speaks first, or last if the group chose so [SC-DEC-1]."""
    order = story.board.order
    reverse = story.state.game.settings.declaration_order == "reverse"
    story.tell(StepOpened(Step.DECLARE, order[::-1] if reverse else order))


def declare(story: Story, command: DeclareMove) -> Refusal | None:
    """One band that has not moved goes along a path [SC-DEC-2]."""
    if fault := _not_speaking(story.state, command.seat):
        return fault
    game, board = story.state.game, story.board
    band = board.bands.get(command.band)
    if band is None or band.owner != command.seat:
        return refuse("SC-DEC-2", Code.NOT_YOUR_BAND, command.band)
    if fault := _move_fault(game, board, band, command.path):
        return fault
    walked = stopped_path(board, band, command.path)
    if walked != command.path and not command.accept_stop:
        return refuse("SC-DEC-7", Code.STOPPED_SHORT, command.band, asked=command.path, allowed=walked[-1])
    lost = command.path[len(walked) :]
    story.tell(MoveDeclared(command.seat, band.id, band.territory, walked, lost))
    return None


def _not_speaking(state: State, seat: Seat) -> Refusal | None:
    if not isinstance(state.phase, Declaring):
        return house(HouseCode.WRONG_PHASE, "moves")
    if state.phase.queue[0] != seat:
        return refuse("SC-DEC-1", Code.NOT_YOUR_TURN, seat, allowed=state.phase.queue[0])
    return None


def _move_fault(game: Game, board: Board, band: Band, path: Path) -> Refusal | None:
    speed = steps(band.points(), game.settings.fast_max_points)
    if band.moved:
        return refuse("SC-MOV-3", Code.ALREADY_MOVED, band.id)
    if not path:
        return refuse("SC-MOV-4", Code.NO_STEP, band.id)
    if len(path) > speed:
        return refuse("SC-MOV-2", Code.TOO_FAR, band.id, asked=len(path), allowed=speed)
    whole = (band.territory, *path)
    for here, there in zip(whole, path, strict=False):
        if there not in game.map.neighbours[here]:
            return refuse("SC-MOV-1", Code.NO_ROAD, band.id, asked=(here, there))
    if len(set(whole)) < len(whole):
        return refuse("SC-MOV-4", Code.PATH_CROSSES, band.id)
    if pinned(game, board, band):
        return refuse("SC-MOV-8", Code.PINNED, band.id)
    if path[0] in blocked_roads(board, band):
        return refuse("SC-MOV-9", Code.ROAD_BLOCKED, band.id, asked=(band.territory, path[0]))
    return None


def pinned(game: Game, board: Board, band: Band) -> bool:
    """With `pinned`, a band cannot leave once an enemy has entered its territory in this step [SC-MOV-8]."""
    return game.settings.engagement == "pinned" and bool(blocked_roads(board, band))


def blocked_roads(board: Board, band: Band) -> set[TerritoryId]:
    """Where enemies standing here came from in this step: nobody else leaves by those roads [SC-MOV-9]."""
    here, owner = band.territory, band.owner
    return {
        other.came
        for other in board.bands.values()
        if other.came is not None and other.territory == here and other.owner != owner
    }


def stopped_path(board: Board, band: Band, path: Path) -> Path:
    """The part of the path that is really walked: an enemy band stops the move where it stands [SC-MOV-5, SC-MOV-6]."""
    for length, territory in enumerate(path, start=1):
        if board.enemy_at(territory, band.owner):
            return path[:length]
    return path


def moves(game: Game, board: Board, band: Band) -> Iterator[Path]:
    """Every path a band may declare and walk to its end."""
    if band.moved or pinned(game, board, band):
        return
    blocked = blocked_roads(board, band)
    far = steps(band.points(), game.settings.fast_max_points) > 1
    for first in game.map.neighbours[band.territory]:
        if first in blocked:
            continue
        yield (first,)
        if far and not board.enemy_at(first, band.owner):
            for second in game.map.neighbours[first]:
                if second != band.territory:
                    yield (first, second)


def may_move(state: State, seat: Seat) -> bool:
    """Whether a player has a band that could legally move [SC-DEC-4]."""
    return any(next(moves(state.game, state.board, band), None) for band in state.board.bands_of(seat))


def pass_moves(story: Story, command: PassMoves) -> Refusal | None:
    """Final for this turn [SC-DEC-3]."""
    if fault := _not_speaking(story.state, command.seat):
        return fault
    story.tell(MovesPassed(command.seat))
    return None


def pass_default(story: Story, seat: Seat) -> None:
    """An absent player passes [SC-GEN-9]."""
    story.tell(MovesPassed(seat, defaulted=True))


def onward(story: Story, phase: Declaring) -> bool:
    """A player without a band that could move passes [SC-DEC-4]; True when everyone has passed [SC-DEC-6]."""
    if not phase.queue:
        return True
    if not may_move(story.state, phase.queue[0]):
        story.tell(MovesPassed(phase.queue[0], automatic=True))
    return False
