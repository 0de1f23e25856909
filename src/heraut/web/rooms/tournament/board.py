"""The standings as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heraut.kernel import ClauseId, Seat
from heraut.speech import say_because
from heraut.tournament.standings import Row
from heraut.tournament.view import View
from heraut.web.game import language
from heraut.web.rooms.tournament.words import column
from heraut.web.says import amount


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the standings, in words and numbers people read."""

    rank: int | None
    seat: Seat
    values: tuple[str, ...]
    why: str
    clause: ClauseId | None
    status: str


@dataclass(frozen=True, slots=True)
class Board:
    """The standings with the names of their columns."""

    columns: tuple[str, ...]
    places: tuple[Place, ...]


def standings(view: View, rows: Sequence[Row] | None = None) -> Board:
    """The rows of the engine, or these of them, column by column in the order of its tie-breaks."""
    shown = view.standings if rows is None else rows
    keys = tuple(dict.fromkeys(key for row in shown for key in row.values))
    spoken = language()
    places = tuple(
        Place(
            row.rank,
            row.id,
            tuple(amount(row.values.get(key), spoken) for key in keys),
            "" if row.why is None else say_because(row.why, spoken),
            None if row.why is None else row.why.clause,
            row.standing.value,
        )
        for row in shown
    )
    return Board(tuple(column(key) for key in keys), places)
