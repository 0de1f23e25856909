"""What everybody may see, in the order people look for it: the standings and the pairings."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import ClauseId, Seat
from heraut.speech import phrases
from heraut.tournament.view import View
from heraut.web.game import language
from heraut.web.says import amount, because


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


def standings(view: View) -> Board:
    """The rows of the engine, column by column in the order of its tie-breaks."""
    rows = view.standings
    keys = tuple(dict.fromkeys(key for row in rows for key in row.values))
    words = phrases(language()).get("words", {})
    places = tuple(
        Place(
            row.rank,
            row.id,
            tuple(amount(row.values.get(key), language()) for key in keys),
            "" if row.why is None else because(row.why, language()),
            None if row.why is None else row.why.clause,
            row.standing.value,
        )
        for row in rows
    )
    return Board(tuple(words.get(str(key), str(key).replace("_", " ")) for key in keys), places)
