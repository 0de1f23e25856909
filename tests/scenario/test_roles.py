from __future__ import annotations

import pytest

from heraut.kernel.message import Roll
from heraut.scenario import engine
from heraut.scenario.disputes import AcceptReport
from heraut.scenario.roles import ChooseRole, RollTied, RollWon, StateRoles, TakeEdge
from scenario.build import (
    ANA,
    BEN,
    FIRST,
    ORGA,
    SECOND,
    actors,
    choose,
    ends,
    play,
    playing,
    refused,
    setting_up,
    started,
)


class TestOpening:
    @pytest.mark.clause("ST-GAM-1")
    def test_the_higher_roll_chooses_to_be_first_or_second(self):
        state = started("capture")

        assert engine.decide(state, Roll(faces=(5, 2))) == (RollWon(ANA, (5, 2)),)
        won = play(state, Roll(faces=(2, 5)))
        assert actors(won) == [BEN]
        assert refused(won, ChooseRole(ANA, FIRST)) == ("ST-GAM-1", "roll-lost")
        assert play(won, ChooseRole(BEN, SECOND)).game.first == ANA
        assert play(won, ChooseRole(BEN, FIRST)).game.first == BEN

    @pytest.mark.clause("ST-GAM-2")
    def test_equal_rolls_are_rolled_again(self):
        state = started("capture")

        assert engine.decide(state, Roll(faces=(3, 3))) == (RollTied((3, 3)),)
        assert engine.awaits(play(state, Roll(faces=(3, 3))), None) == engine.awaits(state, None)

    @pytest.mark.clause("HOUSE-MATCH-2")
    def test_steamroller_cites_its_own_clauses_for_the_opening_roll(self):
        state = started("overrun")
        won = play(state, Roll(faces=(3, 3)), Roll(faces=(2, 5)))

        assert [one.clause for one in (*engine.awaits(state, None), *engine.awaits(won, None))] == ["HOUSE-MATCH-2"] * 2
        assert refused(won, ChooseRole(ANA, FIRST)) == ("HOUSE-MATCH-2", "roll-lost")
        assert play(won, ChooseRole(BEN, SECOND)).game.first == ANA
        assert play(started("overrun"), StateRoles(ANA, BEN)).game.first == BEN

    @pytest.mark.clause("SR-FAIR-2")
    def test_steamroller_cites_its_own_clause_for_sheets_that_differ(self):
        state = play(playing("overrun"), *ends(1, 2))

        assert refused(state, AcceptReport(BEN, SECOND, 1)) == ("SR-FAIR-2", "nothing-disputed")

    @pytest.mark.clause("ST-GAM-3")
    def test_roles_are_settled_before_anything_is_placed_and_do_not_change(self):
        assert refused(started("capture"), choose())[1] == "wrong-phase"
        assert refused(setting_up("capture"), ChooseRole(ANA, SECOND))[1] == "wrong-phase"
        assert refused(setting_up("capture"), StateRoles(ANA, BEN))[1] == "wrong-phase"

    @pytest.mark.clause("ST-GAM-4")
    def test_who_lost_the_roll_chooses_the_edge(self):
        state = play(started("capture"), Roll(faces=(5, 2)), ChooseRole(ANA, FIRST))

        assert refused(state, TakeEdge(ANA, "near")) == ("ST-GAM-4", "edge-not-yours")
        assert play(state, TakeEdge(BEN, "near")).game.edges == {BEN: "near", ANA: "far"}
        later = play(state, choose())
        assert refused(later, TakeEdge(BEN, "near")) == ("ST-GAM-4", "edge-too-late")

    @pytest.mark.clause("SR-DEPL-2")
    def test_steamroller_who_goes_first_chooses_the_edge_unless_assigned(self):
        assert play(setting_up("overrun"), TakeEdge(ANA, "far")).game.edges == {ANA: "far", BEN: "near"}
        assert refused(setting_up("overrun"), TakeEdge(BEN, "far")) == ("SR-DEPL-2", "edge-not-yours")
        assert refused(setting_up("overrun", edges_assigned=True), TakeEdge(ANA, "far"))[1] == "edges-assigned"

    def test_faces_that_cannot_be_are_refused(self):
        assert refused(started("capture"), Roll(faces=(7, 1)))[1] == "wrong-dice"

    @pytest.mark.clause("ST-GAM-1")
    def test_who_lost_the_opening_roll_does_not_state_the_roles(self):
        state = play(started("clash", both_agree=True), Roll(faces=(2, 5)))

        assert refused(state, StateRoles(ANA, ANA)) == ("ST-GAM-1", "roll-lost")
        assert play(state, StateRoles(BEN, ANA)).game.first == ANA
        assert play(state, StateRoles(ORGA, ANA)).game.first == ANA
