"""A third format is one package and one line: a round-robin, played from end to end."""

from __future__ import annotations

import json
import subprocess
import sys


def test_an_event_of_a_third_format_is_played_through_the_desk():
    ran = subprocess.run(
        [sys.executable, "-m", "tournament.round_robin"],
        capture_output=True, text=True, check=False, env={"PYTHONPATH": ":".join(sys.path)},
    )  # fmt: skip

    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert (told["rounds"], told["games"], told["different"]) == (5, 10, 10)
    assert told["byes"] == ["ana", "ben", "chloe", "david", "emma"]
    assert told["first"] == ["ben", "emma"], "the game that was corrected"
    assert told["places"] == [
        [1, "ana", "9/2"],
        [2, "ben", "7/2"],
        [3, "chloe", "3"],
        [4, "david", "2"],
        [None, "emma", "2"],
    ]
