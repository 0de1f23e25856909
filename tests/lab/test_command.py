"""`heraut lab formats` from the outside: the answer, its files, what is kept, what is refused."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from html import escape
from pathlib import Path

import pytest

from heraut.cli import ANSWERED, BAD_INPUT, run

GOLDEN = Path(__file__).parent.parent / "golden" / "streams"
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


KINDS = {
    "campaign": ["campaign", "--bots", "random,heuristic", "--runs", "4"],
    "fight": ["fight", "bands.json", "--runs", "40"],
    "skirmish": ["fight", "duel", "--runs", "8"],
    "event": ["event", str(GOLDEN / "form-2-tournament-steamroller.jsonl"), "--runs", "40", "--seeds", "4"],
}
NUMBERS = ("value", "low", "high", "runs")
BANDS = {"mine": [{"unit": "warrior", "figures": 8}, {"unit": "levy", "figures": 6}],
         "theirs": [{"unit": "hearthguard", "figures": 4}]}  # fmt: skip


@pytest.mark.parametrize(("kind", "words"), KINDS.items(), ids=list(KINDS))
def test_every_kind_of_trial_writes_every_form(kind: str, words: list[str], capsys: pytest.CaptureFixture[str]):
    Path("bands.json").write_text(json.dumps(BANDS))
    files = [word for form in ("json", "csv", "parquet", "html") for word in (f"--{form}", f"answer.{form}")]

    assert run(["lab", *words, "--seed", "3", "--cores", "1", *files]) == ANSWERED

    from pyarrow import parquet

    told = json.loads(Path("answer.json").read_text())
    assert (told["kind"], told["seed"], told["whole"]) == (kind, 3, True)
    rows = list(csv.DictReader(Path("answer.csv").read_text().splitlines()))
    table = parquet.read_table("answer.parquet").to_pylist()
    read = [{**row, **{name: float(row[name]) if row[name] else None for name in NUMBERS}} for row in rows]
    assert read == table
    page = Path("answer.html").read_text()
    assert page.count("<h1>") == 2, "one report in both languages"
    for language in ("fr", "en"):
        assert all(escape(sentence) in page for sentence in told["said"][language])
    assert told["said"]["en"][0] in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["skirmish", "event"])
def test_every_kind_goes_on_where_it_was_stopped(kind: str):
    words = [*KINDS[kind], "--keep", "kept.jsonl", "--cores", "1", "--json"]
    assert run(["lab", *words, "whole.json", "--seed", "3"]) == ANSWERED
    whole = Path("kept.jsonl").read_bytes().splitlines(keepends=True)
    Path("kept.jsonl").write_bytes(b"".join(whole[:2]) + whole[2][:10])

    assert run(["lab", *words, "again.json", "--resume"]) == ANSWERED, "the seed is that of what was stopped"
    assert Path("again.json").read_bytes() == Path("whole.json").read_bytes()
    assert Path("kept.jsonl").read_bytes().splitlines(keepends=True) == whole


def test_what_was_stopped_is_found_again_without_its_seed_or_its_name():
    """Ctrl-C says that the same command with --resume goes on; nobody has noted the seed that was drawn."""
    words = ["lab", *KINDS["skirmish"], "--cores", "1"]
    assert run([*words, "--seed", "77", "--keep", "kept.jsonl", "--json", "whole.json"]) == ANSWERED
    head = json.loads(Path("kept.jsonl").read_text().splitlines()[0])
    Path("kept.jsonl").rename(f"heraut-lab-{head['digest'][:8]}.jsonl")
    Path("heraut-lab-other.jsonl").write_text('{"lab": "formats", "digest": "x", "seed": 5}\n')

    assert run([*words, "--resume", "--json", "again.json"]) == ANSWERED
    assert json.loads(Path("again.json").read_text())["seed"] == 77
    assert Path("again.json").read_bytes() == Path("whole.json").read_bytes()


def test_an_answer_that_finds_no_room_is_not_lost(capsys: pytest.CaptureFixture[str]):
    words = ["lab", *KINDS["skirmish"], "--seed", "3", "--cores", "1"]
    assert run([*words, "--csv", "/dev/full"]) == BAD_INPUT
    assert "with --resume writes it at once" in capsys.readouterr().err

    assert run([*words, "--csv", "answer.csv", "--resume"]) == ANSWERED
    assert Path("answer.csv").stat().st_size > 100
    assert not list(Path().glob("heraut-lab-*")), "nothing is left of a job that is done"


def test_a_damaged_line_of_what_was_kept_is_named(capsys: pytest.CaptureFixture[str]):
    words = ["lab", *KINDS["event"], "--seed", "3", "--cores", "1", "--keep", "kept.jsonl"]
    assert run(words) == ANSWERED
    lines = Path("kept.jsonl").read_text().splitlines(keepends=True)
    Path("kept.jsonl").write_text("".join([*lines[:2], "poem\n", *lines[2:]]))
    capsys.readouterr()

    assert run([*words, "--resume"]) == BAD_INPUT
    assert "damaged at line 3" in capsys.readouterr().err
    Path("kept.jsonl").write_text("".join(lines))
    assert run([*words, "--resume"]) == ANSWERED


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
    words = ["--players", "32", "--try", "saga:rounds=5", "--runs", "120000", "--seed", "5", "--cores", "1"]
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
    assert 3 < done < 61
    assert run(["lab", "formats", *words, *kept]) == BAD_INPUT, "what was stopped is not thrown away unasked"
    assert answers(*words, *kept, "--resume") == answers(*words)
    assert _lines() == 61


def _lines() -> int:
    return Path("kept.jsonl").read_bytes().count(b"\n")


def test_a_file_that_is_no_trials_is_never_written_over(capsys: pytest.CaptureFixture[str]):
    Path("mine.csv").write_text("Ana,Ben\n")

    for words in ([], ["--anew"], ["--resume"]):
        assert run(["lab", "formats", "--runs", "10", "--cores", "1", "--keep", "mine.csv", *words]) == BAD_INPUT
        assert "mine.csv is not the file of this trial" in capsys.readouterr().err
    assert Path("mine.csv").read_text() == "Ana,Ben\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--players", "1"], "at least two"),
        (["--players", "4", "--try", "saga:rounds=9"], "not enough opponents"),
        (["--try", "chess"], "is not a format"),
        (["--try", "steamroller:rank_control,rank_scenario"], "SR-COMBO"),
        (["--ratings", "nowhere.csv"], "cannot be read"),
        (["--runs", "0"], "from 1 to"),
        (["--hours", "-1"], "above nought"),
        (["--hours", "nan"], "above nought"),
        (["--seed", "-1"], "from 0 to"),
        (["--cores", "0"], "from 1 to"),
        (["--clubs", "-1"], "give 0 or more"),
        (["--keep", "."], "is not the file of this trial"),
        (["--resume"], "nothing to continue"),
        (["--runs", "10", "--keep", "/dev/full", "--anew"], "No space left on device"),
        (["--runs", "10", "--seed", "3", "--cores", "1", "--html", "/dev/full"], "No space left on device"),
        (["--cluster", "tcp://127.0.0.1:1"], "is not responding"),
        (["--cluster", "nowhere"], "is not responding"),
        (["--ratings", "latin.csv"], "save it as UTF-8"),
    ],
)
def test_bad_input_is_one_sentence_and_what_to_do(words: list[str], told: str, capsys: pytest.CaptureFixture[str]):
    Path("latin.csv").write_bytes("Zoé;1600".encode("latin-1"))

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
