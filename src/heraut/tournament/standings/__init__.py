"""Who stands where: ordered named tie-breaks in exact numbers, each rank explained, cheap to correct."""

from heraut.tournament.standings.games import Entrant, Game, Number, Score, Standing

__all__ = ["Entrant", "Game", "Number", "Score", "Standing"]
