"""What a game was worth: reports, tournament points, destroyed and surviving points."""

from heraut.tournament.results.destroyed import Remains, destroyed_points, remains_faults, surviving_points
from heraut.tournament.results.report import ByHand, Report, SagaReport, SteamrollerReport, WinKind
from heraut.tournament.results.saga import Bonus, PointsRow, SagaPoints, points_table, score_saga, table_faults
from heraut.tournament.results.steamroller import report_faults

__all__ = [
    "Bonus",
    "ByHand",
    "PointsRow",
    "Remains",
    "Report",
    "SagaPoints",
    "SagaReport",
    "SteamrollerReport",
    "WinKind",
    "destroyed_points",
    "points_table",
    "remains_faults",
    "report_faults",
    "score_saga",
    "surviving_points",
    "table_faults",
]
