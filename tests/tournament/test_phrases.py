"""Every code that pairing, standings, checker and interchange can give has its sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from heraut import tournament
from heraut.speech.sentences import LANGUAGES, phrases
from heraut.tournament.standings.ledger import Standing, Tiebreak

ROOMS = ("pairing", "standings", "checker", "interchange")
CODE = re.compile(r'"((?:pair|bye|round|ranking|kin|hand|rank|check|import|fixed|table|too)-[a-z-]+)"')


def codes() -> set[str]:
    folder = Path(tournament.__file__).parent
    files = (file for room in ROOMS for file in (*folder.glob(f"{room}/*.py"), *folder.glob(f"{room}.py")))
    return {code for file in files for code in CODE.findall(file.read_text(encoding="utf-8"))}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_code_has_its_sentence(language):
    said = phrases(language)
    criteria = {f"rank-{criterion}" for criterion in Tiebreak}
    missing = {code for code in codes() | criteria if code not in said["reasons"] and code not in said["refusals"]}

    assert missing == set()
    assert len(codes()) > 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_criterion_and_standing_has_its_word(language):
    words = phrases(language)["words"]

    assert {f"tiebreak-{criterion}" for criterion in Tiebreak} <= words.keys()
    assert {f"standing-{standing}" for standing in Standing} <= words.keys()
