"""
A hall full of phones: how long a posted result waits while pages are open, listen and reload.

    python -m bench.crowd [SECONDS]

The event of `bench.day`, 500 players in their fifth round, on SQLite. Phones do what the page's script does: they
listen, and ask for their page again when their turn comes. Results are sent at fixed instants whether or not the one
before was answered, and each is timed from the instant it was due; so a server that falls behind is seen to.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import count
from random import random
from statistics import median, quantiles
from typing import Any

from bench.day import CUP, PLAYERS
from bench.figures import Figures
from bench.web import ROOT, request, server
from heraut.web.serve import allow_many_pages

SECONDS = 20.0
PATIENCE = 60.0
PREPARE = """
import json, sys
from bench.day import CUP, play, ready, tokens
ready(sys.argv[1])
play()
from heraut.kernel.names import Seat
from heraut.tournament.rounds import PublishRound
from bench.day import say
say(PublishRound(Seat("organiser"), confirm_rematches=True))
from heraut.web.desk import desk
tables = [list(table.seats) for _, table in sorted(desk().history(CUP).state.rounds[-1].tables.items())]
organiser, players = tokens()
sys.stdout.write(json.dumps({"organiser": organiser, "players": players, "tables": tables}))
"""


@dataclass
class Crowd:
    """The phones, and what became of their pages."""

    port: int
    bearers: list[str]
    reloading: bool
    pages: list[float] = field(default_factory=list)
    failed: int = 0
    heard: int = 0
    processor: float = 0.0

    async def phone(self, bearer: str, opened: asyncio.Semaphore) -> None:
        """Listen; with reloads, ask for the page as its script does: one at a time, each in its turn."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1_000_000)
        writer.write(f"GET /g/{CUP}/live HTTP/1.1\r\nHost: localhost\r\n{bearer}\r\n".encode())
        await reader.readuntil(b"event: changed")
        opened.release()
        turn: asyncio.Task[None] | None = None
        try:
            while True:
                await reader.readuntil(b"event: changed\ndata: ")
                told = json.loads(await reader.readline())
                self.heard += 1
                if self.reloading and (turn is None or turn.done()):
                    turn = asyncio.create_task(self.reload(bearer, random() * told.get("within", 0)))
        finally:
            if turn is not None:
                turn.cancel()
            writer.close()

    async def reload(self, bearer: str, after: float) -> None:
        await asyncio.sleep(after)
        began = time.perf_counter()
        head = f"GET /g/{CUP}/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nHX-Request: true\r\n"
        try:
            answer = await asyncio.wait_for(request(self.port, f"{head}{bearer}\r\n"), PATIENCE)
            self.failed += answer[9:12] != b"200"
        except (TimeoutError, OSError):
            self.failed += 1
        self.pages.append(time.perf_counter() - began)


async def posts(
    port: int, prepared: dict[str, Any], rate: float, seconds: float, first: int
) -> tuple[list[float], int]:
    """Results at that rate: how long each took from when it was due, and how many were not accepted."""
    begun, sent = time.perf_counter(), []
    for number in count():
        due = begun + number / rate
        if due > begun + seconds:
            break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        sent.append(asyncio.create_task(post(port, prepared, first + number, due)))
    answers = await asyncio.gather(*sent)
    return [took for took, _ in answers], sum(not accepted for _, accepted in answers)


async def post(port: int, prepared: dict[str, Any], number: int, due: float) -> tuple[float, bool]:
    tables = prepared["tables"]
    table = number % (len(tables) - 1)  # one stays open, so that the round does
    one, two = tables[table]
    report = {"format": "saga", "victory_points": {one: number % 23, two: 7}, "first_player": one}
    fields: dict[str, Any] = {"seat": "organiser", "round": 5, "table": table + 1, "report": report}
    again = {"type": "CorrectResult", "reason": "again"} if number >= len(tables) - 1 else {"type": "SettleResult"}
    body = json.dumps({**again, **fields})
    text = (
        f"POST /api/streams/{CUP}/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nAuthorization: Bearer {prepared['organiser']}\r\n"
        f"Content-Length: {len(body.encode())}\r\n\r\n{body}"
    )
    try:
        answer = await asyncio.wait_for(request(port, text), PATIENCE)
    except (TimeoutError, OSError):
        return PATIENCE, False
    return time.perf_counter() - due, b" 200 " in answer[:20]


@dataclass(frozen=True)
class Hall:
    """So many phones, and so many results a second."""

    phones: int
    rate: float
    reloading: bool
    limited: bool = True
    """Whether it is what we promise; otherwise it is measured, and written down."""

    @property
    def name(self) -> str:
        return f"crowd: {self.phones} {'reloading' if self.reloading else 'quiet'} phones, {self.rate:g} posts/s"


async def held(
    hall: Hall, port: int, prepared: dict[str, Any], seconds: float, first: int
) -> tuple[list[float], int, Crowd]:
    bearers = [f"Authorization: Bearer {token}\r\n" for token in prepared["players"]]
    crowd = Crowd(port, [*bearers, *[""] * hall.phones][: hall.phones], hall.reloading)
    opened = asyncio.Semaphore(0)
    watching = [asyncio.create_task(crowd.phone(bearer, opened)) for bearer in crowd.bearers]
    for _ in watching:
        await asyncio.wait_for(opened.acquire(), 120)
    before = await processor(port)
    times, refused = await posts(port, prepared, hall.rate, seconds, first)
    crowd.processor = await processor(port) - before
    for each in watching:
        each.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return times, refused, crowd


async def processor(port: int) -> float:
    """The processor time the server has used, in seconds."""
    return await gauge(port, "heraut_cpu_seconds")


async def gauge(port: int, name: str) -> float:
    """What the server says of itself."""
    told = await request(port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    return float(re.findall(rf"^{name} (\S+)".encode(), told, re.MULTILINE)[0])


def percentile(times: list[float], part: int) -> float:
    return quantiles(times, n=100)[part - 1] * 1000


HALLS = (
    Hall(500, 5.0, True),
    Hall(1000, 20.0, False),
    Hall(1000, 20.0, True),
    Hall(3000, 20.0, False, limited=False),
    Hall(3000, 20.0, True, limited=False),
)


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else SECONDS
    allow_many_pages()
    figures = Figures()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        done = subprocess.run(
            [sys.executable, "-c", PREPARE, folder], cwd=ROOT, capture_output=True, text=True, check=True
        )
        prepared = json.loads(done.stdout)
        assert len(prepared["players"]) == PLAYERS
        first = 0
        with server(folder) as (address, _, _):
            port = int(address.rsplit(":", 1)[1])
            for hall in HALLS:
                times, refused, crowd = asyncio.run(held(hall, port, prepared, seconds, first))
                first, name = first + len(times), hall.name
                figures.note(f"{name}: p50 of a post", median(times) * 1000, "ms")
                waited = percentile(times, 99)
                if hall.limited:
                    figures.at_most(f"{name}: p99 of a post", waited, 250.0, "ms")
                else:
                    figures.note(f"{name}: p99 of a post", waited, "ms")
                figures.at_most(f"{name}: posts not accepted", refused, 0)
                figures.note(f"{name}: of one core", crowd.processor / seconds * 100, "%")
                figures.note(f"{name}: memory", asyncio.run(gauge(port, "heraut_memory_bytes")) / 1e6, "MB")
                figures.note(f"{name}: load of the machine meanwhile", os.getloadavg()[0])
                if hall.reloading:
                    figures.at_most(f"{name}: pages that failed", crowd.failed, 0)
                    figures.note(f"{name}: pages a second", len(crowd.pages) / seconds, "/s")
                    figures.note(f"{name}: p95 of a page", percentile(crowd.pages or [0.0, 0.0], 95), "ms")
    figures.end()


if __name__ == "__main__":
    main()
