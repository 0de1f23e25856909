"""The pages of the odds, as a visitor without scripts meets them."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from heraut.kernel import Seat, StreamId
from heraut.scenario.settings import Settings
from heraut.web.desk import desk, now
from heraut.web.headers import POLICY
from web.build import passer_by, player

pytestmark = pytest.mark.django_db
ADDRESSES = [
    "/odds/",
    "/odds/?kind=shoot&a.unit=warrior.bow&variant=on",
    "/odds/?kind=marker&a.unit=war_chariot.javelins",
    "/odds/table",
    "/odds/abuse?fatigue=1",
    "/odds/band?warrior=20&lieutenant.traded=1&lieutenant.traded.with=warrior&points=3",
]


def page(address: str, language: str = "fr") -> str:
    client = Client()
    client.post("/language", {"language": language})
    return client.get(address).content.decode()


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_page_answers_and_has_nothing_inline(address: str, language: str):
    client = Client()
    client.post("/language", {"language": language})
    answer = client.get(address)
    text = answer.content.decode()

    assert answer.status_code == 200
    assert answer.headers["Content-Security-Policy"] == POLICY
    assert re.findall(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=", text) == []


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_control_has_a_name(address: str):
    text = page(address)
    ids = re.findall(r'<(?:input|select|textarea)(?![^>]*type="(?:hidden|radio)")[^>]*\bid="([^"]+)"', text)

    assert ids
    assert [id for id in ids if f'for="{id}"' not in text] == []


def test_the_address_is_the_question():
    text = page("/odds/?a.unit=levy.none&a.figures=12&d.unit=warrior.none&d.figures=8&d.close_ranks=on")

    assert '<option value="levy.none" selected>' in text
    assert "12 × Levées" in text
    assert "Repoussée" in text


def test_the_address_says_only_what_a_fresh_page_has_not():
    asked = {"kind": "charge", "a.unit": "levy.none", "a.figures": "9", "a.fatigue": "0", "a.cover": "none"}
    rules = {"o.rounding": "up", "o.light_cover_defence": "0", "o.primitive_floor": "0"}
    answer = Client().get("/odds/", {**asked, **rules})

    assert answer.headers["HX-Push-Url"] == "/odds/?a.unit=levy.none&a.figures=9&o.light_cover_defence=0"


def test_an_illegal_question_says_why_with_its_clause():
    text = page("/odds/?d.unit=warrior.bow&d.close_ranks=on")

    assert "ne peut pas serrer les rangs" in text
    assert "CORE-CLOSE-2" in text


def test_a_variant_begins_as_a_copy_and_stands_beside_the_first():
    text = page("/odds/?a.unit=levy.none&a.figures=9&variant=on")

    assert text.count("9 × Levées") == 2
    changed = page("/odds/?a.unit=levy.none&a.figures=9&variant=on&v.a.unit=levy.none&v.a.figures=10")
    assert "10 × Levées" in changed


def test_an_organisers_rule_changes_the_answer_and_is_told_with_our_default():
    text = page("/odds/?a.unit=hearthguard.none&a.figures=12&o.pool_cap=4")

    assert "Choix de l&#x27;organisateur" in text
    assert "notre choix par défaut\N{NO-BREAK SPACE}: 16" in text
    assert "Choix de l&#x27;organisateur" not in page("/odds/?o.pool_cap=many&o.rounding=sideways")


@pytest.mark.parametrize("value", ["", "-3", "x", "9999999999", "²"])
def test_what_is_no_number_does_no_harm(value: str):
    client = Client()

    assert client.get("/odds/", {"a.figures": value, "a.fatigue": value}).status_code == 200


def test_the_table_names_lines_it_cannot_read():
    text = page("/odds/table?mine=8+warrior.none%0Afoo&theirs=12+levy.none")

    assert "<code>foo</code>" in text
    assert text.count('class="heat-') == 1


def test_an_abuse_of_power_is_rolled_for_the_table():
    text = page("/odds/abuse?roll=on")

    assert "odds-roll" in text
    assert "AM-ABUSE-5" in page("/odds/abuse?fatigue=4")


def test_a_band_is_checked_and_printed():
    query = "warrior=20&lieutenant.traded=1&lieutenant.traded.with=warrior&points=3"
    text = page(f"/odds/band?{query}")
    sheet = Client().get(f"/odds/band.pdf?{query}")

    assert "3 points sur 3" in text
    assert sheet.headers["Content-Type"] == "application/pdf"
    assert sheet.content.startswith(b"%PDF")


def test_an_illegal_band_is_not_printed():
    answer = Client().get("/odds/band.pdf?warrior=21")

    assert answer.status_code == 422
    assert "CORE-PTS-3" in answer.content.decode()


MATCH, ANA, BEN = StreamId("table-9"), Seat("ana"), Seat("ben")
FIGHT = "a.unit=hearthguard.none&a.figures=1&d.unit=warrior.none&d.figures=1"


def match() -> StreamId:
    settings = Settings(scenario="clash", players={ANA: "Ana", BEN: "Ben"})
    desk().open(stream=MATCH, engine="match", title="Table 9", settings=settings, at=now())
    return MATCH


def luck() -> list[tuple[str, int, int]]:
    history = desk().history(MATCH)
    return [(told.player, told.dice, told.successes) for told in history.engine.view(history.state, None).luck]


def test_a_roll_is_noted_for_a_player_and_ranked():
    match()
    ana = player(ANA, MATCH)
    told = ana.post(f"/odds/luck/{MATCH}/note", {"player": "ben", "faces": "6 5 1", "target": "5"}, follow=True)

    assert luck() == [(BEN, 3, 2)]
    assert "2 réussites sur 3 dés ; 1,0 attendues" in told.content.decode()


@pytest.mark.parametrize(
    ("fields", "status"), [({"faces": "7"}, 400), ({"faces": ""}, 400), ({"faces": "1", "player": "x"}, 409)]
)
def test_what_is_no_roll_is_not_noted(fields: dict[str, str], status: int):
    match()

    assert player(ANA, MATCH).post(f"/odds/luck/{MATCH}/note", {"player": "ana", **fields}).status_code == status
    assert luck() == []


def test_a_fight_typed_pool_after_pool_is_noted_once_it_has_ended():
    match()
    ana, asked = player(ANA, MATCH), {"question": FIGHT, "attacker": "ana"}
    first = ana.post(f"/odds/luck/{MATCH}/fight", asked).content.decode()
    assert "attaque : 2 dés" in first
    ana.post(f"/odds/luck/{MATCH}/fight", {**asked, "faces": "66"})
    assert luck() == []
    ended = ana.post(f"/odds/luck/{MATCH}/fight", {**asked, "sofar": "6 6 1", "faces": "1 1"}).content.decode()

    assert "Pertes : 1 · Restent : 0" in ended
    assert luck() == [(ANA, 2, 2), (BEN, 3, 0)]


def test_a_fight_drawn_is_noted_at_once():
    match()
    player(BEN, MATCH).post(f"/odds/luck/{MATCH}/fight", {"question": FIGHT, "attacker": "ben", "draw": "on"})

    assert luck()[0][0] == BEN


def test_only_those_at_the_table_are_offered_to_fight_it_out():
    match()

    assert "Jouer ce combat" in player(ANA, MATCH).get(f"/odds/?game={MATCH}").content.decode()
    assert "Jouer ce combat" not in passer_by().get(f"/odds/?game={MATCH}").content.decode()
    assert passer_by().get("/odds/?game=nothing-there").status_code == 200
    assert "Noter un jet" not in passer_by().get(f"/odds/luck/{MATCH}").content.decode()
