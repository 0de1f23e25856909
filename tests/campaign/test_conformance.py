"""The conformance cases of docs/conformance/campaign; `HERAUT_GOLDEN=write` writes what the engine does into them."""

from __future__ import annotations

import os

import pytest

from campaign.conformance import Case, files, read, run, write


def _cases() -> list[Case]:
    return [case for path in files() for case in read(path)[1]]


def _id(case: Case) -> str:
    return f"{case.number:03}"


@pytest.mark.parametrize(
    "case", [pytest.param(case, marks=pytest.mark.clause(*case.clauses), id=_id(case)) for case in _cases()]
)
def test_a_case_comes_out_as_written(case: Case):
    assert run(case) == case


def test_cases_are_numbered_from_one_without_gaps():
    assert [case.number for case in _cases()] == list(range(1, len(_cases()) + 1))


def test_a_case_says_what_must_come_of_it():
    assert [case.number for case in _cases() if not (case.then or case.refused or case.awaits)] == []


@pytest.mark.skipif(os.environ.get("HERAUT_GOLDEN") != "write", reason="writes the files anew")
def test_golden_cases_are_written():
    for path in files():
        head, cases = read(path)
        write(path, head, [run(case) for case in cases])
