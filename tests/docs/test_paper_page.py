from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut.press import fight_paper, paper

PAGE = (Path(__file__).parents[2] / "docs" / "paper.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
def test_the_examples_run(example: str):
    exec(compile(example, "docs/paper.md", "exec"), {})


def test_every_sheet_has_its_line():
    kinds = {kind for module in (paper, fight_paper) for kind in vars(module).values() if isinstance(kind, type)}
    sheets = {kind.__name__ for kind in kinds if issubclass(kind, paper.Sheet)} - {"Sheet"}
    listed = {
        name
        for line in PAGE.splitlines()
        if line.startswith("|")
        for name in re.findall(r"`([A-Z]\w+)`", line.split("|")[1])
    }

    assert listed == sheets
