"""
A tournament of 500 players in its fifth round on SQLite: the server's time per page and per posted result.

A thousand pages are open, over sockets of their own, while the fifth round is published by a real server. Then a score
sheet is opened at every table, as on a real day: pages and results are measured with all of them open.

`BENCH_PLAYERS=60 python -m bench.day` is a small run, to see that it works; its figures mean nothing.
"""

from __future__ import annotations

import asyncio
import json
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import random
from statistics import quantiles
from typing import Any

from bench.figures import Figures
from bench.web import request, server
from heraut.tournament.entries import CheckIn, CloseRegistration
from heraut.tournament.results import SettleResult
from heraut.tournament.rounds import DraftRound, PublishRound

PLAYERS = int(os.environ.get("BENCH_PLAYERS", "500"))
PAGES = 2 * PLAYERS
REFETCHED = min(200, PLAYERS)
ROUND = 5
TIMES = 60
CUP = "cup"
SCENARIOS = ("clash", "capture", "conquest", "advance", "desecration", "diagonal")


def ready(folder: str) -> None:
    """Django over a new database in that folder."""
    os.environ |= {"HERAUT_DATA": folder, "DJANGO_SETTINGS_MODULE": "heraut.web.settings"}
    import django  # it reads its settings when it is loaded

    django.setup()
    from django.conf import settings
    from django.core.management import call_command

    settings.ALLOWED_HOSTS = ["*"]
    call_command("migrate", verbosity=0)
    import heraut.web.asgi  # noqa: F401  # what the server sets, the benchmark has too; its threads need the tables


def play() -> None:
    """The event up to its fifth round, drafted and not yet published."""
    from heraut.kernel.names import Seat
    from heraut.tournament.saga.settings import SagaSettings
    from heraut.web.desk import desk, now

    names = {Seat(f"p{number}"): f"Joueur {number}" for number in range(PLAYERS)}
    settings = SagaSettings(
        allowed_ages=("dark",), swiss_rounds=6, players=names, lists_required=False, scenario_by_round=SCENARIOS
    )
    desk().open(stream=CUP, engine="tournament", title="Coupe", settings=settings, at=now())
    for seat in names:
        say(CheckIn(Seat("organiser"), player=seat))
    say(CloseRegistration(Seat("organiser")))
    for number in range(1, ROUND):
        say(DraftRound(Seat("organiser")))
        say(PublishRound(Seat("organiser"), confirm_rematches=True))
        settle(number, PLAYERS)
    say(DraftRound(Seat("organiser")))


def settle(number: int, most: int) -> None:
    """So many results of the round, one after the other."""
    from heraut.kernel.names import Seat
    from heraut.tournament.saga.scoring import SagaReport
    from heraut.web.desk import desk

    for table in list(desk().history(CUP).state.rounds[-1].tables.values())[:most]:
        one, two = table.seats
        report = SagaReport({one: table.number % 23, two: 7 + number}, first_player=one)
        say(SettleResult(Seat("organiser"), round=number, table=table.number, report=report))


def say(command: Any) -> None:
    """Hand a command in, and the dice it leads to."""
    from heraut.kernel.message import Roll
    from heraut.kernel.names import FATE
    from heraut.kernel.refusal import Refusal
    from heraut.web.desk import desk, now
    from heraut.web.game import new_id

    outcome = desk().submit(CUP, command, command_id=new_id(), actor=command.seat, at=now())
    if isinstance(outcome, Refusal):
        raise SystemExit(f"the benchmark's event is refused: {outcome.code}")
    state = desk().history(CUP).state
    if state.due is not None:
        due = next(awaited for awaited in desk().awaits(CUP, None) if awaited.seat == FATE)
        say(Roll(seat=FATE, faces=tuple(1 for _ in due.chance.sides)))


def visitors() -> dict[str, Any]:
    """The organiser, a player and a passer-by, each with a browser."""
    from django.test import Client

    from heraut.kernel.names import Seat, StreamId
    from heraut.web import links
    from heraut.web.permissions import Role

    organiser, player = Client(SERVER_NAME="localhost"), Client(SERVER_NAME="localhost")
    organiser.force_login(links.first_account())
    player.get(f"/s/{links.token(links.make(StreamId(CUP), Role.PLAYER, 'Joueur 1', Seat('p1')))}")
    return {"organiser": organiser, "player": player, "passer-by": Client(SERVER_NAME="localhost")}


def tokens() -> tuple[str, list[str]]:
    """The organiser's link, and one for each player."""
    from heraut.kernel.names import Seat, StreamId
    from heraut.web import links
    from heraut.web.permissions import Role

    organiser = links.token(links.make(StreamId(CUP), Role.ORGANISER, "Gaëlle"))
    made = links.for_seats(StreamId(CUP), [(Seat(f"p{number}"), f"Joueur {number}") for number in range(PLAYERS)])
    return organiser, [links.token(link) for link in made if link.role == Role.PLAYER]


@dataclass
class Page:
    """An open page: what it was told of the round, and when."""

    bearer: str
    told: dict[str, Any] = field(default_factory=dict)
    heard: float = 0.0
    leave: Callable[[], None] = lambda: None

    async def watch(self, port: int, opened: asyncio.Semaphore) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1_000_000)
        writer.write(f"GET /g/{CUP}/live HTTP/1.1\r\nHost: localhost\r\n{self.bearer}\r\n".encode())
        await reader.readuntil(b"event: changed")
        opened.release()
        await reader.readuntil(b"event: changed\ndata: ")
        self.told = json.loads(await reader.readline())
        self.heard = time.perf_counter()
        self.leave = writer.close

    async def ask(self, port: int, after: float) -> float:
        """Ask for the game, without the frame around it, when its turn comes; how long it took to have it."""
        await asyncio.sleep(after)
        began = time.perf_counter()
        head = f"GET /g/{CUP}/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nHX-Request: true\r\n"
        page = await request(port, f"{head}{self.bearer}\r\n")
        assert page[9:12] == b"200", page[:400]
        assert b"Ronde 5" in page
        return time.perf_counter() - began


async def published(port: int, organiser: str, pages: list[Page]) -> tuple[float, float]:
    """Publish the round while all pages are open; when it was sent, and the seconds until it was acknowledged."""
    opened = asyncio.Semaphore(0)
    watching = [asyncio.create_task(page.watch(port, opened)) for page in pages]
    for _ in watching:
        await asyncio.wait_for(opened.acquire(), 120)
    body = json.dumps({"type": "PublishRound", "confirm_rematches": True})
    began = time.perf_counter()
    answer = await request(
        port,
        f"POST /api/streams/{CUP}/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nAuthorization: Bearer {organiser}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}",
    )
    acknowledged = time.perf_counter() - began
    assert b" 200 " in answer[:20], answer[:400]
    await asyncio.wait_for(asyncio.gather(*watching), 60)
    for page in pages:
        page.leave()
    return began, acknowledged


async def refetched(port: int, pages: list[Page]) -> list[float]:
    """Some of the phones ask for the whole page, each in its turn as it was told; how long each waits for it."""
    shorter = len(pages) / PAGES
    return await asyncio.gather(*(page.ask(port, random() * page.told["within"] * shorter) for page in pages))


def seen(pages: list[Page]) -> int:
    """How many pages show the round: a phone its own table, a passer-by's page the first tables."""
    from heraut.kernel.names import Seat
    from heraut.web.desk import desk

    played = desk().history(CUP).state.playing
    tables = [played.table_of(Seat(f"p{number}")).number for number in range(PLAYERS)]
    expected = [f"<b>{table}</b>" for table in tables] + ["Ronde 5"] * (len(pages) - PLAYERS)
    return sum(words in page.told.get("now", "") for page, words in zip(pages, expected, strict=True))


def publication(figures: Figures, port: int, organiser: str, players: list[str]) -> None:
    """A thousand pages are open, each player's and as many passers-by."""
    bearers = [f"Authorization: Bearer {token}\r\n" for token in players]
    pages = [Page(bearer) for bearer in [*bearers, *[""] * (PAGES - len(bearers))]]
    began, acknowledged = asyncio.run(published(port, organiser, pages))
    last = max(page.heard for page in pages) - began
    figures.note("day: a published round is acknowledged after", acknowledged * 1000, "ms")
    figures.at_least("day: open pages that show it", seen(pages), PAGES)
    figures.at_most("day: the last of them shows it after", last * 1000, 1000.0, "ms")
    times = asyncio.run(refetched(port, pages[:REFETCHED]))
    figures.note("day: the whole page follows within", pages[0].told["within"], "s")
    figures.note("day: p95 of a phone's wait for its whole page", p95(times), "ms")


def open_sheets(figures: Figures, organiser: Any) -> None:
    """A score sheet at every table that still plays, as one button of the desk opens them."""
    from heraut.web.desk import desk

    spent = timed(lambda: organiser.post(f"/g/{CUP}/tournament/matches"), time.perf_counter)
    tables = desk().history(CUP).state.rounds[-1].tables.values()
    playing = [table for table in tables if table.result is None]
    figures.note("day: all score sheets are opened in", spent * 1000, "ms")
    figures.at_least(
        "day: tables with a score sheet open", sum(table.match is not None for table in playing), len(playing)
    )


def p95(times: list[float]) -> float:
    return quantiles(times, n=20)[-1] * 1000


def timed(work: Any, clock: Any = time.process_time) -> float:
    began = clock()
    answer = work()
    assert answer.status_code in (200, 302), answer.status_code
    return float(clock() - began)


def main() -> None:
    figures = Figures()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # the clock may be at work there still
        ready(folder)
        play()
        organiser, players = tokens()
        with server(folder) as (address, _, _):
            port = int(address.rsplit(":", 1)[1])
            publication(figures, port, organiser, players)
        settle(ROUND, PLAYERS // 25)
        people = visitors()
        open_sheets(figures, people["organiser"])
        pages = (
            ("organiser", ""), ("player", ""), ("passer-by", ""), ("passer-by", "tournament/screen"),
            ("organiser", "tournament/rounds/4"), ("organiser", "tournament/rounds/4/tables/7"),
        )  # fmt: skip
        for who, path in pages:
            people[who].get(f"/g/{CUP}/{path}")
            times = [timed(lambda who=who, path=path: people[who].get(f"/g/{CUP}/{path}")) for _ in range(TIMES)]
            size = len(people[who].get(f"/g/{CUP}/{path}").content) / 1000
            figures.at_most(f"day: p95 of the {who}'s page /{path}", p95(times), 60.0, "ms")
            figures.note(f"day: its size for the {who} /{path}", size, "kB")
        first = PLAYERS // 25 + 10
        lines = [f"{number} 21 7" for number in range(first, min(first + TIMES, PLAYERS // 2 + 1))]
        desk = people["organiser"]
        address = f"/g/{CUP}/tournament/result"
        times = [timed(lambda line=line: desk.post(address, {"line": line}), time.perf_counter) for line in lines]
        figures.at_most("day: p95 of a posted result, wall time", p95(times), 40.0, "ms")
    figures.end()


if __name__ == "__main__":
    main()
