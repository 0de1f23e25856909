"""How good a situation is for a player: the sound judgement that the heuristic and the searching bot share."""

from __future__ import annotations

from heraut.campaign.decide.paying import income
from heraut.campaign.forces import worth
from heraut.campaign.state import Finished, State
from heraut.campaign.tables import numbers
from heraut.campaign.upkeep import cost
from heraut.kernel import Seat

WON = 1000.0
FAME = 60.0
"""What a whole set of memory points is worth; a part of it counts less, since it can be forgotten."""

RESTING, AWAY = 0.4, 0.6
"""Troops in a reserve or off the map do not score, but come back."""


def value(state: State, seat: Seat) -> float:
    """What a player has, less what the best of the others has."""
    if isinstance(state.phase, Finished):
        return WON if state.phase.ranking[0].seat == seat else -WON
    own = worth_of(state, seat)
    return own - max(worth_of(state, other) for other in state.game.seats if other != seat)


def worth_of(state: State, seat: Seat) -> float:
    """The final score to be expected, and the fame gathered."""
    game, board = state.game, state.board
    turns_left = game.turns - board.turn
    standing = float(sum((band.points() for band in board.bands_of(seat)), 0))
    resting = sum(float(worth(village.units)) for village in board.villages.values() if village.owner == seat)
    away = sum(float(army.points()) for army in board.armies.values() if army.owner == seat)
    earned = income(game, board, seat) - cost(int(standing), game.settings.upkeep_rule)
    fame = min(1.0, board.memory.count(seat) / game.prestige_to_win)
    return (
        board.stocks[seat]
        + standing
        + RESTING * resting
        + AWAY * away
        + numbers().village_score * len(board.villages_of(seat))
        + earned * turns_left
        + FAME * fame * fame
    )
