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

from heraut.kernel.names import StreamId
from heraut.web import threads

CHANNEL = "heraut_streams"
LISTENING = 5.0
"""Seconds the listener listens before it shows that it lives."""
AT_ONCE = 10
PAUSE, LONGEST_PAUSE = 0.002, 0.25
"""Pages woken one after the other, about a millisecond's work, and the seconds before the next are."""


class Bell:
    """Rung from any thread, heard in one event loop; ringing twice before it is heard counts once."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self._rung = False
        self._ear: asyncio.Future[None] | None = None

    def ring(self) -> None:
        """Ring it from its own loop."""
        self._rung = True
        self._wake()

    async def heard(self, within: float) -> bool:
        """Wait for the bell, at most so many seconds."""
        if not self._rung:
            self._ear = self.loop.create_future()
            timer = self.loop.call_later(within, self._wake)  # a thousand pages wait: `wait_for` makes a task for each
            try:
                await self._ear
            finally:
                timer.cancel()
                self._ear = None
        rung, self._rung = self._rung, False
        return rung

    def _wake(self) -> None:
        if self._ear is not None and not self._ear.done():
            self._ear.set_result(None)


_bells: defaultdict[str, set[Bell]] = defaultdict(set)
_rings: Counter[str] = Counter()
_lock = Lock()
_rounds: dict[tuple[asyncio.AbstractEventLoop, str], asyncio.Task[None]] = {}
"""The rounds under way, of which each loop touches its own alone; and those to be followed by another."""
_again: set[tuple[asyncio.AbstractEventLoop, str]] = set()


@asynccontextmanager
async def bell(stream: StreamId) -> AsyncIterator[Bell]:
    """A bell that rings while the stream grows."""
    listen()
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


def listening() -> int:
    """How many pages of this process are open and listen."""
    with _lock:
        return sum(map(len, _bells.values()))


def close_all() -> None:
    """The process is about to end: every open page is let go, and finds us again after the start."""
    _ring_all()


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
    """The stream has grown: its pages in this process hear it, from whatever thread it is said."""
    with _lock:
        _rings[stream] += 1
        loops = {each.loop for each in _bells.get(stream, ())}
    for loop in loops:
        with suppress(RuntimeError):  # the loop has closed: nobody is listening
            loop.call_soon_threadsafe(_cry, loop, stream)


def _cry(loop: asyncio.AbstractEventLoop, stream: str) -> None:
    """Begin a round through the stream's pages, or let the one under way be followed by another."""
    key = (loop, stream)
    if key in _rounds:
        _again.add(key)
    else:
        _rounds[key] = loop.create_task(_round(loop, stream))


async def _round(loop: asyncio.AbstractEventLoop, stream: str) -> None:
    """
    A few pages, a pause, the next: whoever made the news is answered in between, not after a thousand others.

    What comes during a round is told in the next one, all of it at once. When the loop is behind, the pause is as long
    as it is behind, and three times as long once round follows round: pages never take more than half of the loop, and
    a quarter while news keep coming.
    """
    key = (loop, stream)
    patience = 1
    try:
        while True:
            _again.discard(key)
            with _lock:
                bells = [each for each in _bells.get(stream, ()) if each.loop is loop]
            for first in range(0, len(bells), AT_ONCE):
                for each in bells[first : first + AT_ONCE]:
                    each.ring()
                begun = loop.time()
                await asyncio.sleep(PAUSE)
                await asyncio.sleep(min(LONGEST_PAUSE, patience * max(0.0, loop.time() - begun - PAUSE)))
            if key not in _again:
                return
            patience = 3
    finally:
        del _rounds[key]
        _again.discard(key)


class Listener:
    """Hears what the other processes append to a PostgreSQL database, on a connection of its own beside the pool."""

    def __init__(self) -> None:
        self._ear: Any = None

    def turn(self) -> None:
        """Hear the notices for a while; a connection that fails is left, and the next turn has a new one."""
        try:
            if self._ear is None:
                self._ear = straight(autocommit=True)
                self._ear.execute(f"LISTEN {CHANNEL}")
                _ring_all()  # what was said before this connection stood was missed
            for notice in self._ear.notifies(timeout=LISTENING):
                ring(notice.payload)
        except Exception:
            self.leave()
            raise

    def leave(self) -> None:
        """Hang up."""
        ear, self._ear = self._ear, None
        if ear is not None:
            ear.close()


def listen() -> None:
    """With PostgreSQL, one listener per process, started once."""
    if connection.vendor == "postgresql":
        threads.start("listener", Listener().turn, patience=6 * LISTENING)


def straight(**more: Any) -> Any:
    """A connection to PostgreSQL beside the pool: at once, or not at all."""
    with connection.wrap_database_errors:
        return connection.Database.connect(  # type: ignore[attr-defined]  # each kind of database names its module
            **{**connection.get_connection_params(), "connect_timeout": 10, **more}
        )


def _ring_all() -> None:
    with _lock:
        streams = list(_bells)
    for stream in streams:
        ring(stream)
