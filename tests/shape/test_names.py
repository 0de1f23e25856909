"""One name for one type: whoever looks for a class by its name finds the one that was meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "heraut"
SHARED = {
    "State": "what an engine's game stands at; every engine has one",
    "Settings": "what an engine's game begins with; every engine has one",
    "Entry": "of the journal, and its row in the database",
}


def _public_classes() -> dict[str, dict[str, ast.ClassDef]]:
    """Every public class outside of migrations: by its name, the modules that define it."""
    found: dict[str, dict[str, ast.ClassDef]] = defaultdict(dict)
    for path in SOURCE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and "migrations" not in path.parts:
                found[node.name][str(path.relative_to(SOURCE))] = node
    return found


def _messages(classes: dict[str, dict[str, ast.ClassDef]]) -> set[str]:
    """The names of commands and events: those of the kernel, and all that extend one of them."""
    known, more = set(), {"Command", "Event"}
    while more - known:
        known |= more
        more = {name for name, places in classes.items() if all(_extends(node, known) for node in places.values())}
    return known


def _extends(node: ast.ClassDef, known: set[str]) -> bool:
    return any(isinstance(base, ast.Name) and base.id in known for base in node.bases)


def test_no_two_classes_have_one_name():
    """Journals name commands and events for ever, each engine in its own words: two engines may share such a name."""
    classes = _public_classes()
    twice = {name: sorted(places) for name, places in classes.items() if len(places) > 1 and name not in SHARED}

    assert {name: places for name, places in twice.items() if name not in _messages(classes)} == {}


def test_one_engine_has_no_two_messages_of_one_name():
    classes = _public_classes()

    for name in _messages(classes):
        engines = [place.split("/")[0] for place in classes[name]]
        assert len(engines) == len(set(engines)), name
