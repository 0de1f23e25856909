"""Turns: what happens in them, what their ends score, and what two keepers make of them."""

from __future__ import annotations

from heraut.kernel import Seat
from heraut.scenario.events.public import Public
from heraut.scenario.facts import Facts
from heraut.scenario.score.sheet import Line, Score
from heraut.scenario.sides import Side
from heraut.scenario.tiebreak import Outcome
from heraut.scenario.units import Entry, Unit


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
    """
    A turn is on the sheet, and this is the score after it; its lines follow as `PointsScored`.

    `units` or `entries` are where everyone stood, if that is what its keeper entered.
    """

    seat: Seat
    by: Side
    turn: int
    facts: Facts
    units: tuple[Unit, ...] = ()
    entries: tuple[Entry, ...] = ()
    score: Score | None = None


class PointsScored(Public, frozen=True):
    """A line of the sheet."""

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
    """
    The facts of a turn are these; the score was counted anew, with all its lines.

    `outcome` is what that makes of a game that had been counted to its end.
    """

    seat: Seat
    by: Side
    turn: int
    facts: Facts
    units: tuple[Unit, ...] = ()
    entries: tuple[Entry, ...] = ()
    score: Score | None = None
    lines: tuple[Line, ...] = ()
    outcome: Outcome | None = None


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


class RollRecorded(Public, frozen=True):
    """Dice of a player, in the luck ledger; `winning` is how many faces of a die succeed."""

    seat: Seat
    player: Seat
    pool: str
    faces: tuple[int, ...]
    winning: int
    successes: int
