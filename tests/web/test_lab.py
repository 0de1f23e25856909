"""Would four rounds do? From the form of a new event to an answer that says how sure it is."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client

from heraut.web.helper_process import HelperProcess
from heraut.web.rooms.lab import pages
from heraut.web.rooms.lab.trials import Trials
from web.build import host, laid_out, passer_by

pytestmark = pytest.mark.django_db
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


def answered(client: Client, address: str, **headers: str) -> str:
    """The part of the page once the lab has answered, or could not."""
    begun = time.monotonic()
    while True:
        page = client.get(f"/lab/rounds/answer?{address}", headers={"HX-Request": "true", **headers}).content.decode()
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


@pytest.mark.parametrize("settings", ["{", "[]", '{"format":"chess"}', '{"format":"saga","allowed_ages":[7]}'])
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
    client.post("/lab/rounds/stop", asked)
    said = answered(client, address)

    assert "Arrêté" in said
    assert "Arrêter" not in said
    assert "hx-get" in client.get(f"/lab/rounds?{address}").content.decode(), "it is begun anew"


def test_a_lab_that_dies_says_so_and_the_next_question_is_answered(monkeypatch: pytest.MonkeyPatch):
    client, address = host(), urlencode({"players": 8, "rounds": 3})
    with monkeypatch.context() as patched:
        patched.setattr("heraut.web.rooms.lab.trials.rounds.pieces", _dies)
        assert "arrêté en chemin" in answered(client, address)

    assert "4 joueurs, il n" in answered(client, urlencode({"players": 4, "rounds": 9}))
    assert "hx-get" in client.get(f"/lab/rounds?{address}").content.decode(), "who opens the page asks anew"


def _dies(*_: object) -> None:
    os._exit(1)


def test_nobody_but_who_may_open_events_keeps_the_lab_busy():
    assert passer_by().get("/lab/rounds").status_code in (302, 403)
    assert passer_by().get("/lab/rounds/answer?rounds=3").status_code in (302, 403)
    assert passer_by().post("/lab/rounds/stop", {"rounds": 3}).status_code in (302, 403)
