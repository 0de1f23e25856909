from __future__ import annotations

import msgspec
import pytest

from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.library import find
from heraut.scenario.settings import Settings
from scenario.build import ANA, BEN, code, settings


@pytest.mark.clause("SR-S15-1", "SR-S15-2")
def test_demolition_is_played_by_an_organisers_definition_only():
    bare = engine.start(settings("demolition"), engine.rules)
    assert isinstance(bare, Refusal)
    assert (bare.clause, bare.code) == ("SR-S15-1", "scenario-not-described")
    state = engine.start(settings("demolition", definition=find("sacrifice")), engine.rules)
    assert (state.game.scenario.id, state.game.scenario.group, state.game.scenario.radial) == (
        "demolition",
        4,
        True,
    )


def test_settings_that_cannot_be_are_refused():
    unknown = engine.start(Settings(scenario="bowling", players={ANA: "Ana", BEN: "Ben"}), engine.rules)
    alone = engine.start(Settings(scenario="clash", players={ANA: "Ana"}, casters={BEN: 1}), engine.rules)

    assert isinstance(unknown, Refusal)
    assert isinstance(alone, Refusal)
    assert unknown.code == "match-unknown-scenario"
    assert [fault.code for fault in alone.all()] == ["match-two-players", "unknown-caster-seat"]


@pytest.mark.clause("ST-ORG-6")
@pytest.mark.parametrize("length", [{"turns": 10**10}, {"dice": 10**10}])
def test_a_game_of_ones_own_that_would_never_end_is_refused(length: dict[str, int]):
    capture = find("capture")
    assert capture is not None
    assert capture.length is not None
    change = msgspec.structs.replace
    endless = change(capture, id="mine", length=change(capture.length, **length))

    refusal = engine.start(settings("mine", definition=endless), engine.rules)
    assert code(refusal) == ("ST-ORG-6", "definition-broken")
