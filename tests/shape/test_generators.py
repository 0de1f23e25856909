"""A rule written as a generator does nothing when it is only called: no type checker says so, this test does."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import heraut

ROOT = Path(heraut.__file__).parent
LAZY = ("Steps[", "Iterator[", "Iterable[", "Generator[")


def functions(trees: list[ast.Module]) -> Iterator[ast.FunctionDef]:
    return (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def only_called(trees: list[ast.Module]) -> list[str]:
    """The generators that some statement calls without going through what they yield."""
    lazy = {one.name for one in functions(trees) if one.returns and ast.unparse(one.returns).startswith(LAZY)}
    found = []
    for node in (node for tree in trees for node in ast.walk(tree)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            name = ast.unparse(node.value.func).rpartition(".")[2]
            found += [name] if name in lazy else []
    return found


@pytest.mark.parametrize("engine", ["campaign", "skirmish", "scenario", "tournament"])
def test_no_generator_is_only_called(engine: str):
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sorted((ROOT / engine).rglob("*.py"))]

    assert len(trees) > 10
    assert only_called(trees) == []


def test_a_forgotten_yield_from_is_found():
    tree = ast.parse("def take(s) -> Steps[None]: yield 1\ndef end(s) -> Steps[None]:\n    take(s)\n    yield 2")

    assert only_called([tree]) == ["take"]
