"""The dice model and the general conventions [sections 1 and 3]."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from heraut.dice import Law
from heraut.kernel.codec import Malformed, from_plain
from heraut.kernel.message import Chance
from heraut.skirmish.answers import DiceRolled, Overridden, Override
from heraut.skirmish.effects import Burden, EffectGained
from heraut.skirmish.fighter import Scope, Use
from heraut.skirmish.game_master import Mend
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.model import CriticalFailure, SumOfDice, level, margin_dice
from heraut.skirmish.moves import Move, PostureTaken
from heraut.skirmish.need import DiceNeed
from heraut.skirmish.rolls import build
from heraut.skirmish.sheet import Trait
from heraut.skirmish.slots import SlotStruck
from heraut.skirmish.standoff import Defy, HoldAtBay
from heraut.skirmish.turn import BeginFight
from skirmish.build import Table, clash, man, strike, two

MODEL = SumOfDice()


@pytest.mark.clause("SK-DICE-5", "SK-UND-4")
@pytest.mark.parametrize(
    ("dice", "bonus", "penalty", "confidence", "rolled"),
    [(5, 0, 4, 1, 2), (2, 0, 4, 3, 2), (5, 0, 0, 0, 5), (5, 0, 5, 0, 1), (5, 0, 4, 0, 1), (4, 0, 1, 0, 3)],
)
def test_penalties_leave_one_die_and_one_per_point_of_confidence(dice, bonus, penalty, confidence, rolled):
    assert MODEL.pool(dice, bonus, penalty, confidence) == rolled


@pytest.mark.clause("SK-DICE-17")
def test_bonus_dice_come_before_penalties():
    assert MODEL.pool(2, 2, 3, 2) == 3  # min(4, 1 + 2), not min(2, 3) and 2 more
    assert MODEL.pool(3, 2, 1, 0) == 4


@pytest.mark.clause("SK-DICE-8", "SK-DICE-9")
@pytest.mark.parametrize(("margin", "levels"), [(0, 1), (4, 1), (5, 2), (9, 2), (10, 3), (14, 3)])
def test_a_level_is_one_and_one_more_for_each_five_points(margin, levels):
    assert level(margin) == levels
    assert MODEL.outcome(15 + margin, False, 15) == (True, margin, levels)
    assert MODEL.outcome(14 - margin, False, 15) == (False, margin + 1, level(margin + 1))


@pytest.mark.clause("SK-DICE-7")
def test_reaching_the_difficulty_succeeds_unless_the_setting_asks_to_exceed_it():
    assert MODEL.outcome(15, False, 15).success
    assert not MODEL.outcome(14, False, 15).success
    assert not SumOfDice(tie_succeeds=False).outcome(15, False, 15).success
    assert SumOfDice(tie_succeeds=False).outcome(16, False, 15).success


@pytest.mark.clause("SK-DICE-11")
@pytest.mark.parametrize(
    ("rule", "faces", "critical"),
    [
        ("all_ones", (1, 1, 1), True),
        ("all_ones", (1, 1, 2), False),
        ("majority_ones", (1, 1, 2), True),
        ("majority_ones", (1, 2), False),
        ("never", (1, 1, 1), False),
    ],
)
def test_a_critical_failure_is_all_ones_unless_the_setting_says_otherwise(rule, faces, critical):
    model = SumOfDice(critical_failure=CriticalFailure(rule))

    assert model.roll(len(faces), 0, iter(faces)).critical is critical


@pytest.mark.clause("SK-DICE-12")
def test_a_critical_failure_fails_whatever_its_total():
    assert MODEL.outcome(40, True, 15) == (False, 1, 1)
    assert MODEL.outcome(3, True, 15) == (False, 12, 3)


@pytest.mark.clause("SK-DICE-3", "SK-DICE-14", "SK-DICE-19")
def test_a_total_is_the_sum_of_the_dice_and_the_modifiers_and_no_six_rolls_again():
    source = iter((6, 6, 1, 5))

    assert MODEL.roll(3, -20, source) == ((6, 6, 1), -7, False)
    assert next(source) == 5


@pytest.mark.clause("SK-DICE-19")
def test_the_same_seed_draws_the_same_faces():
    chance = Chance((6,) * 5)

    assert chance.draw(Random(4).randrange) == chance.draw(Random(4).randrange)


@pytest.mark.clause("SK-DICE-19", "SK-DICE-13", "SK-DICE-10")
def test_in_a_contest_the_acting_side_rolls_first_and_a_tie_wins_nothing():
    table = two().send(strike("Ari", "Bo", style="trip"))
    table.flat(6).choose("none")
    assert (table.pool.who, table.pool.roll, table.pool.critical) == ("Ari", "agility-contest", False)
    assert table.parts == {"agility": (4, 0), "strength": (0, 3), "margin": (2, 0)}
    table.flat(1)  # all ones: 9, and no critical failure is looked for
    assert table.pool.who == "Bo"
    table.roll(1, 1, 2, 2)

    assert table.told(DiceRolled)[0].total == 9
    assert table.need is None
    assert table.told(SlotStruck) == table.told(PostureTaken) == []


@pytest.mark.clause("SK-DICE-16")
@pytest.mark.parametrize(("margin", "dice"), [(0, 0), (9, 0), (10, 1), (19, 1), (24, 2)])
def test_margin_dice_count_complete_tens(margin, dice):
    assert margin_dice(margin) == dice


@pytest.mark.clause("SK-DICE-20", "SK-DICE-18")
@pytest.mark.parametrize("rule", list(CriticalFailure))
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
def test_the_law_of_a_pool_is_that_of_all_its_throws(rule, dice):
    model = SumOfDice(critical_failure=rule)
    counted: dict[tuple[int, bool], Fraction] = {}
    for faces in product(range(1, 7), repeat=dice):
        thrown = model.roll(dice, 2, iter(faces))
        key = thrown.total, thrown.critical
        counted[key] = counted.get(key, Fraction(0)) + Fraction(1, 6**dice)

    assert model.distribution(dice, 2) == Law(counted)


@pytest.mark.clause("SK-DICE-18")
def test_another_dice_model_changes_the_dice_and_nothing_else():
    table = Table(man("Ari", "one"), man("Bo", "two"), dice_model="sum-d10").send(BeginFight())

    assert {pool.sides for pool in table.need.pools} == {10}
    table.roll(10, 9)
    assert (table.of("Ari").reaction, table.of("Bo").reaction) == (20, 19)
    table.announce().to(3).send(strike("Ari", "Bo")).flat(10).choose("none").flat(10).flat(1)
    assert table.pool.roll == "critical"
    assert table.pool.sides == 6


@pytest.mark.clause("SK-DICE-1", "SK-DICE-2")
def test_a_trait_rolls_its_dice_and_adds_its_level_and_an_attribute_rolls_its_value():
    state = clash(man("Ari", "one"), man("Bo", "two")).state
    fighter = state.fighters["Ari"]
    skill = build(state, fighter, "x", "swords", Use.FREE)
    agility = build(state, fighter, "x", "agility", Use.FREE)

    assert (skill.dice, skill.flat) == (5, 4)
    assert (agility.dice, agility.flat) == (4, 0)
    with pytest.raises(Malformed, match="dice"):
        from_plain({"dice": 0, "level": 2}, Trait)


@pytest.mark.clause("SK-DICE-6")
def test_confidence_is_the_characters_unless_the_trait_has_its_own():
    bold = man("Ari", "one", confidence=2, traits={"dodge": Trait(4, 3, confidence=0)})
    table = Table(bold, man("Bo", "two")).begin().announce(Ari=5).to(1)
    fighter = table.of("Ari")

    assert build(table.state, fighter, "x", "swords", Use.ATTACK).dice == 3
    assert build(table.state, fighter, "x", "dodge", Use.DODGE).dice == 1


@pytest.mark.clause("SK-DICE-15", "SK-INN-2")
def test_only_action_rolls_take_action_penalties():
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(Ari=3).to(1)
    fighter = table.of("Ari")
    dice = {use: build(table.state, fighter, "x", "swords", use).dice for use in Use}

    assert dice == {Use.ATTACK: 3, Use.DODGE: 3, Use.ACTION: 3, Use.FREE: 5}


@pytest.mark.clause("SK-DICE-15")
def test_scopes_say_which_rolls_an_effect_weighs_on():
    covered = {scope: {use for use in Use if scope.covers(use)} for scope in Scope}

    assert covered[Scope.ACTIONS] == {Use.ATTACK, Use.DODGE, Use.ACTION}
    assert covered[Scope.OFFENSIVE] == {Use.ATTACK}
    assert covered[Scope.COMBAT] == {Use.ATTACK, Use.DODGE}
    assert covered[Scope.DAMAGE] == covered[Scope.NONE] == set()


@pytest.mark.clause("SK-DICE-13")
def test_damage_soak_and_tables_know_no_critical_failure_but_attacks_and_dodges_do():
    table = two().send(strike("Ari", "Bo"))
    looked = {table.pool.roll: table.pool.critical}
    table.flat(6).choose("dodge")
    looked[table.pool.roll] = table.pool.critical
    table.flat(1)
    while isinstance(table.need, DiceNeed):
        looked[table.pool.roll] = table.pool.critical
        table.flat(1 if table.pool.roll == "soak" else 6)

    assert looked == {"attack": True, "dodge": True, "damage": False, "soak": False, "critical": False} | {
        roll: False for roll in looked if roll not in ("attack", "dodge")
    }


@pytest.mark.clause("SK-DICE-21")
def test_what_the_sheet_does_not_give_is_asked_for_when_first_needed():
    poor = man("Ari", "one")
    traits = {name: trait for name, trait in poor.sheet.traits.items() if name != "swords"}
    poor = replace(poor, sheet=replace(poor.sheet, traits=traits))
    table = Table(poor, man("Bo", "two"), rulings="ask").begin().announce().to(3).send(strike("Ari", "Bo"))

    assert (table.need.code, table.need.about) == ("skirmish-trait-dice", "swords")
    table.rule(4)
    assert table.need.code == "skirmish-trait-level"
    table.rule(6)
    assert table.of("Ari").sheet.traits["swords"] == Trait(4, 6)
    assert (table.pool.dice, table.pool.flat) == (4, 6)


@pytest.mark.clause("SK-DICE-22")
def test_levels_lost_cost_dice_and_put_out_of_action_only_where_the_sheet_says_so():
    free = Table(man("Ari", "one"), man("Bo", "two")).begin().announce().to(3).set("Ari", wounds=9)
    assert build(free.state, free.of("Ari"), "x", "swords", Use.ATTACK).dice == 5

    frail = man("Ari", "one", wound_levels=4, wound_penalties=(0, 1, 2), fatigue_levels=6, fatigue_penalties=(1,))
    table = Table(frail, man("Bo", "two")).begin().announce().to(3)
    dice = []
    for wounds in range(5):
        table.set("Ari", wounds=wounds)
        dice.append(build(table.state, table.of("Ari"), "x", "swords", Use.ATTACK).dice)
    assert dice == [5, 5, 4, 3, 3]
    table.set("Ari", wounds=3).send(Mend(who="Ari", wounds=-1))
    assert table.of("Ari").out == "unconscious"

    table = Table(frail, man("Bo", "two")).begin().announce().to(3).send(Burden(who="Bo", dice=2))
    assert build(table.state, table.of("Bo"), "x", "swords", Use.ATTACK).dice == 3


@pytest.mark.clause("SK-GEN-3", "SK-GEN-4")
def test_dice_and_flat_modifiers_are_kept_apart_and_difficulties_take_theirs():
    table = two("bow").send(Shoot(seat="organiser", who="Ari", target="Bo", weapon="bow", distance=60))

    assert table.parts == {"bows": (4, 5)}
    assert table.aims == {"long": 20, "human": 0}
    table = two().send(Burden(who="Ari", dice=1, flat=-3)).send(strike("Ari", "Bo"))
    assert table.parts["burden"] == (-1, -3)
    assert (table.pool.dice, table.pool.flat) == (4, 1)


@pytest.mark.clause("SK-GEN-1")
def test_speeds_stay_exact_and_everything_else_is_rounded_down():
    table = Table(man("Ari", "one", attributes={"agility": 4, "strength": 3}), man("Bo", "two"))
    table.begin().announce().to(1).send(Move(seat="organiser", who="Ari", ground="stairs_up"))

    assert table.of("Ari").motion.speed == Fraction(4, 3)
    assert level(9) == 2


@pytest.mark.clause("SK-GEN-6")
def test_the_game_master_may_change_a_number_before_it_counts_and_the_log_keeps_both():
    table = two().send(strike("Ari", "Bo")).send(Override(number="dice", value=2))
    (kept,) = table.told(Overridden)
    assert (kept.computed, kept.value) == (5, 2)
    assert table.pool.dice == 2
    table.send(Override(number="flat", value=30)).roll(3, 4)
    assert table.told(DiceRolled)[0].total == 37
    table.choose("none").send(Override(number="result", value=50))
    assert table.told(DiceRolled)[0].total == 50
    assert table.refused(Override(number="colour", value=1)) == ("SK-GEN-6", "skirmish-override-what")
    assert table.refused(Override(number="dice", value=0)) == ("SK-GEN-6", "skirmish-number-out-of-range")
    assert table.refused(Override(seat="ana", number="flat", value=1))[1] == "not-your-seat"


@pytest.mark.clause("SK-GEN-5")
def test_taking_back_commands_from_the_last_restores_every_earlier_state():
    table = two().send(strike("Ari", "Bo")).flat(6).choose("dodge").flat(3)
    for kept in range(len(table.commands)):
        again = Table(*table.settings.fighters)
        for command in table.commands[:kept]:
            again.send(command)
        assert again.state == table.states[kept]
    named = [event for event in table.last if isinstance(event, DiceRolled | EffectGained)]
    assert all(event.clause if isinstance(event, DiceRolled) else event.effect.clause for event in named)


@settings(max_examples=30, deadline=None, derandomize=True)
@given(dice=st.integers(1, 8), bonus=st.integers(0, 4), penalty=st.integers(0, 12), confidence=st.integers(0, 5))
@pytest.mark.clause("SK-UND-5")
def test_no_penalty_of_any_kind_goes_below_the_minimum(dice, bonus, penalty, confidence):
    rolled = MODEL.pool(dice, bonus, penalty, confidence)

    assert min(dice + bonus, 1 + confidence) <= rolled <= dice + bonus


@pytest.mark.clause("SK-DICE-4")
def test_a_roll_plus_the_level_of_another_trait_adds_that_level_flat():
    table = clash(man("Ari", "one"), man("Bo", "two"))
    table.send(HoldAtBay(captor="Bo", captive="Ari")).send(Defy(seat="organiser", who="Ari", trait="swords"))

    assert table.parts == {"courage": (2, 3), "swords": (0, 4)}
