"""What one may see of an event, built up from nothing."""

from heraut.tournament.view.seen import lists_open_to, view
from heraut.tournament.view.shapes import (
    AwardView,
    CallView,
    ClockView,
    DraftView,
    ListsAsked,
    PlayerView,
    PollView,
    ResultView,
    RoundView,
    RulingView,
    SanctionView,
    TableView,
    View,
)

__all__ = [
    "AwardView",
    "CallView",
    "ClockView",
    "DraftView",
    "ListsAsked",
    "PlayerView",
    "PollView",
    "ResultView",
    "RoundView",
    "RulingView",
    "SanctionView",
    "TableView",
    "View",
    "lists_open_to",
    "view",
]
