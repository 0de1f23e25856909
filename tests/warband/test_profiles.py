import re
from fractions import Fraction
from pathlib import Path

import pytest

from heraut.kernel.refusal import Refusal
from heraut.rulesets.clauses import sheets_folder
from heraut.warband.profile import Aggression, Armour, profile_of, profiles
from heraut.warband.tables import Distance, Equipment, ShootingWeapon, SpecialRule, UnitClass, stick, weapons

PRINTED = profiles()


def sheet_rows():
    """The rows of the sheet's own table, cell by cell."""
    text = Path(sheets_folder(), "age-of-magic.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.match(r"\| [a-z_]+\.[a-z_+]+ \|", line)]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def shooting_cell(profile):
    if profile.aggression.far is not None:
        return f"{profile.aggression.shooting} or {profile.aggression.far}"
    return str(profile.aggression.shooting)


def rules_cell(profile):
    named = {rule.value for rule in profile.rules}
    return named | ({f"resilience({profile.resilience})"} if profile.resilience else set())


def yes(value):
    return "yes" if value else "no"


@pytest.mark.clause("AM-PROF-1", "AM-PROF-2", "AM-PROF-6", "AM-PROF-7")
@pytest.mark.parametrize("cells", sheet_rows(), ids=lambda cells: cells[0])
def test_each_row_of_the_table_is_the_sheets(cells):
    key, unit, _, _, flight, melee, shooting, aggression, shots, weapon, *_ = cells
    profile = PRINTED[key]

    assert profile.unit == unit
    assert yes(profile.flight) == flight
    assert (str(profile.armour.melee), str(profile.armour.shooting)) == (melee, shooting)
    assert (str(profile.aggression.melee), shooting_cell(profile)) == (aggression, shots)
    assert profile.weapon == weapon
    assert rules_cell(profile) == {rule.strip() for rule in cells[13].split(",")} - {"-"}


@pytest.mark.clause("CORE-CLOSE-2", "CORE-COV-3", "CORE-EXH-1", "AM-PROF-4", "AM-PROF-8", "CORE-UNIT-7")
@pytest.mark.parametrize("cells", sheet_rows(), ids=lambda cells: cells[0])
def test_what_follows_from_a_row_is_what_the_sheet_derives(cells):
    profile = PRINTED[cells[0]]

    assert ("mounted" if profile.mounted else "foot") == cells[3]
    assert yes(profile.may_close_ranks) == cells[10]
    assert yes(profile.may_take_cover) == cells[11]
    assert str(profile.exhaustion_threshold or "-") == cells[12]


def test_the_table_has_the_sheets_57_rows():
    assert len(PRINTED) == 57
    assert list(PRINTED) == [cells[0] for cells in sheet_rows()]


@pytest.mark.clause("AM-PROF-1")
def test_a_unit_is_found_by_its_equipment_in_any_order():
    wanted = [Equipment.COMPOSITE_BOW, Equipment.MOUNT_ANIMAL]

    assert profile_of(UnitClass.WARRIOR, wanted) is PRINTED["warrior.mount_animal+composite_bow"]
    assert profile_of(UnitClass.WARRIOR) is PRINTED["warrior.none"]


@pytest.mark.clause("AM-PROF-3")
@pytest.mark.parametrize(
    ("unit", "equipment"),
    [
        (UnitClass.HEARTHGUARD, [Equipment.CROSSBOW]),
        (UnitClass.WARRIOR, [Equipment.BOW, Equipment.MOUNT_ANIMAL]),
        (UnitClass.WARRIOR, [Equipment.FIREARMS]),
        (UnitClass.MONSTER, []),
    ],
)
def test_a_loadout_that_is_not_printed_is_refused(unit, equipment):
    refused = profile_of(unit, equipment)

    assert isinstance(refused, Refusal)
    assert (refused.clause, refused.code, refused.subject) == ("AM-PROF-3", "loadout-not-printed", unit)


@pytest.mark.clause("AM-PROF-9")
def test_a_faction_may_add_a_row():
    printed = PRINTED["levy.firearms"]
    row = type(printed)(
        clause="AM-PROF-9",
        key="warrior.firearms",
        unit=UnitClass.WARRIOR,
        equipment=(Equipment.FIREARMS,),
        armour=Armour(3, 3),
        aggression=Aggression(Fraction(1), Fraction(1, 2)),
        weapon=ShootingWeapon.FIREARMS,
    )

    assert profile_of(UnitClass.WARRIOR, [Equipment.FIREARMS], extra=[row]) is row
    assert isinstance(profile_of(UnitClass.WARRIOR, [Equipment.FIREARMS]), Refusal)


@pytest.mark.clause("AM-FIRE-2")
def test_firearms_have_cost_their_armour_already():
    bare, armed = PRINTED["levy.none"].armour, PRINTED["levy.firearms"].armour

    assert (bare.melee - armed.melee, bare.shooting - armed.shooting) == (1, 1)


@pytest.mark.clause("AM-FLY-11", "AM-BEAST-10", "CORE-HORSE-4")
@pytest.mark.parametrize(
    ("bare", "other"),
    [
        ("warlord.none", "warlord.flight"),
        ("warrior.none", "warrior.flight"),
        ("warlord.mount_beast", "warlord.mount_beast_flight"),
        ("necromancer.mount_beast", "necromancer.mount_beast_flight"),
        ("paladin.none", "paladin.mount_animal"),
        ("hearthguard.none", "hearthguard.mount_animal"),
    ],
)
def test_flight_and_mounts_have_cost_their_armour_against_shooting_already(bare, other):
    before, after = PRINTED[bare].armour, PRINTED[other].armour

    assert (before.melee, before.shooting - 1) == (after.melee, after.shooting)


@pytest.mark.clause("AM-BEAST-3", "AM-BEAST-4", "AM-BEAST-5", "AM-BEAST-6", "AM-BEAST-8")
@pytest.mark.parametrize(("leader", "aggression"), [("warlord", 10), ("necromancer", 4)])
def test_a_beast_changes_its_rider(leader, aggression):
    foot, rider = PRINTED[f"{leader}.none"], PRINTED[f"{leader}.mount_beast"]

    assert rider.aggression.melee == aggression == foot.aggression.melee + 2
    assert rider.mounted
    assert (foot.resilience, rider.resilience) == (1, 2)
    assert (foot.exhaustion_threshold, rider.exhaustion_threshold) == (3, 4)
    assert not rider.may_take_cover
    assert not rider.may_close_ranks
    assert {SpecialRule.WE_OBEY, SpecialRule.BODYGUARDS} & foot.rules
    assert not {SpecialRule.WE_OBEY, SpecialRule.BODYGUARDS} & rider.rules


@pytest.mark.clause("AM-BEAST-7", "AM-BEAST-9")
def test_a_beast_goes_with_flight_and_with_nothing_else():
    with_beast = {row.equipment for row in PRINTED.values() if row.beast}

    assert with_beast == {(Equipment.MOUNT_BEAST,), (Equipment.MOUNT_BEAST, Equipment.FLIGHT)}
    assert isinstance(profile_of(UnitClass.WARLORD, [Equipment.MOUNT_BEAST, Equipment.BOW]), Refusal)


@pytest.mark.clause("AM-IMP-1", "AM-IMP-2", "AM-IMP-3", "AM-FLY-14", "AM-FIRE-3", "CORE-HORSE-5", "CORE-HORSE-6")
def test_what_one_is_or_carries_bars_cover_and_closed_ranks():
    imposing, flying = PRINTED["creature.biped"], PRINTED["hearthguard.flight"]
    armed, riding = PRINTED["levy.firearms"], PRINTED["hearthguard.mount_animal"]

    assert (imposing.may_take_cover, imposing.may_close_ranks, imposing.exhaustion_threshold) == (False, False, 4)
    assert (flying.may_take_cover, flying.may_close_ranks, flying.exhaustion_threshold) == (False, False, 3)
    assert (armed.may_take_cover, armed.may_close_ranks) == (True, False)
    assert (riding.may_take_cover, riding.may_close_ranks) == (False, False)
    assert PRINTED["hearthguard.none"].may_close_ranks


@pytest.mark.clause("AM-SWIFT-3", "AM-PROF-8")
def test_swiftness_and_a_winged_mount_make_a_unit_mounted_but_wings_alone_do_not():
    assert PRINTED["creature.quadruped"].mounted
    assert PRINTED["paladin.winged_mount"].mounted
    assert not PRINTED["warrior.flight"].mounted


@pytest.mark.clause("AM-ANIM-1")
def test_an_animal_mount_follows_the_rules_for_horses():
    horses = {row.key for row in PRINTED.values() if row.horse}

    assert horses == {key for key in PRINTED if "mount_animal" in key} | {"war_chariot.javelins"}


@pytest.mark.clause("CORE-WPN-1", "CORE-WPN-3", "CORE-WPN-5", "CORE-WPN-6")
def test_only_the_composite_bow_is_for_riders():
    on_foot = {"bow", "sling", "crossbow", "firearms"}

    assert all(not row.mounted for row in PRINTED.values() if row.weapon in on_foot or row.heavy_weapon)
    assert all(row.mounted for row in PRINTED.values() if row.weapon is ShootingWeapon.COMPOSITE_BOW)


@pytest.mark.clause(
    "AM-FIRE-1", "AM-BREATH-2", "CORE-WPN-1", "CORE-WPN-2", "CORE-WPN-3", "CORE-WPN-4", "CORE-WPN-6", "CORE-WPN-7",
    "CORE-WPN-8",
)  # fmt: skip
@pytest.mark.parametrize(
    ("weapon", "range"),
    [
        ("bow", "L"),
        ("sling", "L"),
        ("crossbow", "L"),
        ("composite_bow", "M"),
        ("javelins", "M"),
        ("firearms", "L"),
        ("breath", "M"),
        ("powerful_shot", None),
    ],
)
def test_weapons_have_their_ranges(weapon, range):
    assert weapons()[ShootingWeapon(weapon)].range == range


@pytest.mark.clause("CORE-DIST-1")
def test_the_sticks_have_their_lengths():
    lengths = [(stick(distance).inches, stick(distance).centimetres) for distance in Distance]

    assert lengths == [(2, 5), (4, 10), (6, 15), (12, 30)]


@pytest.mark.clause("CORE-DIST-2")
def test_a_stick_reaches_its_own_length_and_less():
    assert [Distance.M.reaches(other) for other in Distance] == [True, True, True, False]
