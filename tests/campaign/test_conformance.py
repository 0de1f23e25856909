"""
The conformance cases of docs/conformance/campaign, a test for each chapter of them.

`HERAUT_GOLDEN=write` writes what the engine does into the files, to be reviewed like code. The marks below are those
of the cases: a test holds them together.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest

from campaign.conformance import FOLDER, Case, files, read, run, write

CLAUSE = re.compile(r"^\*\*(SC-[A-Z]+-\d+) \[([^\]]*)\]\*\*", re.MULTILINE)


def cases(chapter: str) -> pytest.MarkDecorator:
    """The cases of one file, named by their number."""
    _, found = read(FOLDER / f"{chapter}.toml")
    return pytest.mark.parametrize("case", found, ids=lambda case: f"{case.number:03}")


@pytest.mark.clause(
    "HOUSE-SEAT-2", "SC-GEN-2", "SC-GEN-3", "SC-GEN-8", "SC-GEN-9", "SC-MOV-2", "SC-REC-7", "SC-BND-1",
    "SC-INI-6",
)  # fmt: skip
@cases("01-general")
def test_general(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-GEN-3", "SC-GEN-5", "SC-VIC-1", "SC-VIC-2", "SC-VIC-3", "SC-VIC-4", "SC-MEM-1", "SC-MEM-2", "SC-MEM-3",
    "SC-MEM-4", "SC-MEM-5", "SC-MEM-6", "SC-CTL-3", "SC-DET-4", "SC-DET-7", "SC-OUT-1", "SC-END-1", "SC-END-2",
    "SC-END-3", "SC-END-4", "SC-END-5",
)  # fmt: skip
@cases("02-victory")
def test_victory(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-GEN-6", "SC-SET-1", "SC-SET-2", "SC-SET-3", "SC-SET-4", "SC-SET-7", "SC-SEQ-1", "SC-SEQ-3", "SC-INI-2",
    "SC-ABS-9",
)  # fmt: skip
@cases("03-setup")
def test_setup(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-MOV-1", "SC-MOV-2", "SC-MOV-3", "SC-MOV-4", "SC-MOV-5", "SC-MOV-6", "SC-MOV-7", "SC-MOV-8", "SC-MOV-9",
    "SC-MOV-10", "SC-DEC-1", "SC-DEC-2", "SC-DEC-3", "SC-DEC-4", "SC-DEC-5", "SC-DEC-6", "SC-DEC-7",
)  # fmt: skip
@cases("04-movement")
def test_movement(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-SEQ-4", "SC-VIL-6", "SC-VIL-7", "SC-REC-1", "SC-REC-2", "SC-REC-3", "SC-REC-4", "SC-REC-5", "SC-REC-6",
    "SC-RSV-1", "SC-RSV-2", "SC-RSV-3", "SC-RSV-4", "SC-RSV-5", "SC-RSV-6", "SC-RSV-7", "SC-RSV-8", "SC-RSV-9",
    "SC-RSV-10", "SC-RSV-11", "SC-PP-4", "SC-BND-1", "SC-BND-2", "SC-BND-4", "SC-BND-6", "SC-BND-7", "SC-BND-8",
    "SC-BND-9", "SC-LRD-1", "SC-LRD-2", "SC-LRD-3", "SC-LRD-6", "SC-LRD-7", "SC-DET-3", "SC-OUT-6", "SC-CHK-8",
)  # fmt: skip
@cases("05-bands")
def test_bands(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-SEQ-7", "SC-SEQ-13", "SC-CTL-2", "SC-CTL-4", "SC-CTL-5", "SC-RSV-3", "SC-BND-4", "SC-BND-5", "SC-LRD-5",
    "SC-DET-1", "SC-DET-2", "SC-DET-4", "SC-DET-5", "SC-DET-6", "SC-DET-8", "SC-CBT-1", "SC-CBT-2", "SC-CBT-3",
    "SC-CBT-5", "SC-CBT-6", "SC-CBT-7", "SC-CBT-8", "SC-OUT-1", "SC-OUT-2", "SC-OUT-3", "SC-OUT-4", "SC-OUT-5",
    "SC-LOS-1", "SC-LOS-2", "SC-LOS-3", "SC-LOS-4", "SC-LOS-5", "SC-LOS-6", "SC-RET-2", "SC-RET-9", "SC-MUL-1",
)  # fmt: skip
@cases("06-combats")
def test_combats(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-PLY-3", "SC-SEQ-2", "SC-SEQ-8", "SC-SEQ-12", "SC-VIL-7", "SC-RSV-11", "SC-RET-1", "SC-RET-2",
    "SC-RET-3", "SC-RET-4", "SC-RET-5", "SC-RET-6", "SC-RET-7", "SC-RET-8", "SC-HOM-1", "SC-HOM-2", "SC-HOM-3",
    "SC-HOM-4",
)  # fmt: skip
@cases("07-retreat")
def test_retreat(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-MEM-2", "SC-MEM-7", "SC-RSV-9", "SC-DET-5", "SC-DET-6", "SC-CBT-6", "SC-MUL-1", "SC-MUL-2", "SC-MUL-3",
    "SC-MUL-4", "SC-MUL-5", "SC-MUL-6", "SC-MUL-7", "SC-MUL-8", "SC-MUL-9", "SC-MUL-10", "SC-MUL-11",
    "SC-INI-13",
)  # fmt: skip
@cases("08-large-combats")
def test_large_combats(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-GEN-6", "SC-GEN-9", "SC-SEQ-3", "SC-INI-1", "SC-INI-2", "SC-INI-3", "SC-INI-4", "SC-INI-5", "SC-INI-6",
    "SC-INI-7", "SC-INI-8", "SC-INI-9", "SC-INI-10", "SC-INI-11", "SC-INI-12",
)  # fmt: skip
@cases("09-initiative")
def test_initiative(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-GEN-8", "SC-GEN-9", "SC-SEQ-9", "SC-SEQ-10", "SC-MAP-4", "SC-CTL-3", "SC-VIL-2", "SC-VIL-3", "SC-VIL-4",
    "SC-VIL-6", "SC-VIL-8", "SC-RSV-2", "SC-PP-1", "SC-PP-2", "SC-PP-3", "SC-PP-4", "SC-PP-6", "SC-BND-5",
    "SC-UPK-1", "SC-UPK-2", "SC-UPK-3", "SC-UPK-4", "SC-UPK-5", "SC-UPK-6", "SC-UPK-7", "SC-UPK-8", "SC-UPK-9",
    "SC-UPK-10", "SC-UPK-11", "SC-HOM-2", "SC-SAC-1", "SC-SAC-3",
)  # fmt: skip
@cases("10-management")
def test_management(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-PLY-4", "SC-SEQ-11", "SC-BND-4", "SC-LRD-2", "SC-INV-1", "SC-INV-2", "SC-INV-3", "SC-INV-4", "SC-INV-5",
    "SC-INV-6", "SC-INV-7", "SC-INV-8", "SC-INV-9", "SC-SAC-3",
)  # fmt: skip
@cases("11-invasion")
def test_invasion(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-SEQ-1", "SC-SEQ-5", "SC-SEQ-6", "SC-SEQ-12", "SC-SEQ-14", "SC-END-1",
)  # fmt: skip
@cases("12-sequence")
def test_sequence(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-VIL-7", "SC-RSV-3", "SC-ABS-1", "SC-ABS-2", "SC-ABS-3", "SC-ABS-4", "SC-ABS-5", "SC-ABS-6", "SC-ABS-7",
    "SC-ABS-8", "SC-ABS-9",
)  # fmt: skip
@cases("13-absent")
def test_absent(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-GEN-1", "SC-GEN-4", "SC-PLY-2", "SC-SET-5", "SC-SET-6", "SC-MAP-3", "SC-MAP-5", "SC-VIL-1", "SC-VIL-3",
    "SC-REC-7", "SC-PP-3", "SC-BND-3", "SC-BND-6", "SC-UPK-3", "SC-DET-6", "SC-RET-5", "SC-SAC-2",
)  # fmt: skip
@cases("14-decisions")
def test_decisions(case: Case):
    assert run(case) == case


@pytest.mark.clause(
    "SC-GEN-2", "SC-GEN-8", "SC-GEN-9", "SC-PLY-3", "SC-MEM-2", "SC-MEM-6", "SC-MOV-8", "SC-DEC-4", "SC-CTL-2",
    "SC-CTL-3", "SC-VIL-2", "SC-REC-2", "SC-REC-7", "SC-BND-9", "SC-DET-6", "SC-DET-7", "SC-OUT-3", "SC-MUL-4",
    "SC-HOM-5", "SC-HOM-6", "SC-HOM-7", "SC-INV-2",
)  # fmt: skip
@cases("15-return-and-halves")
def test_return_and_halves(case: Case):
    assert run(case) == case


@pytest.mark.clause("SC-ABS-6", "SC-ABS-7")
@cases("16-votes")
def test_votes(case: Case):
    assert run(case) == case


def _all() -> Iterator[Case]:
    return (case for path in files() for case in read(path)[1])


def test_each_file_has_its_test_which_carries_the_clauses_of_its_cases():
    for path in files():
        test = globals()["test_" + path.stem[3:].replace("-", "_")]
        (mark,) = (mark for mark in test.pytestmark if mark.name == "clause")

        assert set(mark.args) == {clause for case in read(path)[1] for clause in case.clauses}, path.stem


def test_cases_are_numbered_from_one_without_gaps():
    numbers = [case.number for case in _all()]

    assert numbers == list(range(1, len(numbers) + 1))


def test_every_decision_of_the_sheet_has_a_case():
    sheet = (FOLDER.parents[1] / "rules" / "saga-campaign.md").read_text(encoding="utf-8")
    decided = {clause for clause, tag in CLAUSE.findall(sheet) if "D" in re.split(r"\W+", tag)}

    assert len(decided) > 100
    assert sorted(decided - {clause for case in _all() for clause in case.clauses}) == []


def test_a_case_says_what_must_come_of_it():
    assert [case.number for case in _all() if not (case.then or case.refused or case.awaits)] == []


@pytest.mark.skipif(os.environ.get("HERAUT_GOLDEN") != "write", reason="writes the files anew")
def test_golden_cases_are_written():
    for path in files():
        head, found = read(path)
        write(path, head, [run(case) for case in found])
