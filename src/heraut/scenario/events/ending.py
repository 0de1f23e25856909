"""The end of play, what is counted after it, and the signatures."""

from __future__ import annotations

from collections.abc import Mapping

from heraut.kernel import ClauseId, Seat
from heraut.scenario.events.public import Public
from heraut.scenario.score.sheet import Ending, Score, WinKind
from heraut.scenario.sides import Side
from heraut.scenario.tiebreak import Armies, Outcome


class PlayEnded(Public, frozen=True):
    """
    No more turns: by length, time, a victory, or a side that gave up or lost at once.

    `score` is the empty sheet of a game given up before its first turn; `outcome` stands at once where everything
    had been counted before the game was opened again.
    """

    clause: ClauseId
    kind: WinKind | None = None
    side: Side | None = None
    score: Score | None = None
    outcome: Outcome | None = None

    def is_like(self, other: PlayEnded) -> bool:
        """Whether the game ended in the same way."""
        return (self.clause, self.kind, self.side) == (other.clause, other.kind, other.side)


class UnitsSwept(Public, frozen=True):
    """Units near their own edge are eliminated [ST-CLA-14]."""

    units: tuple[str, ...]


class EndCounted(Public, frozen=True):
    """What is counted after the last turn; by nobody where nothing is left to count."""

    ending: Ending
    seat: Seat | None = None
    outcome: Outcome | None = None


class ArmiesCounted(Public, frozen=True):
    """What is left of both armies."""

    seat: Seat
    armies: Armies
    outcome: Outcome | None = None


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
