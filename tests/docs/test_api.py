"""The documentation of the questions is complete, and its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut import catalogue
from heraut.ask.question import Answer
from heraut.ask.schema import examples

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")


def test_every_question_has_its_section_and_no_section_lacks_its_question():
    assert re.findall(r"^### `([a-z.-]+)`$", PAGE, re.MULTILINE) == list(examples())
    assert set(examples()) == set(catalogue.QUESTIONS)


@pytest.mark.parametrize("name", catalogue.QUESTIONS)
def test_the_first_example_of_a_section_is_answered(name: str):
    assert isinstance(catalogue.question(name).ask(examples()[name]), Answer)
