from fractions import Fraction

import pytest

from battle.units import faults, hearthguards, melee, unit, warriors
from heraut.battle.melee import MeleeSide, form, resolve
from heraut.battle.series import GONE, ChargeStep, RestStep, ShootStep, UnitLeft, chain, refusal
from heraut.battle.shooting import Shooting
from heraut.battle.shooting import form as form_shot
from heraut.battle.shooting import resolve as resolve_shot
from heraut.dice import EXACT, FAST, Law
from heraut.warband.tables import Distance, Overrides


def slowly(first, second, rounds):
    """The same chain, one melee at a time, without any short cut."""
    law = Law.sure((first, second))
    for _ in range(rounds):
        law = law.then(_one_round)
    return law.map(lambda units: tuple(_state(one) for one in units))


def _state(one):
    return UnitLeft(one.figures, one.fatigue, 0) if one.figures else GONE


def _one_round(units):
    first, second = units
    if not first.figures or not second.figures or first.exhausted:
        return Law.sure(units)
    clash = resolve(EXACT, form(melee(first, second)))
    left = lambda one, end: type(one)(one.profile, end.figures, end.fatigue, one.cover)  # noqa: E731
    return clash.joint().map(lambda ends: (left(first, ends[0]), left(second, ends[1])))


def sides(*units):
    return [MeleeSide(unit=one) for one in units]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (warriors(4), warriors(4)),
        (hearthguards(3, fatigue=1), unit("creature.biped", 2)),
        (unit("monster.titan"), warriors(4)),
        (unit("mindless.none", 12), hearthguards(2)),
    ],
)
def test_three_rounds_are_three_melees_one_after_the_other(first, second):
    quick = chain(EXACT, sides(first, second), [ChargeStep(0, 1)] * 3)

    assert quick == slowly(first, second, 3)
    assert sum(weight for _, weight in quick) == 1


def test_exact_and_fast_chains_agree():
    steps = [ChargeStep(0, 1), ChargeStep(1, 0), ChargeStep(0, 1)]
    exact, fast = (chain(dice, sides(warriors(), warriors()), steps) for dice in (EXACT, FAST))

    assert all(abs(float(weight) - fast.p(end)) < 1e-12 for end, weight in exact)


def test_several_units_against_one():
    """The second charger meets what the first has left, and the first is not touched any more."""
    units = sides(warriors(4), warriors(4), hearthguards(4))
    law = chain(EXACT, units, [ChargeStep(0, 2), ChargeStep(1, 2)])
    first_alone = chain(EXACT, [units[0], units[2]], [ChargeStep(0, 1)])

    assert law.map(lambda ends: ends[0]) == first_alone.map(lambda ends: ends[0])
    assert law.mean(lambda ends: ends[2].figures) < first_alone.mean(lambda ends: ends[1].figures)


def test_a_unit_may_be_shot_at_before_it_is_charged():
    bows, target = unit("warrior.bow", 8), warriors(4)
    law = chain(EXACT, sides(bows, target), [ShootStep(0, 1)])
    once = resolve_shot(EXACT, form_shot(Shooting(shooter=bows, target=target)))

    assert law.map(lambda ends: ends[1].figures) == once.map(lambda volley: volley.target.figures)


def test_an_unstable_team_may_be_gone_after_its_shot():
    law = chain(EXACT, sides(unit("destruction_team.none"), warriors(4)), [ShootStep(0, 1, Distance.M)])

    assert law.chance(lambda ends: ends[0] == GONE) == Fraction(1, 36)


def test_a_step_nobody_can_take_is_passed_over():
    exhausted = chain(EXACT, sides(warriors(fatigue=3), warriors()), [ChargeStep(0, 1)])

    assert exhausted == Law.sure((UnitLeft(8, 3, 0), UnitLeft(8, 0, 0)))


def test_rest_removes_a_fatigue():
    law = chain(EXACT, sides(warriors(fatigue=3), warriors()), [RestStep(0), RestStep(1)])

    assert law == Law.sure((UnitLeft(8, 2, 0), UnitLeft(8, 0, 0)))


def test_each_fight_spends_what_is_planned_there_and_useful():
    """Three planned, two fatigues there, and armour 5 can rise by one: one for itself, one against the enemy."""
    planned = MeleeSide(unit=hearthguards(2), own_armour=3, enemy_armour=3)
    law = chain(EXACT, [planned, MeleeSide(unit=warriors(2, fatigue=2))], [ChargeStep(0, 1)])
    chosen = melee(MeleeSide(unit=hearthguards(2), own_armour=1, enemy_armour=1), warriors(2, fatigue=2))
    once = resolve(EXACT, form(chosen)).joint()

    assert law.map(lambda ends: ends[1].figures) == once.map(lambda ends: ends[1].figures)
    assert law.map(lambda ends: ends[0].figures) == once.map(lambda ends: ends[0].figures)


@pytest.mark.clause("CORE-ATT-4")
def test_bonus_dice_stay_within_their_limits_as_figures_fall():
    planned = MeleeSide(unit=warriors(2), bonus_dice=6)
    law = chain(EXACT, [planned, MeleeSide(unit=warriors(4))], [ChargeStep(0, 1)])
    allowed = resolve(EXACT, form(melee(MeleeSide(unit=warriors(2), bonus_dice=2), warriors(4))))

    assert law.map(lambda ends: ends[1].figures) == allowed.defender.map(lambda end: end.figures)


@pytest.mark.clause("CORE-CLOSE-1", "CORE-CLOSE-4")
@pytest.mark.parametrize(
    ("overrides", "closed"),
    [
        (Overrides(), (False, True)),
        (Overrides(close_ranks_side="both"), (True, True)),
        (Overrides(close_ranks_side="both", close_ranks_when_exhausted=False), (True, False)),
    ],
)
def test_ranks_are_closed_in_a_series_where_that_is_allowed(overrides, closed):
    units = warriors(), warriors(fatigue=3)
    law = chain(EXACT, [MeleeSide(unit=one, close_ranks=True) for one in units], [ChargeStep(0, 1)], overrides)
    chosen = [MeleeSide(unit=one, close_ranks=closes) for one, closes in zip(units, closed, strict=True)]
    once = resolve(EXACT, form(melee(*chosen, overrides=overrides))).joint()

    assert law == once.map(
        lambda ends: tuple(UnitLeft(end.figures, end.fatigue, 0) if end.figures else GONE for end in ends)
    )


def test_bodyguards_are_used_up():
    warlord = MeleeSide(unit=unit("warlord.none", fatigue=3), bodyguards=2)
    law = chain(EXACT, [MeleeSide(unit=hearthguards(4)), warlord], [ChargeStep(0, 1), ChargeStep(0, 1)])

    assert {ends[1].guards for ends, _ in law} == {0, 1, 2}
    assert law.chance(lambda ends: ends[1] == GONE) > 0


def test_steps_of_units_that_are_not_there_are_refused():
    two = sides(warriors(), warriors())

    assert faults(refusal(two, [ChargeStep(0, 2)])) == [("SEQ-M1", "battle-no-such-unit")]
    assert faults(refusal(two, [ChargeStep(1, 1)])) == [("SEQ-M1", "battle-no-such-unit")]
    assert faults(refusal(two, [ShootStep(0, 1)])) == [("AM-PROF-5", "battle-no-weapon")]
    assert refusal(two, [ChargeStep(0, 1), RestStep(1)]) is None
    guarded = [MeleeSide(unit=warriors(), bodyguards=1), MeleeSide(unit=unit("warrior.bow", 4), close_ranks=True)]
    assert faults(refusal(guarded, [ChargeStep(0, 1)])) == [
        ("CORE-BODY-1", "battle-no-bodyguards"),
        ("CORE-CLOSE-2", "battle-cannot-close-ranks"),
    ]


@pytest.mark.clause("CORE-CLOSE-2", "AM-IMP-2")
def test_a_series_names_the_rule_that_bars_closing_ranks_as_a_melee_does():
    monster = MeleeSide(unit=unit("monster.behemoth"), close_ranks=True)

    assert faults(refusal([MeleeSide(unit=warriors()), monster], [ChargeStep(0, 1)])) == [
        ("AM-IMP-2", "battle-cannot-close-ranks")
    ]


@pytest.mark.clause("SEQ-M4", "SEQ-M5")
def test_no_fatigue_is_spent_on_armour_that_cannot_fall_further():
    """Armour 4 falls to 2 and no further: of three planned, two are spent and one stays."""
    planned = MeleeSide(unit=warriors(4), enemy_armour=3)
    law = chain(EXACT, [planned, MeleeSide(unit=warriors(4, fatigue=3))], [ChargeStep(0, 1)])
    chosen = melee(MeleeSide(unit=warriors(4), enemy_armour=2), warriors(4, fatigue=3))
    once = resolve(EXACT, form(chosen)).joint()

    assert law == once.map(
        lambda ends: tuple(UnitLeft(end.figures, end.fatigue, 0) if end.figures else GONE for end in ends)
    )


@pytest.mark.clause("SEQ-M1")
def test_a_step_of_nobody_is_named_by_its_place_in_the_series():
    refused = refusal(sides(warriors(), warriors()), [ChargeStep(0, 1), ChargeStep(0, 2)])

    assert refused is not None
    assert (refused.code, refused.subject, refused.asked, refused.allowed) == ("battle-no-such-unit", 2, (0, 2), 1)
