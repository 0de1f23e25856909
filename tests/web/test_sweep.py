"""
Nothing secret leaves the house: two events that differ only in a secret look the same to whoever may not know it.

Every address that can be read is read by every such role in both events, with what the API, the papers, the exports,
the live messages, refusals and errors say; whatever differs is a leak, however it is written.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable
from functools import cache
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client

from heraut.journal.log import version_of as version
from heraut.kernel.message import Roll
from heraut.kernel.names import FATE, OFFICIALS, Instant, Seat
from heraut.kernel.sealed import commitment
from heraut.press import printing
from heraut.press.printing import _inputs
from heraut.tournament.clocks import StartClock
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.planning import ChooseScenario
from heraut.tournament.results import ReportResult, SettleResult
from heraut.tournament.rounds import AdjustDraft, DraftRound, PublishRound
from heraut.tournament.steamroller.army import ArmyList, Caster
from heraut.tournament.steamroller.lists import ChooseList, HandInLists
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.votes import CastBallot, OpenVotes
from heraut.warband.army_line import EntryKind as Kind
from heraut.warband.army_line import ListEntry
from heraut.web import links
from heraut.web.desk import desk
from heraut.web.game import VisitedGame
from heraut.web.models import Entry, Link, Stream
from heraut.web.permissions import Role, Visitor
from heraut.web.rooms.tournament.exports import FILES
from heraut.web.rooms.tournament.papers import PAPERS
from heraut.web.seals import fingerprint
from heraut.web.views import live
from web.build import holder, host, passer_by
from web.test_delivery import enter
from web.test_tournament import CUP, NAMES, ORGANISER, cup, phone, playing, say, view

pytestmark = [pytest.mark.django_db, pytest.mark.clause("SR-SEC-1", "HOUSE-SEAL-1", "SR-TIME-3")]

NOON = Instant(1_000_000)
ANA, BEN, CHLOE, DAVID = NAMES
PAGES = (
    "", "log", "seals", "welcome", "nowhere", "tournament/players", "tournament/players/ana", "tournament/rounds/1",
    "tournament/rounds/1/tables/1", "tournament/rounds/2", "tournament/standings", "tournament/papers",
    "tournament/proof", "tournament/rules",
    "tournament/screen", "tournament/screen?show=names", "tournament/nowhere", "tournament/scenario/clash.svg",
    "tournament/awards", *(f"tournament/files/{name}" for name in FILES),
    *(f"tournament/papers/{name}.pdf" for name in PAPERS), "tournament/papers/bands.pdf?mine",
    "tournament/papers/records.pdf?mine",
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


def begin_anew() -> None:
    """As if nothing had been played on this server."""
    for rows in (Entry, Link, Stream):
        rows.objects.all().delete()
    desk.cache_clear()


def world(  # one keyword for each secret
    *, faction: str = "Cygnar", face: int = 3, chosen: int = 1, cp: int = 2, scenario: str = "grind", vote: Seat = BEN
) -> None:
    """
    A Steamroller round being played.

    Lists are sealed, minutes secret, a list is chosen, a result told, a vote cast, a round planned.
    """
    begin_anew()
    desk()._salt = lambda: SALTS[chosen]
    cup(SteamrollerSettings(size=35, players=NAMES))
    for seat in NAMES:
        say(HandInLists(seat=seat, lists=lists(faction if seat == ANA else "Khador")))
        say(CheckIn(seat=ORGANISER, player=seat))
    say(CloseRegistration(seat=ORGANISER))
    say(ChooseScenario(seat=ORGANISER, round=1, scenario="overrun"))
    say(ChooseScenario(seat=ORGANISER, round=2, scenario=scenario))
    say(DraftRound(seat=ORGANISER))
    _publish(face)
    say(StartClock(seat=ORGANISER, at=NOON))
    say(ChooseList(seat=ANA, list_number=chosen))
    say(ReportResult(seat=ANA, report=SteamrollerReport(ANA, SteamrollerWin.SCENARIO, {ANA: cp}, {ANA: 10})))
    say(OpenVotes(seat=ORGANISER))
    say(CastBallot(seat=ANA, choices={"painted": vote}))


def drafted(*, paired: Seat = CHLOE) -> None:
    """The first round is over; the next is drafted, Ana against somebody."""
    world()
    for table in view().played[0].tables:
        report = SteamrollerReport(table.seats[0], SteamrollerWin.SCENARIO, {table.seats[0]: 3}, {table.seats[0]: 12})
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))
    say(DraftRound(seat=ORGANISER))
    others = tuple(seat for seat in NAMES if seat not in (ANA, paired))
    say(AdjustDraft(seat=ORGANISER, pairs=((ANA, paired), (others[0], others[1]))))


def _publish(face: int) -> None:
    """The secret roll is typed in as it fell."""
    sent = str(desk().history(CUP).sequence)
    desk().submit(CUP, PublishRound(seat=ORGANISER), command_id=sent, actor="organiser", at=NOON)
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
PLAYERS = ("ana", "opponent", "other", "spectator")
SECRETS: dict[str, tuple[Callable[..., None], dict[str, Any], tuple[str, ...]]] = {
    "lists": (world, {"faction": "Zorglub"}, ("other", "spectator", "referee", "organiser")),
    "minutes": (world, {"face": 6}, PLAYERS),
    "choice": (world, {"chosen": 2}, ("opponent", "other", "spectator", "referee", "organiser")),
    "report": (world, {"cp": 5}, ("opponent", "other", "spectator")),
    "plan": (world, {"scenario": "destruction"}, (*PLAYERS, "referee")),
    "vote": (world, {"vote": DAVID}, ("opponent", "other", "spectator", "referee", "organiser")),
    "draft": (drafted, {"paired": DAVID}, PLAYERS),
}
"""How the two events are made, what differs between them, and who may not know it."""
WITH_LINKS = "tournament/papers/badges.pdf"
WHEN_WRITTEN = "docProps/core.xml"
CHANCE = re.compile(r'(csrfmiddlewaretoken|command_id)" value="[^"]*"|/s/[\w-]{22}|[0-9a-f]{32}|[\w-]{22}(?=["\s<])')


SALTS = {1: "salt of the first list", 2: "salt of the second list"}
"""What hides which list was chosen: another in each event, and written as nothing else is, so that it shows if told."""
COMMITMENTS = [commitment(number, salt) for number, salt in SALTS.items()]


def plain(text: str) -> str:
    """
    An answer without what chance puts into every one.

    The commitment of a chosen list is such a number too: who has not its salt cannot tell one list's from the other's.
    """
    for told in COMMITMENTS:
        text = text.replace(told, "HASH").replace(fingerprint(told), "PRINT")
    return CHANCE.sub("", text)


def heard(who: str) -> dict[str, str]:
    """Everything that role can get at: pages, API, papers, files, refusals, errors, live messages."""
    come, seat = WHO[who]
    client = come()
    client.raise_request_exception = False
    told = {path: client.get(f"/g/{CUP}/{path}") for path in PAGES if (who, path) != ("organiser", WITH_LINKS)}
    told |= {f"api {path}": client.get(f"/api/streams/{CUP}/{path}") for path in ("view", "log")}
    if who != "organiser":  # who runs the event may take the journal away, and hands the links out
        told |= {path: client.get(f"/g/{CUP}/{path}") for path in ("export", "seats")}
    told |= {"home": client.get("/"), "openapi": client.get("/api/openapi.json")}
    told |= {f"send {number}": client.post(f"/g/{CUP}/{path}", data) for number, (path, data) in enumerate(SENDS)}
    answers = {name: f"{answer.status_code}{plain(written(answer))}" for name, answer in told.items()}
    return {**answers, "live": live_message(seat())}


def written(answer: Any) -> str:
    """The text of an answer; of a workbook, that of all its parts."""
    if "spreadsheetml" not in answer.headers["Content-Type"]:
        return str(answer.content.decode())
    with ZipFile(BytesIO(answer.content)) as book:
        return "\n".join(f"{name} {book.read(name).decode()}" for name in book.namelist() if name != WHEN_WRITTEN)


def live_message(seat: Seat | None) -> str:
    """What an open page of that seat is told that has heard of nothing yet."""
    role = Role(seat) if seat in OFFICIALS else Role.PLAYER if seat else Role.SPECTATOR
    history, visitor = desk().history(CUP), Visitor(role, seat)
    game = VisitedGame(Stream.objects.get(pk=CUP), history, visitor, (visitor,))
    return live._told(live.Look(history, ""), version(history, seat), game, 0, "fr").decode()


@pytest.fixture(autouse=True)
def _still(monkeypatch: pytest.MonkeyPatch) -> None:
    """
    Time stands still, so that two events differ in nothing else.

    Of a paper what Typst is given is read: it cannot print more than that.
    """
    room = "heraut.web.rooms.tournament"
    pages = (f"{room}.clocks", f"{room}.papers")
    for place in ("heraut.web.desk", "web.test_tournament", "heraut.web.commands", *pages):
        monkeypatch.setattr(f"{place}.now", lambda: NOON)
    monkeypatch.setattr(printing, "_printed", lambda sheets, _kind, *how: json.dumps(_inputs(sheets, *how)).encode())


def test_two_events_alike_look_alike():
    world()
    first = heard("organiser")
    world()

    assert heard("organiser") == first


@cache
def unchanged(made: Callable[..., None], whom: tuple[str, ...]) -> dict[str, dict[str, str]]:
    """What these get at in the event as it is: the same whenever it is made, as the test above shows."""
    made()
    return {who: heard(who) for who in whom}


@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_makes_no_difference_to_whoever_may_not_know_it(secret: str):
    made, change, whom = SECRETS[secret]
    one = unchanged(made, whom)
    made(**change)
    two = {who: heard(who) for who in whom}

    assert [(who, name) for who in whom for name in one[who] if one[who][name] != two[who][name]] == []


@pytest.mark.parametrize("secret", SECRETS)
def test_it_makes_one_to_those_who_know_it(secret: str):
    made, change, hidden = SECRETS[secret]
    knows = "organiser" if "organiser" not in hidden else "ana"
    one = unchanged(made, (knows,))
    made(**change)

    assert heard(knows) != one[knows]


def handed_in(*, faction: str) -> dict[str, str]:
    """What Ana gets to see of an event nobody is paired in yet, Ben's lists being of that faction."""
    begin_anew()
    cup(SteamrollerSettings(size=35, players=NAMES))
    say(HandInLists(seat=ANA, lists=lists()))
    say(HandInLists(seat=BEN, lists=lists(faction)))
    return heard("ana")


def face_down(*, laid: int, shown: bool = False) -> dict[str, str]:
    """What Ana gets to see of her match and its armies, her opponent having laid that list and she none yet."""
    begin_anew()
    desk()._salt = lambda: SALTS[laid]
    playing(SteamrollerSettings(size=35, players=NAMES))
    host().post(f"/g/{CUP}/tournament/matches")
    table = next(table for table in view().played[0].tables if ANA in table.seats)
    phones = [phone(seat) for seat in (ANA, opponent())]
    for client in phones:
        client.post(f"/g/{CUP}/tournament/sheet")
    enter(phones[0], table.match, "StateRoles", first=ANA)
    for client in phones:
        enter(client, table.match, "SkipSetup")
    enter(phones[0], table.match, "ReportLoss", caster=["second"])
    say(ChooseList(seat=opponent(), list_number=laid))
    if shown:
        say(ChooseList(seat=ANA, list_number=1))
    entry = {"name": "Garde", "side": "second", "kind": "unit", "cost": 10, "figures": 10, "left": 0}
    told = {path: phones[0].get(f"/g/{table.match}/{path}") for path in ("", "log", "seals", "match/armies")}
    told |= {f"api {path}": phones[0].get(f"/api/streams/{table.match}/{path}") for path in ("view", "log")}
    counted = {"armies": json.dumps({"entries": [entry]})}
    told["counted"] = phones[0].post(f"/g/{table.match}/match/counted", counted)
    assert {answer.status_code for answer in told.values()} == {200}
    return heard("ana") | {f"match {name}": plain(written(answer)) for name, answer in told.items()}


def test_lists_handed_in_tell_others_nothing_before_their_owner_is_met():
    assert handed_in(faction="Zorglub") == handed_in(faction="Khador")


@pytest.mark.clause("SR-PICK-3")
def test_the_armies_at_a_table_do_not_tell_which_list_lies_face_down():
    assert face_down(laid=2) == face_down(laid=1)
    one, two = face_down(laid=1, shown=True), face_down(laid=2, shown=True)
    assert one["match match/armies"] != two["match match/armies"], "once both are shown the armies are those lists'"


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
