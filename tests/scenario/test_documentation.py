"""The examples of `docs/api.md` for scenarios are asked, word for word: one for every scenario that can be played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from heraut import catalogue
from heraut.ask import Answer
from heraut.scenario.library import sources

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
SECTION = PAGE.split("### `scenario.score`")[1].split("### `scenario.check`")[0]
EXAMPLES = re.findall(r"`(\{\"scenario\".*?\})`(?:\n|:)", SECTION)


def test_every_scenario_has_an_example():
    assert sorted(json.loads(one)["scenario"] for one in EXAMPLES) == sorted(set(sources()) - {"demolition"})


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda one: json.loads(one)["scenario"])
def test_every_example_is_answered(example: str):
    assert isinstance(catalogue.question("scenario.score").ask(example), Answer)
