"""The server: how soon it is ready, how fast it answers, how many phones it wakes."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from bench.figures import Figures

ROOT = Path(__file__).parents[1]
PHONES = 500
BIDDERS = 40
SERVER = "import conftest, sys; from heraut.web.serve import main; sys.exit(main(sys.argv[1:]))"


@contextmanager
def server(folder: str) -> Iterator[tuple[str, str, float]]:
    """A server with the tests' auction; its address, its sign-in link, and how long it took to be ready."""
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": paths, "HERAUT_DATA": folder, "LANG": "fr"}
    command = [sys.executable, "-c", SERVER, "--host", "127.0.0.1", "--port", "0"]
    began = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        link = next(
            found for line in process.stdout if (found := re.search(r"(http://localhost:\d+)/sign-in/\S+", line))
        )
        try:
            urllib.request.urlopen(f"{link.group(1)}/", timeout=60).read()
            yield link.group(1), link.group(), time.perf_counter() - began
        finally:
            process.terminate()
            process.communicate(timeout=30)


def opened(folder: str) -> dict[str, str]:
    """An auction of forty bidders, and the token of each."""
    script = f"""
import conftest, json, os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.web.settings")
import django; django.setup()
from auction.engine import Settings
from heraut.web import links
from heraut.web.desk import desk, now
names = {{f"p{{n}}": f"Joueur {{n}}" for n in range({BIDDERS})}}
desk().open(stream="sale", engine="auction", title="Vente", settings=Settings(names, ("a",) * 50, 1000), at=now())
print(json.dumps({{link.seat: links.token(link) for link in links.for_seats("sale", names.items())}}))
"""
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    environment = {**os.environ, "PYTHONPATH": paths, "HERAUT_DATA": folder}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    tokens: dict[str, str] = json.loads(done.stdout)
    return tokens


async def request(port: int, text: str) -> bytes:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(text.encode())
    body = await reader.read()
    writer.close()
    return body


def command(token: str, amount: int) -> str:
    body = json.dumps({"type": "DraftBid", "amount": amount})
    return (
        "POST /api/streams/sale/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        "Content-Type: application/json\r\n"
        f"Authorization: Bearer {token}\r\nContent-Length: {len(body)}\r\n\r\n{body}"
    )


async def storm(port: int, tokens: dict[str, str]) -> tuple[float, int]:
    """Everybody sends five commands at once: commands per second, and how many were not accepted."""
    sent = [command(token, amount) for amount in range(5) for token in tokens.values()]
    began = time.perf_counter()
    answers = await asyncio.gather(*(request(port, text) for text in sent))
    return len(sent) / (time.perf_counter() - began), sum(b" 200 " not in answer[:20] for answer in answers)


async def watched(port: int, token: str) -> tuple[float, float]:
    """Many phones watch while somebody seals a bid: when the first and the last have heard."""
    heard: list[float] = []
    ready = asyncio.Semaphore(0)

    async def phone() -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET /api/streams/sale/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
        await reader.readuntil(b"event: changed")
        ready.release()
        await reader.readuntil(b"event: changed")
        heard.append(time.perf_counter())
        writer.close()

    phones = [asyncio.create_task(phone()) for _ in range(PHONES)]
    for _ in phones:
        await asyncio.wait_for(ready.acquire(), 60)
    began = time.perf_counter()
    await request(port, command(token, 3).replace("DraftBid", "PlaceBid"))
    await asyncio.wait_for(asyncio.gather(*phones), 60)
    return heard[0] - began, heard[-1] - began


def page_time(address: str) -> float:
    times = []
    for _ in range(30):
        began = time.perf_counter()
        urllib.request.urlopen(f"{address}/g/sale/", timeout=10).read()
        times.append(time.perf_counter() - began)
    return median(times)


def main() -> None:
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder:
        with server(folder) as (_, _, first):
            figures.at_most("web: ready on the first start", first, 10.0, "s")
        tokens = opened(folder)
        with server(folder) as (address, _, again):
            figures.at_most("web: ready on the second start", again, 3.0, "s")
            port = int(address.rsplit(":", 1)[1])
            figures.at_most("web: a game's page", page_time(address) * 1000, 50.0, "ms")
            rate, lost = asyncio.run(storm(port, tokens))
            figures.at_least(f"web: commands by {BIDDERS} people at once", rate, 250.0, "/s")
            figures.at_most("web: commands lost in the storm", lost, 0, "")
            first_heard, last_heard = asyncio.run(watched(port, tokens["p0"]))
            figures.at_most("web: first phone hears of a change", first_heard * 1000, 500.0, "ms")
            figures.at_most(f"web: last of {PHONES} phones hears of it", last_heard * 1000, 2000.0, "ms")
    figures.end()


if __name__ == "__main__":
    main()
