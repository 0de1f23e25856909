"""Nothing the tournament engine can do is out of people's reach: each command is given from some page of its room."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import heraut.web.rooms.tournament as room
from heraut.kernel import Roll, Tick
from heraut.tournament import engine

SOURCES = [
    path.read_text(encoding="utf-8")
    for path in Path(room.__file__).parent.rglob("*")
    if path.suffix in {".py", ".html"}
]  # fmt: skip
BY_THE_HOUSE = {Tick, Roll}
"""The clock's, and dice, which have a form of their own on every page."""
BY_THE_SHELL = ("seat", "at")
"""Who speaks, and when."""


def test_every_command_is_given_from_some_page():
    wanted = {kind.__name__ for kind in get_args(engine.commands) if kind not in BY_THE_HOUSE}
    given = {name for name in wanted for text in SOURCES if re.search(rf"\b{name}\b", text)}

    assert wanted - given == set()


def test_every_field_of_a_command_is_on_some_page():
    kinds = [kind for kind in get_args(engine.commands) if kind not in BY_THE_HOUSE]
    wanted = {(kind.__name__, name) for kind in kinds for name in kind.__struct_fields__ if name not in BY_THE_SHELL}

    assert {each for each in wanted if not any(re.search(rf"\b{each[1]}\b", text) for text in SOURCES)} == set()
