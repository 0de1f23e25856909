"""
How far a command travels: the files of `src` its handling runs through, the ways from one of them into another (what a
reader has to follow), and the calls along these ways (a table of fourteen lines makes fourteen of one).

`python tools/travel.py` plays the sample games up to the last command of one type, sends that one through the API, and
then asks for the sender's page: a result reported by phone, a sealed campaign order, a strike.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from importlib.resources import files
from pathlib import Path
from types import FrameType

os.environ["HERAUT_DATA"] = tempfile.mkdtemp(prefix="heraut-travel-")
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"

import django

django.setup()

from django.core.management import call_command  # noqa: E402  # Django must be set up first
from django.test import Client  # noqa: E402

import heraut  # noqa: E402
from heraut.kernel.names import Seat, StreamId  # noqa: E402
from heraut.web import links  # noqa: E402
from heraut.web.permissions import Role  # noqa: E402
from heraut.web.samples import load  # noqa: E402

SRC = str(Path(heraut.__file__).parent) + os.sep
TRAVELS = (
    ("a result reported by phone", "tournament", "ReportResult"),
    ("a sealed campaign order", "campaign", "PlaceBid"),
    ("a strike", "skirmish", "Strike"),
)


class Traveller:
    """Counts while a call runs."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.ways: set[tuple[str, str]] = set()
        self.hops = 0

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        """Take note of one call."""
        if event != "call" or not frame.f_code.co_filename.startswith(SRC):
            return
        here = frame.f_code.co_filename
        self.files.add(here)
        caller = frame.f_back
        while caller is not None and not caller.f_code.co_filename.startswith(SRC):
            caller = caller.f_back
        if caller is not None and caller.f_code.co_filename != here:
            self.ways.add((caller.f_code.co_filename, here))
            self.hops += 1

    def __str__(self) -> str:
        return f"{len(self.files)} files, {len(self.ways)} ways, {self.hops} hops"

    def follow(self, call: Callable[[], object]) -> object:
        """Run the call and count its way."""
        sys.setprofile(self)
        try:
            return call()
        finally:
            sys.setprofile(None)


def prepare(sample: str, kind: str) -> bytes:
    """Play a sample up to its last command of that type, and give that command."""
    lines = (files("heraut.web.samples") / f"{sample}.jsonl").read_text(encoding="utf-8").splitlines()
    last = max(place for place, line in enumerate(lines) if place and json.loads(line)["type"] == kind)
    load(sample, "\n".join(lines[:last]))
    return lines[last].encode()


def main() -> None:
    """Print the three travels."""
    call_command("migrate", verbosity=0)
    for title, sample, kind in TRAVELS:
        body = prepare(sample, kind)
        seat = Seat(json.loads(body)["seat"])
        client = Client(SERVER_NAME="localhost")
        client.get(f"/s/{links.token(links.make(StreamId(sample), Role.PLAYER, seat, seat))}")
        client.get(f"/g/{sample}/")  # what is remembered of tables and templates is not counted
        way, address = Traveller(), f"/api/streams/{sample}/commands"
        answer = way.follow(partial(client.post, address, body, "application/json"))
        assert getattr(answer, "status_code", 0) == 200, getattr(answer, "content", b"")
        alone = str(way)
        way.follow(partial(client.get, f"/g/{sample}/"))
        sys.stdout.write(f"{title}: {alone}; with its page {way}\n")


if __name__ == "__main__":
    main()
