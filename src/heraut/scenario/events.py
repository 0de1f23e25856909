"""What has happened in a match. Everything on a table is public."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from heraut.kernel import Audience, ClauseId, Event, Seat
from heraut.scenario.commands import Deployed, Edge
from heraut.scenario.facts import Facts
from heraut.scenario.pieces import Outline, Piece, PlacedMarker
from heraut.scenario.score import Ending, Line, WinKind
from heraut.scenario.setup import Property, Size
from heraut.scenario.sides import Side
from heraut.scenario.tiebreak import Armies
from heraut.scenario.units import Entry, Unit


class Public(Event, frozen=True):
    """An event of the table."""

    audience: ClassVar[Audience] = Audience.EVERYBODY


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
    """The first turn begins; opening dice and first-turn limits [ST-GAM-6]."""

    opening_dice: int
    dice_for: Side | None = None
    forbidden: tuple[str, ...] = ()


class DiceCounted(Public, frozen=True):
    """Saga dice each band generated once deployed."""

    first: int
    second: int


class MarkerClaimed(Public, frozen=True):
    """A marker is captured."""

    side: Side
    marker: str


class MarkerCharged(Public, frozen=True):
    """A marker was hit; its defence dice are due."""

    side: Side
    marker: str
    hits: int


class ChargeResolved(Public, frozen=True):
    """The marker is destroyed, or the attack failed [ST-DES-18]."""

    side: Side
    marker: str
    destroyed: bool
    faces: tuple[int, ...]


class LossReported(Public, frozen=True):
    """Something was destroyed during the turn."""

    seat: Seat
    facts: Facts


class TurnEnded(Public, frozen=True):
    """A turn is on the sheet; `units` or `entries` are where everyone stood, if that is what its keeper entered."""

    seat: Seat
    by: Side
    turn: int
    facts: Facts
    units: tuple[Unit, ...] = ()
    entries: tuple[Entry, ...] = ()


class PointsScored(Public, frozen=True):
    """A line of the sheet; the score itself follows from the facts."""

    side: Side
    points: int
    line: Line


class TurnConfirmed(Public, frozen=True):
    """Another keeper has the same facts."""

    seat: Seat
    by: Side
    turn: int


class TurnDisputed(Public, frozen=True):
    """Another keeper has other facts: the result waits until they agree or an official decides [ST-MAT-5]."""

    seat: Seat
    by: Side
    turn: int
    facts: Facts
    units: tuple[Unit, ...] = ()
    entries: tuple[Entry, ...] = ()


class TurnCorrected(Public, frozen=True):
    """The facts of a turn are these; the score is counted anew."""

    seat: Seat
    by: Side
    turn: int
    facts: Facts
    units: tuple[Unit, ...] = ()
    entries: tuple[Entry, ...] = ()


class LengthRolled(Public, frozen=True):
    """Whether there is a sixth turn [ST-GAM-9]."""

    faces: tuple[int, ...]
    more: bool


class FlagRemoved(Public, frozen=True):
    """By lot, this flag leaves the table [SR-S07-2]."""

    element: str
    faces: tuple[int, ...]


class TimeCalled(Public, frozen=True):
    """Time is up."""

    seat: Seat


class PlayEnded(Public, frozen=True):
    """No more turns: by length, time, a victory, or a side that gave up or lost at once."""

    clause: ClauseId
    kind: WinKind | None = None
    side: Side | None = None


class UnitsSwept(Public, frozen=True):
    """Units near their own edge are eliminated [ST-CLA-14]."""

    units: tuple[str, ...]


class EndCounted(Public, frozen=True):
    """What is counted after the last turn; by nobody where nothing is left to count."""

    ending: Ending
    seat: Seat | None = None


class ArmiesCounted(Public, frozen=True):
    """What is left of both armies."""

    seat: Seat
    armies: Armies


class Signed(Public, frozen=True):
    """A player agrees with the sheet."""

    seat: Seat
    first: int
    second: int


class SheetDisputed(Public, frozen=True):
    """A player's own sheet says otherwise: the result waits [ST-MAT-5]."""

    seat: Seat
    first: int
    second: int


class PlayReopened(Public, frozen=True):
    """How the game ended was corrected: signatures lapse, and play is where its turns say it is."""

    seat: Seat
    reason: str


class ResultSettled(Public, frozen=True):
    """The result is final: both have signed, or an official has decided."""

    seat: Seat
    points: Mapping[Side, int]
    winner: Seat | None
    kind: WinKind | None


class RollRecorded(Public, frozen=True):
    """Dice of a player, in the luck ledger; `winning` is how many faces of a die succeed."""

    seat: Seat
    player: Seat
    pool: str
    faces: tuple[int, ...]
    winning: int
    successes: int


events = (
    RollTied
    | RollWon
    | RolesSettled
    | EdgeTaken
    | PieceChosen
    | PiecePlaced
    | PieceLost
    | PieceMoved
    | MarkerPlaced
    | FlagDrawn
    | Mustered
    | UnitsDeployed
    | StepEnded
    | SetupSkipped
    | GameBegan
    | DiceCounted
    | MarkerClaimed
    | MarkerCharged
    | ChargeResolved
    | LossReported
    | TurnEnded
    | PointsScored
    | TurnConfirmed
    | TurnDisputed
    | TurnCorrected
    | LengthRolled
    | FlagRemoved
    | TimeCalled
    | PlayEnded
    | UnitsSwept
    | EndCounted
    | ArmiesCounted
    | Signed
    | SheetDisputed
    | PlayReopened
    | ResultSettled
    | RollRecorded
)
