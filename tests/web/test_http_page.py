"""The clients of `docs/http.md` work: curl and Python, for each engine, against a server."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heraut import catalogue
from heraut.kernel.codec import from_plain
from heraut.kernel.journal import Header
from heraut.kernel.names import Seat
from heraut.library.game import sample
from heraut.web import links
from heraut.web.desk import now, open_game
from heraut.web.permissions import Role
from heraut.web.rooms import room

PAGE = (
    (Path(__file__).parents[2] / "docs" / "http.md").read_text(encoding="utf-8").split("## A client for each engine")[1]
)
COMMON, *SECTIONS = re.split(r"^### ", PAGE, flags=re.MULTILINE)
ENGINES = {section.split("\n")[0].lower(): section for section in SECTIONS}
SHIPPED = ("tournament", "match", "campaign", "skirmish")


def block(text: str, kind: str) -> str:
    (found,) = re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return str(found)


def environment(engine: str, server: str) -> dict[str, str]:
    """A game of the engine, and what the page calls its tokens."""
    told = {"dice": "typed"} if '"dice": "typed"' in ENGINES[engine] else {}
    settings = from_plain({**sample(engine), **told}, catalogue.engine(engine).settings)
    header = open_game(engine, "Page", settings, owner=None, public=True)
    assert isinstance(header, Header)
    if (plays := room(engine).plays) is not None:
        plays(header.stream, now())  # as on a server: what is drawn by itself has been by then
    places = {"TOKEN": links.make(header.stream, Role.ORGANISER, "API")}
    for seat in ("ana", "ben"):
        places[seat.upper()] = links.make(header.stream, Role.PLAYER, seat.capitalize(), Seat(seat))
    tokens = {name: links.token(place) for name, place in places.items()}
    return {**os.environ, **tokens, "HERAUT": server, "STREAM": header.stream}


def test_every_engine_has_its_client():
    assert tuple(ENGINES) == SHIPPED


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("engine", SHIPPED)
@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl here")
def test_the_calls_of_the_shell_are_answered(engine: str, live_server: Any):
    script = "set -e\n" + block(COMMON, "sh") + block(ENGINES[engine], "sh")
    said = subprocess.run(
        ["bash", "-c", script], env=environment(engine, live_server.url), capture_output=True, text=True, check=False
    )

    assert said.returncode == 0, said.stdout + said.stderr


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("engine", SHIPPED)
def test_the_script_in_python_runs(engine: str, live_server: Any):
    script = block(COMMON, "python") + block(ENGINES[engine], "python")
    said = subprocess.run(
        [sys.executable, "-c", script],
        env=environment(engine, live_server.url),
        capture_output=True,
        text=True,
        check=False,
    )

    assert said.returncode == 0, said.stderr
