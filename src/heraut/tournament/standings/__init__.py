"""Who stands where: ordered named tie-breaks in exact numbers, each rank explained, cheap to correct."""

from heraut.tournament.standings.finals import after_final_tables, after_ranking_round, sole_leader
from heraut.tournament.standings.games import Entrant, Game, Number, Score, Standing
from heraut.tournament.standings.ranking import ByeResistance, Ranking, Tie, Tiebreak, ranking_of, reordered
from heraut.tournament.standings.shown import shown
from heraut.tournament.standings.table import Row, Standings, standings

__all__ = [
    "ByeResistance",
    "Entrant",
    "Game",
    "Number",
    "Ranking",
    "Row",
    "Score",
    "Standing",
    "Standings",
    "Tie",
    "Tiebreak",
    "after_final_tables",
    "after_ranking_round",
    "ranking_of",
    "reordered",
    "shown",
    "sole_leader",
    "standings",
]
