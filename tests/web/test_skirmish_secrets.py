"""One hidden enemy or three: every way out of the house tells players and passers-by the same, byte for byte."""

from __future__ import annotations

import re
from collections import deque
from typing import Any

import pytest
from django.test import Client

from heraut.journal.log import version_of as version
from heraut.kernel.names import LOCAL, ActorId, CommandId, Instant, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.skirmish.game_master import CallRoll
from heraut.skirmish.turn import BeginFight, Proceed
from heraut.web.desk import desk, submit
from heraut.web.game import VisitedGame
from heraut.web.models import Stream
from heraut.web.permissions import Role, Visitor
from heraut.web.views import live
from skirmish.build import ANA
from skirmish.test_secrets import evening, spied
from web.build import host, passer_by, player

pytestmark = [pytest.mark.django_db, pytest.mark.clause("HOUSE-SEAL-1")]

THEN = Instant(1_700_000_000)
PAGES = (
    "/g/{}/", "/g/{}/log", "/g/{}/seals", "/g/{}/turn", "/g/{}/skirmish/screen", "/g/{}/skirmish/sheet/Ari",
    "/g/{}/skirmish/sheet/Spy0", "/g/{}/skirmish/do", "/g/{}/skirmish/do/Strike?who=Ari", "/g/{}/skirmish/do/CallRoll",
    "/api/streams/{}/view", "/api/streams/{}/log", "/api/streams/{}/legal",
)  # fmt: skip
SENT: tuple[dict[str, Any], ...] = (
    {"type": "Strike", "who": "Ari", "target": "Spy0", "weapon": "sword"},
    {"type": "Announce", "who": "Spy0", "actions": 1},
    {"type": "Proceed"},
    {"type": "Roll", "faces": [9]},
    {"type": "Undo", "entry": 999},
)
"""What is refused to players, who must not learn why from how."""
CHANCE = re.compile(r'(csrfmiddlewaretoken|command_id)" value="[^"]*"|\d\d:\d\d|T\d\d:\d\d:\d\d\S*|\b17\d{8}\b')


def told(client: Client, stream: StreamId, seat: Seat | None) -> list[object]:
    """Everything that visitor can get at: pages with their status, size and headers, refusals, live messages."""
    answers = [client.get(path.format(stream)) for path in PAGES]
    answers += [client.post(f"/api/streams/{stream}/commands", sent, content_type="application/json") for sent in SENT]
    plain = [CHANCE.sub("", each.content.decode()).replace(stream, "STREAM") for each in answers]
    headers = [(each.headers.get("ETag"), each.headers.get("Content-Length")) for each in answers]
    history, visitor = desk().history(stream), Visitor(Role.PLAYER if seat else Role.SPECTATOR, seat)
    game = VisitedGame(Stream.objects.get(pk=stream), history, visitor, (visitor,))
    message = live._told(live.Look(history, ""), version(history, seat), game, 0, "fr").decode()
    return [[each.status_code for each in answers], plain, headers, CHANCE.sub("", message).replace(stream, "STREAM")]


def fought(name: str, spies: int) -> list[object]:
    """The evening of so many spies at a desk, and all that Ana and a passer-by could find out at some moments of it."""
    table = spied(spies)
    deque(evening(table), maxlen=0)
    stream = StreamId(name)
    desk().open(stream=stream, engine="skirmish", title="Guet", settings=table.settings, at=THEN)
    Stream.objects.filter(pk=stream).update(public=True)
    ana, nobody, found, rounds = player(ANA, stream), passer_by(), [], 0
    for number, command in enumerate(table.commands):
        outcome = submit(stream, command, command_id=CommandId(str(number)), actor=ActorId("x"), sender=LOCAL)
        assert not isinstance(outcome, Refusal), outcome
        rounds += isinstance(command, Proceed)
        if isinstance(command, BeginFight | CallRoll) or (isinstance(command, Proceed) and rounds in (1, 4)):
            found += [told(ana, stream, ANA), told(nobody, stream, None)]
    return found


def test_how_many_lie_hidden_makes_no_difference_to_anything_a_player_or_a_passer_by_is_sent():
    one, three = fought("aaaa", 1), fought("bbbb", 3)
    led = [host().get(f"/g/{name}/").content.decode() for name in ("aaaa", "bbbb")]

    assert ["Spy2" in page for page in led] == [False, True], "there is something to hide"
    assert len(one) == len(three) >= 8
    assert one == three
