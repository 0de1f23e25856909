"""The documentation of the questions is complete, and its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut import catalogue
from heraut.ask import Answer

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SECTION = re.compile(r"^### `([a-z.-]+)`\n(.*?)(?=^##|\Z)", re.MULTILINE | re.DOTALL)
EXAMPLE = re.compile(r"^```json\n(.*?)^```|`(?:heraut ask [a-z.-]+ ')?(\{[^`]*\})'?`", re.MULTILINE | re.DOTALL)
SECTIONS = dict(SECTION.findall(PAGE))


def test_every_question_has_its_section_and_no_section_lacks_its_question():
    assert set(SECTIONS) == set(catalogue.QUESTIONS)


@pytest.mark.parametrize("name", SECTIONS)
def test_the_first_example_of_a_section_is_answered(name: str):
    found = EXAMPLE.search(SECTIONS[name])

    assert found is not None, "no example: write the input as `{…}` or in a block ```json"
    assert isinstance(catalogue.question(name).ask(found.group(1) or found.group(2)), Answer)
