"""Damage, soak, wounds and fatigue, critical hits and what they leave [sections 29 to 32]."""

from __future__ import annotations

import pytest

from heraut.kernel.names import ORGANISER
from heraut.skirmish import engine
from heraut.skirmish.answers import Override
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.ending import EndFight
from heraut.skirmish.fighter import Until
from heraut.skirmish.game_master import Mend, Recovered
from heraut.skirmish.harm import PutOut
from heraut.skirmish.sheet import WeaponType, WornArmour
from heraut.skirmish.sums import split
from heraut.skirmish.tables import critical, face
from heraut.skirmish.weapons import Draw
from skirmish.build import Table, clash, man, quick, strike

GM = ORGANISER


def result(table: Table, value: int) -> Table:
    return table.send(Override(number="result", value=value))


def blow(*, damage: int = 23, soak: int = 12, weapon: str = "sword", actions: int = 5, **options: object) -> Table:
    """A blow with these totals, before the critical roll if there is one."""
    table = Table(man("Ari", "one", weapon, traits=quick(20)), man("Bo", "two"), **options)
    table.begin().announce(Ari=1, Bo=actions).to(3).set("Bo", yielded=True)
    result(table.send(strike("Ari", "Bo", weapon)), 12)
    return result(result(table.choose("none"), damage), soak)


def struck(roll: int, *, actions: int = 5, weapon: str = "sword", side: int = 1) -> Table:
    """A blow of three wound levels whose critical result is this."""
    table = result(blow(actions=actions, weapon=weapon), roll)
    if table.need is not None and table.pool.roll == "limb-side":
        table.roll(side)
    return table


@pytest.mark.clause("SK-DMG-1", "SK-DMG-6")
@pytest.mark.parametrize(
    ("damage", "soak", "levels"), [(23, 12, 3), (12, 12, 0), (11, 12, 0), (13, 12, 1), (16, 12, 1), (17, 12, 2)]
)
def test_damage_must_exceed_soak_and_costs_a_level_per_level_of_margin(damage, soak, levels):
    assert blow(damage=damage, soak=soak).of("Bo").wounds == levels


@pytest.mark.clause("SK-DMG-2", "SK-DMG-4", "SK-DMG-5")
def test_strength_gives_dice_and_everything_else_is_flat():
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", armour=WornArmour(5)))
    result(table.send(strike("Ari", "Bo")), 12).choose("none")
    assert table.parts == {"strength": (3, 0), "weapon": (0, 4)}
    result(table, 20)
    assert table.parts == {"soak": (2, 2), "protection": (0, 5)}
    fist = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two"))
    result(fist.send(strike("Ari", "Bo", "unarmed")), 12).choose("none")
    assert fist.parts == {"strength": (3, 0)}


@pytest.mark.clause("SK-SPL-1", "SK-SPL-2")
@pytest.mark.parametrize(
    ("type", "split_of"),
    [
        ("unarmed", [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
        ("blunt", [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]),
        ("hard_blunt", [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)]),
        ("cutting", [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]),
        ("thrusting", [(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]),
    ],
)
def test_levels_are_wounds_or_fatigue_by_the_weapon(type, split_of):
    assert [split(WeaponType(type), levels) for levels in range(5)] == split_of


@pytest.mark.clause("SK-CRI-1", "SK-CRI-2")
def test_three_levels_of_either_kind_trigger_the_critical_roll_and_two_do_not():
    assert blow(damage=21).need is None
    assert (blow().pool.roll, blow().pool.dice, blow().pool.flat) == ("critical", 2, 3)
    assert blow(weapon="unarmed").pool.flat == 0


@pytest.mark.clause("SK-CRI-2")
@pytest.mark.parametrize(("adds", "flat"), [("blow_wounds", 0), ("blow_levels", 3), ("total_wounds", 7)])
def test_what_is_added_to_the_critical_roll_is_a_setting(adds, flat):
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), critical_adds=adds).begin().announce().to(3)
    result(table.set("Bo", wounds=7).send(strike("Ari", "Bo", "unarmed")), 12)
    result(result(table.choose("none"), 23), 12)
    assert table.pool.flat == flat


@pytest.mark.clause("SK-CRI-1", "SK-CRI-3")
def test_every_result_has_its_row_and_those_above_nineteen_the_last():
    codes = [critical(total).code for total in range(2, 20)]
    assert codes[:4] == ["nothing"] * 4
    assert codes[4:] == [
        "unbalanced", "hand", "trunk-stunned", "leg-slowed", "thrown-down", "arm-unusable", "leg-unusable",
        "head-unconscious", "trunk-bleeding", "hand-crushed", "foot-crushed", "face", "trunk-dying", "head-destroyed",
    ]  # fmt: skip
    assert critical(30).code == "head-destroyed"
    marked = [total for total in range(2, 20) if critical(total).impalement]
    assert marked == [8, 12, 14, 18, 19]


@pytest.mark.clause("SK-CRI-1")
@pytest.mark.parametrize(("roll", "lost"), [(5, 0), (6, 1), (8, 2), (10, 1)])
def test_rows_that_cost_actions(roll, lost):
    assert list(struck(roll).slots("Bo").values()).count("struck") == lost


@pytest.mark.clause("SK-CRI-1", "SK-CRI-6", "SK-CON-7")
@pytest.mark.parametrize(("side", "held"), [(1, ("sword",)), (3, ("sword",)), (4, ()), (6, ())])
def test_a_wounded_hand_drops_what_it_held_and_the_side_is_drawn(side, held):
    table = struck(7, side=side)
    assert table.of("Bo").held == held
    assert table.of("Bo").dropped == (() if held else ("sword",))


@pytest.mark.clause("SK-CRI-6")
def test_the_game_master_may_choose_the_side():
    table = result(result(blow(), 7), 6)
    assert table.of("Bo").dropped == ("sword",)


@pytest.mark.clause("SK-CRI-4")
def test_a_slowed_leg_makes_dodges_dearer_until_a_wound_level_is_recovered():
    def cost(table: Table, *, swap: bool) -> int:
        before = sum(effect.dice for effect in table.of("Bo").effects if effect.code == "undeclared")
        table.send(Dodge(seat=GM, who="Bo", swap=swap)).flat(3)
        return sum(effect.dice for effect in table.of("Bo").effects if effect.code == "undeclared") - before

    assert cost(struck(9).to(4, acting=False), swap=False) == 2
    assert cost(struck(9).to(4, acting=False), swap=True) == 1
    healed = struck(9).send(Mend(who="Bo", wounds=1)).to(4, acting=False)
    assert cost(healed, swap=False) == 1


@pytest.mark.clause("SK-CRI-1", "SK-POS-4")
def test_row_ten_throws_down_and_empties_both_hands():
    table = struck(10)
    assert (table.of("Bo").posture, table.of("Bo").held) == ("prone", ())
    assert table.of("Bo").effect("prone").flat == -5


@pytest.mark.clause("SK-CRI-1", "SK-CRI-5")
@pytest.mark.parametrize(
    ("roll", "code"), [(11, "arm-unusable"), (12, "leg-unusable"), (15, "hand-crushed"), (16, "foot-crushed")]
)
def test_limbs_are_unusable_until_the_wounds_of_the_blow_are_recovered(roll, code):
    table = struck(roll, side=4)
    effect = table.of("Bo").effect(code)
    assert (effect.of, effect.until, effect.limit) == ("right", Until.RECOVERY, 0)
    table.send(Mend(who="Bo", wounds=2))
    assert table.of("Bo").effect(code) is not None
    ended = struck(roll).send(EndFight())
    assert [(who, found.code) for who, found in engine.view(ended.state, None).report] == [("Bo", code)]
    before = table.state
    table.send(Mend(who="Bo", wounds=1))
    assert table.of("Bo").effect(code) is None
    assert table.last == (Recovered(who="Bo", wounds=1, fatigue=0, ended=(effect,)),)
    assert engine.evolve(before, Recovered(who="Bo", wounds=1, fatigue=0)) == table.state  # stored before it was said


@pytest.mark.clause("SK-CRI-1")
def test_an_unusable_arm_wields_no_two_handed_weapon():
    table = struck(11, side=6).set("Ari", slots=())
    assert (table.of("Bo").held, table.of("Bo").dropped) == ((), ("sword",))
    table.send(Draw(seat=GM, who="Bo", weapon="knife"))
    assert table.refused(Draw(seat=GM, who="Bo", weapon="axe")) == ("SK-CRI-1", "skirmish-no-hand")


@pytest.mark.clause("SK-CRI-1")
def test_unconscious_for_hours_or_bleeding():
    table = struck(13)
    assert table.pool.roll == "hours"
    table.roll(4)
    assert (table.of("Bo").out, table.of("Bo").effect("head-unconscious").limit) == ("unconscious", 4)
    table = struck(14)
    assert table.of("Bo").out == "unconscious"
    assert (critical(14).hourly, critical(14).healing, critical(15).healing, critical(16).healing) == (15, 20, 25, 25)


@pytest.mark.clause("SK-CRI-1")
def test_a_face_by_a_die():
    assert [face(die).code for die in range(1, 7)] == [
        "scar", "scar", "ear-lost", "eye-lost", "nose-lost", "jaw-smashed",
    ]  # fmt: skip
    assert struck(17).roll(4).of("Bo").effects[-1].code == "eye-lost"


@pytest.mark.clause("SK-CRI-1", "SK-CRI-5")
def test_first_aid_within_twelve_turns_or_death():
    table = struck(18)
    assert table.of("Bo").effect("trunk-dying").limit == 13
    assert table.of("Bo").out is None
    for _ in range(12):
        table.next_turn().announce(rest=0)
    assert (table.state.turn, table.of("Bo").out) == (13, None)
    table.next_turn()
    assert table.of("Bo").out == "dead"


@pytest.mark.clause("SK-CRI-1", "SK-CRI-3")
def test_a_head_destroyed_is_immediate_death():
    table = struck(19)
    assert table.of("Bo").out == "dead"
    assert table.told(PutOut)[0].by == "Ari"
    assert table.state.melee == frozenset()


@pytest.mark.clause("SK-CON-6")
def test_stunned_without_a_number_costs_two_actions():
    from heraut.skirmish.tables import number

    assert number("stunned-actions") == number("shield-stun") == critical(8).lose == 2


@pytest.mark.clause("SK-DICE-22")
@pytest.mark.parametrize(("lost", "out"), [(2, None), (3, "exhausted")])
def test_the_last_level_of_a_track_puts_out_of_action(lost, out):
    tired = clash(man("Ari", "one"), man("Bo", "two", fatigue_levels=3)).send(Mend(who="Bo", fatigue=-lost))
    assert tired.of("Bo").out == out
    hurt = clash(man("Ari", "one"), man("Bo", "two", wound_levels=3)).send(Mend(who="Bo", wounds=-lost))
    assert hurt.of("Bo").out == (out and "unconscious")
