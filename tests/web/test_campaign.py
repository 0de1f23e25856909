"""The campaign's pages: the map, the orders, the chronicle, the sheet; bots in real campaigns."""

from __future__ import annotations

import json
import re
from html import unescape
from importlib.resources import files
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from campaign.test_golden import ISLAND
from heraut.campaign.bots import Level, play
from heraut.campaign.chance import SplitMix
from heraut.campaign.maps import Map, default_map, parse, write
from heraut.campaign.maps.fairness import measures
from heraut.campaign.maps.generate import generate
from heraut.campaign.settings import Player, Settings
from heraut.campaign.state import State
from heraut.kernel import ActorId, CommandId, Instant, Refusal, Seat, StreamId
from heraut.kernel.journal import Header
from heraut.web import samples
from heraut.web.desk import desk, now, submit
from heraut.web.models import Stream
from heraut.web.offers import new_id
from heraut.web.rooms.campaign import automata
from heraut.web.rooms.campaign.opening import read as read_settings
from heraut.web.rooms.campaign.orders import read
from heraut.web.rooms.campaign.roll import halves
from web.build import host, passer_by, player

pytestmark = pytest.mark.django_db

WAR = StreamId("guerre")
ANA, BEN = Seat("ana"), Seat("ben")


def war(**chosen: Any) -> StreamId:
    players = (Player(ANA, "Ana", "Outremonde", outer=True), Player(BEN, "Ben", "Vikings"))
    settings = Settings(**{"players": players, "turns": 3, **chosen})
    header = desk().open(stream=WAR, engine="campaign", title="La guerre des Rivages", settings=settings, at=now())
    assert isinstance(header, Header)
    Stream.objects.filter(pk=WAR).update(public=True)
    return WAR


def state() -> State:
    found: State = desk().history(WAR).state
    return found


def advance(until: str, level: Level = "heuristic", seed: int = 3) -> None:
    """Let bots play both seats until something of that code is awaited."""
    for played in play(state(), {ANA: level, BEN: level}, SplitMix(seed)):
        outcome = submit(WAR, played.command, command_id=CommandId(new_id()), actor=ActorId("test"))
        assert not isinstance(outcome, Refusal), outcome
        if any(awaited.code == until for awaited in desk().awaits(WAR)):
            return


def text(client: Client, address: str = "") -> str:
    answer = client.get(f"/g/{WAR}/{address}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_everybody_sees_the_living_map():
    war()
    page = text(passer_by())

    assert page.count('data-territory="') == 27
    assert "Cromlech des Anciens" in page


def send(client: Client, **fields: Any) -> int:
    return client.post(f"/g/{WAR}/campaign/order", fields).status_code


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
    speaker = desk().awaits(WAR)[0].seat
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
    shown = text(player(BEN, WAR))
    assert "Contester" in shown
    assert re.search(r"<li>(\d+ × )?(gardes|guerriers|levées) : \d+ sur \d+</li>", shown)
    assert send(player(BEN, WAR), type="ConfirmResult", territory=place.group(1)) == 302
    assert state().board.control[place.group(1)] == ANA


def let_bots_play() -> None:
    while automata.play(WAR, now()):
        pass


def test_bots_fill_seats_in_a_real_campaign():
    war(players=(Player(ANA, "Ana"), Player(BEN, "Ben", bot="heuristic")))
    host().post(f"/g/{WAR}/dice", {"draw": "1"})
    let_bots_play()

    assert [awaited.seat for awaited in desk().awaits(WAR)] == [ANA]


def test_a_bot_waits_for_the_persons_report_and_then_agrees_or_the_person_lets_chance_decide():
    war(turns=9, map=ISLAND, players=(Player(ANA, "Ana"), Player(BEN, "Ben", bot="heuristic")))
    advance("campaign-result", "random", seed=5)
    let_bots_play()
    assert {awaited.seat for awaited in desk().awaits(WAR)} == {ANA, BEN}
    place = desk().awaits(WAR)[0].subject
    assert "Laisser le sort décider" in text(player(ANA, WAR))

    assert player(BEN, WAR).post(f"/g/{WAR}/campaign/settle", {"territory": place}).status_code == 404
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/settle", {"territory": place}).status_code == 302
    assert [awaited.code for awaited in desk().awaits(WAR)] == ["campaign-review"]
    let_bots_play()
    assert "campaign-review" not in [awaited.code for awaited in desk().awaits(WAR)]


def test_between_people_chance_does_not_decide_a_battle():
    war(turns=9, map=ISLAND)
    advance("campaign-result", "random", seed=5)
    place = desk().awaits(WAR)[0].subject

    assert "Laisser le sort décider" not in text(player(ANA, WAR))
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/settle", {"territory": place}).status_code == 404


def test_dice_of_people_are_drawn_for_them_when_nobody_asks_for_a_while():
    war()
    sequence = desk().history(WAR).sequence
    automata.play(WAR, Instant(now() + automata.DICE_WAIT - 2))
    assert desk().history(WAR).sequence == sequence
    automata.play(WAR, Instant(now() + automata.DICE_WAIT + 2))

    assert {awaited.code for awaited in desk().awaits(WAR)} == {"campaign-compose"}


def test_typed_dice_wait_for_the_table():
    war(dice="typed", start_assignment="manual", players=(Player(ANA, "Ana", bot="random"), Player(BEN, "Ben")))
    sequence = desk().history(WAR).sequence

    assert not automata.play(WAR, Instant(now() + 9999))
    assert desk().history(WAR).sequence == sequence


def test_bots_rest_while_the_campaign_is_paused():
    war(players=(Player(ANA, "Ana", bot="heuristic"), Player(BEN, "Ben", bot="heuristic")))
    host().post(f"/g/{WAR}/send", {"type": "SetPause", "pause": "on"})

    assert not automata.play(WAR, now())


def test_the_chronicle_tells_each_turn_and_takes_the_map_back():
    war(players=(Player(ANA, "Ana", bot="heuristic"), Player(BEN, "Ben", bot="heuristic")), turns=2)
    let_bots_play()
    first, last = text(passer_by(), "campaign/chronicle?at=0"), text(passer_by(), "campaign/chronicle")

    assert "<h2>Mise en place</h2>" in first
    assert 'class="band ' not in first
    assert "<h2>Tour 2</h2>" in last
    assert 'class="band ' in last
    assert "La campagne est gagnée aux points" in last or "La campagne est gagnée par la gloire" in last
    assert "T13" not in re.sub(r'data-territory="T\d\d"', "", last)
    shared = passer_by().get(f"/g/{WAR}/campaign/chronicle.html")
    assert shared["Content-Disposition"].startswith("attachment")
    assert shared.content.decode().count('<svg class="campaign-map"') == 3
    assert "Feuille de campagne" in text(passer_by(), "campaign/sheet")


def test_the_lord_of_a_player_is_told_from_the_page():
    war()
    advance("campaign-declare")
    lord = next(band.lord for band in state().board.bands.values() if band.owner == ANA)
    assert lord is not None
    fields = {"type": "DescribeLord", "lord": lord.id, "name": "Dame Isaut", "story": "Née sous la tour."}
    player(ANA, WAR).post(f"/g/{WAR}/send", fields)

    assert "Dame Isaut" in text(passer_by(), "campaign/sheet")


def test_orders_are_read_from_boxes_and_counters():
    posted = QueryDict("type=ProposeResult&left-10=4&left-20=0&winners=ana&winners=ben&fallen=101&fallen=102")
    plain = read(posted)

    assert (plain["left"], plain["winners"], plain["fallen"]) == ("[[10, 4], [20, 0]]", "ana\nben", "101 102")


def test_a_campaign_is_opened_with_players_in_rows():
    posted = QueryDict("name-1=Ana&faction-1=Outremonde&outer-1=on&name-2=Ben&bot-2=heuristic&name-3=&turns=4")
    found = read_settings(posted)

    assert found["players"] == [
        {"seat": "ana", "name": "Ana", "faction": "Outremonde", "outer": True, "bot": ""},
        {"seat": "ben", "name": "Ben", "faction": "", "outer": False, "bot": "heuristic"},
    ]
    assert found["turns"] == "4"


def test_the_opening_page_opens_a_campaign():
    client = host()
    assert "Joueurs, de deux à six" in client.get("/new/campaign/").content.decode()
    answer = client.post("/new/campaign/", {"title": "Essai", "name-1": "Ana", "name-2": "Ben"})

    assert answer.status_code == 302
    assert "Essai" in client.get(answer["Location"]).content.decode()


def test_recruits_and_transfers_are_composed_by_hand():
    fields = (
        "type=Prepare&ready=on&ground=T12&band-T12=5&band-T12=9&unit-T12-1=5&unit-T12-2=new&unit-T12-3=reserve"
        "&unit-T12-4=5&buy-T12-levies-12=3&buyto-T12=new&lord-T12=&lordname-T12=Mahaut"
    )
    (muster,) = json.loads(read(QueryDict(fields))["musters"])
    levies = {"kind": "levies", "points": 1, "figures": 12}

    assert muster == {
        "territory": "T12",
        "bands": [
            {"band": 5, "units": [1, 4], "recruits": []},
            {"band": 9, "units": [], "recruits": []},
            {"new_lord": {"name": "Mahaut"}, "units": [2], "recruits": [levies] * 3},
        ],
        "recruits": [],
    }


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
    assert ANA not in [awaited.seat for awaited in desk().awaits(WAR)]


def test_a_seed_makes_a_new_map():
    found = read_settings(QueryDict("name-1=Ana&name-2=Ben&seed=7"))

    assert found["map"].startswith("map Carte nouvelle")
    assert "map" not in read_settings(QueryDict("name-1=Ana&name-2=Ben"))


def test_troops_are_redistributed_before_a_battle():
    fields = "type=FieldForce&territory=T12&band=5&ground=T12&band-T12=5&band-T12=9&unit-T12-1=9&unit-T12-2=5"
    plain = read(QueryDict(fields))

    assert json.loads(plain["bands"]) == [
        {"band": 5, "units": [2], "recruits": []},
        {"band": 9, "units": [1], "recruits": []},
    ]
    assert plain["band"] == "5"


def test_a_bot_stands_in_for_somebody_away_and_the_organiser_replaces_a_player():
    war()
    advance("campaign-declare")
    page = text(player(ANA, WAR))
    assert "Raconter un seigneur" in page
    assert '<option value="bot:heuristic">automate sage</option>' in page
    player(ANA, WAR).post(f"/g/{WAR}/send", {"type": "NameStandIn", "player": "ana", "stand_in": "bot:heuristic"})
    host().post(f"/g/{WAR}/send", {"type": "ReplacePlayer", "player": "ben", "name": "Hugo"})

    assert state().people.stand_ins == {ANA: "bot:heuristic"}
    assert "Hugo" in text(passer_by())


def map_page(**asked: Any) -> str:
    return passer_by().get("/map/", asked).content.decode()


def test_everybody_may_look_at_maps_outside_a_campaign():
    own, new = map_page(), map_page(players=3, seed=7)

    assert "Les Deux Rivages" in own
    assert own.count('data-territory="') == new.count('data-territory="') == 27
    assert own.count('class="start"') == 2
    assert new.count('class="start"') == 3
    assert "À 3 joueurs" in new
    assert parse(passer_by().get("/map/map.txt", {"players": 3, "seed": 7}).content.decode()) == generate(3, 7)


def test_the_fairness_of_the_starts_stands_beside_the_map():
    cells = re.findall(r'<td(?: class="num")?>([^<]*)</td>', map_page(players=2))
    first, second = measures(default_map(), default_map().starts[2])

    assert [cells[2], cells[9]] == [str(first.income_in_reach), str(second.income_in_reach)]
    assert [cells[4], cells[11]] == [halves(first.share), halves(second.share)]


@pytest.mark.parametrize("asked", [{"players": "99", "seed": ""}, {"players": "x", "seed": "9" * 40}, {"seed": "²"}])
def test_an_address_nobody_would_write_shows_a_map_all_the_same(asked: dict[str, str]):
    assert "Les Deux Rivages" in map_page(**asked)


def test_a_written_map_is_shown_or_its_faults_by_line():
    wrong = passer_by().post("/map/", {"map": ISLAND.replace("roads", "rivers", 1), "players": 2})
    line = next(n for n, text in enumerate(ISLAND.splitlines(), start=1) if text.startswith("roads"))

    assert passer_by().post("/map/", {"map": ISLAND, "players": 2}).status_code == 200
    assert wrong.status_code == 422
    assert f"Ligne {line} :" in wrong.content.decode()
    assert f'<li value="{line}"><code>rivers' in wrong.content.decode()


def test_a_written_map_cannot_write_into_the_page():
    text = ISLAND.replace("T01", 'T01"onload="x').replace("map ", "map <script>", 1)
    page = passer_by().post("/map/", {"map": text, "players": 2}).content.decode()

    assert '"onload="' not in page
    assert "<script>" not in page


def test_a_text_far_too_long_for_a_map_is_not_read():
    assert passer_by().post("/map/", {"map": "# \n" * 9000}).status_code == 422


def read_map(text: str) -> Map:
    found = parse(text)
    assert isinstance(found, Map)
    return found


def test_a_map_of_the_viewer_opens_a_campaign():
    page = host().get("/new/campaign/", {"map": ISLAND}).content.decode()
    assert ISLAND.splitlines()[0] in page
    answer = host().post("/new/campaign/", {"title": "Île", "name-1": "Ana", "name-2": "Ben", "map": ISLAND})

    assert answer.status_code == 302
    stream = StreamId(answer["Location"].split("/")[2])
    assert write(desk().history(stream).state.game.map) == write(read_map(ISLAND))


def test_a_refused_opening_keeps_what_was_typed():
    answer = host().post("/new/campaign/", {"name-1": "Ana", "faction-1": "Vikings", "bot-1": "random"})
    page = answer.content.decode()

    assert answer.status_code == 409
    assert 'name="name-1" value="Ana"' in page
    assert 'name="faction-1" value="Vikings"' in page
    assert '<option value="random" selected>' in page


def test_a_sealed_bid_is_shown_to_its_owner_and_may_be_changed_until_the_opening():
    war(starting_pp=30)
    advance("campaign-bid")
    send(player(ANA, WAR), type="PlaceBid", amount=3)
    page = text(player(ANA, WAR))

    assert "Votre mise est scellée" in page
    assert re.search(r'name="amount" min="0" max="\d+" value="3"', page)
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


def settled_battle() -> tuple[str, int, int]:
    """A battle won by Ana and confirmed; the place, the lines of its report and of its confirmation."""
    war(turns=9, map=ISLAND)
    advance("campaign-result", "random", seed=5)
    page = text(player(ANA, WAR))
    left = {f"left-{unit}": most for unit, most in re.findall(r'name="left-(\d+)" min="0" max="(\d+)"', page)}
    place = desk().awaits(WAR)[0].subject
    reported = desk().history(WAR).sequence + 1
    send(player(ANA, WAR), type="ProposeResult", territory=place, winners="ana", **left)
    send(player(BEN, WAR), type="ConfirmResult", territory=place)
    return str(place), reported, reported + 1


@pytest.mark.clause("SC-SEQ-14")
def test_an_old_battle_is_repaired_by_going_back_before_it():
    place, reported, confirmed = settled_battle()
    before = desk().history(WAR).at(reported - 1)
    advance("campaign-prepare", "random", seed=5)
    last = desk().history(WAR).sequence
    assert last > confirmed
    shown = text(host(), f"campaign/back?entry={reported}")
    assert f"Ces {last - reported + 1} actions seront reprises" in shown

    answer = host().post(f"/g/{WAR}/campaign/back", {"entry": reported, "last": last})
    assert answer.status_code == 302
    assert state() == before
    assert [awaited.code for awaited in desk().awaits(WAR)] == ["campaign-result"] * 2
    assert desk().awaits(WAR)[0].subject == place


def test_going_back_waits_for_another_look_when_somebody_has_acted_meanwhile():
    _place, reported, confirmed = settled_battle()
    then = state()

    assert host().post(f"/g/{WAR}/campaign/back", {"entry": reported, "last": confirmed - 1}).status_code == 200
    assert state() == then


def test_only_officials_go_back_and_a_refused_player_is_told_whom_to_ask():
    place, _reported, confirmed = settled_battle()
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/back", {"entry": 1, "last": confirmed}).status_code == 403
    answer = player(ANA, WAR).post(f"/g/{WAR}/campaign/order", {"type": "RejectResult", "territory": place})

    assert answer.status_code == 409
    assert "Revenir" in text(host())
    assert "campaign/back" not in text(player(ANA, WAR))


def test_the_whole_log_names_territories_as_the_map_does():
    samples.load("campaign", (files(samples) / "campaign.jsonl").read_text(encoding="utf-8"))

    page = passer_by().get("/g/campaign/log").content.decode()

    assert "vers Oasis" in page
    assert re.findall(r"\bT\d\d\b", page) == []
