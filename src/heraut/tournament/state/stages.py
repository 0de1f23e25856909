"""Where the day stands, and what dice it waits for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from heraut.kernel import Seat
from heraut.tournament.state.rounds import Draft


@dataclass(frozen=True, slots=True)
class Entering:
    """Registration is open."""


@dataclass(frozen=True, slots=True)
class Preparing:
    """Between two rounds: the next one is to be drafted and published."""

    number: int
    draft: Draft | None = None


@dataclass(frozen=True, slots=True)
class Playing:
    """A round is being played."""

    number: int


@dataclass(frozen=True, slots=True)
class Over:
    """The event has ended: after all rounds, with a sole leader, or because the organiser said so."""

    after: int
    cause: str
    leader: Seat | None = None


Stage = Entering | Preparing | Playing | Over


class Lot(StrEnum):
    """What the dice of FATE are due for."""

    NUMBERS = "numbers"
    PAIRING = "pairing"
    REPAIR = "repair"
    SCENARIO = "scenario"
    LENGTH = "length"
    ROLL_OFF = "roll_off"


@dataclass(frozen=True, slots=True)
class Due:
    """Dice that are due: what for, for which round, and on which tables."""

    lot: Lot
    round: int = 0
    tables: tuple[int, ...] = ()
