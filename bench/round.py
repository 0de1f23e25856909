"""
A whole round in a hall of a thousand phones: how long whatever is sent waits, from the first band to the last result.

    python -m bench.round [POSTS A SECOND] [--postgres]

500 players with a phone each and as many passers-by, all listening and reloading as told. Every player hands in a band,
says that they are here and, once the round is published, reports their result; each on their own phone, at fixed
instants whether or not the one before was answered. On SQLite, or on a PostgreSQL server of its own that keeps what it
answers.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import count
from statistics import median
from typing import Any

from bench.crowd import PATIENCE, Crowd, percentile, processor
from bench.day import CUP, PAGES, PLAYERS
from bench.figures import Figures
from bench.web import ROOT, request, server

RATE = 20.0
BAND = {"lines": [{"class": "warlord", "figures": 1}, {"class": "warrior", "figures": 48}], "age": "vikings"}
PREPARE = """
import json, sys
from bench.day import CUP, PLAYERS, SCENARIOS, ready, tokens
ready(sys.argv[1])
from heraut.kernel.names import Seat
from heraut.tournament.saga.settings import SagaSettings
from heraut.web.desk import desk, now
names = {Seat(f"p{number}"): f"Joueur {number}" for number in range(PLAYERS)}
settings = SagaSettings(
    allowed_ages=("vikings",), swiss_rounds=6, players=names, self_check_in=True, scenario_by_round=SCENARIOS
)
desk().open(stream=CUP, engine="tournament", title="Coupe", settings=settings, at=now())
organiser, players = tokens()
sys.stdout.write(json.dumps({"organiser": organiser, "players": players}))
"""


class Hall:
    """What is sent, by whom, and how long it took."""

    def __init__(self, port: int, organiser: str, players: list[str]) -> None:
        self.port, self.organiser, self.players = port, organiser, players
        self.times: list[float] = []
        self.refused: list[bytes] = []

    async def post(self, token: str, command: dict[str, Any], due: float) -> None:
        body = json.dumps(command)
        text = (
            f"POST /api/streams/{CUP}/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Length: {len(body.encode())}\r\n\r\n{body}"
        )
        try:
            answer = await asyncio.wait_for(request(self.port, text), PATIENCE)
        except (TimeoutError, OSError) as error:
            answer = str(error).encode()
        self.times.append(time.perf_counter() - due)
        if b" 200 " not in answer[:20]:
            self.refused.append(answer[-300:])

    async def everybody(self, rate: float, command: Callable[[int], dict[str, Any]], of: Iterable[int]) -> None:
        """Each of these players sends theirs, at that rate; nothing is sent upon what was refused."""
        begun, sent = time.perf_counter(), []
        for number, player in enumerate(of):
            due = begun + number / rate
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent.append(asyncio.create_task(self.post(self.players[player], command(player), due)))
        await asyncio.gather(*sent)
        if self.refused:
            raise SystemExit(f"refused: {self.refused[0].decode(errors='replace')}")

    async def organise(self, command: dict[str, Any]) -> None:
        """The organiser's word, and the dice it leads to."""
        await self.post(self.organiser, command, time.perf_counter())
        for awaited in (await self.view())["awaits"]:
            if awaited["seat"] == "fate" and awaited.get("chance"):
                faces = [1] * len(awaited["chance"]["sides"])
                await self.post(self.organiser, {"type": "Roll", "faces": faces}, time.perf_counter())
                return

    async def view(self) -> dict[str, Any]:
        head = f"GET /api/streams/{CUP}/view HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        answer = await request(self.port, f"{head}Authorization: Bearer {self.organiser}\r\n\r\n")
        told: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
        return told

    async def play(self, rate: float) -> None:
        """The round."""
        everybody = range(len(self.players))
        await self.everybody(rate, lambda _player: {"type": "HandInBand", "band": BAND}, everybody)
        await self.everybody(rate, lambda player: {"type": "CheckIn", "player": f"p{player}"}, everybody)
        for command in ({"type": "CloseRegistration"}, {"type": "DraftRound"}, {"type": "PublishRound"}):
            await self.organise(command)
        tables = [table["seats"] for table in (await self.view())["view"]["played"][-1]["tables"]]
        reports = {
            seat: {"format": "saga", "victory_points": {one: number % 23, two: 7}, "first_player": one}
            for number, (one, two) in zip(count(), tables, strict=False)
            for seat in (one, two)
        }
        said = [int(seat[1:]) for seat in reports]
        await self.everybody(
            rate, lambda player: {"type": "ReportResult", "round": 1, "report": reports[f"p{player}"]}, said
        )


async def held(port: int, prepared: dict[str, Any], rate: float) -> tuple[Hall, Crowd]:
    bearers = [f"Authorization: Bearer {token}\r\n" for token in prepared["players"]]
    crowd = Crowd(port, [*bearers, *[""] * PAGES][:PAGES], reloading=True)
    opened = asyncio.Semaphore(0)
    watching = [asyncio.create_task(crowd.phone(bearer, opened)) for bearer in crowd.bearers]
    for _ in watching:
        await asyncio.wait_for(opened.acquire(), 120)
    hall, before = Hall(port, **prepared), await processor(port)
    begun = time.perf_counter()
    await hall.play(rate)
    crowd.processor = (await processor(port) - before) / (time.perf_counter() - begun)
    for each in watching:
        each.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    return hall, crowd


@contextmanager
def database(*, postgres: bool) -> Iterator[None]:
    """Where the servers started meanwhile keep what they hold: in their folder, or in PostgreSQL."""
    if not postgres:
        yield
        return
    sys.path.append(str(ROOT / "tests"))
    import postgres_server  # the tests' own

    with postgres_server.server(durable=True) as url:
        os.environ["DATABASE_URL"] = url
        yield


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.round")
    parser.add_argument("rate", type=float, nargs="?", default=RATE)
    parser.add_argument("--postgres", action="store_true")
    asked = parser.parse_args()
    rate, figures = asked.rate, Figures()
    with database(postgres=asked.postgres), tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        done = subprocess.run(
            [sys.executable, "-c", PREPARE, folder], cwd=ROOT, capture_output=True, text=True, check=True
        )
        prepared = json.loads(done.stdout)
        assert len(prepared["players"]) == PLAYERS
        with server(folder) as (address, _, _):
            hall, crowd = asyncio.run(held(int(address.rsplit(":", 1)[1]), prepared, rate))
    name = f"round{' on PostgreSQL' * asked.postgres}: {PAGES} phones, {rate:g} posts/s"
    figures.note(f"{name}: posts", len(hall.times))
    figures.note(f"{name}: p50 of a post", median(hall.times) * 1000, "ms")
    figures.at_most(f"{name}: p99 of a post", percentile(hall.times, 99), 250.0, "ms")
    figures.at_most(f"{name}: posts not accepted", len(hall.refused), 0)
    figures.at_most(f"{name}: pages that failed", crowd.failed, 0)
    figures.note(f"{name}: pages", len(crowd.pages))
    figures.note(f"{name}: of one core", crowd.processor * 100, "%")
    figures.note(f"{name}: load of the machine meanwhile", os.getloadavg()[0])
    figures.end()


if __name__ == "__main__":
    main()
