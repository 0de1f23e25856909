"""Roles, edges, terrain, markers and deployment: all that comes before the first turn."""

from __future__ import annotations

from typing import Literal

import msgspec

from heraut.kernel import Command, Seat
from heraut.scenario.pieces import Outline
from heraut.scenario.setup import Property, Size
from heraut.scenario.sides import Side
from heraut.scenario.units import Figure

Edge = Literal["near", "far"]


class ChooseRole(Command, frozen=True):
    """The winner of the opening roll is first or second player."""

    role: Side


class StateRoles(Command, frozen=True):
    """The roles were settled at the table: this player is first."""

    first: Seat


class TakeEdge(Command, frozen=True):
    """A player sits at this edge of the room's table."""

    edge: Edge


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


class EndStep(Command, frozen=True):
    """Go on without doing what is optional here, or after enough of it."""


class Muster(Command, frozen=True):
    """How many units a side deploys in this game."""

    side: Side
    units: int


class Deployed(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A unit on its way to the table; without figures its place is not checked. `ahead`: advance deployment."""

    id: str
    figures: tuple[Figure, ...] = ()
    dice: int | None = None
    ahead: bool = False


class DeployUnits(Command, frozen=True):
    """Deploy these units."""

    units: tuple[Deployed, ...]


class SkipSetup(Command, frozen=True):
    """The table was set up without the software."""
