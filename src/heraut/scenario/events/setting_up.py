"""Roles, edges, terrain, markers and deployment: all that comes before the first turn."""

from __future__ import annotations

from heraut.kernel import Seat
from heraut.scenario.commands import Deployed, Edge
from heraut.scenario.events.public import Public
from heraut.scenario.pieces import Outline, Piece, PlacedMarker
from heraut.scenario.score.sheet import Score
from heraut.scenario.setup import Property, Size
from heraut.scenario.sides import Side


class RollTied(Public, frozen=True):
    """Equal rolls: again [ST-GAM-2]."""

    faces: tuple[int, ...]


class RollWon(Public, frozen=True):
    """This player chooses to be first or second [ST-GAM-1]."""

    seat: Seat
    faces: tuple[int, ...]


class RolesSettled(Public, frozen=True):
    """Who is first and who is second; it does not change any more [ST-GAM-3]."""

    first: Seat
    second: Seat


class EdgeTaken(Public, frozen=True):
    """A player sits here, the other opposite."""

    seat: Seat
    edge: Edge


class PieceChosen(Public, frozen=True):
    """A terrain piece for the table."""

    side: Side
    id: str
    kind: str
    size: Size
    properties: tuple[Property, ...] = ()


class PiecePlaced(Public, frozen=True):
    """A piece is on the table."""

    id: str
    piece: Piece
    side: Side | None = None


class PieceLost(Public, frozen=True):
    """A piece could not be placed: not used, not replaced [ST-TER-5]."""

    side: Side
    id: str


class PieceMoved(Public, frozen=True):
    """A piece is somewhere else."""

    side: Side
    id: str
    shape: Outline


class MarkerPlaced(Public, frozen=True):
    """A player's marker is on the table."""

    side: Side
    marker: PlacedMarker


class FlagDrawn(Public, frozen=True):
    """By lot, this element is the first to score [SR-S06-1]."""

    element: str
    faces: tuple[int, ...]


class Mustered(Public, frozen=True):
    """A side has so many units."""

    side: Side
    units: int


class UnitsDeployed(Public, frozen=True):
    """Units are on the table; `bonus` Saga dice may be rolled for them [ST-CLA-11]."""

    side: Side
    units: tuple[Deployed, ...]
    bonus: int


class StepEnded(Public, frozen=True):
    """A step of the set-up is done."""

    step: int


class SetupSkipped(Public, frozen=True):
    """The table was set up without the software."""

    seat: Seat


class GameBegan(Public, frozen=True):
    """The first turn begins; opening dice and first-turn limits [ST-GAM-6]; the empty sheet."""

    opening_dice: int
    dice_for: Side | None = None
    forbidden: tuple[str, ...] = ()
    score: Score | None = None
