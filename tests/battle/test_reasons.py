"""What an answer says beside its numbers: which rules of ours it rests on, and which the asker has changed."""

import pytest
from msgspec import structs

from battle.units import melee, unit, warriors
from heraut.battle.activation import Ground
from heraut.battle.marker import MarkerCharge, form
from heraut.battle.melee import MeleeSide
from heraut.battle.reasons import reasons_of_marker, rules_in_force, special_rules_of_melee, special_rules_of_shot
from heraut.battle.shooting import Shooting
from heraut.battle.unit import Cover
from heraut.warband.tables import Distance, Overrides


@pytest.mark.clause("SEQ-M5")
def test_a_changed_rule_is_told_as_changed_and_our_own_as_our_default():
    told = {reason.facts["key"]: reason for reason in rules_in_force(("armour_max",), Overrides(armour_min=3))}

    assert {key: reason.code for key, reason in told.items()} == {
        "armour_max": "battle-our-default", "armour_min": "battle-changed-rule",
    }  # fmt: skip
    assert (told["armour_min"].facts["value"], told["armour_min"].facts["default"]) == (3, 2)


def _told(reasons):
    """What is told of special rules: clause and code."""
    return [(reason.clause, reason.code) for reason in reasons]


@pytest.mark.clause("AM-FIRE-4", "AM-FIRE-5")
def test_firearms_within_m_say_why_they_hit_and_tire_and_beyond_m_nothing():
    close = Shooting(shooter=unit("levy.firearms", 12), target=warriors(), within=Distance.M)

    assert _told(special_rules_of_shot(close)) == [("AM-FIRE-4", "battle-close-shot"), ("AM-FIRE-5", "battle-startles")]
    assert _told(special_rules_of_shot(structs.replace(close, within=Distance.L))) == []


@pytest.mark.clause("AM-IMP-1", "AM-FLY-14", "CORE-HORSE-5", "CORE-COV-3")
@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("monster.behemoth", "AM-IMP-1"), ("warrior.flight", "AM-FLY-14"),
        ("warrior.mount_animal", "CORE-HORSE-5"), ("paladin.winged_mount", "AM-FLY-14"),
    ],
)  # fmt: skip
def test_cover_that_is_none_is_told_with_the_rule_that_bars_it(key, clause):
    target = unit(key, 1, cover=Cover.SOLID)

    assert _told(special_rules_of_shot(Shooting(shooter=unit("warrior.bow", 8), target=target))) == [
        (clause, "battle-no-cover")
    ]
    assert (clause, "battle-no-cover") in _told(special_rules_of_melee(melee(warriors(), target)))


def test_a_unit_that_may_take_cover_or_stands_in_none_is_told_nothing_of_it():
    assert _told(special_rules_of_melee(melee(warriors(), warriors(cover=Cover.SOLID)))) == []
    assert _told(special_rules_of_melee(melee(warriors(), unit("monster.behemoth")))) == []


@pytest.mark.clause("AM-PRIM-3", "AM-FLY-5", "CORE-FAT-1")
def test_a_primitive_flyer_is_told_what_its_charge_costs_and_the_dice_its_fatigue_takes():
    charge = melee(unit("monster.scourge", fatigue=1), warriors(), later=True, flown_over=2)

    assert [(reason.clause, reason.facts) for reason in special_rules_of_melee(charge)] == [
        ("CORE-FAT-1", {"side": "attacker"}),
        ("AM-FLY-5", {"side": "attacker", "fatigue": 2}),
        ("AM-PRIM-3", {"side": "attacker", "lost": 4}),
    ]


@pytest.mark.clause("AM-BREATH-1", "CORE-UNIT-3", "CORE-UNIT-5", "CORE-WPN-2")
@pytest.mark.parametrize(
    ("shooter", "target", "told"),
    [
        ("monster.scourge", "warrior.none", [("AM-BREATH-1", "battle-breath")]),
        ("warrior.crossbow", "swarm.none", [
            ("CORE-WPN-2", "battle-weapon-bonus"), ("CORE-UNIT-5", "battle-insignificant"),
        ]),
        ("war_machine.static", "warrior.none", [("CORE-WPN-8", "battle-weapon-bonus")]),
    ],
)  # fmt: skip
def test_what_a_weapon_is_and_what_its_target_is_are_told(shooter, target, told):
    shot = Shooting(shooter=unit(shooter), target=unit(target, 4), within=Distance.M)

    assert _told(special_rules_of_shot(shot)) == told


@pytest.mark.clause("CORE-UNIT-3")
def test_an_unstable_team_is_told_what_three_dice_alike_do():
    shot = Shooting(shooter=unit("destruction_team.none"), target=warriors(), within=Distance.L)

    assert [(reason.clause, reason.facts["alike"]) for reason in special_rules_of_shot(shot)] == [("CORE-UNIT-3", 3)]


@pytest.mark.clause("CORE-UNIT-1", "CORE-UNIT-2", "CORE-WPN-4", "CORE-WPN-5", "CORE-UNARM-1", "CORE-HORSE-3")
@pytest.mark.parametrize(
    ("attacker", "defender", "lands", "told"),
    [
        ("paladin.none", "monster.titan", Ground.OPEN, ["CORE-UNIT-1"]),
        ("war_chariot.javelins", "warrior.none", Ground.OPEN, ["CORE-UNIT-2", "CORE-WPN-4"]),
        ("war_chariot.javelins", "warrior.none", Ground.DANGEROUS, ["CORE-HORSE-3", "CORE-WPN-4"]),
        ("warrior.heavy_weapon", "sorcerer.none", Ground.OPEN, ["CORE-WPN-5", "CORE-UNARM-1"]),
        ("mindless.none", "levy.javelins", Ground.UNEVEN, []),
    ],
)
def test_what_each_side_of_a_charge_is_and_carries_is_told(attacker, defender, lands, told):
    charge = melee(unit(attacker), unit(defender), lands=lands)

    assert [reason.clause for reason in special_rules_of_melee(charge)] == told


@pytest.mark.clause("CORE-WPN-4")
def test_javelins_say_nothing_against_closed_ranks():
    closed = MeleeSide(unit=warriors(), close_ranks=True)

    assert [reason.clause for reason in special_rules_of_melee(melee(unit("levy.javelins", 12), closed))] == []


@pytest.mark.clause("AM-PRIM-3", "SEQ-O1", "SEQ-O6")
def test_a_charge_on_a_marker_tells_what_tires_the_charger_what_it_is_and_carries():
    tired = MarkerCharge(charger=unit("monster.behemoth", fatigue=2), later=True)
    thrown = MarkerCharge(charger=unit("levy.javelins", 12))
    not_thrown = structs.replace(thrown, overrides=Overrides(javelins_bonus_on_marker=False))

    told = [
        [reason.clause for reason in reasons_of_marker(charge, form(charge)) if "side" in reason.facts][4:]
        for charge in (tired, thrown, not_thrown)
    ]

    assert told == [["CORE-FAT-1", "AM-PRIM-3"], ["CORE-WPN-4"], []]
