from fractions import Fraction

import icepool
import pytest

from battle.units import faults, hearthguards, unit, warriors
from heraut.battle.activation import Ground, may_trigger_advanced
from heraut.battle.marker import MarkerCharge, MarkerEnd, form, refusal, resolve
from heraut.dice import EXACT, FAST, Fallen
from heraut.warband.profile import profiles
from heraut.warband.tables import Overrides, SpecialRule


def charge(charger=None, **fields):
    return MarkerCharge(charger=charger or warriors(), **fields)


def law(described, dice=EXACT):
    assert refusal(described) is None, refusal(described)
    return resolve(dice, form(described))


def rolled(described, *faces):
    dice = Fallen.of(faces)
    end = resolve(dice, form(described)).outcome
    assert dice.left == ()
    return end


@pytest.mark.clause("SEQ-O6", "SEQ-O7", "SEQ-O8")
def test_eight_warriors_at_a_marker():
    """Hits on 5+, and two defence dice at 5+ for each."""
    hits = 8 @ icepool.coin(1, 3)
    left = hits.map(lambda n: ((2 * n) @ icepool.coin(1, 3)).map(lambda s: max(0, n - s)) if n else icepool.Die([0]))
    expected = Fraction(sum(quantity for value, quantity in left.items() if value >= 1), left.denominator())

    assert law(charge()).chance(lambda end: end.destroyed) == expected


@pytest.mark.clause("SEQ-O7", "SEQ-O8", "SEQ-RNG-1", "SEQ-O11")
def test_a_marker_rolls_twice_as_many_dice_as_hits():
    two = charge(warriors(2))

    assert rolled(two, 5, 6, 5, 1, 1, 1) == MarkerEnd(1, 0)
    assert rolled(two, 5, 6, 5, 6, 1, 1) == MarkerEnd(0, 0)
    assert rolled(two, 4, 4) == MarkerEnd(0, 0)
    assert (MarkerEnd(1, 0).destroyed, MarkerEnd(1, 0).withdraws) == (True, False)
    assert (MarkerEnd(0, 0).destroyed, MarkerEnd(0, 0).withdraws) == (False, True)


@pytest.mark.clause("SEQ-O1")
def test_markers_may_be_charged_from_the_second_turn_on():
    assert faults(refusal(charge(turn=1))) == [("SEQ-O1", "battle-marker-too-early")]
    assert refusal(charge(turn=2)) is None
    assert faults(refusal(charge(warriors(fatigue=3)))) == [("CORE-EXH-2", "battle-exhausted")]


@pytest.mark.clause("SEQ-O1", "SEQ-O9")
def test_the_charge_tires_and_the_fight_does_not():
    riders = unit("warrior.mount_animal", 8)

    assert form(charge(riders, later=True, lands=Ground.UNEVEN)).fatigue == 2
    assert form(charge(unit("warrior.flight", 8), flown_over=1)).fatigue == 1
    assert form(charge()).fatigue == 0


@pytest.mark.clause("SEQ-O2")
@pytest.mark.parametrize(
    ("key", "figures", "fatigue", "dice"),
    [
        ("warrior.none", 8, 0, 8),
        ("hearthguard.none", 12, 0, 16),
        ("monster.titan", 1, 2, 10),
        ("paladin.none", 1, 0, 5),
    ],
)
def test_the_pool_is_formed_as_in_a_melee(key, figures, fatigue, dice):
    assert form(charge(unit(key, figures, fatigue=fatigue))).attack.dice == dice


@pytest.mark.clause("SEQ-O2")
def test_a_charge_that_exhausts_halves_the_pool():
    assert form(charge(warriors(7, fatigue=2), later=True)).attack.dice == 4


@pytest.mark.clause("CORE-ATT-4")
def test_bonus_dice_are_limited_against_a_marker_too():
    assert form(charge(bonus_dice=8)).attack.dice == 16
    assert faults(refusal(charge(bonus_dice=9))) == [("CORE-ATT-4", "battle-too-many-bonus-dice")]


@pytest.mark.clause("SEQ-O4", "SEQ-O5", "CORE-ARM-1")
def test_one_fatigue_of_the_charger_may_raise_the_markers_armour():
    tired = warriors(fatigue=2)

    assert (form(charge(tired)).attack.armour, form(charge(tired, exploited=1)).attack.armour) == (5, 6)
    assert form(charge(tired, exploited=1)).fatigue == 1
    assert faults(refusal(charge(tired, exploited=2))) == [("SEQ-O5", "battle-useless-discard")]
    assert faults(refusal(charge(exploited=1))) == [("SEQ-O4", "battle-too-much-exploited")]


@pytest.mark.clause("SEQ-O4", "CORE-EXPL-4")
def test_one_fatigue_per_effect_holds_at_a_marker_too():
    first_edition = Overrides(exploit_max_per_effect=1, armour_max=7)

    assert refusal(charge(warriors(fatigue=2), exploited=2, overrides=Overrides(armour_max=7))) is None
    assert faults(refusal(charge(warriors(fatigue=2), exploited=2, overrides=first_edition))) == [
        ("CORE-EXPL-4", "battle-effect-limit")
    ]


@pytest.mark.clause("SEQ-O6")
@pytest.mark.parametrize(
    ("key", "hit"), [("warrior.none", 2), ("warrior.heavy_weapon", 3), ("levy.javelins", 3), ("warrior.bow", 2)]
)
def test_heavy_weapons_and_javelins_help_against_a_marker(key, hit):
    assert form(charge(unit(key, 8))).attack.hit == hit


@pytest.mark.clause("SEQ-O6")
def test_an_organiser_may_take_the_javelins_away():
    rules = Overrides(javelins_bonus_on_marker=False)

    assert form(charge(unit("levy.javelins", 8), overrides=rules)).attack.hit == 2


@pytest.mark.clause("SEQ-O11")
def test_a_marker_may_be_charged_twice_in_a_turn_and_one_failure_is_noted():
    first, second = rolled(charge(warriors(1)), 1), rolled(charge(warriors(1), attempted=True), 1)

    assert (first.withdraws, first.noted) == (True, True)
    assert (second.withdraws, second.noted) == (True, False)
    assert not rolled(charge(warriors(1), attempted=True), 6, 1, 1).noted
    assert rolled(charge(warriors(1), attempted=True), 6, 1, 1).destroyed


@pytest.mark.clause("SEQ-O3")
def test_nobody_uses_an_advanced_ability_against_a_marker():
    assert faults(refusal(charge(advanced=True))) == [("SEQ-O3", "battle-marker-ability")]


@pytest.mark.parametrize("described", [charge(), charge(hearthguards(8)), charge(unit("monster.behemoth"))])
def test_exact_and_fast_laws_agree(described):
    exact, fast = law(described), law(described, FAST)

    assert sum(weight for _, weight in exact) == 1
    assert all(abs(float(weight) - fast.p(end)) < 1e-12 for end, weight in exact)


@pytest.mark.clause("AM-PRIM-2")
def test_the_owner_of_a_primitive_unit_triggers_no_advanced_ability_in_its_fight_and_the_opponent_may():
    assert not may_trigger_advanced(unit("monster.titan"))
    assert may_trigger_advanced(warriors())


@pytest.mark.clause("SEQ-O2", "SEQ-M3")
def test_a_charge_that_devastates_does_so_at_a_marker_too():
    charger = next(one for one in profiles().values() if SpecialRule.DEVASTATING_CHARGE in one.rules)
    fresh, tired = (form(charge(unit(charger.key, 2, fatigue))).attack.dice for fatigue in (0, 1))

    assert fresh == 2 * tired > 0
