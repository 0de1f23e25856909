from fractions import Fraction

import pytest

from battle.units import unit, warriors
from heraut.battle.abuse import Abuse, Sorcerer, blast, is_due, refusal, resolve, table
from heraut.battle.unit import Aftermath
from heraut.dice import EXACT, FAST, Fallen, sum_of_dice
from heraut.warband.band import casts
from heraut.warband.tables import OUR_DEFAULT, Overrides, UnitClass


def law(**fields):
    return resolve(EXACT, Sorcerer(**fields))


def rolled(*faces, **fields):
    dice = Fallen.of(faces)
    end = resolve(dice, Sorcerer(**fields)).outcome
    assert dice.left == ()
    return end


def dies(**fields):
    return law(**fields).chance(lambda end: end.eliminated)


@pytest.mark.clause("AM-ABUSE-1", "AM-ABUSE-7")
def test_the_totals_have_their_weights():
    weights = [36 * law().map(lambda end: end.total).p(total) for total in range(2, 13)]

    assert weights == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]
    assert law().map(lambda end: end.total) == sum_of_dice(2)


@pytest.mark.clause("AM-ABUSE-1")
def test_the_table_covers_every_total():
    assert [(row.totals.first, row.totals.last) for row in table()] == [
        (2, 2), (3, 3), (4, 5), (6, 8), (9, 10), (11, 11), (12, 12),
    ]  # fmt: skip


@pytest.mark.clause("AM-ABUSE-2")
def test_only_a_spell_at_its_maximum_leads_to_the_roll():
    assert [is_due(effect) for effect in ("lowest", "middle", "maximum")] == [False, False, True]


@pytest.mark.clause("AM-ABUSE-5", "AM-ABUSE-6")
@pytest.mark.parametrize(
    ("fatigue", "imposing", "may"), [(2, False, True), (3, False, False), (3, True, True), (4, True, False)]
)
def test_an_exhausted_sorcerer_casts_nothing(fatigue, imposing, may):
    assert (refusal(Sorcerer(fatigue=fatigue, imposing=imposing)) is None) is may


@pytest.mark.clause("AM-ABUSE-R2-1", "AM-ABUSE-R12-2")
@pytest.mark.parametrize("faces", [(1, 1), (6, 6)])
def test_two_and_twelve_eliminate_the_sorcerer_whatever_it_could_resist(faces):
    assert rolled(*faces).eliminated
    assert rolled(*faces, imposing=True).eliminated


@pytest.mark.clause("AM-ABUSE-R2-2", "SEQ-RNG-2")
def test_a_blast_hurts_each_unit_within_s_on_4_or_more():
    assert rolled(1, 1, 4, 3, 6, neighbours=3) == Abuse(2, eliminated=True, blasted=2)
    assert law(neighbours=2).p(Abuse(2, eliminated=True, blasted=1)) == Fraction(1, 72)


@pytest.mark.clause("AM-ABUSE-R2-2")
def test_the_unit_hurt_may_resist_or_be_guarded():
    assert blast(warriors()) == Aftermath(7, 0, 1, 0, 0)
    assert blast(unit("creature.biped", 2)) == Aftermath(2, 1, 0, 1, 0)
    assert blast(unit("warlord.none", fatigue=3), bodyguards=1) == Aftermath(1, 3, 0, 0, 1)


@pytest.mark.clause("AM-ABUSE-R3-1", "AM-ABUSE-R3-2", "AM-ABUSE-R3-3")
@pytest.mark.parametrize(
    ("dice", "fatigue", "expected"),
    [
        ((3, 3, 3), 0, Abuse(3)),
        ((4, 3, 3), 0, Abuse(3, 1)),
        ((4, 4, 3), 0, Abuse(3, 2, forgets_cast=True)),
        ((4, 5, 6), 0, Abuse(3, 3, eliminated=True, forgets_cast=True)),
        ((4, 3, 3), 2, Abuse(3, 1, eliminated=True)),
    ],
)
def test_three_tires_makes_forget_and_may_kill(dice, fatigue, expected):
    assert rolled(1, 2, *dice, fatigue=fatigue) == expected


@pytest.mark.clause("AM-ABUSE-R4-1", "AM-ABUSE-R4-2")
@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize(
    ("dice", "fatigue", "killed"), [((4, 4), 0, False), ((4, 4), 1, True), ((4, 1), 1, False), ((1, 1), 2, False)]
)
def test_four_and_five_tire_and_may_kill_but_nothing_is_forgotten(first, dice, fatigue, killed):
    suffered = sum(face >= 4 for face in dice)

    assert rolled(first, 3, *dice, fatigue=fatigue) == Abuse(first + 3, suffered, eliminated=killed)


@pytest.mark.clause("AM-ABUSE-6", "AM-ABUSE-R4-2")
def test_an_imposing_caster_dies_one_fatigue_later():
    assert rolled(1, 3, 4, 4, fatigue=1, imposing=True) == Abuse(4, 2)
    assert rolled(1, 3, 4, 4, fatigue=2, imposing=True) == Abuse(4, 2, eliminated=True)


@pytest.mark.clause("AM-ABUSE-R6-1")
@pytest.mark.parametrize("faces", [(3, 3), (3, 4), (4, 4)])
def test_six_seven_and_eight_do_nothing(faces):
    assert rolled(*faces, fatigue=2) == Abuse(sum(faces))


@pytest.mark.clause("AM-ABUSE-R9-1")
@pytest.mark.parametrize(("faces", "forgets"), [((4, 5, 4), True), ((4, 5, 3), False), ((5, 5, 6), True)])
def test_nine_and_ten_may_take_the_spell_just_cast(faces, forgets):
    assert rolled(*faces) == Abuse(faces[0] + faces[1], forgets_cast=forgets)


@pytest.mark.clause("AM-ABUSE-R11-1", "CORE-MAGIC-1")
@pytest.mark.parametrize(("spells", "forgotten"), [(None, 3), (3, 3), (2, 2), (0, 0)])
def test_eleven_takes_spells_its_owner_picks_and_no_more_than_are_known(spells, forgotten):
    assert rolled(5, 6, 4, 5, 6, spells=spells) == Abuse(11, forgets=forgotten)
    assert rolled(5, 6, 1, 2, 3, spells=spells) == Abuse(11)


@pytest.mark.clause("AM-ABUSE-R12-1")
def test_twelve_tires_every_friend_within_m():
    assert rolled(6, 6) == Abuse(12, eliminated=True, tires_friends=True)


@pytest.mark.clause("AM-ABUSE-R3-3", "AM-ABUSE-R4-2")
def test_the_chance_to_die_grows_with_fatigue():
    """2 and 12 always; three dice of row 3 and two of row 4-5 against what is left to the threshold."""
    assert dies() == Fraction(2, 36) + Fraction(2, 36) * Fraction(1, 8)
    assert dies(fatigue=1) == Fraction(2, 36) + Fraction(2, 36) * Fraction(1, 2) + Fraction(7, 36) * Fraction(1, 4)
    assert dies(fatigue=2) == Fraction(2, 36) + Fraction(2, 36) * Fraction(7, 8) + Fraction(7, 36) * Fraction(3, 4)
    assert dies(imposing=True) == Fraction(2, 36)


@pytest.mark.parametrize("fields", [{}, {"fatigue": 2}, {"imposing": True, "neighbours": 4}, {"spells": 1}])
def test_exact_and_fast_laws_agree(fields):
    exact, fast = law(**fields), resolve(FAST, Sorcerer(**fields))

    assert sum(weight for _, weight in exact) == 1
    assert all(abs(float(weight) - fast.p(end)) < 1e-12 for end, weight in exact)


@pytest.mark.clause("CORE-MAGIC-1")
def test_sorcerers_cast_and_the_necromancer_by_our_default():
    assert casts(UnitClass.SORCERER, OUR_DEFAULT)
    assert casts(UnitClass.NECROMANCER, OUR_DEFAULT)
    assert not casts(UnitClass.NECROMANCER, Overrides(necromancer_casts=False))
    assert not casts(UnitClass.WARLORD, OUR_DEFAULT)


@pytest.mark.clause("AM-ABUSE-9", "AM-ABUSE-R12-1")
def test_an_eliminated_sorcerer_tires_its_friends_within_s():
    assert [rolled(*faces).friends_tire for faces in ((1, 1), (6, 6), (3, 4))] == [1, 1, 0]
    assert rolled(1, 2, 4, 4, 4).friends_tire == 1
    assert rolled(6, 6).tires_friends
