"""Votes on a pause among people and bots: whoever cannot vote is not waited for."""

from __future__ import annotations

from typing import Any

import pytest

from campaign.test_view import after
from heraut.campaign import engine
from heraut.campaign.absence import NameStandIn, VotePause
from heraut.campaign.settings import CampaignPlayer, Settings
from heraut.campaign.state import State
from heraut.kernel.names import Instant, Seat
from heraut.kernel.refusal import Refusal

ANA, BEN, CHLOE, DAVID = (Seat(name) for name in ("ana", "ben", "chloe", "david"))


def among(*bots: Seat, **settings: Any) -> State:
    """A campaign of four, of whom some are bots."""
    players = tuple(
        CampaignPlayer(seat, seat.title(), bot="heuristic" if seat in bots else "") for seat in (ANA, BEN, CHLOE, DAVID)
    )
    state = engine.start(Settings(players=players, **settings), engine.rules)
    assert not isinstance(state, Refusal)
    return state


def voted(state: State, *seats: Seat, pause: bool = True) -> State:
    return after(state, *(VotePause(seat, pause=pause, at=Instant(60)) for seat in seats))


@pytest.mark.clause("SC-ABS-7")
@pytest.mark.parametrize(
    ("rule", "bots", "enough"),
    [
        ("all", (), 4),
        ("all", (DAVID,), 3),
        ("all", (CHLOE, DAVID), 2),
        ("all", (BEN, CHLOE, DAVID), 1),
        ("majority", (), 3),
        ("majority", (DAVID,), 2),
        ("majority", (CHLOE, DAVID), 2),
        ("majority", (BEN, CHLOE, DAVID), 1),
    ],
)
def test_a_campaign_with_bots_is_paused_and_resumed_by_its_people(rule: str, bots: tuple[Seat, ...], enough: int):
    state = among(*bots, pause_vote=rule)
    people = (ANA, BEN, CHLOE, DAVID)[:enough]

    waiting = voted(state, *people[:-1])
    paused = voted(waiting, people[-1])
    assert (waiting.people.paused, paused.people.paused) == (None, Instant(60))
    assert voted(paused, *people, pause=False).people.paused is None


@pytest.mark.clause("SC-ABS-7")
def test_a_bot_that_stands_in_pauses_nothing_that_nobody_asked_for():
    state = after(among(BEN, CHLOE, DAVID, pause_vote="all"), NameStandIn(ANA, player=ANA, stand_in="bot:random"))

    assert (state.people.paused, state.people.votes) == (None, frozenset())


@pytest.mark.clause("SC-ABS-7")
def test_who_is_back_from_a_bot_is_counted_again():
    away = after(among(pause_vote="all"), NameStandIn(DAVID, player=DAVID, stand_in="bot:random"))
    back = after(away, NameStandIn(DAVID, player=DAVID, stand_in=""))

    paused = [voted(state, ANA, BEN, CHLOE).people.paused for state in (away, back)]
    assert paused == [Instant(60), None]
