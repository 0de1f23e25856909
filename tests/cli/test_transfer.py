"""`heraut import` and `heraut export`, as their user runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # each starts the command and its database

GOLDEN = Path(__file__).parents[1] / "golden" / "streams" / "form-1.jsonl"
PLAY = "import conftest, sys; from heraut.cli import run; sys.exit(run(sys.argv[1:]))"


def heraut(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command with the auction among its engines, as the tests have it."""
    return subprocess.run(
        [sys.executable, "-c", PLAY, *words],
        capture_output=True,
        text=True,
        check=False,
        env={"HERAUT_DATA": str(folder), "PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin:/bin"},
    )


def test_a_stream_goes_in_and_comes_out_the_same(tmp_path: Path):
    taken = heraut(tmp_path, "import", str(GOLDEN))
    given = heraut(tmp_path, "export", "sale")

    assert (taken.returncode, taken.stdout) == (0, "sale: Vente de printemps\n"), taken.stderr
    assert given.stdout == GOLDEN.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("cut", "sentence"),
    [(-3, "cannot be read"), (0, "The file is empty")],
)
def test_a_cut_file_is_refused_with_one_sentence_and_nothing_is_stored(tmp_path: Path, cut: int, sentence: str):
    file = tmp_path / "cut.jsonl"
    file.write_bytes(GOLDEN.read_bytes()[:cut])

    refused = heraut(tmp_path, "import", str(file))

    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
    assert sentence in refused.stderr
    assert heraut(tmp_path, "export", "sale").returncode == 2


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    refused = heraut(tmp_path, "import", "nowhere.jsonl")

    assert (refused.returncode, refused.stderr) == (2, "heraut: cannot read nowhere.jsonl: No such file or directory\n")
