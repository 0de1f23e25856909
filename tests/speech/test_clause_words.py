"""A clause is read in words: steps, settings, values and words of its room are said, not written as code."""

from __future__ import annotations

import re

import pytest

from heraut.kernel.names import ClauseId
from heraut.rulesets.clauses import clause, clauses
from heraut.speech.clause_words import in_words
from heraut.speech.sentences import LANGUAGES, Language

_MARK = re.compile(r"[A-Z]{1,3}\Z|(?:AM|CORE|SEQ|SC|SK|ST|SR|HOUSE)-[A-Z0-9-]+\Z")
_FORMULA = re.compile(r"[^A-Za-z_]|.{1,2}\Z")
"""What is computed, letters of a formula, lines of a file: no words."""
_COLUMNS = {"key", "rules"}
_NUMBERS = {"base_minutes", "bonus", "level", "max", "size", "total", "value"}
_FIELDS_OF_A_FILE = {"confidence", "delivery", "encumbrance", "length", "long", "pole", "skill", "type"}


def said(id: str, language: Language) -> str:
    found = clause(ClauseId(id), language)
    return in_words(found.text, language, found.sheet)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_code_is_left_in_a_clause_but_what_is_no_word(language: Language):
    left = {
        (id, code)
        for id, found in clauses(language).items()
        for code in re.findall(r"`([^`]+)`", in_words(found.text, language, found.sheet))
        if not _MARK.match(code) and not _FORMULA.search(code)
    }

    assert {one for one in left if one[1] not in _COLUMNS | _NUMBERS | _FIELDS_OF_A_FILE} == set()


@pytest.mark.parametrize(
    ("id", "language", "words"),
    [
        ("SC-REC-1", "fr", "se recrutent à l'étape «\xa0préparation\xa0»"),
        ("SC-REC-1", "en", "recruited in “preparation”"),
        ("SC-INI-8", "en", "(“A bid above the stock”: “counts as zero and ranks last”)"),
        ("SC-RSV-6", "fr", "«\xa0La réserve demande un seigneur\xa0»\xa0: «\xa0non\xa0»"),
        ("SK-PRE-1", "fr", "| «\xa0jambe\xa0» | −10 |"),
        ("SR-PRESET-1", "fr", "«\xa0Scénarios (La Cage)\xa0»"),
        ("SR-PRESET-1", "en", "“Scenarios (Kill Box)”"),
        ("SR-COMBO-4", "fr", "«\xa0Temps limité “Jeu accéléré”\xa0»"),
    ],
)
def test_a_clause_says_what_its_sheet_writes_as_code(id: str, language: Language, words: str):
    assert words in said(id, language)
