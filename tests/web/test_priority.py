"""Writes go before pages, and who does not finish what they began holds nobody up."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from heraut.web import priority
from heraut.web.priority import AT_ONCE, Lanes, RequestQueue


class Bench:
    """An application whose every answer waits to be released, and what was asked of it, in order."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.release = asyncio.Event()
        self.lanes = Lanes(self.app)

    async def app(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        message = await receive()
        while message.get("more_body"):
            message = await receive()
        if message["type"] == "http.disconnect":
            return
        self.begun.append(scope["path"])
        await self.release.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await asyncio.sleep(3600 if scope["path"] == "/slow-reader" else 0)
        await send({"type": "http.response.body", "body": b""})

    def ask(self, method: str, path: str, *parts: Any) -> tuple[asyncio.Task[None], list[Any]]:
        """A request whose client sends these parts and then waits for its answer."""
        sent: list[Any] = []
        waiting = [*(parts or ({"type": "http.request", "body": b"", "more_body": False},))]

        async def receive() -> Any:
            if waiting:
                return waiting.pop(0)
            return await asyncio.get_running_loop().create_future()

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": method, "path": path, "headers": []}
        return asyncio.create_task(self.lanes(scope, receive, send)), sent


async def settle() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_result_does_not_wait_behind_pages():
    async def play() -> list[str]:
        bench = Bench()
        pages = [bench.ask("GET", f"/page/{number}") for number in range(50)]
        await settle()
        post = bench.ask("POST", "/g/cup/send")
        await settle()
        begun = list(bench.begun)
        bench.release.set()
        await asyncio.gather(*(task for task, _ in (*pages, post)))
        assert len(bench.begun) == 51
        return begun

    assert asyncio.run(play()) == ["/page/0", "/page/1", "/g/cup/send"]


def test_while_something_is_written_one_page_is_made_and_afterwards_the_others_go_on():
    async def play() -> tuple[list[str], list[str]]:
        bench = Bench()
        post = bench.ask("POST", "/g/cup/send")
        await settle()
        pages = [bench.ask("GET", f"/page/{number}") for number in range(3)]
        await settle()
        during = list(bench.begun)
        post[0].cancel()
        await settle()
        after = list(bench.begun)
        bench.release.set()
        await asyncio.gather(*(task for task, _ in pages))
        return during, after

    during, after = asyncio.run(play())

    assert during == ["/g/cup/send", "/page/0"]
    assert after == ["/g/cup/send", "/page/0", "/page/1"]


def test_a_question_is_a_page_however_it_is_sent():
    kinds = [
        priority.lane({"method": method, "path": path})
        for method, path in (("POST", "/api/ask/saga.points"), ("POST", "/api/streams/a/commands"), ("HEAD", "/"))
    ]

    assert kinds == ["page", "write", "page"]


def test_a_slow_reader_gives_its_turn_back_as_soon_as_its_answer_begins():
    async def play() -> list[str]:
        bench = Bench()
        bench.release.set()
        tasks = [bench.ask("GET", "/slow-reader")[0] for _ in range(AT_ONCE["page"])]
        await settle()
        await asyncio.wait_for(bench.ask("GET", "/next")[0], 5)
        for task in tasks:
            task.cancel()
        return bench.begun

    assert asyncio.run(play())[-1] == "/next"


def test_a_page_given_up_while_it_waits_is_never_made():
    async def play() -> tuple[list[str], int]:
        bench = Bench()
        busy = [bench.ask("GET", f"/busy/{number}")[0] for number in range(AT_ONCE["page"])]
        await settle()
        gone, _ = bench.ask("GET", "/gone", {"type": "http.request", "body": b""}, {"type": "http.disconnect"})
        await asyncio.wait_for(gone, 5)
        left = bench.lanes.queues[RequestQueue.PAGE].length()
        bench.release.set()
        await asyncio.gather(*busy)
        return bench.begun, left

    begun, left = asyncio.run(play())
    assert "/gone" not in begun
    assert left == 0


def test_a_body_that_stops_half_way_is_answered_408_and_holds_no_turn(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(priority, "BODY", 0.05)

    async def play() -> tuple[list[Any], list[str]]:
        bench = Bench()
        task, sent = bench.ask("POST", "/half", {"type": "http.request", "body": b"{", "more_body": True})
        await asyncio.wait_for(task, 5)
        return sent, bench.begun

    sent, begun = asyncio.run(play())
    assert sent[0]["status"] == 408
    assert begun == []


def test_when_far_too_many_pages_wait_the_next_are_told_to_come_back(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(priority, "MOST_WAITING", 3)

    async def play() -> list[Any]:
        bench = Bench()
        tasks = [bench.ask("GET", f"/{number}")[0] for number in range(AT_ONCE["page"] + 3)]
        await settle()
        late, sent = bench.ask("GET", "/late")
        await asyncio.wait_for(late, 5)
        bench.release.set()
        await asyncio.gather(*tasks)
        return sent

    assert [message.get("status") for message in asyncio.run(play())] == [503, None]


def test_after_everything_the_queue_is_as_it_was():
    async def play() -> list[int]:
        bench = Bench()
        bench.release.set()
        for _ in range(5):
            await asyncio.gather(*(bench.ask("GET", "/")[0] for _ in range(30)))
        return [queue._busy for queue in bench.lanes.queues.values()]

    assert asyncio.run(play()) == [0, 0]
