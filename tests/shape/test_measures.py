"""The measures of the house: how long a module and a function may be."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src" / "heraut"
MOST_LINES = 400
MOST_OF_A_FUNCTION = 45
COMPILED = "lab/pairing.py: walk"
"""What numba compiles is one function; each call of another one costs its walk time."""


def long_functions() -> Iterator[str]:
    for file in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                if node.end_lineno - node.lineno >= MOST_OF_A_FUNCTION:
                    yield f"{file.relative_to(SOURCE).as_posix()}: {node.name}"


def test_no_module_is_longer_than_one_subject():
    lengths = {file: len(file.read_text(encoding="utf-8").splitlines()) for file in SOURCE.rglob("*.py")}

    assert [file.name for file, lines in lengths.items() if lines > MOST_LINES] == []


def test_no_function_is_long_but_the_compiled_one():
    assert list(long_functions()) == [COMPILED]
