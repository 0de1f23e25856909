"""Names are free: every page of a game of every engine shows them, and shows them as they are written."""

from __future__ import annotations

import json
import re
from html import escape, unescape
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from heraut import catalogue
from heraut.kernel.codec import decode, encode
from heraut.kernel.journal import Header
from heraut.kernel.message import Roll
from heraut.kernel.names import LOCAL, OFFICIALS, ORGANISER, ActorId, CommandId, Seat, StreamId, is_id
from heraut.kernel.refusal import Refusal
from heraut.scenario.facts import Facts, Figure, ScoringUnit, Side
from heraut.scenario.roles import StateRoles
from heraut.scenario.setup import SkipSetup
from heraut.scenario.signing import SweepEdges
from heraut.scenario.turns import EndTurn
from heraut.skirmish.ending import CallOff, EndFight
from heraut.skirmish.secrecy import Uncover
from heraut.skirmish.sheet_text import ambush
from heraut.skirmish.turn import BeginFight, Proceed
from heraut.web.desk import desk, now, submit
from heraut.web.game import new_id
from heraut.web.permissions import Role
from press.test_paper import needs_poppler, text_of
from web import test_characters, test_tournament
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
        known = entry.pop("id", "") or entry["name"]
        entry["name"] = called[known] = f"{NAMES[place % 4]} {place}"
        entry["unit"] = f"{MARK}Garde"
        entry["sheet"]["name"] = f"{MARK}{place}"
        entry["chief"] = called.get(entry.get("chief"), "")
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


def opened(name: str, instead: Any = None) -> StreamId:
    engine, settings = SETTINGS[name]
    settings = instead or settings
    read = decode(encode(settings), catalogue.engine(engine).settings)
    header = desk().open(stream=StreamId(name), engine=engine, title=f"{MARK}Coupe", settings=read, at=now())
    assert isinstance(header, Header), header if isinstance(header, Refusal) else ""
    return header.stream


def pages(client: Client, stream: str, most: int = 80) -> dict[str, Any]:
    """Every page of the game this visitor can get to by links, or so many of them."""
    client.raise_request_exception = False
    found, waiting = {}, [f"/g/{stream}/", f"/g/{stream}/log", f"/g/{stream}/welcome", f"/g/{stream}/seats"]
    while waiting and len(found) < most:
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


SIDES = (f"{MARK}Nord", 'dead "é" 1/2')
UNITS = ("Garde 1/2", "Fate")
MEN = ("Garde 1/2", f"{MARK}", "é", "שלום עליכם", "🛡" * 60, "organiser", "Fate", "dead", "1-2", "épée, sword")
PEOPLE = (
    "who",
    "target",
    "second_target",
    "fighters",
    "order",
    "losing",
    "men",
    "captor",
    "captive",
    "victim",
    "druid",
    "side",
)
"""The fields of commands that name characters, sides and units."""


class Shown(HTMLParser):
    """What a page lets people read or hear, and what its forms send about characters."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.told: list[str] = []
        self.sent: list[str] = []
        self._field = ""
        self._code = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._code = tag in ("script", "style")
        self._field = given.get("name", "") if tag == "select" else self._field
        named = given.get("name", "") or (self._field if tag == "option" else "")
        if named in PEOPLE and "value" in given:
            self.sent.append(given["value"])
        self.told += [given[name] for name in ("aria-label", "title", "alt", "placeholder") if name in given]

    def handle_data(self, data: str) -> None:
        if not self._code:
            self.told.append(data)


def own_fight() -> StreamId:
    """A fight opened by its form, everybody in it called as nobody would."""
    form = {"title": f"{MARK}Gué", "fight": "own", "player-1": "Fate", "rulings": ""}
    sheets = ("celtic-warrior", "archer", "chief", "man-at-arms", "celtic-spearman")
    for place, name in enumerate(MEN, start=1):
        form |= {f"name-{place}": name, f"sheet-{place}": sheets[place % 5], f"side-{place}": SIDES[place % 2]}
    form |= {"count-1": "2", "seat-2": "player-1", "chief-5": "é", "hidden-9": "on"}
    form |= {f"unit-{place}": UNITS[place % 2] for place in (1, 4, 6, 7)}
    del form["rulings"]
    return StreamId(host().post("/new/skirmish/", form)["Location"].split("/")[2])


def played(stream: StreamId, steps: int, chance: Random) -> None:
    """So many commands by chance; time goes on often enough to see every part of a turn."""
    for _ in range(steps):
        awaited = chance.choice(desk().awaits(stream, ORGANISER))
        if awaited.chance is not None:
            command: Any = Roll(faces=awaited.chance.draw(chance.randrange))
        else:
            state = desk().history(stream).state
            usual = [one for one in desk().engine(stream).legal(state, awaited.seat) if not isinstance(one, ENDS)]
            going = [one for one in usual if isinstance(one, Proceed | BeginFight)]
            command = going[0] if going and chance.random() < 0.4 else chance.choice(usual)
        submit(stream, command, command_id=CommandId(new_id()), actor=ActorId("test"), sender=LOCAL)


ENDS = (EndFight, CallOff, Uncover)


@pytest.mark.clause("HOUSE-NAME-2")
def test_a_fight_goes_by_ids_and_tells_names_whatever_they_are():
    stream, chance = own_fight(), Random(3)
    men = desk().view(stream, ORGANISER).fighters
    ids = {one.id: one.name for one in men}
    assert {one.side_name for one in men} == {*SIDES}
    assert {one.unit_name for one in men if one.unit} == {*UNITS}
    ids |= {id: name for one in men for id, name in ((one.side, one.side_name), (one.unit, one.unit_name)) if id}
    visitors = {"host": host(), "player": holder(Role.PLAYER, Seat("player-1"), stream=stream)}
    assert [one.name for one in men] == [f"{MEN[0]} 1", f"{MEN[0]} 2", *MEN[1:]]
    assert all(map(is_id, ids))

    seen: dict[str, Shown] = {}
    for round in range(5):
        played(stream, 16, chance)
        for who, client in visitors.items():
            found = {path: client.get(f"/g/{stream}/{path}") for path in PLAIN}
            if round == 4 and who == "host":
                found |= pages(client, stream, most=40)
            assert [(path, one.status_code) for path, one in found.items() if one.status_code >= 500] == []
            html = {path: one.content.decode() for path, one in found.items() if "html" in one.headers["Content-Type"]}
            assert [path for path, text in html.items() if MARK in text] == []
            seen |= {f"{round} {who} {path}": Shown(text) for path, text in html.items()}
    for who, client in visitors.items():
        log = client.get(f"/api/streams/{stream}/log").json()["log"]
        seen[f"{who} api"] = Shown(escape("\n".join(sentence for line in log for sentence in line["sentences"])))

    assert [(place, told) for place, page in seen.items() for told in page.told for id in ids if id in told] == []
    assert [(place, sent) for place, page in seen.items() for sent in page.sent if sent and not is_id(sent)] == []
    everything = {told.strip() for page in seen.values() for told in page.told}
    assert {one.name for one in men} <= everything
    assert [name for name in SIDES if not any(name in told for told in everything)] == []
    assert len(seen) > 70
    assert moved(stream) == desk().view(stream, ORGANISER)


@needs_poppler
@pytest.mark.clause("HOUSE-NAME-2")
def test_a_fight_and_a_character_of_any_name_are_printed_as_they_are_written():
    stream, blank = own_fight(), test_characters.fields(test_characters.page(host(), "/characters/new"))
    told = text_of(host().get(f"/g/{stream}/skirmish/sheets.pdf").content)
    assert [name for name in (*SIDES, *MEN) if name.isascii() and name not in told] == []
    assert text_of(host().get(f"/g/{stream}/skirmish/rules.pdf").content)
    for name in ("Garde 1/2", f"{MARK}*A* _b_ $x$ #let", "\\co @x [a](b) `c`", 'Chloé "d\'Île" & Cie', "Fate", "dead"):
        made = host().post("/characters/new", {**blank, "name": name})["Location"]
        assert name in text_of(host().get(f"{made.rstrip('/')}.pdf").content)


@pytest.mark.clause("HOUSE-NAME-2")
@pytest.mark.parametrize("scenario", ["conquest", "clash"])
def test_a_match_goes_by_ids_and_tells_the_names_of_its_units(scenario: str):
    stream = opened("match", {**SETTINGS["match"][1], "scenario": scenario})
    first, client = Seat(next(iter(TWO))), host()
    units = tuple(
        ScoringUnit(id=f"A{place}", side=Side.FIRST, name=name, figures=(Figure(10 + place, 3),))
        for place, name in enumerate(MEN, start=1)
    )

    def say(command: Any) -> None:
        sent: Any = {"command_id": CommandId(new_id()), "actor": ActorId("test"), "sender": LOCAL}
        outcome = submit(stream, command, **sent)
        assert not isinstance(outcome, Refusal), outcome

    for command in (StateRoles(ORGANISER, first), SkipSetup(ORGANISER)):
        say(command)
    if scenario == "conquest":
        say(EndTurn(ORGANISER, Facts(by=Side.FIRST, turn=1, units=units)))
    else:
        for turn in range(1, 6):
            say(EndTurn(ORGANISER, Facts(by=Side.FIRST, turn=turn)))
            say(EndTurn(ORGANISER, Facts(by=Side.SECOND, turn=turn)))
        say(Roll(faces=(1,)))
        say(SweepEdges(ORGANISER, units))

    answers = pages(client, stream)
    assert [(path, answer.status_code) for path, answer in answers.items() if answer.status_code >= 500] == []
    html = {path: one.content.decode() for path, one in answers.items() if "html" in one.headers["Content-Type"]}
    assert [path for path, text in html.items() if MARK in text] == []
    if scenario == "conquest":
        (plan,) = re.findall(r'data-plan="([^"]*)"', html[f"/g/{stream}/match/stand"])
        standing = json.loads(unescape(plan))["standing"]
        assert [(one["id"], one["name"]) for one in standing] == [(one.id, one.name) for one in units]
    else:
        swept = ", ".join(MEN)
        assert swept in unescape(html[f"/g/{stream}/"])
        log = client.get(f"/api/streams/{stream}/log").json()["log"]
        assert [line["events"][0]["units"] for line in log if line["events"][0]["type"] == "UnitsSwept"] == [list(MEN)]
    assert moved(stream) == desk().view(stream, ORGANISER)


def moved(stream: StreamId) -> Any:
    """What the organiser sees of the game once its file was taken in again."""
    file = b"".join(host().get(f"/g/{stream}/export").streaming_content)
    taken = host().post("/import", {"file": SimpleUploadedFile("fight.jsonl", file)})["Location"]
    assert taken.split("/")[2] != stream
    assert host().get(taken).status_code == 200
    return desk().view(StreamId(taken.split("/")[2]), ORGANISER)


PLAIN = ("", "log", "skirmish/screen", "skirmish/back", "skirmish/deeds")


@pytest.mark.parametrize("typed", ["Fate\nOrganiser\nAna\nAna\n李\n王\n<b>", "a b\nÉ\n/\n.\n..\n🛡"])
def test_whoever_is_typed_in_has_a_seat_of_their_own(typed: str):
    client = host()
    answer = client.post("/new/auction/", {"bidders": typed, "lots": "helm"})
    stream = StreamId(answer["Location"].split("/")[2])
    names = desk().engine(stream).seats(desk().history(stream).state)
    names = {seat: name for seat, name in names.items() if seat not in OFFICIALS}

    assert list(names.values()) == typed.split("\n")
    assert client.get(f"/g/{stream}/").status_code == 200
