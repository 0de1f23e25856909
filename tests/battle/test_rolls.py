import pytest

from heraut.battle.unit import armour, rounded, winning_faces
from heraut.warband.tables import OUR_DEFAULT, Overrides


def counted(target, modifier):
    """The definition of Part C, face by face."""
    return sum(min(6, max(1, face + modifier)) >= target for face in range(1, 7))


@pytest.mark.clause("CORE-DICE-1", "CORE-ATT-5")
@pytest.mark.parametrize("target", range(-1, 10))
@pytest.mark.parametrize("modifier", range(-7, 8))
def test_winning_faces_are_those_of_the_definition(target, modifier):
    assert winning_faces(target, modifier) == counted(target, modifier)


@pytest.mark.clause("CORE-ARM-1")
@pytest.mark.parametrize(("printed", "change", "expected"), [(5, 3, 6), (3, -2, 2), (4, 1, 5), (4, 0, 4), (2, -1, 2)])
def test_armour_stays_between_2_and_6(printed, change, expected):
    assert armour(printed, change, OUR_DEFAULT) == expected


@pytest.mark.clause("CORE-ARM-1")
def test_an_organiser_may_set_other_limits():
    limits = Overrides(armour_min=1, armour_max=7)

    assert (armour(6, 4, limits), armour(2, -4, limits)) == (7, 1)
    assert (winning_faces(7, 1), winning_faces(1)) == (0, 6)


@pytest.mark.clause("CORE-ATT-2")
@pytest.mark.parametrize(
    ("rounding", "expected"), [("up", [3, 2, 3]), ("down", [2, 1, 2]), ("nearest", [3, 1, 2])], ids=lambda value: value
)
def test_fractions_are_rounded_up_unless_the_organiser_says_otherwise(rounding, expected):
    rules = Overrides(rounding=rounding)

    assert [rounded(5, 2, rules), rounded(4, 3, rules), rounded(7, 3, rules)] == expected
