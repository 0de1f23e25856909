"""Whatever the rules call a roll, a modifier, a condition or a choice, people read it in words."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from heraut.rulesets import rows
from heraut.skirmish import engine, tables
from heraut.skirmish.game_master import ASIDE
from heraut.skirmish.tables import CriticalRow, FaceRow, NumberRow
from heraut.speech import LANGUAGES, Language, phrases

NAMING = {"Part", "gain", "roll", "roll_table", "build", "courage", "shaken", "fall_out", "spend", "decide_between"}
"""The calls whose words are shown: in breakdowns, conditions, the log, on buttons."""
TABLES = (
    tables.zones, tables.situations, tables.grounds, tables.draws, tables.directions, tables.sizes, tables.visibilities,
    tables.displays, tables.positions, tables.tactics,
)  # fmt: skip


def named_in_rules() -> Iterator[str]:
    for file in Path(engine.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in NAMING:
                found = (inner.value for inner in ast.walk(node) if isinstance(inner, ast.Constant))
                yield from (word for word in found if isinstance(word, str) and word.islower())


def named_in_tables() -> Iterator[str]:
    for table in TABLES:
        yield from table()
    for kind, key in ((CriticalRow, "critical"), (FaceRow, "face")):
        yield from (row.code for row in rows(tables.SOURCE, "critical", key, kind))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_of_the_rules_has_its_word(language: Language):
    words = phrases(language)["words"]
    numbers = {row.id for row in rows(tables.SOURCE, "numbers", "number", NumberRow)}
    codes = {*named_in_rules(), *named_in_tables(), *(how for how in ASIDE if how != "back")} - numbers
    asked = {code for code in codes if code.startswith("skirmish-")}

    assert {code for code in codes - asked if code not in words and f"skirmish:{code}" not in words} == set()
    assert {code for code in asked if code not in phrases(language)["awaits"]} == set()
