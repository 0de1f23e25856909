"""Terrain chosen, placed, moved or lost; markers; deployment."""

from __future__ import annotations

from typing import Any

import msgspec

from heraut.kernel import OFFICIALS, ClauseId, Event, HouseCode, Refusal, Roll, Seat, house, together
from heraut.scenario.chance import chance
from heraut.scenario.commands import (
    AddPiece,
    ChoosePiece,
    Concede,
    DeployUnits,
    EndStep,
    Forfeit,
    LosePiece,
    MovePiece,
    Muster,
    PlaceMarker,
    PlacePiece,
    SkipSetup,
    TakeEdge,
)
from heraut.scenario.decide.deploying import deployed, mustered
from heraut.scenario.decide.stopping import conceded, forfeited
from heraut.scenario.events import (
    EdgeTaken,
    FlagDrawn,
    MarkerPlaced,
    PieceChosen,
    PieceLost,
    PieceMoved,
    PiecePlaced,
    SetupSkipped,
    StepEnded,
)
from heraut.scenario.layout import Layout
from heraut.scenario.options import TerrainType
from heraut.scenario.pieces import Piece, PlacedMarker
from heraut.scenario.setup import Choose, Deploy, Draw, Extra, Move, Place, Property, Put, SetMarkers, Size
from heraut.scenario.setup_steps import SHARED_MAXIMUM, actor, begun, counted_types, current, sizes_open
from heraut.scenario.sides import Side
from heraut.scenario.state import SettingUp
from heraut.scenario.terrain import TablePlan
from heraut.table import Polygon
from heraut.table.body import body, is_wholly_in


def decide_setup(state: SettingUp, command: Any) -> tuple[Event, ...] | Refusal:
    """One act of the set-up."""
    step = current(state)
    match step, command:
        case _, SkipSetup(seat=seat):
            return _skipped(state, seat)
        case _, Concede(seat=seat):
            return conceded(state, seat)
        case _, Forfeit():
            return forfeited(state, command)
        case _, TakeEdge():
            return _edge(state, command)
        case Draw(among=among), Roll(faces=faces):
            due = chance(state)
            assert due is not None
            return due.refusal(faces) or begun(state, FlagDrawn(among[faces[0] - 1], faces))
        case Deploy(), Muster():
            return mustered(state, command)
        case Deploy(), DeployUnits():
            return deployed(state, step, command)
        case Move() | Extra(), EndStep():
            return begun(state, StepEnded(state.step))
        case Put(optional=True), EndStep() if not state.acted:
            return begun(state, StepEnded(state.step))
        case _:
            return _terrain(state, command)


def _terrain(state: SettingUp, command: Any) -> tuple[Event, ...] | Refusal:
    """Pieces and markers."""
    step = current(state)
    match step, command:
        case Choose() | Put(), ChoosePiece() if not (isinstance(step, Put) and state.ground.waiting()):
            return _choose(state, command)
        case Place() | Put(), PlacePiece():
            return _place(state, command)
        case Place() | Put(), LosePiece():
            return _lose(state, command)
        case Move(), MovePiece():
            return _move(state, step, command)
        case Extra(), AddPiece():
            return _add(state, step, command)
        case SetMarkers(), PlaceMarker():
            return _marker(state, command)
        case _:
            return house(HouseCode.WRONG_PHASE, f"step-{msgspec.structs.asdict(step)['clause']}")


def _skipped(state: SettingUp, seat: Seat) -> tuple[Event, ...] | Refusal:
    """Everything done at the table; a lot the scenario needs is still drawn here [SR-S06-1]."""
    if any(isinstance(step, Draw) for step in state.game.scenario.setup) and state.ground.first_flag is None:
        return Refusal(current(state).clause, "match-draw-needed")
    return begun(state, SetupSkipped(seat))


def _edge(state: SettingUp, command: TakeEdge) -> tuple[Event, ...] | Refusal:
    """SAGA: who lost the roll chooses if players disagree; Steamroller: the first player [ST-GAM-4, SR-DEPL-2]."""
    game = state.game
    if game.scenario.source == "saga_tournament":
        clause, entitled = ClauseId("ST-GAM-4"), game.opponent(game.roll_winner) if game.roll_winner else None
    else:
        clause, entitled = ClauseId("SR-DEPL-2"), game.seat(Side.FIRST)
    if game.settings.edges_assigned:
        return Refusal(clause, "edges-assigned")
    if state.step or state.ground.chosen or state.ground.pieces:
        return Refusal(clause, "edge-too-late")
    if command.seat in OFFICIALS:
        return (EdgeTaken(game.seat(Side.FIRST), command.edge),)
    if entitled not in (None, command.seat):
        return Refusal(clause, "edge-not-yours", subject=command.seat, allowed=entitled)
    return (EdgeTaken(command.seat, command.edge),)


def _choose(state: SettingUp, command: ChoosePiece) -> tuple[Event, ...] | Refusal:
    step, side = current(state), actor(state)
    assert side is not None
    sizes = sizes_open(state, side)
    if command.size not in sizes:
        allowed = tuple(size.value for size in sizes)
        return Refusal(step.clause, "size-not-open", subject=side.value, asked=command.size.value, allowed=allowed)
    properties = _properties(state, command.kind, command.size, command.properties)
    if isinstance(properties, Refusal):
        return properties
    if (fault := _maximum(state, command.kind)) is not None:
        return fault
    id = f"piece-{len(state.ground.chosen) + 1}"
    return begun(state, PieceChosen(side, id, command.kind, command.size, properties))


def _properties(
    state: SettingUp, kind: str, size: Size, properties: tuple[Property, ...]
) -> tuple[Property, ...] | Refusal:
    """What the terrain table says of the type, or what people say without one [ST-TER-8]."""
    if not state.game.options.terrain_table:
        return properties
    line = _line(state, kind)
    if line is None or size not in line.sizes:
        known = tuple(line.name for line in state.game.options.terrain_table)
        return Refusal(ClauseId("ST-TER-8"), "not-in-terrain-table", subject=kind, asked=size.value, allowed=known)
    return line.properties


def _line(state: SettingUp, kind: str) -> TerrainType | None:
    return next((line for line in state.game.options.terrain_table if line.name == kind), None)


def _maximum(state: SettingUp, kind: str) -> Refusal | None:
    line = _line(state, kind)
    count = counted_types(state.ground, kind)
    if line is not None and count >= line.most:
        return Refusal(SHARED_MAXIMUM, "type-maximum", subject=kind, asked=count + 1, allowed=line.most)
    return None


def _plan(state: SettingUp) -> TablePlan:
    layout = Layout(state.game.scenario, state.game.options.marker_mm)
    return TablePlan(layout, state.ground.pieces, state.ground.markers)


def _judged(state: SettingUp, subject: Piece | PlacedMarker) -> Refusal | None:
    """Every limit the piece or marker breaks, all at once."""
    plan = _plan(state)
    if isinstance(subject, Piece):
        kept = tuple(piece for piece in plan.pieces if piece.id != subject.id)
        plan = msgspec.structs.replace(plan, pieces=(*kept, subject))
    else:
        plan = msgspec.structs.replace(plan, markers=(*plan.markers, subject))
    return together(tuple(verdict.refusal() for verdict in plan.verdicts(subject) if not verdict.ok))


def _place(state: SettingUp, command: PlacePiece) -> tuple[Event, ...] | Refusal:
    step, side = current(state), actor(state)
    assert side is not None
    owner = None if isinstance(step, Put) else side
    chosen = next((piece for piece in state.ground.waiting(owner) if piece.id == command.piece), None)
    if chosen is None:
        allowed = tuple(piece.id for piece in state.ground.waiting(owner))
        return Refusal(step.clause, "piece-not-waiting", subject=command.piece, allowed=allowed)
    piece = Piece(
        id=chosen.id,
        size=chosen.size,
        kind=chosen.kind,
        shape=command.shape,
        by=side,
        properties=chosen.properties,
        area=step.area if isinstance(step, Put) else None,
    )
    return _judged(state, piece) or begun(state, PiecePlaced(piece.id, piece, piece.by))


def _lose(state: SettingUp, command: LosePiece) -> tuple[Event, ...] | Refusal:
    """Declared and recorded; nobody has to prove it [ST-TER-9]."""
    side = actor(state)
    assert side is not None
    owner = None if isinstance(current(state), Put) else side
    waiting = tuple(piece.id for piece in state.ground.waiting(owner))
    if command.piece not in waiting:
        return Refusal(current(state).clause, "piece-not-waiting", subject=command.piece, allowed=waiting)
    return begun(state, PieceLost(side, command.piece))


def _move(state: SettingUp, step: Move, command: MovePiece) -> tuple[Event, ...] | Refusal:
    piece = next((piece for piece in state.ground.pieces if piece.id == command.piece and not piece.special), None)
    if piece is None:
        return Refusal(step.clause, "piece-not-placed", subject=command.piece)
    if step.pieces == "own-half" and not _lies_in_half(state, piece, step.by):
        return Refusal(step.clause, "piece-not-in-your-half", subject=command.piece)
    moved = msgspec.structs.replace(piece, shape=command.shape, was=piece.shape, moved_by=step.by)
    return _judged(state, moved) or begun(state, PieceMoved(step.by, piece.id, command.shape))


def _lies_in_half(state: SettingUp, piece: Piece, side: Side) -> bool:
    return is_wholly_in(body(Polygon(piece.shape)), Layout(state.game.scenario).half(side))


def _add(state: SettingUp, step: Extra, command: AddPiece) -> tuple[Event, ...] | Refusal:
    if step.by is None and command.seat not in OFFICIALS:
        return Refusal(step.clause, "organiser-terrain", subject=command.seat)
    number = 1 + sum(1 for piece in state.ground.pieces if piece.special or step.by is None)
    piece = Piece(
        id=f"{'special' if step.by else 'terrain'}-{number}",
        size=command.size,
        kind=command.kind,
        shape=command.shape,
        by=step.by,
        properties=command.properties,
        special=step.by is not None,
    )
    return _judged(state, piece) or begun(state, PiecePlaced(piece.id, piece, piece.by))


def _marker(state: SettingUp, command: PlaceMarker) -> tuple[Event, ...] | Refusal:
    side = actor(state)
    assert side is not None
    number = 1 + sum(1 for marker in state.ground.markers if marker.by is side)
    marker = PlacedMarker(f"{side}_{number}", side, command.x, command.y)
    return _judged(state, marker) or begun(state, MarkerPlaced(side, marker))
