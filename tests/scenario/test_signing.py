from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec
import pytest

from heraut.kernel.message import Roll
from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.armies import Armies
from heraut.scenario.disputes import CorrectTurn
from heraut.scenario.ending import EndCounted, OrdersWithoutDice, PlayEnded
from heraut.scenario.facts import Figure, ScoringUnit
from heraut.scenario.settings import MassacreScale, MatchOptions
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import (
    ArmiesCounted,
    CountArmies,
    CountEnd,
    NoteBonuses,
    Settle,
    SheetDisputed,
    Sign,
    SweepEdges,
)
from heraut.scenario.state import Signing
from heraut.scenario.turns import CallTime, PointsScored, ReportLoss, TurnEnded
from scenario.build import (
    ANA,
    BEN,
    FIRST,
    OFFICIAL,
    ORGA,
    SECOND,
    end,
    ends,
    entry,
    final,
    model,
    play,
    playing,
    refused,
    turn,
    unit,
)


class TestEnding:
    @pytest.mark.clause("ST-CLA-14", "ST-CLA-15")
    def test_clash_sweeps_its_edges_before_counting_but_not_after_a_sudden_loss(self):
        state = play(playing("clash"), *ends(1, 10), Roll(faces=(1,)))
        near = ScoringUnit(id="near", side=FIRST, figures=(Figure(10, 3),))

        assert refused(state, CountEnd(ANA, {FIRST: 3, SECOND: 4})) == ("ST-CLA-14", "sweep-first")
        swept = play(state, SweepEdges(ANA, (near, unit("far", 10, 20)), ("also",)))
        assert swept.play.swept == ("near", "also")
        assert final(play(swept, CountEnd(ANA, {FIRST: 3, SECOND: 4}))).victory_points == {FIRST: 3, SECOND: 4}
        lost = play(playing("clash"), OrdersWithoutDice(ANA, FIRST))
        assert isinstance(lost, Signing)

    def test_capture_has_nothing_left_to_count(self):
        events = engine.decide(play(playing("capture"), *ends(1, 11)), end(12))
        assert isinstance(events, tuple)

        assert [type(event) for event in events] == [TurnEnded, PointsScored, PlayEnded, EndCounted]

    @pytest.mark.clause("ST-GAM-13", "ST-GAM-14")
    def test_massacre_points_are_entered_or_computed_from_a_scale(self):
        from fractions import Fraction

        from heraut.scenario.saga import massacre_points

        scale = MassacreScale({"levy": Fraction(1, 3), "warrior": Fraction(1, 2), "hearthguard": Fraction(1)})
        up = MassacreScale(scale.points, "up")

        assert massacre_points(scale, {"levy": 4, "warrior": 3}) == 2
        assert massacre_points(up, {"levy": 4, "warrior": 3}) == 3
        unknown = massacre_points(scale, {"giant": 1})
        assert isinstance(unknown, Refusal)
        assert unknown.clause == "ST-GAM-14"
        state = play(playing("conquest", options=MatchOptions(massacre_scale=scale)), *ends(1, 12))
        computed = play(state, CountEnd(ANA, eliminated={FIRST: {"warrior": 9}, SECOND: {"levy": 2}}))
        assert final(computed).victory_points == {FIRST: 4, SECOND: 0}
        bare = play(playing("conquest"), *ends(1, 12))
        assert refused(bare, CountEnd(ANA, eliminated={FIRST: {"levy": 3}})) == ("ST-GAM-14", "massacre-no-scale")

    def test_a_count_of_the_wrong_game_is_refused(self):
        saga = play(playing("conquest"), *ends(1, 12))
        steamroller = play(playing("overrun"), ReportLoss(ANA, casters={SECOND: 1}))

        assert refused(saga, CountArmies(ANA, Armies()))[1] == "fact-not-asked"
        assert refused(steamroller, CountEnd(ANA, {FIRST: 1}))[1] == "fact-not-asked"
        assert refused(saga, SweepEdges(ANA))[1] == "fact-not-asked"

    def test_armies_are_counted_from_their_entries(self):
        state = play(playing("overrun"), *ends(1, 3), CallTime(OFFICIAL), end(4))
        entries = (entry("a", "warjack", model(24, 24), cost=7), entry("b", "warjack", side=SECOND, cost=9))
        counted = play(state, CountArmies(ANA, Armies(entries=entries)))

        told = final(counted)
        assert (told.winner, told.kind) == (FIRST, WinKind.TB3)
        assert (told.destroyed, told.surviving) == ({FIRST: 9, SECOND: 0}, {FIRST: 7, SECOND: 0})


class TestSigning:
    def state(self) -> Any:
        return play(playing("conquest"), *ends(1, 12), CountEnd(ANA, {FIRST: 12, SECOND: 9}))

    def test_both_sign_and_the_result_is_final(self):
        state = play(self.state(), Sign(ANA, 12, 9))

        assert [awaited.seat for awaited in engine.awaits(state, None)] == [BEN]
        done = play(state, Sign(BEN, 12, 9))
        assert engine.awaits(done, None) == ()
        assert final(done).settled
        assert refused(done, Sign(BEN, 12, 9))[1] == "sheet-settled"
        assert engine.view(done, ANA).phase == "over"

    @pytest.mark.clause("ST-MAT-5")
    def test_another_sheet_makes_the_result_wait_for_agreement_or_an_official(self):
        state = self.state()
        assert engine.decide(state, Sign(BEN, 12, 10)) == (SheetDisputed(BEN, 12, 10),)
        waiting = play(state, Sign(ANA, 12, 9), Sign(BEN, 12, 10))

        assert [(one.seat, one.code) for one in engine.awaits(waiting, None)] == [(ORGA, "match-dispute")]
        assert engine.view(waiting, None).differ == (BEN,)
        assert final(play(waiting, Sign(BEN, 12, 9))).settled
        assert final(play(waiting, Settle(OFFICIAL))).settled
        assert refused(waiting, Settle(ANA))[1] == "not-your-seat"

    def test_a_count_may_be_replaced_until_the_result_is_final(self):
        state = play(self.state(), Sign(ANA, 12, 9), CountEnd(BEN, {FIRST: 12, SECOND: 10}))

        assert state.signed == {}
        assert final(state).victory_points == {FIRST: 12, SECOND: 10}
        assert refused(self.state(), Sign(ORGA, 12, 9))[1] == "not-your-seat"

    @pytest.mark.clause("ST-PTS-11")
    def test_bonuses_of_the_event_are_noted_before_both_sign(self):
        earned = {BEN: ("Seigneur abattu",)}
        assert refused(self.state(), NoteBonuses(ANA, earned)) == ("ST-PTS-11", "result-unknown-bonus")
        state = self.state()
        settings = msgspec.structs.replace(state.game.settings, bonuses=("Seigneur abattu",))
        state = replace(state, game=replace(state.game, settings=settings))

        noted = play(state, Sign(ANA, 12, 9), NoteBonuses(BEN, earned | {ANA: ()}))
        assert (noted.signed, final(noted).bonuses) == ({}, earned)
        done = play(noted, Sign(ANA, 12, 9), Sign(BEN, 12, 9))
        assert final(done).settled
        assert refused(done, NoteBonuses(ANA, {}))[1] == "sheet-settled"
        assert final(play(done, NoteBonuses(OFFICIAL, {}))).bonuses == {}
        assert refused(state, NoteBonuses(ANA, {ORGA: ()}))[1] == "unknown-seat"

    def test_an_official_corrects_even_a_final_sheet_and_it_is_signed_again(self):
        done = play(self.state(), Sign(ANA, 12, 9), Sign(BEN, 12, 9))
        fixed = play(done, CorrectTurn(OFFICIAL, turn(2, near={"marker_1": 4})))

        assert final(fixed).victory_points == {FIRST: 12, SECOND: 13}
        assert not final(fixed).settled
        assert [awaited.code for awaited in engine.awaits(fixed, None)] == ["match-sign", "match-sign"]

    @pytest.mark.clause("ST-PTS-3")
    def test_equal_points_hand_the_tournament_a_win_of_the_first_player(self):
        level = play(playing("conquest"), *ends(1, 12), CountEnd(ANA, {FIRST: 9, SECOND: 9}))

        assert final(level).winner is FIRST
        assert final(level).seats == {FIRST: ANA, SECOND: BEN}

    def test_steamroller_hands_over_winner_kind_control_destroyed_and_surviving(self):
        state = play(playing("overrun"), *ends(1, 3), *ends(4, 5, controls={SECOND: ("Z",)}))
        events = engine.decide(state, CountArmies(BEN, Armies(lost={FIRST: 20}, surviving={FIRST: 15, SECOND: 35})))
        assert isinstance(events, tuple)
        assert isinstance(events[0], ArmiesCounted)
        told = final(play(state, CountArmies(BEN, Armies(lost={FIRST: 20}, surviving={FIRST: 15, SECOND: 35}))))

        assert (told.winner, told.kind) == (SECOND, WinKind.SCENARIO)
        assert told.control_points == {FIRST: 0, SECOND: 2}
        assert told.destroyed == {FIRST: 0, SECOND: 20}
        assert told.surviving == {FIRST: 15, SECOND: 35}
        assert told.because[-1].clause == "SR-S01-3"
