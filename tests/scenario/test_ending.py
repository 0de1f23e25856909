from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from heraut.kernel.message import Roll
from heraut.scenario import engine
from heraut.scenario.armies import Armies
from heraut.scenario.disputes import CorrectTurn
from heraut.scenario.ending import Concede, CorrectEnd, Forfeit, OrdersWithoutDice, PlayReopened
from heraut.scenario.markers import ClaimMarker
from heraut.scenario.settings import MatchOptions
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import CountArmies, CountEnd, Sign
from heraut.scenario.state import Counting, PlayingTurns, SettingUp
from heraut.scenario.turns import CallTime, ReportLoss
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
    setting_up,
    turn,
)


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

    @pytest.mark.parametrize(
        ("over", "step", "forgets_time"),
        [
            (lambda: play(playing("capture"), *ends(1, 1), CallTime(OFFICIAL), end(2)), None, True),
            (lambda: play(playing("clash"), *ends(1, 10), Roll(faces=(1,))), None, True),
            (lambda: play(playing("capture"), *ends(1, 1), CallTime(OFFICIAL), Concede(BEN)), None, False),
            (lambda: play(setting_up("clash"), Concede(BEN)), 0, False),
        ],
        ids=["time", "length", "concession", "set-up"],
    )
    def test_the_event_says_where_the_game_goes_on_and_an_older_one_is_completed(
        self, over: Callable[[], Any], step: int | None, forgets_time: bool
    ):
        state = over()
        (event,) = engine.decide(state, CorrectEnd(ANA, "erreur"))
        older = PlayReopened(ANA, "erreur")

        assert event == PlayReopened(ANA, "erreur", step, forgets_time)
        assert engine.complete(state, older) == event
        assert engine.evolve(state, older) == engine.evolve(state, event)

    def test_whether_time_is_forgotten_is_what_the_event_says(self):
        timed = play(playing("capture"), *ends(1, 1), CallTime(OFFICIAL), end(2))

        kept = engine.evolve(timed, PlayReopened(ANA, "erreur", forgets_time=False))
        assert (type(kept), kept.play.timed_at) == (PlayingTurns, 1)
        back = engine.evolve(timed, PlayReopened(ANA, "erreur", step=2, forgets_time=False))
        assert (type(back), back.step) == (SettingUp, 2)

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
