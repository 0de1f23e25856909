"""A room's pages are for its own engine's games: under any other game their addresses lead nowhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.converters import IntConverter

from heraut.kernel.names import StreamId
from heraut.web.rooms import ROOMS
from web.build import host, passer_by, sale
from web.test_permissions import load

pytestmark = pytest.mark.django_db
SAMPLES = {"tournament": "tournament", "match": "capture", "campaign": "campaign", "skirmish": "skirmish"}
ENGINE_OF = {"odds": "match"}
"""Whose games the pages about a game are for that stand in no room of an engine."""


def pages(stream: StreamId) -> Iterator[tuple[str, str]]:
    """Every address a room has for a game, for this one; and whose games it is for."""
    for resolver in get_resolver().url_patterns:
        space = resolver.namespace if isinstance(resolver, URLResolver) else ""
        of_room = space in ROOMS
        for page in resolver.url_patterns if of_room or space in ENGINE_OF else ():
            if of_room or "stream" in page.pattern.converters:
                yield ENGINE_OF.get(space, space), _path(space, page, stream)


def _path(space: str, page: URLPattern, stream: StreamId) -> str:
    parts = {name: 1 if isinstance(one, IntConverter) else "one" for name, one in page.pattern.converters.items()}
    return reverse(f"{space}:{page.name}", kwargs={**parts, "stream": stream})


def opened(engine: str) -> StreamId:
    return sale() if engine == "auction" else load(SAMPLES[engine], public=True)


def missed(client: Client, stream: StreamId, engine: str) -> list[tuple[str, str, int]]:
    """What answers otherwise than with a refusal, read and sent to."""
    client.raise_request_exception = False
    paths = [path for of, path in pages(stream) if of != engine]
    assert len(paths) > 30
    knocked = ((way, path, getattr(client, way)(path).status_code) for path in paths for way in ("get", "post"))
    return [found for found in knocked if not 400 <= found[2] < 500]


@pytest.mark.parametrize("engine", ["auction", *SAMPLES])
def test_the_pages_of_a_room_are_not_there_for_the_games_of_another_engine(engine: str):
    stream = opened(engine)

    assert missed(passer_by(), stream, engine) == []
    assert missed(host(), stream, engine) == []


def test_what_was_sent_to_the_wrong_room_is_told_that_nothing_is_there():
    stream = opened("match")

    assert host().post(f"/g/{stream}/tournament/entries", {"name": "Ana"}).status_code == 404
    assert host().get(f"/g/{stream}/tournament/standings").status_code == 404
    assert host().get(f"/g/{opened('tournament')}/tournament/standings").status_code == 200
