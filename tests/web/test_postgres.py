"""What only a PostgreSQL server shows: many at once, and connections that are dropped."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from web.test_operations import talk
from web.test_serve import SOURCE

pytestmark = [
    pytest.mark.skipif(connection.vendor != "postgresql", reason="it needs a PostgreSQL server"),
    pytest.mark.slow,
]
AT_ONCE = 160
TESTS = str(Path(__file__).parents[1])
OPEN = """
import conftest, json, os
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"
import django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from auction.engine import Settings
from heraut.web import links
from heraut.web.desk import desk, now
names = {f"p{n}": f"Joueur {n}" for n in range(160)}
desk().open(stream="sale", engine="auction", title="Vente", settings=Settings(names, ("a",) * 3, 1000), at=now())
print(json.dumps([links.token(link) for link in links.for_seats("sale", names.items())]))
"""
SERVE = """
import conftest, sys
from heraut.web.serve import main
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
"""
"""A file, because each further process reads it again: the auction is an engine there too."""


@pytest.fixture
def url() -> Iterator[str]:
    """A database of this test's own on the server the tests use."""
    base, _, _name = os.environ["DATABASE_URL"].rpartition("/")
    name = f"heraut_{os.getpid()}_{time.time_ns()}"
    with psycopg.connect(f"{base}/postgres", autocommit=True) as server:
        server.execute(f"CREATE DATABASE {name}")
    yield f"{base}/{name}"
    with psycopg.connect(f"{base}/postgres", autocommit=True) as server:
        server.execute(f"DROP DATABASE {name} WITH (FORCE)")


def environment(folder: Path, url: str) -> dict[str, str]:
    paths = os.pathsep.join([SOURCE, TESTS])
    return {**os.environ, "PYTHONPATH": paths, "HERAUT_DATA": str(folder), "DATABASE_URL": url, "LANG": "fr"}


@contextmanager
def served(folder: Path, url: str, *words: str) -> Iterator[int]:
    script = folder / "serve.py"
    script.write_text(SERVE)
    command = [sys.executable, str(script), "--host", "127.0.0.1", "--port", "0", *words]
    with subprocess.Popen(command, env=environment(folder, url), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = next(hit for line in process.stdout if (hit := re.search(r"localhost:(\d+)/sign-in", line)))
        try:
            yield int(found.group(1))
        finally:
            process.terminate()
            process.communicate(timeout=20)


def opened(folder: Path, url: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", OPEN], env=environment(folder, url), capture_output=True, text=True, check=True
    )
    tokens: list[str] = json.loads(done.stdout)
    return tokens


async def posted(port: int, tokens: list[str]) -> list[int]:
    """Everybody drafts a bid at the same moment; the status of each answer."""

    async def one(token: str) -> int:
        body = json.dumps({"type": "DraftBid", "amount": 3})
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(
            f"POST /api/streams/sale/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nAuthorization: Bearer {token}\r\n"
            f"Content-Length: {len(body)}\r\n\r\n{body}".encode()
        )
        answer = await asyncio.wait_for(reader.read(), 60)
        writer.close()
        return int(answer[9:12])

    return await asyncio.gather(*map(one, tokens))


@pytest.mark.parametrize("workers", ["1", "2"])
def test_160_posts_at_once_are_all_taken(tmp_path: Path, url: str, workers: str):
    tokens = opened(tmp_path, url)
    with served(tmp_path, url, "--workers", workers) as port:
        answers = asyncio.run(posted(port, tokens))

    assert len(answers) == AT_ONCE
    assert set(answers) == {200}


def health(port: int) -> dict[str, dict[str, object]]:
    with talk(port, "GET /health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") as asked:
        answer = b""
        while part := asked.recv(4000):
            answer += part
    threads: dict[str, dict[str, object]] = json.loads(answer.split(b"\r\n\r\n", 1)[1])["threads"]
    return threads


def test_dropped_connections_stop_no_thread(tmp_path: Path, url: str):
    tokens = opened(tmp_path, url)
    with served(tmp_path, url) as port:
        asyncio.run(posted(port, tokens[:3]))
        name = url.rpartition("/")[2]
        with psycopg.connect(url.rpartition("/")[0] + "/postgres", autocommit=True) as server:
            server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name])
        begun = time.monotonic()
        while not all(one["well"] for one in health(port).values()) or health(port)["listener"]["faults"] == 0:
            assert time.monotonic() - begun < 60
            time.sleep(0.5)
        threads = health(port)
        answers = asyncio.run(posted(port, tokens[3:6]))

    assert {"clock", "worker", "outbox", "listener"} <= threads.keys()
    assert answers == [200, 200, 200]
