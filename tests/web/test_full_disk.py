"""A server on a real disk that is full: said as such, nothing answered is lost, and it goes on once there is room."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # starts a server

ROOT = Path(__file__).parents[2]
SERVER = "import conftest, sys; from heraut.web.serve import main; sys.exit(main(sys.argv[1:]))"
OPENED = """
import conftest, os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.web.settings")
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from auction.engine import Settings
from heraut.web import links
from heraut.web.desk import desk, now
names = {"ana": "Ana", "ben": "Ben"}
desk().open(stream="sale", engine="auction", title="Vente", settings=Settings(names, ("casque",), 1000), at=now())
print(links.token(next(iter(links.for_seats("sale", names.items())))))
"""
STORED = """
import conftest, os
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "heraut.web.settings")
import django; django.setup()
from heraut.web.desk import desk
print([deed.command.amount for deed in desk().history("sale").deeds])
"""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of some megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=6m", "tmpfs", str(place)], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no disk can be mounted here: {mounted.stderr.strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "HERAUT_DATABASE_URL")}
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT / "tests")])
    return {**kept, "PYTHONPATH": paths, "HERAUT_DATA": str(folder), "LANG": "fr_FR.UTF-8"}


def told(folder: Path, script: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", script], env=environment(folder), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    command = [sys.executable, "-c", SERVER, "--host", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, env=environment(folder), stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        found = next(found for line in process.stdout if (found := re.search(r"(http://localhost:\d+)/sign-in/", line)))
        try:
            yield found.group(1)
        finally:
            process.terminate()
            process.communicate(timeout=20)
    assert process.returncode in (0, -signal.SIGTERM), "it stops when it is told to, and not before"


def ask(address: str, path: str, token: str, command: dict[str, object] | None = None) -> tuple[int, str]:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Accept-Language": "fr"}
    sent = None if command is None else json.dumps(command).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(address + path, sent, headers), timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def fill(place: Path) -> Path:
    """Everything that is left of the disk is somebody else's."""
    other = place / "film"
    with other.open("wb", buffering=0) as file:
        for size in (65536, 4096):
            try:
                while file.write(b"\0" * size):
                    pass
            except OSError:
                continue
    return other


@pytest.mark.parametrize("begun", [True, False], ids=["a server that was here", "a first start"])
def test_a_server_that_starts_on_a_full_disk_says_so_in_one_line(disk: Path, begun: bool):
    folder = disk / "data"
    if begun:
        told(folder, OPENED)
    fill(disk)
    command = [sys.executable, "-c", SERVER, "--host", "127.0.0.1", "--port", "0"]
    done = subprocess.run(command, env=environment(folder), capture_output=True, text=True, timeout=60, check=False)

    assert done.returncode == 2
    assert done.stderr.startswith(f"heraut: Le disque du dossier {folder} est plein. Faites-y de la place")
    assert done.stderr.count("\n") == 1


def test_a_server_on_a_full_disk_says_so_keeps_what_it_answered_and_goes_on_when_there_is_room(disk: Path):
    folder = disk / "data"
    token = told(folder, OPENED)
    answered: list[int] = []
    refused: list[tuple[int, str]] = []

    def bid(amount: int) -> None:
        code, said = ask(address, "/api/streams/sale/commands", token, {"type": "DraftBid", "amount": amount})
        if code == 200:
            answered.append(amount)
        else:
            refused.append((code, said))

    with serving(folder) as address:
        for amount in range(5):
            bid(amount)
        film = fill(disk)
        for amount in range(5, 400):
            bid(amount)
            if len(refused) > 3:
                break
        shown = [ask(address, path, token)[0] for path in ("/g/sale/", "/api/streams/sale/view", "/health")]
        film.unlink()
        before = len(refused)
        for amount in range(500, 505):
            bid(amount)

    assert before > 3, "the disk was full"
    assert {code for code, _ in refused} == {507}
    assert "Le disque est plein" in refused[0][1].replace("\N{NO-BREAK SPACE}", " ")
    assert shown == [200, 200, 200]
    assert answered[-5:] == [500, 501, 502, 503, 504]
    assert json.loads(told(folder, STORED)) == answered
