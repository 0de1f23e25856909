"""The OpenAPI document is what the API does: schemathesis sends what it describes and what it does not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import response_schema_conformance, status_code_conformance

from heraut import catalogue
from heraut.kernel.codec import decode
from heraut.kernel.journal import Header
from heraut.kernel.names import ORGANISER, StreamId
from heraut.web.desk import desk, now
from heraut.web.models import Stream
from heraut.web.openapi import document
from shape.games import GAMES
from shape.play import everybody
from web.build import host, passer_by

COMMANDS = "/api/streams/{stream}/commands"


def by_command() -> dict[str, Any]:
    """The whole document, with an address for every command of every engine: one at a time can be drawn in seconds."""
    paths = dict(document()["paths"])
    send = paths.pop(COMMANDS)["post"]
    kinds = send["requestBody"]["content"]["application/json"]["schema"]["anyOf"]
    for engine, kind in zip(catalogue.ENGINES, kinds, strict=True):
        for number, one in enumerate(kind["anyOf"]):
            body = {"required": True, "content": {"application/json": {"schema": one}}}
            paths[f"{COMMANDS}/{engine}/{number}"] = {"post": {**send, "requestBody": body}}
    return {**document(), "paths": paths}


SCHEMA = schemathesis.openapi.from_dict(by_command()).exclude(path_regex="/live$")
SCHEMA.config.phases.coverage.enabled = False  # tens of thousands of cases; those drawn below are bounded
BOUNDED = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
CHECKS = (not_a_server_error, status_code_conformance, response_schema_conformance)
django = cache(get_wsgi_application)


def server(environ: dict[str, Any], start_response: Any) -> Any:
    """The server, which has one address for all commands."""
    before, sent, _ = environ["PATH_INFO"].partition("/commands")
    environ["PATH_INFO"] = before + sent
    return django()(environ, start_response)


def test_every_question_and_every_address_is_described():
    paths = set(document()["paths"])

    assert {f"/api/ask/{name}" for name in catalogue.QUESTIONS} <= paths
    assert {f"/api/streams/{{stream}}/{name}" for name in ("commands", "view", "live", "log", "export")} <= paths


def test_it_says_who_may_come_and_how():
    found = {(path, method): each["security"] for path, tried in document()["paths"].items()
             for method, each in tried.items() if "security" in each}  # fmt: skip

    assert found["/api/streams", "post"] == [{"session": []}]
    assert found["/api/streams/{stream}/view", "get"] == [{"seat": []}, {"session": []}, {}]
    assert found["/api/streams/{stream}/export", "get"] == [{"seat": []}, {"session": []}]


def test_the_document_is_served():
    assert passer_by().get("/api/openapi.json").json()["openapi"] == "3.1.0"


@pytest.fixture
def _kept_connection(db: None) -> Iterator[None]:
    """A request must not close the connection that holds the test's transaction."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def game_of(engine: str) -> StreamId:
    """The game of that engine, opened when it is first spoken to."""
    stream = StreamId(engine)
    if not Stream.objects.filter(pk=stream).exists():
        game = next(game for game in GAMES if game.engine_id == engine)
        chosen = decode(game.settings, game.engine.settings)
        opened = desk().open(stream=stream, engine=engine, title=game.id, settings=chosen, at=now())
        assert isinstance(opened, Header)
    return stream


@cache
def seats(engine: str) -> tuple[str, ...]:
    game = next(game for game in GAMES if game.engine_id == engine)
    return (ORGANISER, *everybody(game.engine, game.start()))


@pytest.mark.slow  # some examples for every address and every command
@pytest.mark.usefixtures("_kept_connection")
@SCHEMA.parametrize()
@BOUNDED
def test_whatever_is_sent_is_answered_as_described(case):
    *_, commands, engine, _ = case.operation.path.split("/")
    if commands != "commands":
        engine = "auction"
    elif isinstance(case.body, dict):  # spoken for somebody of the game, so that the engine itself is asked
        case.body["seat"] = seats(engine)[len(str(case.body)) % len(seats(engine))]
    if "stream" in case.path_parameters:
        case.path_parameters["stream"] = game_of(engine)
    case.headers["Cookie"] = f"heraut_session={host().cookies['heraut_session'].value}"
    response = case.call(app=server)

    case.validate_response(response, checks=CHECKS)
