"""A question answers at once because it loads nothing it does not need."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from heraut.ask.schema import examples

HEAVY = {"django", "networkx", "numpy", "rustworkx", "shapely"}
ASKED = f"""
import sys, heraut.catalogue
heraut.catalogue.question(sys.argv[1]).ask(sys.argv[2])
print({HEAVY} & {{*sys.modules}})
"""


@pytest.mark.parametrize("name", examples())
def test_a_question_loads_nothing_heavy(name: str):
    command = [sys.executable, "-c", ASKED, name, examples()[name]]
    here = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(command, capture_output=True, text=True, check=True, env=here, timeout=60)

    assert told.stdout.strip() == "set()"
