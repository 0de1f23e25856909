from __future__ import annotations

import pytest

from heraut.kernel.message import Roll
from heraut.kernel.names import FATE
from heraut.scenario import engine
from heraut.scenario.disputes import AcceptReport, CorrectTurn
from heraut.scenario.facts import Claim
from heraut.scenario.library import every
from heraut.scenario.markers import ChargeMarker, ClaimMarker
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import CountEnd
from heraut.scenario.state import Counting, PlayingTurns
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
    end,
    ends,
    entry,
    final,
    model,
    play,
    playing,
    refused,
    score,
    turn,
    unit,
)


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

    @pytest.mark.clause("ST-ORG-7")
    def test_a_turn_that_has_begun_when_time_is_called_is_finished_by_both(self):
        claimed = play(playing("capture"), *ends(1, 4), ClaimMarker(ANA, "marker_left"), CallTime(OFFICIAL))
        charged = play(playing("desecration"), *ends(1, 4), ChargeMarker(ANA, "second_1", 1), CallTime(OFFICIAL))

        assert isinstance(claimed, PlayingTurns)
        assert isinstance(play(claimed, end(5)), PlayingTurns)
        over = play(claimed, end(5), end(6))
        assert not isinstance(over, PlayingTurns)
        assert (over.stop.clause, over.play.sheet.held) == ("ST-ORG-7", {"marker_left": FIRST})
        assert isinstance(play(charged, Roll(faces=(1, 1)), end(5), end(6)), Counting)

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
