"""Names are free: every page of a game of every engine shows them, and shows them as they are written."""

from __future__ import annotations

import json
from html import escape
from typing import Any

import pytest
from django.test import Client

from heraut import catalogue
from heraut.kernel import OFFICIALS, Refusal, Seat, StreamId, decode, encode
from heraut.kernel.journal import Header
from heraut.skirmish.samples import ambush
from heraut.web.desk import desk, now
from heraut.web.permissions import Role
from web import test_tournament
from web.build import holder, host
from web.hostile import _Forms

pytestmark = pytest.mark.django_db
MARK = "<b data-hostile>"
NAMES = (f"{MARK}Ana</b> 1/2", "Fate", 'Chloé "d\'Île" & Cie', "🛡 李 ../.. ?a=b#c %2F")
SEATS = {f"p{place}": name for place, name in enumerate(NAMES)}
TWO = dict(list(SEATS.items())[:2])


def fight() -> Any:
    """The ambush, its fighters called as nobody would."""
    plain = json.loads(encode(ambush()))
    plain["players"] = {seat: f"{MARK}{name}" for seat, name in plain["players"].items()}
    called: dict[str, str] = {}
    for place, entry in enumerate(plain["fighters"]):
        called[entry["id"]] = f"{NAMES[place % 4]} {place}"
        entry["id"] = called[entry["id"]]
        entry["unit"] = f"{MARK}{entry['unit']}" if entry.get("unit") else ""
        entry["sheet"]["name"] = f"{MARK}{place}"
    for entry in plain["fighters"]:
        if entry.get("chief"):
            entry["chief"] = called.get(entry["chief"], f"{called.get(entry['chief'][:-2], '')}{entry['chief'][-2:]}")
    return plain


SETTINGS: dict[str, tuple[str, Any]] = {
    "auction": ("auction", {"bidders": SEATS, "lots": [f"{MARK}helm"]}),
    "saga": ("tournament", {"format": "saga", "allowed_ages": ["dark"], "players": SEATS}),
    "steamroller": ("tournament", {"format": "steamroller", "size": 35, "players": SEATS}),
    "campaign": (
        "campaign",
        {"players": [{"seat": seat, "name": name, "faction": f"{MARK}{name}"} for seat, name in SEATS.items()]},
    ),
    "match": ("match", {"scenario": "capture", "players": TWO}),
    "skirmish": ("skirmish", fight()),
}


def opened(name: str) -> StreamId:
    engine, settings = SETTINGS[name]
    read = decode(encode(settings), catalogue.engine(engine).settings)
    header = desk().open(stream=StreamId(name), engine=engine, title=f"{MARK}Coupe", settings=read, at=now())
    assert isinstance(header, Header), header if isinstance(header, Refusal) else ""
    return header.stream


def pages(client: Client, stream: str) -> dict[str, Any]:
    """Every page of the game this visitor can get to by links."""
    client.raise_request_exception = False
    found, waiting = {}, [f"/g/{stream}/", f"/g/{stream}/log", f"/g/{stream}/welcome", f"/g/{stream}/seats"]
    while waiting and len(found) < 80:
        path = waiting.pop(0).partition("#")[0]
        if path in found or f"/g/{stream}/" not in path or path.endswith(("/live", ".pdf", "/export")):
            continue
        found[path] = client.get(path, follow=True)
        read = _Forms()
        read.feed(found[path].content.decode(errors="replace"))
        waiting += [link if link.startswith("/") else f"{path.partition('?')[0]}{link}" for link in read.links]
    return found


@pytest.mark.parametrize("name", SETTINGS)
def test_every_page_of_a_game_shows_any_name_and_escapes_it(name: str):
    stream = opened(name)
    seats = [seat for seat in desk().engine(stream).seats(desk().history(stream).state) if seat not in OFFICIALS]
    visitors = [host(), *(holder(Role.PLAYER, Seat(seat), stream=stream) for seat in seats[:2])]
    answers = [(path, answer) for client in visitors for path, answer in pages(client, stream).items()]

    assert [(path, answer.status_code) for path, answer in answers if answer.status_code >= 500] == []
    html = {path: answer.content.decode() for path, answer in answers if "html" in answer.headers["Content-Type"]}
    assert [path for path, text in html.items() if MARK in text] == []
    assert escape(MARK) in html[f"/g/{stream}/"]
    assert len(html) >= 4


@pytest.mark.parametrize("name", SETTINGS)
def test_what_programs_are_told_holds_the_names_as_they_are(name: str):
    stream, client = opened(name), host()

    assert client.get(f"/api/streams/{stream}/view").json()["title"] == f"{MARK}Coupe"
    assert client.get(f"/api/streams/{stream}/log").status_code == 200


def test_a_round_between_people_of_any_name_is_played_and_printed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(test_tournament, "NAMES", {Seat(seat): name for seat, name in SEATS.items()})
    stream = test_tournament.playing(test_tournament.saga(players=SEATS))
    client = host()
    answers = pages(client, stream)
    answers["paper"] = client.get(f"/g/{stream}/tournament/papers/pairings.pdf")
    for file in ("results.csv", "entries.csv"):
        answers[file] = client.get(f"/g/{stream}/tournament/files/{file}")

    assert [(path, answer.status_code) for path, answer in answers.items() if answer.status_code >= 500] == []
    shown = {path: answer for path, answer in answers.items() if "html" in answer.headers.get("Content-Type", "")}
    assert [path for path, answer in shown.items() if MARK in answer.content.decode()] == []


@pytest.mark.parametrize("typed", ["Fate\nOrganiser\nAna\nAna\n李\n王\n<b>", "a b\nÉ\n/\n.\n..\n🛡"])
def test_whoever_is_typed_in_has_a_seat_of_their_own(typed: str):
    client = host()
    answer = client.post("/new/auction/", {"bidders": typed, "lots": "helm"})
    stream = StreamId(answer["Location"].split("/")[2])
    names = desk().engine(stream).seats(desk().history(stream).state)
    names = {seat: name for seat, name in names.items() if seat not in OFFICIALS}

    assert list(names.values()) == typed.split("\n")
    assert client.get(f"/g/{stream}/").status_code == 200
