"""Units are entered by narrow ids and called whatever people like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heraut.kernel.codec import decode, encode
from heraut.kernel.message import Roll
from heraut.kernel.names import MOST_NAME
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import in_force
from heraut.scenario import engine
from heraut.scenario.armies import destruction
from heraut.scenario.deployment import Deployed, DeployUnits
from heraut.scenario.disputes import CorrectTurn
from heraut.scenario.facts import Claim, FieldedEntry, Figure, ScoringUnit
from heraut.scenario.markers import ClaimMarker
from heraut.scenario.signing import SweepEdges, UnitsSwept
from heraut.scenario.turns import EndTurn
from heraut.scenario.units import TellsOfUnits
from heraut.speech.sentences import say_event, say_reason, say_refusal
from heraut.warband.army_line import EntryKind
from scenario.build import ANA, FIRST, OFFICIAL, SECOND, deploying, ends, play, playing, turn

HOSTILE = ("Garde 1/2", "<b>", "é", "שלום", "🛡" * 60, "a b", "", "a\n")


def standing(*ids: str) -> tuple[ScoringUnit, ...]:
    return tuple(ScoringUnit(id=id, side=FIRST, figures=(Figure(10, 3),)) for id in ids)


def commands(*ids: str) -> list[TellsOfUnits]:
    """Every command that tells of units."""
    units = standing(*ids)
    return [
        DeployUnits(ANA, tuple(Deployed(id) for id in ids)),
        ClaimMarker(ANA, "marker_1", units),
        SweepEdges(ANA, units),
        EndTurn(ANA, turn(1, units=units)),
        EndTurn(ANA, turn(1, claims=(Claim("marker_1", units),))),
        CorrectTurn(OFFICIAL, turn(1, units=units)),
    ]


@pytest.mark.clause("HOUSE-NAME-2")
@pytest.mark.parametrize("place", range(6))
def test_an_id_is_narrow_and_stands_once_among_the_units_of_a_moment(place: int):
    state = playing("conquest")

    def told(*ids: str) -> list[tuple[str, str]]:
        outcome = engine.decide(state, commands(*ids)[place])
        faults = outcome.all() if isinstance(outcome, Refusal) else ()
        return [(fault.clause, fault.code) for fault in faults if fault.clause == "HOUSE-NAME-2"]

    for wrong in HOSTILE:
        assert told("A1", wrong) == [("HOUSE-NAME-2", "not-an-id")]
    assert told("A1", "A2", "A1") == [("HOUSE-NAME-2", "same-id-twice")]
    assert told("A1", "A2", "B-1_x") == []
    with in_force(2):
        assert told(*HOSTILE, "A1", "A1") == []


def mentioned(kind: Any) -> Iterator[Any]:
    """Every type that a value of this one may have in it."""
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        yield kind
        yield from (inner for hint in get_type_hints(kind).values() for inner in mentioned(hint))
    yield from (inner for part in get_args(kind) for inner in mentioned(part))


@pytest.mark.clause("HOUSE-NAME-2")
def test_every_command_with_figures_in_it_says_of_which_units_it_tells():
    """A unit is what has figures: a command that gets some is asked here, and in the test above, from that day on."""
    with_units = {kind for kind in get_args(engine.commands) if Figure in mentioned(kind)}

    assert with_units == {type(command) for command in commands("A1")}
    assert {kind for kind in get_args(engine.commands) if issubclass(kind, TellsOfUnits)} == with_units
    for command in commands("A1", "A2"):
        assert [[unit.id for unit in units] for units in command.moments() if units] == [["A1", "A2"]]


@pytest.mark.clause("HOUSE-NAME-2")
@given(st.text(st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp")), min_size=1, max_size=MOST_NAME))
def test_a_unit_is_called_whatever_people_like(name: str):
    (unit,) = (ScoringUnit(id="A1", side=FIRST, name=name, figures=(Figure(10, 3),)),)
    command = decode(encode(SweepEdges(ANA, (unit,))), engine.commands)

    assert engine.decide(SWEEPING, command) == (UnitsSwept((name,)),)


SWEEPING = play(playing("clash"), *ends(1, 10), Roll(faces=(1,)))


def test_sentences_say_the_name_or_without_one_the_id():
    named = ScoringUnit(id="A1", side=FIRST, name="Garde 1/2", figures=(Figure(10, 3),))
    bare = ScoringUnit(id="A2", side=SECOND, figures=(Figure(10, 33),))
    (swept,) = engine.decide(SWEEPING, SweepEdges(ANA, (named, bare)))
    assert say_event(swept, "en") == "Units eliminated at their own edge: Garde 1/2, A2."

    far = Deployed("A1", (Figure(24, 30),), name="Garde 1/2")
    outside = engine.decide(deploying("clash"), DeployUnits(ANA, (far,)))
    assert isinstance(outside, Refusal)
    assert say_refusal(outside, "en").startswith("Garde 1/2 is not ")


@pytest.mark.clause("HOUSE-NAME-2")
@pytest.mark.parametrize("name", ["first", "ana", "forfeit", "1-2", "marker_1"])
def test_a_unit_called_like_a_code_of_ours_is_said_as_it_is_called(name: str):
    units = tuple(ScoringUnit(id=f"A{n}", side=FIRST, name=name, figures=(Figure(10, 3),)) for n in (1, 2))
    (swept,) = engine.decide(SWEEPING, SweepEdges(ANA, units[:1], ("second",)))
    far = Deployed("A1", (Figure(24, 30),), name=name)
    outside = engine.decide(deploying("clash"), DeployUnits(ANA, (far,)))
    assert isinstance(outside, Refusal)
    worth = destruction(FieldedEntry(name=name, side=FIRST, kind=EntryKind.UNIT, cost=4, figures=6, left=0))

    assert say_event(swept, "en", {"ana": "Ana"}) == f"Units eliminated at their own edge: {name}, second."
    assert say_event(swept, "fr", {"ana": "Ana"}).endswith(f": {name}, second.")
    assert say_refusal(outside, "fr", {"ana": "Ana"}).startswith(f"{name} n’est pas ")
    assert say_reason(worth.because, "en").startswith(f"{name}: 4 points lost")
