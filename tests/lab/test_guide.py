"""The guide's question is answered by its own command, with its own figures, in both languages."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from heraut.cli import ANSWERED, run

GUIDES = Path(__file__).parents[2] / "docs" / "guide"


@pytest.mark.slow  # eighty thousand events
@pytest.mark.parametrize(("guide", "language"), [("lab.md", "fr_FR"), ("lab.en.md", "en_GB")])
def test_the_question_of_the_guide(
    guide: str, language: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
):
    text = (GUIDES / guide).read_text()
    command = re.search(r"^heraut (lab formats .*?)\n```", text, re.DOTALL | re.MULTILINE)
    assert command is not None
    monkeypatch.setenv("LANG", language)
    monkeypatch.setenv("COLUMNS", "140")
    monkeypatch.chdir(tmp_path)

    assert run([*shlex.split(command[1].replace("\\\n", " ")), "--cores", "1"]) == ANSWERED

    told = _plain(capsys.readouterr().out)
    sentence = _plain(" ".join(re.findall(r"^> (.*)$", text, re.MULTILINE)))
    assert sentence in told
    figures = re.findall(r"^\| [^|]+ \|(.* ± .*)\|$", text, re.MULTILINE)
    assert len(figures) == 3
    for row in figures:
        for figure in row.split("|"):
            assert _plain(figure).strip() in told


def _plain(text: str) -> str:
    return re.sub(r"[\s\u00a0\u202f]+", " ", text)
