"""
What may be asked of a match.

`seat` is who writes: either player or an official may keep the sheet. Whose act it is follows from the step or the
turn, except where a player speaks for themselves (`ChooseRole`, `Concede`, `Sign`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from heraut.battle.ledger import Rolled
from heraut.kernel import Command, Roll, Seat
from heraut.scenario.facts import Facts
from heraut.scenario.pieces import Outline
from heraut.scenario.setup import Property, Size
from heraut.scenario.sides import Side
from heraut.scenario.tiebreak import Armies
from heraut.scenario.units import Figure, Unit

Edge = Literal["near", "far"]
Ended = Literal["concession", "sudden-loss", "forfeit", "clock"]
"""The ends that people state; all others follow from the sheet."""


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


class CountDice(Command, frozen=True):
    """Saga dice each band generates once deployed (Advance)."""

    first: int
    second: int


class ClaimMarker(Command, frozen=True):
    """Capture a marker now; with units, the conditions are checked."""

    marker: str
    units: tuple[Unit, ...] = ()


class ChargeMarker(Command, frozen=True):
    """A melee against an enemy marker scored so many hits; the marker's dice follow."""

    marker: str
    hits: int


class ReportLoss(Command, frozen=True):
    """Something was destroyed just now: objectives, casters, a whole army. It may end the game."""

    destroyed: tuple[str, ...] = ()
    casters: Mapping[Side, int] = {}
    wiped_out: tuple[Side, ...] = ()


class EndTurn(Command, frozen=True):
    """The facts at the end of a player's turn. For a turn already on the sheet: the same confirms, others dispute."""

    facts: Facts


class AcceptReport(Command, frozen=True):
    """A disputed turn: agree with what the other keeper wrote."""

    by: Side
    turn: int


class CorrectTurn(Command, frozen=True):
    """An official states the facts of a turn already on the sheet."""

    facts: Facts


class CallTime(Command, frozen=True):
    """Time is up: dice down, or the last turns are being played."""


class OrdersWithoutDice(Command, frozen=True):
    """A band begins its Orders phase with no die to roll; `generated` is what its surviving units generate."""

    side: Side
    generated: int = 0


class RecordRolls(Command, frozen=True):
    """Dice rolled at the table, for the luck ledger; `player` is the seat whose dice they are [HOUSE-DICE-2]."""

    rolls: Annotated[tuple[Rolled, ...], msgspec.Meta(min_length=1, max_length=20)]


class Concede(Command, frozen=True):
    """A player gives the game up."""


class Forfeit(Command, frozen=True):
    """An official ends the game against a side: absent, disqualified, or out of time on the clock."""

    side: Side
    kind: Literal["forfeit", "clock"] = "forfeit"


class SweepEdges(Command, frozen=True):
    """Units near their own edge at the end are eliminated: worked out from units, or just named."""

    units: tuple[Unit, ...] = ()
    eliminated: tuple[str, ...] = ()


class CountEnd(Command, frozen=True):
    """
    Massacre points, and the dice the bands still generate where the scenario pays for them.

    With a scale, the figures each side `eliminated`, by class, may stand for its massacre points.
    """

    massacre: Mapping[Side, int] = {}
    dice: Mapping[Side, int] = {}
    eliminated: Mapping[Side, Mapping[str, int]] = {}


class CountArmies(Command, frozen=True):
    """What is left of both armies."""

    armies: Armies


class Sign(Command, frozen=True):
    """A player's signature under the points of both sides, as they have them."""

    first: int
    second: int


class CorrectEnd(Command, frozen=True):
    """
    How the game ended was written down wrong: it ended against this side, or it had not ended.

    The reason is kept. What follows from the facts of a turn is corrected with that turn (`CorrectTurn`).
    """

    reason: str
    kind: Ended | None = None
    loser: Side | None = None


class Settle(Command, frozen=True):
    """An official declares the sheet right as it stands."""


commands = (
    Roll
    | ChooseRole
    | StateRoles
    | TakeEdge
    | ChoosePiece
    | PlacePiece
    | LosePiece
    | MovePiece
    | AddPiece
    | PlaceMarker
    | EndStep
    | Muster
    | DeployUnits
    | SkipSetup
    | CountDice
    | ClaimMarker
    | ChargeMarker
    | ReportLoss
    | EndTurn
    | AcceptReport
    | CorrectTurn
    | CallTime
    | OrdersWithoutDice
    | Concede
    | Forfeit
    | SweepEdges
    | CountEnd
    | CountArmies
    | Sign
    | CorrectEnd
    | Settle
    | RecordRolls
)
