from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from heraut.kernel.names import Instant
from heraut.kernel.refusal import Refusal
from heraut.tournament import engine
from heraut.tournament.entries import Drop, EditPlayer, Register
from heraut.tournament.officials import Disqualify, Penalise, PlayerDisqualified
from heraut.tournament.pairing.contender import Apart
from heraut.tournament.planning import ChooseScenario, open_scenarios
from heraut.tournament.repairs import RepairAbandoned, RepairTables
from heraut.tournament.results import EndEvent, ReportResult
from heraut.tournament.rounds import AdjustDraft, DiscardDraft, DraftRound, LinkMatch, PublishRound
from heraut.tournament.saga.scoring import ByHand, SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.state import BetweenRounds, Over, PlayingRound
from heraut.tournament.steamroller.record_sheet import record_sheet
from heraut.tournament.steamroller.scoring import SteamrollerReport
from heraut.tournament.steamroller.settings import FinalTie, SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from tournament.build import (
    ANA,
    BEN,
    CHLOE,
    DAVID,
    ORG,
    REF,
    after,
    closed,
    drafted,
    events,
    first_wins,
    kinds,
    pairs,
    published,
    refused,
    roll,
    saga,
    score,
    settle,
    steamroller,
    win,
)


def played_out(state):
    """All rounds to the end, every table won by its first seat."""
    state = closed(state)
    while isinstance(state.stage, BetweenRounds):
        state = first_wins(published(state))
    return state


@pytest.mark.clause("ST-RND-1", "ST-RND-4", "ST-ORG-4")
def test_a_one_day_event_has_three_swiss_rounds():
    state = played_out(saga(6))

    assert (len(state.rounds), [one.ranking for one in state.rounds]) == (3, [False] * 3)
    assert state.stage == Over(3, "all-rounds")


@pytest.mark.clause("ST-RND-2", "ST-RND-4", "ST-ORG-4")
def test_a_two_day_event_has_four_swiss_rounds_and_a_ranking_round():
    state = played_out(saga(6, preset="two_days"))

    assert [one.ranking for one in state.rounds] == [False] * 4 + [True]


@pytest.mark.clause("ST-RND-3")
def test_swiss_rounds_and_ranking_round_can_be_set_apart():
    settings = SagaSettings(allowed_ages=("dark",), swiss_rounds=2, ranking_round=True)

    assert (settings.swiss, settings.rounds) == (2, 3)
    assert engine.start(SagaSettings(allowed_ages=("dark",), swiss_rounds=0), engine.rules).clause == "ST-RND-3"
    assert engine.start(SagaSettings(allowed_ages=("dark",), preset="week"), engine.rules).clause == "ST-RND-4"


@pytest.mark.clause("ST-RND-5", "SR-PAIR-2")
@pytest.mark.parametrize("event", [saga, steamroller])
def test_a_round_is_paired_only_when_every_result_of_the_last_is_there(event):
    state = published(closed(event(4)))
    tables = list(state.rounds[0].tables)
    half = after(state, settle(state, tables[0], _won(state, tables[0])))

    assert refused(half, DraftRound(ORG)) == [("HOUSE-PHASE-1", "wrong-phase")]
    whole = after(half, settle(half, tables[1], _won(half, tables[1])))
    assert isinstance(whole.stage, BetweenRounds)


def _won(state, table):
    seats = state.rounds[-1].tables[table].seats
    return score(state, table, 9, 2) if isinstance(state.settings, SagaSettings) else win(seats[0])


@pytest.mark.clause("SR-PAIR-10")
def test_the_same_seed_gives_the_same_draft_and_seed_and_order_are_kept():
    one, same, other = (drafted(closed(steamroller(8)), seed=seed) for seed in (7, 7, 8))

    assert one.stage == same.stage
    assert one.stage.draft.seed == 7
    assert sorted(one.stage.draft.pairing.order) == sorted(one.players)
    assert one.stage.draft.pairing != other.stage.draft.pairing


def test_the_draft_is_the_officials_alone():
    state = drafted(closed(steamroller(8)))

    assert engine.view(state, ORG).draft is not None
    assert [engine.view(state, viewer).draft for viewer in (ANA, None)] == [None, None]


@pytest.mark.clause("ST-PAIR-10")
def test_the_draft_may_be_changed_by_hand_until_it_is_published():
    state = drafted(closed(saga(4)))
    swapped = AdjustDraft(ORG, pairs=((ANA, BEN), (CHLOE, DAVID)), reason="they asked")
    (event,) = events(state, swapped)
    done = after(state, swapped, PublishRound(ORG))

    assert event.reason == "they asked"
    assert pairs(done) == {frozenset({ANA, BEN}), frozenset({CHLOE, DAVID})}
    assert done.rounds[0].adjusted
    assert refused(done, swapped) == [("HOUSE-PHASE-1", "wrong-phase")]


@pytest.mark.clause("ST-PAIR-10")
def test_a_change_by_hand_shows_what_it_breaks():
    state = drafted(first_wins(published(closed(saga(4)))))
    (first, second), (third, fourth) = [table.seats for table in state.rounds[0].tables.values()]
    (event,) = events(state, AdjustDraft(ORG, pairs=((first, second), (third, fourth))))

    assert event.breaks != ()
    (kept,) = events(state, AdjustDraft(ORG, pairs=tuple(_draft_pairs(state))))
    assert kept.breaks == ()


def _draft_pairs(state):
    return [(pair.first, pair.second) for pair in state.stage.draft.pairing.pairs]


@pytest.mark.clause("ST-PAIR-10")
def test_a_hand_made_draft_seats_everybody_once():
    state = drafted(closed(saga(4)))
    wrong = AdjustDraft(ORG, pairs=((ANA, BEN), (ANA, "zoe")), bye=CHLOE)

    assert refused(state, wrong) == [
        ("ST-PAIR-10", "draft-twice"),
        ("ST-PAIR-10", "draft-stranger"),
        ("ST-PAIR-10", "draft-missing"),
        ("ST-PAIR-7", "draft-needless-bye"),
    ]


def test_a_draft_may_be_discarded_and_made_again():
    state = after(drafted(closed(saga(4))), DiscardDraft(ORG))

    assert state.stage == BetweenRounds(1)
    assert drafted(state).stage.draft is not None


@pytest.mark.clause("SR-PAIR-8")
def test_a_rematch_has_to_be_confirmed():
    state = drafted(first_wins(published(closed(steamroller(2, early_end=False)))))
    state = after(state, ChooseScenario(ORG, round=2, scenario="grind"))

    assert refused(state, PublishRound(ORG)) == [("SR-PAIR-8", "rematch-unconfirmed")]
    assert kinds(state, PublishRound(ORG, confirm_rematches=True)) == ["RoundPublished"]


@pytest.mark.clause("SR-SCEN-3")
def test_the_organiser_alone_is_offered_scenarios_and_none_that_would_be_refused():
    state = first_wins(published(closed(steamroller(4, early_end=False))))
    offered = open_scenarios(state, ORG)

    assert offered
    assert state.rounds[0].scenario not in offered
    for slug in offered:
        assert kinds(state, ChooseScenario(ORG, round=2, scenario=slug)) == ["ScenarioPlanned"]
    assert open_scenarios(state, REF) == open_scenarios(state, None) == ()


def test_a_draft_with_somebody_who_left_is_stale():
    state = after(drafted(closed(saga(5))), Drop(ANA))

    assert refused(state, PublishRound(ORG)) == [("HOUSE-PHASE-1", "draft-stale")]


@pytest.mark.clause("ST-PAIR-11")
def test_untouched_tables_of_a_published_round_can_be_paired_anew():
    state = published(closed(saga(6)))
    tables = list(state.rounds[0].tables)
    started = after(state, settle(state, tables[0], _won(state, tables[0])))

    assert refused(started, RepairTables(ORG, tables=(1, 2))) == [("ST-PAIR-11", "table-played")]
    assert refused(started, RepairTables(ORG, tables=(2, 9))) == [("HOUSE-PHASE-1", "event-table-unknown")]
    for one_table in ((2,), (2, 2)):
        assert refused(started, RepairTables(ORG, tables=one_table)) == [("ST-PAIR-11", "repair-too-few")]
    assert events(started, RepairTables(ORG, tables=(3, 2, 3)))[0].tables == (2, 3)
    again = after(started, RepairTables(ORG, tables=(2, 3)), roll(5))
    assert again.rounds[0].tables[1] == started.rounds[0].tables[1]
    assert set(again.rounds[0].players) == set(started.rounds[0].players)
    assert list(again.rounds[0].tables) == [1, 2, 3]


@pytest.mark.clause("ST-PAIR-11")
@pytest.mark.parametrize("event", [saga, steamroller])
def test_results_that_come_in_before_the_seed_of_new_pairs_stay(event):
    due = after(published(closed(event(4))), RepairTables(ORG, tables=(1, 2)))
    played = after(due, *(settle(due, number, _won(due, number)) for number in due.rounds[0].tables))

    assert events(played, roll(5)) == (RepairAbandoned(round=1, seed=5, tables=(1, 2)),)
    assert after(played, roll(5)) == replace(played, due=None)
    assert drafted(after(played, roll(5))).stage.draft is not None


@pytest.mark.clause("ST-PAIR-11")
@pytest.mark.parametrize("event", [saga, steamroller])
def test_a_report_that_comes_in_before_the_seed_keeps_its_table(event):
    due = after(published(closed(event(6))), RepairTables(ORG, tables=(1, 2, 3)))
    begun = after(due, ReportResult(due.rounds[0].tables[2].seats[0], report=_won(due, 2)))

    repaired = events(begun, roll(5))[0]
    assert (repaired.tables, sorted(pair.table for pair in repaired.pairs)) == ((1, 3), [1, 3])
    assert after(begun, roll(5)).rounds[0].tables[2] == begun.rounds[0].tables[2]
    assert after(due, roll(5)).due is None


@pytest.mark.clause("ST-PAIR-12", "ST-PAIR-11", "HOUSE-WISH-4")
@pytest.mark.parametrize(("event", "clause"), [(saga, "ST-PAIR-12"), (steamroller, "HOUSE-WISH-4")])
def test_who_has_left_is_not_paired_anew(event, clause):
    state = published(closed(event(6)))
    leaving = Drop(state.rounds[0].tables[2].seats[1])
    gone, due = after(state, leaving), after(state, RepairTables(ORG, tables=(1, 2, 3)), leaving)

    assert refused(gone, RepairTables(ORG, tables=(1, 2))) == [(clause, "repair-left")]
    assert kinds(gone, RepairTables(ORG, tables=(1, 3))) == ["RepairBegun"]
    assert events(due, roll(5))[0].tables == (1, 3)


@pytest.mark.clause("SR-FAIR-6", "SR-ROUND-4")
def test_who_is_disqualified_while_the_seed_is_due_is_not_paired():
    due = after(closed(steamroller(2)), DraftRound(ORG))
    out = Disqualify(ORG, player=BEN, reason="cheated")
    alone = after(due, out)

    assert kinds(due, out) == ["PlayerDisqualified", "DraftDiscarded"]
    assert (alone.stage, alone.due) == (BetweenRounds(1), None)
    assert [one.code for one in engine.awaits(alone, None)] == ["tournament-too-few"]
    assert after(alone, EndEvent(ORG)).stage == Over(0, "organiser")
    absent = after(due, Register(ORG, player=CHLOE, name="Chloé"), Disqualify(ORG, player=CHLOE, reason="cheated"))
    assert (absent.stage, absent.due) == (due.stage, due.due), "nobody whom the seed would have paired"


@pytest.mark.clause("SR-ROUND-4")
def test_a_draft_without_a_pair_is_not_published_but_thrown_away():
    due = after(closed(steamroller(2)), DraftRound(ORG))
    event = PlayerDisqualified(player=BEN, by=ORG, at=Instant(0), reason="cheated")
    draft = after(engine.evolve(due, event), roll(5))  # as it was stored before

    assert ("SR-ROUND-4", "event-too-few-left") in refused(draft, PublishRound(ORG))
    assert after(draft, DiscardDraft(ORG), EndEvent(ORG)).stage == Over(0, "organiser")


@pytest.mark.clause("SR-BYE-2", "SR-BYE-8", "SR-SHEET-6")
def test_a_steamroller_bye_is_worth_one_tournament_point_and_nothing_else():
    state = first_wins(published(closed(steamroller(5))))
    bye = state.rounds[0].bye
    row = next(row for row in engine.view(state, None).standings if row.id == bye)

    assert {str(name): value for name, value in row.values.items()} == {
        "points": 1, "strength_of_opponents": 0, "control_points": 0, "destroyed": 0,
    }  # fmt: skip


@pytest.mark.clause("ST-PAIR-8")
@pytest.mark.parametrize(("settings", "expected"), [({}, (1, 11)), ({"bye_is_win": False, "bye_points": 9}, (0, 9))])
def test_a_saga_bye_is_worth_what_the_event_says(settings, expected):
    state = first_wins(published(closed(saga(5, **settings))))
    row = next(row for row in engine.view(state, None).standings if row.id == state.rounds[0].bye)

    assert (row.values["wins"], row.values["points"]) == expected


@pytest.mark.clause("SR-ROUND-1")
def test_in_each_round_everybody_plays_one_game_but_the_bye():
    state = published(closed(steamroller(7)))

    assert sorted(state.rounds[0].players) == sorted(state.players)


@pytest.mark.clause("SR-ROUND-3", "SR-ROUND-2")
def test_the_number_of_rounds_is_that_of_the_first_pairing():
    state = published(closed(steamroller(8)))
    fewer = after(state, Drop(ANA))

    assert (state.settings.round_count(state), fewer.settings.round_count(fewer)) == (3, 3)


@pytest.mark.clause("SR-ROUND-5", "SR-ROUND-7")
def test_five_players_are_over_after_two_rounds_when_one_leads_alone():
    state = closed(steamroller(5))
    state = first_wins(published(state))
    while isinstance(state.stage, BetweenRounds):
        state = first_wins(published(state))

    leader = engine.view(state, None).standings[0]
    assert state.stage == Over(len(state.rounds), "sole-leader", leader.id)
    assert len(state.rounds) <= 3


@pytest.mark.clause("SR-ROUND-7")
def test_a_bye_and_two_draws_end_nothing():
    state = published(closed(steamroller(3)))
    drawn = after(state, settle(state, 1, SteamrollerReport()))

    assert isinstance(drawn.stage, BetweenRounds)


@pytest.mark.clause("SR-ROUND-8")
def test_at_the_last_round_without_a_sole_leader_the_ranking_separates_or_rounds_are_added():
    def drawn_out(**settings):
        state = closed(steamroller(4, **settings))
        for _ in range(3):
            state = published(state)
            for table in state.rounds[-1].tables:
                state = after(state, settle(state, table, SteamrollerReport()))
        return state

    assert drawn_out().stage == Over(3, "all-rounds")
    assert drawn_out(play_until_sole_leader=True).stage == BetweenRounds(4)


@pytest.mark.clause("SR-VROUND-1")
def test_a_fixed_number_of_rounds_is_played_whoever_leads():
    state = played_out(steamroller(5, variants={"rounds": 4}))

    assert state.stage == Over(4, "all-rounds")


@pytest.mark.clause("SR-ROUND-5")
def test_the_early_end_can_be_turned_off():
    state = first_wins(published(closed(steamroller(2, early_end=False))))

    assert isinstance(state.stage, BetweenRounds)


@pytest.mark.clause("SR-VRANK-7", "SR-VRANK-8", "SR-VRANK-9")
def test_final_tables_seat_the_four_best_in_the_last_round_and_decide_three_places():
    state = closed(steamroller(8, variants={"final_tables": True}))
    for _ in range(2):
        state = first_wins(published(state))
    best = [row.id for row in engine.view(state, None).standings[:4]]
    finals = published(state)

    assert {frozenset(best[:2]), frozenset(best[2:])} <= pairs(finals)
    final, third = (finals.rounds[-1].table_of(seat) for seat in (best[0], best[2]))
    upset = after(finals, settle(finals, final.number, win(best[1])), settle(finals, third.number, win(best[3])))
    done = first_wins(upset)
    assert [row.id for row in engine.view(done, None).standings[:3]] == [best[1], best[0], best[3]]
    assert done.stage == Over(3, "all-rounds")


@pytest.mark.clause("ST-RNK-8", "ST-RNK-9", "ST-RNK-10", "ST-RNK-14")
def test_the_ranking_round_pairs_neighbours_and_alone_decides_places():
    state = closed(saga(6, swiss_rounds=1, ranking_round=True))
    swiss = first_wins(published(state))
    order = [row.id for row in engine.view(swiss, None).standings]
    last = published(swiss)

    assert pairs(last) == {frozenset(order[0:2]), frozenset(order[2:4]), frozenset(order[4:6])}
    before = {row.id: row.values for row in engine.view(last, None).standings}
    for number, table in last.rounds[-1].tables.items():
        worse = max(table.seats, key=order.index)
        points = {seat: 20 if seat == worse else 1 for seat in table.seats}
        last = after(last, settle(last, number, SagaReport(points)))
    final = engine.view(last, None).standings
    assert [row.id for row in final] == [order[1], order[0], order[3], order[2], order[5], order[4]]
    assert {row.id: row.values for row in final} == before


@pytest.mark.clause("ST-RNK-11", "ST-RNK-16")
def test_of_an_odd_number_the_last_sits_out_and_whoever_left_is_listed_last():
    swiss = first_wins(published(closed(saga(6, swiss_rounds=1, ranking_round=True))))
    first = engine.view(swiss, None).standings[0].id
    last = published(after(swiss, Drop(first)))
    rest = [row.id for row in engine.view(last, None).standings if row.id != first]

    assert last.rounds[-1].bye == rest[-1]
    final = [row.id for row in engine.view(first_wins(last), None).standings]
    assert final[-2:] == [rest[-1], first]


@pytest.mark.clause("ST-RNK-16")
def test_who_withdrew_holds_no_rank_before_the_ranking_round():
    swiss = first_wins(published(closed(saga(6, swiss_rounds=1, ranking_round=True))))
    order = [row.id for row in engine.view(swiss, None).standings]

    left = engine.view(after(swiss, Drop(order[1])), None).standings

    below = [(place, seat) for place, seat in enumerate([order[0], *order[2:]], start=1)]
    assert [(row.rank, row.id) for row in left] == [*below, (None, order[1])]


@pytest.mark.clause("ST-PAIR-12")
def test_without_a_ranking_round_who_withdrew_keeps_the_rank_of_their_results():
    swiss = first_wins(published(closed(saga(6, swiss_rounds=2, ranking_round=False))))
    order = [row.id for row in engine.view(swiss, None).standings]

    left = engine.view(after(swiss, Drop(order[1])), None).standings

    assert [(row.rank, row.id) for row in left] == list(enumerate(order, start=1))


@pytest.mark.clause("ST-RNK-15")
def test_a_ranking_pairing_changed_by_hand_plays_for_the_ranks_its_players_held():
    swiss = first_wins(published(closed(saga(4, swiss_rounds=1, ranking_round=True))))
    order = [row.id for row in engine.view(swiss, None).standings]
    crossed = AdjustDraft(ORG, pairs=((order[0], order[2]), (order[1], order[3])))
    last = after(drafted(swiss), crossed, PublishRound(ORG))
    for number, table in last.rounds[-1].tables.items():
        worse = max(table.seats, key=order.index)
        last = after(last, settle(last, number, SagaReport({seat: 9 * (seat == worse) for seat in table.seats})))

    assert [row.id for row in engine.view(last, None).standings] == [order[2], order[3], order[0], order[1]]


@pytest.mark.clause("ST-RNK-12")
def test_level_in_the_ranking_round_the_first_player_takes_the_better_place():
    last = published(first_wins(published(closed(saga(2, swiss_rounds=1, ranking_round=True)))))
    second = engine.view(last, None).standings[1].id
    level = SagaReport(dict.fromkeys(last.rounds[-1].tables[1].seats, 7), first_player=second)

    assert engine.view(after(last, settle(last, 1, level)), None).standings[0].id == second


@pytest.mark.clause("ST-RNK-9")
def test_a_ranking_game_entered_by_hand_has_a_winner():
    last = published(first_wins(published(closed(saga(2, swiss_rounds=1, ranking_round=True)))))
    one, other = last.rounds[-1].tables[1].seats
    nobody = SagaReport({}, by_hand=ByHand({one: Fraction(5), other: Fraction(5)}))

    assert refused(last, settle(last, 1, nobody)) == [("ST-RNK-9", "result-ranking-winner")]


@pytest.mark.clause("ST-RNK-13")
def test_without_a_ranking_round_the_standings_are_final():
    state = played_out(saga(4, swiss_rounds=1))

    assert [row.rank for row in engine.view(state, None).standings] == [1, 2, 3, 4]


@pytest.mark.clause("SR-RANK-4")
def test_level_players_share_the_place_or_roll_off():
    def drawn(**settings):
        state = published(closed(steamroller(2, variants={"rounds": 1}, **settings)))
        return after(state, settle(state, 1, SteamrollerReport()))

    shared, rolling = drawn(), drawn(final_tie=FinalTie.ROLL_OFF)

    assert [row.rank for row in engine.view(shared, None).standings] == [1, 1]
    assert engine.awaits(shared, None) == ()
    assert [one.code for one in engine.awaits(rolling, None)] == ["tournament-roll-off"]
    rolled = engine.view(after(rolling, roll(9)), None).standings
    assert [row.rank for row in rolled] == [1, 2]
    assert (rolled[0].why.code, rolled[0].why.clause) == ("rank-lot", "SR-RANK-4")


@pytest.mark.clause("SR-RANK-4", "SR-VRANK-8", "SR-VRANK-9")
@pytest.mark.parametrize("seed", range(1, 7))
def test_the_roll_off_leaves_the_places_of_the_final_tables(seed: int):
    state = closed(steamroller(6, variants={"final_tables": True}, final_tie=FinalTie.ROLL_OFF))
    for _ in range(2):  # nobody has won anything: the ranking before the last round is the order of entry
        state = published(state)
        for number in state.rounds[-1].tables:
            state = after(state, settle(state, number, SteamrollerReport()))
    state = first_wins(published(state))
    finals = [table.seats for _, table in sorted(state.rounds[-1].tables.items())][:2]
    rows = engine.view(after(state, roll(seed)), None).standings

    assert [row.id for row in rows[:3]] == [finals[0][0], finals[0][1], finals[1][0]]
    assert [row.rank for row in rows] == [1, 2, 3, 4, 5, 6]


def test_the_organiser_may_end_the_event_between_rounds():
    between, playing = first_wins(published(closed(saga(4)))), published(closed(saga(4)))

    assert after(between, EndEvent(ORG, reason="storm")).stage == Over(1, "organiser")
    assert refused(playing, EndEvent(ORG)) == [("HOUSE-PHASE-1", "wrong-phase")]
    assert refused(between, EndEvent(REF)) == [("HOUSE-SEAT-1", "not-your-seat")]


@pytest.mark.clause("SR-PAIR1-3", "SR-PAIR-11", "SR-PAIR1-2")
def test_the_sheets_name_the_opponent_of_each_round():
    state = published(closed(steamroller(5)))
    table = state.rounds[0].table_of(ANA) or state.rounds[0].tables[1]
    one, other = table.seats

    assert record_sheet(state, one, one).rows[0].opponent == state.players[other].name
    assert record_sheet(state, other, other).rows[0].opponent == state.players[one].name


def test_a_match_is_linked_by_its_id():
    state = published(closed(saga(4)))

    assert after(state, LinkMatch(ORG, round=1, table=2, match="m-7")).rounds[0].tables[2].match == "m-7"
    assert refused(state, LinkMatch(ORG, round=1, table=9, match="m-7")) == [("HOUSE-PHASE-1", "event-table-unknown")]


@pytest.mark.clause("ST-ORG-1", "ST-PTS-9", "ST-ORG-3", "ST-BND-1", "ST-RNK-17", "ST-PAIR-13")
def test_every_wrong_setting_is_named_at_once():
    wrong = SagaSettings(
        allowed_ages=("stone",), budget=0, preset="week", scenario_by_round=("nowhere",), round_minutes=0,
        standings_order=("luck",), round1_avoid="family", band_sheet_copies=0,
    )  # fmt: skip
    refusal = engine.start(wrong, engine.rules)

    assert isinstance(refusal, Refusal)
    assert [fault.clause for fault in refusal.all()] == [
        "ST-ORG-3", "ST-BND-1", "ST-RND-4", "ST-ORG-6", "ST-RNK-17", "ST-PAIR-13", "ST-ORG-7", "ST-BND-13",
    ]  # fmt: skip
    assert [fault.allowed for fault in refusal.all()][-2:] == [1, 1]


@pytest.mark.clause("HOUSE-WISH-1", "ST-PAIR-13")
@pytest.mark.parametrize(
    ("wish", "group"),
    [
        ({"teams_apart": Apart.ALWAYS}, "team"), ({"clubs_apart": Apart.ALWAYS}, "club"),
        ({"round1_avoid": "club"}, "club"),
    ],
)  # fmt: skip
def test_those_of_one_club_or_team_are_kept_apart_in_an_event(wish, group):
    entered = saga(4, **wish)
    for seat, name in ((ANA, "Ours"), (BEN, "Ours"), (CHLOE, "Loups"), (DAVID, "Loups")):
        entered = after(entered, EditPlayer(ORG, player=seat, name=entered.players[seat].name, **{group: name}))
    met = {frozenset(pair) for seed in range(1, 9) for pair in pairs(published(closed(entered, seed=seed)))}

    assert met == {frozenset(pair) for pair in ((ANA, CHLOE), (ANA, DAVID), (BEN, CHLOE), (BEN, DAVID))}


@pytest.mark.clause("ST-ORG-7", "ST-BND-13")
def test_a_round_of_one_minute_and_one_copy_of_a_sheet_are_the_least():
    assert saga(2, round_minutes=1, band_sheet_copies=1).settings.round_minutes == 1


def test_wrong_steamroller_settings_are_named_at_once():
    wrong = SteamrollerSettings(
        size=10, variants=Variants(rank_control=True, rank_attrition=True, time_hardcore=True), casters_per_list=0,
        kill_box_counts_as="luck",
    )  # fmt: skip
    refusal = engine.start(wrong, engine.rules)

    assert [fault.clause for fault in refusal.all()] == ["SR-COMBO-3", "SR-VTIME-8", "SR-LIST-11", "SR-S02-3"]


@pytest.mark.clause("ST-PTS-10")
def test_a_penalty_takes_points_and_changes_no_win_nor_anybody_elses_resistance():
    state = first_wins(published(closed(saga(4))))
    leader = engine.view(state, None).standings[0].id
    loser = state.rounds[0].table_of(leader).opponent(leader)
    fined = after(state, Penalise(REF, player=leader, points=Fraction(50), reason="rudeness"))

    def values(state, seat):
        row = next(row for row in engine.view(state, None).standings if row.id == seat)
        return row.values["wins"], row.values["points"], row.values["resistance"]

    assert values(state, leader)[1] == 13
    assert values(fined, leader)[:2] == (1, 0)
    assert values(fined, loser) == values(state, loser)
    assert isinstance(fined.stage, BetweenRounds)
    assert isinstance(published(fined).stage, PlayingRound)
