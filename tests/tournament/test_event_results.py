from __future__ import annotations

from fractions import Fraction

import pytest

from heraut.kernel.message import shown
from heraut.tournament import engine
from heraut.tournament.corrections import Consequences, consequences
from heraut.tournament.results import CorrectResult, ReportResult, ResultSettled, RoundCompleted, SettleResult
from heraut.tournament.saga.organisation import markers_needed, material, saga_scenarios
from heraut.tournament.saga.scoring import Bonus, ByHand, SagaReport
from heraut.tournament.standings.event import games, rows
from heraut.tournament.state import BetweenRounds, Over
from heraut.tournament.steamroller.lists import ChooseList
from heraut.tournament.steamroller.record_sheet import SheetRow, record_sheet
from heraut.tournament.steamroller.scoring import SteamrollerReport, SteamrollerWin
from tournament.build import (
    ANA,
    ORG,
    REF,
    after,
    closed,
    events,
    first_wins,
    kinds,
    pairs,
    published,
    refused,
    saga,
    score,
    settle,
    steamroller,
    win,
)


def playing(**settings):
    """Two players at table 1 of a SAGA round: the state, and the two in the order of the table."""
    state = published(closed(saga(2, **settings)))
    return state, *state.rounds[0].tables[1].seats


def duel(**settings):
    """The same in Steamroller."""
    state = published(closed(steamroller(2, **settings)))
    return state, *state.rounds[0].tables[1].seats


def test_two_equal_reports_settle_a_game():
    state, one, other = playing()
    report = score(state, 1, 23, 19)
    half = after(state, ReportResult(one, report=report))

    assert events(half, ReportResult(other, report=report))[1:] == (
        ResultSettled(round=1, table=1, report=report, winner=one, points={one: 12, other: 8}),
        RoundCompleted(round=1),
    )


@pytest.mark.clause("ST-MAT-5")
def test_two_different_reports_wait_until_the_players_or_an_official_agree():
    state, one, other = playing()
    right, wrong = score(state, 1, 23, 19), score(state, 1, 19, 23)
    differ = after(state, ReportResult(one, report=right), ReportResult(other, report=wrong))

    assert differ.rounds[0].tables[1].disputed
    assert ("referee", "tournament-dispute") in [(one.seat, one.code) for one in engine.awaits(differ, None)]
    assert kinds(differ, ReportResult(other, report=right)) == ["ResultReported", "ResultSettled", "RoundCompleted"]
    assert kinds(differ, SettleResult(REF, round=1, table=1, report=right)) == ["ResultSettled", "RoundCompleted"]


def test_a_report_is_hidden_from_the_opponent_until_both_are_in():
    state, one, other = playing()
    said = ReportResult(one, report=score(state, 1, 23, 19))
    half = after(state, said)

    def reports(state, viewer):
        return engine.view(state, viewer).played[0].tables[0].reports

    assert [set(reports(half, viewer)) for viewer in (one, other, REF, None)] == [{one}, set(), {one}, set()]
    assert engine.view(half, other).played[0].tables[0].reported == (one,)
    (event,) = events(state, said)
    assert type(shown(event, other)).__name__ == "Outline"
    both = after(half, ReportResult(other, report=score(state, 1, 1, 2)))
    assert [set(reports(both, viewer)) for viewer in (one, other, None)] == [{one, other}, {one, other}, set()]


@pytest.mark.clause("HOUSE-PHASE-1")
def test_a_page_from_an_earlier_round_does_no_harm():
    state = published(first_wins(published(closed(steamroller(4)))))
    stale = ReportResult(ANA, report=win(ANA), round=1)

    assert refused(state, stale) == [("HOUSE-PHASE-1", "round-past")]
    assert refused(state, ChooseList(ANA, list_number=1, round=1)) == [("HOUSE-PHASE-1", "round-past")]
    assert kinds(state, ReportResult(ANA, report=win(ANA), round=2)) == ["ResultReported"]


def test_an_official_may_settle_at_any_time_and_a_settled_game_takes_no_report():
    state = published(closed(saga(4)))
    done = after(state, settle(state, 1, score(state, 1, 3, 1)))
    one = done.rounds[0].tables[1].seats[0]

    assert refused(done, ReportResult(one, report=score(done, 1, 3, 1))) == [("HOUSE-PHASE-1", "result-settled")]
    assert refused(done, settle(done, 1, score(done, 1, 9, 1))) == [("HOUSE-PHASE-1", "result-settled")]
    assert refused(done, settle(done, 7, score(done, 1, 9, 1))) == [("HOUSE-PHASE-1", "event-table-unknown")]


@pytest.mark.clause("ST-PTS-6", "ST-PTS-7")
def test_a_report_that_cannot_be_is_refused():
    state, one, _ = playing()

    assert refused(state, ReportResult(one, report=score(state, 1, 4, 4))) == [
        ("ST-PTS-7", "result-first-player-missing")
    ]
    assert refused(state, ReportResult(one, report=score(state, 1, -4, 4))) == [("ST-PTS-6", "result-victory-points")]
    assert refused(state, ReportResult(one, report=SteamrollerReport())) == [("HOUSE-PHASE-1", "result-wrong-format")]


@pytest.mark.clause("ST-PTS-11", "ST-LOSS-8", "ST-PTS-2")
def test_points_follow_the_events_own_settings():
    state, one, other = playing(bonus_points=(Bonus("warlord", 1),))
    report = score(state, 1, 23, 19, bonuses={other: ("warlord",)})

    assert events(state, settle(state, 1, report))[0].points == {one: 12, other: 9}


@pytest.mark.clause("ST-ORG-1")
def test_an_official_can_always_enter_a_result_by_hand():
    state, one, other = playing()
    nobody = SagaReport({}, by_hand=ByHand({one: Fraction(1), other: Fraction(0)}))

    assert refused(state, ReportResult(one, report=nobody)) == [("ST-ORG-1", "result-by-hand")]
    (settled, *_) = events(state, SettleResult(REF, round=1, table=1, report=nobody))
    assert (settled.winner, settled.points) == (None, {one: 1, other: 0})
    wrong = SagaReport({}, by_hand=ByHand({one: Fraction(-1)}, winner=other))
    assert refused(state, SettleResult(REF, round=1, table=1, report=wrong)) == [
        ("ST-ORG-1", "result-by-hand-seats"), ("ST-ORG-1", "result-by-hand-points"),
    ]  # fmt: skip


@pytest.mark.clause("ST-PTS-8")
def test_what_makes_up_victory_points_depends_on_the_scenario():
    assert {row.id: (row.objectives, row.massacre) for row in saga_scenarios()} == {
        "clash": (False, "added"),
        "capture": (True, "unused"),
        "conquest": (True, "added"),
        "advance": (True, "unused"),
        "desecration": (False, "capped"),
        "diagonal": (True, "added"),
    }


@pytest.mark.clause("SR-RANK-1", "SR-WIN-13")
@pytest.mark.parametrize(
    "kind", [SteamrollerWin.ASSASSINATION, SteamrollerWin.SCENARIO, SteamrollerWin.TB1, SteamrollerWin.CONCESSION]
)
def test_a_win_is_one_point_and_a_loss_or_a_draw_none(kind):
    state, one, other = duel()

    assert events(state, settle(state, 1, win(other, kind)))[0].points == {one: 0, other: 1}
    assert events(state, settle(state, 1, SteamrollerReport()))[0].points == {one: 0, other: 0}


@pytest.mark.clause("SR-WIN-15", "SR-VRANK-4", "SR-S02-3")
def test_how_a_game_was_won_is_kept_and_kill_box_counts_as_the_event_says():
    def kind(report, **settings):
        state, _, _ = duel(**settings)
        return games(after(state, settle(state, 1, report)))[0].kind

    box = SteamrollerReport(ANA, SteamrollerWin.ASSASSINATION, kill_box=True)
    assert kind(win(ANA, SteamrollerWin.CONCESSION)) == "concession"
    assert kind(box) == "assassination"
    assert kind(box, kill_box_counts_as="scenario") == "scenario"


@pytest.mark.clause("SR-VRANK-6", "SR-PICK-5", "SR-DEST-10")
def test_survivors_are_counted_on_the_list_that_was_played():
    state, one, other = duel(variants={"rank_survival": True})
    chosen = after(state, ChooseList(one, list_number=1), ChooseList(other, list_number=2))
    report = SteamrollerReport(one, SteamrollerWin.SCENARIO, {}, {one: 60, other: 20})
    rows = engine.view(after(chosen, settle(chosen, 1, report)), None).standings

    assert {row.id: row.values["surviving"] for row in rows} == {one: 35, other: 0}


def corrected_event():
    """Eight players after two rounds of SAGA, with round 3 published; and the losing side of table 1 of round 1."""
    state = closed(saga(8))
    state = published(first_wins(published(first_wins(published(state)))))
    table = state.rounds[0].tables[1]
    return state, SagaReport({table.seats[0]: 0, table.seats[1]: 40})


@pytest.mark.clause("ST-PAIR-11", "ST-OFF-5")
def test_any_old_result_can_be_corrected_and_published_pairings_stay():
    state, report = corrected_event()
    command = CorrectResult(ORG, round=1, table=1, report=report, reason="sheets swapped")
    (event,) = events(state, command)
    done = after(state, command)

    assert (event.by, event.reason) == (ORG, "sheets swapped")
    assert pairs(done) == pairs(state)
    assert engine.view(done, None).standings != engine.view(state, None).standings
    assert done.rounds[0].tables[1].result.corrected


@pytest.mark.clause("ST-PAIR-11")
def test_a_correction_shows_first_what_it_would_change():
    state, report = corrected_event()
    found = consequences(state, 1, 1, report)
    done = after(state, CorrectResult(ORG, round=1, table=1, report=report, reason="swapped"))
    before = {row.id: (row.rank, row.values) for row in engine.view(state, None).standings}
    later = {row.id: (row.rank, row.values) for row in engine.view(done, None).standings}

    assert isinstance(found, Consequences)
    assert {change.seat for change in found.standings} == {seat for seat in later if later[seat] != before[seat]}
    assert [change.round for change in found.pairings] == [2, 3]
    assert all(set(change.published).isdisjoint(change.instead) for change in found.pairings)


def test_a_correction_that_changes_no_points_changes_no_pairing():
    state, _ = corrected_event()
    one, other = state.rounds[0].tables[1].seats
    same_worth = SagaReport({one: 13, other: 6})

    assert consequences(state, 1, 1, same_worth) == Consequences((), ())


def test_a_correction_needs_a_result_a_change_and_a_reason():
    state, report = corrected_event()
    old = state.rounds[0].tables[1].result.report

    def correct(**fields):
        return CorrectResult(REF, **{"round": 1, "table": 1, "report": report, "reason": "why"} | fields)

    assert refused(state, correct(round=3)) == [("HOUSE-PHASE-1", "result-missing")]
    assert refused(state, correct(report=old)) == [("HOUSE-PHASE-1", "result-same")]
    assert refused(state, correct(reason="")) == [("ST-OFF-5", "event-reason-missing")]
    assert refused(state, CorrectResult(ANA, round=1, table=1, report=report, reason="me")) == [
        ("HOUSE-SEAT-1", "not-your-seat")
    ]


@pytest.mark.clause("SR-ROUND-6")
def test_a_correction_may_end_the_event_or_open_it_again():
    state, one, other = duel()
    ended = after(state, settle(state, 1, win(one)))
    assert ended.stage == Over(1, "sole-leader", one)
    undrawn = CorrectResult(ORG, round=1, table=1, report=SteamrollerReport(), reason="it was a draw")

    assert consequences(ended, 1, 1, SteamrollerReport()).reopens
    reopened = after(ended, undrawn)
    assert reopened.stage == BetweenRounds(2)
    back = CorrectResult(ORG, round=1, table=1, report=win(other), reason="it was not")
    assert after(reopened, back).stage == Over(1, "sole-leader", other)
    assert consequences(reopened, 1, 1, win(other)).ends


@pytest.mark.clause("SR-ROUND-6")
def test_a_correction_after_a_later_round_was_published_ends_nothing():
    state = published(first_wins(published(closed(steamroller(4)))))
    fixed = CorrectResult(ORG, round=1, table=1, report=SteamrollerReport(), reason="draw")

    assert kinds(state, fixed) == ["ResultCorrected"]


@pytest.mark.clause("SR-SHEET-1", "SR-SHEET-2", "SR-SHEET-3", "SR-SHEET-4", "SR-SHEET-7")
def test_the_record_sheet_has_a_row_per_round_of_the_event_and_totals():
    state = closed(steamroller(4))
    state = first_wins(published(state))
    table = state.rounds[0].tables[1]
    one, other = table.seats
    sheet, loser = record_sheet(state, one, one), record_sheet(state, other, other)
    number, name = state.players[other].number, state.players[other].name

    assert (sheet.name, sheet.number, len(sheet.lists)) == (state.players[one].name, state.players[one].number, 2)
    assert sheet.rows == (
        SheetRow(1, number, name, "W", 1, 2, 10, kind="scenario"),
        SheetRow(2),
        SheetRow(3),
    )
    assert (sheet.points, sheet.control_points, sheet.destroyed) == (1, 2, 10)
    assert (loser.rows[0].result, loser.points) == ("L", 0)


@pytest.mark.clause("SR-SHEET-4", "SR-SHEET-6")
def test_sub_totals_run_from_round_two_and_a_bye_is_one_nought_nought():
    state = closed(steamroller(5, variants={"rounds": 2}))
    state = first_wins(published(first_wins(published(state))))
    bye = record_sheet(state, state.rounds[0].bye, None)

    assert bye.rows[0] == SheetRow(1, result="bye", points=1, control_points=0, destroyed=0)
    assert bye.rows[1].subtotal == 1 + bye.rows[1].points


@pytest.mark.clause("ST-MAT-1", "ST-MAT-2")
def test_the_welcome_sheet_lists_what_to_bring_and_can_be_edited():
    counts = {row.item: row.count for row in material(saga(2).settings.material)}

    assert len(counts) == 10
    assert (counts["bring-objective-markers"], counts["bring-band-sheets"], counts["bring-terrain-small"]) == (3, 2, 3)
    assert [row.item for row in material(saga(2, material=("a smile",)).settings.material)] == ["a smile"]


@pytest.mark.clause("ST-MAT-3")
def test_advance_needs_five_markers_and_desecration_six():
    assert [markers_needed(slug) for slug in ("capture", "advance", "desecration")] == [3, 5, 6]


def test_everybody_may_read_a_settled_result():
    state, one, other = playing()
    done = after(state, settle(state, 1, score(state, 1, 3, 9)))
    result = engine.view(done, None).played[0].tables[0].result

    assert (result.winner, result.points, result.by) == (other, {one: 8, other: 12}, ORG)


def test_standings_are_worked_out_once_for_the_same_state_and_anew_for_another():
    state = published(closed(saga(4)))
    done = first_wins(state)

    assert rows(done) is rows(done)
    assert rows(state) != rows(done)
    assert rows(state) == rows(published(closed(saga(4))))
