"""
What a player has sealed changes nothing for anybody else: no page, no size, no version, no export, no bot.

A sealed choice shows its commitment, a hash of the choice with a salt of 128 bits: without the salt it is a number
by chance, whatever was chosen, and two campaigns cannot agree in it. So they are played with the same salts up to the
secret, which has another salt in each; then that one commitment, worked out here from what its owner sees, is passed
over wherever it stands, and nothing else is: a salt that leaks differs, and so does a choice.
"""

from __future__ import annotations

import json
import re
from itertools import count
from typing import Any

import msgspec
import pytest
from django.test import Client

from heraut.campaign.bids import PlaceBid
from heraut.campaign.bots.play import answer, play
from heraut.campaign.building import Build
from heraut.campaign.musters import Prepare
from heraut.campaign.settings import CampaignPlayer, Settings
from heraut.journal.log import version_of as version
from heraut.kernel.message import Command
from heraut.kernel.names import LOCAL, ActorId, CommandId, Instant, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.kernel.sealed import commitment
from heraut.press import printing
from heraut.press.printing import _inputs
from heraut.pseudorandom import SplitMix
from heraut.web.desk import desk, submit
from heraut.web.game import VisitedGame
from heraut.web.models import Entry, Stream
from heraut.web.permissions import Role, Visitor
from heraut.web.seals import fingerprint
from heraut.web.views import live
from web.build import holder, host, passer_by, player

pytestmark = [pytest.mark.django_db, pytest.mark.clause("SC-GEN-4", "SC-INI-5", "HOUSE-SEAL-1")]

ANA, BEN = Seat("ana"), Seat("ben")
THEN = Instant(1_700_000_000)
PAGES = (
    "/g/{}/",
    "/g/{}/log",
    "/g/{}/seals",
    "/g/{}/campaign/chronicle",
    "/g/{}/campaign/chronicle.html",
    "/g/{}/campaign/sheet",
    "/g/{}/campaign/orders.pdf",
    "/g/{}/campaign/land?at=T12",
    "/g/{}/campaign/land?at=T16",
    "/g/{}/campaign/back",
    "/api/streams/{}/view",
    "/api/streams/{}/log",
    "/api/streams/{}/legal",
)
OTHERS = {
    "ben": lambda stream: player(BEN, stream),
    "organiser": lambda _stream: host(),
    "referee": lambda stream: holder(Role.REFEREE, stream=stream, label="Farid"),
    "passer-by": lambda _stream: passer_by(),
}


def begun(name: str, until: str) -> StreamId:
    """A campaign that bots have brought to the step in which Ana seals something; always the same one."""
    stream = StreamId(name)
    players = (CampaignPlayer(ANA, "Ana", "Outremonde", outer=True), CampaignPlayer(BEN, "Ben", "Vikings"))
    desk().open(
        stream=stream,
        engine="campaign",
        title="Secrets",
        settings=Settings(players=players, turns=4, starting_pp=20),
        at=THEN,
    )
    Stream.objects.filter(pk=stream).update(public=True)
    desk()._salt = map("{:032x}".format, count(1)).__next__  # up to here the two are one campaign
    told = play(desk().history(stream).state, {ANA: "heuristic", BEN: "heuristic"}, SplitMix(3))
    for number, played in enumerate(told):
        hand_in(stream, played.command, str(number))
        if any(awaited.code == until and awaited.seat == ANA for awaited in desk().awaits(stream, None)):
            break
    desk()._salt = map(f"{name.encode().hex():0>28}{{:04x}}".format, count(1)).__next__
    return stream


def hand_in(stream: StreamId, command: Command, id: str) -> None:
    outcome = submit(stream, command, command_id=CommandId(id), actor=ActorId("x"), sender=LOCAL)
    assert not isinstance(outcome, Refusal), outcome


def choices(stream: StreamId, kind: type[Command]) -> list[Any]:
    history = desk().history(stream)
    return [command for command in history.engine.legal(history.state, ANA) if isinstance(command, kind)]


SEALED: dict[str, tuple[str, Any]] = {
    "bid": ("campaign-bid", lambda stream: (choices(stream, PlaceBid)[0], choices(stream, PlaceBid)[-1])),
    "preparation": ("campaign-prepare", lambda stream: (Prepare(ANA), choices(stream, Prepare)[-1])),
    "building": ("campaign-build", lambda stream: (Build(ANA), _everything(stream))),
}


def _everything(stream: StreamId) -> Command:
    found = choices(stream, Build)
    return Build(ANA, villages=next(one.villages for one in found if one.villages)[:1])


@pytest.fixture(autouse=True)
def paper_as_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a paper what Typst is given is read: it cannot print more than that. A code to scan is its address."""
    monkeypatch.setattr(printing.qr, "svg", lambda address, **_how: f"code of {address}")
    monkeypatch.setattr(printing, "_printed", lambda sheets, _kind, *how: json.dumps(_inputs(sheets, *how)).encode())


def live_message(stream: StreamId, seat: Seat | None) -> str:
    """What an open page of that seat is told that has heard of nothing yet."""
    history, visitor = desk().history(stream), Visitor(Role.PLAYER if seat else Role.SPECTATOR, seat)
    game = VisitedGame(Stream.objects.get(pk=stream), history, visitor, (visitor,))
    message = live._told(live.Look(history, ""), version(history, seat), game, 0, "fr").decode()
    return re.sub(r"\b\d{10}\b", "", message).replace(stream, "STREAM")


def told(client: Client, stream: StreamId, path: str) -> tuple[int, str]:
    """An answer without what is always new: keys, ids of commands, the name of the stream, the minute, Ana's hash."""
    found = client.get(path.format(stream))
    text = found.content.decode().replace(stream, "STREAM")
    for told in committed(stream):
        text = text.replace(told, "HASH").replace(fingerprint(told), "PRINT")
    text = re.sub(r'(name="(?:csrfmiddlewaretoken|command_id)" value=)"[^"]*"', r"\1", text)
    text = re.sub(r"data-version=\"[^\"]*\"", "", text)
    return found.status_code, re.sub(r"\d\d:\d\d|\d{10}|T\d\d:\d\d:\d\d\S*", "", text)


@pytest.mark.parametrize("secret", SEALED)
@pytest.mark.parametrize("who", OTHERS)
def test_what_is_sealed_changes_no_answer_to_anybody_else(secret: str, who: str):
    code, both = SEALED[secret]
    streams = [begun(name, code) for name in ("aaaa", "bbbb")]
    for place, stream in enumerate(streams):
        hand_in(stream, both(stream)[place], "sealed")
    clients = [OTHERS[who](stream) for stream in streams]

    one, other = (to_say(stream) for stream in streams)
    assert one != other, "there is something to hide"
    for path in PAGES:
        first, second = (told(client, stream, path) for client, stream in zip(clients, streams, strict=True))
        assert first == second, path
    for seat in (BEN, None):
        assert live_message(streams[0], seat) == live_message(streams[1], seat)


def committed(stream: StreamId) -> list[str]:
    """The commitment of what Ana has sealed last, from the choice and its salt as only she sees them."""
    slots = desk().view(stream, ANA).slots
    return [commitment(slot.value, slot.salt) for slot in slots if slot.seat == ANA and slot.salt]


@pytest.mark.clause("HOUSE-SEAL-6")
@pytest.mark.parametrize("secret", SEALED)
def test_the_commitment_is_all_that_is_passed_over(secret: str):
    code, both = SEALED[secret]
    stream = begun("aaaa", code)
    before = text_of(stream)
    hand_in(stream, both(stream)[0], "sealed")
    (promised,), after = committed(stream), text_of(stream)
    salt = next(slot.salt for slot in desk().view(stream, ANA).slots if slot.seat == ANA)

    assert (promised in before, promised in after, salt in after) == (False, True, False)


def text_of(stream: StreamId) -> str:
    """All that a passer-by is told, as it is."""
    return "".join(passer_by().get(path.format(stream)).content.decode() for path in PAGES)


def to_say(stream: StreamId) -> str:
    return str(Entry.objects.filter(stream=stream).latest("sequence").events)


@pytest.mark.parametrize("secret", SEALED)
def test_a_changed_mind_is_not_announced_by_what_it_changed_to(secret: str):
    code, both = SEALED[secret]
    streams = [begun(name, code) for name in ("aaaa", "bbbb")]
    for place, stream in enumerate(streams):
        hand_in(stream, both(stream)[0], "sealed")
        hand_in(stream, both(stream)[place], "sealed again")
    versions = [[version(desk().history(stream), seat) for seat in (BEN, None)] for stream in streams]

    assert versions[0] == versions[1]


@pytest.mark.parametrize("kind", [Prepare, Build])
def test_a_draft_is_nobody_elses_news(kind: Any):
    stream = begun("aaaa", "campaign-prepare" if kind is Prepare else "campaign-build")
    seen = [[version(desk().history(stream), seat) for seat in (ANA, BEN, None)]]
    pages = [[told(player(BEN, stream), stream, path) for path in PAGES]]
    hand_in(stream, msgspec.structs.replace(choices(stream, kind)[-1], ready=False), "draft")
    seen.append([version(desk().history(stream), seat) for seat in (ANA, BEN, None)])
    pages.append([told(player(BEN, stream), stream, path) for path in PAGES])

    assert seen[0][0] != seen[1][0]
    assert seen[0][1:] == seen[1][1:]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("level", ["heuristic", "searching", "tree"])
@pytest.mark.parametrize("secret", SEALED)
def test_a_bot_answers_the_same_whatever_the_other_has_sealed(secret: str, level: Any, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("heraut.campaign.bots.search.EFFORT", 300)
    code, both = SEALED[secret]
    answers = []
    for place, name in enumerate(("aaaa", "bbbb")):
        stream = begun(name, code)
        hand_in(stream, both(stream)[place], "sealed")
        state = desk().history(stream).state
        awaited = next((one for one in desk().awaits(stream, None) if one.seat == BEN), None)
        answers.append(None if awaited is None else answer(level, state, awaited, SplitMix(5)))

    assert answers[0] is not None
    assert answers[0] == answers[1]
