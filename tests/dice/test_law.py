from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.dice import EXACT, FAST, Binomial, Law, mean, sum_of_dice

few = settings(max_examples=40, deadline=None, derandomize=True)
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def as_law(die):
    """The second opinion's law in our form."""
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


@pytest.mark.clause("HOUSE-DICE-2")
@pytest.mark.parametrize("winning", range(7))
@pytest.mark.parametrize("dice", [0, 1, 2, 7, 16])
def test_the_law_of_a_pool_is_that_of_the_second_opinion(dice, winning):
    expected = as_law(dice @ icepool.coin(winning, 6)) if dice else {0: 1}

    assert dict(Binomial(dice, Fraction(winning, 6))) == expected


@given(dice=st.integers(0, 16), winning=st.integers(0, 6))
@few
def test_exact_and_fast_laws_agree(dice, winning):
    exact, fast = EXACT.successes("any", dice, winning), FAST.successes("any", dice, winning)

    assert set(dict(exact)) == set(dict(fast))
    assert all(abs(float(weight) - fast.p(value)) < 1e-12 for value, weight in exact)


def test_a_half_and_its_float_are_not_mistaken_for_one_another():
    Binomial(3, 0.5)

    assert Binomial(3, HALF).p(0) == Fraction(1, 8)
    assert isinstance(Binomial(3, HALF).p(0), Fraction)
    assert isinstance(Binomial(3, 0.5).p(0), float)


@given(dice=st.integers(0, 9), hit=st.integers(0, 6), save=st.integers(0, 6))
@few
def test_rolling_again_for_each_success_is_one_binomial(dice, hit, save):
    hits = Binomial(dice, Fraction(hit, 6))
    slow = hits.then(lambda n: Binomial(n, Fraction(6 - save, 6)))

    assert EXACT.unanswered("defence", hits, save) == slow


@pytest.mark.parametrize(("per_hit", "extra"), [(1, 2), (2, 0), (2, 3)])
def test_hits_answered_by_more_dice_follow_the_second_opinion(per_hit, extra):
    hits = Binomial(4, HALF)
    left = lambda n: (per_hit * n + extra) @ icepool.coin(1, 3) if n else icepool.Die([0])  # noqa: E731
    expected = (4 @ icepool.coin(1, 2)).map(lambda n: left(n).map(lambda saved: max(0, n - saved)))

    assert dict(EXACT.unanswered("defence", hits, 2, per_hit=per_hit, extra=extra)) == as_law(expected)


@pytest.mark.parametrize(("dice", "winning", "alike"), [(0, 3, 3), (2, 3, 3), (3, 3, 3), (4, 4, 3), (5, 2, 2)])
def test_faces_alike_are_counted_like_every_roll_one_by_one(dice, winning, alike):
    slow: dict[tuple[int, bool], Fraction] = {}
    for faces in product(range(1, 7), repeat=dice):
        seen = (sum(face > 6 - winning for face in faces), any(faces.count(face) >= alike for face in faces))
        slow[seen] = slow.get(seen, Fraction(0)) + Fraction(1, 6**dice)

    assert dict(EXACT.tally("attack", dice, winning, alike)) == slow


@pytest.mark.parametrize("dice", [1, 2, 3, 5])
def test_sums_follow_the_second_opinion(dice):
    assert dict(sum_of_dice(dice)) == as_law(dice @ icepool.d6)


def test_no_dice_total_nothing():
    assert sum_of_dice(0) == Law.sure(0)
    assert mean(sum_of_dice(2)) == 7


def test_laws_combine():
    coin = Law({0: HALF, 1: HALF})

    assert coin.joint(coin).chance(lambda both: both[0] == both[1]) == HALF
    assert sum_of_dice(1).mean(lambda face: face * face) == Fraction(91, 6)
    assert Law.sure("fallen").outcome == "fallen"


def test_thousands_of_dice_add_up_in_floats_too():
    law = Binomial(2000, 0.25)

    assert sum(weight for _, weight in law) == pytest.approx(1)
    assert mean(law) == pytest.approx(500)


@given(dice=st.integers(0, 9), winning=st.integers(0, 6), places=st.integers(1, 12))
@few
def test_numbers_past_the_end_lead_to_the_last_outcome(dice, winning, places):
    outcomes = [f"{place // 2} or so" for place in range(places)]

    law, fast = EXACT.successes("any", dice, winning), FAST.successes("any", dice, winning)
    led = law.map(lambda hits: outcomes[min(hits, places - 1)])

    assert law.leading_to(outcomes) == led
    assert {end: pytest.approx(float(weight)) for end, weight in led} == dict(fast.leading_to(outcomes))


def test_a_law_keeps_its_weights_and_nobody_elses():
    third, half = Binomial(2, THIRD), Binomial(2, HALF)

    assert (third.p(2), half.p(2), third.p(2)) == (Fraction(1, 9), Fraction(1, 4), Fraction(1, 9))
    assert third.thinned(HALF) == Binomial(2, Fraction(1, 6))


@pytest.mark.parametrize("p", [Fraction(0), Fraction(1, 3), Fraction(1), 0.25])
def test_a_row_holds_the_chances_of_every_number_up_to_the_largest(p):
    law = Binomial(3, p)

    assert law.row() == Law(law.chances).row() == [law.p(number) for number in range(max(law.chances) + 1)]
    assert sum(law.row()) == 1
