"""
An hour of a hall in some minutes: phones come, listen, ask for their page and go; what the server holds stays bounded.

    python -m bench.soak [PART OF THE HOUR]

The event of `bench.crowd`. A phone that sleeps and wakes comes anew: 500 of them, twenty times in the hour. A third
close their connection, a third vanish without a word, a third give up in the middle of a page; some send half a
request. After every wave everybody has gone, and nothing of them may be left: no open file, no thread, no page that
listens; memory may grow with the journal alone.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from typing import Any

from bench.crowd import PREPARE, post
from bench.day import CUP
from bench.figures import Figures
from bench.web import ROOT, request, server
from heraut.web.serve import allow_many_pages

VISITS, WAVE = 10_000, 250
POSTS = 500
GROWN = 0.10
"""How much more memory than after the first quarter of the waves: every cache is full by then."""
METRICS = "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
GAUGES = ("heraut_memory_bytes", "heraut_open_files", "heraut_threads", "heraut_live_pages")


@dataclass
class Hall:
    """Everybody who comes and goes."""

    port: int
    prepared: dict[str, Any]
    visits: int = 0
    pages: int = 0
    posts: int = 0
    failed: list[str] = field(default_factory=list)

    async def wave(self, posts: int) -> None:
        """Some come, results come in while they listen, all go."""
        gone = asyncio.Event()
        opened = asyncio.Semaphore(0)
        phones = [asyncio.create_task(self.visit(self.visits + number, opened, gone)) for number in range(WAVE)]
        for _ in phones:
            await asyncio.wait_for(opened.acquire(), 120)
        self.visits += WAVE
        for _ in range(posts):
            _, accepted = await post(self.port, self.prepared, self.posts, time.perf_counter())
            self.posts += 1
            if not accepted:
                self.failed.append("a post")
        gone.set()
        await asyncio.gather(*phones)

    async def visit(self, number: int, opened: asyncio.Semaphore, gone: asyncio.Event) -> None:
        """Listen, ask for the page now and then, and go in one of the ways people go."""
        players = self.prepared["players"]
        bearer = f"Authorization: Bearer {players[number % len(players)]}\r\n" if number % 2 else ""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1_000_000)
        writer.write(f"GET /g/{CUP}/live HTTP/1.1\r\nHost: localhost\r\n{bearer}\r\n".encode())
        await reader.readuntil(b"event: changed")
        opened.release()
        if number % 4 == 0:
            await self.page(bearer)
        await gone.wait()
        if number % 3 == 0:
            writer.close()
        else:
            writer.transport.abort()  # the phone is off: not even a goodbye
        if number % 3 == 2:
            await self.give_up(f"GET /g/{CUP}/ HTTP/1.1\r\nHost: localhost\r\n{bearer}\r\n")
        if number % 20 == 0:
            await self.give_up(
                "POST /api/streams/cup/commands HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{"
            )

    async def page(self, bearer: str) -> None:
        answer = await request(
            self.port, f"GET /g/{CUP}/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{bearer}\r\n"
        )
        self.pages += 1
        if answer[9:12] != b"200":
            self.failed.append("a page")

    async def give_up(self, asked: str) -> None:
        """Ask, and be gone before the answer."""
        _, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(asked.encode())
        await writer.drain()
        writer.transport.abort()

    async def held(self) -> dict[str, float]:
        """What the server holds once everybody has gone; it may take it a moment to notice."""
        for _ in range(200):
            text = (
                await request(self.port, "GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            ).decode()
            values = dict(line.rsplit(" ", 1) for line in text.splitlines() if line and not line.startswith("#"))
            told = {name: float(values[name]) for name in GAUGES}
            if not told["heraut_live_pages"] and values['heraut_requests_waiting{lane="page"}'] == "0":
                return told
            await asyncio.sleep(0.1)
        return told


async def soak(port: int, prepared: dict[str, Any], part: float) -> tuple[Hall, list[dict[str, float]]]:
    hall, told = Hall(port, prepared), []
    waves = max(4, round(part * VISITS / WAVE))
    for wave in range(waves):
        await hall.wave(round(POSTS * (wave + 1) / waves * part) - hall.posts)
        told.append(await hall.held())
    return hall, told


def main() -> None:
    part = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    allow_many_pages()
    figures = Figures()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        done = subprocess.run(
            [sys.executable, "-c", PREPARE, folder], cwd=ROOT, capture_output=True, text=True, check=True
        )
        begun = time.perf_counter()
        with server(folder) as (address, _, _):
            hall, told = asyncio.run(soak(int(address.rsplit(":", 1)[1]), json.loads(done.stdout), part))
    warm, last = told[len(told) // 4], told[-1]
    figures.note("soak: minutes it took", (time.perf_counter() - begun) / 60)
    figures.note("soak: phones that came and went", hall.visits)
    figures.note("soak: pages", hall.pages)
    figures.note("soak: results", hall.posts)
    figures.at_most("soak: posts and pages that failed", len(hall.failed), 0)
    figures.at_most("soak: pages that listen still", last["heraut_live_pages"], 0)
    figures.at_most("soak: more open files than at a quarter", last["heraut_open_files"] - warm["heraut_open_files"], 6)
    figures.at_most("soak: threads", max(each["heraut_threads"] for each in told), 30)
    figures.note("soak: memory at a quarter", warm["heraut_memory_bytes"] / 1e6, "MB")
    grown = last["heraut_memory_bytes"] / warm["heraut_memory_bytes"] - 1
    figures.at_most("soak: memory grown since", grown * 100, GROWN * 100, "%")
    figures.note("soak: load of the machine meanwhile", os.getloadavg()[0])
    figures.end()


if __name__ == "__main__":
    main()
