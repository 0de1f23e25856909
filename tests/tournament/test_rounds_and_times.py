import pytest

from heraut.kernel.refusal import Reason, Refusal
from heraut.tournament.programme import Times
from heraut.tournament.saga.settings import repeats_unavoidable
from heraut.tournament.steamroller.timing import (
    copies_notice,
    field_notices,
    reserve_minutes,
    round_count,
    schedule_notice,
    secret_length,
    times_for,
    times_table,
)


@pytest.mark.clause("SR-ROUND-2")
@pytest.mark.parametrize(
    ("players", "rounds"),
    [(2, 3), (8, 3), (9, 4), (16, 4), (17, 5), (32, 5), (33, 6), (64, 6)],
)
def test_the_printed_number_of_rounds(players, rounds):
    assert round_count(players) == rounds


@pytest.mark.clause("SR-ROUND-4")
@pytest.mark.parametrize(("players", "rounds"), [(65, 7), (128, 7), (129, 8), (1000, 10)])
def test_beyond_the_table_each_doubling_adds_a_round(players, rounds):
    assert round_count(players) == rounds
    assert [notice.code for notice in field_notices(players)] == ["notice-beyond-table"]


@pytest.mark.clause("SR-ROUND-4")
def test_one_player_is_no_event_and_unusual_fields_are_noticed():
    assert round_count(1) == Refusal("SR-ROUND-4", "event-too-few-players", asked=1, allowed=2)
    assert [bool(field_notices(players)) for players in (7, 8, 32, 33)] == [True, False, False, True]
    assert [notice.facts for notice in field_notices(7)] == [{"players": 7, "first": 8, "last": 32}]


@pytest.mark.clause("SR-ORG-6")
def test_four_rounds_at_thirty_five_points_take_440_minutes():
    assert schedule_notice(4, 80) == Reason("SR-ORG-6", "notice-schedule", {"rounds": 4, "minutes": 440})


@pytest.mark.clause("SR-ORG-3")
@pytest.mark.parametrize(("tables", "copies"), [(5, 3), (4, 2), (1, 1), (0, 0)])
def test_one_copy_of_the_scenario_for_two_tables(tables, copies):
    assert copies_notice(tables) == Reason("SR-ORG-3", "notice-copies", {"tables": tables, "copies": copies})


@pytest.mark.clause("ST-RND-6")
@pytest.mark.parametrize(("players", "rounds", "warned"), [(6, 5, False), (6, 6, True), (5, 5, False), (5, 6, True)])
def test_more_rounds_than_opponents_give_a_warning(players, rounds, warned):
    assert bool(repeats_unavoidable(players, rounds)) == warned


SHIFTED = {
    15: ((40, 5, 2, 26), (60, 7, 3, 37), (25, 3, 1, 18), None),
    25: ((60, 7, 3, 37), (80, 10, 5, 48), (40, 5, 2, 26), (25, 3, 1, 18)),
    35: ((80, 10, 5, 48), (100, 12, 6, 59), (60, 7, 3, 37), (40, 5, 2, 26)),
    50: ((100, 12, 6, 59), (120, 15, 7, 70), (80, 10, 5, 48), (60, 7, 3, 37)),
    75: ((120, 15, 7, 70), (160, 20, 10, 92), (100, 12, 6, 59), (80, 10, 5, 48)),
    100: ((160, 20, 10, 92), (200, 25, 12, 114), (120, 15, 7, 70), (100, 12, 6, 59)),
    150: ((200, 25, 12, 114), (240, 30, 15, 136), (160, 20, 10, 92), (120, 15, 7, 70)),
    200: ((240, 30, 15, 136), (280, 35, 17, 158), (200, 25, 12, 114), (160, 20, 10, 92)),
}


@pytest.mark.clause("SR-TIME-2", "SR-VTIME-2", "SR-VTIME-4", "SR-VTIME-5", "SR-VTIME-6", "SR-VTIME-7")
@pytest.mark.parametrize("size", SHIFTED)
def test_the_table_of_shifts(size):
    shifts = (None, "time_easy", "time_fast", "time_hardcore")
    found = [times_for(size, shift) for shift in shifts]

    assert found[:3] == [Times(*row) for row in SHIFTED[size][:3]]
    hardcore = SHIFTED[size][3]
    assert found[3] == Times(*hardcore) if hardcore else isinstance(found[3], Refusal)


@pytest.mark.clause("SR-VTIME-8")
def test_a_shift_that_leaves_the_table_says_so():
    assert times_for(15, "time_hardcore") == Refusal("SR-VTIME-8", "shift-leaves-table", "time_hardcore", asked=15)
    assert times_for(201, "time_easy").code == "shift-leaves-table"


@pytest.mark.clause("SR-TIME-5")
@pytest.mark.parametrize(("size", "base"), [(1, 40), (15, 40), (16, 60), (40, 100), (200, 240), (201, 280), (900, 280)])
def test_a_size_off_the_table_uses_the_next_listed_one(size, base):
    assert times_for(size).base == base
    assert isinstance(times_for(0), Refusal)


@pytest.mark.clause("SR-VTIME-11")
def test_the_printed_reserves_follow_from_the_formula():
    assert [row.reserve for row in times_table()] == [reserve_minutes(row.base) for row in times_table()]


@pytest.mark.clause("SR-VTIME-12")
@pytest.mark.parametrize(("base", "reserve"), [(83, 50), (123, 72), (100, 59), (0, 4)])
def test_the_reserve_rounds_half_up(base, reserve):
    assert reserve_minutes(base) == reserve


@pytest.mark.clause("SR-TIME-1")
def test_the_variable_part_is_two_to_twelve_minutes():
    assert [secret_length(60).minutes(face) for face in range(1, 7)] == [62, 64, 66, 68, 70, 72]
