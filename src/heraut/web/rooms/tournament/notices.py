"""What a tournament has to tell those who asked for notices, besides that it is their turn."""

from __future__ import annotations

from heraut.kernel import OFFICIALS, Event, Outline, Seat
from heraut.tournament.officials import RefereeCalled
from heraut.tournament.pairing.contender import Pair
from heraut.tournament.results import ReportsDiffer
from heraut.tournament.rounds import RoundPublished, TablesRepaired
from heraut.web.notices.occasions import Kind


def meaning(event: Event | Outline, seat: Seat) -> Kind | None:
    """A round with a table or a bye for the seat, a call for a judge, reports that differ."""
    match event:
        case RoundPublished(pairing=pairing) if seat in (*_seats(pairing.pairs), pairing.bye):
            return Kind.ROUND
        case TablesRepaired(pairs=pairs) if seat in _seats(pairs):
            return Kind.ROUND
        case RefereeCalled() if seat in OFFICIALS:
            return Kind.CALLED
        case ReportsDiffer(seats=seats) if seat in (*seats, *OFFICIALS):
            return Kind.DISPUTED
        case _:
            return None


def _seats(pairs: tuple[Pair, ...]) -> set[Seat]:
    return {seat for pair in pairs for seat in (pair.first, pair.second)}
