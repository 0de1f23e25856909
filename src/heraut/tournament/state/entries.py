"""Who has entered, and what they handed in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from heraut.kernel import Seat
from heraut.tournament.bands import Band
from heraut.tournament.lists import ArmyList

Lists = Band | tuple[ArmyList, ...]
"""What a player hands in: a band, or one army list or more."""


class Status(StrEnum):
    """Whether a player is paired."""

    REGISTERED = "registered"
    PRESENT = "present"
    DROPPED = "dropped"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an official noted at check-in about an item: approved or not, and for which list."""

    item: str
    approved: bool
    list_number: int | None = None
    set_aside: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True)
class Player:
    """An entry of the event."""

    seat: Seat
    name: str
    number: int
    """The place in the order of registration, from 1: the player number of a record sheet."""
    club: str = ""
    team: str = ""
    nickname: str = ""
    spare: bool = False
    fixed_table: int | None = None
    status: Status = Status.REGISTERED
    joined: int = 1
    """The first round this player can be paired in."""
    verdicts: tuple[Verdict, ...] = ()

    @property
    def present(self) -> bool:
        """Whether the player is in the event now."""
        return self.status is Status.PRESENT
