"""What is worked out once for all viewers is what each would be told alone."""

from __future__ import annotations

import pytest

from heraut.tournament.clocks import StartClock
from heraut.tournament.entries import _player
from heraut.tournament.lists import ChooseList, RevealLists, lists_open_to
from heraut.tournament.results import ReportResult
from heraut.tournament.view import _round, view
from tournament.build import ANA, BEN, ORG, REF, after, at, closed, first_wins, published, saga, steamroller, win


def reported():
    """A Steamroller round where Ana has chosen a list and told a result."""
    state = published(closed(steamroller(4)))
    return after(state, StartClock(ORG, at=at(0)), ChooseList(ANA, list_number=1), ReportResult(ANA, report=win(ANA)))


STATES = {
    "entering": lambda: saga(4),
    "second round": lambda: published(first_wins(published(closed(saga(5))))),
    "reported": reported,
    "lists open": lambda: after(reported(), RevealLists(ORG)),
}


@pytest.mark.parametrize("name", STATES)
@pytest.mark.parametrize("viewer", [None, ANA, BEN, ORG, REF])
def test_a_viewer_is_told_what_they_would_be_told_alone(name, viewer):
    state = STATES[name]()
    view(state, None), view(state, ORG)  # whoever asked before

    seen = view(state, viewer)

    open_to = lists_open_to(state, viewer)
    assert seen.players == tuple(_player(state, player, viewer, open_to) for player in state.players.values())
    assert seen.played == tuple(_round(state, played, viewer) for played in state.rounds)
