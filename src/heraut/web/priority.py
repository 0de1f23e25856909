"""
Priority: writes go before pages; what people send is answered first, and pages are made a few at a time.

A hall of phones that reload at once asks for more pages than a laptop makes; without an order the one result somebody
sends waits behind all of them. Pages share the one core Python uses: while something is written only one is made, so a
write has at least half of it. A request waits for its turn once it has been received whole, and its turn ends when its
answer begins, so that a slow phone holds nobody up. One that is given up while it waits is forgotten.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable
from enum import StrEnum
from typing import Any

from heraut.kernel.codec import encode
from heraut.speech.sentences import Language, phrase
from heraut.web import metrics

App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
"""An ASGI application: scope, receive, send."""


BODY = 20.0
"""Seconds between two parts of what is sent; a phone that says nothing for longer has gone."""
WHOLE = 180.0
"""Seconds all of it may take."""
AT_ONCE = {"write": 6, "page": 2}
"""
How many of each are worked on at once: of pages one that is made and one that waits, for the database or for a paper;
of writes those that come in while the disk is waited for, which are then stored together.
"""
BESIDE_WRITES = 1
"""How many pages are made while something is written: some, or a busy hour would show nobody anything."""
MOST_WAITING = 4000
"""How many pages may wait; more are told to come back."""
RECENT = 50
"""Over how many turns their length is averaged."""
STRAIGHT = ("/health", "/ready", "/metrics", "/static/")
"""What is answered at once whatever else is going on."""
PAGE = """<!DOCTYPE html>
<html lang="{}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Héraut</title>
<p>{}</p>
<p><a href="/">{}</a></p>
</html>
"""
"""What is said where there is no time for a page of ours; large enough to be read on a phone, and with a way back."""
SLOW = (408, "too-slow")
BUSY = (503, "too-busy")


class RequestQueue(StrEnum):
    """The two queues."""

    WRITE = "write"
    PAGE = "page"


def lane(scope: dict[str, Any]) -> RequestQueue:
    """A question changes nothing, however it is sent."""
    asks = scope["method"] in ("GET", "HEAD", "OPTIONS") or scope["path"].startswith("/api/ask/")
    return RequestQueue.PAGE if asks else RequestQueue.WRITE


class Queue:
    """So many at once, the others in the order they came; fewer while another queue has work."""

    def __init__(self, at_once: int, *, before: Queue | None = None, beside: int = 0) -> None:
        """`before` goes first: while it has work only `beside` of ours are worked on."""
        self._at_once, self._beside, self._before = at_once, beside, before
        self._busy = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._took = 0.0
        self._idle: list[Callable[[], None]] = []
        if before is not None:
            before._idle.append(self._advance)

    def note(self, seconds: float) -> None:
        """How long a turn took; the last few count most."""
        self._took += (seconds - self._took) / RECENT

    def interval(self) -> float:
        """The seconds between two turns at which half of what can be done is done."""
        return 2 * self._took / self._at_once

    def length(self) -> int:
        """How many wait."""
        return len(self._waiting)

    def ask(self) -> asyncio.Future[None]:
        """A turn, had when the future is done."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        self._advance()
        return turn

    def give_back(self, turn: asyncio.Future[None]) -> None:
        """End a turn, had or still waited for."""
        if not turn.done():
            turn.cancel()
            self._waiting.remove(turn)
            return
        self._busy -= 1
        self._advance()
        if not self._busy:
            for advance in self._idle:
                advance()

    def _advance(self) -> None:
        """Give turns as long as there is somebody to work on them."""
        most = self._beside if self._before is not None and self._before._busy else self._at_once
        while self._waiting and self._busy < most:
            following = self._waiting.popleft()
            if not following.done():
                self._busy += 1
                following.set_result(None)


_current: dict[RequestQueue, Queue] = {}
"""The queues of this process."""


def page_interval() -> float:
    """The seconds between two pages at which this server keeps half its strength; 0 before it has made any."""
    return _current[RequestQueue.PAGE].interval() if _current else 0.0


class Lanes:
    """An ASGI application in which writes go before pages."""

    def __init__(self, app: App) -> None:
        self._app = app
        writes = Queue(AT_ONCE[RequestQueue.WRITE])
        pages = Queue(AT_ONCE[RequestQueue.PAGE], before=writes, beside=BESIDE_WRITES)
        self.queues = {RequestQueue.WRITE: writes, RequestQueue.PAGE: pages}
        _current.update(self.queues)
        for each, queue in self.queues.items():
            metrics.gauge("heraut_requests_waiting", queue.length, lane=each)

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"].startswith(STRAIGHT):
            await self._app(scope, receive, send)
            return
        each = lane(scope)
        queue = self.queues[each]
        if each is RequestQueue.PAGE and queue.length() >= MOST_WAITING:
            await answer(scope, send, *BUSY)
            return
        await QueueTurn(queue, receive, send).run(self._app, scope)


class QueueTurn:
    """One request's way through its lane."""

    def __init__(self, queue: Queue, receive: Any, send: Any) -> None:
        self._queue, self._receive, self._send = queue, receive, send
        self._turn: asyncio.Future[None] | None = None
        self._since = 0.0
        self._whole = self._begun = self._late = False
        self._until = asyncio.get_running_loop().time() + WHOLE

    async def run(self, app: App, scope: dict[str, Any]) -> None:
        try:
            await app(scope, self._received, self._sent)
        finally:
            self._end()
        if self._late and not self._begun:
            await answer(scope, self._send, *SLOW)

    async def _received(self) -> Any:
        """A part of the request; with the last one comes the turn."""
        if self._whole:
            return await self._receive()
        left = self._until - asyncio.get_running_loop().time()
        try:
            message = await asyncio.wait_for(self._receive(), max(0.0, min(BODY, left)))
        except TimeoutError:
            self._late = True
            return {"type": "http.disconnect"}
        if message["type"] != "http.request" or message.get("more_body", False):
            return message
        self._whole = True
        return message if await self._has_turn() else {"type": "http.disconnect"}

    async def _has_turn(self) -> bool:
        """Wait for it, as long as there is somebody to answer."""
        turn = self._turn = self._queue.ask()
        while not turn.done():
            told = asyncio.ensure_future(self._receive())
            try:
                await asyncio.wait({turn, told}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                told.cancel()
            if told.done() and not told.cancelled() and told.result()["type"] == "http.disconnect":
                break
        self._since = asyncio.get_running_loop().time()
        return turn.done()

    async def _sent(self, message: Any) -> None:
        self._begun = True
        self._end()
        await self._send(message)

    def _end(self) -> None:
        turn, self._turn = self._turn, None
        if turn is not None:
            if self._begun and self._since:
                self._queue.note(asyncio.get_running_loop().time() - self._since)
            self._queue.give_back(turn)


async def answer(scope: dict[str, Any], send: Any, status: int, code: str) -> None:
    """A bare answer, made without Django: the sentence of that code, for programs in the shape of every fault."""
    spoken, program = _language(scope), scope["path"].startswith("/api/")
    sentence, back = phrase(spoken, "words", code), phrase(spoken, "words", "back-home")
    body = encode({"error": sentence}) if program else PAGE.format(spoken, sentence, back).encode()
    headers = [
        (b"content-type", b"application/json" if program else b"text/html; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
        (b"retry-after", b"2"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _language(scope: dict[str, Any]) -> Language:
    """The language chosen on our pages, or the first of the browser's that we speak."""
    headers = dict(scope["headers"])
    chosen = re.findall(rb"heraut_language=(\w+)", headers.get(b"cookie", b""))
    asked = re.findall(rb"\b(fr|en)\b", headers.get(b"accept-language", b"").lower())
    return "en" if [*chosen, *asked][:1] == [b"en"] else "fr"
