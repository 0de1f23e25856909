"""
Many events on one server at once: how soon it is ready, how much memory it takes, how long a page and a result wait.

    python -m bench.events [10 100 1000] [--postgres] [--workers 2]

Each event is a SAGA tournament of 16 players in its first round, with a link for every seat. Every event's page is
opened once, which loads the event; then pages of events by chance are opened, and some events get a result, eight
requests at a time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from typing import Any

from bench.crowd import percentile
from bench.figures import Figures
from bench.web import ROOT, request

AT_ONCE = 8
PAGES, RESULTS = 400, 200
SERVER = "import sys; from heraut.web.serve import main; sys.exit(main(sys.argv[1:]))"
PREPARE = """
import json, os, sys
os.environ["BENCH_PLAYERS"] = "16"
from bench import day
day.ready(os.environ["HERAUT_DATA"])
from heraut import catalogue
from heraut.journal.transfer import export_stream, import_stream
from heraut.kernel.names import Seat, StreamId
from heraut.tournament.rounds import DraftRound, PublishRound
from heraut.web import links
from heraut.web.desk import desk, journal
from heraut.web.models import Stream
day.ROUND = 1
day.play()
day.say(PublishRound(Seat("organiser")))
first, *entries = export_stream(journal(), StreamId(day.CUP))
seats = desk().history(StreamId(day.CUP)).state.rounds[-1].tables[1].seats
events = []
for number in range(int(sys.argv[1])):
    name = StreamId(f"cup-{number}")
    lines = [first.replace(b'"stream":"cup"', f'"stream":"{name}"'.encode()), *entries]
    import_stream(journal(), lines, catalogue.engine, judged=False)
    made = links.for_seats(name, [(Seat(f"p{n}"), f"Joueur {n}") for n in range(16)])
    tokens = {link.seat: links.token(link) for link in made}
    events.append({"stream": name, "seats": seats, "token": tokens[seats[0]]})
Stream.objects.update(public=True)
sys.stdout.write(json.dumps(events))
"""


def environment(folder: str, url: str | None) -> dict[str, str]:
    paths = os.pathsep.join([str(ROOT), str(ROOT / "src"), str(ROOT / "tests")])
    kept = {name: value for name, value in os.environ.items() if "DATABASE_URL" not in name}
    return {**kept, "PYTHONPATH": paths, "HERAUT_DATA": folder, "LANG": "fr"} | (
        {} if url is None else {"HERAUT_DATABASE_URL": url}
    )


@contextmanager
def server(folder: str, url: str | None, workers: int) -> Iterator[tuple[int, int, float]]:
    """A server over these events: its process, its port, and how long it took to answer."""
    words = [] if workers == 1 else ["--workers", str(workers)]
    command = [sys.executable, "-c", SERVER, "--host", "127.0.0.1", "--port", "0", *words]
    began = time.perf_counter()
    with subprocess.Popen(command, env=environment(folder, url), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = next(int(found.group(1)) for line in process.stdout if (found := re.search(r"localhost:(\d+)/", line)))
        asyncio.run(request(port, page("/")))
        try:
            yield process.pid, port, time.perf_counter() - began
        finally:
            process.terminate()
            process.communicate(timeout=60)


def megabytes(process: int) -> float:
    """The memory of a process and those it started, what they share counted once each."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
    text = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="utf-8")
    own = int(re.findall(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)[0]) / 1024
    return own + sum(megabytes(int(child)) for child in children)


def processor(process: int) -> float:
    """The seconds a process and those it started have spent on a core."""
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="utf-8").split()
    times = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK") + sum(processor(int(child)) for child in children)


def page(path: str) -> str:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"


def result(event: dict[str, Any]) -> str:
    """A player's report of the game at the first table."""
    one, other = event["seats"]
    report = {"format": "saga", "victory_points": {one: 23, other: 19}, "first_player": one}
    body = json.dumps({"type": "ReportResult", "round": 1, "report": report})
    return (
        f"POST /api/streams/{event['stream']}/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nAuthorization: Bearer {event['token']}\r\n"
        f"Content-Length: {len(body)}\r\n\r\n{body}"
    )


async def waited(port: int, requests: list[str]) -> list[float]:
    """How long each took, some at a time; one that is not answered well ends the run."""
    free = asyncio.Semaphore(AT_ONCE)

    async def one(text: str) -> float:
        async with free:
            began = time.perf_counter()
            answer = await request(port, text)
            if b" 200 " not in answer[:20]:
                raise SystemExit(f"the benchmark is refused: {answer[:600]!r}")
            return time.perf_counter() - began

    return list(await asyncio.gather(*map(one, requests)))


def measure(figures: Figures, count: int, url: str | None, workers: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", PREPARE, str(count)],
            env=environment(folder, url), cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True,
        )  # fmt: skip
        events = json.loads(done.stdout)
        with server(folder, url, workers) as (process, port, ready):
            empty = megabytes(process)
            chance = Random(1)
            first = asyncio.run(waited(port, [page(f"/g/{one['stream']}/") for one in events]))
            pages = [page(f"/g/{chance.choice(events)['stream']}/") for _ in range(PAGES)]
            before = processor(process)
            again = asyncio.run(waited(port, pages))
            spent = (processor(process) - before) / PAGES
            posts = asyncio.run(waited(port, [result(one) for one in chance.sample(events, min(RESULTS, count))]))
            told = f"{count} events"
            figures.note(f"{told}: ready after", ready, "s")
            figures.note(f"{told}: memory at the start", empty, "MB")
            figures.note(f"{told}: memory with all of them open", megabytes(process), "MB")
            figures.note(f"{told}: time of one core for a page", spent * 1000, "ms")
            for name, times in (("first page of an event", first), ("page", again), ("result", posts)):
                figures.note(f"{told}: {name}, half within", percentile(times, 50), "ms")
                figures.note(f"{told}: {name}, 99 of 100 within", percentile(times, 99), "ms")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("counts", nargs="*", type=int, default=[10, 100])
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    figures = Figures()
    for count in asked.counts:
        figures.note(f"{count} events: load of the machine", os.getloadavg()[0])
        with postgres() if asked.postgres else nullcontext() as url:
            measure(figures, count, url, asked.workers)
    figures.end()


@contextmanager
def postgres() -> Iterator[str]:
    """A server of our own, with the care for its disk that a real one has."""
    sys.path.insert(0, str(ROOT / "tests"))
    from postgres_server import server as own

    with own(durable=True) as url:
        yield url


if __name__ == "__main__":
    main()
