"""
A request is answered whole in one of a few threads that stay.

Django's own way through ASGI hands a request from the loop to a thread and back at every middleware, in a thread made
for it, over a database connection made for that: more work than most answers are. What streams to open pages stays
with it.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import IO, Any

from django.core import signals
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.handlers.base import BaseHandler
from django.http import HttpResponse, HttpResponseBase
from django.urls import set_script_prefix

from heraut.web.asgi_middleware import App

THREADS = 12
"""More than `lanes` lets through at once: what goes straight past them has one too."""
STREAMS = "/live"
"""How the addresses end whose answers go on for hours."""


class Handler(ASGIHandler):
    """Django with its middlewares in one thread; the addresses that stream are left to another handler."""

    def __init__(self, streaming: App) -> None:
        BaseHandler.__init__(self)
        self.load_middleware(is_async=False)
        self._streaming = streaming
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="answers")

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http" or scope["path"].endswith(STREAMS):
            await self._streaming(scope, receive, send)
            return
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        loop = asyncio.get_running_loop()
        await self.send_response(await loop.run_in_executor(self._threads, self._answer, scope, body), send)

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
    if not response.streaming:
        return response
    gathered = HttpResponse(b"".join(response), status=response.status_code, headers=dict(response.items()))
    gathered.cookies = response.cookies
    return gathered
