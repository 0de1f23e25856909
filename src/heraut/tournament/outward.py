"""An event as it leaves the house: for CSV, XLSX, JSON and TRF16."""

from __future__ import annotations

from heraut.tournament.interchange import Report
from heraut.tournament.ranking import rows
from heraut.tournament.record import entrants, games
from heraut.tournament.state import State


def outward(state: State, title: str) -> Report:
    """Names, numbers, games and standings: nothing that is secret while the event runs."""
    seats = [entrant.id for entrant in entrants(state)]
    return Report(
        title=title,
        names={seat: state.players[seat].name for seat in seats},
        numbers={seat: state.players[seat].number for seat in seats},
        games=games(state),
        rows=rows(state),
    )
