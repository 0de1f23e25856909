from __future__ import annotations

from collections import Counter

import pytest

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Reason
from heraut.tournament.pairing.contender import NO_WISHES, Apart, Swiss, Wishes
from heraut.tournament.pairing.round import final_tables, pair_round
from tournament.pairing.build import ANA, BEN, CHLOE, DAVID, EIGHT, EMMA, FARID, couples, entangled, field, sets


def steamroller(contenders, *, round=2, seed=1, wishes=NO_WISHES):
    return pair_round(Swiss.STEAMROLLER, contenders, round=round, seed=seed, wishes=wishes)


def pair(*names):
    return frozenset(map(Seat, names))


@pytest.mark.clause("SR-PAIR1-1")
def test_in_round_one_every_perfect_pairing_is_as_likely():
    drawn = Counter(frozenset(sets(steamroller(field(EIGHT[:6]), round=1, seed=seed))) for seed in range(3000))

    assert len(drawn) == 15
    assert max(abs(times - 200) for times in drawn.values()) < 60


@pytest.mark.clause("SR-PAIR1-1")
def test_in_round_one_the_top_two_of_the_shuffled_sheets_are_the_first_pair():
    pairing = steamroller(field(EIGHT), round=1)

    assert couples(pairing) == list(zip(pairing.order[::2], pairing.order[1::2], strict=True))


@pytest.mark.clause("SR-PAIR1-2", "SR-BYE-3", "SR-BYE-1")
def test_in_round_one_the_bye_falls_on_anyone():
    drawn = Counter(steamroller(field(EIGHT[:5]), round=1, seed=seed).bye for seed in range(1000))

    assert set(drawn) == set(EIGHT[:5])
    assert max(abs(times - 200) for times in drawn.values()) < 60


@pytest.mark.clause("SR-PAIR-1")
def test_wins_control_and_draw_numbers_do_not_matter():
    plain = field(EIGHT, points=[2, 2, 1, 1, 1, 1, 0, 0])
    adorned = field(EIGHT, points=[2, 2, 1, 1, 1, 1, 0, 0], wins=range(8), resistance=range(8))

    assert couples(steamroller(adorned)) == couples(steamroller(plain))


@pytest.mark.clause("SR-PAIR-3", "SR-PAIR-4")
def test_piles_are_paired_inside_from_the_highest():
    contenders = field(EIGHT, points=[0, 2, 1, 1, 2, 1, 0, 1])

    for seed in range(20):
        made = couples(steamroller(contenders, seed=seed))
        assert set(made[0]) == {BEN, EMMA}
        assert {*made[1], *made[2]} == {CHLOE, DAVID, FARID, Seat("hugo")}
        assert set(made[3]) == {ANA, Seat("gaelle")}


@pytest.mark.clause("SR-PAIR-5")
def test_the_last_of_an_odd_pile_plays_somebody_of_the_next():
    contenders = field(EIGHT[:6], points=[2, 2, 2, 1, 1, 1])

    pairing = steamroller(contenders)

    floats = [pair for pair in pairing.pairs if pair.reasons[0].code == "pair-float"]
    assert [(pair.first in EIGHT[:3], pair.second in EIGHT[3:6]) for pair in floats] == [(True, True)]


@pytest.mark.clause("SR-PAIR-6", "SR-PAIR-7")
def test_the_printed_example_of_four_where_only_b_and_d_have_met():
    found = {frozenset(sets(steamroller(field(EIGHT[:4], "ben-david"), seed=seed))) for seed in range(40)}

    assert found == {
        frozenset({pair("ana", "ben"), pair("chloe", "david")}),
        frozenset({pair("ana", "david"), pair("ben", "chloe")}),
    }


@pytest.mark.clause("SR-PAIR-7")
def test_a_pile_of_two_who_have_met_goes_down_whole():
    contenders = field(EIGHT[:6], "ana-ben", points=[3, 3, 2, 2, 1, 1])

    for seed in range(20):
        made = sets(steamroller(contenders, seed=seed))
        assert {len(couple & {ANA, BEN}) for couple in made if couple & {ANA, BEN}} == {1}
        assert all(couple & {CHLOE, DAVID} for couple in made if couple & {ANA, BEN})
        assert pair("emma", "farid") in made


@pytest.mark.clause("SR-PAIR-7")
def test_a_float_of_two_piles_happens_only_when_nearer_ones_cannot_be():
    near = field(EIGHT[:4], points=[3, 2, 1, 0])
    far = field(EIGHT[:4], "ana-ben", points=[3, 2, 1, 0])

    assert sets(steamroller(near)) == {pair("ana", "ben"), pair("chloe", "david")}
    assert sets(steamroller(far)) == {pair("ana", "chloe"), pair("ben", "david")}


@pytest.mark.clause("SR-PAIR-6")
def test_the_bottom_is_rescued_by_floats_from_above():
    contenders = field(EIGHT[:6], "emma-farid", points=[1, 1, 1, 1, 0, 0])

    for seed in range(20):
        pairing = steamroller(contenders, seed=seed)
        assert pairing.rematches == 0
        assert pair("emma", "farid") not in sets(pairing)


@pytest.mark.clause("SR-PAIR-8")
def test_a_rematch_that_cannot_be_avoided_is_flagged():
    pairing = steamroller(field(EIGHT[:4], "ana-ben", "ana-chloe", "ana-david"))

    assert pairing.rematches == 1
    assert [reason.code for reason in pairing.reasons] == ["round-rematches"]
    assert ["pair-rematch-flagged" in [reason.code for reason in pair.reasons] for pair in pairing.pairs].count(
        True
    ) == 1


@pytest.mark.clause("SR-PAIR-9", "HOUSE-WISH-1")
def test_clubs_choose_among_equals_and_never_cause_a_float():
    wish = Wishes(clubs_apart=Apart.ALWAYS)
    parted = field(EIGHT[:4], club=["Lyon", "Lyon", "Lille", "Lille"])
    stuck = field(EIGHT[:4], points=[1, 1, 0, 0], club=["Lyon", "Lyon", "Lille", None])

    for seed in range(20):
        assert pair("ana", "ben") not in sets(steamroller(parted, seed=seed, wishes=wish))
    kept = steamroller(stuck, wishes=wish)
    assert sets(kept) == {pair("ana", "ben"), pair("chloe", "david")}
    assert [reason.code for reason in kept.unmet] == ["kin-meet"]


@pytest.mark.clause("SR-PAIR-10")
def test_the_same_seed_gives_the_same_round_and_the_order_is_kept_with_it():
    contenders = field(EIGHT, points=[2, 2, 1, 1, 1, 1, 0, 0])

    assert steamroller(contenders, seed=9) == steamroller(contenders[::-1], seed=9)
    assert len({tuple(couples(steamroller(contenders, seed=seed))) for seed in range(40)}) > 10
    assert sorted(steamroller(contenders, seed=9).order) == sorted(EIGHT)


@pytest.mark.clause("SR-PAIR-10")
def test_two_rounds_with_one_seed_are_shuffled_differently():
    orders = {steamroller(field(EIGHT), round=round, seed=9).order for round in range(2, 10)}

    assert len(orders) == 8


@pytest.mark.clause("SR-BYE-4")
def test_later_the_bye_is_drawn_among_the_lowest_pile():
    contenders = field(EIGHT[:5], points=[1, 1, 1, 0, 0])

    assert {steamroller(contenders, seed=seed).bye for seed in range(40)} == {DAVID, EMMA}


@pytest.mark.clause("SR-BYE-5", "SR-BYE-6")
def test_a_second_bye_waits_until_everyone_has_had_one():
    climbing = field(EIGHT[:5], points=[2, 1, 1, 0, 0], byes=[0, 0, 0, 1, 1])
    everyone = field(EIGHT[:5], points=[2, 1, 1, 0, 0], byes=[1, 1, 1, 2, 1])

    assert {steamroller(climbing, seed=seed).bye for seed in range(40)} == {BEN, CHLOE}
    assert {steamroller(everyone, seed=seed).bye for seed in range(40)} == {EMMA}
    assert steamroller(climbing).reasons[0].clause == "SR-BYE-6"


@pytest.mark.clause("SR-BYE-7")
def test_the_draw_is_limited_to_those_who_spare_a_rematch():
    contenders = field(EIGHT[:3], "ana-ben")

    assert {steamroller(contenders, seed=seed).bye for seed in range(40)} == {ANA, BEN}
    assert {steamroller(contenders, seed=seed).rematches for seed in range(40)} == {0}


@pytest.mark.clause("SR-VRANK-7")
def test_final_tables_seat_the_four_best_even_if_they_have_met():
    settled = final_tables(EIGHT)
    contenders = field(EIGHT, "ana-ben", points=[3, 2, 2, 2, 1, 1, 1, 0])

    made = couples(steamroller(contenders, wishes=Wishes(pairs=settled)))

    assert settled == ((ANA, BEN), (CHLOE, DAVID))
    assert made[:2] == [(ANA, BEN), (CHLOE, DAVID)]
    assert {seat for couple in made[2:] for seat in couple} == set(EIGHT[4:])


@pytest.mark.clause("HOUSE-WISH-1")
def test_a_club_of_nearly_everybody_is_parted_as_far_as_can_be_without_a_rematch():
    seats = [Seat(f"p{number:03}") for number in range(600)]
    met = [f"p{number:03}-p{number + 1:03}" for number in range(0, 600, 2)]
    contenders = field(seats, *met, club=["Lyon" if number % 10 else None for number in range(600)])

    pairing = steamroller(contenders, wishes=Wishes(clubs_apart=Apart.ALWAYS))

    assert (len(sets(pairing)), pairing.rematches) == (300, 0)
    assert [reason.code for reason in pairing.unmet] == ["kin-meet"] * 240


@pytest.mark.clause("HOUSE-WISH-5", "HOUSE-WISH-3")
def test_a_wish_too_entangled_to_weigh_yields_to_the_rules_and_is_named():
    contenders = entangled(152)

    pairing = steamroller(contenders, wishes=Wishes(clubs_apart=Apart.ALWAYS, teams_apart=Apart.ROUND_ONE))

    assert (len(sets(pairing)), pairing.rematches) == (76, 1)
    assert pairing.unmet[0] == Reason(ClauseId("HOUSE-WISH-5"), "clubs-given-up", {"most": 150})
    assert {reason.code for reason in pairing.unmet[1:]} == {"kin-meet"}


@pytest.mark.clause("HOUSE-WISH-1")
def test_in_round_one_even_a_club_of_most_of_the_field_is_parted_as_far_as_can_be():
    seats = [Seat(f"p{number:03}") for number in range(400)]
    contenders = field(seats, club=["Lyon" if number % 4 else None for number in range(400)])

    pairing = steamroller(contenders, round=1, wishes=Wishes(clubs_apart=Apart.ROUND_ONE))

    assert len(pairing.unmet) == 100
