"""Questions about a campaign's map, by the worked examples of the sheet and of the conformance cases."""

from __future__ import annotations

from typing import Any

import pytest

import heraut
from heraut.kernel.codec import decode, encode


def ask(name: str, **fields: object) -> dict[str, object]:
    found: dict[str, object] = decode(encode(heraut.answer(f"campaign.{name}", **fields).answer), Any)
    return found


def refused(name: str, **fields: object) -> str:
    with pytest.raises(heraut.Refused) as found:
        heraut.answer(f"campaign.{name}", **fields)
    return str(found.value.refusal.clause)


BANDS = ["1 ana T10: 6", "2 ben T16: 6"]


@pytest.mark.clause("SC-MOV-1", "SC-MOV-2", "SC-MOV-5")
def test_a_march_ends_where_an_enemy_stands_and_goes_as_far_as_its_points_allow():
    found = ask("march", bands=BANDS, band=2, path=["T10", "T15"])

    assert (found["path"], found["lost"]) == (["T10"], ["T15"])
    assert ["T21", "T15"] in found["ways"]  # type: ignore[operator]
    assert refused("march", bands=["2 ben T16: 7 1:2"], band=2, path=["T21", "T15"]) == "SC-MOV-2"
    assert refused("march", bands=BANDS, band=2, path=["T01"]) == "SC-MOV-1"
    assert refused("march", bands=BANDS, band=9, path=["T10"]) == "SC-DEC-2"


@pytest.mark.clause("SC-RET-5")
def test_the_nearest_village_is_not_one_an_enemy_occupies():
    both = {"T12": "ana", "T02": "ana"}

    assert ask("village", villages=both, seat="ana", origin="T14") == {"villages": ["T02"]}
    assert ask("village", villages=both, seat="ana", origin="T14", bands=["1 ben T02: 6"]) == {"villages": ["T12"]}
    assert ask("village", seat="ana", origin="T14") == {"villages": []}


@pytest.mark.clause("SC-UPK-5", "SC-UPK-6", "SC-UPK-11")
def test_demobilising_is_judged_and_the_smallest_sacrifice_is_told():
    camp = {"bands": ["1 ana T12: 6 2 5", "2 ana T14: 6"], "stocks": {"ana": 1}, "seat": "ana"}

    assert ask("demobilise", **camp) == {
        "upkeep": 3, "stock": 1, "affordable": False, "wasteful": [], "suggestion": [11, 12],
    }  # fmt: skip
    assert ask("demobilise", gone=[10, 11, 12], **camp)["wasteful"] != []
    assert ask("demobilise", gone=[11, 12], **camp)["wasteful"] == []
    assert refused("demobilise", gone=[99], **camp) == "SC-UPK-6"


@pytest.mark.clause("SC-HOM-1")
def test_the_homeless_bring_back_half_rounded_down():
    assert ask("refund", points="15/2") == {"pp": 3}
    assert refused("refund", points=-1) == "SC-GEN-3"


@pytest.mark.clause("SC-END-2", "SC-END-3", "SC-VIC-3")
def test_the_score_counts_stock_bands_and_villages_and_fame_comes_first():
    stands = {"stocks": {"ana": 4, "ben": 20}, "villages": {"T12": "ana", "T02": "ana", "T16": "ben"}}
    found = ask("score", **stands, bands=["1 ana T12: 5 5:18", "3 ana T14: 6"])

    assert [(place["seat"], place["score"]) for place in found["ranking"]] == [("ana", "51/2"), ("ben", "23")]  # type: ignore[attr-defined]
    assert found["famous"] is None
    assert ask("score", **stands, memory=["ben"] * 5)["famous"] == "ben"


@pytest.mark.clause("SC-MEM-5", "SC-VIC-2")
def test_the_oldest_point_leaves_a_full_track():
    found = ask("memory", memory=["ana"] * 4 + ["ben"] * 4, takes=[["ben", "T14"]])

    assert found["memory"] == ["ana"] * 3 + ["ben"] * 5
    assert (found["points"], found["famous"]) == ({"ana": 3, "ben": 5}, "ben")


@pytest.mark.clause("SC-DET-5", "SC-MUL-1", "SC-MUL-5")
def test_the_last_four_of_five_claimants_fight_first():
    seats = ["ana", "ben", "chloe", "david", "emma"]
    found = ask(
        "claims", players=seats, bands=[f"{n} {seat} T10: 6" for n, seat in enumerate(seats, 1)] + ["6 ana T14: 5"]
    )

    assert found == {
        "combats": [{"territory": "T10", "fighters": seats[1:], "newcomers": ["ana"]}],
        "taken": {"T14": "ana"},
    }
    two = ask("claims", bands=["1 ana T10: 6", "2 ben T10: 6"], control={"T10": "ben"})["combats"]
    assert two == [{"territory": "T10", "fighters": ["ana", "ben"], "attacker": "ana", "defender": "ben"}]


@pytest.mark.clause("SC-INV-2", "SC-INV-3")
def test_an_invasion_has_its_price_and_its_places():
    units = [{"kind": "hearthguards", "points": 4, "figures": 16}]
    comes = {"seat": "ana", "territory": "T05", "recruits": units, "villages": {"T07": "ben"}}
    found = ask("invasion", stocks={"ana": 30}, **comes)

    assert (found["pp"], "T07" in found["places"], "T05" in found["places"]) == (9, False, True)  # type: ignore[operator]
    assert refused("invasion", stocks={"ana": 3}, **comes) == "SC-INV-2"
    assert refused("invasion", stocks={"ana": 30}, **{**comes, "territory": "T07"}) == "SC-INV-3"


@pytest.mark.clause("SC-GEN-9", "SC-INI-8", "SC-INI-12")
def test_silence_is_a_bid_of_nothing_and_an_overbid_may_be_refused():
    purses = {"A": 3, "B": 5, "C": 4}
    found = ask("initiative", bids={"A": 2}, purses=purses, favour_holder="C", order=["C", "A", "B"])

    assert (found["order"], found["pays"]) == (["A", "C", "B"], {"A": 2, "B": 0, "C": 0})
    over = {"bids": {"A": 9, "B": 1, "C": 0}, "purses": purses, "favour_holder": "C"}
    assert ask("initiative", **over)["void"] == ["A"]
    assert refused("initiative", **over, overbid="refuse") == "SC-INI-8"


def test_what_is_not_on_the_map_is_named():
    for fields in ({"bands": ["1 ana T99: 6"]}, {"control": {"T01": "zoe"}}, {"bands": ["once upon a time"]}):
        with pytest.raises(heraut.Malformed, match=r"T99|zoe|once upon"):
            heraut.answer("campaign.score", **fields)


@pytest.mark.parametrize(
    "given",
    [
        {"stocks": {"zoe": 4}},
        {"favour_holder": "zoe"},
        {"sites": {"T14": "zoe"}},
        {"armies": ["5 zoe from T08 due 2: 6"]},
        {"villages": {"T12": "ana: x"}},
    ],
)
def test_nothing_that_names_nobody_or_cannot_be_read_is_passed_over(given: dict[str, object]):
    with pytest.raises(heraut.Malformed, match=r"nobody plays as zoe|not a number"):
        heraut.answer("campaign.score", **given)
