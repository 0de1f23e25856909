"""The page of the tournament engine names every command, and its small event plays."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import get_args

import pytest

from heraut.cli import run
from heraut.tournament import engine

PAGE = (Path(__file__).parents[2] / "docs" / "tournament.md").read_text(encoding="utf-8")


def test_every_command_has_its_line():
    rows = re.findall(r"^\| (`[^|]*) \|", PAGE, re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)`", row)}

    assert {kind.__name__ for kind in get_args(engine.commands)} - {"Roll", "Tick"} == named


def test_the_small_event_plays_to_its_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    example = PAGE.rpartition("```\n{")[2].partition("```")[0]
    monkeypatch.setattr("sys.stdin", io.StringIO("{" + example))

    assert run(["play", "tournament", "--seed", "1"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert [event["type"] for event in last["events"]][-2:] == ["EventEnded", "PlacesSettled"]
