"""The French sheets say what the English ones say: the same clauses, marks, numbers and references."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from heraut.kernel.names import ClauseId
from heraut.rulesets.clauses import Clause, clause, clauses

SHEETS = sorted({found.sheet for found in clauses().values()})
NUMBER = re.compile(r"(?<![\w-])\d+(?:[.,/]\d+)?(?!\w)")
IDS = re.compile(r"\b[A-Z]{2,5}(?:-[A-Z0-9]+)+\b")
MARK = re.compile(r"\[[A-Z](?:-\d+)?\]|`[^`]+`")
"""A clause's source ([S], [D-06], `G`) and the code words it names."""


def numbers(text: str) -> Counter[str]:
    """The numbers a clause names: 1,000 and 1 000 are one number, 0.5 and 0,5 too."""
    joined = re.sub(r"(?<=\d)[,\u202f\u00a0 ](?=\d{3}\b)", "", text)
    return Counter(found.replace(",", ".") for found in NUMBER.findall(joined))


def pairs(sheet: str) -> list[tuple[Clause, Clause]]:
    french = clauses("fr")
    return [(english, french[id]) for id, english in clauses().items() if english.sheet == sheet]


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_french_sheet_has_the_same_clauses_in_the_same_order(sheet: str):
    english = [id for id, found in clauses().items() if found.sheet == sheet]
    french = [id for id, found in clauses("fr").items() if found.sheet == sheet]

    assert french == english


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_french_clause_names_the_same_numbers(sheet: str):
    wrong = {one.id: (numbers(one.text), numbers(other.text)) for one, other in pairs(sheet)}

    assert {id: found for id, found in wrong.items() if found[0] != found[1]} == {}


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_french_clause_refers_to_the_same_clauses_and_bears_the_same_marks(sheet: str):
    wrong = [
        one.id
        for one, other in pairs(sheet)
        if Counter(IDS.findall(one.text)) != Counter(IDS.findall(other.text))
        or Counter(MARK.findall(one.text)) != Counter(MARK.findall(other.text))
    ]

    assert wrong == []


def test_a_clause_without_french_is_told_in_english():
    assert clause(ClauseId("HOUSE-SEAT-2"), "fr").language == "fr"
    assert clause(ClauseId("HOUSE-SEAT-2"), "de").language == "en"
