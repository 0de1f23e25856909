"""`heraut lab formats` from the outside: the answer, its files, what is kept, what is refused."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from heraut.cli import ANSWERED, BAD_INPUT, run

pytestmark = pytest.mark.slow  # the first time on a machine, the lab is compiled
THREE_OR_FOUR = ["--players", "8", "--try", "saga:rounds=3", "--try", "steamroller:rounds=3", "--seed", "5"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


def answers(*words: str) -> object:
    assert run(["lab", "formats", *words, "--json", "answer.json"]) == ANSWERED
    return json.loads(Path("answer.json").read_text())["answers"]


def test_one_core_and_two_give_the_same_digits():
    one = answers(*THREE_OR_FOUR, "--runs", "20000", "--cores", "1")
    two = answers(*THREE_OR_FOUR, "--runs", "20000", "--cores", "2")

    assert one == two
    assert not list(Path().glob("heraut-lab-*")), "nothing is left of a job that is done"


def test_another_seed_gives_another_answer_within_the_error():
    one = answers(*THREE_OR_FOUR, "--runs", "8000", "--cores", "1")
    other = answers(*THREE_OR_FOUR[:-1], "6", "--runs", "8000", "--cores", "1")

    assert one != other
    for a, b in zip(one, other, strict=True):  # type: ignore[call-overload]
        first, second = a["measures"]["best_wins"], b["measures"]["best_wins"]
        assert abs(first["value"] - second["value"]) < first["high"] - first["low"]


def test_the_answer_is_written_in_every_form(capsys: pytest.CaptureFixture[str]):
    files = [word for kind in ("csv", "parquet", "html") for word in (f"--{kind}", f"answer.{kind}")]
    found = answers(*THREE_OR_FOUR, "--runs", "1000", "--cores", "1", *files)

    from pyarrow import parquet

    wins = {one["name"]: one["measures"]["best_wins"]["value"] for one in found}  # type: ignore[attr-defined]
    rows = list(csv.DictReader(Path("answer.csv").read_text().splitlines()))
    assert {row["trial"]: float(row["value"]) for row in rows if row["measure"] == "best_wins"} == wins
    table = parquet.read_table("answer.parquet").to_pylist()
    assert {row["trial"]: row["value"] for row in table if row["measure"] == "best_wins"} == wins
    page = Path("answer.html").read_text()
    assert page.count("<svg") == 6
    assert "Le meilleur joueur gagne" in page
    assert "The best player wins" in page
    assert "http" not in page.replace("http://www.w3.org/2000/svg", ""), "the page needs nothing else"
    assert "The best player wins" in capsys.readouterr().out


def test_what_only_the_engine_does_is_said_to_be_the_engines(capsys: pytest.CaptureFixture[str]):
    found = answers("--players", "6", "--try", "saga:rounds=2,new-tables", "--runs", "5", "--seed", "1")

    assert [(one["runs"], one["by_engine"]) for one in found] == [(5, 5)]  # type: ignore[attr-defined]
    assert "played by the engine itself" in capsys.readouterr().out


def test_runs_that_need_a_rematch_are_the_engines_and_counted():
    found = answers("--players", "6", "--try", "saga:rounds=5", "--runs", "60", "--seed", "1", "--cores", "1")

    (one,) = found  # type: ignore[misc]
    assert one["runs"] == 60
    assert 0 < one["by_engine"] < 60
    assert one["measures"]["rounds"]["value"] == 5


def test_ctrl_c_keeps_what_was_done_and_resume_gives_the_whole_answer():
    words = ["--players", "32", "--try", "saga:rounds=5", "--runs", "200000", "--seed", "5", "--cores", "1"]
    kept = ["--keep", "kept.jsonl"]
    # a shell lets nobody interrupt what it runs in the background, such as these tests
    lab = ["env", "--default-signal=INT", sys.executable, "-m", "heraut", "lab", "formats"]
    asked = subprocess.Popen([*lab, *words, *kept], stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    until = time.monotonic() + 120
    while time.monotonic() < until and not (Path("kept.jsonl").exists() and _lines() > 3):
        time.sleep(0.02)
    asked.send_signal(signal.SIGINT)
    _, told = asked.communicate(timeout=60)

    assert asked.returncode == ANSWERED
    assert "--resume continues" in told
    done = _lines()
    assert 3 < done < 101
    assert run(["lab", "formats", *words, *kept]) == BAD_INPUT, "what was stopped is not thrown away unasked"
    assert answers(*words, *kept, "--resume") == answers(*words)
    assert _lines() == 101


def _lines() -> int:
    return Path("kept.jsonl").read_bytes().count(b"\n")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "1"], "at least two"),
        (["--players", "4", "--try", "saga:rounds=9"], "not enough opponents"),
        (["--try", "chess"], "is not a format"),
        (["--try", "steamroller:rank_control,rank_scenario"], "SR-COMBO"),
        (["--ratings", "nowhere.csv"], "cannot be read"),
        (["--runs", "0"], "from 1 to"),
        (["--seed", "-1"], "from 0 to"),
        (["--cores", "0"], "from 1 to"),
        (["--resume"], "nothing to continue"),
        (["--runs", "10", "--keep", "/dev/full", "--anew"], "No space left on device"),
        (["--runs", "10", "--seed", "3", "--cores", "1", "--html", "/dev/full"], "No space left on device"),
        (["--cluster", "tcp://127.0.0.1:1"], "is not responding"),
    ],
)
def test_bad_input_is_one_sentence_and_what_to_do(words: list[str], told: str, capsys: pytest.CaptureFixture[str]):
    assert run(["lab", "formats", *words]) == BAD_INPUT

    said = capsys.readouterr().err.strip().splitlines()
    assert told in said[-1]
    assert said[-1].startswith("heraut: ")


def test_a_skill_file_with_text_in_it_names_the_line(capsys: pytest.CaptureFixture[str]):
    Path("skills.csv").write_text("Anna;1600\nBo;très bon\n")

    assert run(["lab", "formats", "--ratings", "skills.csv"]) == BAD_INPUT
    assert "Line 2" in capsys.readouterr().err


def test_memory_is_flat_in_the_number_of_runs():
    """Ten times the runs, the same memory: blocks are added up, not gathered."""
    code = (
        "import resource, sys; from heraut.cli import run; "
        "run(['lab', 'formats', '--players', '8', '--try', 'saga:rounds=3', '--cores', '1', '--seed', '1', "
        "'--runs', sys.argv[1]]); print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    used = [
        int(subprocess.run([sys.executable, "-c", code, runs], check=True, capture_output=True).stdout.split()[-1])
        for runs in ("16000", "160000")
    ]

    assert used[1] < 1.05 * used[0]
    assert not os.path.exists("heraut-lab")
