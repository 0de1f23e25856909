from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut.press import paper

PAGE = (Path(__file__).parents[2] / "docs" / "paper.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_examples_run(example: str):
    exec(compile(example, "docs/paper.md", "exec"), {})


def test_every_sheet_has_its_line():
    kinds = {name for name in vars(paper) if isinstance(getattr(paper, name), type)}
    sheets = {name for name in kinds if issubclass(getattr(paper, name), paper.Sheet)} - {"Sheet"}
    listed = {
        name
        for line in PAGE.splitlines()
        if line.startswith("|")
        for name in re.findall(r"`([A-Z]\w+)`", line.split("|")[1])
    }

    assert listed == sheets
