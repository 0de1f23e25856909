from __future__ import annotations

from typing import Any, ClassVar

import pytest

from heraut.kernel.refusal import Refusal
from heraut.scenario.library import every
from heraut.scenario.scoring import Awards
from heraut.scenario.sheet import Start, Tally, WinKind
from scenario.build import FIRST, SECOND, code, entry, model, points, scenario, sheet, turn, turns


def controls(**by_side: Any) -> dict[str, Any]:
    """Facts: what each side controls, as `first="Z"` or `second=("ZW", "ZE")`."""
    return {"controls": {side: (ids,) if isinstance(ids, str) else ids for side, ids in by_side.items()}}


def won(scored: Tally | Refusal) -> tuple[str, str] | None:
    assert isinstance(scored, Tally), scored
    return None if scored.win is None else (scored.win.side.value, scored.win.kind.value)


@pytest.mark.clause("SR-SC-1", "SR-S01-2")
def test_the_first_scoring_moment_is_the_end_of_the_second_players_second_turn():
    always = {f"t{index}": controls(first="Z") for index in range(1, 5)}

    assert points(sheet("overrun", turns(3, **always))) == (0, 0)
    assert points(sheet("overrun", turns(4, **always))) == (1, 0)


@pytest.mark.clause("SR-SC-1")
def test_both_players_may_score_whoever_s_turn_it_was():
    both = {"controls": {FIRST: ("ZW",), SECOND: ("ZE",)}}

    assert points(sheet("outflank_outfight_outlast", turns(4, t4=both))) == (1, 1)


@pytest.mark.clause("SR-S01-3", "SR-WIN-2")
def test_overrun_is_won_at_two_points():
    scored = sheet("overrun", turns(5, t4=controls(second="Z"), t5=controls(second="Z")))

    assert (points(scored), won(scored)) == ((0, 2), ("second", "scenario"))


@pytest.mark.clause("SR-SC-2", "SR-SC-3", "SR-S03-3")
def test_points_of_both_are_added_before_victory_is_checked_and_a_lead_is_needed():
    both = {"controls": {FIRST: ("Z2",), SECOND: ("Z1",)}}
    level = turns(6, t4=both, t5=both, t6=both)

    assert (points(sheet("close_quarters", level[:5])), won(sheet("close_quarters", level[:5]))) == ((2, 2), None)
    assert won(sheet("close_quarters", level)) is None
    ahead = sheet("close_quarters", turns(6, t4=both, t5=both, t6=controls(first="Z2")))
    assert (points(ahead), won(ahead)) == ((3, 2), ("first", "scenario"))


@pytest.mark.clause("SR-S03-2")
def test_the_zone_in_one_s_own_half_scores_nothing():
    assert points(sheet("close_quarters", turns(4, t4=controls(first="Z1")))) == (0, 0)


@pytest.mark.clause("SR-S04-2", "SR-S04-4")
def test_gaining_ground_scores_one_in_the_centre_and_two_beyond():
    scored = sheet("gaining_ground", turns(4, t4=controls(first=("ZC", "Z2"))))
    two = sheet("gaining_ground", turns(5, t4=controls(first="Z2"), t5=controls(first="Z2")))

    assert points(scored) == (3, 0)
    assert won(scored) is None
    assert (points(two), won(two)) == ((4, 0), ("first", "scenario"))


@pytest.mark.clause("SR-S04-3")
def test_gaining_ground_a_side_scores_nothing_while_the_enemy_contests_its_own_zone():
    locked = {**controls(first=("ZC",)), "contests": {SECOND: ("Z1",)}}
    both = {**controls(first="ZC"), "contests": {SECOND: ("Z1",), FIRST: ("Z2",)}}
    scored = sheet("gaining_ground", turns(4, t4=locked))

    assert points(scored) == (0, 0)
    assert points(sheet("gaining_ground", turns(5, t4=locked, t5=controls(first="ZC")))) == (1, 0)
    assert points(sheet("gaining_ground", turns(4, t4=both))) == (0, 0)
    assert isinstance(scored, Tally)
    assert [line.because.code for line in scored.lines] == ["award-locked"]


@pytest.mark.clause("SR-S04-3", "SR-CTRL-4", "SR-SC-6")
def test_gaining_ground_whoever_controls_a_zone_contests_it_too():
    scored = sheet("gaining_ground", turns(4, t4=controls(first="ZC", second="Z1")))

    assert points(scored) == (0, 2)


@pytest.mark.clause("SR-S14-2", "SR-CTRL-4")
def test_diversion_whoever_controls_the_far_zone_contests_it_too():
    assert points(sheet("diversion", turns(4, t4=controls(first=("F1", "Z2"))))) == (1, 0)


class TestProcessOfElimination:
    ID = "process_of_elimination"
    BOTH = ("ZW", "ZE")

    @pytest.mark.clause("SR-S05-2")
    def test_one_point_a_turn_at_most(self):
        assert points(sheet(self.ID, turns(4, t4=controls(first=self.BOTH)))) == (1, 0)

    @pytest.mark.clause("SR-S05-3")
    def test_one_point_a_zone_at_most(self):
        assert points(sheet(self.ID, turns(6, t4=controls(first="ZW"), t5=controls(first="ZW")))) == (1, 0)

    @pytest.mark.clause("SR-S05-4", "SR-SC-4")
    def test_the_player_picks_the_zone_and_by_default_one_the_opponent_has_not_scored(self):
        chosen = {**controls(first=self.BOTH), "zone": {FIRST: "ZE"}}
        picked = sheet(self.ID, turns(4, t4=chosen))
        default = sheet(self.ID, turns(4, t4=controls(first=self.BOTH)))
        after = sheet(self.ID, turns(5, t4=controls(second="ZW"), t5=controls(first=self.BOTH)))

        assert isinstance(picked, Tally)
        assert isinstance(default, Tally)
        assert isinstance(after, Tally)
        assert list(picked.spent) == [(FIRST, "ZE")]
        assert list(default.spent) == [(FIRST, "ZW")]
        assert list(after.spent) == [(SECOND, "ZW"), (FIRST, "ZE")]

    @pytest.mark.clause("SR-S05-5")
    def test_two_with_a_lead_wins(self):
        assert won(sheet(self.ID, turns(5, t4=controls(first="ZW"), t5=controls(first="ZE")))) == ("first", "scenario")

    @pytest.mark.clause("SR-S05-6")
    def test_at_two_all_both_zones_open_again_and_two_new_points_are_needed(self):
        cross = {"controls": {FIRST: ("ZW",), SECOND: ("ZE",)}}
        back = {"controls": {FIRST: ("ZE",), SECOND: ("ZW",)}}
        level = {"t4": cross, "t5": back}
        one_more = sheet(self.ID, turns(6, **level, t6=controls(first="ZW")))

        assert (points(one_more), won(one_more)) == ((3, 2), None)
        assert won(sheet(self.ID, turns(7, **level, t6=controls(first="ZW"), t7=controls(first="ZE")))) is not None
        close = sheet(self.ID, turns(7, **level, t6=cross, t7=controls(first="ZE")))
        assert (points(close), won(close)) == ((4, 3), ("first", "scenario"))
        again = sheet(self.ID, turns(8, **level, t6=cross, t7=back, t8=controls(first="ZW")))
        assert (points(again), won(again)) == ((5, 4), None)


class TestRevelation:
    START = Start(first_flag="FW")

    @pytest.mark.clause("SR-S06-2", "SR-S06-3")
    def test_flag_two_opens_in_the_turn_after_flag_one_first_scored(self):
        both = {"controls": {FIRST: ("FW",), SECOND: ("FE",)}}

        assert points(sheet("revelation", turns(6, t6=both), self.START)) == (1, 0)
        assert points(sheet("revelation", turns(7, t6=both, t7=controls(second="FE")), self.START)) == (1, 1)
        assert points(
            sheet("revelation", turns(5, t4=controls(second="FE"), t5=controls(second="FE")), self.START)
        ) == (0, 0)

    @pytest.mark.clause("SR-S06-1")
    def test_the_flag_drawn_as_number_one_is_the_one_that_opens(self):
        east = Start(first_flag="FE")

        assert points(sheet("revelation", turns(4, t4=controls(first="FE")), east)) == (1, 0)
        assert points(sheet("revelation", turns(4, t4=controls(first="FW")), east)) == (0, 0)
        assert code(sheet("revelation", turns(4))) == ("SR-S06-3", "match-draw-needed")

    @pytest.mark.clause("SR-S06-4")
    def test_two_points_a_flag_at_most(self):
        assert points(
            sheet("revelation", turns(7, **{f"t{n}": controls(first="FW") for n in range(4, 8)}), self.START)
        ) == (2, 0)

    @pytest.mark.clause("SR-S06-5")
    def test_three_with_a_lead_wins(self):
        played = turns(6, t4=controls(first="FW"), t5=controls(first="FW"), t6=controls(first="FE"))

        assert won(sheet("revelation", played, self.START)) == ("first", "scenario")

    @pytest.mark.clause("SR-S06-6")
    def test_at_three_all_the_limits_are_lifted_and_the_first_ahead_wins(self):
        east, west = {"controls": {FIRST: ("FW",), SECOND: ("FE",)}}, {"controls": {FIRST: ("FE",), SECOND: ("FW",)}}
        level = turns(7, t4=controls(first="FW"), t5=west, t6={"controls": {SECOND: ("FW",)}}, t7=east)
        scored = sheet("revelation", level, self.START)

        assert isinstance(scored, Tally)
        assert points(scored) == (3, 3)
        assert scored.lifted
        more = sheet("revelation", [*level, turn(8, **controls(first="FW"))], self.START)
        assert (points(more), won(more)) == ((4, 3), ("first", "scenario"))


class TestIncursion:
    @pytest.mark.clause("SR-S07-2", "SR-S07-3", "SR-OBJ-4")
    def test_one_flag_leaves_and_each_other_scores(self):
        start = Start(removed="FC")

        assert points(sheet("incursion", turns(4, t4=controls(first=("FW", "FE"))), start)) == (2, 0)
        assert code(sheet("incursion", turns(4, t4=controls(first="FC")), start))[1] == "element-gone"
        assert code(sheet("incursion", turns(4, t4=controls(first="FW")))) == ("SR-S07-2", "match-draw-needed")

    @pytest.mark.clause("SR-S07-4")
    def test_three_with_a_lead_wins(self):
        played = turns(5, t4=controls(first=("FW", "FE")), t5=controls(first="FW"))

        assert won(sheet("incursion", played, Start(removed="FC"))) == ("first", "scenario")


@pytest.mark.clause("SR-S08-2", "SR-S08-3")
def test_outflank_scores_each_zone_and_is_won_at_three():
    played = turns(5, t4=controls(first=("ZW", "ZE")), t5=controls(first="ZE"))
    scored = sheet("outflank_outfight_outlast", played)

    assert (points(scored), won(scored)) == ((3, 0), ("first", "scenario"))


@pytest.mark.clause("SR-S09-2", "SR-S09-3")
def test_capture_the_flag_scores_the_flag_in_the_opponents_half():
    played = turns(5, t4=controls(second="F1"), t5=controls(second="F1"))

    assert points(sheet("capture_the_flag", turns(4, t4=controls(first="F1")))) == (0, 0)
    assert won(sheet("capture_the_flag", played)) == ("second", "scenario")


@pytest.mark.clause("SR-S10-3", "SR-S10-5")
def test_grind_scores_each_objective_in_the_zone_of_the_opponents_half():
    both = {"objectives": {"OW": "Z2", "OE": "Z2"}}
    split = {"objectives": {"OW": "Z2", "OE": "Z1"}}

    assert won(sheet("grind", turns(4, t4=both))) == ("first", "scenario")
    assert points(sheet("grind", turns(4, t4=split))) == (1, 1)
    assert code(sheet("grind", turns(4, t4=controls(first="Z2"))))[1] == "fact-not-asked"


class TestDestruction:
    @pytest.mark.clause("SR-S11-3")
    def test_the_opponent_of_the_half_scores_whoever_destroyed_it_at_once(self):
        assert points(sheet("destruction", turns(3, t3={"destroyed": (("OBJ1-1",),)}))) == (0, 1)

    @pytest.mark.clause("SR-OBJ-2", "SR-S11-3")
    @pytest.mark.parametrize("index", [1, 2])
    def test_nothing_is_damaged_in_the_first_game_round(self, index: int):
        played = turns(index, **{f"t{index}": {"destroyed": (("OBJ1-2",),)}})

        assert code(sheet("destruction", played)) == ("SR-OBJ-2", "objective-shielded")

    @pytest.mark.clause("SR-S11-2", "SR-OBJ-4")
    def test_the_second_objective_of_a_half_stands_from_the_next_turn_on(self):
        early = turns(3, t3={"destroyed": (("OBJ1-2",), ("OBJ2-2",))})
        later = turns(4, t3={"destroyed": (("OBJ1-2",),)}, t4={"destroyed": (("OBJ2-2",),)})

        assert code(sheet("destruction", early))[1] == "element-gone"
        assert won(sheet("destruction", later)) == ("first", "scenario")

    @pytest.mark.clause("SR-S11-1")
    def test_one_objective_of_each_half_stands_at_the_start(self):
        begun = sheet("destruction", [])
        assert isinstance(begun, Tally)

        assert set(begun.gone) == {"OBJ2-1", "OBJ2-2"}

    @pytest.mark.clause("SR-S11-4", "SR-WIN-2")
    def test_two_points_win_during_the_turn(self):
        played = turns(5, t3={"destroyed": (("OBJ1-2",),)}, t5={"destroyed": (("OBJ2-2",), ("OBJ1-1",))})
        scored = sheet("destruction", played)

        assert (points(scored), won(scored)) == ((2, 0), ("first", "scenario"))

    @pytest.mark.clause("SR-S11-5")
    def test_one_event_that_gives_both_their_second_point_wins_nothing(self):
        played = turns(5, t3={"destroyed": (("OBJ1-2", "OBJ1-1"),)}, t5={"destroyed": (("OBJ2-2", "OBJ2-1"),)})
        scored = sheet("destruction", played)

        assert (points(scored), won(scored)) == ((2, 2), None)
        assert isinstance(scored, Tally)
        assert not scored.over


@pytest.mark.clause("SR-S12-2", "SR-S12-3")
def test_the_gauntlet_is_won_by_two_points_in_the_far_zone():
    assert won(sheet("gauntlet", turns(5, t4=controls(second="Z1"), t5=controls(second="Z1")))) == (
        "second",
        "scenario",
    )


@pytest.mark.clause("SR-S13-2", "SR-S13-3", "SR-S13-4")
def test_command_and_control_needs_a_caster_at_any_flag():
    with_caster = {**controls(first="Z"), "caster_contests": {FIRST: ("FN",)}}
    of_the_other = {**controls(first="Z"), "caster_contests": {SECOND: ("FN",)}}

    assert points(sheet("command_and_control", turns(4, t4=controls(first="Z")))) == (0, 0)
    assert points(sheet("command_and_control", turns(4, t4=of_the_other))) == (0, 0)
    assert points(sheet("command_and_control", turns(4, t4=with_caster))) == (1, 0)
    assert points(sheet("command_and_control", turns(4, t4=controls(first="FN")))) == (0, 0)
    assert won(sheet("command_and_control", turns(5, t4=with_caster, t5=with_caster))) == ("first", "scenario")


@pytest.mark.clause("SR-S14-2", "SR-S14-3", "SR-S14-4")
def test_diversion_needs_the_far_zone_contested_and_scores_the_flag_on_one_s_right():
    right = {**controls(first="F1"), "contests": {FIRST: ("Z2",)}}
    wrong_flag = {**controls(first="F2"), "contests": {FIRST: ("Z2",)}}
    wrong_zone = {**controls(first="F1"), "contests": {FIRST: ("Z1",)}}

    assert points(sheet("diversion", turns(4, t4=right))) == (1, 0)
    assert points(sheet("diversion", turns(4, t4=wrong_flag))) == (0, 0)
    assert points(sheet("diversion", turns(4, t4=wrong_zone))) == (0, 0)
    assert points(sheet("diversion", turns(4, t4=controls(first="Z2")))) == (0, 0)
    assert won(sheet("diversion", turns(5, t4=right, t5=right))) == ("first", "scenario")


@pytest.mark.clause("SR-S16-2", "SR-S16-3", "SR-S16-5")
def test_sacrifice_needs_a_model_at_the_flag():
    touching = {**controls(first="Z"), "touches": {FIRST: ("F",), SECOND: ("F",)}}

    assert points(sheet("sacrifice", turns(4, t4=controls(first="Z")))) == (0, 0)
    assert points(sheet("sacrifice", turns(4, t4=touching))) == (1, 0)
    assert won(sheet("sacrifice", turns(5, t4=touching, t5=touching))) == ("first", "scenario")


@pytest.mark.clause("SR-S16-4", "SR-S10-2", "SR-S10-4")
def test_what_happens_on_the_table_after_scoring_is_a_reminder():
    assert scenario("sacrifice").reminders == ("SR-S16-4",)
    assert scenario("grind").reminders == ("SR-S10-2", "SR-S10-4")


class TestKillBox:
    OUT: ClassVar = {"casters_out": True}

    @pytest.mark.clause("SR-S02-2", "SR-S02-3")
    def test_a_caster_outside_at_the_end_of_one_s_own_turn_loses_the_game(self):
        scored = sheet("kill_box", turns(3, t3=self.OUT))

        assert won(scored) == ("second", "assassination")
        assert isinstance(scored, Tally)
        assert scored.win is not None
        assert scored.win.cause == "kill_box"
        assert scored.casters == {FIRST: 0, SECOND: 1}

    @pytest.mark.clause("SR-S02-2")
    def test_the_first_game_round_is_free(self):
        assert won(sheet("kill_box", turns(2, t1=self.OUT, t2=self.OUT))) is None

    @pytest.mark.clause("SR-S02-2")
    def test_one_of_two_casters_outside_costs_both(self):
        scored = sheet("kill_box", turns(3, t3=self.OUT), Start(casters={FIRST: 2, SECOND: 1}))

        assert won(scored) == ("second", "assassination")

    @pytest.mark.clause("SR-S02-2")
    def test_positions_tell_whose_casters_are_outside(self):
        ours, theirs = entry("haley", "caster", model(24, 24)), entry("sorscha", "caster", model(5, 40), side=SECOND)
        out = entry("haley", "caster", model(11.4, 24))

        assert won(sheet("kill_box", turns(3, t3={"entries": (ours, theirs)}))) is None
        assert won(sheet("kill_box", turns(3, t3={"entries": (out, theirs)}))) == ("second", "assassination")
        touching = entry("haley", "caster", model(11.5, 24))
        assert won(sheet("kill_box", turns(3, t3={"entries": (touching, theirs)}))) is None

    @pytest.mark.clause("SR-S02-3")
    def test_an_event_may_count_it_as_a_scenario_win(self):
        assert won(sheet("kill_box", turns(3, t3=self.OUT), kill_box_counts_as="scenario")) == ("second", "scenario")

    @pytest.mark.clause("SR-S02-1")
    def test_there_are_no_control_points(self):
        scoring = scenario("kill_box").scoring
        assert isinstance(scoring, Awards)

        assert scoring.awards == ()
        assert code(sheet("kill_box", turns(4, t4=controls(first="BOX"))))[1] == "fact-not-asked"


class TestCasters:
    @pytest.mark.clause("SR-WIN-1")
    def test_who_alone_has_casters_wins_at_once(self):
        assert won(sheet("overrun", turns(1, t1={"casters_lost": ({SECOND: 1},)}))) == ("first", "assassination")

    @pytest.mark.clause("SR-WIN-1")
    def test_the_last_caster_counts_not_the_first(self):
        start = Start(casters={FIRST: 1, SECOND: 2})

        assert won(sheet("overrun", turns(1, t1={"casters_lost": ({SECOND: 1},)}), start)) is None
        assert won(sheet("overrun", turns(1, t1={"casters_lost": ({SECOND: 1}, {SECOND: 1})}), start)) is not None

    @pytest.mark.clause("SR-WIN-14")
    def test_both_lost_at_the_same_instant_ends_the_game_without_a_winner(self):
        scored = sheet("overrun", turns(1, t1={"casters_lost": ({FIRST: 1, SECOND: 1},)}))
        assert isinstance(scored, Tally)

        assert (scored.over, scored.win) == (True, None)

    def test_nobody_loses_more_casters_than_they_have(self):
        assert code(sheet("overrun", turns(1, t1={"casters_lost": ({FIRST: 2},)})))[1] == "too-many-casters"

    @pytest.mark.clause("SR-VWIN-2")
    def test_without_assassination_the_game_goes_on_until_an_army_is_gone(self):
        lost, wiped = {"casters_lost": ({SECOND: 1},)}, {"wiped_out": (SECOND,)}

        assert won(sheet("overrun", turns(1, t1=lost), no_assassination=True)) is None
        assert won(sheet("overrun", turns(2, t1=lost, t2=wiped), no_assassination=True)) == ("first", "wipe_out")
        assert code(sheet("overrun", turns(1, t1=wiped)))[1] == "fact-not-asked"

    def test_victory_ends_the_sheet(self):
        played = turns(2, t1={"casters_lost": ({SECOND: 1},)})

        assert code(sheet("overrun", played))[1] == "match-over"


@pytest.mark.clause("SR-CTRL-7")
def test_nobody_controls_what_the_opponent_controls_or_contests():
    both = {"controls": {FIRST: ("Z",), SECOND: ("Z",)}}
    contested = {**controls(first="Z"), "contests": {SECOND: ("Z",)}}

    assert code(sheet("overrun", turns(4, t4=both))) == ("SR-CTRL-7", "controlled-and-contested")
    assert code(sheet("overrun", turns(4, t4=contested))) == ("SR-CTRL-7", "controlled-and-contested")


@pytest.mark.clause("SR-SC-5")
@pytest.mark.parametrize("id", sorted({one.id for one in every("steamroller_2011")} - {"demolition", "kill_box"}))
def test_control_points_are_never_taken_back(id: str):
    start = Start(first_flag="FW", removed="FC")
    seen = [(0, 0)]
    places = [one.id for one in scenario(id).elements if one.kind in ("zone", "flag") and one.id != "FC"]
    for last in range(1, 8):
        scored = sheet(id, [turn(n, **_some(id, places, n)) for n in range(1, last + 1)], start)
        if isinstance(scored, Refusal):
            break
        seen.append(points(scored))

    assert seen == sorted(seen)
    assert len(seen) > 4


def _some(id: str, places: list[str], index: int) -> dict[str, Any]:
    """Facts that move from place to place and from side to side."""
    if id in ("grind", "destruction"):
        return {}
    return controls(**{("first", "second")[index % 2]: places[index % len(places)]})


@pytest.mark.clause("SR-SC-6")
def test_positions_and_plain_facts_give_the_same_score():
    inside = entry("jack", "warjack", model(24, 24), cost=7)
    from_positions = sheet("overrun", turns(4, t4={"entries": (inside,)}))

    assert points(from_positions) == points(sheet("overrun", turns(4, t4=controls(first="Z")))) == (1, 0)
    both = {"entries": (inside,), **controls(first="Z")}
    assert code(sheet("overrun", turns(4, t4=both))) == ("SR-SC-6", "facts-both-ways")


def test_a_win_names_the_clause_that_gives_it():
    scored = sheet("overrun", turns(5, t4=controls(second="Z"), t5=controls(second="Z")))
    assert isinstance(scored, Tally)
    assert scored.win is not None

    assert (scored.win.clause, scored.win.kind) == ("SR-S01-3", WinKind.SCENARIO)
