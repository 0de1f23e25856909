from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from heraut.kernel.names import ClauseId
from heraut.rulesets.tables import BrokenTable, Span, _row, cached_table, check_clauses, check_cover, parse, row_at


class March(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    clause: ClauseId
    points: Span
    steps: int


GOOD = {"clause": "SC-MOV-1", "points": [0, 7], "steps": 2}


def test_a_row_becomes_a_frozen_value():
    assert _row("march.toml: row 1", GOOD, March) == March(ClauseId("SC-MOV-1"), Span(0, 7), 2)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"steps": "two"}, r"row 3: .*steps"),
        ({"speed": 1}, r"row 3: .*speed"),
    ],
)
def test_a_broken_row_is_named(change: dict[str, object], message: str):
    with pytest.raises(BrokenTable, match=f"march.toml: {message}"):
        _row("march.toml: row 3", GOOD | change, March)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ('clause = "SC-NONE-1"', r"saga/march.toml: \[\[march\]\] row 2: unknown clause SC-NONE-1"),
        ('clauses = ["SC-MOV-1", "ZZ-1"]', r"saga/march.toml: \[\[march\]\] row 2: unknown clause ZZ-1"),
        ("clause = ", r"saga/march.toml: .*line 5"),
    ],
)
def test_a_table_with_an_unknown_clause_or_a_slip_of_the_pen_is_named(tmp_path: Path, row: str, message: str):
    file = tmp_path / "saga" / "march.toml"
    file.parent.mkdir()
    file.write_text(f'[[march]]\nclause = "SC-MOV-1"\n\n[[march]]\n{row}\n')

    with pytest.raises(BrokenTable, match=message):
        parse(str(file))


def test_a_table_is_kept_in_a_form_that_reads_fast_until_it_changes(tmp_path: Path):
    file, sealed = tmp_path / "march.toml", tmp_path / "__pycache__" / "march.toml.json"
    file.write_text('[[march]]\nclause = "SC-MOV-1"\nsteps = 2\n')
    first = cached_table(str(file), parse, ())
    sealed.write_bytes(sealed.read_bytes().replace(b'"steps":2', b'"steps":7'))  # proof that it is read
    again = cached_table(str(file), parse, ())
    file.write_text('[[march]]\nclause = "SC-MOV-1"\nsteps = 10\n')

    assert [first, again, cached_table(str(file), parse, ())] == [
        {"march": [{"clause": "SC-MOV-1", "steps": steps}]} for steps in (2, 7, 10)
    ]


def test_a_kept_form_cut_short_is_made_anew(tmp_path: Path):
    file, sealed = tmp_path / "march.toml", tmp_path / "__pycache__" / "march.toml.json"
    file.write_text("steps = 2\n")
    cached_table(str(file), parse, ())
    sealed.write_bytes(sealed.read_bytes()[:-5])

    assert cached_table(str(file), parse, ()) == {"steps": 2}


def test_clauses_are_looked_for_at_any_depth():
    with pytest.raises(BrokenTable, match="ZZ-1"):
        check_clauses("t", {"rows": [{"parts": {"clause": "ZZ-1"}}]})


@pytest.mark.parametrize(
    ("spans", "last", "message"),
    [
        ([Span(0, 7), Span(8, 10)], 10, None),
        ([Span(0, 7), Span(8)], None, None),
        ([Span(0, 7), Span(9, 10)], 10, "gap before row 2: nothing for 8 to 8"),
        ([Span(0, 7), Span(7, 10)], 10, "row 2 overlaps"),
        ([Span(0), Span(8)], None, "row 2 overlaps"),
        ([Span(0, 7)], 10, "end at 7, not at 10"),
        ([Span(0, 7)], None, "nothing from 8 on"),
        ([Span(1, 7)], 7, "gap before row 1: nothing for 0 to 0"),
        ([], 7, "end at -1"),
    ],
)
def test_a_column_covers_its_range_without_gap_or_overlap(spans: list[Span], last: int | None, message: str | None):
    if message is None:
        check_cover("t", spans, first=0, last=last)
        return
    with pytest.raises(BrokenTable, match=message):
        check_cover("t", spans, first=0, last=last)


def test_a_span_holds_both_its_ends():
    rows = (Span(0, 7), Span(8))

    assert [row_at(rows, value, lambda row: row) for value in (0, 7, 8, 900)] == [rows[0], rows[0], rows[1], rows[1]]
    assert -1 not in rows[0]
