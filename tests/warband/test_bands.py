from fractions import Fraction

import pytest

from heraut.kernel.refusal import Refusal
from heraut.warband.band import (
    Band,
    BandRules,
    DeployedUnit,
    Faction,
    TroopLine,
    magic_dice,
    massacre_points,
    saga_dice,
    splits,
)
from heraut.warband.check import BandReport, check
from heraut.warband.tables import Equipment, Overrides, UnitClass

WARLORD = TroopLine(UnitClass.WARLORD)
SPELLS = ("Éclair", "Brume", "Racines")


def band(*lines, points=6, **fields):
    return Band(points, (WARLORD, *lines), **fields)


def line(unit, figures=1, **fields):
    return TroopLine(UnitClass(unit), figures, **fields)


def lieutenant(paid_with, figures=1):
    return line("lieutenant", figures, paid_with=UnitClass(paid_with))


def faults(checked):
    assert isinstance(checked, Refusal), checked
    return [(fault.clause, fault.code) for fault in checked.all()]


def points(checked):
    assert isinstance(checked, BandReport), checked
    return checked.points


@pytest.mark.clause("CORE-PTS-1")
def test_one_point_buys_4_hearthguards_8_warriors_or_12_levies():
    report = check(band(line("hearthguard", 8), line("warrior", 24), line("levy", 12)))

    assert points(report) == 6
    assert [(cost.unit, cost.points) for cost in report.lines] == [
        ("warlord", 0),
        ("hearthguard", 2),
        ("warrior", 3),
        ("levy", 1),
    ]


@pytest.mark.clause("CORE-PTS-1")
def test_a_band_has_one_warlord_and_no_more():
    assert faults(check(Band(4, (line("warrior", 32),)))) == [("CORE-PTS-1", "band-no-leader")]
    assert faults(check(band(WARLORD, line("warrior", 8)))) == [("CORE-PTS-1", "band-too-many-leaders")]


@pytest.mark.clause("CORE-PTS-1")
def test_a_band_may_not_cost_more_than_its_budget():
    assert faults(check(band(line("warrior", 56)))) == [("CORE-PTS-1", "band-over-budget")]
    assert points(check(band(line("warrior", 48)))) == 6


@pytest.mark.clause("CORE-PTS-2")
def test_one_point_buys_2_creatures_a_monster_or_a_sorcerer():
    creatures = line("creature", 4, type=Equipment.BIPED)
    monster = line("monster", type=Equipment.TITAN)

    assert points(check(band(creatures, monster, line("sorcerer", spells=SPELLS)))) == 4


@pytest.mark.clause("CORE-PTS-3")
@pytest.mark.parametrize(("payer", "left"), [("hearthguard", 6), ("warrior", 12), ("levy", 18)])
def test_a_lieutenant_is_traded_for_half_a_point_of_figures_bought_before(payer, left):
    assert points(check(band(line(payer, left), lieutenant(payer)))) == 2


@pytest.mark.clause("CORE-PTS-3")
def test_troops_are_bought_in_whole_points():
    assert faults(check(band(line("warrior", 20)))) == [("CORE-PTS-3", "band-not-whole-points")]
    assert points(check(band(line("warrior", 20), lieutenant("warrior")))) == 3


@pytest.mark.clause("CORE-PTS-3")
def test_lieutenants_and_war_machines_are_never_bought():
    bought = check(band(line("warrior", 8), line("lieutenant"), line("war_machine", type=Equipment.STATIC)))

    assert faults(bought) == [("CORE-PTS-3", "band-must-be-traded")] * 2


@pytest.mark.clause("CORE-PTS-3")
def test_ordinary_troops_are_never_traded_for():
    refused = check(band(line("warrior", 4), line("hearthguard", 4, paid_with=UnitClass.WARRIOR)))

    assert ("CORE-PTS-3", "band-cannot-be-traded") in faults(refused)


@pytest.mark.clause("CORE-PTS-4")
@pytest.mark.parametrize(
    ("gained", "payer", "price"),
    [
        ("lieutenant", "hearthguard", 2),
        ("lieutenant", "warrior", 4),
        ("lieutenant", "levy", 6),
        ("war_machine", "warrior", 4),
        ("war_machine", "levy", 6),
        ("creature", "hearthguard", 2),
        ("creature", "warrior", 4),
        ("creature", "levy", 6),
        ("paladin", "hearthguard", 2),
        ("paladin", "warrior", 4),
        ("paladin", "levy", 6),
        ("destruction_team", "warrior", 2),
    ],
)
def test_what_may_be_traded_for_what(gained, payer, price):
    types = {"war_machine": Equipment.MOBILE, "creature": Equipment.BIPED}
    traded = line(gained, 2, paid_with=UnitClass(payer), type=types.get(gained))
    per_point = {"hearthguard": 4, "warrior": 8, "levy": 12}[payer]

    assert points(check(band(line(payer, 3 * per_point - 2 * price), traded))) == 3


@pytest.mark.clause("CORE-PTS-4")
def test_a_lieutenant_may_be_traded_for_a_creature():
    creatures = line("creature", 3, type=Equipment.QUADRUPED)

    assert points(check(band(creatures, lieutenant("creature")))) == 2


@pytest.mark.clause("CORE-PTS-4")
def test_hearthguards_pay_for_no_war_machine_unless_the_organiser_says_so():
    machine = line("war_machine", paid_with=UnitClass.HEARTHGUARD, type=Equipment.STATIC)
    listed = band(line("hearthguard", 6), machine)
    table = {UnitClass.WAR_MACHINE: {UnitClass.HEARTHGUARD: 2}}

    assert ("CORE-PTS-4", "band-wrong-payment") in faults(check(listed))
    assert points(check(listed, BandRules(overrides=Overrides(trade_table=table)))) == 2


@pytest.mark.clause("CORE-PTS-5")
@pytest.mark.parametrize(("unit", "most"), [("war_chariot", 2), ("paladin", 2), ("destruction_team", 2)])
def test_some_figures_are_limited_in_number(unit, most):
    paid_with = None if unit == "war_chariot" else UnitClass.WARRIOR
    rest = {"war_chariot": 8, "paladin": 12, "destruction_team": 2}[unit]
    too_many = check(band(line("warrior", rest), line(unit, most + 1, paid_with=paid_with)))

    assert ("CORE-PTS-5", "band-too-many") in faults(too_many)


@pytest.mark.clause("CORE-PTS-5")
def test_two_chariots_cost_two_points():
    assert points(check(band(line("war_chariot", 2)))) == 2


@pytest.mark.clause("CORE-PTS-5")
def test_there_may_be_no_more_points_of_mindless_than_of_everything_else():
    assert points(check(band(line("mindless", 40), line("warrior", 16)))) == 4
    assert faults(check(band(line("mindless", 40), line("warrior", 8)))) == [("CORE-PTS-5", "band-too-many-mindless")]


@pytest.mark.clause("CORE-PTS-5")
def test_there_is_one_swarm_at_most_bought_as_levies():
    assert points(check(band(line("swarm", 12)))) == 1
    assert faults(check(band(line("swarm", 24)))) == [("CORE-PTS-5", "band-too-many")]


@pytest.mark.clause("CORE-PTS-5")
def test_a_necromancer_takes_the_warlords_place_at_no_cost():
    report = check(Band(6, (line("necromancer", spells=SPELLS), line("warrior", 48))))

    assert points(report) == 6


@pytest.mark.clause("CORE-PTS-5")
def test_stalkers_are_bought_as_warriors():
    assert points(check(band(line("stalker", 16)))) == 2


@pytest.mark.clause("CORE-PTS-6")
@pytest.mark.parametrize(
    ("unit", "figures", "possible"),
    [
        ("warrior", 0, True),
        ("warrior", 3, False),
        ("warrior", 4, True),
        ("warrior", 12, True),
        ("warrior", 13, True),
        ("creature", 1, False),
        ("creature", 2, True),
        ("creature", 7, True),
        ("mindless", 11, False),
        ("mindless", 12, True),
        ("mindless", 24, True),
        ("mindless", 25, True),
        ("monster", 3, True),
    ],
)
def test_figures_must_be_able_to_form_units(unit, figures, possible):
    assert splits(UnitClass(unit), figures) is possible


@pytest.mark.clause("CORE-PTS-6")
def test_what_trading_leaves_must_form_a_unit():
    assert faults(check(band(line("hearthguard", 2), lieutenant("hearthguard")))) == [
        ("CORE-PTS-6", "band-no-units-possible")
    ]
    assert points(check(band(lieutenant("warrior", 2)))) == 1


@pytest.mark.clause("CORE-PTS-6")
@pytest.mark.parametrize(("figures", "legal"), [(3, False), (4, True), (12, True), (13, False)])
def test_a_unit_of_warriors_has_4_to_12_figures(figures, legal):
    units = (
        DeployedUnit(UnitClass.WARLORD),
        DeployedUnit(UnitClass.WARRIOR, figures),
        DeployedUnit(UnitClass.WARRIOR, 16 - figures),
    )
    checked = check(band(line("warrior", 16), units=units))
    sizes_are_legal = not isinstance(checked, Refusal) or ("CORE-PTS-6", "band-unit-size") not in faults(checked)

    assert sizes_are_legal is legal


@pytest.mark.clause("CORE-PTS-7")
def test_units_and_equipment_are_chosen_at_deployment_and_add_up_to_the_list():
    listed = band(line("warrior", 16), line("creature", 2, type=Equipment.BIPED))
    bows = DeployedUnit(UnitClass.WARRIOR, 8, (Equipment.BOW,))
    creatures = DeployedUnit(UnitClass.CREATURE, 2, (Equipment.BIPED,))
    leader = DeployedUnit(UnitClass.WARLORD)
    deployed = Band(6, listed.lines, (leader, bows, DeployedUnit(UnitClass.WARRIOR, 8), creatures))
    short = Band(6, listed.lines, (leader, bows, creatures))

    assert points(check(deployed)) == 3
    assert faults(check(short)) == [("CORE-PTS-7", "band-units-do-not-add-up")]


@pytest.mark.clause("CORE-PTS-7")
def test_the_type_of_a_creature_is_part_of_the_list():
    assert faults(check(band(line("creature", 2)))) == [("CORE-PTS-7", "band-type-missing")]
    assert faults(check(band(line("creature", 2, type=Equipment.TITAN)))) == [("CORE-PTS-7", "band-type-unknown")]
    assert faults(check(band(line("warrior", 8, type=Equipment.BOW)))) == [("CORE-PTS-7", "band-type-unknown")]


@pytest.mark.clause("CORE-PTS-7", "CORE-MAGIC-1")
def test_a_sorcerer_has_three_spells_and_others_have_none():
    missing = check(band(line("sorcerer"), line("warrior", 40)))

    assert faults(check(band(line("sorcerer", spells=SPELLS[:2])))) == [("CORE-MAGIC-1", "band-wrong-spells")]
    assert faults(check(band(line("warrior", 8, spells=SPELLS)))) == [("CORE-MAGIC-1", "band-not-a-caster")]
    assert points(check(band(line("sorcerer", 2, spells=SPELLS * 2)))) == 2
    assert [warning.code for warning in missing.warnings] == ["band-spells-missing"]


@pytest.mark.clause("AM-PROF-3")
def test_a_unit_with_a_loadout_that_is_not_printed_is_refused():
    units = (DeployedUnit(UnitClass.WARLORD), DeployedUnit(UnitClass.WARRIOR, 8, (Equipment.FIREARMS,)))

    assert faults(check(band(line("warrior", 8), units=units))) == [("AM-PROF-3", "loadout-not-printed")]


@pytest.mark.clause("CORE-PTS-8")
def test_a_faction_sets_limits_and_without_one_there_are_none():
    lines = [line("monster", 2, type=Equipment.BEHEMOTH)]

    assert points(check(band(*lines))) == 2
    assert faults(check(band(*lines, faction=Faction("Seigneurs", most={UnitClass.MONSTER: 1})))) == [
        ("CORE-PTS-8", "band-faction-limit")
    ]


def test_legendary_units_and_bands_need_the_organisers_leave():
    legends = band(line("warrior", 8), legendary_units=("La Reine",), legendary_band="Les Anciens")

    assert faults(check(legends)) == [("ST-BND-11", "band-legendary-unit"), ("ST-BND-12", "band-legendary-band")]
    assert points(check(legends, BandRules(legendary_units=True, legendary_bands=True))) == 1


def test_a_band_below_its_budget_is_legal_with_a_warning():
    report = check(band(line("warrior", 8)))

    assert [(warning.code, warning.facts) for warning in report.warnings] == [
        ("band-under-budget", {"points": 1, "budget": 6})
    ]


def test_all_faults_are_told_at_once():
    wrong = Band(2, (line("warrior", 20), line("lieutenant"), line("creature", 2)))

    assert faults(check(wrong)) == [
        ("CORE-PTS-1", "band-no-leader"),
        ("CORE-PTS-3", "band-must-be-traded"),
        ("CORE-PTS-7", "band-type-missing"),
        ("CORE-PTS-3", "band-not-whole-points"),
        ("CORE-PTS-1", "band-over-budget"),
    ]


@pytest.mark.clause("CORE-SAGA-1")
@pytest.mark.parametrize(
    ("unit", "figures", "dice"),
    [
        ("warlord", 1, 1),
        ("hearthguard", 1, 1),
        ("warrior", 3, 0),
        ("warrior", 4, 1),
        ("levy", 5, 0),
        ("levy", 6, 1),
    ],
)
def test_units_generate_a_saga_die_while_they_have_enough_figures(unit, figures, dice):
    assert saga_dice([DeployedUnit(UnitClass(unit), figures)]).dice == dice


@pytest.mark.clause("CORE-SAGA-1")
def test_at_most_8_saga_dice_are_in_play():
    nine = saga_dice([DeployedUnit(UnitClass.HEARTHGUARD, 4)] * 9)

    assert (nine.dice, nine.generated) == (8, 9)
    assert saga_dice([]).dice == 0


@pytest.mark.clause("CORE-SAGA-1")
@pytest.mark.parametrize(
    ("lines", "dice"),
    [([("warrior", 24)], 7), ([("levy", 24), ("hearthguard", 4)], 6), ([("hearthguard", 24)], 7), ([], 1)],
)
def test_the_best_split_of_a_band_generates_most_dice(lines, dice):
    assert check(band(*(line(unit, figures) for unit, figures in lines))).most_saga_dice == dice


@pytest.mark.clause("CORE-SAGA-2", "CORE-SAGA-3")
@pytest.mark.parametrize(
    ("unit", "figures", "dice"),
    [
        ("creature", 1, 1),
        ("monster", 1, 1),
        ("war_chariot", 1, 1),
        ("necromancer", 1, 1),
        ("swarm", 5, 0),
        ("swarm", 6, 1),
        ("sorcerer", 1, 0),
        ("lieutenant", 1, 0),
        ("war_machine", 1, 0),
        ("paladin", 1, 0),
        ("destruction_team", 1, 0),
        ("mindless", 24, 0),
    ],
)
def test_the_dice_of_other_units(unit, figures, dice):
    assert saga_dice([DeployedUnit(UnitClass(unit), figures)]).dice == dice


@pytest.mark.clause("CORE-MASS-1")
@pytest.mark.parametrize(
    ("unit", "figures", "expected"),
    [("warlord", 1, 3), ("hearthguard", 5, 5), ("warrior", 5, 3), ("warrior", 6, 3), ("levy", 4, 2), ("levy", 0, 0)],
)
def test_massacre_points_of_a_class_are_rounded_up(unit, figures, expected):
    assert massacre_points({UnitClass(unit): figures}) == expected


@pytest.mark.clause("CORE-MASS-2")
@pytest.mark.parametrize(
    ("unit", "figures", "expected"),
    [
        ("creature", 1, 2),
        ("monster", 1, 4),
        ("sorcerer", 1, 4),
        ("lieutenant", 1, 2),
        ("war_machine", 1, 2),
        ("paladin", 1, 2),
        ("war_chariot", 1, 4),
        ("destruction_team", 1, 1),
        ("necromancer", 1, 3),
        ("mindless", 20, 7),
        ("swarm", 12, 4),
        ("stalker", 3, 2),
    ],
)
def test_massacre_points_of_other_figures(unit, figures, expected):
    assert massacre_points({UnitClass(unit): figures}) == expected


@pytest.mark.clause("CORE-MASS-1", "CORE-MASS-2")
def test_an_organiser_may_load_another_scale():
    scale = Overrides(massacre_scale={UnitClass.LEVY: Fraction(1, 4)})

    assert massacre_points({UnitClass.LEVY: 5, UnitClass.WARRIOR: 2}, scale) == 3


@pytest.mark.clause("CORE-MASS-3")
def test_massacre_points_are_counted_once_at_the_end():
    once = massacre_points({UnitClass.LEVY: 2 + 2})
    twice = 2 * massacre_points({UnitClass.LEVY: 2})

    assert (once, twice) == (2, 2)
    assert massacre_points({UnitClass.LEVY: 1 + 1}) == 1 < 2 * massacre_points({UnitClass.LEVY: 1})


@pytest.mark.clause("CORE-MAGIC-1")
@pytest.mark.parametrize(("sorcerers", "dice"), [(0, 0), (1, 2), (3, 4)])
def test_the_magic_pool_grows_with_the_sorcerers(sorcerers, dice):
    assert magic_dice(sorcerers) == dice


@pytest.mark.clause("AM-BEAST-1")
def test_a_beast_costs_a_warlord_nothing():
    units = (DeployedUnit(UnitClass.WARLORD, 1, (Equipment.MOUNT_BEAST,)), DeployedUnit(UnitClass.WARRIOR, 8))

    assert points(check(band(line("warrior", 8), units=units))) == 1
