"""Would four rounds do? From the form of a new event to an answer that says how sure it is."""

from __future__ import annotations

import csv
import json
import os
import re
import time
from collections.abc import Iterator
from html import unescape
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from msgspec.structs import replace
from pyarrow import parquet

from heraut import catalogue
from heraut.campaign.map import default_text
from heraut.journal.transfer import import_stream
from heraut.kernel.names import LOCAL, ORGANISER, ActorId, CommandId, StreamId
from heraut.skirmish.game_master import Mend
from heraut.skirmish.settings import Rolls
from heraut.skirmish.sheet_text import duel_of_warriors
from heraut.tournament.results import EndEvent
from heraut.tournament.saga.settings import SagaSettings
from heraut.web.desk import desk, journal, now, submit
from heraut.web.game import new_id
from heraut.web.helper_process import HelperProcess
from heraut.web.rooms.lab import pages
from heraut.web.rooms.lab.trials import Trials
from web.build import host, laid_out, passer_by

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parents[1] / "golden" / "streams"
PATIENCE = 90
"""Seconds: on a new machine the lab is compiled first."""
FORM = {
    "format": "saga", "preset": "one_day", "swiss_rounds": "4", "ranking_round": "false", "age": "dark", "budget": "6",
    "round_minutes": "100", "title": "Printemps",
}  # fmt: skip


@pytest.fixture(scope="module")
def helper() -> Iterator[HelperProcess]:
    """One for all, since loading the lab takes seconds; not of low priority, or a busy machine starves it."""
    one = HelperProcess("lab", nice=0)
    yield one
    one.end()


@pytest.fixture(autouse=True)
def a_lab_of_its_own(helper: HelperProcess, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "TRIALS", Trials(helper))
    monkeypatch.setattr(pages, "RUNS", 200)
    monkeypatch.setattr(pages, "GAMES", 4)


def answered(client: Client, address: str, at: str = "rounds", **headers: str) -> str:
    """The part of the page once the lab has answered, or could not."""
    begun = time.monotonic()
    while True:
        page = client.get(f"/lab/{at}/answer?{address}", headers={"HX-Request": "true", **headers}).content.decode()
        if "hx-get" not in page:
            return laid_out(unescape(page))
        assert time.monotonic() - begun < PATIENCE, page
        time.sleep(0.02)


def test_the_form_of_a_new_event_leads_to_the_question_with_what_was_typed():
    client = host()
    form = laid_out(client.get("/new/tournament/?preset=saga-one_day").content.decode())
    first, asks = re.findall(r"<button[^>]*>", form)[:2], 'formaction="/lab/rounds" formtarget="_blank"'

    assert asks in form
    assert asks not in first[0], "Enter opens the event"
    sent = client.post("/lab/rounds", FORM)
    assert sent.status_code == 302
    page = laid_out(client.get(sent.url).content.decode())
    (settings,) = parse_qs(urlsplit(sent.url).query)["settings"]
    assert json.loads(settings)["swiss_rounds"] == 4
    assert json.loads(settings)["round_minutes"] == 100
    assert "budget" not in json.loads(settings)
    assert 'name="rounds" min="1" max="30" value="4"' in page
    assert "lab-answer" not in page, "nothing runs before somebody asks"


def test_a_form_that_cannot_be_read_yet_is_told_and_the_preset_is_tried():
    client = host()
    sent = client.post("/lab/rounds", FORM | {"swiss_rounds": "many"}, follow=True)
    page = laid_out(sent.content.decode())

    assert "Réglages pas encore lisibles" in page
    assert 'name="rounds" min="1" max="30" value="3"' in page


@pytest.mark.parametrize(
    ("language", "verdict", "sure"),
    [("fr", r"(Oui|Non)\b.*Prenez \d ronde", "Sûr à"), ("en", r"(Yes|No)\b.*Choose \d round", r"\d% sure")],
)
def test_the_answer_is_a_sentence_that_says_how_sure_it_is_with_a_table_and_pictures(
    language: str, verdict: str, sure: str
):
    settings = {"format": "saga", "allowed_ages": ["dark"]}
    address = urlencode({"settings": json.dumps(settings), "players": 8, "rounds": 3})
    said = answered(host(), address, **{"Accept-Language": language})

    assert re.search(verdict, said), said
    assert re.search(sure, said), said
    assert said.count("<svg") == 3
    assert [re.sub(r"\D", "", name) for name in re.findall(r'<th scope="col" class="num">([^<]+)', said)] == list("234")
    assert "rounds=2" in said
    assert "rounds=4" in said


def test_a_steamroller_is_asked_about_in_the_same_way():
    address = urlencode({"settings": '{"format":"steamroller","size":35}', "players": 16})
    page = laid_out(host().get(f"/lab/rounds?{address}").content.decode())

    assert 'name="rounds" min="1" max="30" value="4"' in page, "as many as its table gives"
    assert "<svg" in answered(host(), address + "&rounds=4")


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"players": 4, "rounds": 9}, "4 joueurs, il n"),
        (
            {"settings": '{"format":"saga","allowed_ages":["dark"],"standings_order":["wins","wins"]}'},
            "Critères inconnus",
        ),
    ],
)
def test_what_cannot_be_held_is_one_sentence(asked: dict[str, object], told: str):
    said = answered(host(), urlencode({"rounds": 3, **asked}))

    assert 'role="alert"' in said
    assert told in said
    assert "<svg" not in said


@pytest.mark.parametrize(
    "settings", ["{", "[" * 3000, "[]", '{"format":"chess"}', '{"format":"saga","allowed_ages":[7]}']
)
def test_strange_settings_in_an_address_are_bad_input(settings: str):
    assert host().get("/lab/rounds", {"settings": settings, "rounds": 3}).status_code == 400


def test_what_is_stopped_tells_what_was_done_and_may_be_asked_again(monkeypatch: pytest.MonkeyPatch):
    tables = '{"format":"saga","allowed_ages":["dark"],"no_repeated_table":true}'
    monkeypatch.setattr(pages, "RUNS", 1500)
    asked = {"settings": tables, "players": 32, "rounds": 3}
    client, address = host(), urlencode(asked)
    begun = time.monotonic()
    while 'value="0"' in (page := client.get(f"/lab/rounds?{address}").content.decode()):
        assert time.monotonic() - begun < PATIENCE
        time.sleep(0.02)
    assert "Arrêter" in page
    stopping = client.post("/lab/rounds/stop", asked, headers={"HX-Request": "true"}).content.decode()
    assert "Arrêter" not in stopping, "nobody stops it twice"
    said = answered(client, address)

    assert "Arrêté" in said
    assert "Arrêter" not in said
    assert "hx-get" in client.get(f"/lab/rounds?{address}").content.decode(), "it is begun anew"


def test_a_lab_that_dies_says_so_and_the_next_question_is_answered(monkeypatch: pytest.MonkeyPatch):
    client, address = host(), urlencode({"players": 8, "rounds": 3})
    with monkeypatch.context() as patched:
        patched.setattr("heraut.web.rooms.lab.trials.questions.pieces", _dies)
        assert "arrêté en chemin" in answered(client, address)

    assert "4 joueurs, il n" in answered(client, urlencode({"players": 4, "rounds": 9}))
    assert "hx-get" in client.get(f"/lab/rounds?{address}").content.decode(), "who opens the page asks anew"


def _dies(*_: object) -> None:
    os._exit(1)


def test_nobody_but_who_may_open_events_keeps_the_lab_busy():
    assert passer_by().get("/lab/rounds").status_code in (302, 403)
    assert passer_by().get("/lab/rounds/answer?rounds=3").status_code in (302, 403)
    assert passer_by().post("/lab/rounds/stop", {"rounds": 3}).status_code in (302, 403)


def downloaded(client: Client, said: str) -> dict[str, bytes]:
    """The files that the answer offers, by the end of their names."""
    files = {}
    for address in re.findall(r'href="([^"]+)" download', said):
        answer = client.get(unescape(address))
        named = re.search(r'filename="heraut-lab-\w+\.(\w+)"', answer["Content-Disposition"])
        assert named is not None
        files[named[1]] = answer.content
    return files


def measures_of(files: dict[str, bytes]) -> set[str]:
    """What the CSV tells of; Parquet tells the same, and the report speaks both languages."""
    rows = list(csv.DictReader(files["csv"].decode().splitlines()))
    table = parquet.read_table(BytesIO(files["parquet"])).to_pylist()
    page = files["html"].decode()

    assert set(files) == {"html", "json", "csv", "parquet"}
    assert [(row["subject"], row["measure"], float(row["value"])) for row in rows] == [
        (row["subject"], row["measure"], row["value"]) for row in table
    ]
    assert page.count('<section lang="fr">') == page.count('<section lang="en">') == 1
    assert "<svg" in page
    assert json.loads(files["json"])["said"].keys() == {"fr", "en"}
    return {row["measure"] for row in rows}


def test_an_answer_is_taken_away_as_files():
    client, address = host(), urlencode({"players": 8, "rounds": 3})
    files = downloaded(client, answered(client, address))

    assert {"best_wins", "top_kept", "winner", "minutes"} <= measures_of(files)
    assert json.loads(files["json"])["seed"] == 1
    early = client.get(f"/lab/rounds/file/csv?{urlencode({'players': 9, 'rounds': 3})}")
    assert (early.status_code, early.url.startswith("/lab/rounds?")) == (302, True), "to where it can be waited for"
    assert client.get(f"/lab/rounds/file/exe?{address}").status_code == 404


def test_an_event_that_is_over_is_understood_from_its_page():
    lines = (GOLDEN / "form-2-tournament-saga.jsonl").read_bytes().splitlines(keepends=True)
    stream = import_stream(journal(), lines, catalogue.engine, judged=False).stream
    client = host()
    assert f'href="/lab/event/{stream}?go=1"' in client.get(f"/g/{stream}/").content.decode()
    assert "lab-answer" not in client.get(f"/lab/event/{stream}").content.decode(), "nothing runs before one asks"
    said = answered(client, "go=1", at=f"event/{stream}")

    assert "Avec d’autres tirages des appariements" in said
    assert "gardent leur résultat" in said, "what is assumed is said"
    assert {"strength", "pairing_luck", "wins", "rank"} <= measures_of(downloaded(client, said))
    assert passer_by().get(f"/lab/event/{stream}?go=1").status_code in (302, 403)


def test_a_map_is_judged_from_the_editor():
    client = host()
    assert 'formaction="/lab/map"' in client.get("/map/draw").content.decode()
    sent = client.post("/lab/map", {"map": default_text(), "players": "2"})
    assert sent.status_code == 302
    assert "votre carte" in client.get(sent.url).content.decode()
    said = answered(client, urlsplit(sent.url).query, at="map")

    assert "Cette carte" in said
    assert {"start_wins", "victory", "turns"} <= measures_of(downloaded(client, said))


def test_a_map_that_cannot_be_played_is_one_sentence():
    client = host()
    sent = client.post("/lab/map", {"map": "poem", "players": "2"})

    assert 'role="alert"' in answered(client, urlsplit(sent.url).query, at="map")
    for text in ("%%%", "\N{ARABIC-INDIC DIGIT THREE}", "_w==", "eJz7DwABAAEA"):  # no base64, cut short, no UTF-8
        assert client.get("/lab/map", {"map": text, "players": "2"}).status_code == 400


def test_settings_cut_short_on_their_way_are_told_to_be():
    told = host().get("/lab/rounds", {"settings": '{"format":"saga","allowed_a'})

    assert told.status_code == 400
    assert "Le texte s’arrête avant la fin" in unescape(told.content.decode())


def test_an_event_that_ended_before_its_first_result_has_nothing_to_understand():
    client, settings = host(), SagaSettings(allowed_ages=("dark",))
    desk().open(stream=StreamId("cup"), engine="tournament", title="Cup", settings=settings, at=now())
    ended = EndEvent(seat=ORGANISER, reason="orage")
    submit(StreamId("cup"), ended, command_id=CommandId(new_id()), actor=ActorId("test"), sender=LOCAL)

    assert "Aucune partie de ce tournoi n’a de résultat" in answered(client, "go=1", at="event/cup")


def test_two_bands_fight_as_their_page_lists_them():
    client = host()
    asked = {"mine": "8 Guerriers\n6 Gardes", "theirs": "12 Levées"}
    said = answered(client, urlencode(asked), at="fight")

    assert "Sans l’unité 2, Gardes" in said
    assert {"wins", "eliminates", "takes"} <= measures_of(downloaded(client, said))
    wrong = client.get("/lab/fight", asked | {"mine": "8 dragons"}).content.decode()
    assert "<code>8 dragons</code>" in wrong
    assert "lab-answer" not in wrong


def test_a_skirmish_is_fought_before_it_is_played():
    client, settings = host(), duel_of_warriors()
    desk().open(stream=StreamId("duel"), engine="skirmish", title="Duel", settings=settings, at=now())
    assert 'href="/lab/skirmish/duel?go=1"' in client.get("/g/duel/").content.decode()
    said = answered(client, "go=1", at="skirmish/duel")

    assert "l’emporte" in said
    assert "depuis son début" in client.get("/lab/skirmish/duel").content.decode()
    assert {"wins", "turns", "cause"} <= measures_of(downloaded(client, said))


def test_a_skirmish_under_way_is_fought_on_from_where_it_stands():
    client, duel = host(), StreamId("duel")
    settings = replace(duel_of_warriors(), options=replace(duel_of_warriors().options, rolls=Rolls.AT_ONCE))
    desk().open(stream=duel, engine="skirmish", title="Duel", settings=settings, at=now())
    client.post("/g/duel/skirmish/at-once", {"type": "BeginFight"})
    hurt = Mend(who="Brennos", wounds=-4, fatigue=-6)
    submit(duel, hurt, command_id=CommandId(new_id()), actor=ActorId("test"), sender=LOCAL)

    said = answered(client, "go=1", at="skirmish/duel")

    assert "telle qu’elle est au tour 1" in unescape(client.get("/lab/skirmish/duel").content.decode())
    assert re.search(r"Éburons l’emporte dans (100|9\d)", said)
