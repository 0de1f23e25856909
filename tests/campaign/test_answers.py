"""What the campaign offers and hears at a few places where one more or one less would be another rule."""

from __future__ import annotations

import pytest

from heraut.campaign import engine
from heraut.campaign.bots import search
from heraut.campaign.bots.heuristic import worth_of
from heraut.campaign.bots.search import Node
from heraut.campaign.claims import DefendVillage
from heraut.campaign.marches import PassMoves
from heraut.campaign.musters import DescribeLord
from heraut.campaign.situation import situation
from heraut.campaign.upkeep import Demobilise
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.pseudorandom import SplitMix

ANA, BEN = Seat("ana"), Seat("ben")


@pytest.mark.clause("SC-UPK-8")
def test_between_two_villages_equally_near_both_are_offered():
    state = situation("upkeep", villages={"T06": "ana", "T17": "ana"}, bands=["1 ana T12: 6 4", "3 ana T12: 6 4"])
    offered = [one for one in engine.legal(state, ANA) if isinstance(one, Demobilise)]

    assert {tuple(one.villages.items()) for one in offered} == {(("T12", "T06"),), (("T12", "T17"),)}


@pytest.mark.clause("SC-RSV-5")
def test_a_unit_of_a_militia_is_named_once():
    state = situation("determine", villages={"T12": "ana: 50> 4 4"}, bands=["2 ben T12 from T07: 6"])
    refused = engine.decide(state, DefendVillage(ANA, territory="T12", units=(50, 50)))

    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.code, refused.subject) == ("SC-RSV-5", "campaign-unit-not-here", 50)


@pytest.mark.clause("SC-RSV-5")
@pytest.mark.parametrize(("reserve", "is_asked"), [("12", False), ("12 4", True), ("3", False), ("10", True)])
def test_a_reserve_that_makes_no_militia_of_four_to_ten_points_is_not_asked(reserve: str, is_asked: bool):
    state = situation("determine", villages={"T12": f"ana: 50> {reserve}"}, bands=["2 ben T12 from T07: 6"])

    assert ("campaign-militia" in [one.code for one in engine.awaits(state, None)]) == is_asked


def test_who_has_nothing_is_worth_nothing_to_a_bot_and_a_band_is_worth_its_points():
    without, with_band = (
        situation("declare", turn=3, settings={"turns": 3}, bands=[*own, "2 ben T16: 6"])
        for own in ([], ["1 ana T12: 6"])
    )

    assert worth_of(without, ANA) == 0
    assert worth_of(with_band, ANA) == 6


def test_an_imagined_future_ends_two_turns_on(monkeypatch: pytest.MonkeyPatch):
    state = situation("declare", settings={"turns": 9}, bands=["1 ana T12: 6", "2 ben T16: 6"])
    seen: list[int] = []
    monkeypatch.setattr(search, "value", lambda present, _seat: seen.append(present.board.turn) or 0.0)
    search._future(state, BEN, PassMoves(BEN), seed=1)

    assert seen == [state.board.turn + search.TURNS + 1]


def test_a_searching_bot_gives_twice_as_many_futures_to_the_half_that_is_left(monkeypatch: pytest.MonkeyPatch):
    state = situation("bids", stocks={"ana": 5, "ben": 5}, bands=["1 ana T12: 6", "2 ben T16: 6"])
    tried: list[object] = []
    monkeypatch.setattr(search, "_future", lambda _state, _seat, idea, _seed: float(tried.append(idea) or 0))
    monkeypatch.setattr(search, "_ideas", lambda *_: list("abcd"))

    assert search.foresee(state, engine.awaits(state, None)[0], SplitMix(1)) == "a"
    assert "".join(map(str, tried)) == "abcd" + "aabb"


def test_a_node_considers_two_ideas_before_it_was_visited():
    assert Node([PassMoves(ANA)] * 4).by_promise() == [0, 1, 2, 3]
    visited = Node([PassMoves(ANA)] * 4)
    visited._tries, visited._totals, visited._visits = [1, 1, 0, 0], [0.0, 9.0, 0.0, 0.0], 0

    assert visited.by_promise() == [1, 0, 2, 3]


@pytest.mark.clause("SC-RSV-6")
def test_a_lord_of_a_militia_is_named_once():
    state = situation("determine", villages={"T12": "ana: 50> 4 4 lords 91"}, bands=["2 ben T12 from T07: 6"])
    refused = engine.decide(state, DefendVillage(ANA, territory="T12", units=(50,), lords=(91, 91)))

    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.code, refused.subject) == ("SC-RSV-6", "campaign-lord-not-here", 91)


@pytest.mark.clause("SC-LRD-6", "SC-LRD-7")
def test_a_lord_off_the_map_is_described_by_his_own_player():
    state = situation("declare", bands=["1 ana T12: 6", "2 ben T16: 6"], armies=["5 ana from T08 due 9: 6"])
    described = engine.decide(state, DescribeLord(ANA, lord=105, name="Isaut"))
    refused = engine.decide(state, DescribeLord(BEN, lord=105, name="Isaut"))

    assert isinstance(described, tuple)
    assert described[0].lord.name == "Isaut"
    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.code) == ("SC-LRD-7", "campaign-not-your-lord")
