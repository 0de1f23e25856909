"""An answer that goes on for hours is sent part by part, and whoever vanishes leaves nothing behind."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest

from heraut.web.handler import StreamedResponse, _send_on


class Page:
    """Somebody who listens: what they were sent, and when they left."""

    def __init__(self, *, reads: bool = True) -> None:
        self.sent: list[dict[str, Any]] = []
        self.left = asyncio.Event()
        self._reads = reads

    async def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)
        if not self._reads and message["type"] == "http.response.body":
            await asyncio.Event().wait()

    async def receive(self) -> dict[str, Any]:
        await self.left.wait()
        return {"type": "http.disconnect"}

    @property
    def bodies(self) -> list[tuple[bytes, bool]]:
        return [(each["body"], each.get("more_body", False)) for each in self.sent[1:]]


class Events:
    """News, as many as there are and then none; noted when nobody wants them any more."""

    def __init__(self, *parts: bytes, ends: bool, fault: Exception | None = None) -> None:
        self.closed = False
        self._parts, self._ends, self._fault = parts, ends, fault

    async def __call__(self) -> AsyncGenerator[bytes]:
        try:
            for part in self._parts:
                yield part
            if self._fault is not None:
                raise self._fault
            if not self._ends:
                await asyncio.Event().wait()
        finally:
            self.closed = True


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_the_parts_are_sent_as_they_come_and_the_answer_ends_with_them():
    async def play() -> Page:
        page = Page()
        response = StreamedResponse(Events(b"one", b"two", ends=True)(), "text/event-stream")
        response.set_cookie("place", "p1")
        await asyncio.wait_for(_send_on(response, page.receive, page.send), 5)
        return page

    page = asyncio.run(play())

    assert page.sent[0]["status"] == 200
    assert (b"Content-Type", b"text/event-stream") in page.sent[0]["headers"]
    assert any(name == b"Set-Cookie" and b"place=p1" in value for name, value in page.sent[0]["headers"])
    assert page.bodies == [(b"one", True), (b"two", True), (b"", False)]


@pytest.mark.parametrize("reads", [True, False])
def test_who_leaves_ends_it_whether_it_waits_for_news_or_for_them(reads: bool):
    async def play() -> tuple[bool, int]:
        page, events = Page(reads=reads), Events(b"one", b"two", ends=False)
        task = asyncio.create_task(_send_on(StreamedResponse(events(), "text/event-stream"), page.receive, page.send))
        await settle()
        assert not task.done()
        assert not events.closed
        page.left.set()
        await asyncio.wait_for(task, 5)
        return events.closed, len(asyncio.all_tasks())

    assert asyncio.run(play()) == (True, 1)


def test_a_fault_in_the_middle_is_ours_to_hear_of():
    async def play() -> None:
        page = Page()
        faulty = Events(b"one", ends=True, fault=ZeroDivisionError())
        await _send_on(StreamedResponse(faulty(), "text/event-stream"), page.receive, page.send)

    with pytest.raises(ZeroDivisionError):
        asyncio.run(play())
