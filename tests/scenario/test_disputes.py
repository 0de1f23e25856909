from __future__ import annotations

from typing import Any

import pytest

from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.armies import Armies
from heraut.scenario.disputes import AcceptReport, CorrectTurn, TurnConfirmed, TurnDisputed
from heraut.scenario.sheet import WinKind
from heraut.scenario.signing import CountArmies, CountEnd, Sign
from heraut.scenario.state import Counting, PlayingTurns, Signing
from heraut.scenario.turns import CallTime
from heraut.speech.sentences import say_fault
from scenario.build import (
    ANA,
    BEN,
    FIRST,
    OFFICIAL,
    ORGA,
    SECOND,
    end,
    ends,
    final,
    play,
    playing,
    refused,
    score,
    turn,
)


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
    def test_what_the_keeper_of_a_turn_corrects_the_other_player_accepts(self):
        corrected = play(self.state(), end(2, near={"marker_1": 2}))
        accepted = play(corrected, AcceptReport(BEN, SECOND, 1))
        withdrawn = play(corrected, AcceptReport(ANA, SECOND, 1))

        assert (score(accepted), accepted.play.disputes) == ((0, 2), {})
        assert (score(withdrawn), withdrawn.play.disputes) == ((0, 3), {})
        assert refused(corrected, AcceptReport(ORGA, SECOND, 1))[1] == "not-your-seat"

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

    @pytest.mark.clause("SR-FAIR-2")
    def test_a_turn_that_a_correction_left_after_the_end_is_corrected_too(self):
        state = play(playing("overrun"), *ends(1, 3), end(4, controls={FIRST: ("Z",)}), *ends(5, 7))
        over = play(state, CorrectTurn(OFFICIAL, turn(5, controls={FIRST: ("Z",)})))
        mended = play(over, CorrectTurn(OFFICIAL, turn(7, controls={SECOND: ("Z",)})))
        again = play(mended, CorrectTurn(OFFICIAL, turn(5)))

        assert (score(mended), mended.stop) == (score(over), over.stop)
        assert (score(again), again.play.sheet.next_turn) == ((1, 1), (SECOND, 4))
        assert refused(over, CorrectTurn(OFFICIAL, turn(7, controls={SECOND: ("moon",)})))[1] == "unknown-element"

    @pytest.mark.clause("SR-FAIR-2")
    def test_a_player_may_have_a_turn_after_the_end_otherwise(self):
        state = play(playing("overrun"), *ends(1, 3), end(4, controls={FIRST: ("Z",)}), *ends(5, 7))
        over = play(state, CorrectTurn(OFFICIAL, turn(5, controls={FIRST: ("Z",)})))

        assert 7 in play(over, end(7, BEN, controls={SECOND: ("Z",)})).play.disputes

    @pytest.mark.clause("SR-FAIR-2")
    def test_a_correction_that_another_turn_contradicts_names_that_turn(self):
        state = play(playing("destruction"), *ends(1, 4), end(5, destroyed=(("OBJ1-2",),)))
        outcome = engine.decide(state, CorrectTurn(OFFICIAL, turn(3, destroyed=(("OBJ1-2",),))))

        assert isinstance(outcome, Refusal)
        assert [(fault.code, fault.subject) for fault in outcome.all()] == [
            ("element-gone", "OBJ1-2"), ("turn-first", 3),
        ]  # fmt: skip
        assert say_fault(outcome.all()[1], "fr", {"first": "Ana"}) == (
            "Ce qui est noté au tour 3 d’Ana ne va plus avec cela. Corrigez d’abord ce tour."
        )

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
