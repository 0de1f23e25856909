"""
Whatever has happened in a game, every page and every paper of it opens for everybody who looks.

Each engine is played by chance. At some of its states whoever may look follows every link of the game there is; of
links that differ only in a number or a name the first few. Papers are filled, not set: Typst has its own tests.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from html import unescape
from http import HTTPStatus
from itertools import pairwise

import pytest
from django.test import Client

from heraut.journal.desk import Accepted
from heraut.kernel.codec import decode
from heraut.kernel.journal import Header
from heraut.kernel.names import ActorId, CommandId, Instant, Seat, StreamId
from heraut.press import printing
from heraut.press.printing import _inputs
from heraut.web.desk import desk
from heraut.web.models import Stream
from heraut.web.permissions import Role
from shape.games import GAMES, Game
from shape.play import Step, random_game
from web.build import holder, host, passer_by, player

pytestmark = pytest.mark.django_db

GAME = StreamId("game")
SEED, STATES = 11, 3
LINK = re.compile(r'(?:href|src|hx-get)="(/g/game/[^"#]*)')
ALIKE = 4
"""How many of the links that differ only in what stands last in them are followed."""
ELSEWHERE = re.compile(r"/(?:live|export|hand-over)\b")
"""A stream that never ends; the file of the game, which has its own tests."""
FINE = {HTTPStatus.OK, HTTPStatus.FOUND, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND, HTTPStatus.METHOD_NOT_ALLOWED}
"""What a page may answer: a form that is only sent to, a page of others, a paper with nothing on it."""


@pytest.fixture(autouse=True)
def _filled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "_printed", lambda sheets, _kind, *how: json.dumps(_inputs(sheets, *how)).encode())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_page_and_paper_opens_at_every_state(game: Game):
    steps = list(random_game(game, SEED))
    opened(game)
    seats = tuple(Seat(seat) for seat in game.engine.seats(steps[0].before))
    readers = (host(), holder(Role.REFEREE, stream=GAME), passer_by(), player(seats[SEED % len(seats)], GAME))
    stops = sorted({(place + 1) * len(steps) // STATES for place in range(STATES)})
    for begin, end in pairwise((0, *stops)):
        said(steps[begin:end], begin)
        for reader in readers:
            met = answers(reader)
            assert {address: status for address, status in met.items() if status not in FINE} == {}
            assert list(met.values()).count(HTTPStatus.OK) > 1


def opened(game: Game) -> None:
    settings = decode(game.settings, game.engine.settings)
    header = desk().open(stream=GAME, engine=game.engine_id, title="Partie", settings=settings, at=Instant(0))
    assert isinstance(header, Header), header
    Stream.objects.filter(pk=GAME).update(public=True)


def said(steps: list[Step], first: int) -> None:
    for number, step in enumerate(steps, start=first):
        sent = {"command_id": CommandId(str(number)), "actor": ActorId("somebody")}
        outcome = desk().submit(GAME, step.command, at=getattr(step.command, "at", 0), **sent)
        assert isinstance(outcome, Accepted), outcome


def answers(reader: Client) -> Mapping[str, int]:
    """What each address of the game answers this reader, from its page on; a fault of ours is raised."""
    met: dict[str, int] = {}
    waiting, alike = ["/g/game/"], Counter[str]()
    while waiting:
        address = waiting.pop()
        if address in met or alike[shape(address)] >= ALIKE or ELSEWHERE.search(address):
            continue
        alike[shape(address)] += 1
        answer = reader.get(address)
        met[address] = answer.status_code
        if answer.status_code == HTTPStatus.OK and "text/html" in answer["Content-Type"]:
            waiting += LINK.findall(unescape(answer.content.decode()))
    return met


def shape(address: str) -> str:
    """The address without what may be another one's: a number, or what stands last before a question; papers differ."""
    path, asked, _rest = address.partition("?")
    return re.sub(r"\d+", "0", path if path.endswith(".pdf") else re.sub(r"[^/]*$", "", path)) + asked
