from __future__ import annotations

from dataclasses import replace
from typing import Any, get_args

import msgspec
import pytest

from heraut.kernel.message import Audience, Roll
from heraut.kernel.names import FATE
from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.armies import Armies
from heraut.scenario.disputes import AcceptReport, CorrectTurn, TurnConfirmed, TurnDisputed
from heraut.scenario.ending import Concede, CorrectEnd, EndCounted, Forfeit, OrdersWithoutDice, PlayEnded
from heraut.scenario.facts import Attack, Claim, Facts, Figure, ScoringUnit
from heraut.scenario.library import every
from heraut.scenario.markers import ChargeMarker, ChargeResolved, ClaimMarker
from heraut.scenario.settings import MassacreScale, MatchOptions
from heraut.scenario.setup import SkipSetup
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
    result,
)
from heraut.scenario.state import Counting, PlayingTurns, Signing
from heraut.scenario.steamroller import asks
from heraut.scenario.turns import (
    CallTime,
    CountDice,
    EndTurn,
    FlagRemoved,
    LengthRolled,
    PointsScored,
    ReportLoss,
    TurnEnded,
)
from scenario.build import (
    ANA,
    BEN,
    FIRST,
    OFFICIAL,
    ORGA,
    SECOND,
    entry,
    model,
    play,
    playing,
    refused,
    setting_up,
    turn,
    unit,
)


def end(index: int, seat: Any = ANA, **facts: Any) -> EndTurn:
    return EndTurn(seat, turn(index, **facts))


def ends(first: int, last: int, **facts: Any) -> list[EndTurn]:
    return [end(index, **facts) for index in range(first, last + 1)]


def score(state: Any) -> tuple[int, int]:
    return state.play.sheet.points[FIRST], state.play.sheet.points[SECOND]


def final(state: Any):
    told = result(state)
    assert told is not None
    return told


class TestTurns:
    @pytest.mark.clause("ST-GAM-5")
    def test_the_first_player_takes_the_first_turn_and_turns_alternate(self):
        state = playing("capture")
        seen = []
        for index in range(1, 5):
            seen.append((engine.awaits(state, None)[0].seat, engine.awaits(state, None)[0].subject))
            state = play(state, end(index))

        assert seen == [(ANA, 1), (BEN, 1), (ANA, 2), (BEN, 2)]
        assert refused(state, end(6)) == ("ST-GAM-5", "turn-out-of-order")

    @pytest.mark.clause("ST-MAT-4")
    def test_either_player_or_an_official_keeps_the_score_of_both(self):
        state = play(
            playing("capture"), end(1, ANA), end(2, BEN), end(3, OFFICIAL, claimed=("marker_left",)), end(4, ORGA)
        )

        assert state.play.keepers == (ANA, BEN, OFFICIAL, ORGA)
        events = engine.decide(play(state, end(5)), end(6, BEN))
        assert isinstance(events, tuple)
        assert [(event.side, event.points) for event in events if isinstance(event, PointsScored)] == [(FIRST, 3)]

    @pytest.mark.clause("ST-CAP-9", "ST-CAP-10")
    def test_markers_are_claimed_during_the_turn_by_the_player_whose_turn_it_is(self):
        state = play(playing("capture"), *ends(1, 2))
        claimed = play(state, ClaimMarker(ANA, "marker_left"), end(3))

        assert claimed.play.sheet.held == {"marker_left": FIRST}
        assert refused(playing("capture"), ClaimMarker(ANA, "marker_left")) == ("ST-CAP-9", "claim-too-early")
        far = (unit("a", 12, 18),)
        assert refused(state, ClaimMarker(ANA, "marker_left", far)) == ("ST-CAP-10", "claim-not-met")
        near = (unit("a", 6, 18),)
        assert play(state, ClaimMarker(ANA, "marker_left", near), end(3)).play.sheet.held == {"marker_left": FIRST}

    def test_the_sheet_keeps_plain_facts_where_positions_were_given(self):
        units = (unit("a", 12, 18, side=SECOND), unit("b", 12, 18, side=SECOND))
        (event, *_) = engine.decide(play(playing("conquest"), end(1)), end(2, units=units))

        assert event == TurnEnded(ANA, SECOND, 1, turn(2, near={"marker_1": 2}), units, score=event.score)
        assert event.score.turns == 2

    def test_everybody_sees_where_units_stood_when_that_was_last_entered(self):
        units, near = (unit("a", 12, 18, side=SECOND),), (unit("a", 6, 18),)
        stood = play(playing("conquest"), end(1), end(2, units=units), end(3, near={"marker_2": 1}))
        claimed = play(playing("capture"), *ends(1, 2), end(3, claims=(Claim("marker_left", near),)))
        models = (entry("a", "warjack", model(24, 24)),)
        armies = play(playing("overrun"), *ends(1, 3), end(4, entries=models))

        assert engine.view(stood, BEN).sheet.units == units
        assert engine.view(claimed, None).sheet.units == near
        assert engine.view(armies, ANA).sheet.entries == models

    @pytest.mark.clause("ST-MAT-5")
    def test_where_units_stood_is_corrected_with_the_last_turn(self):
        one, two = (unit("a", 12, 18, side=SECOND),), (unit("a", 24, 18, side=SECOND),)
        state = play(playing("conquest"), end(1), end(2, units=one))
        disputed = play(state, end(2, BEN, units=two))
        corrected = play(state, CorrectTurn(OFFICIAL, turn(2, units=two)))
        earlier = play(state, end(3), end(4, units=one), CorrectTurn(OFFICIAL, turn(2, units=two)))

        assert disputed.play.units == one
        assert play(disputed, AcceptReport(ANA, SECOND, 1)).play.units == two
        assert play(disputed, AcceptReport(BEN, SECOND, 1)).play.units == one
        assert corrected.play.units == two
        assert earlier.play.units == one
        assert earlier.play.turns[1] == turn(2, near={"marker_2": 1})

    def test_a_stale_page_is_refused_after_the_end(self):
        over = play(playing("overrun"), ReportLoss(ANA, casters={SECOND: 1}))

        assert refused(over, end(2))[1] == "match-over"
        assert refused(over, ReportLoss(ANA, casters={FIRST: 1}))[1] == "wrong-phase"


class TestLength:
    @pytest.mark.clause("ST-GAM-9")
    @pytest.mark.parametrize(
        ("id", "faces", "more"),
        [("clash", (3,), False), ("clash", (4,), True), ("desecration", (3, 3), False), ("desecration", (3, 4), True)],
    )
    def test_a_roll_decides_on_a_sixth_turn(self, id: str, faces: tuple[int, ...], more: bool):
        state = play(playing(id), *ends(1, 10))
        (awaited,) = engine.awaits(state, None)
        assert awaited.chance is not None
        assert (awaited.seat, awaited.code, len(awaited.chance.sides)) == (FATE, "match-length", len(faces))
        assert engine.decide(state, Roll(faces=faces))[0] == LengthRolled(faces, more)
        after = play(state, Roll(faces=faces))

        assert isinstance(after, PlayingTurns if more else Counting)
        if more:
            assert isinstance(play(after, *ends(11, 12)), Counting)

    @pytest.mark.clause("ST-GAM-9")
    def test_the_first_player_rolls_the_one_die_of_clash_and_either_may_type_it(self):
        (awaited,) = engine.awaits(play(playing("clash"), *ends(1, 10)), None)
        assert awaited.chance is not None

        assert awaited.chance.roller == (ANA, BEN)

    @pytest.mark.clause("ST-GAM-9")
    @pytest.mark.parametrize("id", ["conquest", "diagonal"])
    def test_others_always_last_six_turns(self, id: str):
        assert isinstance(play(playing(id), *ends(1, 11)), PlayingTurns)
        assert isinstance(play(playing(id), *ends(1, 12)), Counting)

    @pytest.mark.clause("ST-ORG-7")
    def test_when_time_is_called_both_play_the_same_number_of_turns_and_nothing_is_rolled(self):
        middle = play(playing("clash"), *ends(1, 3), CallTime(OFFICIAL))
        assert isinstance(middle, PlayingTurns)
        assert isinstance(play(middle, end(4)), Counting)
        assert isinstance(play(playing("clash"), *ends(1, 4), CallTime(OFFICIAL)), Counting)
        assert isinstance(play(playing("clash"), *ends(1, 9), CallTime(OFFICIAL), end(10)), Counting)

    @pytest.mark.clause("SR-DICE-3", "SR-DICE-4", "SR-DICE-1")
    def test_dice_down_ends_the_turn_which_is_still_scored(self):
        down = play(playing("overrun"), *ends(1, 3), CallTime(OFFICIAL))
        assert isinstance(down, PlayingTurns)
        scored = play(down, end(4, controls={FIRST: ("Z",)}))
        assert isinstance(scored, Counting)
        assert score(scored) == (1, 0)
        winning = play(playing("overrun"), *ends(1, 3), end(4, controls={FIRST: ("Z",)}), CallTime(OFFICIAL))
        won = play(winning, end(5, controls={FIRST: ("Z",)}))
        assert (won.stop.kind, won.stop.side) == (WinKind.SCENARIO, FIRST)

    @pytest.mark.clause("SR-S07-2")
    def test_incursion_removes_a_flag_by_lot_at_the_end_of_the_second_players_first_turn(self):
        state = play(playing("incursion"), *ends(1, 2))
        (awaited,) = engine.awaits(state, None)

        assert (awaited.seat, awaited.code) == (FATE, "match-removal")
        assert refused(state, end(3))[1] == "wrong-phase"
        assert engine.decide(state, Roll(faces=(2,))) == (FlagRemoved("FC", (2,)),)
        after = play(state, Roll(faces=(2,)), end(3))
        assert refused(after, end(4, controls={FIRST: ("FC",)}))[1] == "element-gone"
        assert score(play(after, end(4, controls={FIRST: ("FW", "FE")}))) == (2, 0)


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

    def test_a_melee_and_a_plain_fact_say_the_same(self):
        rolled = play(self.state(), ChargeMarker(ANA, "second_1", 1), Roll(faces=(1, 1)), end(3))
        told = play(self.state(), end(3, attacks=(Attack("second_1", True),)))

        assert rolled.play.sheet == told.play.sheet
        assert refused(play(rolled, end(4)), ChargeMarker(ANA, "second_1", 1))[1] == "marker-gone"

    @pytest.mark.clause("ST-DES-17", "ST-DES-19", "ST-DES-20", "ST-DES-21")
    def test_what_the_table_has_to_remember_is_shown(self):
        seen = engine.view(self.state(), ANA)

        assert seen.reminders == ("ST-DES-17", "ST-DES-19", "ST-DES-20", "ST-DES-21")


class TestAdvanceDice:
    @pytest.mark.clause("ST-ADV-10")
    def test_dice_of_both_bands_are_counted_before_the_first_turn(self):
        state = play(playing("advance"), CountDice(ANA, 6, 5), *ends(1, 2), end(3, dice=4))

        assert score(state) == (2, 0)
        assert refused(play(playing("advance"), *ends(1, 2)), end(3, dice=4))[1] == "starting-dice-needed"
        assert (
            refused(play(playing("advance"), CountDice(ANA, 6, 5), end(1)), CountDice(ANA, 6, 6))[1] == "dice-too-late"
        )

    @pytest.mark.clause("ST-ADV-10")
    def test_dice_that_were_forgotten_at_the_start_are_counted_when_they_are_needed(self):
        begun = play(playing("advance"), *ends(1, 2))

        assert refused(begun, end(3))[1] == "starting-dice-needed"
        assert score(play(begun, CountDice(ANA, 6, 5), end(3, dice=4))) == (2, 0)

    @pytest.mark.clause("ST-ADV-11")
    def test_the_game_waits_for_the_dice_at_the_end(self):
        state = play(playing("advance"), CountDice(ANA, 6, 6), *ends(1, 2), *ends(3, 10, dice=6), Roll(faces=(1,)))
        assert isinstance(state, Counting)
        counted = play(state, CountEnd(ANA, dice={SECOND: 4, FIRST: 6}))

        assert final(counted).victory_points == {FIRST: 4, SECOND: 0}


class TestSuddenEnds:
    @pytest.mark.clause("ST-LOSS-1", "ST-LOSS-4")
    def test_a_band_without_dice_at_its_orders_phase_loses_at_once(self):
        state = play(playing("capture"), end(1), OrdersWithoutDice(ANA, SECOND))

        assert (final(state).winner, final(state).kind) == (FIRST, WinKind.SUDDEN_LOSS)

    @pytest.mark.clause("ST-LOSS-3")
    def test_it_is_a_loss_even_when_ahead_and_the_points_are_kept(self):
        ahead = play(playing("conquest"), end(1), end(2, near={"marker_1": 4}), end(3), OrdersWithoutDice(ANA, SECOND))

        assert final(ahead).winner is FIRST
        assert final(ahead).victory_points == {FIRST: 0, SECOND: 4}

    @pytest.mark.clause("ST-LOSS-5")
    def test_a_band_whose_units_generate_dice_has_not_lost(self):
        assert refused(playing("capture"), OrdersWithoutDice(ANA, FIRST, 2)) == ("ST-LOSS-5", "dice-generated")

    @pytest.mark.clause("ST-LOSS-6")
    def test_the_test_is_made_at_the_start_of_that_bands_own_orders_phase(self):
        state = playing("capture")
        began = play(play(state, *ends(1, 2)), ClaimMarker(ANA, "marker_left"))

        assert refused(state, OrdersWithoutDice(ANA, SECOND)) == ("ST-LOSS-6", "not-your-orders-phase")
        assert refused(began, OrdersWithoutDice(ANA, FIRST)) == ("ST-LOSS-6", "not-your-orders-phase")
        over = play(playing("capture"), *ends(1, 12))
        assert refused(over, OrdersWithoutDice(ANA, FIRST))[1] == "wrong-phase"

    @pytest.mark.clause("ST-LOSS-7")
    def test_only_one_player_can_lose_this_way(self):
        state = play(playing("capture"), OrdersWithoutDice(ANA, FIRST))

        assert refused(state, OrdersWithoutDice(ANA, SECOND))[1] == "wrong-phase"

    @pytest.mark.clause("ST-LOSS-8")
    def test_a_concession_or_an_absence_is_scored_the_same_way(self):
        conceded = play(playing("capture"), end(1), Concede(BEN))
        absent = play(setting_up("capture"), Forfeit(ORGA, FIRST))

        assert (final(conceded).winner, final(conceded).kind) == (FIRST, WinKind.CONCESSION)
        assert (final(absent).winner, final(absent).kind) == (SECOND, WinKind.FORFEIT)
        assert refused(playing("capture"), Forfeit(ANA, SECOND))[1] == "not-your-seat"
        assert refused(playing("capture"), Concede(ORGA))[1] == "not-your-seat"

    @pytest.mark.clause("SR-WIN-15")
    def test_a_conceded_steamroller_game_keeps_its_points_as_they_stand(self):
        state = play(playing("overrun"), *ends(1, 3), end(4, controls={SECOND: ("Z",)}), Concede(BEN))
        counted = play(state, CountArmies(ANA, Armies(lost={FIRST: 7, SECOND: 12})))

        told = final(counted)
        assert (told.winner, told.kind) == (FIRST, WinKind.CONCESSION)
        assert told.control_points == {FIRST: 0, SECOND: 1}
        assert told.destroyed == {FIRST: 12, SECOND: 7}

    @pytest.mark.clause("SR-S11-3", "SR-WIN-15")
    @pytest.mark.parametrize("ended", [Concede(BEN), Forfeit(ORGA, SECOND), Forfeit(ORGA, SECOND, "clock")])
    def test_a_point_that_counts_at_once_stays_when_the_turn_is_broken_off(self, ended: Any):
        hit = play(playing("destruction"), *ends(1, 2), ReportLoss(ANA, destroyed=("OBJ1-2",)))
        counted = play(hit, ended, CountArmies(ANA, Armies()))

        assert final(counted).control_points == {FIRST: 1, SECOND: 0}
        assert "OBJ1-2" in counted.play.sheet.gone

    @pytest.mark.clause("SR-S11-3")
    def test_a_game_that_goes_on_after_all_scores_that_point_once(self):
        hit = play(playing("destruction"), *ends(1, 2), ReportLoss(ANA, destroyed=("OBJ1-2",)))
        again = play(hit, Concede(BEN), CorrectEnd(ANA, "Ben reste"))

        assert again == hit
        assert play(again, end(3)).play.sheet.points == {FIRST: 1, SECOND: 0}

    @pytest.mark.clause("SR-S05-3")
    def test_the_sheet_shows_each_side_the_zones_it_has_used_up(self):
        state = play(playing("process_of_elimination"), *ends(1, 3), end(4, controls={FIRST: ("ZW",), SECOND: ("ZE",)}))

        assert engine.view(state, None).sheet.used == {FIRST: ("ZW",), SECOND: ("ZE",)}

    @pytest.mark.clause("SR-S11-3", "ST-MAT-5")
    def test_a_correction_that_leaves_no_room_for_the_turn_under_way_is_refused(self):
        hit = play(playing("destruction"), *ends(1, 3), ReportLoss(BEN, destroyed=("OBJ1-2",)))
        earlier = CorrectTurn(ORGA, turn(3, destroyed=(("OBJ1-2",),)))

        assert refused(hit, earlier) == ("SR-S11-1", "element-gone")
        assert play(hit, CorrectTurn(ORGA, turn(3))).play.during == hit.play.during

    @pytest.mark.clause("SR-WIN-1", "ST-MAT-5")
    def test_a_correction_may_make_a_loss_of_the_turn_under_way_the_last(self):
        two = playing("overrun", casters={ANA: 2, BEN: 2})
        hit = play(two, *ends(1, 3), ReportLoss(BEN, casters={FIRST: 1}))
        corrected = play(hit, CorrectTurn(ORGA, turn(3, casters_lost=({FIRST: 1},))))
        over = play(corrected, end(4))

        assert engine.view(corrected, ANA).sheet.casters == {FIRST: 0, SECOND: 2}
        assert (over.stop.kind, over.stop.side) == (WinKind.ASSASSINATION, SECOND)

    @pytest.mark.clause("SR-S11-3", "SR-WIN-15", "ST-MAT-5")
    def test_a_correction_keeps_the_point_of_the_turn_that_was_broken_off(self):
        hit = play(playing("destruction"), *ends(1, 3), ReportLoss(BEN, destroyed=("OBJ1-1",)), Concede(ANA))
        corrected = play(hit, CorrectTurn(ORGA, turn(3, destroyed=(("OBJ1-2",),))))
        again = play(corrected, CorrectEnd(ORGA, "Ana reste"))

        assert corrected.play.sheet.points == {FIRST: 1, SECOND: 1}
        assert set(corrected.play.sheet.wrecked) == {"OBJ1-1", "OBJ1-2"}
        assert again.play.sheet.points == {FIRST: 1, SECOND: 0}
        assert play(again, end(4)).play.sheet.points == {FIRST: 1, SECOND: 1}
        assert final(play(corrected, CountArmies(ANA, Armies()))).kind == WinKind.CONCESSION

    @pytest.mark.clause("SR-WIN-4")
    def test_without_assassination_the_casters_counted_decide_the_first_condition(self):
        state = play(
            playing("overrun", options=MatchOptions(no_assassination=True)), *ends(1, 4), CallTime(OFFICIAL), end(5)
        )
        fallen = entry("Haley", "caster")
        standing = entry("Krueger", "caster", model(5, 5), side=SECOND)
        counted = play(state, CountArmies(ANA, Armies(entries=(fallen, standing))))

        assert (final(counted).winner, final(counted).kind) == (SECOND, WinKind.TB1)

    @pytest.mark.clause("SR-WIN-4")
    def test_a_count_that_contradicts_the_casters_of_the_sheet_is_refused(self):
        state = play(playing("overrun"), *ends(1, 4), CallTime(OFFICIAL), end(5))
        fallen = entry("Haley", "caster")

        assert refused(state, CountArmies(ANA, Armies(entries=(fallen,)))) == ("SR-WIN-4", "casters-differ")

    @pytest.mark.clause("SR-VTIME-15")
    def test_a_clock_at_zero_loses(self):
        state = play(playing("overrun"), Forfeit(OFFICIAL, SECOND, "clock"), CountArmies(ANA, Armies()))

        assert (final(state).winner, final(state).kind) == (FIRST, WinKind.CLOCK)

    @pytest.mark.clause("SR-S11-4")
    def test_destruction_is_won_in_the_middle_of_a_turn(self):
        state = play(playing("destruction"), *ends(1, 2), ReportLoss(ANA, ("OBJ1-2",)), end(3))
        won = play(state, ReportLoss(ANA, ("OBJ2-2",)))

        assert isinstance(won, Counting)
        assert (won.stop.kind, won.stop.side) == (WinKind.SCENARIO, FIRST)

    @pytest.mark.clause("SR-WIN-14")
    def test_both_last_casters_at_once_leave_the_tie_break_conditions(self):
        state = play(playing("overrun"), ReportLoss(ANA, casters={FIRST: 1, SECOND: 1}))
        counted = play(state, CountArmies(ANA, Armies(lost={FIRST: 20, SECOND: 10})))

        assert (final(counted).winner, final(counted).kind) == (SECOND, WinKind.TB4)


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


class TestDisputes:
    def state(self) -> Any:
        return play(playing("conquest"), end(1), end(2, near={"marker_1": 3}))

    @pytest.mark.clause("ST-MAT-5")
    def test_the_same_facts_confirm_a_turn_and_others_dispute_it(self):
        same, other = end(2, BEN, near={"marker_1": 3}), end(2, BEN, near={"marker_1": 2})

        assert engine.decide(self.state(), same) == (TurnConfirmed(BEN, SECOND, 1),)
        assert engine.decide(self.state(), other) == (TurnDisputed(BEN, SECOND, 1, other.facts),)
        assert score(play(self.state(), other)) == (0, 3)

    @pytest.mark.clause("ST-MAT-5")
    def test_who_disputed_may_withdraw_and_who_wrote_may_give_way(self):
        disputed = play(self.state(), end(2, BEN, near={"marker_1": 2}))
        withdrawn = play(disputed, AcceptReport(BEN, SECOND, 1))
        given_way = play(disputed, AcceptReport(ANA, SECOND, 1))

        assert (score(withdrawn), withdrawn.play.disputes) == ((0, 3), {})
        assert (score(given_way), given_way.play.disputes) == ((0, 2), {})
        assert refused(self.state(), AcceptReport(BEN, SECOND, 1)) == ("ST-MAT-5", "nothing-disputed")
        assert refused(disputed, AcceptReport(ORGA, SECOND, 1))[1] == "not-your-seat"

    @pytest.mark.clause("ST-MAT-5")
    def test_the_result_waits_while_a_turn_is_disputed(self):
        state = play(
            self.state(), end(2, BEN, near={"marker_1": 2}), *ends(3, 12), CountEnd(ANA, {FIRST: 0, SECOND: 0})
        )

        assert refused(state, Sign(ANA, 0, 3)) == ("ST-MAT-5", "turns-disputed")
        assert engine.awaits(state, None)[0].code == "match-dispute"
        settled = play(state, CorrectTurn(OFFICIAL, turn(2, near={"marker_1": 2})), Sign(ANA, 0, 2), Sign(BEN, 0, 2))
        assert final(settled).settled

    def test_an_official_corrects_an_old_turn_and_everything_after_is_counted_anew(self):
        state = play(playing("capture"), *ends(1, 2), end(3, claimed=("marker_left",)), *ends(4, 8))
        fixed = play(state, CorrectTurn(OFFICIAL, turn(3)))

        assert (score(state), score(fixed)) == ((6, 0), (0, 0))
        assert refused(state, CorrectTurn(ANA, turn(3)))[1] == "not-your-seat"
        assert refused(state, CorrectTurn(OFFICIAL, turn(9)))[1] == "turn-not-on-sheet"
        assert refused(state, CorrectTurn(OFFICIAL, turn(1, claimed=("marker_left",))))[1] == "claim-too-early"

    def test_a_correction_can_show_that_the_game_was_over(self):
        state = play(playing("overrun"), *ends(1, 3), end(4, controls={FIRST: ("Z",)}), *ends(5, 6))
        over = play(state, CorrectTurn(OFFICIAL, turn(5, controls={FIRST: ("Z",)})))

        assert isinstance(over, Counting)
        assert (over.stop.kind, over.stop.side) == (WinKind.SCENARIO, FIRST)

    def test_a_correction_that_undoes_the_end_opens_play_again(self):
        state = play(playing("overrun"), *ends(1, 3), *ends(4, 5, controls={FIRST: ("Z",)}))
        signed = play(state, CountArmies(ANA, Armies()), Sign(ANA, 2, 0), Sign(BEN, 2, 0))
        again = play(signed, CorrectTurn(OFFICIAL, turn(5)))

        assert final(signed).settled
        assert isinstance(again, PlayingTurns)
        assert again.play.sheet.next_turn == (SECOND, 3)
        won = play(again, end(6, controls={FIRST: ("Z",)}))
        assert isinstance(won, Signing), "the armies were counted before"
        assert (final(won).winner, final(won).settled, won.signed) == (FIRST, False, {})

    def test_a_correction_after_the_end_may_bring_another_end(self):
        called = play(playing("overrun"), *ends(1, 3), end(4, controls={FIRST: ("Z",)}), CallTime(OFFICIAL), end(5))
        won = play(called, CorrectTurn(OFFICIAL, turn(5, controls={FIRST: ("Z",)})))

        assert called.stop.kind is None
        assert (won.stop.kind, won.stop.side) == (WinKind.SCENARIO, FIRST)


class TestPositions:
    @pytest.mark.clause("SR-SC-6")
    @pytest.mark.parametrize("id", [one.id for one in every("steamroller_2011") if one.available])
    def test_models_where_they_stand_write_a_turn_of_every_steamroller_scenario(self, id: str):
        state = play(playing(id, flag=1 if id == "revelation" else None), *ends(1, 2))
        drawn = (Roll(faces=(1,)),) if id == "incursion" else ()
        state = play(state, *drawn, end(3))
        jacks = (entry("a", "warjack", model(24, 24), cost=7), entry("b", "warjack", model(9, 24), side=SECOND, cost=9))
        caster = entry("c", "caster", model(5, 5))
        after = play(state, EndTurn(ANA, turn(4, entries=(*jacks, caster))))

        assert after.play.turns[3].entries is None
        assert after.play.turns[3].given() <= asks(state.play.sheet)


class TestCorrectingTheEnd:
    def signed(self) -> Any:
        """Ben gave up in his first turn; both have signed."""
        return play(playing("capture"), *ends(1, 1), Concede(BEN), Sign(ANA, 0, 0), Sign(BEN, 0, 0))

    def test_a_game_that_had_not_ended_goes_on_and_nobody_has_signed(self):
        again = play(self.signed(), CorrectEnd(OFFICIAL, "Ben a touché le mauvais bouton"))

        assert isinstance(again, PlayingTurns)
        assert again.play.sheet.next_turn == (SECOND, 1)
        over = play(again, *ends(2, 12))
        assert [awaited.seat for awaited in engine.awaits(over, None)] == [ANA, BEN]

    def test_another_end_takes_the_place_of_the_wrong_one(self):
        other = play(self.signed(), CorrectEnd(OFFICIAL, "c'est Ana qui est partie", "forfeit", FIRST))

        assert (final(other).winner, final(other).kind) == (SECOND, WinKind.FORFEIT)
        assert not final(other).settled
        assert final(play(other, Sign(ANA, 0, 0), Sign(BEN, 0, 0))).settled

    def test_a_player_corrects_until_the_sheet_is_settled(self):
        state = play(playing("capture"), Concede(BEN), Sign(ANA, 0, 0))
        again = play(state, CorrectEnd(BEN, "erreur"))

        assert isinstance(again, PlayingTurns)
        assert refused(self.signed(), CorrectEnd(BEN, "erreur"))[1] == "not-your-seat"

    @pytest.mark.clause("ST-LOSS-1")
    def test_a_sudden_loss_is_corrected_and_none_exists_in_steamroller(self):
        lost = play(playing("capture"), OrdersWithoutDice(ANA, FIRST))
        fixed = play(lost, CorrectEnd(ANA, "il restait un dé"))
        conceded = play(playing("overrun"), Concede(BEN))

        assert (final(lost).kind, type(fixed)) == (WinKind.SUDDEN_LOSS, PlayingTurns)
        wrong = CorrectEnd(OFFICIAL, "…", "sudden_loss", SECOND)
        assert refused(conceded, wrong)[1] == "match-not-in-this-game"

    def test_a_game_given_up_while_the_table_was_set_goes_on_there(self):
        again = play(setting_up("clash"), Concede(BEN), CorrectEnd(ANA, "erreur"))

        assert again == setting_up("clash")

    def test_time_called_by_mistake_and_a_wrong_length_roll_are_forgotten(self):
        timed = play(playing("capture"), *ends(1, 1), CallTime(OFFICIAL), end(2), CorrectEnd(OFFICIAL, "trop tôt"))
        short = play(playing("clash"), *ends(1, 10), Roll(faces=(1,)), CorrectEnd(ANA, "c'était un 6"))

        assert (type(timed), timed.play.timed_at) == (PlayingTurns, None)
        assert engine.awaits(short, None)[0].code == "match-length"

    def test_what_cannot_be_corrected_says_what_to_do_instead(self):
        whole = play(playing("capture"), *ends(1, 12))
        won = play(playing("overrun"), *ends(1, 3), *ends(4, 5, controls={FIRST: ("Z",)}))

        assert refused(whole, CorrectEnd(ANA, "…"))[1] == "end-stands"
        assert refused(whole, CorrectEnd(ANA, " ", "concession", FIRST))[1] == "end-reason-needed"
        assert refused(whole, CorrectEnd(ANA, "…", "concession"))[1] == "end-needs-a-side"
        assert refused(won, CorrectEnd(ANA, "…"))[1] == "end-follows-from-turn"

    def test_an_official_corrects_the_count_of_a_settled_sheet(self):
        done = play(playing("conquest"), *ends(1, 12), CountEnd(ANA, {FIRST: 12, SECOND: 9}))
        done = play(done, Sign(ANA, 12, 9), Sign(BEN, 12, 9))
        fixed = play(done, CountEnd(OFFICIAL, {FIRST: 12, SECOND: 14}))

        assert (final(fixed).winner, final(fixed).settled) == (SECOND, False)
        assert refused(done, CountEnd(ANA, {FIRST: 12, SECOND: 14}))[1] == "sheet-settled"


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


def test_everybody_sees_the_same_match():
    state = play(playing("capture"), *ends(1, 3))
    ana, nobody = engine.view(state, ANA), engine.view(state, None)

    assert (ana.you, nobody.you) == (FIRST, None)
    assert ana.sheet == nobody.sheet
    assert ana.sheet is not None
    assert (ana.sheet.by, ana.sheet.turn, ana.sheet.asks, ana.sheet.scores_now) == (
        SECOND,
        2,
        ("claimed", "claims"),
        False,
    )


def test_the_set_up_may_be_skipped_and_the_facts_are_first_class():
    assert isinstance(play(setting_up("capture"), SkipSetup(BEN)), PlayingTurns)
    assert Facts(by=FIRST, turn=3).index == 5


def test_a_match_keeps_no_secret_whoever_looks_sees_the_same_table():
    """What is secret at a table of an event, such as a list not shown yet, is the event's and never in its match."""
    kinds = get_args(engine.events)
    assert [kind.__name__ for kind in kinds if kind.audience is not Audience.EVERYBODY] == []
    for state in (playing("conquest"), play(playing("clash"), *ends(1, 10), Roll(faces=(1,))), playing("overrun")):
        views = [msgspec.structs.replace(engine.view(state, seat), you=None) for seat in (None, ANA, BEN, OFFICIAL)]
        assert views == views[:1] * 4
        awaited = [engine.awaits(state, seat) for seat in (None, ANA, BEN, OFFICIAL)]
        assert awaited == awaited[:1] * 4
