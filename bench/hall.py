"""
The hall beside what takes long: a page and a post while the lab works for somebody's page, and while bots think.

Each is told as a ratio to the time alone, taken just before on the same server. With one core nothing is promised.
"""

from __future__ import annotations

import http.cookiejar
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from statistics import median, quantiles

from bench.figures import Figures
from bench.web import ROOT, command, opened, server

TIMES = 60
SLOWER = 1.5
"""The middle page beside anything may take this many times as long as alone."""
LAB = "/lab/rounds/answer?players={players}&rounds=9"
BOTS = ("tree", "searching")


@contextmanager
def bots_at_war(level: str, folder: str, address: str, _link: str) -> Iterator[None]:
    """A campaign of two bots that nobody watches, once they have begun to play."""
    script = f"""
import os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.web.settings")
import django; django.setup()
from heraut.campaign.settings import Settings
from heraut.kernel.codec import from_plain
from heraut.kernel.names import StreamId
from heraut.web.desk import desk, now
players = [{{"seat": name, "name": name, "bot": "{level}"}} for name in ("ana", "ben")]
settings = from_plain({{"players": players}}, Settings)
desk().open(stream=StreamId("{level}"), engine="campaign", title="War", settings=settings, at=now())
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "HERAUT_DATA": folder}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True)
    until, log = time.monotonic() + 60, f"{address}/api/streams/{level}/log"
    while b"bot:" not in urllib.request.urlopen(log, timeout=30).read():
        assert time.monotonic() < until, "no bot has played"
        time.sleep(0.2)
    yield


@contextmanager
def lab_at_work(_folder: str, address: str, link: str) -> Iterator[None]:
    """Somebody looks at questions that take the lab long, as their page does, once it has loaded."""
    asker = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
    found = re.search(rb'name="csrfmiddlewaretoken" value="([^"]+)"', asker.open(link, timeout=30).read())
    assert found is not None
    asker.open(link, b"csrfmiddlewaretoken=" + found[1], timeout=30).read()
    asker.open(address + LAB.format(players=500), timeout=30).read()
    over, begun = threading.Event(), threading.Event()

    def look() -> None:
        players = 500
        while not over.is_set():
            page = asker.open(address + LAB.format(players=players), timeout=30).read()
            if b'value="0"' not in page:
                begun.set()
            if b"hx-get" not in page:
                players -= 1  # answered: the next question
            over.wait(0.6)

    looking = threading.Thread(target=look)
    looking.start()
    try:
        assert begun.wait(120), "the lab has not begun"
        yield
    finally:
        over.set()
        looking.join()


Times = dict[str, list[float]]


def measured(address: str, token: str) -> Times:
    """A page and a post in turn, many times."""
    post = urllib.request.Request(
        f"{address}/api/streams/sale/commands", command(token, 1).partition("\r\n\r\n")[2].encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )  # fmt: skip
    times: Times = {"a page": [], "a post": []}
    for _ in range(TIMES):
        times["a page"].append(_timed(f"{address}/g/sale/"))
        times["a post"].append(_timed(post))
    return times


def _timed(asked: str | urllib.request.Request) -> float:
    begun = time.perf_counter()
    urllib.request.urlopen(asked, timeout=30).read()
    return time.perf_counter() - begun


def tell(figures: Figures, what: str, alone: Times, beside: Times) -> None:
    """The middle and the slowest hundredth, and how many times the time alone that is."""
    for name in alone:
        (middle, slow), (usual, seldom) = (_milliseconds(times[name]) for times in (beside, alone))
        figures.at_most(f"hall: {name} {what}, times alone (p50)", middle / usual, SLOWER)
        told = f"p50 {middle:.1f} ms, {usual:.1f} alone; p99 {slow:.1f} ms, {seldom:.1f} alone; times"
        figures.note(told, slow / seldom)


def _milliseconds(times: list[float]) -> tuple[float, float]:
    return 1000 * median(times), 1000 * quantiles(times, n=100)[98]


Work = Callable[[str, str, str], AbstractContextManager[None]]


def main() -> None:
    figures = Figures()
    works: dict[str, Work] = {"while the lab works": lab_at_work}
    works |= {f"while the {level} bot plays": partial(bots_at_war, level) for level in BOTS}
    for what, work in works.items():
        with tempfile.TemporaryDirectory() as folder:
            with server(folder):
                pass  # the database is made
            token = opened(folder)["p0"]
            with server(folder) as (address, link, _):
                measured(address, token)
                alone = measured(address, token)
                with work(folder, address, link):
                    tell(figures, what, alone, measured(address, token))
        figures.note("load of the machine", os.getloadavg()[0])
    figures.end()


if __name__ == "__main__":
    main()
