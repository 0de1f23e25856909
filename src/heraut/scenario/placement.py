"""Terrain chosen, placed, moved or lost, and the markers players place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Command, PublicEvent
from heraut.kernel.names import OFFICIALS, ClauseId, Seat
from heraut.kernel.refusal import Refusal, together
from heraut.scenario.definition import ChooseStep, ExtraStep, MarkersStep, MoveStep, PlaceStep, Property, PutStep, Size
from heraut.scenario.facts import Side
from heraut.scenario.settings import TerrainType
from heraut.scenario.setup import actor, at_step, current, sizes_open
from heraut.scenario.state import ChosenPiece, SettingUp, State, only, trying, wrong_phase
from heraut.scenario.terrain import Outline, Piece, PlacedMarker, TablePlan
from heraut.table.measure import body, is_wholly_in
from heraut.table.shapes import Polygon

PLACES = 3
"""How many places are offered for a piece: the table has infinitely many."""


class ChoosePiece(Command, frozen=True):
    """Take a terrain piece of that type and size; properties are needed only without a terrain table."""

    kind: str
    size: Size
    properties: tuple[Property, ...] = ()


class PlacePiece(Command, frozen=True):
    """Put a chosen piece on the table."""

    piece: str
    shape: Outline


class LosePiece(Command, frozen=True):
    """Declare that a chosen piece cannot be placed."""

    piece: str


class MovePiece(Command, frozen=True):
    """Move a placed piece: its corners in the same order."""

    piece: str
    shape: Outline


class AddPiece(Command, frozen=True):
    """Put special terrain, or the organiser's terrain, on the table."""

    kind: str
    size: Size
    shape: Outline
    properties: tuple[Property, ...] = ()


class PlaceMarker(Command, frozen=True):
    """Put the next of one's markers on the table."""

    x: float
    y: float


class PieceChosen(PublicEvent, frozen=True):
    """A terrain piece for the table."""

    side: Side
    id: str
    kind: str
    size: Size
    properties: tuple[Property, ...] = ()


class PiecePlaced(PublicEvent, frozen=True):
    """A piece is on the table."""

    id: str
    piece: Piece
    side: Side | None = None


class PieceLost(PublicEvent, frozen=True):
    """A piece could not be placed: not used, not replaced [ST-TER-5]."""

    side: Side
    id: str


class PieceMoved(PublicEvent, frozen=True):
    """A piece is somewhere else."""

    side: Side
    id: str
    shape: Outline


class MarkerPlaced(PublicEvent, frozen=True):
    """A player's marker is on the table."""

    side: Side
    marker: PlacedMarker


def choose_piece(state: SettingUp, step: ChooseStep | PutStep, command: ChoosePiece) -> Outcome:
    """A piece of a size that is open, of a type that is not used up."""
    if isinstance(step, PutStep) and state.ground.waiting():
        return wrong_phase(state)
    side = _whose(state)
    sizes = sizes_open(state, side)
    if command.size not in sizes:
        allowed = tuple(size.value for size in sizes)
        return Refusal(step.clause, "size-not-open", subject=side.value, asked=command.size.value, allowed=allowed)
    properties = _properties(state, command)
    if isinstance(properties, Refusal):
        return properties
    if (fault := _maximum_fault(state, command.kind)) is not None:
        return fault
    id = f"piece-{len(state.ground.chosen) + 1}"
    return (PieceChosen(side, id, command.kind, command.size, properties),)


def _whose(state: SettingUp) -> Side:
    """Whose act it is, in a step of the players."""
    side = actor(state)
    assert side is not None
    return side


def _properties(state: SettingUp, command: ChoosePiece) -> tuple[Property, ...] | Refusal:
    """What the terrain table says of the type, or what people say without one [ST-TER-8]."""
    if not state.game.options.terrain_table:
        return command.properties
    kind, size, line = command.kind, command.size, _line(state, command.kind)
    if line is None or size not in line.sizes:
        known = tuple(line.name for line in state.game.options.terrain_table)
        return Refusal(ClauseId("ST-TER-8"), "not-in-terrain-table", subject=kind, asked=size.value, allowed=known)
    return line.properties


def _line(state: SettingUp, kind: str) -> TerrainType | None:
    return next((line for line in state.game.options.terrain_table if line.name == kind), None)


def _maximum_fault(state: SettingUp, kind: str) -> Refusal | None:
    """The maximum of a type is shared; pieces that were lost are not used [ST-TER-7]."""
    line, ground = _line(state, kind), state.ground
    count = sum(1 for piece in ground.chosen if piece.kind == kind and piece.id not in ground.lost)
    if line is not None and count >= line.most:
        return Refusal(ClauseId("ST-TER-7"), "type-maximum", subject=kind, asked=count + 1, allowed=line.most)
    return None


def place_piece(state: SettingUp, step: PlaceStep | PutStep, command: PlacePiece) -> Outcome:
    """A piece that waits, where every limit is kept."""
    chosen = _waiting(state, step, command.piece)
    if isinstance(chosen, Refusal):
        return chosen
    return _put_down(state, as_placed(chosen, step, command.shape))


def as_placed(chosen: ChosenPiece, step: PlaceStep | PutStep, shape: Outline) -> Piece:
    """The piece that was chosen where it is placed: by its player, or by whom the step names and in its area."""
    put = step if isinstance(step, PutStep) else None
    return Piece(
        id=chosen.id,
        size=chosen.size,
        kind=chosen.kind,
        shape=shape,
        by=put.placer if put else chosen.side,
        properties=chosen.properties,
        area=put.area if put else None,
    )


def _put_down(state: SettingUp, piece: Piece) -> Outcome:
    return _limits_fault(state, piece) or (PiecePlaced(piece.id, piece, piece.by),)


def _waiting(state: SettingUp, step: PlaceStep | PutStep, id: str) -> ChosenPiece | Refusal:
    """The piece of that id among those whose turn it is to be placed."""
    waiting = state.ground.waiting(None if isinstance(step, PutStep) else actor(state))
    found = next((piece for piece in waiting if piece.id == id), None)
    allowed = tuple(piece.id for piece in waiting)
    return found or Refusal(step.clause, "piece-not-waiting", subject=id, allowed=allowed)


def _limits_fault(state: SettingUp, subject: Piece | PlacedMarker) -> Refusal | None:
    """Every limit the piece or marker breaks, all at once."""
    plan = TablePlan(state.game.layout, state.ground.pieces, state.ground.markers).with_one(subject)
    return together(tuple(verdict.refusal() for verdict in plan.verdicts(subject) if not verdict.ok))


def lose_piece(state: SettingUp, step: PlaceStep | PutStep, command: LosePiece) -> Outcome:
    """Declared and recorded; nobody has to prove it [ST-TER-9]."""
    chosen = _waiting(state, step, command.piece)
    if isinstance(chosen, Refusal):
        return chosen
    return (PieceLost(_whose(state), chosen.id),)


def move_piece(state: SettingUp, step: MoveStep, command: MovePiece) -> Outcome:
    """A piece already there, where every limit on moved pieces is kept."""
    piece = next((piece for piece in state.ground.pieces if piece.id == command.piece and not piece.special), None)
    if piece is None:
        return Refusal(step.clause, "piece-not-placed", subject=command.piece)
    half = state.game.layout.half
    if step.pieces == "own-half" and not is_wholly_in(body(Polygon(piece.shape)), half(step.by)):
        return Refusal(step.clause, "piece-not-in-your-half", subject=command.piece)
    fault = _limits_fault(state, piece.moved(command.shape, step.by))
    return fault or (PieceMoved(step.by, piece.id, command.shape),)


def add_piece(state: SettingUp, step: ExtraStep, command: AddPiece) -> Outcome:
    """Terrain that comes on top; the organiser's own is the organiser's to place."""
    if step.by is None and command.seat not in OFFICIALS:
        return Refusal(step.clause, "organiser-terrain", subject=command.seat)
    piece = Piece(
        id=coming_id(step, state.ground.pieces),
        size=command.size,
        kind=command.kind,
        shape=command.shape,
        by=step.by,
        properties=command.properties,
        special=step.by is not None,
    )
    return _put_down(state, piece)


def coming_id(step: ExtraStep, pieces: Sequence[Piece]) -> str:
    """The id of the next piece that comes on top."""
    number = 1 + sum(1 for piece in pieces if piece.special or step.by is None)
    return f"{'special' if step.by else 'terrain'}-{number}"


def place_marker(state: SettingUp, _step: MarkersStep, command: PlaceMarker) -> Outcome:
    """The next marker of the side whose turn it is."""
    side = _whose(state)
    number = 1 + sum(1 for marker in state.ground.markers if marker.by is side)
    marker = PlacedMarker(f"{side}_{number}", side, command.x, command.y)
    return _limits_fault(state, marker) or (MarkerPlaced(side, marker),)


def _chosen(state: SettingUp, event: PieceChosen) -> SettingUp:
    piece = ChosenPiece(event.id, event.side, event.kind, event.size, event.properties)
    return replace(state, ground=replace(state.ground, chosen=(*state.ground.chosen, piece)), acted=True)


def _placed(state: SettingUp, event: PiecePlaced) -> SettingUp:
    return replace(state, ground=replace(state.ground, pieces=(*state.ground.pieces, event.piece)))


def _lost(state: SettingUp, event: PieceLost) -> SettingUp:
    return replace(state, ground=replace(state.ground, lost=(*state.ground.lost, event.id)))


def _moved(state: SettingUp, event: PieceMoved) -> SettingUp:
    pieces = tuple(
        piece.moved(event.shape, event.side) if piece.id == event.id else piece for piece in state.ground.pieces
    )
    return replace(state, ground=replace(state.ground, pieces=pieces), acted=True)


def _marked(state: SettingUp, event: MarkerPlaced) -> SettingUp:
    return replace(state, ground=replace(state.ground, markers=(*state.ground.markers, event.marker)))


_PLACE = at_step(PlaceStep, place_piece, or_at=PutStep)


def tries(state: SettingUp, seat: Seat) -> Iterator[Command]:
    """What one may try with terrain and markers now."""
    match current(state):
        case ChooseStep() | PutStep() | PlaceStep():
            yield from _choices(state, seat)
            for piece in state.ground.waiting():
                yield LosePiece(seat, piece.id)
                places = (PlacePiece(seat, piece.id, shape) for shape in squares(state))
                yield from islice((one for one in places if not isinstance(_PLACE(state, one), Refusal)), PLACES)
        case MoveStep():
            for placed in state.ground.pieces:
                yield MovePiece(seat, placed.id, tuple((x + 1, y) for x, y in placed.shape))
        case ExtraStep() as step:
            extras = (AddPiece(seat, "uneven", Size.SMALL, shape) for shape in squares(state))
            yield from islice((one for one in extras if not isinstance(add_piece(state, step, one), Refusal)), 1)
        case MarkersStep() as step:
            width, height = state.game.scenario.table
            spots = (PlaceMarker(seat, x, y) for y in range(2, height, 4) for x in range(8, width, 5))
            yield from islice((one for one in spots if not isinstance(place_marker(state, step, one), Refusal)), PLACES)
        case _:
            return


def _choices(state: SettingUp, seat: Seat) -> Iterator[Command]:
    table = state.game.options.terrain_table
    kinds = [(line.name, size) for line in table for size in line.sizes] if table else [("uneven", one) for one in Size]
    for kind, size in kinds:
        yield ChoosePiece(seat, kind, size)


def squares(state: SettingUp, side: float = 3) -> Iterator[Outline]:
    """Squares all over the table, from the middle of each quarter on."""
    width, height = state.game.scenario.table
    for y in range(1, height - 3, 5):
        for x in range(1, width - 3, 5):
            yield ((x, y), (x + side, y), (x + side, y + side), (x, y + side))


SUBJECT = Subject[State](
    decides=(
        on(ChoosePiece, at_step(ChooseStep, choose_piece, or_at=PutStep)),
        on(PlacePiece, _PLACE),
        on(LosePiece, at_step(PlaceStep, lose_piece, or_at=PutStep)),
        on(MovePiece, at_step(MoveStep, move_piece)),
        on(AddPiece, at_step(ExtraStep, add_piece)),
        on(PlaceMarker, at_step(MarkersStep, place_marker)),
    ),
    evolves=(
        on(PieceChosen, only(SettingUp, _chosen)),
        on(PiecePlaced, only(SettingUp, _placed)),
        on(PieceLost, only(SettingUp, _lost)),
        on(PieceMoved, only(SettingUp, _moved)),
        on(MarkerPlaced, only(SettingUp, _marked)),
    ),
    tries=trying(SettingUp, tries),
)
