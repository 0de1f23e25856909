import pytest

from battle.units import faults, unit, warriors
from heraut.battle.activation import (
    Act,
    Approach,
    Ground,
    Path,
    crossing,
    formation_distance,
    ground_fatigue,
    high_altitude_refusal,
    manoeuvre_refusal,
    overflight_fatigue,
    reach,
)
from heraut.battle.shooting import sight_is_blocked
from heraut.warband.profile import profiles
from heraut.warband.tables import Overrides

MOVE, CHARGE = Act.MOVE, Act.CHARGE
OPEN, UNEVEN, DANGEROUS = Ground.OPEN, Ground.UNEVEN, Ground.DANGEROUS
THROUGH, INTO, OUT_OF = Path(crossed=UNEVEN), Path(end=UNEVEN), Path(start=DANGEROUS)


def profile(key):
    return profiles()[key]


def far(key, kind=MOVE, path=None, **fields):
    found = reach(profile(key), kind, path or Path(), **fields)
    return found.distance, found.pieces


@pytest.mark.clause("CORE-MOV-1")
def test_foot_troops_move_and_charge_m():
    assert far("warrior.none") == far("warrior.none", CHARGE) == ("M", 1)


@pytest.mark.clause("CORE-MOV-3")
@pytest.mark.parametrize("path", [THROUGH, INTO, OUT_OF])
def test_bad_ground_slows_to_s(path):
    assert far("warrior.none", MOVE, path) == far("creature.quadruped", CHARGE, path) == ("S", 1)


@pytest.mark.clause("CORE-HORSE-1", "CORE-HORSE-2", "CORE-MOV-2", "AM-ANIM-1")
@pytest.mark.parametrize("key", ["warrior.mount_animal", "war_chariot.javelins"])
def test_horses_move_l_in_the_open_in_one_or_two_pieces_and_charge_straight(key):
    assert far(key) == ("L", 2)
    assert far(key, CHARGE) == ("L", 1)
    assert far(key, MOVE, THROUGH) == far(key, CHARGE, INTO) == ("S", 1)


@pytest.mark.clause("AM-SWIFT-1", "AM-SWIFT-2")
def test_swift_units_move_and_charge_l():
    assert far("creature.quadruped") == ("L", 2)
    assert far("creature.quadruped", CHARGE) == ("L", 1)


@pytest.mark.clause("AM-BEAST-2")
def test_a_beast_charges_l_in_the_open_and_moves_m():
    assert far("warlord.mount_beast") == ("M", 1)
    assert far("warlord.mount_beast", CHARGE) == ("L", 1)
    assert far("warlord.mount_beast", CHARGE, THROUGH) == ("S", 1)


@pytest.mark.clause("AM-BEAST-9", "AM-FLY-1", "AM-FLY-2")
@pytest.mark.parametrize("key", ["warlord.mount_beast_flight", "warrior.flight", "monster.scourge"])
def test_flight_is_l_when_it_starts_and_ends_in_the_open_whatever_lies_between(key):
    assert far(key) == far(key, MOVE, THROUGH) == ("L", 2)
    assert far(key, CHARGE) == far(key, CHARGE, THROUGH) == ("L", 1)
    assert far(key, MOVE, INTO) == far(key, CHARGE, OUT_OF) == ("S", 1)


@pytest.mark.clause("CORE-MOV-4")
def test_slow_units_move_and_charge_s():
    assert far("monster.titan") == far("mindless.none", CHARGE) == ("S", 1)


@pytest.mark.clause("CORE-WM-3")
def test_a_cumbersome_machine_moves_vs():
    assert far("war_machine.static") == far("war_machine.static", MOVE, THROUGH) == ("VS", 1)


@pytest.mark.clause("CORE-UNIT-5")
def test_terrain_does_not_slow_a_tiny_unit():
    assert far("swarm.none", MOVE, THROUGH) == ("M", 1)


@pytest.mark.clause("CORE-EXPL-1")
def test_exploited_fatigue_cuts_a_move_or_charge_to_s():
    assert far("warrior.mount_animal", exploited=True) == far("warrior.none", CHARGE, exploited=True) == ("S", 1)
    assert far("war_machine.static", exploited=True) == ("VS", 1)


@pytest.mark.clause("CORE-HORSE-3")
@pytest.mark.parametrize(
    ("key", "end", "fatigue"),
    [
        ("warrior.mount_animal", OPEN, 0),
        ("warrior.mount_animal", UNEVEN, 1),
        ("warrior.mount_animal", DANGEROUS, 2),
        ("warrior.none", DANGEROUS, 0),
    ],
)
def test_horses_tire_in_bad_ground(key, end, fatigue):
    assert ground_fatigue(profile(key), end) == fatigue


@pytest.mark.clause("AM-IMP-4", "CORE-HORSE-7")
@pytest.mark.parametrize(
    ("key", "distance"),
    [("warrior.none", "S"), ("creature.biped", "M"), ("warrior.mount_animal", "M"), ("warrior.flight", "S")],
)
def test_large_and_mounted_figures_stand_further_apart(key, distance):
    assert formation_distance(profile(key)) == distance


@pytest.mark.clause("AM-FLY-3", "AM-FLY-4", "AM-FLY-5", "AM-FLY-6")
@pytest.mark.parametrize(
    ("kind", "obstacle", "price"),
    [
        (MOVE, "friends", 0),
        (MOVE, "enemies", 0),
        (MOVE, "terrain", 0),
        (CHARGE, "friends", 0),
        (CHARGE, "terrain", 0),
        (CHARGE, "enemies", 1),
    ],
)
def test_a_flyer_passes_over_everything_and_pays_for_enemies_in_a_charge(kind, obstacle, price):
    assert getattr(crossing(profile("warrior.flight"), kind), obstacle) == price
    assert crossing(profile("warrior.none"), kind) is None


@pytest.mark.clause("AM-FLY-3", "AM-FLY-5", "AM-FLY-6", "AM-FLY-8")
def test_each_enemy_unit_flown_over_in_a_charge_costs_one_fatigue_and_counts_once():
    flyer = profile("warrior.flight")

    assert overflight_fatigue(flyer, CHARGE, 3) == 3
    assert overflight_fatigue(flyer, MOVE, 3) == 0
    assert overflight_fatigue(flyer, CHARGE, 0) == 0
    assert overflight_fatigue(flyer, CHARGE, 0, Overrides(charged_unit_counts_as_overflown=True)) == 1


@pytest.mark.clause("AM-FLY-7")
def test_all_the_fatigue_of_a_charge_adds_up():
    assert Approach(later=True, flown_over=2, lands=OPEN).fatigue(profile("warrior.flight")) == 3
    assert Approach(later=True, flown_over=0, lands=OPEN).fatigue(profile("mindless.none")) == 0


@pytest.mark.clause("AM-FLY-12", "AM-FLY-13")
def test_nothing_hides_a_flyer_and_a_flyer_sees_no_further():
    flyer, walker = profile("warrior.flight"), profile("warrior.none")

    assert not sight_is_blocked(flyer, something_between=True)
    assert sight_is_blocked(walker, something_between=True)
    assert not sight_is_blocked(walker, something_between=False)


@pytest.mark.clause("CORE-ACT-2")
@pytest.mark.parametrize(
    ("start", "before", "after", "codes"),
    [
        (OPEN, 13, 13, []),
        (OPEN, 12, 13, ["battle-enemy-too-close"]),
        (OPEN, 13, 12, ["battle-enemy-too-close"]),
        (UNEVEN, 20, 20, ["battle-not-in-open"]),
    ],
)
def test_a_manoeuvre_starts_in_the_open_and_stays_beyond_l_of_every_enemy(start, before, after, codes):
    refused = manoeuvre_refusal(warriors(), start=start, nearest_enemy=before, nearest_enemy_at_end=after)

    assert [code for _, code in faults(refused)] == codes


@pytest.mark.clause("AM-FLY-9", "AM-FLY-10")
@pytest.mark.parametrize(
    ("key", "situation", "expected"),
    [
        ("warrior.flight", {}, []),
        ("warrior.none", {}, [("AM-FLY-9", "battle-not-flying")]),
        ("warrior.flight", {"exploited": True}, [("AM-FLY-10", "battle-fatigue-exploited")]),
        ("warrior.flight", {"end": UNEVEN}, [("AM-FLY-9", "battle-not-in-open")]),
        ("warrior.flight", {"nearest_enemy_at_end": 12}, [("AM-FLY-9", "battle-enemy-too-close")]),
    ],
)
def test_high_altitude_needs_wings_freedom_and_open_ground_far_from_enemies(key, situation, expected):
    asked = {"exploited": False, "end": OPEN, "nearest_enemy_at_end": 13, **situation}

    assert faults(high_altitude_refusal(unit(key, 8), **asked)) == expected


@pytest.mark.clause("AM-FLY-10")
def test_a_flyer_whose_fatigue_is_exploited_makes_an_ordinary_move_of_s():
    assert far("warrior.flight", exploited=True) == ("S", 1)
