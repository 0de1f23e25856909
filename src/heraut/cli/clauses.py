"""`heraut clauses`: per sheet, how many clauses there are, are tested, are exempt, are missing."""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from heraut import catalogue
from heraut.cli import ANSWERED, REFUSED, wrong
from heraut.kernel.names import ClauseId
from heraut.rulesets.clauses import clauses, exempt
from heraut.speech.arguments import CommandParser


@dataclass(frozen=True, slots=True)
class Coverage:
    """One sheet: its clauses by what becomes of them."""

    sheet: str
    tested: tuple[ClauseId, ...]
    exempt: tuple[ClauseId, ...]
    missing: tuple[ClauseId, ...]


def coverage(tests: Path) -> tuple[Coverage, ...]:
    """Every sheet, measured against the tests of that folder."""
    carried = marked(tests)
    sheets = dict.fromkeys(clause.sheet for clause in clauses().values())
    return tuple(_sheet(sheet, carried) for sheet in sheets)


def _sheet(sheet: str, carried: frozenset[ClauseId]) -> Coverage:
    ids = [clause.id for clause in clauses().values() if clause.sheet == sheet]
    free = exempt()
    return Coverage(
        sheet,
        tuple(id for id in ids if id in carried),
        tuple(id for id in ids if id in free and id not in carried),
        tuple(id for id in ids if id not in free and id not in carried),
    )


_MARK = "pytest.mark.clause"


@cache
def marked(tests: Path) -> frozenset[ClauseId]:
    """The clauses that tests carry: the literal arguments of `pytest.mark.clause`."""
    texts = (path.read_text(encoding="utf-8") for path in tests.rglob("*.py"))
    calls = (
        node
        for text in texts
        if _MARK in text
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func) == _MARK
    )
    return frozenset(
        ClauseId(str(argument.value)) for call in calls for argument in call.args if isinstance(argument, ast.Constant)
    )


def report(words: list[str]) -> int:
    """Print the table; exit code 1 when a finished sheet has a missing clause."""
    parser = CommandParser("clauses")
    parser.add_argument("--tests", type=Path, default=Path("tests"))
    parser.add_argument("--missing", action="store_true")
    options = parser.parse_args(words)
    if not options.tests.is_dir():
        return wrong(f"there is no folder {options.tests}: run this in a checkout, or give --tests")
    table = coverage(options.tests)
    print(f"{'sheet':<20}{'clauses':>9}{'tested':>9}{'exempt':>9}{'missing':>9}")
    for row in table:
        total = len(row.tested) + len(row.exempt) + len(row.missing)
        print(f"{row.sheet:<20}{total:>9}{len(row.tested):>9}{len(row.exempt):>9}{len(row.missing):>9}")
    _reasons()
    if options.missing:
        for row in table:
            print(f"\n{row.sheet}: {' '.join(row.missing) or 'none missing'}")
    unfinished = [row.sheet for row in table if row.missing and row.sheet in catalogue.FINISHED_SHEETS]
    return REFUSED if unfinished else ANSWERED


def _reasons() -> None:
    for reason, number in Counter(exempt().values()).most_common():
        print(f"  exempt, {reason}: {number}")
