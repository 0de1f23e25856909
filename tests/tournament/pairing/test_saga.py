from __future__ import annotations

from fractions import Fraction

import pytest

from heraut.kernel.names import Seat
from heraut.tournament.lots import draw_numbers
from heraut.tournament.pairing.contender import NO_WISHES, Apart, Contender, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.event import assess
from heraut.tournament.pairing.round import pair_ranking_round, pair_round
from tournament.pairing.build import ANA, BEN, CHLOE, DAVID, EIGHT, EMMA, FARID, couples, entangled, field, sets


def saga(contenders, *, round=2, wishes=NO_WISHES, order=PairingOrder.POINTS):
    return pair_round(Swiss.SAGA, contenders, round=round, seed=1, wishes=wishes, order=order)


@pytest.mark.clause("ST-PAIR-1", "ST-PAIR-3")
def test_points_pair_first_then_wins_then_resistance_then_the_draw_number():
    by_points = field(EIGHT[:4], points=[10, 30, 12, 31], wins=[9, 0, 9, 0])
    by_wins = field(EIGHT[:4], points=[20] * 4, wins=[1, 2, 1, 2])
    by_resistance = field(EIGHT[:4], points=[20] * 4, resistance=[7, Fraction(15, 2), 5, Fraction(29, 2)])
    by_number = field(EIGHT[:4], points=[20] * 4)

    assert couples(saga(by_points)) == [(DAVID, BEN), (CHLOE, ANA)]
    assert couples(saga(by_wins)) == [(BEN, DAVID), (ANA, CHLOE)]
    assert couples(saga(by_resistance)) == [(DAVID, BEN), (ANA, CHLOE)]
    assert couples(saga(by_number)) == [(ANA, BEN), (CHLOE, DAVID)]


@pytest.mark.clause("ST-PAIR-3")
def test_an_event_may_pair_on_wins_first():
    contenders = field(EIGHT[:4], points=[10, 30, 12, 31], wins=[2, 0, 1, 0])

    assert couples(saga(contenders, order=PairingOrder.WINS)) == [(ANA, CHLOE), (DAVID, BEN)]


@pytest.mark.clause("ST-PAIR-2")
def test_draw_numbers_are_one_to_n_and_follow_from_the_seed_alone():
    numbers = draw_numbers(EIGHT, 5)

    assert sorted(numbers.values()) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert draw_numbers(reversed(EIGHT), 5) == numbers
    assert len({tuple(sorted(draw_numbers(EIGHT, seed).items())) for seed in range(20)}) == 20


@pytest.mark.clause("ST-PAIR-4")
def test_round_one_pairs_draw_numbers_one_and_two_three_and_four():
    contenders = [Contender(seat, number=number) for seat, number in zip(EIGHT, (3, 8, 1, 6, 2, 5, 4, 7), strict=True)]

    assert couples(saga(contenders, round=1)) == [
        (CHLOE, EMMA),
        (ANA, Seat("gaelle")),
        (FARID, DAVID),
        (Seat("hugo"), BEN),
    ]


@pytest.mark.clause("ST-PAIR-5")
def test_the_printed_example_a_has_met_b():
    assert couples(saga(field(EIGHT[:4], "ana-ben"))) == [(ANA, CHLOE), (BEN, DAVID)]
    assert couples(saga(field(EIGHT[:4], "ana-ben", "ben-david"))) == [(ANA, DAVID), (BEN, CHLOE)]


@pytest.mark.clause("ST-PAIR-5")
def test_a_meeting_counts_as_often_as_it_happened():
    every_pair = ["ana-ben", "chloe-david", "ana-chloe", "ben-david", "ana-david", "ben-chloe"]
    once = saga(field(EIGHT[:4], *every_pair))
    twice = saga(field(EIGHT[:4], *every_pair, "ana-ben", "chloe-david"))
    thrice = saga(field(EIGHT[:4], *every_pair, "ana-ben", "ana-chloe", "ana-chloe"))

    assert (couples(once), once.rematches) == ([(ANA, BEN), (CHLOE, DAVID)], 2)
    assert (couples(twice), twice.rematches) == ([(ANA, CHLOE), (BEN, DAVID)], 2)
    assert (couples(thrice), thrice.rematches) == ([(ANA, DAVID), (BEN, CHLOE)], 2)


@pytest.mark.clause("ST-PAIR-5")
def test_a_repeat_that_must_be_goes_as_low_as_possible():
    everyone_met_emma = ["emma-ana", "emma-ben", "emma-chloe", "emma-david", "emma-farid"]

    pairing = saga(field(EIGHT[:6], *everyone_met_emma))

    assert couples(pairing) == [(ANA, BEN), (CHLOE, DAVID), (EMMA, FARID)]
    assert [reason.code for reason in pairing.reasons] == ["round-rematches"]
    assert pairing.pairs[2].reasons[0].code == "pair-rematch"


@pytest.mark.clause("ST-PAIR-6")
def test_tables_are_numbered_in_the_order_the_pairs_are_made():
    assert [pair.table for pair in saga(field(EIGHT, "ana-ben")).pairs] == [1, 2, 3, 4]


@pytest.mark.clause("ST-PAIR-7")
def test_the_bye_is_for_the_lowest_of_those_with_the_fewest():
    assert saga(field(EIGHT[:5])).bye == EMMA
    assert saga(field(EIGHT[:5], byes=[0, 0, 0, 1, 1])).bye == CHLOE
    assert saga(field(EIGHT[:5], byes=[2, 1, 1, 1, 2])).bye == DAVID
    assert saga(field(EIGHT[:4])).bye is None


@pytest.mark.clause("ST-PAIR-7")
def test_a_bye_that_spares_a_rematch_goes_to_somebody_higher():
    trio = field(EIGHT[:3], "ana-ben")

    pairing = saga(trio)

    assert (pairing.bye, couples(pairing), pairing.rematches) == (BEN, [(ANA, CHLOE)], 0)
    assert pairing.reasons[0].code == "bye-spares-rematch"


@pytest.mark.clause("ST-PAIR-7")
def test_fewest_byes_come_before_fewest_rematches():
    pairing = saga(field(EIGHT[:3], "ana-ben", byes=[1, 1, 0]))

    assert (pairing.bye, pairing.rematches) == (CHLOE, 1)


@pytest.mark.clause("ST-PAIR-12")
def test_somebody_who_left_may_stand_in_the_histories_and_is_not_paired():
    contenders = field(EIGHT[:4], points=[3, 2, 1, 0])
    contenders = [Contender(c.id, c.points, met=(Seat("gone"), Seat("gone")), number=c.number) for c in contenders]

    assert couples(saga(contenders)) == [(ANA, BEN), (CHLOE, DAVID)]


@pytest.mark.clause("ST-PAIR-13")
def test_in_round_one_members_of_a_club_count_as_having_met_once():
    clubs = field(EIGHT[:4], club=["Lyon", "Lyon", "Lille", "Lille"])
    wish = Wishes(clubs_apart=Apart.ROUND_ONE)

    assert couples(saga(clubs, round=1, wishes=wish)) == [(ANA, CHLOE), (BEN, DAVID)]
    assert couples(saga(clubs, round=1)) == [(ANA, BEN), (CHLOE, DAVID)]
    assert couples(saga(clubs, round=2, wishes=wish)) == [(ANA, BEN), (CHLOE, DAVID)]
    assert couples(saga(clubs, round=2, wishes=Wishes(clubs_apart=Apart.ALWAYS))) == [(ANA, CHLOE), (BEN, DAVID)]


@pytest.mark.clause("ST-PAIR-13", "HOUSE-WISH-3")
def test_a_club_too_large_to_part_is_named():
    pairing = saga(
        field(EIGHT[:4], club=["Lyon", "Lyon", "Lyon", None]), round=1, wishes=Wishes(clubs_apart=Apart.ROUND_ONE)
    )

    assert couples(pairing) == [(ANA, DAVID), (BEN, CHLOE)]
    assert [(wish.code, wish.facts) for wish in pairing.unmet] == [("kin-meet", {"first": BEN, "second": CHLOE})]


@pytest.mark.clause("HOUSE-WISH-1")
def test_team_mates_are_kept_apart_in_the_same_way():
    teams = field(EIGHT[:4], team=["red", "red", None, None])

    assert couples(saga(teams, wishes=Wishes(teams_apart=Apart.ALWAYS))) == [(ANA, CHLOE), (BEN, DAVID)]


def test_each_pair_says_whom_it_passed_over():
    pairing = saga(field(EIGHT[:6], "ana-ben", "ben-chloe", "david-emma"))

    assert couples(pairing) == [(ANA, CHLOE), (BEN, DAVID), (EMMA, FARID)]
    assert [pair.reasons[0].code for pair in pairing.pairs] == ["pair-past-met", "pair-next", "pair-next"]
    assert pairing.pairs[0].reasons[0].facts == {"passed": (BEN,)}


def test_a_player_kept_for_others_is_not_said_to_be_met():
    pairing = saga(field(EIGHT[:4], "ana-ben", "ben-david"))

    assert pairing.pairs[0].reasons[0].code == "pair-past-kept"


@pytest.mark.clause("ST-RNK-8", "ST-RNK-10")
def test_the_ranking_round_pairs_neighbours_of_the_standings():
    pairing = pair_ranking_round([Contender(seat) for seat in (DAVID, ANA, CHLOE, BEN)], round=5)

    assert couples(pairing) == [(DAVID, ANA), (CHLOE, BEN)]
    assert [pair.table for pair in pairing.pairs] == [1, 2]
    assert [pair.reasons[0].facts for pair in pairing.pairs] == [{"better": 1, "worse": 2}, {"better": 3, "worse": 4}]


@pytest.mark.clause("ST-RNK-11")
def test_the_last_of_an_odd_number_sits_the_ranking_round_out():
    pairing = pair_ranking_round([Contender(seat) for seat in (DAVID, ANA, CHLOE)], round=5)

    assert (couples(pairing), pairing.bye) == ([(DAVID, ANA)], CHLOE)


@pytest.mark.clause("HOUSE-WISH-4")
def test_pairs_and_a_bye_settled_by_hand_are_kept_and_the_rest_is_paired():
    pairing = saga(field(EIGHT[:7]), wishes=Wishes(pairs=((ANA, FARID),), bye=BEN))

    assert couples(pairing) == [(ANA, FARID), (CHLOE, DAVID), (EMMA, Seat("gaelle"))]
    assert (pairing.bye, pairing.reasons[0].code) == (BEN, "bye-by-hand")


def test_the_order_of_the_contenders_changes_nothing():
    contenders = field(EIGHT, "ana-ben", "chloe-david", "emma-hugo", points=[3, 3, 2, 2, 2, 1, 1, 0])

    assert saga(contenders[::-1]) == saga(contenders)


@pytest.mark.clause("HOUSE-WISH-1")
def test_a_club_that_entangles_hundreds_is_parted_as_far_as_can_be_without_a_repeat():
    seats = [Seat(f"p{number:03}") for number in range(301)]
    met = [f"p{number:03}-p{number + 1:03}" for number in range(0, 300, 2)]
    contenders = field(seats, *met, club=["Lyon" if number % 3 else None for number in range(301)])

    pairing = saga(contenders, wishes=Wishes(clubs_apart=Apart.ALWAYS))

    assert (pairing.bye, pairing.rematches, len(sets(pairing))) == (seats[299], 0, 150)
    assert [reason.code for reason in pairing.unmet] == ["kin-meet"] * 49


@pytest.mark.clause("HOUSE-WISH-5", "HOUSE-WISH-3")
@pytest.mark.parametrize("players", [152, 153])
def test_a_wish_given_up_is_told(players):
    wishes = Wishes(clubs_apart=Apart.ALWAYS, teams_apart=Apart.ALWAYS)

    pairing = saga(entangled(players), wishes=wishes)
    breaks = assess(Swiss.SAGA, entangled(players), pairing, round=2, wishes=wishes)

    assert [reason.code for reason in pairing.unmet[:2]] == ["clubs-given-up", "teams-given-up"]
    assert {reason.code for reason in pairing.unmet[2:]} == {"kin-meet"}
    assert breaks == pairing.unmet


@pytest.mark.clause("HOUSE-WISH-2", "HOUSE-WISH-3")
def test_the_ranking_round_keeps_fixed_tables_and_names_the_wishes_it_cannot_meet():
    order = [
        Contender(ANA, club="Lyon", tables=(1,)),
        Contender(BEN, club="Lyon", tables=(1, 2)),
        Contender(CHLOE, fixed_table=1),
        Contender(DAVID, fixed_table=9),
    ]
    wishes = Wishes(clubs_apart=Apart.ALWAYS, no_repeated_table=True, tables=(1, 2))

    pairing = pair_ranking_round(order, round=5, wishes=wishes)

    assert [pair.table for pair in pairing.pairs] == [2, 1]
    assert [reason.code for reason in pairing.unmet] == ["fixed-table-out", "no-new-table", "kin-meet"]


def test_nobody_and_a_single_player_are_rounds_too():
    assert saga([]).pairs == ()
    assert (saga(field(EIGHT[:1])).pairs, saga(field(EIGHT[:1])).bye) == ((), ANA)


def test_a_club_of_most_of_a_large_field_is_parted_as_far_as_can_be():
    seats = [Seat(f"p{number:03}") for number in range(200)]
    contenders = field(seats, club=["Lyon" if number % 5 else None for number in range(200)])

    pairing = saga(contenders, round=1, wishes=Wishes(clubs_apart=Apart.ROUND_ONE))

    assert len(pairing.unmet) == 60
    assert len(sets(pairing)) == 100
