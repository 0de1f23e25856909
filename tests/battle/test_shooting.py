from fractions import Fraction

import icepool
import pytest

from battle.units import faults, hearthguards, levies, unit, warriors
from heraut.battle.activation import Act, ActivatedBy, Activation, UnitTurn
from heraut.battle.shooting import Shooting, Volley, form, refusal, resolve
from heraut.battle.unit import Aftermath, Cover, fatigue_for_friends
from heraut.dice import EXACT, FAST, Fallen, PoolRoll
from heraut.warband.tables import Distance, Overrides

BOWS = unit("warrior.bow", 8)
GUNS = unit("levy.firearms", 12)
SHOT, MOVE = Activation(Act.SHOOT), Activation(Act.MOVE)


def shot(shooter=BOWS, target=None, **fields):
    return Shooting(shooter=shooter, target=target or warriors(), **fields)


def law(described, dice=EXACT):
    assert refusal(described) is None, refusal(described)
    return resolve(dice, form(described))


def rolled(described, *faces):
    """The shot with these faces, all of them used."""
    assert refusal(described) is None, refusal(described)
    dice = Fallen.of(faces)
    end = resolve(dice, form(described)).outcome
    assert dice.left == ()
    return end


def removed(described):
    return law(described).map(lambda volley: volley.target.removed)


def as_law(die):
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


@pytest.mark.clause("SEQ-S2", "SEQ-S6", "SEQ-S7", "CORE-ATT-5", "CORE-DEF-1", "CORE-DEF-2")
def test_eight_bows_at_eight_warriors():
    """Four dice hit on 4+, each hit is cancelled on 4+: four dice at one chance in four."""
    assert dict(removed(shot())) == as_law(4 @ icepool.coin(1, 4))


@pytest.mark.clause("SEQ-RNG-1", "SEQ-S6", "SEQ-S7", "CORE-DEF-2")
def test_the_same_shot_rolled():
    dice = Fallen.of([4, 3, 6, 5, 4, 1, 2])

    end = resolve(dice, form(shot())).outcome

    assert dice.steps == [PoolRoll("attack", (4, 3, 6, 5), 3, 3), PoolRoll("defence", (4, 1, 2), 3, 1)]
    assert end == Volley(Aftermath(6, 0, 2, 0, 0), Aftermath(8, 0, 0, 0, 0))


@pytest.mark.clause("SEQ-RNG-1")
def test_no_hits_no_defence_dice():
    assert rolled(shot(), 3, 3, 3, 3).target.removed == 0


@pytest.mark.clause("SEQ-S2", "CORE-ATT-1", "CORE-ATT-2", "AM-PROF-6")
@pytest.mark.parametrize(("in_range", "dice"), [(None, 4), (5, 3), (4, 2), (1, 1), (0, 0)])
def test_only_figures_in_range_shoot_and_the_total_is_rounded_up_once(in_range, dice):
    assert form(shot(in_range=in_range)).attack.dice == dice


@pytest.mark.clause("CORE-ATT-1")
def test_more_figures_in_range_than_there_are_is_refused():
    assert faults(refusal(shot(in_range=9))) == [("CORE-ATT-1", "battle-too-many-in-range")]


@pytest.mark.clause("SEQ-S2", "CORE-ATT-3")
def test_a_pool_has_at_most_16_dice_before_abilities():
    many = unit("hearthguard.bow", 17)

    assert form(shot(many)).attack.dice == 16
    assert form(shot(many, overrides=Overrides(pool_cap="none"))).attack.dice == 17
    assert form(shot(many, extra_attack=3)).attack.dice == 19


@pytest.mark.clause("SEQ-S2", "CORE-ATT-4")
def test_bonus_dice_exceed_neither_the_dice_generated_nor_the_figures():
    assert form(shot(bonus_dice=4)).attack.dice == 8
    assert faults(refusal(shot(bonus_dice=5))) == [("CORE-ATT-4", "battle-too-many-bonus-dice")]
    assert faults(refusal(shot(unit("warlord.bow"), bonus_dice=2))) == [("CORE-ATT-4", "battle-too-many-bonus-dice")]


@pytest.mark.clause("SEQ-S2")
def test_fatigue_does_not_change_the_pool():
    assert form(shot(unit("warrior.bow", 8, fatigue=2))).attack.dice == 4


@pytest.mark.clause("CORE-WM-2", "AM-PROF-7", "CORE-WPN-8", "CORE-WM-1", "SEQ-S2")
@pytest.mark.parametrize(("within", "dice"), [(Distance.S, 4), (Distance.L, 4), (None, 2)])
def test_a_static_war_machine_shoots_at_any_distance_with_fewer_dice_far_away(within, dice):
    machine = form(shot(unit("war_machine.static"), within=within))

    assert (machine.attack.dice, machine.attack.hit) == (dice, 4)


@pytest.mark.clause("SEQ-S1", "AM-FIRE-1", "AM-BREATH-2", "CORE-WPN-1", "CORE-WPN-4", "CORE-DIST-2")
@pytest.mark.parametrize(
    ("key", "within", "legal"),
    [
        ("warrior.bow", Distance.L, True),
        ("warrior.bow", None, False),
        ("levy.firearms", Distance.L, True),
        ("levy.javelins", Distance.M, True),
        ("levy.javelins", Distance.L, False),
        ("monster.scourge", Distance.M, True),
        ("monster.scourge", Distance.L, False),
    ],
)
def test_a_target_must_be_within_range(key, within, legal):
    found = [code for _, code in faults(refusal(shot(unit(key, 4), within=within)))]

    assert found == ([] if legal else ["battle-out-of-range"])


@pytest.mark.clause("SEQ-S1", "AM-PROF-5")
def test_without_a_weapon_or_in_exhaustion_or_out_of_sight_nobody_shoots():
    assert faults(refusal(shot(warriors()))) == [("AM-PROF-5", "battle-no-weapon")]
    assert faults(refusal(shot(unit("creature.biped", 2)))) == [("AM-PROF-5", "battle-no-weapon")]
    assert faults(refusal(shot(unit("warrior.bow", 8, fatigue=3)))) == [("CORE-EXH-2", "battle-exhausted")]
    assert faults(refusal(shot(in_sight=False))) == [("SEQ-S1", "battle-out-of-sight")]
    assert faults(refusal(shot(unit("warrior.bow", 0)))) == [("SEQ-S1", "battle-no-figures")]


@pytest.mark.clause("SEQ-S1", "AM-FIRE-7", "AM-BREATH-4")
def test_the_turn_so_far_may_forbid_the_shot():
    again = shot(GUNS, turn=UnitTurn((SHOT,)))
    ordered = shot(unit("monster.scourge"), within=Distance.M, activation=SHOT)

    assert faults(refusal(again)) == [("AM-FIRE-7", "battle-consecutive-shots")]
    assert faults(refusal(ordered)) == [("AM-BREATH-4", "battle-breath-only")]


@pytest.mark.clause("SEQ-S3", "CORE-COV-1", "CORE-COV-2", "CORE-COV-4", "SEQ-S5", "SEQ-S7")
@pytest.mark.parametrize(
    ("cover", "armour", "save"), [(Cover.NONE, 4, 3), (Cover.LIGHT, 4, 4), (Cover.SOLID, 5, 4)], ids=str
)
def test_cover_helps_defence_dice_and_solid_cover_armour_too(cover, armour, save):
    attack = form(shot(target=warriors(cover=cover))).attack

    assert (attack.armour, attack.save) == (armour, save)


@pytest.mark.clause("SEQ-S3", "AM-IMP-1", "AM-FLY-14", "CORE-HORSE-5", "CORE-COV-3")
@pytest.mark.parametrize("key", ["creature.biped", "warrior.flight", "warrior.mount_animal"])
def test_some_units_never_benefit_from_cover(key):
    bare, covered = (form(shot(target=unit(key, 4, cover=cover))).attack for cover in (Cover.NONE, Cover.SOLID))

    assert bare == covered


@pytest.mark.clause("SEQ-S3", "CORE-UNIT-5")
def test_a_swarm_has_at_least_light_cover_when_shot_at():
    in_the_open, behind_a_wall = unit("swarm.none", 8), unit("swarm.none", 8, cover=Cover.SOLID)

    assert in_the_open.cover_from_shots is Cover.LIGHT
    assert behind_a_wall.cover_from_shots is Cover.SOLID
    assert form(shot(target=in_the_open)).attack.save == 4


@pytest.mark.clause("CORE-COV-1", "CORE-COV-2")
def test_an_organiser_may_set_other_numbers_for_cover():
    rules = Overrides(light_cover_defence=2, solid_cover_defence_shooting=0, solid_cover_armour_shooting=2)
    light, solid = (shot(target=warriors(cover=cover), overrides=rules) for cover in (Cover.LIGHT, Cover.SOLID))

    assert form(light).attack.save == 5
    assert (form(solid).attack.armour, form(solid).attack.save) == (6, 3)


@pytest.mark.clause("SEQ-S4", "SEQ-S5", "CORE-EXPL-2", "CORE-EXPL-4")
def test_the_target_raises_its_armour_with_the_shooters_fatigue():
    tired = unit("warrior.bow", 8, fatigue=2)
    described = shot(tired, exploited=2)

    assert refusal(described) is None
    assert form(described).attack.armour == 6
    assert form(described).shooter.fatigue == 0


@pytest.mark.clause("SEQ-S4", "CORE-EXPL-5", "SEQ-S5")
def test_only_fatigue_that_is_there_and_that_helps_is_exploited():
    tired = unit("warrior.bow", 8, fatigue=2)
    guards = hearthguards()

    assert faults(refusal(shot(exploited=1))) == [("SEQ-S4", "battle-too-much-exploited")]
    assert faults(refusal(shot(tired, guards, exploited=2))) == [("CORE-EXPL-5", "battle-useless-discard")]
    assert refusal(shot(tired, guards, exploited=1)) is None


@pytest.mark.clause("CORE-EXPL-4")
def test_the_first_edition_allowed_one_discard_per_effect():
    described = shot(unit("warrior.bow", 8, fatigue=2), exploited=2, overrides=Overrides(exploit_max_per_effect=1))

    assert faults(refusal(described)) == [("CORE-EXPL-4", "battle-effect-limit")]


@pytest.mark.clause("SEQ-S6", "AM-FIRE-4", "CORE-WPN-2", "CORE-WPN-8", "CORE-WM-1", "CORE-WPN-6")
@pytest.mark.parametrize(
    ("key", "within", "hit"),
    [
        ("warrior.bow", Distance.S, 3),
        ("warrior.crossbow", Distance.L, 4),
        ("levy.firearms", Distance.L, 3),
        ("levy.firearms", Distance.M, 4),
        ("levy.firearms", Distance.VS, 4),
        ("war_machine.static", None, 4),
        ("levy.sling", Distance.M, 3),
    ],
)
def test_weapons_add_to_attack_dice(key, within, hit):
    assert form(shot(unit(key, 8), within=within)).attack.hit == hit


@pytest.mark.clause("CORE-UNARM-2")
def test_an_unarmed_shooter_helps_its_targets_dice_only_if_the_organiser_says_so():
    machine = unit("war_machine.mobile")

    assert form(shot(machine)).attack.save == 3
    assert form(shot(machine, overrides=Overrides(unarmed_applies_to_shooting=True))).attack.save == 4


@pytest.mark.clause("SEQ-S8", "CORE-RES-1", "CORE-RES-2", "CORE-RES-3", "SEQ-POL-1")
def test_resilience_cancels_casualties_for_fatigue_before_the_number_of_figures_counts():
    """A single figure that suffers 3 must cancel all 3 to live."""
    archers = unit("warrior.bow", 12)
    lieutenant = unit("lieutenant.none")
    faces = [6, 6, 6, 1, 1, 1]

    assert rolled(shot(archers, lieutenant), *faces, 1, 1, 1).target == Aftermath(1, 3, 0, 3, 0)
    tired = unit("lieutenant.none", fatigue=1)
    assert rolled(shot(archers, tired), *faces, 1, 1, 1).target == Aftermath(0, 3, 1, 2, 0)


@pytest.mark.clause("CORE-RES-1", "SEQ-POL-1")
def test_one_fatigue_cancels_up_to_x_casualties():
    monster = unit("monster.behemoth")
    archers = unit("warrior.bow", 12)

    assert rolled(shot(archers, monster), 6, 6, 6, 1, 1, 1, 1, 1, 1).target == Aftermath(1, 2, 0, 2, 0)
    none = Overrides(resilience_policy="none")
    assert rolled(shot(archers, monster, overrides=none), 6, 1, 1, 1, 1, 1, 1).target == Aftermath(0, 0, 1, 0, 0)


@pytest.mark.clause("CORE-RES-2", "CORE-EXH-4")
def test_an_exhausted_unit_cannot_resist_and_the_last_fatigue_may_reach_the_threshold():
    archers = unit("warrior.bow", 12)
    faces = [6, 1, 1, 1, 1, 1, 1]

    assert rolled(shot(archers, unit("paladin.none", fatigue=2)), *faces).target == Aftermath(1, 3, 0, 1, 0)
    assert rolled(shot(archers, unit("paladin.none", fatigue=3)), *faces).target == Aftermath(0, 3, 1, 0, 0)


@pytest.mark.clause("SEQ-S9", "CORE-BODY-1")
def test_bodyguards_fall_in_place_of_their_leader_after_resilience():
    archers = unit("warrior.bow", 12)
    warlord = unit("warlord.none", fatigue=2)
    faces = [6, 6, 6, 1, 1, 1, 1, 1, 1]

    assert rolled(shot(archers, warlord, bodyguards=2), *faces).target == Aftermath(1, 3, 0, 1, 2)
    assert rolled(shot(archers, warlord, bodyguards=1), *faces).target == Aftermath(0, 3, 1, 1, 1)
    assert faults(refusal(shot(bodyguards=1))) == [("CORE-BODY-1", "battle-no-bodyguards")]


@pytest.mark.clause("SEQ-S10", "CORE-RES-3")
def test_no_more_figures_are_removed_than_there_are():
    archers = unit("hearthguard.bow", 4)

    assert rolled(shot(archers, warriors(2)), 6, 6, 6, 6, 1, 1, 1, 1).target == Aftermath(0, 0, 2, 0, 0)


@pytest.mark.clause("SEQ-S11", "AM-FIRE-5")
@pytest.mark.parametrize(
    ("within", "faces", "fatigue"),
    [
        (Distance.M, [6, 6, 1, 1, 1, 1, 1, 1], 1),
        (Distance.M, [1, 1, 1, 1, 1, 1], 0),
        (Distance.M, [6, 1, 1, 1, 1, 1, 6], 0),
        (Distance.L, [6, 6, 1, 1, 1, 1, 1, 1], 0),
    ],
)
def test_firearms_within_m_give_one_fatigue_if_a_casualty_stands(within, faces, fatigue):
    assert rolled(shot(GUNS, warriors(), within=within), *faces).target.fatigue == fatigue


@pytest.mark.clause("AM-FIRE-4")
def test_the_bonus_of_firearms_is_from_unit_to_unit():
    described = shot(GUNS, within=Distance.M, in_range=12)

    assert (form(described).attack.dice, form(described).attack.hit) == (6, 4)


@pytest.mark.clause("SEQ-S11", "AM-FIRE-6")
def test_a_casualty_cancelled_by_resilience_does_not_startle():
    creatures = unit("creature.biped", 2)

    end = rolled(shot(GUNS, creatures, within=Distance.M), 6, 1, 1, 1, 1, 1, 1).target

    assert end == Aftermath(2, 1, 0, 1, 0)


@pytest.mark.clause("SEQ-S11", "AM-FIRE-10")
def test_an_eliminated_target_is_not_startled():
    end = rolled(shot(GUNS, warriors(1), within=Distance.M), 6, 1, 1, 1, 1, 1, 1).target

    assert end == Aftermath(0, 0, 1, 0, 0)


@pytest.mark.clause("SEQ-S9", "SEQ-S11")
def test_a_bodyguards_death_does_not_startle_the_leader():
    warlord = unit("warlord.none", fatigue=3)

    end = rolled(shot(GUNS, warlord, within=Distance.M, bodyguards=1), 6, 1, 1, 1, 1, 1, 1).target

    assert end == Aftermath(1, 3, 0, 0, 1)


@pytest.mark.clause("SEQ-S12", "CORE-UNIT-3", "CORE-UNIT-4")
@pytest.mark.parametrize(("faces", "left"), [([2, 2, 2], 0), ([5, 6, 6], 1), ([6, 6, 6], 0)])
def test_three_attack_dice_alike_destroy_the_destruction_team(faces, left):
    team, target = unit("destruction_team.none"), warriors()
    described = shot(team, target, within=Distance.S)
    saves = [6] * sum(face + 1 >= 4 for face in faces)

    assert rolled(described, *faces, *saves).shooter.figures == left


@pytest.mark.clause("SEQ-S12", "CORE-UNIT-4")
def test_faces_are_compared_before_they_are_modified():
    """5 and 6 both become 6 within M, and are not alike."""
    gone = law(shot(unit("destruction_team.none"), within=Distance.S)).chance(lambda end: end.shooter.eliminated)

    assert gone == Fraction(6, 216)


@pytest.mark.clause("SEQ-S13", "CORE-FAT-1", "CORE-FAT-2")
def test_a_later_shot_tires_the_shooter_once_it_is_resolved():
    assert form(shot()).shooter.fatigue == 0
    assert form(shot(turn=UnitTurn((MOVE,)))).shooter.fatigue == 1
    assert form(shot(unit("warrior.bow", 8, fatigue=2), turn=UnitTurn((MOVE,)), exploited=2)).shooter.fatigue == 1


@pytest.mark.clause("SEQ-S13", "AM-BREATH-3", "CORE-WPN-3", "CORE-WPN-4")
@pytest.mark.parametrize(
    ("key", "activation"),
    [
        ("monster.scourge", None),
        ("warrior.mount_animal+composite_bow", None),
        ("levy.javelins", Activation(Act.SHOOT, ActivatedBy.FREE_SHOT)),
    ],
)
def test_some_shots_tire_nobody(key, activation):
    described = shot(unit(key, 4), within=Distance.M, turn=UnitTurn((MOVE,)), activation=activation)

    assert refusal(described) is None
    assert form(described).shooter.fatigue == 0


@pytest.mark.clause("SEQ-S14", "CORE-FAT-5", "CORE-UNIT-5")
def test_friends_of_an_eliminated_unit_tire_unless_it_was_insignificant():
    assert fatigue_for_friends(warriors()) == 1
    assert fatigue_for_friends(unit("swarm.none", 12)) == 0


@pytest.mark.clause("CORE-UNIT-6")
def test_a_mindless_target_is_never_startled():
    horde = unit("mindless.none", 20)

    assert rolled(shot(GUNS, horde, within=Distance.M), 6, 1, 1, 1, 1, 1, 1).target == Aftermath(19, 0, 1, 0, 0)


SITUATIONS = [
    shot(),
    shot(GUNS, levies(3), within=Distance.M),
    shot(unit("hearthguard.bow", 12), unit("creature.biped", 3, fatigue=1)),
    shot(unit("warrior.crossbow", 12), unit("warlord.none", fatigue=1), bodyguards=2),
    shot(unit("hearthguard.bow", 12), warriors(cover=Cover.SOLID), extra_defence=2, extra_attack=1),
    shot(unit("destruction_team.none"), unit("creature.biped", 2), within=Distance.M),
]


@pytest.mark.parametrize("described", SITUATIONS)
def test_exact_and_fast_laws_agree_and_add_up_to_one(described):
    exact, fast = law(described), law(described, FAST)

    assert sum(weight for _, weight in exact) == 1
    assert set(dict(exact)) == set(dict(fast))
    assert all(abs(float(weight) - fast.p(end)) < 1e-12 for end, weight in exact)


@pytest.mark.clause("SEQ-RNG-3")
@pytest.mark.parametrize("described", [shot(unit("warrior.bow", 3), warriors(2)), shot(unit("hearthguard.bow", 1))])
def test_rolling_every_face_gives_the_law(described):
    """Two dice and at most two defence dice: every roll, weighed, is the exact law."""
    attack = form(described).attack
    counted: dict[Volley, Fraction] = {}
    for faces in _every(attack.dice):
        hits = sum(face > 6 - attack.hit for face in faces)
        for saves in _every(hits):
            end = rolled(described, *faces, *saves)
            counted[end] = counted.get(end, Fraction(0)) + Fraction(1, 6 ** (attack.dice + hits))

    assert counted == dict(law(described))


def _every(dice):
    return [()] if dice == 0 else [(face, *rest) for face in range(1, 7) for rest in _every(dice - 1)]
