"""
Nothing secret leaves the house: two events that differ only in a secret look the same to whoever may not know it.

Every address that can be read is read by every such role in both events, with what the API, the exports, the live
messages, refusals and errors say; whatever differs is a leak, however it is written.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from django.test import Client

from heraut.kernel import FATE, Instant, Roll, Seat
from heraut.tournament import commands as c
from heraut.tournament.lists import ArmyList, Caster, Kind, ListEntry
from heraut.tournament.results import SteamrollerReport, WinKind
from heraut.tournament.settings import SteamrollerSettings
from heraut.web import links
from heraut.web.access import Role
from heraut.web.desk import desk
from heraut.web.models import Entry, Link, Stream
from heraut.web.rooms.tournament.exports import FILES
from heraut.web.seen import version
from web.build import holder, host, passer_by
from web.test_tournament import CUP, NAMES, ORGANISER, cup, phone, say, view

pytestmark = [pytest.mark.django_db, pytest.mark.clause("SR-SEC-1", "HOUSE-SEAL-1", "SR-TIME-3")]

NOON = Instant(1_000_000)
ANA = Seat("ana")
PAGES = (
    "", "log", "welcome", "nowhere", "tournament/players", "tournament/players/ana", "tournament/rounds/1",
    "tournament/rounds/1/tables/1", "tournament/rounds/2", "tournament/standings", "tournament/papers",
    "tournament/screen", "tournament/screen?show=names", "tournament/nowhere", "tournament/scenario/clash.svg",
    *(f"tournament/files/{name}" for name in FILES if not name.endswith("xlsx")),
)  # fmt: skip
SENDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("send", {"type": "CallTime"}), ("send", {"type": "EndTurn"}), ("send", {"type": "ChooseList", "list_number": "9"}),
    ("send", {"type": "ReportResult"}), ("send", {"type": "Nothing"}), ("tournament/report", {"winner": "nobody"}),
    ("tournament/lists", {"text": "?"}), ("tournament/draft", {}), ("tournament/swap", {"one": "ana", "two": "ben"}),
    ("undo/1", {}), ("dice", {"draw": "1"}),
)  # fmt: skip
"""What is refused, or ought to be: a refusal must not tell either."""


def lists(faction: str = "Cygnar") -> tuple[ArmyList, ...]:
    return tuple(
        ArmyList(faction, (Caster(f"{faction} {place}"),), (ListEntry(f"Garde {faction}", Kind.UNIT, 35, 10),))
        for place in (1, 2)
    )


def world(*, faction: str = "Cygnar", face: int = 3, chosen: int = 1, cp: int = 2, scenario: str = "grind") -> None:
    """A Steamroller round being played: lists sealed, minutes secret, a list chosen, a result told, a round planned."""
    for rows in (Entry, Link, Stream):
        rows.objects.all().delete()
    desk.cache_clear()
    cup(SteamrollerSettings(size=35, players=NAMES))
    for seat in NAMES:
        say(c.HandInLists(seat=seat, lists=lists(faction if seat == ANA else "Khador")))
        say(c.CheckIn(seat=ORGANISER, player=seat))
    say(c.CloseRegistration(seat=ORGANISER))
    say(c.ChooseScenario(seat=ORGANISER, round=1, scenario="overrun"))
    say(c.ChooseScenario(seat=ORGANISER, round=2, scenario=scenario))
    say(c.DraftRound(seat=ORGANISER))
    _publish(face)
    say(c.StartClock(seat=ORGANISER, at=NOON))
    say(c.ChooseList(seat=ANA, list_number=chosen))
    say(c.ReportResult(seat=ANA, report=SteamrollerReport(ANA, WinKind.SCENARIO, {ANA: cp}, {ANA: 10})))


def _publish(face: int) -> None:
    """The secret roll is typed in as it fell."""
    sent = str(desk().history(CUP).sequence)
    desk().submit(CUP, c.PublishRound(seat=ORGANISER), command_id=sent, actor="organiser", at=NOON)
    desk().submit(CUP, Roll(seat=FATE, faces=(face,)), command_id=f"{sent}-roll", actor="fate", at=NOON)


def opponent() -> Seat:
    table = next(table for table in view().played[0].tables if ANA in table.seats)
    return next(seat for seat in table.seats if seat != ANA)


def other() -> Seat:
    return next(seat for seat in NAMES if seat not in (ANA, opponent()))


WHO: dict[str, tuple[Callable[[], Client], Callable[[], Seat | None]]] = {
    "ana": (lambda: phone(ANA), lambda: ANA),
    "opponent": (lambda: phone(opponent()), opponent),
    "other": (lambda: phone(other()), other),
    "spectator": (passer_by, lambda: None),
    "referee": (lambda: holder(Role.REFEREE, label="Farid", stream=CUP), lambda: Seat("referee")),
    "organiser": (host, lambda: ORGANISER),
}
SECRETS: dict[str, tuple[dict[str, Any], tuple[str, ...]]] = {
    "lists": ({"faction": "Zorglub"}, ("other", "spectator", "referee", "organiser")),
    "minutes": ({"face": 6}, ("ana", "opponent", "other", "spectator")),
    "choice": ({"chosen": 2}, ("opponent", "other", "spectator", "referee", "organiser")),
    "report": ({"cp": 5}, ("opponent", "other", "spectator")),
    "plan": ({"scenario": "destruction"}, ("ana", "opponent", "other", "spectator", "referee")),
}
"""What differs between the two events, and who may not know it."""
CHANCE = re.compile(r'(csrfmiddlewaretoken|command_id)" value="[^"]*"|/s/[\w-]{22}|[0-9a-f]{32}|[\w-]{22}(?=["\s<])')


def plain(text: str) -> str:
    """An answer without what chance puts into every one."""
    return CHANCE.sub("", text)


def heard(who: str) -> dict[str, str]:
    """Everything that role can get at: pages, API, files, refusals, errors, live messages."""
    come, seat = WHO[who]
    client = come()
    client.raise_request_exception = False
    told = {path: client.get(f"/g/{CUP}/{path}") for path in PAGES}
    told |= {f"api {path}": client.get(f"/api/streams/{CUP}/{path}") for path in ("view", "log")}
    if who != "organiser":  # who runs the event may take the journal away, and hands the links out
        told |= {path: client.get(f"/g/{CUP}/{path}") for path in ("export", "seats")}
    told |= {"home": client.get("/"), "openapi": client.get("/api/openapi.json")}
    told |= {f"send {number}": client.post(f"/g/{CUP}/{path}", data) for number, (path, data) in enumerate(SENDS)}
    answers = {name: f"{answer.status_code}{plain(answer.content.decode())}" for name, answer in told.items()}
    return {**answers, "live": version(desk().history(CUP), seat())}


@cache
def usual(who: str) -> dict[str, str]:
    """What that role hears of the usual event, which is always the same."""
    world()
    return heard(who)


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still, so that two events differ in nothing else."""
    for place in ("heraut.web.desk", "web.test_tournament", "heraut.web.commands", "heraut.web.rooms.tournament.clock"):
        monkeypatch.setattr(f"{place}.now", lambda: NOON)


def test_two_events_alike_look_alike():
    world()

    assert heard("organiser") == usual("organiser")


@pytest.mark.parametrize(("secret", "who"), [(secret, who) for secret, (_, whom) in SECRETS.items() for who in whom])
def test_a_secret_makes_no_difference_to_whoever_may_not_know_it(secret: str, who: str):
    change, _ = SECRETS[secret]
    one = usual(who)
    world(**change)
    two = heard(who)

    assert [name for name in one if one[name] != two[name]] == []


@pytest.mark.parametrize("secret", SECRETS)
def test_it_makes_one_to_those_who_know_it(secret: str):
    change, hidden = SECRETS[secret]
    knows = "organiser" if "organiser" not in hidden else "ana"
    one = usual(knows)
    world(**change)

    assert heard(knows) != one


def test_no_log_and_no_error_of_ours_tells_a_secret(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture):
    caplog.set_level(logging.DEBUG)
    world(faction="Zorglub")
    token = links.token(links.make(CUP, Role.PLAYER, "Ana", ANA))
    client = passer_by()
    client.raise_request_exception = False

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(view(ANA).players)

    monkeypatch.setattr("heraut.web.rooms.tournament.results.standings", broken)
    answer = client.get(f"/g/{CUP}/tournament/standings")
    client.get(f"/s/{token}x")
    client.get(f"/g/{CUP}/?token={token}")

    assert answer.status_code == 500
    assert "Zorglub" not in answer.content.decode()
    written = "\n".join(record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING)
    assert token not in written
    assert "Zorglub" not in written
