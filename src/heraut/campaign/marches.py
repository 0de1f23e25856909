"""Marches: moves declared one band at a time (chapters 9 and 18)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec.structs import replace

from heraut.campaign.board import BandId, Board, MapBand, steps
from heraut.campaign.settings import Campaign, TurnStep
from heraut.campaign.state import Declaring, State, expect
from heraut.campaign.subject import (
    AwaitedQuestion,
    CampaignOrder,
    CampaignScene,
    CampaignSubject,
    Code,
    SpokenStep,
    Steps,
    refuse,
)
from heraut.campaign.tables import TerritoryId
from heraut.campaign.turns import StepOpened
from heraut.kernel.engine import Outcome, on
from heraut.kernel.message import Awaited, Command, PublicEvent
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal

Path = tuple[TerritoryId, ...]
E = TypeVar("E", bound="Spoken")


class DeclareMove(CampaignOrder, frozen=True, kw_only=True):
    """Move one band along a path of territories; a path cut short by an enemy must be accepted [SC-DEC-7]."""

    band: BandId
    path: tuple[TerritoryId, ...]
    accept_stop: bool = False


class PassMoves(CampaignOrder, frozen=True, kw_only=True):
    """Declare no more moves this turn [SC-DEC-3]."""


class Spoken(PublicEvent, frozen=True, kw_only=True):
    """A player has spoken; `queue` are those who speak next, in the `round` that is then on [SC-DEC-1]."""

    queue: tuple[Seat, ...] = ()
    round: int = 0


class MoveDeclared(Spoken, frozen=True):
    """A band has moved [SC-DEC-5]; `path` is what it really walked, `lost` the part an enemy cut off [SC-MOV-5]."""

    seat: Seat
    band: BandId
    start: TerritoryId
    path: tuple[TerritoryId, ...]
    lost: tuple[TerritoryId, ...] = ()


class MovesPassed(Spoken, frozen=True):
    """A player declares no more moves this turn [SC-DEC-3]; `automatic` without a band that could move [SC-DEC-4]."""

    seat: Seat
    automatic: bool = False
    defaulted: bool = False


def declare_move(state: State, command: DeclareMove) -> Outcome:
    """One band that has not moved goes along a path [SC-DEC-2]."""
    if fault := MARCHES.refusal(state, command.seat):
        return fault
    band = state.board.bands.get(command.band)
    if band is None or band.owner != command.seat:
        return refuse("SC-DEC-2", Code.NOT_YOUR_BAND, command.band)
    if fault := _move_fault(state.game, state.board, band, command.path):
        return fault
    walked = stopped_path(state.board, band, command.path)
    if walked != command.path and not command.accept_stop:
        return refuse("SC-DEC-7", Code.STOPPED_SHORT, command.band, asked=command.path, allowed=walked[-1])
    moved = MoveDeclared(command.seat, band.id, band.territory, walked, command.path[len(walked) :])
    return (_with_next(state, moved),)


def _with_next(state: State, event: E) -> E:
    """Who speaks next: after the last of the queue, a new round for those who have not passed [SC-DEC-1]."""
    phase = expect(state.phase, Declaring)
    if left := phase.queue[1:]:
        return replace(event, queue=left, round=phase.round)
    passed = phase.passed | {event.seat} if isinstance(event, MovesPassed) else phase.passed
    return replace(event, queue=tuple(seat for seat in phase.speakers if seat not in passed), round=phase.round + 1)


def _move_fault(game: Campaign, board: Board, band: MapBand, path: Path) -> Refusal | None:
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
    blocked = blocked_roads(board, band)
    if pinned(game, blocked):
        return refuse("SC-MOV-8", Code.PINNED, band.id)
    if path[0] in blocked:
        return refuse("SC-MOV-9", Code.ROAD_BLOCKED, band.id, asked=(band.territory, path[0]))
    return None


def pinned(game: Campaign, blocked: set[TerritoryId]) -> bool:
    """With `pinned`, a band cannot leave once an enemy has entered its territory in this step [SC-MOV-8]."""
    return game.settings.engagement == "pinned" and bool(blocked)


def blocked_roads(board: Board, band: MapBand) -> set[TerritoryId]:
    """Where enemies standing here came from in this step: nobody else leaves by those roads [SC-MOV-9]."""
    here, owner = band.territory, band.owner
    return {
        other.came
        for other in board.bands.values()
        if other.came is not None and other.territory == here and other.owner != owner
    }


def stopped_path(board: Board, band: MapBand, path: Path) -> Path:
    """The part of the path that is really walked: an enemy band stops the move where it stands [SC-MOV-5, SC-MOV-6]."""
    for length, territory in enumerate(path, start=1):
        if board.enemy_at(territory, band.owner):
            return path[:length]
    return path


def moves(game: Campaign, board: Board, band: MapBand) -> Iterator[Path]:
    """Every path a band may declare and walk to its end."""
    if band.moved or pinned(game, blocked := blocked_roads(board, band)):
        return
    far = steps(band.points(), game.settings.fast_max_points) > 1
    held = {other.territory for other in board.bands.values() if other.owner != band.owner} if far else ()
    for first in game.map.neighbours[band.territory]:
        if first in blocked:
            continue
        yield (first,)
        if far and first not in held:
            for second in game.map.neighbours[first]:
                if second != band.territory:
                    yield (first, second)


def pass_moves(state: State, command: PassMoves) -> Outcome:
    """Final for this turn [SC-DEC-3]."""
    return MARCHES.refusal(state, command.seat) or (_with_next(state, MovesPassed(command.seat)),)


def _pass(state: State, awaited: Awaited) -> tuple[MovesPassed]:
    """An absent player passes [SC-GEN-9]."""
    return (_with_next(state, MovesPassed(awaited.seat, defaulted=True)),)


def open_step(scene: CampaignScene) -> Steps[None]:
    """Moves are declared one after the other."""
    yield StepOpened(TurnStep.DECLARE, speakers(scene.state.game, scene.board))


def speakers(game: Campaign, board: Board) -> tuple[Seat, ...]:
    """Worst initiative speaks first, or last if the group chose so [SC-DEC-1]."""
    return board.order[::-1] if game.settings.declaration_order == "reverse" else board.order


def may_move(state: State, seat: Seat) -> bool:
    """Whether a player has a band that could legally move [SC-DEC-4]."""
    return any(next(moves(state.game, state.board, band), None) for band in state.board.bands_of(seat))


def _pass_without_choice(state: State, seat: Seat) -> MovesPassed:
    """A player without a band that could move passes [SC-DEC-4]; it is over when everyone has passed [SC-DEC-6]."""
    return _with_next(state, MovesPassed(seat, automatic=True))


def _completed(state: State, event: E) -> E:
    """Older events did not say who speaks next."""
    return event if event.round else _with_next(state, event)


def _moved(state: State, event: MoveDeclared) -> State:
    board = state.board
    came = event.path[-2] if len(event.path) > 1 else event.start
    band = replace(board.bands[event.band], territory=event.path[-1], moved=True, came=came, since=board.serial)
    board = replace(board, bands={**board.bands, event.band: band}, serial=board.serial + 1)
    return replace(state, board=board, phase=_spoken(state, event))


def _passed(state: State, event: MovesPassed) -> State:
    phase = _spoken(state, event)
    return replace(state, phase=replace(phase, passed=phase.passed | {event.seat}))


def _spoken(state: State, event: Spoken) -> Declaring:
    return replace(expect(state.phase, Declaring), queue=event.queue, round=event.round)


def _answers(state: State, awaited: Awaited) -> Iterator[Command]:
    for band in state.board.bands_of(awaited.seat):
        for path in moves(state.game, state.board, band):
            yield DeclareMove(awaited.seat, band=band.id, path=path)
    yield PassMoves(awaited.seat)


MARCHES = SpokenStep(Declaring, "moves", "SC-DEC-1")
DECLARE = AwaitedQuestion("campaign-declare", "SC-DEC-2", _answers, _pass)

SUBJECT = CampaignSubject(
    decides=(on(DeclareMove, declare_move), on(PassMoves, pass_moves)),
    evolves=(on(MoveDeclared, _moved), on(MovesPassed, _passed)),
    completes=(on(MoveDeclared, _completed), on(MovesPassed, _completed)),
    phases=(MARCHES.rules(DECLARE, may_move, _pass_without_choice),),
    questions=(DECLARE,),
)
