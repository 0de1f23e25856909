"""
One append wakes every page that shows the stream.

In one process a set of waiting pages is enough. With PostgreSQL an append also says NOTIFY, and each process
listens, so that pages served by other processes wake too.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from threading import Lock
from typing import Any

from django.db import connection

from heraut.kernel import StreamId

CHANNEL = "heraut_streams"
RETRY = 2.0
AT_ONCE = 25


class Bell:
    """Rung from any thread, heard in one event loop; ringing twice before it is heard counts once."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._rung = asyncio.Event()

    def ring(self) -> None:
        """Ring it from its own loop."""
        self._rung.set()

    async def heard(self, within: float) -> bool:
        """Wait for the bell, at most so many seconds."""
        try:
            await asyncio.wait_for(self._rung.wait(), within)
        except TimeoutError:
            return False
        self._rung.clear()
        return True


_bells: defaultdict[str, set[Bell]] = defaultdict(set)
_rings: Counter[str] = Counter()
_lock = Lock()
_listener: asyncio.Task[None] | None = None


@asynccontextmanager
async def bell(stream: StreamId) -> AsyncIterator[Bell]:
    """A bell that rings while the stream grows."""
    _listen_elsewhere()
    mine = Bell()
    with _lock:
        _bells[stream].add(mine)
    try:
        yield mine
    finally:
        with _lock:
            _bells[stream].discard(mine)
            if not _bells[stream]:
                del _bells[stream]


def waiting(stream: StreamId) -> int:
    """How many pages of this process wait for the stream."""
    with _lock:
        return len(_bells.get(stream, ()))


def announce(stream: StreamId) -> None:
    """The stream has grown: ring here, and tell the other processes."""
    ring(stream)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, stream])


def rings(stream: StreamId) -> int:
    """How often the stream's bell has rung in this process."""
    return _rings[stream]


def ring(stream: str) -> None:
    with _lock:
        _rings[stream] += 1
        waiting = list(_bells.get(stream, ()))
    for loop in {each.loop for each in waiting}:
        with suppress(RuntimeError):  # the loop has closed: nobody is listening
            loop.call_soon_threadsafe(_wake, loop, [each for each in waiting if each.loop is loop])


def _wake(loop: asyncio.AbstractEventLoop, bells: list[Bell]) -> None:
    """So many pages, then the next: whoever made the news is answered in between, not after a thousand others."""
    for each in bells[:AT_ONCE]:
        each.ring()
    if len(bells) > AT_ONCE:
        loop.call_soon(_wake, loop, bells[AT_ONCE:])


def _listen_elsewhere() -> None:
    """With PostgreSQL, start this process's listener when its first page waits."""
    global _listener  # noqa: PLW0603  # one listener per process is the point
    if connection.vendor == "postgresql" and (_listener is None or _listener.done()):
        _listener = asyncio.get_running_loop().create_task(_listen())


async def _listen() -> None:
    import psycopg  # noqa: PLC0415  # only a PostgreSQL server has it at work

    while True:
        try:
            parameters = connection.get_connection_params()
            listening = await psycopg.AsyncConnection.connect(**_plain(parameters), autocommit=True)
            async with listening:
                await listening.execute(f"LISTEN {CHANNEL}")
                async for notice in listening.notifies():
                    ring(notice.payload)
        except psycopg.OperationalError:
            await asyncio.sleep(RETRY)  # the database is away: pages fall back on their own slow look


def _plain(parameters: dict[str, Any]) -> dict[str, Any]:
    """What psycopg itself needs to connect, without Django's own classes."""
    return {key: value for key, value in parameters.items() if key in {"dbname", "user", "password", "host", "port"}}
