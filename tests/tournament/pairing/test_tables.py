from __future__ import annotations

import pytest

from heraut.tournament.lots import Lots
from heraut.tournament.pairing.contender import Contender, Swiss, Wishes
from heraut.tournament.pairing.field import Couples, PairingField
from heraut.tournament.pairing.round import pair_round
from heraut.tournament.pairing.tables import seat_pairs
from tournament.pairing.build import ANA, DAVID, EIGHT, field


def tables(contenders, **wishes):
    pairing = pair_round(Swiss.SAGA, contenders, round=2, seed=1, wishes=Wishes(**wishes))
    return [pair.table for pair in pairing.pairs], [reason.code for reason in pairing.unmet]


@pytest.mark.clause("ST-PAIR-6", "HOUSE-WISH-2")
def test_tables_out_of_use_are_left_out():
    assert tables(field(EIGHT), tables=(2, 3, 5, 8)) == ([2, 3, 5, 8], [])


@pytest.mark.clause("HOUSE-WISH-3")
def test_too_few_tables_are_named_and_numbers_go_on():
    assert tables(field(EIGHT), tables=(2, 7)) == ([2, 7, 8, 9], ["too-few-tables"])


@pytest.mark.clause("HOUSE-WISH-2")
def test_a_fixed_seat_comes_before_the_order():
    assert tables(field(EIGHT, fixed_table=[None, None, None, None, 1, None, None, None])) == ([2, 3, 1, 4], [])


@pytest.mark.clause("HOUSE-WISH-3")
def test_two_fixed_seats_at_one_table_cannot_both_be_had_and_it_is_said_why():
    assert tables(field(EIGHT, fixed_table=[3, None, 3, None, None, None, None, None])) == (
        [3, 1, 2, 4],
        ["fixed-table-taken"],
    )
    assert tables(field(EIGHT, fixed_table=[3, 4, None, None, None, None, None, None])) == (
        [3, 1, 2, 4],
        ["fixed-table-opponent"],
    )
    assert tables(field(EIGHT, fixed_table=[9] + [None] * 7), tables=(1, 2, 3, 4)) == (
        [1, 2, 3, 4],
        ["fixed-table-out"],
    )


def test_nobody_plays_twice_at_one_table_while_that_can_be_had():
    contenders = field(EIGHT, tables=[(1,), (1,), (1,), (1,), (1, 2), (1,), (3,), (3,)])

    assert tables(contenders, no_repeated_table=True) == ([2, 3, 4, 1], [])
    assert tables(contenders) == ([1, 2, 3, 4], [])


def test_a_pair_moves_on_to_let_another_have_its_only_table():
    contenders = field(EIGHT[:4], tables=[(), (), (2,), ()])

    assert tables(contenders, no_repeated_table=True) == ([2, 1], [])


def test_a_table_that_must_be_played_again_is_named():
    contenders = field(EIGHT[:4], tables=[(1, 2), (), (), ()])

    assert tables(contenders, no_repeated_table=True) == ([2, 1], ["no-new-table"])


def fewest_repeats(known: list[set[int]], numbers: list[int]) -> int:
    if not known:
        return 0
    first, *rest = known
    return min(
        (number in first) + fewest_repeats(rest, [other for other in numbers if other != number]) for number in numbers
    )


@pytest.mark.clause("HOUSE-WISH-2")
def test_as_many_pairs_as_possible_get_a_new_table():
    lots = Lots(7, "tables")
    for _ in range(300):
        pairs = 1 + lots.below(5)
        known = [tuple(table for table in range(1, 7) if lots.below(3)) for _ in range(pairs)]
        contenders = [Contender(EIGHT[0], tables=tables) for tables in known for _ in (0, 1)]
        couples = Couples((2 * place, 2 * place + 1) for place in range(pairs))
        numbers = list(range(1, pairs + 1 + lots.below(2)))

        wishes = Wishes(no_repeated_table=True, tables=tuple(numbers))
        given, unmet = seat_pairs(PairingField(contenders, range(2 * pairs), wishes, 2), couples, wishes)

        assert len(set(given)) == pairs
        assert len(unmet) == 2 * fewest_repeats([set(tables) for tables in known], numbers)


def test_names_in_a_lost_wish_are_those_of_the_players():
    pairing = pair_round(
        Swiss.SAGA, field((ANA, DAVID), fixed_table=[1, 2]), round=1, seed=1, wishes=Wishes(tables=(1, 2))
    )

    assert [(reason.code, reason.facts) for reason in pairing.unmet] == [
        ("fixed-table-opponent", {"seat": DAVID, "table": 2})
    ]
