from __future__ import annotations

from typing import Any

import pytest

from heraut.kernel.bounds import LARGEST
from heraut.kernel.message import Roll
from heraut.scenario import engine
from heraut.scenario.facts import Attack
from heraut.scenario.markers import ChargeMarker, ChargeResolved, ClaimMarker
from scenario.build import ANA, BEN, FIRST, end, ends, play, playing, refused, unit


@pytest.mark.clause("ST-CAP-9", "ST-CAP-10")
def test_markers_are_claimed_during_the_turn_by_the_player_whose_turn_it_is():
    state = play(playing("capture"), *ends(1, 2))
    claimed = play(state, ClaimMarker(ANA, "marker_left"), end(3))

    assert claimed.play.sheet.held == {"marker_left": FIRST}
    assert refused(playing("capture"), ClaimMarker(ANA, "marker_left")) == ("ST-CAP-9", "claim-too-early")
    far = (unit("a", 12, 18),)
    assert refused(state, ClaimMarker(ANA, "marker_left", far)) == ("ST-CAP-10", "claim-not-met")
    near = (unit("a", 6, 18),)
    assert play(state, ClaimMarker(ANA, "marker_left", near), end(3)).play.sheet.held == {"marker_left": FIRST}


class TestDesecration:
    def state(self) -> Any:
        return play(playing("desecration"), *ends(1, 2))

    @pytest.mark.clause("ST-DES-18")
    def test_the_marker_rolls_twice_the_hits_and_each_five_or_six_cancels_one(self):
        hit = play(self.state(), ChargeMarker(ANA, "second_1", 2))
        (awaited,) = engine.awaits(hit, None)
        assert awaited.chance is not None

        assert (awaited.code, awaited.chance.sides, awaited.chance.roller) == ("match-defence", (6,) * 4, (BEN, ANA))
        held, fell = Roll(faces=(6, 5, 3, 1)), Roll(faces=(6, 4, 3, 1))
        assert engine.decide(hit, held) == (ChargeResolved(FIRST, "second_1", False, (6, 5, 3, 1)),)
        assert engine.decide(hit, fell) == (ChargeResolved(FIRST, "second_1", True, (6, 4, 3, 1)),)
        assert refused(hit, end(3))[1] == "wrong-phase"

    @pytest.mark.clause("ST-DES-18", "ST-DES-21")
    def test_no_hit_is_a_failed_attack_without_dice(self):
        assert engine.decide(self.state(), ChargeMarker(ANA, "second_1", 0)) == (
            ChargeResolved(FIRST, "second_1", False, ()),
        )
        state = play(self.state(), ChargeMarker(ANA, "second_1", 0), ChargeMarker(ANA, "second_1", 0), end(3))
        assert state.play.sheet.notes == ((FIRST, 2),)

    @pytest.mark.clause("HOUSE-DICE-2")
    def test_nobody_has_more_hits_than_a_pool_has_dice_for(self):
        most = play(self.state(), ChargeMarker(ANA, "second_1", 500))

        assert len(engine.awaits(most, None)[0].chance.sides) == 1000
        for hits in (501, LARGEST):
            assert refused(self.state(), ChargeMarker(ANA, "second_1", hits)) == ("HOUSE-DICE-2", "match-too-many-hits")

    def test_a_melee_and_a_plain_fact_say_the_same(self):
        rolled = play(self.state(), ChargeMarker(ANA, "second_1", 1), Roll(faces=(1, 1)), end(3))
        told = play(self.state(), end(3, attacks=(Attack("second_1", True),)))

        assert rolled.play.sheet == told.play.sheet
        assert refused(play(rolled, end(4)), ChargeMarker(ANA, "second_1", 1))[1] == "marker-gone"

    @pytest.mark.clause("ST-DES-17", "ST-DES-19", "ST-DES-20", "ST-DES-21")
    def test_what_the_table_has_to_remember_is_shown(self):
        seen = engine.view(self.state(), ANA)

        assert seen.reminders == ("ST-DES-17", "ST-DES-19", "ST-DES-20", "ST-DES-21")
