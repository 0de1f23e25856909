"""The tree bot: what it knows, how its tree grows, and that it sees what a plain look does not."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from msgspec.structs import replace

from heraut.campaign import engine
from heraut.campaign.bids import PlaceBid
from heraut.campaign.bots import search
from heraut.campaign.bots.play import answer, think
from heraut.campaign.bots.search import Node
from heraut.campaign.marches import DeclareMove
from heraut.campaign.situation import situation
from heraut.campaign.state import Letter, LetterId, State, Watch
from heraut.campaign.subject import CampaignOrder
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Awaited
from heraut.kernel.names import Instant, Seat
from heraut.kernel.refusal import Refusal
from heraut.pseudorandom import SplitMix
from heraut.rulesets.editions import NEWEST

ANA, BEN, CARL = Seat("ana"), Seat("ben"), Seat("carl")


@pytest.fixture(autouse=True)
def a_tree_that_thinks_little(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "EFFORT", 400)


def bidding() -> State:
    return situation("bids", stocks={"ana": 5, "ben": 5}, bands=["1 ana T12: 6", "2 ben T16: 6"])


def after(state: State, *orders: CampaignOrder) -> State:
    for order in orders:
        events = engine.decide(state, order)
        assert not isinstance(events, Refusal)
        state = evolve_all(engine, state, events)
    return state


def asked(state: State, seat: Seat) -> Awaited:
    return next(one for one in engine.awaits(state, None) if one.seat == seat)


@pytest.mark.parametrize("seed", range(3))
def test_it_answers_the_same_whatever_others_have_sealed_or_written(seed: int):
    known = after(bidding(), PlaceBid(ANA, amount=0))
    letter = Letter(LetterId("ana.carl.1"), ANA, (CARL,), "ben bids nothing")
    secret = replace(after(bidding(), PlaceBid(ANA, amount=5)), letters=(letter,))
    assert known != secret

    answers = [answer("tree", state, asked(state, BEN), SplitMix(seed)) for state in (known, secret)]

    assert answers[0] == answers[1]


def test_a_seed_decides_its_answer_here_and_in_another_process():
    state = situation("declare", bands=["1 ana T12: 6", "2 ben T16: 6"])
    awaited = asked(state, BEN)

    assert answer("tree", state, awaited, SplitMix(7)) == think(NEWEST, "tree", state, awaited, 7)


def test_it_walks_on_to_the_prestige_that_lies_before_it():
    state = situation("declare", bands=["1 ana T12: 6", "2 ben T16: 6"])
    found = answer("tree", state, asked(state, BEN), SplitMix(1))

    assert isinstance(found, DeclareMove)
    assert found.band == 2


def test_what_leaves_little_to_choose_it_answers_like_the_heuristic_bot():
    state = situation("combats", control={"T13": "ana"}, bands=["1 ana T13: 6", "2 ben T13 from T14: 3 3:6"])
    awaited = asked(state, BEN)

    assert awaited.code == "campaign-result"
    assert answer("tree", state, awaited, SplitMix(5)) == answer("heuristic", state, awaited, SplitMix(5))


def test_every_idea_is_tried_before_one_is_tried_again_and_the_better_one_more_often():
    ideas = [PlaceBid(ANA, amount=amount) for amount in range(2)]
    node = Node(list(ideas))
    seen = []
    for _ in range(60):
        place = node.by_promise()[0]
        seen.append(place)
        node.credit(place, 0.8 if place == 1 else 0.2)

    assert sorted(seen[:2]) == [0, 1]
    assert seen.count(1) > 2 * seen.count(0)
    assert [round(node.mean(place), 6) for place in range(2)] == [0.2, 0.8]


def test_more_ideas_come_into_play_as_a_node_is_visited():
    node = Node([PlaceBid(ANA, amount=amount) for amount in range(12)])
    tried = set()
    for visit in range(40):
        place = node.by_promise()[0]
        tried.add(place)
        node.credit(place, 0.5)
        assert max(tried) < 2 + visit**0.5 + 1

    assert len(tried) >= 6


def test_the_better_half_of_the_ideas_goes_on_until_the_effort_is_spent(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(search, "EFFORT", 2000)
    state = situation("declare", bands=["1 ana T12: 6", "2 ben T16: 6"])
    explore, tried, spent = search._explore, Counter[int](), 0

    def counted(root: Node, first: int, *others: Any) -> int:
        nonlocal spent
        commands = explore(root, first, *others)
        tried[first] += 1
        spent += commands
        return commands

    monkeypatch.setattr(search, "_explore", counted)
    answer("tree", state, asked(state, BEN), SplitMix(1))

    often = sorted(tried.values(), reverse=True)
    assert search.EFFORT <= spent < 1.5 * search.EFFORT
    assert often[0] == often[1] > often[2] >= often[-1] > 0


def test_a_deadline_that_runs_changes_nothing():
    state = bidding()
    watch = Watch("2 initiative", Instant(10), Instant(20), reminded=True)
    hurried = replace(state, people=replace(state.people, watch=watch))
    answers = [answer("tree", one, asked(one, BEN), SplitMix(3)) for one in (state, hurried)]

    assert answers[0] == answers[1]
