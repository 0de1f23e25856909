"""A question answers at once because it loads nothing it does not need."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from heraut import catalogue
from heraut.ask.schema import examples

HEAVY = {"django", "networkx", "numpy", "rustworkx", "shapely"}
NEEDLESS = {"dataclasses", "hashlib", "json", "pathlib", "tomllib", "heraut.tournament.state"}
"""What costs a tenth of an answer or more; tables are read in the form that is kept beside them."""
WITH_STATE = {
    "heraut.ask.campaign_board": {"dataclasses", "hashlib", "pathlib"},  # a map, and the engine's own rules on it
    "heraut.ask.skirmish_turn": {"dataclasses", "hashlib"},  # two fighters of the engine, and the ids of their names
}
"""What the questions need that put an engine's state together."""
ASKED = f"""
import sys
there = {{*sys.modules}}
import heraut.catalogue
heraut.catalogue.question(sys.argv[1]).ask(sys.argv[2])
print(*({HEAVY | NEEDLESS} & ({{*sys.modules}} - there)))
"""


@pytest.mark.parametrize("name", examples())
def test_a_question_loads_nothing_heavy(name: str):
    catalogue.question(name).ask(examples()[name])  # once its tables have been read, as after the first start
    module = catalogue.QUESTIONS[name].partition(":")[0]
    command = [sys.executable, "-c", ASKED, name, examples()[name]]
    here = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=here, timeout=60)

    assert set(told.stdout.split()) - WITH_STATE.get(module, set()) == set()
