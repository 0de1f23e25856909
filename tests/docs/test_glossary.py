"""One word per term: the glossary against itself and against the glossaries of the sheets."""

from __future__ import annotations

import re
import unicodedata
from itertools import combinations, groupby
from pathlib import Path
from typing import NamedTuple

import pytest

DOCS = Path(__file__).parents[2] / "docs"
SHEETS = {
    "age-of-magic": "battle",
    "saga-campaign": "campaign",
    "saga-skirmish": "skirmish",
    "saga-tournament": "saga",
    "steamroller-2011": "steamroller",
}
TWO_FACES = {("battle", "mindless")}
"""A word for two things of one game on purpose: the unit, and the rule it has."""


class Row(NamedTuple):
    french: str
    code: str
    games: frozenset[str]
    instead_of: frozenset[str]


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def tables(text: str) -> list[list[list[str]]]:
    """The tables of a page, each with its head first and without its ruler."""
    runs = groupby(text.splitlines(), key=lambda line: line.startswith("|"))
    rows = [[cells(line) for line in lines] for is_table, lines in runs if is_table]
    return [[row for row in table if set("".join(row)) - set("-: ")] for table in rows]


def codes(cell: str) -> list[str]:
    return re.findall(r"`([^`]+)`", cell)


def glossary() -> list[Row]:
    first = tables((DOCS / "glossary.md").read_text(encoding="utf-8"))[0]
    return [
        Row(french, next(iter(codes(code)), ""), frozenset(games.split(", ")), frozenset(codes(instead)))
        for french, code, games, instead, *_ in first[1:]
    ]


def sheet_terms(sheet: str) -> set[str]:
    """The code terms of a sheet's own glossary."""
    text = (DOCS / "rules" / f"{sheet}.md").read_text(encoding="utf-8")
    section = re.search(r"^## [^\n]*Glossary[^\n]*\n(.*?)(?=^#+ |^---)", text, re.MULTILINE | re.DOTALL)
    assert section is not None
    found: set[str] = set()
    for head, *rows in tables(section[1]):
        places = [place for place, title in enumerate(head) if "code" in title.lower()]
        found |= {code for row in rows for place in places for code in codes(row[place])}
    return {code.removesuffix("(X)") for code in found}


def looked_up(french: str) -> str:
    bare = unicodedata.normalize("NFD", french.replace("œ", "oe"))
    return "".join(letter for letter in bare if not unicodedata.combining(letter)).casefold()


def test_a_french_term_has_one_word_in_each_game():
    clashes = [
        (one.french, one.code, other.code)
        for one, other in combinations(glossary(), 2)
        if one.french == other.french and one.games & other.games
    ]

    assert clashes == []


def test_a_word_names_one_thing_in_each_game():
    clashes = [
        (game, one.code, one.french, other.french)
        for one, other in combinations(glossary(), 2)
        for game in one.games & other.games
        if one.code == other.code != "" and (game, one.code) not in TWO_FACES
    ]

    assert clashes == []


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_term_of_the_sheets_is_here_or_replaced_here(sheet: str):
    known = {word for row in glossary() if SHEETS[sheet] in row.games for word in (row.code, *row.instead_of)}

    assert len(sheet_terms(sheet)) > 20
    assert sheet_terms(sheet) - known == set()


def test_a_replaced_word_is_used_by_no_other_row_of_its_game():
    rows = glossary()

    assert [
        (one.french, other.french)
        for one in rows
        for other in rows
        if other.code in one.instead_of and one.games & other.games
    ] == []


def test_every_row_names_known_games():
    assert {game for row in glossary() for game in row.games} == set(SHEETS.values())


def test_a_term_without_an_identifier_says_which_word_of_the_sheet_it_is():
    assert [row.french for row in glossary() if not row.code and not row.instead_of] == []


def test_every_code_term_is_an_identifier():
    assert [row.code for row in glossary() if row.code and not row.code.isidentifier()] == []


def test_the_rows_stand_in_alphabetical_order():
    french = [looked_up(row.french) for row in glossary()]

    assert french == sorted(french)
