"""A third format is one package and one line: a round-robin, played from end to end."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any


def ran(module: str) -> Any:
    """What that module tells, run in a Python of its own: nothing has read the list of formats before."""
    done = subprocess.run(
        [sys.executable, "-m", module],
        capture_output=True, text=True, check=False, env={"PYTHONPATH": ":".join(sys.path)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_an_event_of_a_third_format_is_played_through_the_desk():
    told = ran("tournament.round_robin")

    assert (told["rounds"], told["games"], told["different"]) == (5, 10, 10)
    assert told["byes"] == ["ana", "ben", "chloe", "david", "emma"]
    assert told["first"] == ["ben", "emma"], "the game that was corrected"
    assert (told["late"], told["brought"]["ana"], told["brought"]["ben"]) == ("list-frozen", ["knight"], ["rook"])
    assert told["places"] == [
        [1, "ana", "9/2"],
        [2, "ben", "7/2"],
        [3, "chloe", "3"],
        [4, "david", "2"],
        [None, "emma", "2"],
    ]
