"""
A subject reads the same in every engine: its commands, its events, what may happen, what has happened.

What follows by itself, and who is awaited then, stands between what may happen and what has happened.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest

import heraut

ORDER = ("commands", "events", "decides", "follows", "evolves")
MAY, HAS = ("commands", "decides"), ("events", "evolves")
LISTS = {
    **dict.fromkeys(("decides", "plays", "answers"), MAY),
    "phases": ("", "follows"),
    **dict.fromkeys(("evolves", "completes"), HAS),
}
"""What a list of a subject has first in each of its lines, and then."""
ROOMS = ("tournament", "campaign", "scenario", "skirmish")
MODULES = [file for room in ROOMS for file in sorted((Path(heraut.__file__).parent / room).glob("*.py"))]
SUBJECTS = [file for file in MODULES if "\nSUBJECT = " in file.read_text()]


def listed(tree: ast.Module, *lists: str) -> Iterator[tuple[str, str]]:
    """Every name in the lists of the subject, or in these, and what it is."""
    for line in ast.walk(tree.body[-1]):
        if isinstance(line, ast.keyword) and line.arg in (lists or LISTS):
            message, rule = LISTS[line.arg]
            for case in (found for found in ast.walk(line.value) if isinstance(found, ast.Call) and found.args):
                kind, *rules = case.args
                if line.arg == "plays":  # what is told on the spot names its event, which is no rule
                    rules = [each for each in rules if not isinstance(each, ast.Lambda)]
                yield from ((name.id, message) for name in [kind] if message and isinstance(name, ast.Name))
                yield from ((name.id, rule) for each in rules for name in ast.walk(each) if isinstance(name, ast.Name))


subjects = pytest.mark.parametrize("file", SUBJECTS, ids=lambda file: f"{file.parent.name}.{file.stem}")


@subjects
def test_a_subject_has_its_parts_in_order(file: Path):
    tree = ast.parse(file.read_text())
    known = dict(reversed([*listed(tree)]))
    parts = [known[part.name] for part in tree.body if getattr(part, "name", "") in known]

    assert parts
    assert [part for part, _ in groupby(parts)] == [part for part in ORDER if part in parts]


@subjects
def test_what_has_happened_asks_no_setting(file: Path):
    """What a setting decides is decided once and stored; an event may bring settings of its own."""
    tree = ast.parse(file.read_text())
    changes = {name for name, _ in listed(tree, "evolves")}
    asked = {
        ast.unparse(found)
        for part in tree.body
        if getattr(part, "name", "") in changes
        for found in ast.walk(part)
        if isinstance(found, ast.Attribute) and found.attr in ("settings", "options")
    }

    assert asked <= {"event.settings"}
