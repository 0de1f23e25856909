"""The power cut, in its short form, and that it bites."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
KILLS = 12


def torture(*words: str, script: str = "") -> subprocess.CompletedProcess[str]:
    """In a process of its own, which forks: the tests' has threads."""
    return subprocess.run(
        [sys.executable, *(["-c", script] if script else ["-m", "torture"]), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    )


@pytest.mark.parametrize("store", ["file", "play", pytest.param("sqlite", marks=pytest.mark.slow)])
def test_a_writer_killed_at_any_moment_loses_nothing_that_was_answered(store: str):
    done = torture("kills", store, "--kills", str(KILLS))

    assert done.returncode == 0, done.stderr
    assert f"{KILLS} kills" in done.stdout
    assert "0 lost, 0 twice" in done.stdout


@pytest.mark.slow
def test_an_import_killed_at_any_of_its_last_moments_leaves_nothing_or_all_of_it():
    done = torture("imports", "sqlite", "--kills", "4")

    assert done.returncode == 0, done.stderr
    assert "8 imports killed" in done.stdout
    assert "0 left a part; all taken in again" in done.stdout


HASTY = """
import sys
from pathlib import Path
from torture.kills import cut_the_power
from torture.stores import Files

class Hasty(Files):
    name = "hasty"

    def write(self, stream, first, tell):
        super().write(stream, first, lambda number: tell(number + 50))  # answers what is not stored yet

class Twice(Files):
    name = "twice"

    def write(self, stream, first, tell):
        super().write(stream, max(1, first - 3) + 10_000 * (first > 1), tell)  # a new id for what was sent before

cut_the_power({"hasty": Hasty, "twice": Twice}[sys.argv[1]](Path(sys.argv[2])), 12, seed=1)
"""


@pytest.mark.parametrize("store", ["hasty", "twice"])
def test_a_store_that_answers_too_early_or_counts_twice_is_found_out(tmp_path: Path, store: str):
    done = torture(store, str(tmp_path / "data"), script=HASTY)

    assert done.returncode == 1
    assert "sale-0 does not hold what was answered" in done.stderr
