from __future__ import annotations

import json
import subprocess
import sys

import pytest

from heraut import catalogue
from heraut.cli import run


@pytest.fixture(autouse=True)
def in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = run(list(words))
    out, err = capsys.readouterr()
    return code, out, err


def test_the_pool_question_answers_exactly(capsys: pytest.CaptureFixture[str]):
    code, out, _ = answer(capsys, "ask", "dice.pool", '{"dice": 8, "target": 4}')

    found = json.loads(out)
    assert code == 0
    assert found["answer"]["law"][0] == {"value": 0, "p": 0.00390625, "exact": "1/256"}
    assert found["answer"]["mean"] == 4.0
    assert [reason["clause"] for reason in found["because"]] == ["HOUSE-DICE-2"]


def test_input_may_come_from_a_pipe():
    ran = subprocess.run(
        [sys.executable, "-m", "heraut", "ask", "dice.pool", "-"],
        input='{"dice": 0, "target": 4}',
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ran.returncode, json.loads(ran.stdout)["answer"]["mean"]) == (0, 0.0)


@pytest.mark.clause("HOUSE-DICE-2")
@pytest.mark.parametrize("dice", [-1, 1001])
def test_a_pool_outside_the_rules_is_refused(capsys: pytest.CaptureFixture[str], dice: int):
    code, out, _ = answer(capsys, "ask", "dice.pool", json.dumps({"dice": dice, "target": 4}))

    assert code == 1
    assert json.loads(out)["refused"]["code"] == "wrong-dice"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["ask", "dice.poll", "{}"], "did you mean “dice.pool”?"),
        (["ask", "dice.pool", '{"dice": "x", "target": 4}'], "“dice”: there must be a whole number, not text"),
        (["ask", "dice.pool", '{"dice": 8, "target": 4, "colour": 1}'], "colour"),
        (["ask", "dice.pool", "{"], "The text is cut short"),
        (["ask", "dice.pool"], "takes a name and one JSON object"),
        (["ask"], "takes a name and one JSON object"),
        (["fly"], "there is no command “fly”"),
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_two(
    capsys: pytest.CaptureFixture[str], words: list[str], sentence: str
):
    code, out, err = answer(capsys, *words)

    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert any(part in err for part in sentence.split("|"))


def test_every_question_is_listed_with_its_schema(capsys: pytest.CaptureFixture[str]):
    code, out, _ = answer(capsys, "ask", "--list")

    listed = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert [entry["name"] for entry in listed] == list(catalogue.QUESTIONS)
    assert {key for entry in listed for key in entry} == {"name", "about", "input", "output"}


@pytest.mark.parametrize(("spoken", "first"), [("fr_FR.UTF-8", "Dés"), ("en_GB.UTF-8", "Dice")])
def test_on_a_terminal_questions_are_a_list_one_can_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, spoken: str, first: str
):
    monkeypatch.setenv("LC_ALL", spoken)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    code, out, _ = answer(capsys, "ask", "--list")
    json_code, listed, _ = answer(capsys, "ask", "--list", "--json")

    named = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert (code, json_code) == (0, 0)
    assert named == list(catalogue.QUESTIONS)
    assert all(len(line.split()) > 1 for line in out.splitlines() if line.startswith("  "))
    assert any(line.startswith(first) for line in out.splitlines())
    assert len(listed.splitlines()) == len(catalogue.QUESTIONS)


def test_our_own_fault_has_its_exit_code_and_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setitem(catalogue.QUESTIONS, "broken.now", "heraut.nowhere:NOTHING")

    code, _, err = answer(capsys, "ask", "broken.now", "{}")

    assert code == 3
    assert "our fault" in err
    assert "Traceback" not in err


def test_help_and_version_answer(capsys: pytest.CaptureFixture[str]):
    assert answer(capsys, "--help")[0] == 0
    assert answer(capsys, "--version")[1].startswith("heraut ")
    assert answer(capsys)[0] == 2
