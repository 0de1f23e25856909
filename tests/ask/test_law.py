from fractions import Fraction

from heraut.ask.dice import LawRow, law_rows, ordered_rows, rows_of
from heraut.dice import Binomial, Law

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def test_a_law_in_an_answer_starts_with_its_smallest_outcome():
    assert law_rows(Binomial(1, THIRD)) == (LawRow(0, 2 / 3, "2/3"), LawRow(1, 1 / 3, "1/3"))
    assert law_rows(Law({(1, 0): 0.25, (0, 2): 0.75})) == (LawRow((0, 2), 0.75), LawRow((1, 0), 0.25))


def test_outcomes_stand_in_their_own_order_whatever_they_are_called():
    rows = rows_of(Law({1: HALF, 0: HALF}), lambda dies: "dies" if dies else "lives")

    assert rows == (LawRow("lives", 0.5, "1/2"), LawRow("dies", 0.5, "1/2"))


def test_numbers_go_up_and_words_stay_in_the_order_of_the_rules():
    assert ordered_rows(Law({2: HALF, 1: HALF, 3: Fraction(0)})) == (LawRow(1, 0.5, "1/2"), LawRow(2, 0.5, "1/2"))
    assert ordered_rows(Law({"won": HALF, "lost": HALF})) == (LawRow("won", 0.5, "1/2"), LawRow("lost", 0.5, "1/2"))
