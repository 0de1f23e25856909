"""What is left of the bands of a match, unit by unit: written in any phase, beside the score."""

from __future__ import annotations

import msgspec
import pytest

from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.records import FiguresLeft, LossesRecorded, RecordLosses
from heraut.scenario.settings import BandLord, BandUnit, MatchBand, Settings
from heraut.scenario.state import State

ANA, BEN = Seat("ana"), Seat("ben")
BANDS = {
    ANA: MatchBand((BandUnit(10, "warriors", 8), BandUnit(11, "levies", 12)), (BandLord(101, "Isaut"),)),
    BEN: MatchBand((BandUnit(20, "hearthguards", 4),)),
}


def opened() -> State:
    settings = Settings(scenario="clash", players={ANA: "Ana", BEN: "Ben"}, bands=BANDS)
    found = engine.start(settings, engine.rules)
    assert not isinstance(found, Refusal)
    return found


def after(state: State, *commands: RecordLosses) -> State:
    for command in commands:
        events = engine.decide(state, command)
        assert not isinstance(events, Refusal)
        for event in events:
            state = engine.evolve(state, event)
    return state


@pytest.mark.clause("SC-CBT-5")
def test_losses_are_counted_unit_by_unit_and_a_later_line_replaces_an_earlier_one():
    first = RecordLosses(ANA, (FiguresLeft(10, 5), FiguresLeft(20, 4)), (101,))
    seen = engine.view(after(opened(), first, RecordLosses(BEN, (FiguresLeft(10, 3),))), None)

    assert [(unit.id, unit.figures, unit.left) for unit in seen.bands[ANA].units] == [(10, 8, 3), (11, 12, 12)]
    assert [unit.left for unit in seen.bands[BEN].units] == [4]
    assert seen.bands[ANA].lords[0].dead is False
    assert engine.view(after(opened(), first), None).bands[ANA].lords[0].dead is True


@pytest.mark.clause("SC-CBT-5")
@pytest.mark.parametrize(
    ("command", "code"),
    [
        (RecordLosses(ANA, (FiguresLeft(10, 9),)), "match-survivors-wrong"),
        (RecordLosses(ANA, (FiguresLeft(10, -1),)), "match-survivors-wrong"),
        (RecordLosses(ANA, (FiguresLeft(99, 1),)), "match-survivors-wrong"),
        (RecordLosses(ANA, (), (7,)), "match-lord-not-here"),
    ],
)
def test_only_what_came_can_be_lost(command: RecordLosses, code: str):
    refused = engine.decide(opened(), command)

    assert isinstance(refused, Refusal)
    assert refused.code == code


def test_a_band_belongs_to_a_player_of_the_match():
    settings = Settings(scenario="clash", players={ANA: "Ana", BEN: "Ben"}, bands={Seat("zoe"): BANDS[BEN]})
    refused = engine.start(settings, engine.rules)

    assert isinstance(refused, Refusal)
    assert refused.code == "unknown-band-seat"


def test_a_match_without_bands_says_nothing_of_them():
    found = engine.start(Settings(scenario="clash", players={ANA: "Ana", BEN: "Ben"}), engine.rules)
    assert not isinstance(found, Refusal)

    assert b"bands" not in msgspec.json.encode(engine.view(found, None))
    assert not [command for command in engine.legal(found, ANA) if isinstance(command, RecordLosses)]
    assert engine.decide(opened(), RecordLosses(ORGANISER)) == (LossesRecorded(ORGANISER),)
