from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from heraut import catalogue
from heraut.cli.clauses import coverage, marked
from heraut.kernel.refusal import HOUSE_CLAUSES
from heraut.rulesets.clauses import UnknownClause, clause, clauses, exempt, read_sheet, sheets_folder

ROOT = Path(__file__).parents[2]
USED = re.compile(r"\b(?:AM|CORE|SEQ|SC|SK|ST|SR|HOUSE)-[A-Z0-9]+(?:-[A-Z0-9]+)*-\d+[A-Z]?\b|\bSEQ-[A-Z]\d+\b")


def test_the_index_holds_every_clause_of_the_sheets():
    counted = Counter(found.sheet for found in clauses().values())
    house = Path(sheets_folder(), "house.md").read_text(encoding="utf-8")

    assert counted == {
        "age-of-magic": 217,
        "house": len(re.findall(r"^- \*\*HOUSE-", house, re.MULTILINE)),
        "saga-campaign": 241,
        "saga-skirmish": 335,
        "saga-tournament": 243,
        "steamroller-2011": 341,
    }


def test_a_clause_runs_to_the_next_clause_or_heading():
    text = "## Upkeep\n- **SC-UPK-1** One\n  more\n\n- **SC-UPK-2** [S] Two\n## Next\nNot this."

    one, two = read_sheet("sheet", text)

    assert (one.id, one.section, one.text) == ("SC-UPK-1", "Upkeep", "- **SC-UPK-1** One\n  more")
    assert two.text == "- **SC-UPK-2** [S] Two"


def test_an_unknown_clause_is_named():
    with pytest.raises(UnknownClause, match="SC-NONE-1"):
        clause("SC-NONE-1")  # type: ignore[arg-type]


def test_every_clause_id_in_code_and_tables_is_in_the_sheets():
    unknown = {
        (str(path.relative_to(ROOT)), id)
        for folder, pattern in (("src", "*.py"), ("src", "*.toml"))
        for path in (ROOT / folder).rglob(pattern)
        for id in USED.findall(path.read_text(encoding="utf-8"))
        if id not in clauses()
    }

    assert unknown == set()


def test_every_clause_id_the_tests_carry_is_in_the_sheets():
    assert {id for id in marked(ROOT / "tests") if id not in clauses()} == set()


def test_house_refusals_name_house_clauses():
    assert {id for id in HOUSE_CLAUSES.values() if id not in clauses()} == set()


def test_finished_sheets_have_no_missing_clause():
    missing = {row.sheet: row.missing for row in coverage(ROOT / "tests") if row.sheet in catalogue.FINISHED_SHEETS}

    assert missing == dict.fromkeys(catalogue.FINISHED_SHEETS, ())


def test_what_is_exempt_is_not_tested_as_well():
    assert set(exempt()) & marked(ROOT / "tests") == set()
