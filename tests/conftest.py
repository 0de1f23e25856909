"""What all tests share: the clause mark is checked against the sheets, and the auction speaks."""

from __future__ import annotations

from pathlib import Path

import pytest

from heraut import catalogue
from heraut.rulesets.clauses import clause
from heraut.speech import sentences

# The auction is an engine like the others, for the tests only.
catalogue.ENGINES["auction"] = "auction.engine"
sentences.SOURCES = (*sentences.SOURCES, str(Path(__file__).parent / "auction" / "speech"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A test that carries an unknown clause does not run: the collection fails and names it."""
    for item in items:
        for mark in item.iter_markers("clause"):
            for id in mark.args:
                clause(id)
