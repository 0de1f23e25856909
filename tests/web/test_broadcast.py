"""One append wakes every page that shows the stream."""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
from collections.abc import AsyncIterator

import pytest
from django.db import connection

from heraut.kernel.names import Seat, StreamId
from heraut.web import broadcast
from heraut.web.desk import desk
from heraut.web.game import VisitedGame
from heraut.web.models import Stream
from heraut.web.permissions import Role, Visitor
from heraut.web.serve import MOST_FILES, allow_many_pages
from heraut.web.views.live import _events
from web.build import ANA, SALE, bid, player, sale


def messages(stream: StreamId, seat: Seat | None, spoken: str = "fr") -> AsyncIterator[bytes]:
    """What is sent to the open page of that seat, or of a passer-by."""
    visitor = Visitor(Role.SPECTATOR if seat is None else Role.PLAYER, seat)
    game = VisitedGame(Stream.objects.get(pk=stream), desk().history(stream), visitor, (visitor,))
    return _events(game, spoken)


async def next_of(events: AsyncIterator[bytes]) -> bytes:
    return await asyncio.wait_for(anext(events), 5)


def test_a_bell_rung_from_another_thread_is_heard():
    async def listen() -> bool:
        async with broadcast.bell(SALE) as bell:
            await asyncio.to_thread(broadcast.ring, SALE)
            return await bell.heard(within=5)

    assert asyncio.run(listen())


def test_a_bell_nobody_rings_is_not_heard_and_is_taken_down():
    quiet = StreamId("quiet")  # not the one all tests play: news of an earlier one may still be on its way

    async def listen() -> bool:
        async with broadcast.bell(quiet) as bell:
            return await bell.heard(within=0.01)

    assert not asyncio.run(listen())
    assert broadcast.waiting(quiet) == 0


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="one process")
def test_a_page_hears_that_what_it_shows_has_changed():
    sale()
    ana = player(ANA)

    events = messages(SALE, None)

    async def watch() -> tuple[bytes, bytes, bytes]:
        opening, first = await next_of(events), await next_of(events)
        await asyncio.to_thread(bid, ana, 3)
        second = await next_of(events)
        await events.aclose()
        return opening, first, second

    opening, first, second = asyncio.run(watch())

    assert opening == b"retry: 2000\n\n"
    assert first.startswith(b'event: changed\ndata: {"version":"')
    assert second.startswith(b"event: changed\n")
    assert second != first


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="one process")
def test_a_page_carries_the_version_its_live_messages_tell():
    fair = sale(stream=StreamId("fair"))
    page = player(ANA, fair).get("/g/fair/").content.decode()

    events = messages(fair, ANA)

    async def first() -> bytes:
        await next_of(events)
        return await next_of(events)

    told = json.loads(asyncio.run(first()).split(b"data: ")[1])

    assert f'data-version="{told["version"]}"' in page


@pytest.mark.django_db
def test_the_stream_of_events_is_kept_by_nobody():
    sale()
    answer = player(ANA).get("/g/sale/live")

    assert answer.headers["Content-Type"] == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"


RING = """
import django, os
django.setup()
from django.db import connection
connection.settings_dict["NAME"] = os.environ["TEST_NAME"]
from heraut.web.broadcast import announce
announce("sale")
"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="several processes share a PostgreSQL server")
def test_an_append_in_another_process_rings_here():
    environment = {**os.environ, "TEST_NAME": connection.settings_dict["NAME"]}

    async def listen() -> bool:
        async with broadcast.bell(SALE) as bell:
            for _ in range(20):  # until the listener has connected, a ring may be missed
                other = await asyncio.create_subprocess_exec(sys.executable, "-c", RING, env=environment)
                assert await other.wait() == 0
                if await bell.heard(within=0.5):
                    return True
        return False

    assert asyncio.run(listen())


def test_a_server_takes_as_many_connections_as_the_system_lets_it():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, before[1]))
        allow_many_pages()
        soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)

    assert soft == (MOST_FILES if before[1] == resource.RLIM_INFINITY else min(before[1], MOST_FILES))
