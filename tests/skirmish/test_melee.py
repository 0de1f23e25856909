"""Blows, impalement, mounted combat, precision and special strikes [sections 18 to 21, 24 and 25]."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from heraut.kernel.names import ORGANISER
from heraut.skirmish.answers import Override
from heraut.skirmish.attack import BlowRead, defence
from heraut.skirmish.charges import Charge
from heraut.skirmish.effects import gain
from heraut.skirmish.engagement import Yield
from heraut.skirmish.fighter import Until
from heraut.skirmish.game_master import Mend, PutAside
from heraut.skirmish.grips import Escape, Extract, Hurl, Release, Tighten, extraction
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Dodge
from heraut.skirmish.secrecy import Uncovered
from heraut.skirmish.sheet import Trait, WornArmour
from heraut.skirmish.state import Hold
from heraut.skirmish.strikes import Prepare, Strike
from skirmish.build import KNIFE, Table, clash, effects_of, man, quick, strike, two

GM = ORGANISER


def result(table: Table, value: int) -> Table:
    """The roll that is due comes to this total."""
    return table.send(Override(number="result", value=value))


def hit(table: Table, *, margin: int = 3, damage: int = 20, soak: int = 10) -> Table:
    """The blow that is due gets through by this margin over 9, and meets this soak."""
    result(table, 9 + margin)
    if table.need is not None and hasattr(table.need, "options"):
        table.choose("none")
    return result(result(table, damage), soak)


def score(table: Table, target: str = "Bo", **facts: bool) -> int:
    return sum(part.flat for part in defence(table.state, target, "Ari", **facts))


@pytest.mark.clause("SK-STR-1", "SK-STR-2", "SK-STR-3")
def test_the_defence_score_is_levels_of_skill_and_dodge_and_all_that_is_wielded():
    assert score(two()) == 4 + 3 + 2
    shielded = clash(man("Ari", "one"), man("Bo", "two", "sword", "shield"))
    assert score(shielded) == 4 + 3 + 2 + 3
    bare = two().set("Bo", right="")
    assert score(bare) == 2 + 3
    assert score(two().send(PutAside(who="Bo", how="unaware"))) == -10
    assert score(two().send(PutAside(who="Bo", how="gone"))) == -10


@pytest.mark.clause("SK-STR-1", "SK-TER-10")
def test_somebody_fleeing_defends_with_his_athletics():
    def flee(scene):
        yield gain(scene, "Bo", "fleeing", "SK-TER-9", Until.LIFTED)

    table = effects_of(two(), flee)
    assert score(table) == 2
    assert table.refused(strike("Bo", "Ari")) == ("SK-TER-9", "skirmish-fleeing")


@pytest.mark.clause("SK-STR-4", "SK-STR-5")
def test_situations_add_up_on_the_attack_roll():
    table = two().send(strike("Ari", "Bo", height="above", behind=True))
    assert table.parts == {"swords": (5, 4), "above": (0, 2), "behind": (0, 5)}
    assert two().send(strike("Ari", "Bo", height="below")).parts["below"] == (0, -2)


@pytest.mark.clause("SK-STR-5")
@pytest.mark.parametrize(
    ("rule", "foes", "bonus"),
    [("per_attacker", 1, 2), ("per_attacker", 2, 3), ("per_extra_attacker", 1, 1), ("per_attacker", 0, None)],
)
def test_each_of_several_attackers_counts_them_all(rule, foes, bonus):
    roster = man("Ari", "one", traits=quick(20)), man("Bo", "two"), man("Cy", "one"), man("Di", "one")
    table = clash(*roster, gang_bonus=rule)
    for foe in ("Cy", "Di")[:foes]:
        table.engage("Bo", foe)
    table.send(Yield(seat=GM, who="Bo")).send(strike("Ari", "Bo"))

    assert table.parts.get("several") == (None if bonus is None else (0, bonus))


@pytest.mark.clause("SK-STR-6", "SK-STR-7")
@pytest.mark.parametrize(("total", "hits"), [(9, False), (10, True)])
def test_a_blow_must_exceed_the_defence(total, hits):
    table = result(two().send(strike("Ari", "Bo")), total).choose("none")

    assert table.told(BlowRead)[0].hit is hits
    assert (table.need is not None) is hits


@pytest.mark.clause("SK-STR-6", "SK-DOD-5", "SK-DOD-9")
@pytest.mark.parametrize(
    ("faces", "final", "hits"), [((3, 3, 3, 3), 15, False), ((1, 1, 1, 2), 9, True), ((1, 1, 1, 1), 7, True)]
)
def test_a_dodge_replaces_the_defence_when_higher_or_a_critical_failure(faces, final, hits):
    table = result(two().send(strike("Ari", "Bo")), 14).choose("dodge").roll(*faces)
    (blow,) = table.told(BlowRead)

    assert (blow.defence, blow.hit) == (final, hits)
    assert table.of("Bo").effects[-1].code == "undeclared"


@pytest.mark.clause("SK-STR-8", "SK-DMG-3")
def test_the_worked_examples_of_margin_dice():
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", "sword", "shield"))
    result(table.send(strike("Ari", "Bo")), 27).choose("none")
    assert table.parts["margin"] == (1, 0)
    sleeper = two().send(PutAside(who="Bo", how="unaware")).send(strike("Ari", "Bo"))
    result(sleeper, 14)
    assert sleeper.told(BlowRead)[0].margin == 24
    assert sleeper.parts["margin"] == (2, 0)


@pytest.mark.clause("SK-STR-9")
def test_the_dice_of_a_blow_come_in_the_order_of_the_sheet():
    roster = man("Ari", "one", "spear", traits=quick(20)), man("Bo", "two")
    table = Table(*roster).begin().announce(Ari=2, Bo=0).to(2)
    table.send(Prepare(seat=GM, who="Ari", style="acrobatic", target="Bo", distance=3)).to(4)
    table.send(strike("Ari", "Bo", "spear", style="acrobatic", aim="leg"))
    order = []
    while table.need is not None:
        if hasattr(table.need, "options"):
            table.choose("acrobatic")
            continue
        order.append((table.pool.who, table.pool.roll))
        low = table.pool.roll in ("dodge", "soak", "balance", "critical")
        result(table, -30 if low else 40) if table.pool.roll != "critical" else result(table, 7)

    assert order[:9] == [
        ("Ari", "acrobatics"),
        ("Ari", "attack"),
        ("Bo", "acrobatics"),
        ("Bo", "dodge"),
        ("Ari", "damage"),
        ("Bo", "soak"),
        ("Bo", "balance"),
        ("Bo", "critical"),
        ("Bo", "limb-side"),
    ]


# --- dodges


@pytest.mark.clause("SK-DOD-1", "SK-DOD-6", "SK-DOD-8")
def test_one_dodge_stands_against_all_later_attacks_of_the_segment():
    roster = man("Ari", "one", traits=quick(20)), man("Bo", "two"), man("Cy", "one", traits=quick(20))
    table = clash(*roster)
    result(table.send(strike("Ari", "Bo")), 12).choose("dodge").roll(6, 6, 6, 6)
    table.send(strike("Cy", "Bo"))
    result(table, 20)
    assert table.told(BlowRead)[0].defence == 27
    assert table.need is None
    assert table.to(4).of("Bo").dodge is None


@pytest.mark.clause("SK-DOD-10")
def test_an_attack_from_hiding_is_seen_too_late_to_dodge():
    table = clash(man("Ari", "one", traits=quick(20), hidden=True), man("Bo", "two"))
    table.send(strike("Ari", "Bo"))
    assert table.told(Uncovered)[0].who == "Ari"
    result(table, 12)
    assert table.told(BlowRead)[0].defence == -10
    assert table.pool.roll == "damage"


@pytest.mark.clause("SK-DOD-11", "SK-DOD-12", "SK-CON-5")
@pytest.mark.parametrize(("acrobatics", "dice", "flat"), [(15, 4, 8), (14, 3, 3)])
def test_an_acrobatic_dodge_adds_its_level_or_unbalances_before_the_dodge_is_rolled(acrobatics, dice, flat):
    table = result(two().send(strike("Ari", "Bo")), 20).choose("acrobatic")
    assert table.pool.difficulty == 15
    result(table, acrobatics)

    assert (table.pool.dice, table.pool.flat) == (dice, flat)
    table.flat(6)
    codes = [effect.code for effect in table.of("Bo").effects]
    assert codes == (["undeclared"] if acrobatics == 15 else ["off-balance", "undeclared"])
    assert table.next_turn().of("Bo").effects == ()


@pytest.mark.clause("SK-CON-5")
def test_two_failed_acrobatic_actions_add_up():
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(rest=0)
    for segment in (1, 2):
        table.to(segment, acting=False).send(Dodge(seat=GM, who="Ari", acrobatic=True))
        result(result(table, 3), 12)

    assert sum(effect.dice for effect in table.of("Ari").effects if effect.code == "off-balance") == 2


# --- impalement


def impaled(weapon: str = "spear", **victim: object) -> Table:
    table = Table(man("Ari", "one", weapon, traits=quick(20)), man("Bo", "two", **victim)).begin().announce(Ari=2, Bo=0)
    hit(table.to(2).send(strike("Ari", "Bo", weapon)), damage=25, soak=10)
    return result(table, 8).to(4)


@pytest.mark.clause("SK-IMP-1", "SK-CRI-7")
@pytest.mark.parametrize(("weapon", "stuck"), [("spear", True), ("knife", True), ("sword", True), ("axe", False)])
def test_a_thrusting_weapon_sticks_on_a_row_marked_impalement(weapon, stuck):
    table = impaled(weapon)

    assert bool(table.state.stuck) is stuck
    if stuck:
        assert table.refused(strike("Ari", "Bo", weapon)) == ("SK-IMP-7", "skirmish-weapon-stuck")


@pytest.mark.clause("SK-IMP-2", "SK-IMP-3")
@pytest.mark.parametrize(("weapon", "difficulty"), [("harpoon", 15), ("spear", 10), ("knife", 5)])
def test_pulling_a_weapon_out_is_an_action_and_a_roll(weapon, difficulty):
    table = impaled(weapon).send(Extract(seat=GM, who="Ari", weapon=weapon))

    assert table.aims == {"extraction": difficulty}
    result(table, difficulty - 1)
    assert table.state.stuck
    assert table.slots("Ari") == {2: "used", 4: "used"}
    inert = impaled(weapon).send(PutAside(who="Bo", how="gone")).send(Extract(seat=GM, who="Ari", weapon=weapon))
    assert inert.pool.difficulty == difficulty - 5


@pytest.mark.clause("SK-IMP-3")
def test_the_sheet_gives_swords_and_daggers_their_own_and_a_weapon_may_have_its_own():
    assert extraction(replace(KNIFE, family="sword")).difficulty == 10
    assert extraction(replace(KNIFE, family="dagger")).difficulty == 5
    own = man("Ari", "one", "spear", traits=quick(20))
    arms = tuple(replace(weapon, extraction=12) if weapon.id == "spear" else weapon for weapon in own.sheet.weapons)
    table = impaled().set("Ari", sheet=replace(own.sheet, weapons=arms))
    assert table.send(Extract(seat=GM, who="Ari", weapon="spear")).pool.difficulty == 12


@pytest.mark.clause("SK-IMP-4", "SK-IMP-5")
def test_a_harpoon_wounds_again_coming_out_and_only_then():
    table = impaled("harpoon").send(Extract(seat=GM, who="Ari", weapon="harpoon"))
    assert result(table, 3).need is None
    table = impaled("harpoon").send(Extract(seat=GM, who="Ari", weapon="harpoon"))
    result(table, 40)
    assert (table.pool.roll, "margin" in table.parts) == ("damage", False)
    assert result(table, 20).pool.roll == "soak"
    assert result(impaled("spear").send(Extract(seat=GM, who="Ari", weapon="spear")), 40).need is None


@pytest.mark.clause("SK-IMP-6", "SK-IMP-7")
def test_a_twist_halves_arms_and_armour_of_the_impaled():
    table = impaled("spear", armour=WornArmour(5))
    table.send(strike("Ari", "Bo", "spear", style="twist"))
    result(table, 30)
    if table.need is not None and hasattr(table.need, "options"):
        table.choose("none")
    (blow,) = table.told(BlowRead)
    assert blow.defence == 4 + 3 + 1
    result(table, 20)
    assert table.parts["protection"] == (0, 2)
    assert two().refused(strike("Ari", "Bo", style="twist")) == ("SK-IMP-6", "skirmish-not-stuck")


# --- mounted


@pytest.mark.clause("SK-MNT-1", "SK-MNT-2", "SK-MNT-3")
def test_in_the_saddle_riding_limits_what_one_attacks_with_and_footmen_are_struck_from_above():
    rider = man("Ari", "one", mount="horse", traits={**quick(20), "riding": Trait(3, 2)})
    table = clash(rider, man("Bo", "two")).send(strike("Ari", "Bo"))
    assert table.parts == {"swords": (3, 2), "mounted": (0, 3)}
    assert sum(part.flat for part in defence(table.state, "Ari", "Bo")) == 4 + 3 + 2 + 5
    both = clash(rider, man("Bo", "two", mount="camel", traits={"riding": Trait(6, 6)})).send(strike("Ari", "Bo"))
    assert "mounted" not in both.parts
    assert sum(part.flat for part in defence(both.state, "Bo", "Ari")) == 9


@pytest.mark.clause("SK-MNT-4")
def test_a_chariot_is_for_missiles_not_for_melee():
    table = clash(man("Ari", "one", "sword", "javelin", mount="chariot", traits=quick(20)), man("Bo", "two"))
    assert table.refused(strike("Ari", "Bo")) == ("SK-MNT-4", "skirmish-in-chariot")
    assert table.send(Shoot(seat=GM, who="Ari", target="Bo", weapon="javelin", distance=5)).pool.roll == "shot"


# --- precision


@pytest.mark.clause("SK-PRE-1")
@pytest.mark.parametrize(
    ("zone", "malus"),
    [
        ("torso", -5),
        ("leg", -10),
        ("arm", -10),
        ("foot", -15),
        ("hand", -15),
        ("head", -15),
        ("throat", -15),
        ("eye", -20),
    ],
)
def test_aiming_costs_by_the_zone(zone, malus):
    assert two().send(strike("Ari", "Bo", aim=zone)).parts[zone] == (0, malus)


def aimed(zone: str, *, wounds: int = 2, **victim: object) -> Table:
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two", **victim)).begin().announce(Ari=1, Bo=5).to(2)
    table.to(3).set("Bo", yielded=True)
    return hit(table.send(strike("Ari", "Bo", aim=zone)), damage=11 + 5 * (wounds - 1), soak=10)


@pytest.mark.clause("SK-PRE-1", "SK-PRE-3", "SK-CON-6")
@pytest.mark.parametrize(("zone", "lost"), [("torso", 1), ("head", 2), ("throat", 1)])
def test_two_wounds_to_torso_head_or_throat_cost_actions_and_one_does_not(zone, lost):
    assert list(aimed(zone).slots("Bo").values()).count("struck") == lost
    assert list(aimed(zone, wounds=1).slots("Bo").values()).count("struck") == 0


@pytest.mark.clause("SK-PRE-1")
@pytest.mark.parametrize(
    ("zone", "difficulty", "falls"), [("leg", 10, True), ("foot", 15, True), ("arm", 10, False), ("hand", 10, False)]
)
def test_two_wounds_to_a_limb_ask_for_agility_or_a_fall_or_empty_hands(zone, difficulty, falls):
    table = aimed(zone)
    assert (table.pool.roll, table.pool.difficulty) == ("balance", difficulty)
    result(table, difficulty - 1)
    assert (table.of("Bo").posture == "prone") is falls
    assert (table.of("Bo").held == ()) is not falls
    steady = result(aimed(zone), difficulty)
    assert (steady.of("Bo").posture, steady.of("Bo").held) == ("standing", ("sword",))


@pytest.mark.clause("SK-PRE-1")
def test_an_eye_costs_a_die_on_all_combat_actions():
    effect = aimed("eye").of("Bo").effects[-1]
    assert (effect.code, effect.dice, effect.scope) == ("eye", 1, "combat")


@pytest.mark.clause("SK-PRE-2")
@pytest.mark.parametrize(("aim", "worn"), [("", 4), ("torso", 4), ("head", 0)])
def test_armour_counts_where_it_covers(aim, worn):
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", armour=WornArmour(4, ("torso",))))
    result(result(table.send(strike("Ari", "Bo", aim=aim)), 12).choose("none"), 20)
    assert table.parts.get("protection", (0, 0)) == (0, worn)


@pytest.mark.clause("SK-PRE-3", "SK-PRE-4")
def test_the_zone_and_the_critical_both_apply_and_fatigue_does_not_count():
    table = aimed("leg", wounds=3)
    assert table.pool.roll == "balance"
    assert result(table, 20).pool.roll == "critical"
    fists = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two"))
    hit(fists.send(strike("Ari", "Bo", "unarmed", aim="leg")), damage=18, soak=10)
    assert (fists.of("Bo").fatigue, fists.need) == (2, None)


# --- special strikes


@pytest.mark.clause("SK-SPC-1", "SK-SPC-2")
def test_anyone_may_try_a_special_strike_and_training_helps():
    assert two().send(strike("Ari", "Bo", style="trip")).parts == {"swords": (5, 4)}
    trained = man("Ari", "one", traits=quick(20), martial_arts={"trip": 2}, specialties=("trip",))
    table = clash(trained, man("Bo", "two")).send(strike("Ari", "Bo", style="trip"))
    assert table.parts == {"swords": (5, 4), "martial-art": (2, 0), "specialty": (0, 1)}


def prepared(style: str = "power", *, turn: int = 1) -> Table:
    table = (
        Table(man("Ari", "one", traits=quick(20)), man("Bo", "two")).begin().announce(Ari=2 if turn == 1 else 1, Bo=0)
    )
    table.to(2 if turn == 1 else 3)
    table.send(Prepare(seat=GM, who="Ari", style=style, target="Bo", distance=3))
    return table.to(4) if turn == 1 else table.next_turn().announce(Ari=1, Bo=0).to(3)


@pytest.mark.clause("SK-SPC-3", "SK-PWR-1")
def test_two_actions_are_two_successive_slots_even_over_two_turns():
    assert two().refused(strike("Ari", "Bo", style="power")) == ("SK-SPC-3", "skirmish-not-prepared")
    assert prepared().send(strike("Ari", "Bo", style="power")).pool.roll == "attack"
    assert prepared(turn=2).send(strike("Ari", "Bo", style="power")).pool.roll == "attack"
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two")).begin().announce(Ari=3, Bo=0).to(1)
    table.send(Prepare(seat=GM, who="Ari", style="power", target="Bo")).to(5)
    assert table.refused(strike("Ari", "Bo", style="power")) == ("SK-SPC-3", "skirmish-not-prepared")


@pytest.mark.clause("SK-SPC-4", "SK-PWR-2", "SK-ACR-2")
@pytest.mark.parametrize(("style", "clause"), [("power", "SK-PWR-2"), ("acrobatic", "SK-ACR-2")])
def test_one_level_of_either_kind_in_between_leaves_only_a_normal_blow(style, clause):
    for harm in ({"wounds": -1}, {"fatigue": -1}):
        table = prepared(style).send(Mend(who="Ari", **harm))
        assert table.refused(strike("Ari", "Bo", style=style)) == (clause, "skirmish-wounded-in-between")
        assert table.send(strike("Ari", "Bo")).pool.roll == "attack"


@pytest.mark.clause("SK-PWR-3", "SK-PWR-4", "SK-PWR-5")
@pytest.mark.parametrize("hits", [True, False])
def test_a_power_strike_has_a_die_less_hits_harder_and_always_tires(hits):
    table = prepared().send(strike("Ari", "Bo", style="power"))
    assert table.parts["power"] == (-1, 0)
    result(table, 12 if hits else 5)
    table.choose("none")
    if hits:
        assert table.parts["power"] == (0, 4)
        result(result(table, 5), 20)
    assert (table.pool.roll, table.pool.difficulty) == ("fatigue", 15)
    assert result(table, 14).of("Ari").fatigue == 1
    normal = hit(prepared().send(strike("Ari", "Bo")), damage=5, soak=20)
    assert normal.need is None


@pytest.mark.clause("SK-ACR-1")
@pytest.mark.parametrize(("distance", "allowed"), [(1, False), (2, True), (5, True), (6, False)])
def test_an_acrobatic_attack_is_prepared_from_two_to_five_metres(distance, allowed):
    command = Prepare(seat=GM, who="Ari", style="acrobatic", target="Bo", distance=distance)
    if allowed:
        assert two().send(command).of("Ari").prepared.style == "acrobatic"
    else:
        assert two().refused(command) == ("SK-ACR-1", "skirmish-run-up")


@pytest.mark.clause("SK-ACR-3", "SK-ACR-4")
def test_an_acrobatic_attack_rolls_acrobatics_first():
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), rulings="ask").begin().announce(Ari=2, Bo=0)
    table.to(2).send(Prepare(seat=GM, who="Ari", style="acrobatic", target="Bo", distance=3)).to(4)
    table.send(strike("Ari", "Bo", style="acrobatic"))
    assert (table.need.code, table.need.offered) == ("skirmish-acrobatics-difficulty", 15)
    state = table.state
    result(table.rule(18), 17)
    assert (table.need, table.of("Ari").effects[-1].code, table.slots("Ari")[4]) == (None, "off-balance", "used")
    table.state = state
    result(table.rule(15), 15)
    result(table, 12).choose("none")
    assert table.parts["acrobatics"] == (0, 5)


# --- trip


def tripped(contest: str, mine: int, theirs: int, *, margin: int = 3, **options: object) -> Table:
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two"), **options)
    result(table.send(strike("Ari", "Bo", style="trip", contest=contest)), 9 + margin).choose("none")
    return result(result(table, mine), theirs)


@pytest.mark.clause("SK-TRP-1", "SK-TRP-2")
@pytest.mark.parametrize(
    ("contest", "dice", "other"), [("agility", 4, ("strength", 3)), ("strength", 3, ("agility", 4))]
)
def test_a_trip_is_a_contest_with_the_other_attribute_as_a_bonus_and_margin_dice(contest, dice, other):
    table = two()
    result(table.send(strike("Ari", "Bo", style="trip", contest=contest)), 9 + 21).choose("none")
    assert table.parts == {contest: (dice, 0), other[0]: (0, other[1]), "margin": (2, 0)}
    result(table, 10)
    assert table.parts == {contest: (dice, 0), other[0]: (0, other[1])}


@pytest.mark.clause("SK-TRP-3", "SK-TRP-7", "SK-DICE-10")
def test_agility_won_by_one_level_costs_an_action_by_two_a_fall():
    assert tripped("agility", 14, 10).slots("Bo") == {3: "struck"}
    assert tripped("agility", 15, 10).of("Bo").posture == "prone"
    for lost in (10, 9):
        table = tripped("agility", lost, 10)
        assert (table.slots("Bo"), table.of("Bo").posture) == ({3: "open"}, "standing")


@pytest.mark.clause("SK-TRP-4", "SK-TRP-7")
def test_strength_won_by_one_level_brings_both_down_by_two_only_the_opponent():
    both = tripped("strength", 14, 10)
    assert (both.pool.who, both.pool.roll) == ("Bo", "landing")
    result(both, 20)
    assert (both.of("Ari").posture, both.of("Bo").posture, both.need) == ("prone", "prone", None)
    alone = result(tripped("strength", 15, 10), 20)
    assert (alone.of("Ari").posture, alone.of("Bo").posture) == ("standing", "prone")


@pytest.mark.clause("SK-TRP-5", "SK-TRP-6", "SK-POS-4")
@pytest.mark.parametrize(
    ("split", "soak", "harm"),
    [
        ("fatigue", 15, (0, 0)),
        ("fatigue", 14, (0, 1)),
        ("fatigue", 5, (0, 3)),
        ("wound", 5, (3, 0)),
        ("half", 5, (1, 2)),
        ("half", 0, (2, 2)),
    ],
)
def test_whoever_falls_soaks_fifteen_and_has_minus_five_until_up(split, soak, harm):
    table = tripped("agility", 20, 10, fall_damage_split=split)
    assert table.pool.difficulty == 15
    result(table, soak)

    assert (table.of("Bo").wounds, table.of("Bo").fatigue) == harm
    table.to(4, acting=False).send(Dodge(seat=GM, who="Bo"))
    assert table.parts == {"dodge": (4, 3), "prone": (0, -5)}


# --- holds and throws


def seized(style: str = "grapple", *, mine: int = 16, theirs: int = 10, **options: object) -> Table:
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), **options).begin().announce(Ari=3, Bo=3).to(1)
    table.send(Strike(seat=GM, who="Ari", target="Bo", style=style))
    assert table.parts["unarmed"] == (3, 2)
    return result(result(result(table, 12).choose("none"), mine), theirs)


@pytest.mark.clause("SK-GRP-1", "SK-GRP-2")
def test_a_hold_is_an_unarmed_attack_and_a_contest_whose_level_weighs_on_every_action():
    table = seized()
    assert table.state.holds == (Hold("Ari", "Bo", 12, 2),)
    effect = table.of("Bo").effect("restraint")
    assert (effect.dice, effect.scope, effect.of) == (2, "actions", "Ari")


@pytest.mark.clause("SK-GRP-5")
def test_losing_or_tying_the_contest_is_no_hold_and_a_new_contest_keeps_the_better():
    for theirs in (16, 17):
        assert seized(theirs=theirs).state.holds == ()
    for stacks, restraint in ((False, 3), (True, 5)):
        table = seized(restraint_stacks=stacks).to(3).send(Tighten(seat=GM, who="Ari", target="Bo"))
        result(result(table, 22), 11)
        assert table.of("Bo").effect("restraint").dice == restraint
    worse = result(result(seized().to(3).send(Tighten(seat=GM, who="Ari", target="Bo")), 5), 11)
    assert worse.of("Bo").effect("restraint").dice == 2


@pytest.mark.clause("SK-GRP-3", "SK-GRP-4", "SK-GRP-6")
@pytest.mark.parametrize(
    ("difficulty", "total", "free"), [("seize_total", 12, True), ("seize_total", 11, False), (8, 8, True)]
)
def test_a_dodge_that_reaches_the_seizing_attack_frees(difficulty, total, free):
    table = seized(escape_difficulty=difficulty).set("Ari", yielded=True).send(Escape(seat=GM, who="Bo"))
    result(table, total)

    assert (table.state.holds == ()) is free
    assert (table.of("Bo").effect("restraint") is None) is free
    assert table.slots("Bo")[1] == "used"


@pytest.mark.clause("SK-GRP-3", "SK-GRP-6")
def test_wounding_the_grappler_by_two_levels_or_his_going_out_ends_the_hold():
    for soak, free in ((13, True), (19, False)):
        table = seized().set("Ari", yielded=True)
        result(table.send(strike("Bo", "Ari")), 30)
        if hasattr(table.need, "options"):
            table.choose("none")
        result(result(table, 20), soak)
        assert (table.state.holds == ()) is free
    assert seized().send(PutAside(who="Ari", how="gone")).of("Bo").effects[-1].code != "restraint"
    assert seized().send(Release(seat=GM, who="Ari", target="Bo")).state.holds == ()


@pytest.mark.clause("SK-THR-1", "SK-THR-2", "SK-THR-3")
def test_three_dice_of_restraint_allow_a_throw_in_the_same_action_or_a_later_one():
    table = seized("throw", mine=20, theirs=10)
    assert table.parts == {"strength": (3, 0), "unarmed": (0, 2)}
    result(result(table, 16), 10)
    assert (table.of("Bo").fatigue, table.of("Bo").posture, table.state.holds) == (2, "prone", ())

    loose = seized("throw", mine=16)
    assert (loose.state.holds[0].restraint, loose.need) == (2, None)
    loose.to(3)
    assert loose.refused(Hurl(seat=GM, who="Ari", target="Bo")) == ("SK-THR-1", "skirmish-held-too-loosely")
    held = seized(mine=20).to(3).send(Hurl(seat=GM, who="Ari", target="Bo"))
    assert held.pool.roll == "damage"


# --- charge


def charging(
    *, both: bool = False, mounts: tuple[str, str] = ("none", "none"), hands: tuple[str, str] = ("spear", "sword")
):
    riding = {"riding": Trait(6, 6)}
    one = man("Ari", "one", hands[0], mount=mounts[0], traits={**quick(20), **riding})
    table = clash(one, man("Bo", "two", hands[1], mount=mounts[1], traits=riding))
    table.send(Charge(seat=GM, who="Ari", target="Bo", weapon=hands[0]))
    return table.choose("charge" if both else "none")


@pytest.mark.clause("SK-CHG-2", "SK-CHG-3")
@pytest.mark.parametrize(
    ("both", "mounts", "mine", "theirs"),
    [
        (False, ("none", "none"), 4, 2),
        (False, ("horse", "none"), 8, 4),
        (True, ("none", "none"), 6, 6),
        (True, ("horse", "horse"), 12, 12),
        (True, ("horse", "none"), 10, 10),
        (True, ("none", "horse"), 10, 10),
    ],
)
def test_a_charge_adds_to_the_damage_of_both_in_the_segment_of_contact(both, mounts, mine, theirs):
    table = charging(both=both, mounts=mounts)
    assert [table.of(who).effect("clash").flat for who in ("Ari", "Bo")] == [mine, theirs]
    result(table, 30).choose("none")
    assert table.parts["clash"] == (0, mine)
    result(result(table, 5), 20)
    assert table.send(strike("Bo", "Ari")).pool.roll == "attack"
    result(table, 30).choose("none")
    assert table.parts["clash"] == (0, theirs)
    result(result(table, 5), 20)
    assert table.to(4).of("Ari").effects == ()


@pytest.mark.clause("SK-CHG-1")
def test_the_longest_weapon_strikes_first_in_a_charge():
    table = charging(hands=("sword", "spear"))
    assert (table.need, table.slots("Ari")) == (None, {3: "open"})
    assert table.refused(strike("Ari", "Bo"))[1] == "skirmish-not-first"
    result(table.send(strike("Bo", "Ari", "spear")), 5)
    assert table.send(strike("Ari", "Bo")).pool.roll == "attack"


@pytest.mark.clause("SK-CHG-4", "SK-CHG-6")
@pytest.mark.parametrize(
    ("compare", "soak", "die", "broken"), [("levels", 10, 1, False), ("levels", 9, 1, True), ("margin", 16, 2, True)]
)
def test_a_pole_weapon_that_wounds_in_a_charge_is_tested_against_the_damage(compare, soak, die, broken):
    riding = man("Ari", "one", "spear", traits=quick(20))
    table = clash(riding, man("Bo", "two"), breakage_compare=compare)
    table.send(Charge(seat=GM, who="Ari", target="Bo", weapon="spear")).choose("none")
    result(result(result(table, 12).choose("none"), 20 if compare == "margin" else soak + 10 - (soak == 10) * 1), soak)
    while table.pool.roll != "breakage":
        table.flat(1)
    table.roll(die)

    assert ("spear" in table.of("Ari").broken) is broken


@pytest.mark.clause("SK-CHG-5", "SK-CHG-7", "SK-CON-3")
@pytest.mark.parametrize(("celtic", "skill"), [(True, "warrior_fury"), (False, "unarmed")])
def test_a_shield_charge_knocks_over_by_levels(celtic, skill):
    def bash(damage: int) -> Table:
        table = clash(man("Ari", "one", "shield", traits=quick(20)), man("Bo", "two"), celtic=celtic)
        table.send(Yield(seat=GM, who="Bo"))
        table.send(Charge(seat=GM, who="Ari", target="Bo", weapon="shield", shield=True)).choose("none")
        assert skill in table.parts
        result(table, 12).choose("none")
        assert table.parts == {"strength": (3, 0), "clash": (0, 4)}
        result(result(table, damage), 10)
        while table.need is not None:
            result(table, 2)
        return table

    one = bash(12)
    assert (one.of("Bo").fatigue, one.of("Bo").posture) == (1, "standing")
    assert one.next_turn().announce(rest=3).slots("Bo") == {1: "struck", 3: "open", 5: "open"}
    assert bash(16).of("Bo").posture == "prone"
    three = bash(21)
    assert (three.of("Bo").posture, three.slots("Bo")[3], three.of("Bo").losses) == ("prone", "struck", 1)
