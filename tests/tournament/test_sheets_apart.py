"""A refusal cites the sheet of its event's format, or the house's; never that of another format."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path

import msgspec
import pytest

from heraut import tournament
from heraut.kernel.names import Seat
from heraut.tournament.clauses import Clauses
from heraut.tournament.clocks import GrantTime
from heraut.tournament.entries import EditPlayer, Register
from heraut.tournament.officials import AnswerCall, CallReferee, Disqualify, Penalise, Rule, Warn
from heraut.tournament.planning import CheckOff, DrawScenario, SetTables
from heraut.tournament.repairs import RepairTables
from heraut.tournament.results import CorrectResult
from heraut.tournament.rounds import AdjustDraft
from heraut.tournament.saga.clauses import CLAUSES as SAGA
from heraut.tournament.steamroller.clauses import CLAUSES as STEAMROLLER
from heraut.tournament.turns import StartTurn
from tournament.build import (
    ANA,
    BEN,
    CHLOE,
    ORG,
    REF,
    after,
    at,
    closed,
    drafted,
    first_wins,
    published,
    refused,
    saga,
    score,
    steamroller,
    win,
)

TIMED_TURNS = {"turns.py", "table_clock.py"}
"""What is refused while turns are timed, which Steamroller alone does: other formats are refused before."""


def _cited(clauses: Clauses) -> set[str]:
    """The sheets a format speaks by."""
    said = [value for value in msgspec.structs.astuple(clauses) if value is not None]
    ids = [id for value in said for id in (value.values() if isinstance(value, Mapping) else (value,))]
    return {str(id).split("-")[0] for id in ids}


def test_a_format_speaks_by_its_own_sheet_or_the_house():
    assert _cited(SAGA) == {"ST", "HOUSE"}
    assert _cited(STEAMROLLER) == {"SR", "HOUSE"}
    assert _cited(Clauses()) == {"HOUSE"}


def _written_out(tree: ast.AST) -> Iterator[str]:
    """The clauses a module names itself, except for the reasons of one format's own pairing and standings."""
    match tree:
        case ast.Call(func=ast.Name(id="Reason")):
            return
        case ast.Call(func=ast.Name(id="ClauseId"), args=[ast.Constant(value=str(clause))]):
            yield clause
        case _:
            for part in ast.iter_child_nodes(tree):
                yield from _written_out(part)


def test_what_all_formats_share_refuses_by_no_formats_sheet():
    folder = Path(tournament.__file__).parent
    shared = [*folder.glob("*.py"), *(folder / "pairing").glob("*.py"), *(folder / "interchange").glob("*.py")]
    wrong = {
        (file.name, id)
        for file in shared
        if file.name not in TIMED_TURNS
        for id in _written_out(ast.parse(file.read_text(encoding="utf-8")))
        if not id.startswith("HOUSE-")
    }

    assert len(shared) > 30
    assert wrong == set()


def _refused_anywhere(event, report) -> Iterator[tuple[str, str]]:
    """What a format answers to everything no format allows."""
    entering, draft, playing = event(5), drafted(closed(event(5))), published(closed(event(6)))
    done = first_wins(playing)
    called = after(playing, CallReferee(ANA, at=at(1)))
    gone = after(playing, Disqualify(ORG, player=playing.rounds[0].tables[1].seats[0], reason="x", at=at(1)))
    for state, command in (
        (entering, Register(ORG, player=Seat("zoe"), name="", club="C" * 121, fixed_table=0)),
        (entering, Register(ORG, player=Seat("zoe"), name="Zoé", spare=True)),
        (entering, EditPlayer(ORG, player=ANA, name="", fixed_table=0)),
        (entering, SetTables(ORG, tables=(0, 2, 2))),
        (entering, CheckOff(ORG, item="nothing")),
        (entering, DrawScenario(ORG, round=1)),
        (draft, AdjustDraft(ORG, pairs=((ANA, BEN), (ANA, Seat("zoe"))), bye=CHLOE)),
        (playing, GrantTime(REF, table=1, minutes=0, reason="x")),
        (playing, GrantTime(REF, table=1, minutes=1, reason="")),
        (playing, Rule(REF, text="")),
        (playing, Warn(REF, player=ANA, reason="")),
        (playing, Penalise(ORG, player=ANA, points=Fraction(0), reason="x")),
        (playing, Penalise(ORG, player=ANA, points=Fraction(1), reason="")),
        (playing, Disqualify(ORG, player=ANA, reason="")),
        (playing, AnswerCall(REF, call=7)),
        (called, CallReferee(ANA, at=at(2))),
        (playing, RepairTables(ORG, tables=(2,))),
        (gone, RepairTables(ORG, tables=(1, 2))),
        (done, CorrectResult(ORG, round=1, table=1, report=report(done), reason="")),
        (playing, StartTurn(ANA, at=at(1))),
    ):
        yield from refused(state, command)


def _untimed(players: int):
    return steamroller(players, variants={"no_time_limit": True, "scenarios": ["grind", "overrun", "incursion"]})


def _swiss(state):
    return score(state, 1, 1, 9)


def _won(state):
    return win(state.rounds[0].tables[1].seats[1], cp=1)


@pytest.mark.parametrize(("event", "report", "sheet"), [(saga, _swiss, "ST"), (_untimed, _won, "SR")])
def test_no_refusal_cites_the_other_formats_sheet(event, report, sheet):
    told = list(_refused_anywhere(event, report))

    assert len({code for _clause, code in told}) >= 15
    assert {clause.split("-")[0] for clause, _code in told} == {sheet, "HOUSE"}
