"""What is worked out once for all viewers is what each would be told alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from heraut.tournament.clocks import StartClock
from heraut.tournament.lists import RevealLists
from heraut.tournament.results import EndEvent, ReportResult
from heraut.tournament.steamroller.lists import ChooseList
from heraut.tournament.view import view
from tournament.build import (
    ANA,
    BEN,
    ORG,
    REF,
    after,
    at,
    closed,
    first_wins,
    published,
    saga,
    score,
    settle,
    steamroller,
    win,
)


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
    alone = replace(state, rounds=tuple(map(replace, state.rounds)))  # equal, and nobody has asked about it

    assert view(state, viewer) == view(alone, viewer)


def test_a_round_in_which_nothing_has_happened_is_the_same_to_everybody_as_before():
    state = published(first_wins(published(closed(saga(4)))))
    before = view(state, None).played

    now = view(after(state, settle(state, 1, score(state, 1, 12, 7))), None).played

    assert [one is other for one, other in zip(before, now, strict=True)] == [True, False]


def test_the_length_that_was_drawn_is_told_of_every_round_once_the_event_is_over():
    state = published(closed(steamroller(4)))
    assert [each.minutes for each in view(state, ANA).played] == [None]

    over = after(first_wins(state), EndEvent(ORG))

    assert [each.minutes for each in view(over, ANA).played] == [over.rounds[0].minutes]
