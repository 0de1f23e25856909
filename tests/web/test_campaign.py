"""The campaign's pages: the map, the orders, the battle report, the chronicle, the sheet."""

from __future__ import annotations

import json
import re
from html import unescape
from importlib.resources import files

import pytest
from django.http import QueryDict

from campaign.test_golden import ISLAND
from heraut.campaign.combats import FieldForce
from heraut.campaign.musters import Prepare
from heraut.campaign.results import ProposeResult
from heraut.kernel.codec import Malformed, from_plain
from heraut.web import samples
from heraut.web.desk import desk
from heraut.web.game import VisitedGame
from heraut.web.rooms.campaign.orders import read
from heraut.web.rooms.campaign.paper import order_sheet
from web.build import host, passer_by, player
from web.war import ANA, BEN, WAR, advance, send, spaced, state, text, war

pytestmark = pytest.mark.django_db


def test_everybody_sees_the_living_map():
    war()
    page = text(passer_by())

    assert page.count('data-territory="') == 27
    assert "Cromlech des Anciens" in page


def test_starting_bands_are_composed_by_counting():
    war()
    host().post(f"/g/{WAR}/dice", {"draw": "1"})
    ana = player(ANA, WAR)
    assert "Vos bandes de départ" in text(ana)
    counts = {f"band-{place}-warriors-8": 4 for place in (1, 2, 3)} | {
        f"band-{place}-levies-12": 2 for place in (1, 2, 3)
    }

    assert send(ana, type="ComposeBands", **counts, **{"lord-1": "Isaut"}) == 302
    bands = [band for band in state().board.bands.values() if band.owner == ANA]
    assert [band.points() for band in bands] == [6, 6, 6]
    assert bands[0].lord is not None
    assert (bands[0].lord.name, len(bands[0].units)) == ("Isaut", 6)


def test_a_wrong_composition_is_refused_with_a_sentence():
    war()
    host().post(f"/g/{WAR}/dice", {"draw": "1"})
    answer = player(ANA, WAR).post(f"/g/{WAR}/campaign/order", {"type": "ComposeBands", "band-1-warriors-8": "5"})

    assert answer.status_code == 409
    assert "exactement 6" in answer.content.decode()


def test_a_move_is_chosen_among_the_legal_ones_by_name():
    war()
    advance("campaign-declare")
    speaker = desk().awaits(WAR, None)[0].seat
    client = player(speaker, WAR)
    page = text(client)
    band = re.search(r'name="band" value="(\d+)"', page)
    path = re.search(r'<option value="(T\d\d(?:\nT\d\d)?)">([^<]+)</option>', page)
    assert band is not None
    assert path is not None
    assert "T0" not in path.group(2)

    assert send(client, type="DeclareMove", band=band.group(1), path=path.group(1)) == 302
    assert state().board.bands[int(band.group(1))].territory == path.group(1).split("\n")[-1]


def test_a_bid_is_hidden_from_the_other_player_and_sealed_on_the_page():
    war(starting_pp=30)
    advance("campaign-bid")
    assert send(player(ANA, WAR), type="PlaceBid", amount=3) == 302

    assert "scellé" in text(player(BEN, WAR))
    assert "mise 3 PP" not in text(player(BEN, WAR))
    assert "mise 3 PP" in text(player(ANA, WAR))


def test_a_battle_is_reported_on_a_phone_and_confirmed_by_the_other_side():
    war(turns=9, map=ISLAND)
    advance("campaign-result", "random", seed=5)
    page = text(player(ANA, WAR))
    units = re.findall(r'name="left-(\d+)" min="0" max="(\d+)"', page)
    place = re.search(r'name="type" value="ProposeResult"><input type="hidden" name="territory" value="(T\d\d)"', page)
    assert units
    assert place is not None

    left = {f"left-{unit}": most for unit, most in units}
    assert send(player(ANA, WAR), type="ProposeResult", territory=place.group(1), winners="ana", **left) == 302
    shown = spaced(text(player(BEN, WAR)))
    assert "Contester" in shown
    assert re.search(r"<li>(\d+ × )?(gardes|guerriers|levées) : \d+ sur \d+</li>", shown)
    assert send(player(BEN, WAR), type="ConfirmResult", territory=place.group(1)) == 302
    assert state().board.control[place.group(1)] == ANA


def test_the_lord_of_a_player_is_told_from_the_page():
    war()
    advance("campaign-declare")
    lord = next(band.lord for band in state().board.bands.values() if band.owner == ANA)
    assert lord is not None
    fields = {"type": "DescribeLord", "lord": lord.id, "name": "Dame Isaut", "story": "Née sous la tour."}
    player(ANA, WAR).post(f"/g/{WAR}/send", fields)

    assert "Dame Isaut" in text(passer_by(), "campaign/sheet")


def test_a_page_shows_one_moment_while_the_game_goes_on():
    """Bots and dice play on while a page is written: a step of one moment with the forms of the next is refused."""
    war()
    advance("campaign-declare")
    game = VisitedGame.of(player(ANA, WAR).get(f"/g/{WAR}/").wsgi_request, WAR)
    step, version = game.view.step, game.version
    advance("campaign-build")
    later = VisitedGame.of(player(ANA, WAR).get(f"/g/{WAR}/").wsgi_request, WAR)

    assert {awaited.code for awaited in game.awaits} == {"campaign-declare"}
    assert (game.view.step, game.version) == (step, version)
    assert (later.view.step, later.version) != (step, version)


def test_an_order_sheet_has_what_its_player_holds():
    war()
    advance("campaign-declare")
    request = player(ANA, WAR).get(f"/g/{WAR}/").wsgi_request
    game = VisitedGame.of(request, WAR)
    ana = next(one for one in game.view.players if one.seat == ANA)
    sheet = order_sheet(request, game, ana)

    assert (sheet.power_points, sheet.income, sheet.initiative) == (ana.stock, ana.income, ana.rank)
    assert len(sheet.bands) == sum(band.owner == ANA for band in state().board.bands.values())
    assert len(sheet.holdings) == sum(owner == ANA for owner in state().board.control.values())
    for client, pages in ((player(ANA, WAR), 1), (host(), len(game.view.players))):
        made = client.get(f"/g/{WAR}/campaign/orders.pdf").content
        assert re.findall(rb"/Count (\d+)", made)[0] == str(pages).encode()


def test_orders_are_read_from_boxes_and_counters():
    posted = QueryDict("type=ProposeResult&left-10=4&left-20=0&winners=ana&winners=ben&fallen=101&fallen=102")
    plain = read(ProposeResult, posted)

    assert (plain["left"], plain["winners"]) == ([[10, 4], [20, 0]], ["ana", "ben"])
    assert plain["fallen"] == ["101", "102"]


def test_survivors_nobody_counted_are_not_nought():
    plain = read(ProposeResult, QueryDict("type=ProposeResult&territory=T01&left-10=&winners=ana"))

    with pytest.raises(Malformed, match=r"\$\.left\[0\]\[1\]"):
        from_plain({**plain, "seat": ANA}, ProposeResult, strict=False)


def test_recruits_and_transfers_are_composed_by_hand():
    fields = (
        "type=Prepare&ready=on&ground=T12&band-T12=5&band-T12=9&unit-T12-1=5&unit-T12-2=new&unit-T12-3=reserve"
        "&unit-T12-4=5&buy-T12-levies-12=3&buyto-T12=new&lord-T12=&lordname-T12=Mahaut"
    )
    (muster,) = read(Prepare, QueryDict(fields))["musters"]
    levies = {"kind": "levies", "points": 1, "figures": 12}

    assert muster == {
        "territory": "T12",
        "bands": [
            {"band": 5, "units": [1, 4], "recruits": []},
            {"band": 9, "units": [], "recruits": []},
            {"new_lord": {"name": "Mahaut"}, "units": [2], "recruits": [levies] * 3},
        ],
        "recruits": [],
        "lords": [],
    }


@pytest.mark.clause("SC-LRD-1", "SC-REC-4")
def test_a_lord_may_be_recruited_for_the_reserve():
    war(starting_pp=5, lord_cost=2, max_lords=9)
    advance("campaign-prepare")
    (at,) = set(re.findall(r'name="ground" value="(T\d\d)"', text(player(ANA, WAR))))

    assert send(player(ANA, WAR), type="Prepare", ready="on", ground=at, **{f"hire-{at}": "on"}) == 302
    assert "un seigneur pour la réserve (2 PP)" in text(player(ANA, WAR))
    assert send(player(BEN, WAR), type="Prepare", ready="on", musters="[]") == 302
    assert len(state().board.villages[at].lords) == 1


def test_orders_composed_by_hand_are_sealed():
    war(starting_pp=5)
    advance("campaign-prepare")
    page = text(player(ANA, WAR))
    units = re.findall(r'name="(unit-T\d\d-\d+)"', page)
    (at,) = set(re.findall(r'name="ground" value="(T\d\d)"', page))
    bands = re.findall(rf'name="band-{at}" value="(\d+)"', page)
    own = {unit.id: band.id for band in state().board.bands.values() for unit in band.units if band.owner == ANA}
    places = {name: own[int(name.rsplit("-", 1)[1])] for name in units}
    fields = {"ground": at, f"band-{at}": bands, f"buy-{at}-warriors-8": 2, f"buyto-{at}": "reserve", **places}

    assert send(player(ANA, WAR), type="Prepare", ready="on", **fields) == 302
    assert ANA not in [awaited.seat for awaited in desk().awaits(WAR, None)]


def test_troops_are_redistributed_before_a_battle():
    fields = "type=FieldForce&territory=T12&band=5&ground=T12&band-T12=5&band-T12=9&unit-T12-1=9&unit-T12-2=5"
    plain = read(FieldForce, QueryDict(fields))

    assert plain["bands"] == [
        {"band": 5, "units": [2], "recruits": []},
        {"band": 9, "units": [1], "recruits": []},
    ]
    assert plain["band"] == "5"


def test_a_sealed_bid_is_shown_to_its_owner_and_may_be_changed_until_the_opening():
    war(starting_pp=30)
    advance("campaign-bid")
    send(player(ANA, WAR), type="PlaceBid", amount=3)
    page = text(player(ANA, WAR))

    assert "Votre mise est scellée" in page
    assert re.search(r'name="amount" min="0"[^>]* value="3"', page)
    assert "Votre mise est scellée" not in text(player(BEN, WAR))
    assert send(player(ANA, WAR), type="PlaceBid", amount=1) == 302
    assert "<li>1 PP</li>" in text(player(ANA, WAR))


def test_sealed_orders_are_shown_to_their_owner_and_may_be_changed():
    war(starting_pp=5)
    advance("campaign-prepare")
    ana = player(ANA, WAR)
    choices = re.findall(r'<option value="([^"]*)">([^<]* pour la réserve [^<]*)</option>', text(ana))
    value, label = choices[0]
    assert send(ana, type="Prepare", ready="on", musters=unescape(value)) == 302
    page = text(ana)

    assert "Vos ordres sont scellés" in page
    assert f"<li>{label}</li>" in page
    assert f'<option value="{value}" selected>' in page
    assert "Vos ordres sont scellés" not in text(player(BEN, WAR))
    assert send(ana, type="Prepare", ready="on", musters="[]") == 302
    assert "<li>Rien cette fois</li>" in text(ana)


def test_the_whole_log_names_territories_as_the_map_does():
    samples.load("campaign", (files(samples) / "campaign.jsonl").read_text(encoding="utf-8"))

    page = passer_by().get("/g/campaign/log").content.decode()

    assert " → Oasis" in page
    assert re.findall(r"\bT\d\d\b", page) == []


@pytest.mark.clause("SC-LRD-1")
def test_the_price_of_a_new_lord_is_shown_before_it_is_paid():
    war(starting_pp=20, lord_cost=3, max_lords=9)
    advance("campaign-prepare")
    page = text(player(ANA, WAR))
    bands = re.findall(r'<option value="([^"]*new_lord[^"]*)">[^<]*\((\d+) PP\)</option>', page)
    stock = state().board.stocks[ANA]
    value, shown = bands[0]
    points = sum(unit["points"] for plan in json.loads(unescape(value))[0]["bands"] for unit in plan["recruits"])

    assert int(shown) == points + 3
    assert "Un nouveau seigneur coûte 3 PP de plus" in page
    assert send(player(ANA, WAR), type="Prepare", ready="on", musters=unescape(value)) == 302
    assert send(player(BEN, WAR), type="Prepare", ready="on", musters="[]") == 302
    assert state().board.stocks[ANA] == stock - int(shown)
