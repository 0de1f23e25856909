"""The examples of `docs/api.md` for scenarios are asked, word for word: one for every scenario that can be played."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from heraut import catalogue
from heraut.ask.question import Answer
from heraut.scenario.library import sources

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
SCORES, CHECKS = PAGE.split("### `scenario.score`")[1].split("## Age of Magic")[0].split("### `scenario.check`")
SCORED = re.findall(r"`(\{\"scenario\".*?\})`(?:\n|:)", SCORES)
CHECKED = re.findall(r"^- `(\{\"scenario\".*?\})`: (.*)$", CHECKS, re.MULTILINE)
PLAYED = sorted(set(sources()) - {"demolition"})


def test_every_scenario_has_an_example_of_its_score_and_of_its_table():
    assert sorted(json.loads(one)["scenario"] for one in SCORED) == PLAYED
    assert sorted(json.loads(one)["scenario"] for one, _ in CHECKED) == PLAYED


@pytest.mark.parametrize("example", SCORED, ids=lambda one: json.loads(one)["scenario"])
def test_every_score_is_answered(example: str):
    assert isinstance(catalogue.question("scenario.score").ask(example), Answer)


@pytest.mark.parametrize(("example", "told"), CHECKED, ids=[json.loads(one)["scenario"] for one, _ in CHECKED])
def test_every_table_breaks_the_clauses_it_is_said_to_break(example: str, told: str):
    answer = catalogue.question("scenario.check").ask(example)
    assert isinstance(answer, Answer)

    broken = {limit.clause for piece in answer.answer.pieces for limit in piece.limits if not limit.ok}
    assert ", ".join(f"`{clause}`" for clause in sorted(broken)) == told.replace("ok", "")


@pytest.mark.parametrize("id", PLAYED)
def test_every_scenario_is_shown(id: str):
    assert isinstance(catalogue.question("scenario.show").ask(json.dumps({"scenario": id})), Answer)
