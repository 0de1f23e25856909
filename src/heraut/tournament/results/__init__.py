"""What a game was worth: reports, tournament points, destroyed and surviving points."""

from heraut.tournament.results.report import ByHand, Report, SagaReport, SteamrollerReport, WinKind
from heraut.tournament.results.saga import Bonus, PointsRow, SagaPoints, points_table, score_saga, table_faults

__all__ = [
    "Bonus",
    "ByHand",
    "PointsRow",
    "Report",
    "SagaPoints",
    "SagaReport",
    "SteamrollerReport",
    "WinKind",
    "points_table",
    "score_saga",
    "table_faults",
]
