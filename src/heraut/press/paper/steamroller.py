"""The record sheet of a Steamroller event."""

from __future__ import annotations

from enum import StrEnum
from itertools import accumulate
from typing import Literal

import msgspec

from heraut.press.paper.sheet import Event, Person, Sheet
from heraut.tournament.steamroller.scoring import WinKind


class Outcome(StrEnum):
    """How a round ended for the player [SR-SHEET-3, SR-SHEET-6]."""

    WIN = "W"
    LOSS = "L"
    DRAW = "D"
    BYE = "bye"


class ListEntry(msgspec.Struct, frozen=True):
    """One line of an army list and its cost."""

    label: str
    cost: int


class ArmyList(msgspec.Struct, frozen=True):
    """One of a player's lists [SR-SHEET-2]."""

    faction: str
    entries: tuple[ListEntry, ...]
    contract: str = ""
    theme: str = ""
    tier: Literal[0, 1, 2, 3, 4] = 0

    @property
    def total(self) -> int:
        """The cost of all entries."""
        return sum(entry.cost for entry in self.entries)


class RecordRow(msgspec.Struct, frozen=True):
    """What a round brought [SR-SHEET-3]."""

    outcome: Outcome
    opponent: Person | None = None
    won_by: WinKind | None = None
    tournament_points: int = 0
    control_points: int = 0
    destroyed: int = 0


class RecordSheet(Sheet, frozen=True, kw_only=True, tag="record"):
    """A player's sheet: lists and a row for each round of the event, played or not [SR-SHEET-4]."""

    event: Event
    player: Person
    nickname: str = ""
    rounds: int
    played: tuple[RecordRow, ...] = ()
    lists: tuple[ArmyList, ...] = ()

    def subtotals(self) -> tuple[int | None, ...]:
        """The running tournament points, from round 2 on [SR-SHEET-4]."""
        running = accumulate(row.tournament_points for row in self.played)
        return tuple(None if number == 1 else points for number, points in enumerate(running, start=1))
