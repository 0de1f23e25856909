"""The examples of `docs/api.md` for Age of Magic are asked, word for word."""

import re
from pathlib import Path

import pytest

from heraut import catalogue
from heraut.ask.question import Answer

TEXT = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
SECTION = TEXT.split("## Age of Magic\n")[1].split("\n## ")[0]
EXAMPLES = re.findall(r"### `([\w.-]+)`\n\n`(\{.*?\})`", SECTION, re.DOTALL)
NAMES = [name for name in catalogue.QUESTIONS if name.split(".")[0] in {"unit", "battle", "magic", "band"}]


def test_every_question_is_documented_with_an_example():
    assert [name for name, _ in EXAMPLES] == NAMES


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_the_example_is_answered(name, example):
    assert isinstance(catalogue.question(name).ask(example.replace("\n", " ")), Answer)
