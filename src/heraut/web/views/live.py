"""Server-sent events: a page hears that what it shows has changed, and asks for it again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from time import monotonic

from asgiref.sync import sync_to_async
from django.db import connection
from django.http import HttpRequest, StreamingHttpResponse

from heraut.journal import History
from heraut.kernel import Seat, StreamId
from heraut.web import live as bells
from heraut.web import seen
from heraut.web.access import Action
from heraut.web.desk import desk
from heraut.web.guard import Moved, admitted
from heraut.web.models import Stream

BEAT = 20.0
"""Seconds between signs of life, and between slow looks in case a bell was missed."""
Moment = tuple[int, float]
"""How often the stream's bell has rung here, and which beat it is."""
_workers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="live")


async def live(request: HttpRequest, stream: str) -> StreamingHttpResponse:
    """
    An event `changed` whenever what this visitor may see has changed, with a digest of it.

    A change hidden from the visitor is not announced: silence must tell nothing.
    """
    try:
        seat = await sync_to_async(_seat)(request, stream)
    except Moved as moved:
        return StreamingHttpResponse(_gone(moved.address), content_type="text/event-stream")
    response = StreamingHttpResponse(_events(StreamId(stream), seat), content_type="text/event-stream")
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


live.action = Action.WATCH  # type: ignore[attr-defined]  # read by the test that walks the addresses


def _seat(request: HttpRequest, stream: str) -> Seat | None:
    try:
        return admitted(request, stream, Action.WATCH).visitor.seat
    finally:
        connection.close()  # the stream may stay open for hours: it must not keep a database connection


async def _gone(address: str) -> AsyncIterator[bytes]:
    """News a page cannot have shown yet, so that it asks and learns where to go."""
    yield f'retry: 20000\nevent: changed\ndata: {{"version":"{address}"}}\n\n'.encode()


async def _events(stream: StreamId, seat: Seat | None) -> AsyncIterator[bytes]:
    async with bells.bell(stream) as bell:
        shown = ""
        yield b"retry: 2000\n\n"
        while True:
            version = await _version(stream, seat)
            if version != shown:
                shown = version
                yield f'event: changed\ndata: {{"version":"{version}"}}\n\n'.encode()
            if not await bell.heard(within=BEAT):
                yield b": still here\n\n"


async def _version(stream: StreamId, seat: Seat | None) -> str:
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_workers, _worked_out, stream, seat)


def _worked_out(stream: StreamId, seat: Seat | None) -> str:
    try:
        return version(stream, seat, (bells.rings(stream), monotonic() // BEAT))
    finally:
        connection.close()  # the worker may be idle for hours


@lru_cache(maxsize=4096)
def version(stream: StreamId, seat: Seat | None, moment: Moment) -> str:
    """What the seat may see, worked out once per change for all who share it; a game gone elsewhere is news too."""
    return _moved(stream, moment) or seen.version(_history(stream, moment), seat)


@lru_cache(maxsize=256)
def _moved(stream: StreamId, moment: Moment) -> str:  # noqa: ARG001  # a new moment asks the database again
    return Stream.objects.filter(pk=stream).values_list("moved_to", flat=True).first() or ""


@lru_cache(maxsize=256)
def _history(stream: StreamId, moment: Moment) -> History:  # noqa: ARG001  # a new moment asks the database again
    return desk().history(stream)
