"""`heraut import` and `heraut export`, as their user runs them."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow  # each starts the command and its database

STREAMS = Path(__file__).parents[1] / "golden" / "streams"
GOLDEN, FORM_1 = STREAMS / "form-2.jsonl", STREAMS / "form-1.jsonl"
PLAY = "import conftest, sys; from heraut.cli import run; sys.exit(run(sys.argv[1:]))"


def heraut(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command with the auction among its engines, as the tests have it."""
    return subprocess.run(
        [sys.executable, "-c", PLAY, *words],
        capture_output=True,
        text=True,
        check=False,
        env={"HERAUT_DATA": str(folder), "PYTHONPATH": ":".join(sys.path), "PATH": "/usr/bin:/bin", "LANG": "en"},
    )


@pytest.fixture(scope="module")
def sale(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A server that has taken in a sale; whoever uses it changes nothing there."""
    folder = tmp_path_factory.mktemp("sale")
    taken = heraut(folder, "import", str(GOLDEN))
    assert (taken.returncode, taken.stdout) == (0, "sale: Vente de printemps\n"), taken.stderr
    return folder


def test_a_stream_goes_in_and_comes_out_the_same(sale: Path):
    assert heraut(sale, "export", "sale").stdout == GOLDEN.read_text(encoding="utf-8")


def test_a_stream_of_form_1_comes_out_with_its_chain_and_is_otherwise_the_same(tmp_path: Path):
    heraut(tmp_path, "import", str(FORM_1))
    given = heraut(tmp_path, "export", "sale").stdout.splitlines()

    old = [json.loads(line) for line in FORM_1.read_text(encoding="utf-8").splitlines()]
    new = [json.loads(line) for line in given]
    assert new[0] == old[0]
    assert [{key: line[key] for key in before} for line, before in zip(new, old, strict=True)] == old
    assert [(len(line["chain"]), line["sender"], line["form"]) for line in new[1:]] == [(64, "", 1)] * 4


def test_what_is_taken_in_is_the_organisers_and_nobody_elses_to_watch(sale: Path):
    with closing(sqlite3.connect(sale / "heraut.sqlite3")) as database:
        rows = database.execute("SELECT public, owner_id IS NOT NULL, engine FROM web_stream").fetchall()
    assert rows == [(0, 1, "auction")]


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

    assert (refused.returncode, refused.stderr) == (
        2,
        "heraut: nowhere.jsonl cannot be read (no such file or directory).\n",
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("sale\udcff",), "heraut: This is not UTF-8 text: save it as UTF-8.\n"),
        (("sale", "--until", "9" * 20), f"expects the number of an entry, from 0 on, not '{'9' * 20}'.\n"),
    ],
)
def test_what_can_name_no_stream_and_no_entry_is_bad_input(sale: Path, words: tuple[str, ...], sentence: str):
    refused = heraut(sale, "export", *words)

    assert refused.returncode == 2
    assert refused.stderr.endswith(sentence)


def moved_to(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "heraut.sqlite3")) as database:
        return [row[0] for row in database.execute("SELECT moved_to FROM web_stream")]


def test_a_game_is_handed_over_with_its_links_and_its_people_are_sent_after_it(tmp_path: Path):
    laptop, server, file = tmp_path / "laptop", tmp_path / "server", tmp_path / "sale.heraut"
    heraut(laptop, "import", str(GOLDEN))

    given = heraut(
        laptop, "export", "sale", "--with-links", "--to", str(file), "--moved-to", "https://heraut.example/x"
    )
    taken = heraut(server, "import", str(file))

    assert (given.returncode, taken.returncode, taken.stdout) == (0, 0, "sale\n"), given.stderr + taken.stderr
    assert file.stat().st_mode & 0o777 == 0o600
    assert (moved_to(laptop), moved_to(server)) == (["https://heraut.example"], [""])


@pytest.mark.parametrize(
    "words",
    [("--with-links",), ("--moved-to", "https://heraut.example"), ("--with-links", "--to", "x", "--until", "2")],
)
def test_a_game_is_handed_over_whole_and_into_a_file(sale: Path, words: tuple[str, ...]):
    refused = heraut(sale, "export", "sale", *words)

    assert (refused.returncode, moved_to(sale)) == (2, [""])


def test_an_exported_file_is_its_owner_s_and_overwrites_nothing(sale: Path, tmp_path: Path):
    file = tmp_path / "sale.jsonl"
    heraut(sale, "export", "sale", "--to", str(file))
    again = heraut(sale, "export", "sale", "--to", str(file))
    handed = heraut(sale, "export", "sale", "--with-links", "--to", str(file))

    assert file.stat().st_mode & 0o777 == 0o600
    assert (again.returncode, again.stderr) == (2, f"heraut: {file} already exists: choose another name.\n")
    assert (handed.returncode, handed.stderr) == (again.returncode, again.stderr)
    assert file.read_text(encoding="utf-8") == GOLDEN.read_text(encoding="utf-8")
    assert heraut(sale, "export", "sale", "--until", "-1").returncode == 2
    assert heraut(sale, "export", "sale", "--until", "9").stderr == "heraut: “sale” has no entry 9: its last is 4.\n"
