"""Where an event stands."""

from heraut.tournament.state.entries import Lists, Player, Status, Verdict
from heraut.tournament.state.event import Ballots, Poll, State
from heraut.tournament.state.officials import Call, Ruling, Sanction
from heraut.tournament.state.rounds import Draft, Round, Settled, Table
from heraut.tournament.state.stages import Due, Entering, Lot, Over, Playing, Preparing, Stage

__all__ = [
    "Ballots",
    "Call",
    "Draft",
    "Due",
    "Entering",
    "Lists",
    "Lot",
    "Over",
    "Player",
    "Playing",
    "Poll",
    "Preparing",
    "Round",
    "Ruling",
    "Sanction",
    "Settled",
    "Stage",
    "State",
    "Status",
    "Table",
    "Verdict",
]
