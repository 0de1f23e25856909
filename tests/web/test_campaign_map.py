"""The map as a picture: grounds, names, colours, cards; and what a shared chronicle must not tell."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

import pytest
from django.test import Client

from campaign.test_golden import ISLAND
from heraut.campaign import engine
from heraut.campaign.bots.play import play
from heraut.campaign.map import default_map
from heraut.campaign.map_generator import generate
from heraut.campaign.marches import DeclareMove
from heraut.campaign.musters import DescribeLord
from heraut.campaign.settings import CampaignPlayer, Settings, starts
from heraut.campaign.state import State
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.press.heraldry import Tincture
from heraut.pseudorandom import SplitMix
from heraut.web.desk import desk
from heraut.web.rooms.campaign import map_svg
from heraut.web.rooms.campaign.map_picture import DrawnMap, bare, picture, player_colours, territory_polygons
from heraut.web.rooms.campaign.map_svg import BAND, DISTANCES, TakenArea, face, place_names
from web.build import host, passer_by, player
from web.war import ANA, BEN, WAR, advance, send, spaced, stand, state, text, war

NAMES = ("Ana", "Ben", "Chloé", "David", "Emma", "Farid")


def full_map(seed: int) -> State:
    """Six players in the middle of a campaign."""
    players = tuple(CampaignPlayer(Seat(name.lower()), name) for name in NAMES)
    found = engine.start(Settings(players=players, turns=3, prestige_to_win=9), engine.rules)
    assert not isinstance(found, Refusal)
    for played in play(found, dict.fromkeys(found.game.seats, "heuristic"), SplitMix(seed)):
        found = played.state
        if found.board.turn == 3 and isinstance(played.command, DeclareMove):
            break
    return found


@cache
def pictures() -> list[DrawnMap]:
    own, new = default_map(), generate(6, 3)
    played = [picture(engine.view(full_map(seed), None), "fr", NAMES) for seed in range(1, 13)]
    return [bare(own, starts(own, 4), "en"), bare(new, starts(new, 6), "fr"), *played]


def marks(shown: DrawnMap) -> list[TakenArea]:
    bands = [(BAND.left + one.x, BAND.top + one.y, BAND.right + one.x, BAND.bottom + one.y) for one in shown.bands]
    return [face(land) for land in shown.lands] + [TakenArea(*band) for band in bands]


def test_no_name_stands_on_another_or_on_a_mark_from_any_distance():
    for shown in pictures():
        names = place_names(shown)
        for level in range(len(DISTANCES)):
            boxes = [spot.box for name in names if (spot := name.spots[level]) is not None]

            assert not any(one.meets(other) for one, other in combinations(boxes, 2))
            assert not any(box.meets(mark) for box in boxes for mark in marks(shown))


def test_all_territories_are_named_from_near_and_prestige_from_a_phones_first_look():
    for shown in pictures():
        lands = list(zip(shown.lands, place_names(shown), strict=False))

        assert [land.name for land, name in lands if name.spots[0] is None] == []
        first_look = next(place for place, distance in enumerate(DISTANCES) if distance >= 2.0)
        prestige = [name.spots[first_look] is not None for land, name in lands if land.category == "prestige"]
        assert sum(prestige) >= 3


@pytest.mark.parametrize("seed", range(1, 7))
def test_lords_are_named_beside_their_bands_from_near(seed: int):
    found = full_map(seed)
    for band in found.board.bands.values():
        assert band.lord is not None
        (event,) = engine.decide(found, DescribeLord(band.owner, lord=band.lord.id, name="Isaut"))  # type: ignore[misc]
        found = engine.evolve(found, event)
    shown = picture(engine.view(found, None), "fr", NAMES)
    names = place_names(shown)

    assert [name.text for name in names if name.kind == "lord" and name.spots[0]] == ["Isaut"] * len(shown.bands)


def test_a_long_name_is_written_on_two_lines_and_no_line_ends_with_a_small_word():
    assert map_svg.lines("Tour du Corbeau") == ("Tour", "du Corbeau")
    assert map_svg.lines("Ziggurat aux Mille Marches") == ("Ziggurat", "aux Mille Marches")
    assert map_svg.lines("Raven Tower") == ("Raven Tower",)
    assert map_svg.lines("Rochefortsurmer") == ("Rochefortsurmer",)


def area(ground: tuple[tuple[float, float], ...]) -> float:
    turned = zip(ground, (*ground[1:], ground[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in turned)) / 2


def test_grounds_surround_their_places_and_do_not_overlap():
    places = tuple((land.x, land.y) for land in default_map().territories.values())
    found = territory_polygons(places)

    for place, ground in zip(places, found, strict=True):
        for x, y in ground:
            own = (x - place[0]) ** 2 + (y - place[1]) ** 2
            assert all(own <= (x - a) ** 2 + (y - b) ** 2 + 0.01 for a, b in places)
    assert sum(map(area, found)) < 1300 * 1000


def test_each_player_has_a_colour_of_their_own_arms():
    found = player_colours(NAMES)

    assert len(set(found)) == 6
    assert Tincture.ARGENT not in found
    assert dict(zip(NAMES, found, strict=True))["David"] == Tincture.VERT


def test_two_players_of_one_name_have_two_colours():
    assert len(set(player_colours(("Ana", "Ana")))) == 2


@pytest.mark.django_db
def test_a_territory_has_a_card_with_its_bands_and_the_marches_that_lead_there():
    war()
    advance("campaign-declare")
    speaker = desk().awaits(WAR, None)[0].seat
    client = player(speaker, WAR)
    place, target = re.findall(r'name="band" value="(\d+)".*?<option value="(T\d\d)">', text(client), re.DOTALL)[0]
    card = client.get(f"/g/{WAR}/campaign/land", {"at": target}, headers={"HX-Request": "true"}).content.decode()

    assert "<html" not in card
    assert f'name="band" value="{place}"' in card
    assert send(client, type="DeclareMove", band=place, path=target) == 302
    after = client.get(f"/g/{WAR}/campaign/land", {"at": target}).content.decode()
    assert "<html" in after
    assert "a déjà bougé" in after
    assert "marche ici" not in passer_by().get(f"/g/{WAR}/campaign/land", {"at": target}).content.decode()
    assert client.get(f"/g/{WAR}/campaign/land", {"at": "T99"}).status_code == 404


@pytest.mark.django_db
def test_two_bands_whose_lords_have_no_name_are_told_apart_wherever_they_stand():
    stand("declare", bands=["1 ana T01: 6", "2 ana T01: 4"], order=["ben", "ana"])
    card = spaced(text(player(ANA, WAR), "campaign/land?at=T02"))
    page, sheet = spaced(text(player(ANA, WAR))), text(passer_by(), "campaign/sheet")

    assert ["Bande 1 marche ici" in card, "Bande 2 marche ici" in card] == [True, True]
    assert ["bande 1 · 6 pt" in page, "bande 2 · 4 pt" in page] == [True, True]
    assert re.findall(r'<option value="10[12]">([^<]*)</option>', page) == [
        "seigneur de la bande 1 · Moulin du Gué", "seigneur de la bande 2 · Moulin du Gué",
    ]  # fmt: skip
    assert ["Bande 1" in sheet, "Bande 2" in sheet] == [True, True]


@pytest.mark.django_db
def test_a_shared_chronicle_does_not_tell_what_its_sender_has_sealed():
    war(starting_pp=30)
    advance("campaign-bid")
    send(player(ANA, WAR), type="PlaceBid", amount=7)
    shared = {who: text(client, "campaign/chronicle.html") for who, client in _readers().items()}

    assert "mise 7 PP" in text(player(ANA, WAR))
    assert "mise 7 PP" not in shared["ana"]
    assert "mise 7 PP" not in text(player(ANA, WAR), "campaign/chronicle")
    assert shared["ana"] == shared["ben"] == shared["passer-by"]


def _readers() -> dict[str, Client]:
    return {"ana": player(ANA, WAR), "ben": player(BEN, WAR), "passer-by": passer_by()}


@pytest.mark.django_db
def test_a_shared_chronicle_needs_nothing_from_anywhere():
    war()
    advance("campaign-declare")
    page = text(passer_by(), "campaign/chronicle.html")

    assert re.findall(r'(?:src|href)="(?!#)[^"]*"|url\((?!#)', page) == []
    assert page.count('<symbol id="land-tower"') == 1
    assert state().people.names[ANA] in page


@pytest.mark.django_db
def test_the_chronicle_tells_of_lords_and_of_what_was_recruited_and_built():
    war(starting_pp=9, turns=4)
    advance("campaign-declare")
    for seat, name in ((ANA, "Isaut"), (BEN, "Bohort")):
        for band in [band for band in state().board.bands.values() if band.owner == seat]:
            assert band.lord is not None
            player(seat, WAR).post(f"/g/{WAR}/send", {"type": "DescribeLord", "lord": band.lord.id, "name": name})
    advance("no such thing", "random")
    told = text(passer_by(), "campaign/chronicle.html")

    assert re.search(r"(Isaut \(Ana\)|Bohort \(Ben\)) avance.: [A-Z][^→]+ → [A-Z]", told)
    assert re.search(r"bâtit un village \([A-Z]", told)
    assert re.search(r"[A-Z]\w+.: \w+ recrute \d+ points", told)
    assert re.findall(r"bande \d+|scellé", told) == []


@pytest.mark.django_db
def test_going_back_is_one_sentence_on_the_page_and_none_in_the_chronicle():
    war()
    advance("campaign-declare")
    before = text(passer_by(), "campaign/chronicle.html")
    sequence = desk().history(WAR).sequence
    advance("campaign-build")
    last = desk().history(WAR).sequence
    assert last - sequence > 2
    host().post(f"/g/{WAR}/campaign/back", {"entry": sequence + 1, "last": last})
    page = text(passer_by())

    assert f"revient en arrière de {last - sequence} actions" in page
    assert "annule la ligne" not in page
    assert text(passer_by(), "campaign/chronicle.html") == before


def march_on(roads: int) -> tuple[Seat, tuple[str, ...]]:
    """The speaker marches so many roads; who, and the territories from the first to the last."""
    speaker = desk().awaits(WAR, None)[0].seat
    moves = [move for move in engine.legal(state(), speaker) if isinstance(move, DeclareMove)]
    move = next(move for move in moves if len(move.path) == roads)
    start = state().board.bands[move.band].territory
    assert send(player(speaker, WAR), type="DeclareMove", band=move.band, path="\n".join(move.path)) == 302
    return speaker, (start, *move.path)


@pytest.mark.django_db
def test_the_whole_way_of_a_band_is_drawn_on_the_map_the_sheet_and_the_shared_page():
    war(map=ISLAND, starting_bands=1)
    advance("campaign-declare")
    _speaker, stops = march_on(roads=2)
    lands = state().game.map.territories
    middle = lands[stops[1]]

    for address in ("", "campaign/sheet", "campaign/chronicle", "campaign/chronicle.html"):
        page = text(passer_by(), address)
        ways = re.findall(r'<g class="ways">(.*?)</g>', page)
        (line,) = re.findall(r'd="(M[^"]*L[^"]*L[^"Z]*)"', ways[-1])
        assert f"L{middle.x} {middle.y}L" in line, address
    assert '<g class="ways"></g>' in text(passer_by(), "campaign/chronicle?at=0")


@pytest.mark.django_db
def test_ways_are_offered_the_shortest_first():
    war(map=ISLAND, starting_bands=1)
    advance("campaign-declare")
    page = text(player(desk().awaits(WAR, None)[0].seat, WAR))
    (options,) = re.findall(r'<select name="path">(.*?)</select>', page, re.DOTALL)
    lengths = [value.count(" ") for value in re.findall(r'<option value="([^"]*)"', options)]

    assert lengths == sorted(lengths)
    assert lengths.count(1) > 1


@pytest.mark.django_db
def test_the_chronicle_of_a_turn_runs_forward():
    war(map=ISLAND, starting_bands=1)
    advance("campaign-declare")
    first, _stops = march_on(roads=1)
    second, _stops = march_on(roads=1)
    story = text(passer_by(), "campaign/chronicle")
    told = re.findall(r"<li( class=\"now\")?>([^<]* (?:déplace|marche)[^<]*)</li>", story)

    assert [name for _now, sentence in told for name in ("Ana", "Ben") if name in sentence] == [
        state().people.names[first],
        state().people.names[second],
    ]
    assert [bool(now) for now, _sentence in told] == [False, True]
