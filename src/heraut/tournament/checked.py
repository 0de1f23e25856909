"""A game as the checker reads it."""

from __future__ import annotations

from heraut.kernel import Seat
from heraut.tournament.checker import Side, Table
from heraut.tournament.standings import Game, Score


def checked_table(game: Game) -> Table:
    """A game as the checker reads it."""
    second = None if game.second is None else _side(game.second, game.winner)
    return Table(_side(game.first, game.winner), second)


def _side(score: Score, winner: Seat | None) -> Side:
    return Side(score.seat, score.points, score.seat == winner)
