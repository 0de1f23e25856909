"""Orders composed by hand: the form begins from what its player has sealed, and nobody else's page does."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import pytest
from django.http import QueryDict

from heraut.campaign.board import BandPlan, NewLord, Recruit, TerritoryMuster
from heraut.campaign.musters import Prepare, work_out
from heraut.kernel.codec import from_plain
from heraut.kernel.names import LOCAL, ActorId, CommandId
from heraut.kernel.refusal import Refusal
from heraut.web.desk import desk, submit
from heraut.web.rooms.campaign.musters import Purchase, fits, read_muster
from web.build import host, laid_out, passer_by, player
from web.war import ANA, BEN, WAR, filled_in, send, spaced, stand, state, text

pytestmark = pytest.mark.django_db

HERE = {"villages": {"T02": "ana: 50> 2 2 lords 91"}, "bands": ["1 ana T02: 2 2 2", "2 ana T02: 3 3", "9 ben T09: 6"]}
"""In the village T02: bands 1 and 2 under lords 101 and 102, units 50 and 51 and lord 91 in the reserve."""
GUARD, DRAGON, BARD = Recruit("hearthguards", 1, 4), Recruit("Dragon", 3, 1), Recruit("Barde", 0, 1)


def composed(page: str) -> QueryDict:
    """The fields of the composing form, as a browser would send them untouched."""
    return next(sent for sent in filled_in(page) if "ground" in sent)


def seal(*musters: TerritoryMuster, ready: bool = True) -> None:
    outcome = submit(
        WAR,
        Prepare(ANA, musters=musters, ready=ready),
        command_id=CommandId("sealed"),
        actor=ActorId("ana"),
        sender=LOCAL,
    )
    assert not isinstance(outcome, Refusal), outcome


def sent_again() -> dict[str, Any]:
    """What the untouched form of the page sends for the village."""
    return read_muster(composed(text(player(ANA, WAR))), "T02")


@pytest.mark.clause("SC-SEQ-4", "SC-GEN-4")
@pytest.mark.parametrize(
    "muster",
    [
        TerritoryMuster("T02"),
        TerritoryMuster("T02", (BandPlan(1, units=(10, 11)), BandPlan(2, units=(12, 20, 21)))),
        TerritoryMuster("T02", (BandPlan(1, lord=91, units=(10, 11, 12, 50)),)),
        TerritoryMuster("T02", (BandPlan(1, lord=102, units=(10, 11, 12)), BandPlan(2, lord=101, units=(20, 21)))),
        TerritoryMuster("T02", (BandPlan(2, units=(20, 21), recruits=(GUARD, GUARD)),)),
        TerritoryMuster("T02", (BandPlan(None, 91, units=(50, 51)),), lords=(NewLord(),)),
        TerritoryMuster("T02", (BandPlan(None, None, NewLord("Mahaut"), (50,), (GUARD, GUARD)),)),
        TerritoryMuster("T02", recruits=(GUARD, GUARD, GUARD)),
        TerritoryMuster("T02", (BandPlan(2, units=(20, 21), recruits=(GUARD, DRAGON, BARD)),)),
        TerritoryMuster("T02", (BandPlan(1), BandPlan(2, units=(10, 20, 21)))),
    ],
)
def test_the_form_begins_from_what_was_sealed(muster: TerritoryMuster):
    stand("prepare", stocks={"ana": 8}, **HERE)
    seal(muster)

    assert outcome_of(from_plain(sent_again(), TerritoryMuster)) == outcome_of(muster)


def outcome_of(muster: TerritoryMuster) -> object:
    """What the orders come to: the bands with their lords and units, the reserve, the price."""
    worked = work_out(state(), ANA, (muster,), 1000)
    assert not isinstance(worked, Refusal), worked
    return worked[0]


@pytest.mark.clause("SC-GEN-4")
def test_nobody_elses_page_begins_from_it():
    stand("prepare", stocks={"ana": 8, "ben": 8}, **HERE)
    others = [player(BEN, WAR), host(), passer_by()]
    seal(TerritoryMuster("T02", (BandPlan(None, None, NewLord("Mahaut"), (50,), (GUARD, GUARD)),)))

    assert 'value="Mahaut"' in text(player(ANA, WAR))
    assert [page for page in map(text, others) if "Mahaut" in page] == []


@pytest.mark.clause("SC-SEQ-4")
def test_a_draft_is_kept_for_its_owner_and_hands_in_nothing():
    stand("prepare", stocks={"ana": 8}, **HERE)
    form = composed(text(player(ANA, WAR)))
    form["buy-T02-hearthguards-4"], form["ready"] = "2", ""
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/order", form.dict() | {"band-T02": ["1", "2"]}).status_code == 302

    assert ANA in [awaited.seat for awaited in desk().awaits(WAR, None)]
    page = text(player(ANA, WAR))
    assert "Votre brouillon" in page
    assert 'value="2" name="buy-T02-hearthguards-4"' in page
    assert "brouillon" not in text(player(BEN, WAR)).replace("Garder en brouillon", "")


@pytest.mark.clause("SC-SEQ-4")
def test_orders_the_form_cannot_say_are_told_and_offered_as_they_are():
    stand("prepare", stocks={"ana": 8}, **HERE)
    both = (BandPlan(1, units=(10, 11, 12), recruits=(GUARD,)), BandPlan(2, units=(20, 21), recruits=(GUARD,)))
    seal(TerritoryMuster("T02", both))
    page = spaced(text(player(ANA, WAR)))

    assert "bande 1 + 1 pt, bande 2 + 1 pt (2 PP)" in page
    assert "ne tiennent pas dans ce formulaire" in page
    assert re.search(r'<select name="musters"[^>]*><option value="[^"]*" selected>', page)


@pytest.mark.parametrize(
    "muster",
    [
        TerritoryMuster("T02", recruits=(Recruit("hearthguards", 2, 8),)),
        TerritoryMuster("T02", (BandPlan(None, 91), BandPlan(None, None, NewLord()))),
        TerritoryMuster("T02", (BandPlan(1, new_lord=NewLord(), units=(10,)),)),
        TerritoryMuster("T02", lords=(NewLord(), NewLord())),
    ],
)
def test_the_form_knows_what_it_cannot_say(muster: TerritoryMuster):
    assert not fits(muster, [Purchase("hearthguards", 4)])


@pytest.mark.parametrize(
    ("typed", "status"), [("9" * 9, 409), ("9" * 5000, 400), ("-3", 400), ("deux", 400), ("²", 400)]
)
def test_a_number_typed_by_mischief_is_refused_at_once(typed: str, status: int):
    stand("setup", starts={"ana": "T01", "ben": "T09"})
    fields = {f"band-{place}-warriors-8": typed for place in (1, 2, 3)}

    assert send(player(ANA, WAR), type="ComposeBands", **fields) == status


@pytest.mark.parametrize(
    "name", ["band-x-warriors-8", "band-", "band-1", "band-1-warriors", "left-x", "home-", "start-x"]
)
@pytest.mark.parametrize("kind", ["ComposeBands", "Invade", "ProposeResult", "AssignStarts", "Demobilise"])
def test_a_field_of_an_unknown_name_is_no_fault_of_ours(kind: str, name: str):
    stand("setup", starts={"ana": "T01", "ben": "T09"})
    assert send(player(ANA, WAR), type=kind, **{name: "3"}) in (400, 403, 409)


def test_a_new_band_cannot_be_smuggled_into_a_reorganisation():
    stand("combats", villages={"T02": "ana: 50> 2 2 lords 91"}, bands=["1 ana T02: 2 2 2", "9 ben T02: 6"])
    fields = {"type": "FieldForce", "territory": "T02", "band": 1, "ground": "T02", "band-T02": 1, "unit-T02-50": "new"}

    assert send(player(ANA, WAR), **fields, **{f"unit-T02-{id}": 1 for id in (10, 11, 12)}) == 302
    assert [unit.id for unit in state().board.villages["T02"].units] == [50, 51]


@pytest.mark.clause("SC-BND-9", "SC-REC-2")
def test_a_monster_is_entered_with_its_own_cost_and_size():
    stand("setup", starts={"ana": "T01", "ben": "T09"})
    fields = {f"band-{place}-warriors-8": 6 for place in (2, 3)} | {"band-1-levies-12": 2}
    dragon = {"other-band-1-kind": ["Dragon", ""], "other-band-1-points": [4, ""], "other-band-1-figures": [1, ""]}

    assert send(player(ANA, WAR), type="ComposeBands", **fields, **dragon) == 302
    first = next(iter(state().board.bands_of(ANA)))
    assert [(unit.kind, unit.points, unit.size) for unit in first.units] == [
        ("levies", 1, 12),
        ("levies", 1, 12),
        ("Dragon", 4, 1),
    ]


@pytest.mark.clause("SC-RSV-3")
def test_another_lord_leads_a_band_from_the_page():
    stand("prepare", stocks={"ana": 8}, **HERE)
    page = text(player(ANA, WAR))
    leaders = re.search(r'<select name="leader-T02-1">(.*?)</select>', page)
    assert leaders is not None
    assert re.findall(r'value="(\d+)"', leaders.group(1)) == ["101", "102", "91"]

    form = composed(page)
    form["leader-T02-1"] = "91"
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/order", form.dict() | {"band-T02": ["1", "2"]}).status_code == 302
    assert "bande 1 : menée par Seigneur sans nom" in spaced(text(player(ANA, WAR)))
    send(player(BEN, WAR), type="Prepare", ready="on", musters="[]")
    led = state().board.bands[1].lord
    assert led is not None
    assert (led.id, [lord.id for lord in state().board.villages["T02"].lords]) == (91, [101])


@pytest.mark.clause("SC-RSV-3", "SC-CBT-2")
def test_another_lord_leads_a_band_before_a_battle():
    bands = ["1 ana T02: 2 2 2", "9 ben T02 from T01: 6"]
    stand("combats", villages={"T02": "ana: 50> 2 2 lords 91"}, control={"T02": "ana"}, bands=bands)
    page = text(player(ANA, WAR))
    assert re.search(r'<select name="leader-T02-1">.*?value="91">', page)

    fields = {"type": "FieldForce", "territory": "T02", "band": 1, "ground": "T02", "band-T02": 1, "leader-T02-1": 91}
    assert send(player(ANA, WAR), **fields, **{f"unit-T02-{id}": 1 for id in (10, 11, 12)}) == 302
    led = state().board.bands[1].lord
    assert led is not None
    assert led.id == 91


@pytest.mark.clause("SC-INI-8")
def test_a_bid_beyond_ones_stock_is_warned_of_and_then_meant():
    stand("bids", stocks={"ana": 2})
    ana, bid = player(ANA, WAR), {"type": "PlaceBid", "amount": 5}
    assert 'name="beyond_stock"' in text(ana)
    assert send(ana, **bid) == 409
    assert send(ana, **bid, beyond_stock="on") == 302

    assert 'name="beyond_stock" checked' in text(ana)
    send(player(BEN, WAR), type="PlaceBid", amount=0)
    assert (state().board.order, state().board.stocks[ANA]) == ((BEN, ANA), 2)


@pytest.mark.clause("SC-INI-8")
def test_no_bid_goes_beyond_the_stock_where_a_group_refuses_it():
    stand("bids", stocks={"ana": 2}, settings={"overbid": "refuse"})
    page = text(player(ANA, WAR))

    assert "beyond_stock" not in page
    assert re.search(r'name="amount" min="0" max="2"', page)


def refused(client: Any, address: str, **fields: Any) -> str:
    """What is said of a form that cannot be read."""
    answer = client.post(f"/g/{WAR}/{address}", fields)
    assert answer.status_code == 400
    return spaced(laid_out(answer.content.decode()))


@pytest.mark.parametrize("typed", ["2.5", "2,5", "deux", "2 1", "²", "0x2"])
@pytest.mark.parametrize(
    ("step", "type", "field", "label"),
    [
        ("setup", "ComposeBands", "band-1-warriors-8", "Guerriers"),
        ("prepare", "Prepare", "buy-T02-hearthguards-4", "Gardes"),
        ("invasion", "Invade", "invader-levies-12", "Levées"),
        ("combats", "ProposeResult", "left-10", "Survivants par unité"),
        ("bids", "PlaceBid", "amount", "Mise en PP"),
    ],
)
def test_a_count_that_is_no_whole_number_is_refused_at_its_field(
    step: str, type: str, field: str, label: str, typed: str
):
    stand(step, **({"starts": {"ana": "T01", "ben": "T09"}} if step == "setup" else {}))
    told = refused(player(ANA, WAR), "campaign/order", type=type, ground="T02", territory="T02", **{field: typed})

    assert f"« {label} »" in told
    assert "un nombre entier" in told


@pytest.mark.parametrize(("field", "label"), [("points", "Points"), ("figures", "Figurines")])
def test_a_monster_whose_numbers_cannot_be_read_is_refused_at_its_field(field: str, label: str):
    stand("prepare", stocks={"ana": 8}, **HERE)
    dragon = {"other-buy-T02-kind": "Dragon", "other-buy-T02-points": "3", "other-buy-T02-figures": "1"}
    told = refused(
        player(ANA, WAR), "campaign/order", type="Prepare", ground="T02", **dragon | {f"other-buy-T02-{field}": "un"}
    )

    assert f"« {label} »" in told


def test_a_count_left_empty_buys_nothing_and_less_than_nothing_is_refused():
    stand("prepare", stocks={"ana": 8}, **HERE)
    order = {"type": "Prepare", "ready": "on", "ground": "T02", "band-T02": ["1", "2"]}

    assert "au moins 0" in refused(player(ANA, WAR), "campaign/order", **order, **{"buy-T02-levies-12": "-1"})
    assert send(player(ANA, WAR), **order, **{"buy-T02-levies-12": "", "buy-T02-warriors-8": "1"}) == 302
    assert 'value="1" name="buy-T02-warriors-8"' in text(player(ANA, WAR))


def test_what_an_order_comes_to_says_what_cannot_be_read_once_somebody_has_written():
    stand("prepare", stocks={"ana": 8}, **HERE)
    order = {"type": "Prepare", "ground": "T02", "buy-T02-warriors-8": "2.5"}
    weigh = partial(player(ANA, WAR).post, f"/g/{WAR}/campaign/weigh")

    assert "« Guerriers »" in spaced(weigh(order).content.decode())
    assert "« Guerriers »" not in spaced(weigh(order | {"untouched": "on"}).content.decode())
    assert weigh({"type": "Nonsense"}).status_code == 404
