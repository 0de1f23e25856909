"""Whatever a program sends to the API about any game, the answer is never a fault of ours."""

from __future__ import annotations

import json
from itertools import cycle
from random import Random
from typing import Any

import pytest
from django.test import Client

from anything import changed
from heraut.kernel.codec import to_plain
from heraut.kernel.names import ORGANISER
from shape.games import GAMES, Game
from shape.play import everybody, random_game
from web.build import host

pytestmark = [pytest.mark.django_db, pytest.mark.slow]  # every engine, command by command
TRIES = 120
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def post(client: Client, address: str, sent: object) -> int:
    return client.post(address, json.dumps(sent), content_type="application/json").status_code


def opened(client: Client, game: Game) -> str:
    sent = {"engine": game.engine_id, "title": game.id, "settings": json.loads(game.settings)}
    answer = client.post("/api/streams", json.dumps(sent), content_type="application/json")
    assert answer.status_code == 201, answer.content
    return str(answer.json()["stream"])


@games
def test_settings_with_something_changed_in_them_open_a_game_or_are_told_wrong(game: Game):
    client, settings = host(), json.loads(game.settings)
    met = set()
    for number in range(TRIES):
        other = changed(settings, Random(f"{game.id} settings {number}"))
        met.add(post(client, "/api/streams", {"engine": game.engine_id, "title": "", "settings": other}))

    assert met <= {201, 400, 409}


@games
def test_a_command_with_something_changed_in_it_is_taken_refused_or_told_wrong(game: Game):
    client = host()
    address = f"/api/streams/{opened(client, game)}"
    met = set()
    for number, step in zip(range(TRIES), cycle(random_game(game, seed=7))):
        dice = Random(f"{game.id} command {number}")
        met.add(post(client, f"{address}/commands", _spoken(changed(to_plain(step.command), dice), game, dice)))

    assert met <= {200, 400, 403, 409}
    assert {client.get(f"{address}/{part}").status_code for part in ("view", "log")} == {200}


def _spoken(sent: Any, game: Game, dice: Random) -> Any:
    """Mostly for somebody of the game, so that the engine itself is asked."""
    if isinstance(sent, dict) and dice.random() < 0.8:
        sent["seat"] = dice.choice((*everybody(game.engine, game.start()), ORGANISER))
    return sent
