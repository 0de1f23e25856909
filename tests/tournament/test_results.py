from fractions import Fraction

import pytest

from heraut.kernel.refusal import Refusal
from heraut.rulesets.tables import Span
from heraut.tournament.saga.scoring import (
    Bonus,
    ForfeitPoints,
    PointsRow,
    SagaPoints,
    SagaReport,
    points_table,
    score_saga,
    table_faults,
)
from heraut.tournament.steamroller.scoring import (
    Remains,
    SteamrollerReport,
    SteamrollerWin,
    destroyed_points,
    remains_faults,
    report_faults,
    surviving_points,
)
from heraut.tournament.steamroller.variants import Variants
from heraut.warband.army_line import Attachment
from heraut.warband.army_line import EntryKind as Kind

TABLE = ("ana", "ben")


def report(ana=0, ben=0, **more):
    return SagaReport({"ana": ana, "ben": ben}, **more)


def scored(given, **rules):
    outcome = score_saga(given, TABLE, **rules)
    assert isinstance(outcome, SagaPoints), outcome
    return outcome.winner, outcome.points["ana"], outcome.points["ben"]


def codes(outcome):
    assert isinstance(outcome, Refusal), outcome
    return [fault.code for fault in outcome.all()]


@pytest.mark.clause("ST-PTS-1", "ST-PTS-2")
def test_twenty_three_to_nineteen_is_twelve_to_eight():
    assert scored(report(23, 19)) == ("ana", 12, 8)
    assert scored(report(19, 23)) == ("ben", 8, 12)


@pytest.mark.clause("ST-PTS-2")
@pytest.mark.parametrize(
    ("differences", "winner", "loser"),
    [
        ((1, 3), 11, 9), ((4, 6), 12, 8), ((7, 10), 13, 7), ((11, 15), 14, 6), ((16, 20), 15, 5), ((21, 25), 16, 4),
        ((26, 30), 17, 3), ((31, 35), 18, 2), ((36, 37, 400), 19, 1),
    ],
)  # fmt: skip
def test_the_points_table_at_both_ends_of_each_line(differences, winner, loser):
    for difference in differences:
        assert scored(report(difference, 0)) == ("ana", winner, loser)


@pytest.mark.clause("ST-PTS-3", "ST-PTS-4", "ST-PTS-5")
def test_level_scores_are_won_by_the_first_player_in_halves():
    assert scored(report(7, 7, first_player="ben")) == ("ben", Fraction(10), Fraction(21, 2))


@pytest.mark.clause("ST-PTS-6")
def test_victory_points_are_whole_numbers_from_nought():
    assert codes(score_saga(report(-1, 3), TABLE)) == ["result-victory-points"]
    assert scored(report(0, 1)) == ("ben", 9, 11)


@pytest.mark.clause("ST-PTS-7")
def test_only_a_level_result_must_say_who_went_first():
    assert codes(score_saga(report(4, 4), TABLE)) == ["result-first-player-missing"]
    assert scored(report(4, 3)) == ("ana", 11, 9)


@pytest.mark.clause("ST-PTS-9")
@pytest.mark.parametrize(
    "spans",
    [
        [Span(1)],
        [Span(0, 3), Span(5)],
        [Span(0, 3), Span(3)],
        [Span(0, 3)],
        [],
    ],
)
def test_an_edited_table_covers_every_difference_once_and_ends_open(spans):
    assert codes(table_faults([PointsRow(span, Fraction(2), Fraction(0)) for span in spans])) == ["points-table"]


@pytest.mark.clause("ST-PTS-9", "ST-PTS-2")
def test_an_edited_table_is_used():
    table = [PointsRow(Span(0, 0), Fraction(1), Fraction(1)), PointsRow(Span(1), Fraction(3), Fraction(0))]

    assert table_faults(table) is None
    assert table_faults(points_table()) is None
    assert scored(report(5, 0), table=table) == ("ana", 3, 0)


@pytest.mark.clause("ST-PTS-11")
def test_a_bonus_adds_points_and_changes_no_win():
    bonus = Bonus("warlord", Fraction(1))

    assert scored(report(5, 0, bonuses={"ben": ("warlord",)}), bonuses=[bonus]) == ("ana", 12, 9)
    assert codes(score_saga(report(5, 0, bonuses={"ben": ("painting",)}), TABLE, bonuses=[bonus])) == [
        "result-unknown-bonus"
    ]


@pytest.mark.clause("ST-LOSS-1", "ST-LOSS-2", "ST-LOSS-3", "ST-LOSS-4")
def test_a_sudden_loss_is_one_to_nineteen_even_when_the_loser_was_ahead():
    assert scored(report(40, 0, sudden_loss="ana")) == ("ben", 1, 19)
    assert scored(SagaReport({}, sudden_loss="ben")) == ("ana", 19, 1)


@pytest.mark.clause("ST-LOSS-7")
def test_at_most_one_player_can_lose_at_once():
    assert codes(score_saga(report(sudden_loss="ana", forfeit="ben"), TABLE)) == ["result-two-losers"]


@pytest.mark.clause("ST-LOSS-8")
def test_a_forfeit_is_nineteen_to_one_unless_the_event_says_otherwise():
    assert scored(SagaReport({}, forfeit="ana")) == ("ben", 1, 19)
    assert scored(SagaReport({}, forfeit="ana"), forfeit=ForfeitPoints(Fraction(15), Fraction(0))) == ("ben", 0, 15)
    assert scored(SagaReport({}, sudden_loss="ana"), forfeit=ForfeitPoints(Fraction(15), Fraction(0))) == ("ben", 1, 19)


def test_a_report_names_the_two_players_of_the_table_only():
    assert codes(score_saga(SagaReport({"ana": 3, "zoe": 1}), TABLE)) == ["unknown-seat", "result-points-missing"]


def remains(kind: Kind, cost: int = 0, figures: int = 1, left: int = 0, **more) -> Remains:
    return Remains(kind=kind, cost=cost, figures=figures, left=left, **more)


def unit(cost, initial, left, **more):
    return remains(Kind.UNIT, cost, initial, left, **more)


@pytest.mark.clause("SR-DEST-1", "SR-DEST-2")
@pytest.mark.parametrize(
    ("entry", "points"),
    [
        (unit(7, 7, 3), 4), (unit(7, 7, 4), 0), (unit(7, 7, 0), 7), (unit(10, 10, 4), 5), (unit(10, 10, 5), 0),
        (unit(4, 5, 2), 2), (unit(4, 5, 3), 0), (unit(3, 1, 1), 0), (unit(3, 1, 0), 3), (unit(5, 2, 1), 0),
    ],
)  # fmt: skip
def test_a_unit_below_half_strength_gives_half_its_value_rounded_up(entry, points):
    assert destroyed_points([entry]) == points


@pytest.mark.clause("SR-DEST-3")
def test_attachments_are_part_of_the_unit():
    officer = Attachment("Officer", 2)

    assert destroyed_points([unit(5, 6, 3, attachments=(officer,))]) == 4
    assert destroyed_points([unit(5, 6, 4, attachments=(officer,))]) == 0
    assert destroyed_points([unit(5, 6, 0, attachments=(officer,))]) == 7


@pytest.mark.clause("SR-DEST-4")
def test_inert_warjacks_and_wild_warbeasts_give_their_full_value():
    assert destroyed_points([remains(Kind.WARJACK, 8, left=1, inert=True)]) == 8
    assert destroyed_points([remains(Kind.WARBEAST, 9, left=1, wild=True)]) == 9
    assert destroyed_points([remains(Kind.WARJACK, 8, left=1)]) == 0


@pytest.mark.clause("SR-DEST-5")
def test_a_caster_gives_five_and_its_companions_nothing():
    assert destroyed_points([remains(Kind.CASTER, 0), remains(Kind.COMPANION, 3)]) == 5


@pytest.mark.clause("SR-DEST-7")
def test_models_not_yet_on_the_table_are_not_destroyed():
    assert destroyed_points([unit(6, 6, 0, waiting=6)]) == 0
    assert destroyed_points([unit(6, 6, 0)]) == 6


@pytest.mark.clause("SR-DEST-8")
def test_a_solo_of_several_models_is_all_or_nothing():
    assert destroyed_points([remains(Kind.SOLO, 3, 3, 1)]) == 0
    assert destroyed_points([remains(Kind.SOLO, 3, 3, 0)]) == 3


@pytest.mark.clause("SR-DEST-9")
def test_an_entry_of_several_casters_gives_five_once_when_all_are_gone():
    assert destroyed_points([remains(Kind.CASTER, 0, 2, 1)]) == 0
    assert destroyed_points([remains(Kind.CASTER, 0, 2, 0)]) == 5


@pytest.mark.clause("SR-DEST-6", "SR-DEST-10")
def test_a_total_may_exceed_the_size_of_the_event():
    assert destroyed_points([unit(30, 10, 0), remains(Kind.WARJACK, 12), remains(Kind.SOLO, 4)]) == 46


def test_impossible_remains_are_pointed_at_one_by_one():
    entries = [unit(3, 5, 6), remains(Kind.SOLO, -1), remains(Kind.SOLO, 1, inert=True), unit(3, 0, 0)]

    assert codes(remains_faults(entries)) == ["remains-left", "remains-cost", "remains-state", "remains-strength"]


@pytest.mark.clause("SR-VRANK-6")
def test_survivors_are_what_was_printed_less_what_was_destroyed_and_never_below_nothing():
    assert (surviving_points(62, 20), surviving_points(62, 70)) == (42, 0)


def faults(variants=None, **given):
    refusal = report_faults(SteamrollerReport(**given), TABLE, variants or Variants())
    return [] if refusal is None else [fault.clause for fault in refusal.all()]


@pytest.mark.clause("SR-SHEET-7")
def test_a_win_says_how_and_a_draw_does_not():
    assert faults(winner="ana", kind=SteamrollerWin.SCENARIO) == []
    assert faults() == []
    assert faults(winner="ana") == ["SR-SHEET-7"]
    assert faults(kind=SteamrollerWin.SCENARIO) == ["SR-SHEET-7"]


@pytest.mark.clause("SR-VWIN-1")
def test_by_the_base_rules_games_are_won_by_assassination_by_scenario_or_by_four_conditions():
    base = ("assassination", "scenario", "tb1", "tb3", "concession", "forfeit")

    assert [kind for kind in SteamrollerWin if faults(winner="ana", kind=kind) == []] == [
        SteamrollerWin(kind) for kind in base
    ]


@pytest.mark.clause("SR-VWIN-3")
def test_without_assassination_condition_1_still_counts_unless_the_event_skips_it():
    first = SteamrollerReport("ana", SteamrollerWin.TB1)
    free = Variants(no_assassination=True)

    assert report_faults(first, TABLE, free) is None
    assert report_faults(first, TABLE, free, skip_condition_1=True).clause == "SR-VWIN-3"
    assert report_faults(first, TABLE, Variants(), skip_condition_1=True) is None


@pytest.mark.clause("SR-VWIN-2")
def test_without_assassination_games_are_won_by_wiping_out():
    free = Variants(no_assassination=True)

    assert faults(free, winner="ana", kind=SteamrollerWin.ASSASSINATION) == ["SR-VWIN-2"]
    assert faults(free, winner="ana", kind=SteamrollerWin.WIPE_OUT) == []
    assert faults(winner="ana", kind=SteamrollerWin.WIPE_OUT) == ["SR-VWIN-2"]


@pytest.mark.clause("SR-VWIN-4")
def test_without_tie_break_conditions_none_of_them_wins():
    for kind in (SteamrollerWin.TB1, SteamrollerWin.TB3):
        assert faults(Variants(no_tiebreak=True), winner="ana", kind=kind) == ["SR-VWIN-4"]


@pytest.mark.clause("SR-VTIME-15", "SR-VTIME-18", "SR-VTIME-3")
def test_a_win_on_the_clock_needs_a_reserve_and_a_condition_needs_an_end_of_time():
    assert faults(Variants(reserve=True), winner="ana", kind=SteamrollerWin.CLOCK) == []
    assert faults(winner="ana", kind=SteamrollerWin.CLOCK) == ["SR-VTIME-15"]
    assert faults(Variants(sudden_death=True), winner="ana", kind=SteamrollerWin.TB1) == ["SR-VTIME-18"]
    assert faults(Variants(no_time_limit=True), winner="ana", kind=SteamrollerWin.TB1) == ["SR-VTIME-3"]


@pytest.mark.clause("SR-WIN-5", "SR-WIN-12")
def test_a_win_by_points_agrees_with_the_points():
    assert faults(winner="ana", kind=SteamrollerWin.TB2, control_points={"ana": 2, "ben": 1}) == []
    assert faults(winner="ana", kind=SteamrollerWin.TB2, control_points={"ana": 1, "ben": 1}) == ["SR-WIN-5"]
    assert faults(winner="ben", kind=SteamrollerWin.TB4, destroyed={"ana": 9, "ben": 1}) == ["SR-WIN-12"]


def test_points_below_nought_and_strangers_are_refused():
    assert faults(control_points={"ana": -1}, destroyed={"zoe": 3}) == ["HOUSE-SEAT-2", "SR-SHEET-3"]
