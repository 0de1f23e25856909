from __future__ import annotations

from typing import Any

import msgspec
import pytest

from heraut.kernel.message import Awaited, Roll
from heraut.kernel.names import FATE
from heraut.rulesets.tables import read
from heraut.scenario import engine
from heraut.scenario.definition import ElementKind
from heraut.scenario.facts import Side
from heraut.scenario.library import every
from heraut.scenario.markers import ChargeMarker
from heraut.scenario.placement import PlaceMarker
from heraut.scenario.settings import MatchOptions
from heraut.scenario.setup import GameBegan, SkipSetup
from heraut.table.shapes import inches
from scenario.build import ANA, BEN, FIRST, ORGA, SECOND, play, playing, refused, setting_up


def begun(state) -> GameBegan:
    """How the game begins once the set-up is skipped, without the empty sheet."""
    event = engine.decide(state, SkipSetup(ANA))[-1]
    assert event.score.turns == 0
    return msgspec.structs.replace(event, score=None)


class TestBeginning:
    @pytest.mark.clause("ST-GAM-6", "ST-GAM-7", "ST-CLA-13", "ST-CAP-8", "ST-CON-10")
    @pytest.mark.parametrize("id", ["clash", "capture", "conquest"])
    @pytest.mark.parametrize(("budget", "rounding", "dice"), [(6, "up", 3), (8, "up", 4), (7, "up", 4), (7, "down", 3)])
    def test_the_second_player_rolls_half_the_budget_beforehand(self, id: str, budget: int, rounding: Any, dice: int):
        options = MatchOptions(budget=budget, half_rounding=rounding)

        assert begun(setting_up(id, options=options)) == GameBegan(dice, SECOND)

    @pytest.mark.clause("ST-GAM-6", "ST-GAM-8", "ST-ADV-7")
    def test_advance_the_first_player_begins_with_half_the_budget_instead(self):
        state = setting_up("advance")

        assert begun(state) == GameBegan(3, FIRST)
        opening = state.game.scenario.opening
        assert opening is not None
        assert opening.instead_of_own

    @pytest.mark.clause("ST-GAM-6", "ST-DES-15", "ST-DIA-12")
    @pytest.mark.parametrize(
        ("id", "forbidden"), [("desecration", ("advanced-ability", "charge")), ("diagonal", ("charge", "shoot"))]
    )
    def test_others_have_no_opening_dice_but_limits_in_the_first_turn(self, id: str, forbidden: tuple[str, ...]):
        assert begun(setting_up(id)) == GameBegan(0, None, forbidden)

    @pytest.mark.clause("SR-S06-1")
    def test_revelation_draws_flag_one_before_deployment(self):
        state = setting_up("revelation")
        (awaited,) = engine.awaits(state, None)
        assert isinstance(awaited, Awaited)

        assert (awaited.seat, awaited.code) == (FATE, "match-draw")
        assert refused(state, SkipSetup(ANA))[1] == "match-draw-needed"
        assert play(state, Roll(faces=(2,))).ground.first_flag == "FE"
        assert playing("revelation", flag=1).play.sheet.first_flag == "FW"

    @pytest.mark.clause("ST-MRK-2", "ST-MRK-5")
    def test_nothing_affects_a_marker_but_in_desecration(self):
        assert refused(playing("capture"), ChargeMarker(ANA, "marker_left", 3))[1] == "fact-not-asked"
        assert refused(playing("capture"), PlaceMarker(ANA, 3, 3))[1] == "wrong-phase"
        assert refused(playing("desecration"), ChargeMarker(ANA, "second_1", 3))[1] == "charge-too-early"


class TestAgreement:
    @pytest.mark.clause("HOUSE-MATCH-1")
    def test_the_table_is_ready_when_both_players_say_so(self):
        state = setting_up("clash", both_agree=True)

        half = play(state, SkipSetup(BEN))

        assert [event.seat for event in engine.decide(state, SkipSetup(BEN))] == [BEN]
        assert [(one.seat, one.code) for one in engine.awaits(half, None)] == [(ANA, "match-ready")]
        assert refused(half, SkipSetup(BEN)) == ("HOUSE-MATCH-1", "ready-already")
        assert (engine.view(half, ANA).phase, engine.view(half, ANA).ready) == ("setting-up", (BEN,))
        assert engine.view(play(half, SkipSetup(ANA)), ANA).phase == "playing"

    @pytest.mark.clause("HOUSE-MATCH-1")
    def test_an_official_says_for_both_that_it_is_ready_and_a_keeper_where_one_keeps_the_sheet(self):
        assert engine.view(play(setting_up("clash", both_agree=True), SkipSetup(ORGA)), ANA).phase == "playing"
        assert engine.view(play(setting_up("clash"), SkipSetup(BEN)), ANA).phase == "playing"


@pytest.mark.clause("ST-MAT-1", "ST-TER-2", "ST-MAT-3")
def test_what_players_bring_and_markers_are_pooled():
    brought = {row["item"]: row.get("count", 1) for row in read("saga_tournament", "organisation")["material"]}
    needed = {one.id: len(one.of_kind(ElementKind.MARKER)) + 2 * one.markers_each for one in every("saga_tournament")}

    assert (brought["bring-objective-markers"], brought["bring-terrain-small"], brought["bring-terrain-large"]) == (
        3,
        3,
        1,
    )
    assert brought["bring-band-sheets"] == 2
    assert needed == {"clash": 0, "capture": 3, "conquest": 3, "advance": 5, "desecration": 6, "diagonal": 3}
    assert max(needed.values()) <= 2 * brought["bring-objective-markers"]


def test_a_marker_s_rim_is_half_its_diameter():
    assert inches(40) == pytest.approx(1.5748, abs=1e-4)
    assert Side.FIRST.other is Side.SECOND
