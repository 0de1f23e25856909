"""A second opinion on every round, written from the clauses; it shares no code with the pairing."""

from heraut.tournament.checker.participants import Finding, Participant, Verdict
from heraut.tournament.checker.replay import Event, Side, Table, judge, replay
from heraut.tournament.checker.saga import check_saga
from heraut.tournament.checker.steamroller import check_steamroller

__all__ = [
    "Event",
    "Finding",
    "Participant",
    "Side",
    "Table",
    "Verdict",
    "check_saga",
    "check_steamroller",
    "judge",
    "replay",
]
