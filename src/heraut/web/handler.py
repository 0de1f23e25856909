"""
A request is answered whole in one of a few threads that stay; what goes on for hours is sent on by the loop.

Django's own way through ASGI hands a request from the loop to a thread and back at every middleware, in a thread made
for it, over a database connection made for that: more work than most answers are, and a hall of phones that come back
together asks for a thousand.

Who begins a request and does not go on is hung up on, so that idle connections cannot fill the hall's server; and when
it stops, what was begun is finished and open pages are let go.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, closing, suppress
from types import GenericAlias
from typing import IO, Any

import h11
import msgspec
from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.urls import get_resolver, set_script_prefix
from uvicorn.protocols.http.h11_impl import H11Protocol

from heraut import catalogue
from heraut.kernel.codec import prepare
from heraut.kernel.journal import Undo, Undone
from heraut.web import broadcast, threads

HEAD = 15.0
"""Seconds from the first sign of a request, or of the connection, to the end of its headers."""
THREADS = 12
"""More than `lanes` lets through at once: what goes straight past them has one too."""


class StreamedResponse(StreamingHttpResponse):
    """An answer that goes on: the loop sends its parts as they come, until there are no more or nobody is left."""

    def __init__(self, parts: AsyncGenerator[bytes], content_type: str) -> None:
        super().__init__(parts, content_type=content_type)
        self.parts = parts


class Handler(ASGIHandler):
    """Django with its middlewares in one thread."""

    def __init__(self) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="answers")

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            raise ValueError(f"{scope['type']} is not spoken here")
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(self._threads, self._answer, scope, body)
        if isinstance(response, StreamedResponse):
            await _send_on(response, receive, send)
        else:
            await self.send_response(response, send)

    def _answer(self, scope: dict[str, Any], body: IO[bytes]) -> HttpResponseBase:
        """The answer with all that is in it; once it is sent nothing of the request is left."""
        with closing(body):
            set_script_prefix(get_script_prefix(scope))
            signals.request_started.send(sender=self.__class__, scope=scope)
            request, refused = self.create_request(scope, body)
            response = refused if request is None else self.get_response(request)
            assert response is not None
            with closing(response):
                return _whole(response)


def _whole(response: HttpResponseBase) -> HttpResponseBase:
    """A streamed answer gathered here: the loop must not read files or databases."""
    if not response.streaming or isinstance(response, StreamedResponse):
        return response
    gathered = HttpResponse(b"".join(response), status=response.status_code, headers=dict(response.items()))
    gathered.cookies = response.cookies
    return gathered


async def _send_on(response: StreamedResponse, receive: Any, send: Any) -> None:
    """Send the parts as they come; whoever has gone is noticed at once, and what was kept for them is let go."""
    headers = [(name.encode("ascii"), value.encode("latin1")) for name, value in response.items()]
    headers += [(b"Set-Cookie", cookie.output(header="").encode("ascii")) for cookie in response.cookies.values()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    tasks = [asyncio.create_task(_parts(response, send)), asyncio.create_task(_left(receive))]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def _parts(response: StreamedResponse, send: Any) -> None:
    async with aclosing(response.parts) as parts:
        async for part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _left(receive: Any) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def prepare_types() -> None:
    """
    Work out every type a request or the journal may hold in one thread, before the first visitor comes.

    Two threads that meet one for the first time at once may end the process. 0.2 s for a thousand of them.
    """
    for name in catalogue.QUESTIONS:
        catalogue.question(name)
    assert get_resolver().url_patterns  # which loads every page, and with it every type pages read
    for engine in map(catalogue.engine, catalogue.ENGINES):
        prepare(
            engine.settings,
            engine.commands,
            engine.commands | Undo,
            GenericAlias(list, (engine.events | Undone,)),
        )
    for kind in _structs(msgspec.Struct):
        with suppress(TypeError):  # a type that is only ever written, such as a view with exact numbers
            prepare(kind)


def _structs(parent: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for kind in parent.__subclasses__():
        yield kind
        yield from _structs(kind)


class PatientProtocol(H11Protocol):
    """HTTP/1.1 with a limit to how long a request may take to say what it is."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            self._expect()  # the beginning of a head; one that is not finished in time is no request
        else:
            self._come()

    def connection_lost(self, exc: Exception | None) -> None:
        self._come()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops. Every open page is let go, so that it waits only for what it has begun to answer."""
        threads.stop()
        broadcast.close_all()
        super().shutdown()

    def _expect(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(HEAD, self._hang_up)

    def _come(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _hang_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
