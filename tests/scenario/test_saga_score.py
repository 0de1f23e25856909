from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.kernel.refusal import Refusal
from heraut.scenario.control import shared_out, stragglers
from heraut.scenario.facts import Attack, Claim, Figure, ScoringUnit
from heraut.scenario.library import Layout
from heraut.scenario.saga import cap_bonus, finish
from heraut.scenario.sheet import Ending, Start, Tally, WinKind
from heraut.table.shapes import inches
from scenario.build import FIRST, SECOND, code, points, scenario, sheet, turn, turns, unit

LEFT, CENTRE, RIGHT = "marker_left", "marker_centre", "marker_right"
RIM = inches(40) / 2


def ended(scored: Tally | Refusal, **massacre: int) -> Tally:
    assert isinstance(scored, Tally), scored
    given_points = {FIRST: massacre.get("first", 0), SECOND: massacre.get("second", 0)} if massacre else {}
    final = finish(scored, Ending(massacre=given_points))
    assert isinstance(final, Tally), final
    return final


class TestCapture:
    @pytest.mark.clause("ST-CAP-14", "ST-CAP-15")
    def test_the_other_player_scores_for_the_markers_held_when_a_turn_ends(self):
        played = turns(7, t4={"claimed": (LEFT, CENTRE)})

        assert points(sheet("capture", played[:6])) == (0, 6)
        assert points(sheet("capture", played)) == (0, 12)

    @pytest.mark.clause("ST-CAP-14")
    @pytest.mark.parametrize(
        ("held", "points_each"), [((), 0), ((LEFT,), 3), ((LEFT, CENTRE), 6), ((LEFT, CENTRE, RIGHT), 12)]
    )
    def test_what_markers_are_worth(self, held: tuple[str, ...], points_each: int):
        assert points(sheet("capture", turns(5, t4={"claimed": held}))) == (0, points_each)

    @pytest.mark.clause("ST-CAP-15")
    def test_each_player_scores_four_times_and_at_most_48(self):
        first = points(sheet("capture", turns(12, t3={"claimed": (LEFT, CENTRE, RIGHT)})))
        second = points(sheet("capture", turns(12, t4={"claimed": (LEFT, CENTRE, RIGHT)})))

        assert (first, second) == ((48, 0), (0, 48))

    @pytest.mark.clause("ST-CAP-9")
    def test_nobody_captures_in_their_first_turn(self):
        assert code(sheet("capture", turns(1, t1={"claimed": (LEFT,)}))) == ("ST-CAP-9", "claim-too-early")
        assert code(sheet("capture", turns(2, t2={"claimed": (LEFT,)}))) == ("ST-CAP-9", "claim-too-early")

    @pytest.mark.clause("ST-CAP-12")
    def test_a_captured_marker_stays_until_the_opponent_captures_it(self):
        played = turns(8, t3={"claimed": (LEFT,)}, t6={"claimed": (LEFT,)})

        assert points(sheet("capture", played[:6])) == (0, 0)
        assert points(sheet("capture", played[:5])) == (0, 0)
        assert points(sheet("capture", played)) == (0, 3)

    def test_a_marker_held_scores_at_the_end_of_each_enemy_turn(self):
        assert points(sheet("capture", turns(6, t3={"claimed": (LEFT,)}))) == (3, 0)

    @pytest.mark.clause("ST-CAP-10", "ST-GAM-11")
    @pytest.mark.parametrize(
        ("units", "ok"),
        [
            ([unit("a", 24 + RIM + 2 + 0.5, 18)], True),
            ([unit("a", 24 + RIM + 2.01 + 0.5, 18)], False),
            ([unit("a", 24, 18, dice=0)], False),
            ([unit("a", 24, 18, exhausted=True)], False),
            ([unit("a", 24, 18), unit("b", 24, 19, side=SECOND)], False),
            ([unit("a", 24, 18), unit("b", 24, 19, side=SECOND, exhausted=True)], True),
            ([unit("a", 24, 18), unit("b", 24, 19, side=SECOND, dice=0)], True),
            ([unit("a", 24, 18), unit("b", 24, 18 + RIM + 2.51, side=SECOND)], True),
        ],
    )
    def test_who_may_capture(self, units: list[ScoringUnit], ok: bool):
        claim = Claim(CENTRE, tuple(units))
        outcome = sheet("capture", turns(3, t3={"claims": (claim,)}))

        assert isinstance(outcome, Tally) == ok
        if not ok:
            assert code(outcome) == ("ST-CAP-10", "claim-not-met")

    @pytest.mark.clause("ST-CAP-13")
    def test_mercenaries_capture_prevent_capture_and_one_unit_claims_several_markers(self):
        ours = unit("a", 24, 18, mercenary=True)
        theirs = unit("b", 24, 19, side=SECOND, mercenary=True)
        wide = ScoringUnit(id="w", side=FIRST, figures=(Figure(24, 18), Figure(6, 18)))

        assert isinstance(sheet("capture", turns(3, t3={"claims": (Claim(CENTRE, (ours,)),)})), Tally)
        assert code(sheet("capture", turns(3, t3={"claims": (Claim(CENTRE, (ours, theirs)),)})))[1] == "claim-not-met"
        both = sheet("capture", turns(3, t3={"claims": (Claim(CENTRE, (wide,)), Claim(LEFT, (wide,)))}))
        assert isinstance(both, Tally)
        assert both.held == {CENTRE: FIRST, LEFT: FIRST}

    @pytest.mark.clause("ST-CAP-16")
    def test_massacre_points_are_not_used(self):
        scored = sheet("capture", turns(12))
        assert isinstance(scored, Tally)

        assert code(finish(scored, Ending(massacre={FIRST: 5}))) == ("ST-PTS-8", "massacre-not-used")
        assert points(ended(scored)) == (0, 0)


class TestConquest:
    @pytest.mark.clause("ST-CON-11", "ST-CON-12")
    def test_one_point_a_unit_and_at_most_four_a_marker(self):
        near = {"marker_1": 3, "marker_2": 5, "marker_3": 0}

        assert points(sheet("conquest", turns(2, t2={"near": near}))) == (0, 7)

    @pytest.mark.clause("ST-CON-15")
    def test_no_scoring_at_the_end_of_the_first_turn_of_one_and_the_last_of_the_other(self):
        everywhere = {f"t{index}": {"near": {"marker_1": 1}} for index in range(1, 13)}
        scored = sheet("conquest", turns(12, **everywhere))

        assert points(scored) == (5, 5)
        assert isinstance(scored, Tally)
        assert [line.turn for line in scored.lines if line.to is FIRST] == [2, 3, 4, 5, 6]
        assert [line.turn for line in scored.lines if line.to is SECOND] == [1, 2, 3, 4, 5]

    @pytest.mark.clause("ST-CON-11", "ST-GAM-10", "ST-GEO-8")
    @pytest.mark.parametrize(
        ("one", "counts"),
        [
            (unit("a", 12, 18 + RIM + 4 + 0.5, side=SECOND), 1),
            (unit("a", 12, 18 + RIM + 4.01 + 0.5, side=SECOND), 0),
            (unit("a", 12, 18, side=SECOND, dice=0), 0),
            (unit("a", 12, 18, side=SECOND, dice=2), 1),
            (unit("a", 12, 18, side=SECOND, exhausted=True), 0),
            (unit("a", 12, 18, side=SECOND, mercenary=True), 0),
            (ScoringUnit(id="a", side=SECOND, figures=(Figure(40, 2), Figure(12, 20))), 1),
        ],
    )
    def test_which_units_count(self, one: ScoringUnit, counts: int):
        assert points(sheet("conquest", turns(2, t2={"units": (one,)}))) == (0, counts)

    @pytest.mark.clause("ST-CON-13", "ST-CON-14")
    def test_a_unit_counts_for_one_marker_chosen_to_score_most(self):
        between = [unit(f"b{n}", 18, 18, side=SECOND) for n in range(3)]
        crowd = [unit(f"c{n}", 12, 18, side=SECOND) for n in range(4)]
        wide = [ScoringUnit(id=f"w{n}", side=SECOND, figures=(Figure(12, 18), Figure(24, 18))) for n in range(3)]

        assert points(sheet("conquest", turns(2, t2={"units": tuple(crowd + wide)}))) == (0, 7)
        assert points(sheet("conquest", turns(2, t2={"units": tuple(between)}))) == (0, 0)

    @pytest.mark.clause("ST-CON-16")
    def test_enemies_near_a_marker_make_no_difference(self):
        both = (unit("a", 12, 18, side=SECOND), unit("b", 12, 18.2, side=FIRST))

        assert points(sheet("conquest", turns(2, t2={"units": both}))) == (0, 1)

    @pytest.mark.clause("ST-CON-17")
    def test_massacre_points_are_added(self):
        scored = sheet("conquest", turns(12, t2={"near": {"marker_1": 4}}))

        assert points(ended(scored, first=9, second=3)) == (9, 7)

    @settings(max_examples=40, deadline=None, derandomize=True)
    @given(st.lists(st.sets(st.sampled_from("abc"), max_size=3), max_size=6), st.integers(1, 3))
    def test_the_choice_is_as_good_as_trying_everything(self, wishes: list[set[str]], most: int):
        choices = {f"u{place}": sorted(wish) for place, wish in enumerate(wishes)}
        best = max(
            sum(min(most, picks.count(id)) for id in "abc")
            for picks in product(*(wish or [""] for wish in choices.values()))
        )

        assert sum(shared_out(choices, most).values()) == best


class TestAdvance:
    START = Start(dice={FIRST: 6, SECOND: 6})

    @pytest.mark.clause("ST-ADV-8")
    def test_what_each_marker_is_worth(self):
        def scored(*markers: str) -> tuple[int, int]:
            return points(sheet("advance", turns(3, t3={"controlled": markers, "dice": 6}), self.START))

        assert scored("marker_p1_left") == (2, 0)
        assert scored("marker_centre") == (3, 0)
        assert scored("marker_p2_left") == (6, 0)
        assert scored("marker_p1_left", "marker_p1_right", "marker_centre", "marker_p2_left", "marker_p2_right") == (
            19,
            0,
        )

    @pytest.mark.clause("ST-ADV-8")
    def test_the_enemy_half_is_the_other_players(self):
        played = turns(4, t3={"dice": 6}, t4={"controlled": ("marker_p1_left", "marker_p2_left"), "dice": 6})

        assert points(sheet("advance", played, self.START)) == (0, 8)

    @pytest.mark.clause("ST-ADV-8")
    def test_nobody_scores_in_their_first_turn(self):
        assert points(sheet("advance", turns(2, t1={"controlled": ("marker_centre",)}), self.START)) == (0, 0)

    @pytest.mark.clause("ST-ADV-9")
    @pytest.mark.parametrize(
        ("units", "held"),
        [
            ([unit("a", 24, 18 + RIM + 2.5)], True),
            ([unit("a", 24, 18 + RIM + 2.51)], False),
            ([unit("a", 24, 18, mercenary=True)], False),
            ([unit("a", 24, 18, exhausted=True)], False),
            ([unit("a", 24, 18, dice=0)], False),
            ([unit("a", 24, 18), unit("b", 24, 18 + RIM + 4.5, side=SECOND)], False),
            ([unit("a", 24, 18), unit("b", 24, 18 + RIM + 4.51, side=SECOND)], True),
            ([unit("a", 24, 18), unit("b", 24, 19, side=SECOND, mercenary=True)], True),
            ([unit("a", 24, 18), unit("b", 24, 19, side=SECOND, exhausted=True)], True),
            ([unit("a", 24, 18), unit("b", 24, 19, side=SECOND, dice=0)], True),
        ],
    )
    def test_who_controls_a_marker(self, units: list[ScoringUnit], held: bool):
        scored = sheet("advance", turns(3, t3={"units": tuple(units), "dice": 6}), self.START)

        assert points(scored) == (3 if held else 0, 0)

    @pytest.mark.clause("ST-ADV-10")
    def test_each_lost_die_pays_once_the_first_time_it_is_found_lost(self):
        played = turns(7, t3={"dice": 5}, t4={"dice": 6}, t5={"dice": 3}, t6={"dice": 6}, t7={"dice": 5})

        assert points(sheet("advance", played[:3], self.START)) == (2, 0)
        assert points(sheet("advance", played[:5], self.START)) == (6, 0)
        assert points(sheet("advance", played, self.START)) == (6, 0)

    @pytest.mark.clause("ST-ADV-10")
    def test_a_die_regained_and_lost_again_does_not_pay_again(self):
        played = turns(7, t3={"dice": 4}, t4={"dice": 6}, t5={"dice": 6}, t6={"dice": 6}, t7={"dice": 4})

        assert points(sheet("advance", played, self.START)) == (4, 0)

    @pytest.mark.clause("ST-ADV-10")
    def test_the_setting_pays_missing_dice_every_turn_or_never(self):
        played = turns(5, t3={"dice": 5}, t4={"dice": 6}, t5={"dice": 3})

        assert points(sheet("advance", played, self.START, lost_dice_scoring="every_turn")) == (8, 0)
        assert points(sheet("advance", played, self.START, lost_dice_scoring="off")) == (0, 0)

    @pytest.mark.clause("ST-ADV-10")
    def test_dice_are_counted_from_the_units_when_positions_are_given(self):
        units = (unit("a", 1, 1, dice=3), unit("b", 1, 35, side=SECOND, dice=4))

        assert points(sheet("advance", turns(3, t3={"units": units}), self.START)) == (4, 0)

    @pytest.mark.clause("ST-ADV-11")
    def test_dice_lost_since_the_last_scoring_are_paid_at_the_end(self):
        played = turns(10, **{f"t{index}": {"dice": 6} for index in range(3, 11)})
        scored = sheet("advance", played, self.START)
        assert isinstance(scored, Tally)
        final = finish(scored, Ending(dice={FIRST: 6, SECOND: 4}))

        assert points(final) == (4, 0)

    @pytest.mark.clause("ST-ADV-12")
    def test_massacre_points_are_not_used(self):
        scored = sheet("advance", turns(2), self.START)
        assert isinstance(scored, Tally)

        assert code(finish(scored, Ending(massacre={FIRST: 1}))) == ("ST-PTS-8", "massacre-not-used")

    def test_the_dice_must_be_known(self):
        assert code(sheet("advance", turns(3), self.START)) == ("ST-ADV-10", "dice-needed")
        assert code(sheet("advance", turns(3, t3={"dice": 5}))) == ("ST-ADV-10", "starting-dice-needed")


class TestDesecration:
    @pytest.mark.clause("ST-DES-22", "ST-DES-26")
    @pytest.mark.parametrize(("destroyed", "cap"), [(0, 10), (1, 16), (2, 24), (3, 40)])
    def test_enemy_markers_left_limit_the_massacre(self, destroyed: int, cap: int):
        attacks = tuple(Attack(f"second_{number}", True) for number in range(1, destroyed + 1))
        scored = sheet("desecration", turns(10, t3={"attacks": attacks}))

        assert points(ended(scored, first=40, second=0)) == (cap, 0)
        assert points(ended(scored, first=7, second=0)) == (7, 0)

    @pytest.mark.clause("ST-DES-16")
    def test_nobody_charges_markers_in_their_first_turn(self):
        attack = {"attacks": (Attack("second_1"),)}
        other = {"attacks": (Attack("first_1"),)}

        assert code(sheet("desecration", turns(1, t1=attack))) == ("ST-GAM-6", "charge-too-early")
        assert code(sheet("desecration", turns(2, t2=other))) == ("ST-DES-16", "charge-too-early")

    @pytest.mark.clause("ST-DES-16")
    def test_only_enemy_markers_that_stand_are_charged(self):
        own = turns(3, t3={"attacks": (Attack("first_1"),)})
        gone = turns(5, t3={"attacks": (Attack("second_1", True),)}, t5={"attacks": (Attack("second_1"),)})

        assert code(sheet("desecration", own)) == ("ST-DES-16", "not-an-enemy-marker")
        assert code(sheet("desecration", gone)) == ("ST-DES-16", "marker-gone")

    @pytest.mark.clause("ST-DES-21", "ST-DES-23")
    def test_one_marker_gives_one_note_a_turn_and_notes_raise_the_attackers_cap(self):
        twice = {"attacks": (Attack("second_1"), Attack("second_1"), Attack("second_2"))}
        played = turns(10, t3=twice)

        assert points(ended(sheet("desecration", played, failed_attack_bonus="once"), first=40, second=40)) == (12, 10)
        assert points(ended(sheet("desecration", played), first=40, second=40)) == (10 + 4 * 2, 10)

    @pytest.mark.clause("ST-DES-24")
    def test_a_note_counts_once_or_at_the_end_of_every_later_turn(self):
        failed = {"attacks": (Attack("second_1"),)}
        played = turns(10, t3=failed, t7=failed)
        once, every = (sheet("desecration", played, failed_attack_bonus=one) for one in ("once", "every_turn"))
        assert isinstance(once, Tally)
        assert isinstance(every, Tally)

        assert (cap_bonus(once, FIRST), cap_bonus(every, FIRST)) == (2, 6)
        assert sheet("desecration", played) == every

    @pytest.mark.clause("ST-DES-24")
    def test_a_note_of_the_second_player_counts_at_the_ends_of_that_player_s_turns(self):
        failed = {"attacks": (Attack("first_1"),)}
        after_nine, after_ten = (sheet("desecration", turns(last, t4=failed)) for last in (9, 10))
        assert isinstance(after_nine, Tally)
        assert isinstance(after_ten, Tally)

        assert (cap_bonus(after_nine, SECOND), cap_bonus(after_ten, SECOND)) == (3, 4)
        assert cap_bonus(after_ten, FIRST) == 0

    @pytest.mark.clause("ST-DES-25")
    def test_a_note_counts_even_if_the_marker_falls_later_and_five_turns_give_at_most_twelve(self):
        all_three = {"attacks": tuple(Attack(f"second_{number}") for number in (1, 2, 3))}
        played = turns(10, t3=all_three, t5=all_three, t7=all_three, t9=all_three)
        scored = sheet("desecration", played, failed_attack_bonus="once")
        assert isinstance(scored, Tally)
        fallen = turns(10, t3={"attacks": (Attack("second_1"),)}, t5={"attacks": (Attack("second_1", True),)})

        assert cap_bonus(scored, FIRST) == 12
        assert points(ended(sheet("desecration", fallen, failed_attack_bonus="once"), first=40)) == (17, 0)

    @pytest.mark.clause("ST-DES-27")
    def test_the_capped_points_decide_the_game(self):
        final = ended(sheet("desecration", turns(10)), first=9, second=40)

        assert points(final) == (9, 10)
        assert final.win is not None
        assert final.win.side is SECOND


class TestDiagonal:
    MARKERS = ("marker_1", "marker_2", "marker_3")

    @pytest.mark.clause("ST-DIA-13", "ST-DIA-16")
    @pytest.mark.parametrize(("count", "worth"), [(0, 0), (1, 1), (2, 3), (3, 5)])
    def test_what_markers_are_worth(self, count: int, worth: int):
        assert points(sheet("diagonal", turns(3, t3={"controlled": self.MARKERS[:count]}))) == (worth, 0)

    @pytest.mark.clause("ST-DIA-13", "ST-DIA-16")
    def test_turns_two_to_five_score_and_the_most_is_twenty(self):
        always = {f"t{index}": {"controlled": self.MARKERS} for index in range(1, 13)}

        assert points(sheet("diagonal", turns(12, **always))) == (20, 20)

    @pytest.mark.clause("ST-DIA-14", "ST-DIA-15")
    @pytest.mark.parametrize(
        ("units", "held"),
        [
            ([unit("a", 24, 18 + RIM + 4.5)], True),
            ([unit("a", 24, 18 + RIM + 4.51)], False),
            ([unit("a", 24, 18, dice=0)], False),
            ([unit("a", 24, 18, exhausted=True)], False),
            ([unit("a", 24, 18, mercenary=True)], False),
            ([unit("a", 24, 18), unit("b", 24, 18 + RIM + 2.5, side=SECOND)], False),
            ([unit("a", 24, 18), unit("b", 24, 18 + RIM + 2.51, side=SECOND)], True),
            ([unit("a", 24, 18), unit("b", 24, 18, side=SECOND, exhausted=True)], True),
            ([unit("a", 24, 18), unit("b", 24, 18, side=SECOND, dice=0)], True),
            ([unit("a", 24, 18), unit("b", 24, 18, side=SECOND, mercenary=True)], False),
        ],
    )
    def test_who_controls_a_marker(self, units: list[ScoringUnit], held: bool):
        assert points(sheet("diagonal", turns(3, t3={"units": tuple(units)}))) == (1 if held else 0, 0)

    @pytest.mark.clause("ST-DIA-14")
    def test_both_players_can_hold_the_same_marker_in_their_own_turns(self):
        facing = (unit("a", 24, 18 - RIM - 3, side=FIRST), unit("b", 24, 18 + RIM + 3, side=SECOND))

        assert points(sheet("diagonal", turns(4, t3={"units": facing}, t4={"units": facing}))) == (1, 1)

    @pytest.mark.clause("ST-DIA-17")
    def test_massacre_points_are_added(self):
        assert points(ended(sheet("diagonal", turns(12, t3={"controlled": self.MARKERS})), first=4, second=11)) == (
            9,
            11,
        )


class TestClash:
    @pytest.mark.clause("ST-CLA-16")
    def test_massacre_points_are_all_there_is(self):
        assert points(ended(sheet("clash", turns(10)), first=14, second=20)) == (14, 20)

    @pytest.mark.clause("ST-CLA-14")
    def test_units_near_their_own_edge_at_the_end_are_eliminated(self):
        layout = Layout(scenario("clash"))
        near = ScoringUnit(id="near", side=FIRST, figures=(Figure(10, 20, 25.4), Figure(10, 6.5, 25.4)))
        units = (near, unit("clear", 10, 6.51), unit("deep", 10, 35, side=FIRST), unit("home", 10, 30, side=SECOND))

        assert stragglers(layout, units, "M") == ("near", "home")


@pytest.mark.clause("ST-PTS-3", "ST-PTS-1")
def test_equal_points_are_a_win_of_the_first_player():
    level, ahead = (
        ended(sheet("clash", turns(10)), first=5, second=5),
        ended(sheet("clash", turns(10)), first=5, second=6),
    )

    assert level.win is not None
    assert ahead.win is not None
    assert (level.win.side, level.win.clause) == (FIRST, "ST-PTS-3")
    assert (ahead.win.side, ahead.win.kind, ahead.win.clause) == (SECOND, WinKind.POINTS, "ST-PTS-1")


@pytest.mark.clause("ST-GAM-5")
def test_turns_come_in_order_and_none_after_the_end():
    assert code(sheet("capture", [turn(2)])) == ("ST-GAM-5", "turn-out-of-order")
    assert code(sheet("capture", [turn(1), turn(1)])) == ("ST-GAM-5", "turn-out-of-order")
    assert code(sheet("capture", [turn(1), turn(2), turn(4)])) == ("ST-GAM-5", "turn-out-of-order")


def test_facts_a_scenario_does_not_ask_for_are_refused():
    assert code(sheet("capture", [turn(1, near={"marker_left": 1})]))[1] == "fact-not-asked"
    assert code(sheet("diagonal", [turn(1, dice=4)]))[1] == "fact-not-asked"
    assert code(sheet("clash", [turn(1, claimed=("marker_1",))]))[1] == "fact-not-asked"


def test_unknown_markers_doubled_markers_and_facts_given_both_ways_are_refused():
    both = turn(1, units=(unit("a", 12, 18),), near={"marker_1": 1})

    assert code(sheet("conquest", [turn(1, near={"marker_9": 1})]))[1] == "unknown-element"
    assert code(sheet("diagonal", [turn(1, controlled=("marker_1", "marker_1"))]))[1] == "element-twice"
    assert code(sheet("conquest", [both]))[1] == "facts-both-ways"
    assert code(sheet("conquest", [turn(1, near={"marker_1": -1})]))[1] == "match-count-below-zero"


@pytest.mark.clause("ST-PTS-6")
def test_massacre_points_are_never_negative():
    scored = sheet("clash", turns(10))
    assert isinstance(scored, Tally)

    assert code(finish(scored, Ending(massacre={FIRST: -1})))[0] == "ST-PTS-6"
