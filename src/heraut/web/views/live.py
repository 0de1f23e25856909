"""Server-sent events: a page hears that what it shows has changed, and asks for it again."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponseBase
from django.utils import translation

from heraut.journal.history import History
from heraut.journal.log import events_since, version_of
from heraut.kernel.names import SenderId, StreamId
from heraut.web import broadcast, priority, threads
from heraut.web.broadcast import Bell
from heraut.web.desk import desk
from heraut.web.exceptions import MovedAway
from heraut.web.game import VisitedGame, account_sender, language
from heraut.web.guard import admitted
from heraut.web.handler import StreamedResponse
from heraut.web.permissions import Action, Visitor
from heraut.web.rooms import room
from heraut.web.rules_of_game import under_rules_of
from heraut.web.store import by_name, rows

TYPE = "text/event-stream"
BEAT = 20.0
"""Seconds between signs of life, and between slow looks in case a bell was missed."""
PACE = 0.03
"""Seconds between two pages that ask for news which can wait: half of what a slow core makes, results come in too."""
LONGEST = 90.0
"""Seconds after which a page has asked whatever else is going on."""
Moment = tuple[int, float]
"""How often the stream's bell has rung here, and which beat it is."""
HOSTING = 'SELECT "id" FROM "auth_user" WHERE "is_active" AND ("is_superuser" OR "id" = %s)'
OPENING = 'SELECT "token_hash" FROM "web_link" WHERE "stream_id" = %s'
_workers = ThreadPoolExecutor(max_workers=1, thread_name_prefix="live")


@dataclass(frozen=True, slots=True)
class Look:
    """A game at a moment, read once for all the pages that show it; and what was said of it, by whom it was for."""

    history: History
    moved: str
    public: bool = False
    links: frozenset[str] = frozenset()
    """What opens a place at it now."""
    hosts: frozenset[SenderId] = frozenset()
    """The accounts that run it now."""
    said: dict[tuple[Any, ...], bytes] = field(default_factory=dict)

    def admits(self, visitor: Visitor) -> bool:
        """
        Whether the visitor may watch still, and from the same seat.

        A link that was renewed, an organiser who is so no more, or a game made private ends it at once.
        """
        if visitor.link:
            return visitor.link in self.links
        return visitor.sender in self.hosts if visitor.official else self.public


def live(request: HttpRequest, stream: str) -> HttpResponseBase:
    """
    An event `changed` whenever what this visitor may see has changed, with a digest of it.

    A change hidden from the visitor is not announced: silence must tell nothing. A page is told at once what its room
    thinks cannot wait, and within how many seconds to ask for the rest; programs are told the digest alone.
    """
    try:
        game = admitted(request, stream, Action.WATCH)
    except MovedAway as moved:
        return StreamedResponse(_gone(moved.address), TYPE)
    response = StreamedResponse(_events(game, "" if request.path.startswith("/api/") else language()), TYPE)
    response["Cache-Control"] = "no-store"
    response["X-Accel-Buffering"] = "no"
    return response


live.action = Action.WATCH  # type: ignore[attr-defined]  # read by the test that walks the addresses


async def _gone(address: str) -> AsyncGenerator[bytes]:
    """News a page cannot have shown yet, so that it asks and learns where to go."""
    yield b"retry: 20000\n" + _changed({"version": address})


async def _events(game: VisitedGame, spoken: str) -> AsyncGenerator[bytes]:
    """The messages to one page; in no language, to a program."""
    async with _watching(game.stream) as bell:
        shown, told = "", 0
        yield b"retry: 2000\n\n"
        while not threads.stopping():
            look = await _look(game.stream)
            if not look.admits(game.visitor):
                yield _changed({"version": "left"})  # the page asks for itself and is told whose it is now
                return
            version = look.moved or version_of(look.history, game.visitor.seat)
            if version != shown:
                yield _told(look, version, game, told, spoken) if shown and spoken else _changed({"version": version})
                shown, told = version, look.history.sequence
            if not await bell.heard(within=BEAT):
                yield b": still here\n\n"


def _told(look: Look, version: str, game: VisitedGame, told: int, spoken: str) -> bytes:
    """The message to a page that has been told of so many entries; said once to all who may know the same."""
    visitor = game.visitor
    key = (version, visitor.role, visitor.seat, told, spoken)
    if key not in look.said:
        with translation.override(spoken), under_rules_of(look.history):
            news = room(look.history.engine.id).news(
                VisitedGame(game.row, look.history, visitor, game.places),
                events_since(look.history, visitor.seat, told),
            )
        within = 0.0 if news.prompt else spread(broadcast.waiting(game.stream))
        look.said[key] = _changed({"version": version, "within": within, "now": news.now})
    return look.said[key]


def spread(pages: int) -> float:
    """
    The seconds over which so many pages ask for news that can wait: at a pace this server keeps easily.

    Each chooses its moment within them, so with news at every moment a page asks again after half of them.
    """
    return round(min(LONGEST, max(PACE, 2 * priority.page_interval()) * pages), 2)


def _changed(message: dict[str, Any]) -> bytes:
    told = json.dumps({name: value for name, value in message.items() if value}, separators=(",", ":"))
    return f"event: changed\ndata: {told}\n\n".encode()


_looks: dict[StreamId, tuple[Moment, asyncio.Future[Look]]] = {}


@asynccontextmanager
async def _watching(stream: StreamId) -> AsyncIterator[Bell]:
    """The stream's bell; what was read of the stream is forgotten when nobody watches any more."""
    try:
        async with broadcast.bell(stream) as bell:
            yield bell
    finally:
        if not broadcast.waiting(stream):
            _looks.pop(stream, None)


async def _look(stream: StreamId) -> Look:
    """The game as it is now: the first page that asks has it read, the others wait for that."""
    moment = (broadcast.rings(stream), monotonic() // BEAT)
    kept, look = _looks.get(stream, (None, None))
    if look is None or kept != moment:
        look = asyncio.get_running_loop().run_in_executor(_workers, _read, stream)
        _looks[stream] = (moment, look)
    if look.done() and look.exception() is None:
        return look.result()
    try:
        return await asyncio.shield(look)
    except Exception:
        _looks.pop(stream, None)  # the next page has it read again
        raise


def _read(stream: StreamId) -> Look:
    try:
        row = by_name(stream)
        assert row is not None  # streams are never taken away
        opening = frozenset(token_hash for (token_hash,) in rows(OPENING, [stream]))
        hosts = frozenset(account_sender(pk) for (pk,) in rows(HOSTING, [row.owner_id]))
        return Look(desk().history(stream), row.moved_to, row.public, opening, hosts)
    finally:
        connection.close()  # the worker may be idle for hours
