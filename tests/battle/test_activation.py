import pytest
from msgspec.structs import replace

from battle.units import faults, unit, warriors
from heraut.battle.activation import (
    NEW_TURN,
    Act,
    ActivatedBy,
    Activation,
    UnitTurn,
    choices,
    gives_fatigue,
    obey_refusal,
    refusal,
)
from heraut.warband.tables import Overrides

MOVE, CHARGE, SHOOT, REST = (Activation(act) for act in Act)
FREE_SHOT = Activation(Act.SHOOT, ActivatedBy.FREE_SHOT)
MANOEUVRE = Activation(Act.MOVE, ActivatedBy.MANOEUVRE)
DETERMINED = Activation(Act.MOVE, ActivatedBy.DETERMINATION)
BY_ABILITY = Activation(Act.MOVE, ActivatedBy.ADVANCED_SAGA_ABILITY)
OBEYING = Activation(Act.MOVE, ActivatedBy.WE_OBEY)
CANCELLED_MOVE = Activation(Act.MOVE, cancelled=True)


def acted(unit, turn, activation):
    """The unit and its turn after an activation."""
    change = 0 if activation.cancelled else gives_fatigue(unit, turn, activation)
    return replace(unit, fatigue=unit.fatigue + change), UnitTurn((*turn.activations, activation))


def refused(key, wanted, *done, figures=4, fatigue=0):
    return faults(refusal(unit(key, figures, fatigue=fatigue), UnitTurn(done), wanted))


@pytest.mark.clause("CORE-ACT-1")
def test_a_unit_may_move_charge_shoot_or_rest():
    assert list(Act) == ["move", "charge", "shoot", "rest"]
    assert [refused("warrior.bow", Activation(act)) for act in Act] == [[], [], [], []]


@pytest.mark.clause("AM-FIRE-7", "CORE-WPN-2", "CORE-WPN-3")
@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("levy.firearms", "AM-FIRE-7"),
        ("war_machine.mobile", "AM-FIRE-7"),
        ("warrior.crossbow", "CORE-WPN-2"),
        ("warrior.mount_animal+composite_bow", "CORE-WPN-3"),
    ],
)
def test_some_weapons_do_not_shoot_twice_in_a_row(key, clause):
    assert refused(key, SHOOT, SHOOT) == [(clause, "battle-consecutive-shots")]
    assert refused(key, SHOOT, SHOOT, MOVE) == []
    assert refused(key, SHOOT, MOVE, SHOOT) == [(clause, "battle-consecutive-shots")]
    assert refused("warrior.bow", SHOOT, SHOOT) == []


@pytest.mark.clause("AM-FIRE-8")
def test_a_cancelled_activation_does_not_separate_two_shots():
    assert refused("levy.firearms", SHOOT, SHOOT, CANCELLED_MOVE) == [("AM-FIRE-7", "battle-consecutive-shots")]
    assert refused("levy.firearms", SHOOT, Activation(Act.SHOOT, cancelled=True)) == []


@pytest.mark.clause("AM-FIRE-9", "AM-BREATH-5")
def test_a_new_turn_remembers_nothing():
    assert NEW_TURN.activations == ()
    assert refused("levy.firearms", SHOOT) == []
    assert refused("monster.scourge", FREE_SHOT) == []


@pytest.mark.clause("AM-BREATH-1", "AM-BREATH-4")
def test_breath_is_one_free_shot_a_turn_and_the_only_one():
    assert refused("monster.scourge", FREE_SHOT, MOVE, CHARGE) == []
    assert refused("monster.scourge", FREE_SHOT, FREE_SHOT, MOVE) == [("AM-BREATH-1", "battle-breath-used")]
    for by in (ActivatedBy.ORDER, ActivatedBy.WE_OBEY):
        ordered = Activation(Act.SHOOT, by)
        assert refused("monster.scourge", ordered) == [("AM-BREATH-4", "battle-breath-only")]


@pytest.mark.clause("AM-BREATH-1")
def test_a_cancelled_breath_is_not_used_up():
    assert refused("war_machine.flying", FREE_SHOT, Activation(Act.SHOOT, ActivatedBy.FREE_SHOT, cancelled=True)) == []


@pytest.mark.clause("CORE-WPN-4")
def test_javelins_have_one_free_shot_and_then_no_other():
    assert refused("levy.javelins", FREE_SHOT) == []
    assert refused("levy.javelins", SHOOT, FREE_SHOT) == [("CORE-WPN-4", "battle-no-more-shots")]
    assert refused("levy.javelins", FREE_SHOT, FREE_SHOT, MOVE) == [("CORE-WPN-4", "battle-no-more-shots")]


@pytest.mark.clause("CORE-WPN-1")
def test_a_bow_has_no_free_shot():
    assert refused("warrior.bow", FREE_SHOT) == [("CORE-WPN-1", "battle-no-free-shot")]


@pytest.mark.clause("CORE-WM-1")
def test_a_powerful_shot_is_taken_once_a_turn():
    assert refused("war_machine.static", SHOOT) == []
    assert refused("war_machine.static", SHOOT, SHOOT, MOVE) == [("CORE-WM-1", "battle-no-more-shots")]


@pytest.mark.clause("AM-PROF-5")
def test_without_a_weapon_there_is_no_shot():
    assert refused("creature.biped", SHOOT) == [("AM-PROF-5", "battle-no-weapon")]


@pytest.mark.clause("CORE-ACT-2")
def test_a_manoeuvre_is_the_first_activation():
    assert refused("warrior.none", MANOEUVRE) == []
    assert refused("warrior.none", MANOEUVRE, MOVE) == [("CORE-ACT-2", "battle-manoeuvre-not-first")]
    assert refused("warrior.none", MANOEUVRE, CANCELLED_MOVE) == []


@pytest.mark.clause("CORE-ACT-3")
def test_rest_comes_first_removes_one_fatigue_and_a_following_move_is_still_the_first():
    tired = warriors(fatigue=2)

    rested, turn = acted(tired, NEW_TURN, REST)

    assert rested.fatigue == 1
    assert gives_fatigue(rested, turn, MOVE) == 0
    assert refused("warrior.none", REST, MOVE) == [("CORE-ACT-3", "battle-rest-not-first")]
    assert acted(warriors(), NEW_TURN, REST)[0].fatigue == 0


@pytest.mark.clause("CORE-FAT-1", "CORE-FAT-6")
def test_the_second_and_each_later_activation_tires():
    moved, turn = acted(warriors(), NEW_TURN, MOVE)
    twice, turn = acted(moved, turn, CHARGE)
    thrice, turn = acted(twice, turn, MOVE)

    assert [moved.fatigue, twice.fatigue, thrice.fatigue] == [0, 1, 2]
    assert acted(warriors(fatigue=9), turn, MOVE)[0].fatigue == 10


@pytest.mark.clause("CORE-FAT-1")
def test_a_cancelled_activation_tires_nobody_and_counts_for_nothing():
    unit_, turn = acted(warriors(), NEW_TURN, CANCELLED_MOVE)

    assert unit_.fatigue == 0
    assert gives_fatigue(unit_, turn, MOVE) == 0


@pytest.mark.clause("AM-BREATH-3", "CORE-FAT-3", "CORE-WPN-3", "CORE-WPN-4")
@pytest.mark.parametrize(
    ("key", "shot"),
    [("monster.scourge", FREE_SHOT), ("levy.javelins", FREE_SHOT), ("warrior.mount_animal+composite_bow", SHOOT)],
)
def test_a_free_shot_tires_nobody_but_counts_for_what_follows(key, shot):
    shooter = unit(key, 4)

    assert gives_fatigue(shooter, UnitTurn((MOVE,)), shot) == 0
    assert gives_fatigue(shooter, UnitTurn((shot,)), MOVE) == 1
    assert gives_fatigue(shooter, UnitTurn((shot,)), MOVE, Overrides(free_activation_counts=False)) == 0


@pytest.mark.clause("CORE-EXH-2")
def test_an_exhausted_unit_may_only_rest():
    tired = [refused("warrior.bow", Activation(act), fatigue=3) for act in Act]

    assert tired == [[("CORE-EXH-2", "battle-exhausted")]] * 3 + [[]]
    assert refused("creature.biped", MOVE, fatigue=3) == []
    assert refused("creature.biped", MOVE, fatigue=4) == [("CORE-EXH-2", "battle-exhausted")]


@pytest.mark.clause("AM-PRIM-1")
def test_no_advanced_ability_activates_a_primitive_unit():
    assert refused("monster.titan", BY_ABILITY) == [("AM-PRIM-1", "battle-primitive-ability")]
    assert refused("warrior.none", BY_ABILITY) == []


@pytest.mark.clause("CORE-UNIT-6")
def test_the_mindless_obey_only_advanced_abilities_and_the_warlord():
    assert refused("mindless.none", MOVE, figures=20) == [("CORE-UNIT-6", "battle-mindless-order")]
    assert refused("mindless.none", BY_ABILITY, figures=20) == []
    assert refused("mindless.none", OBEYING, figures=20) == []
    assert gives_fatigue(unit("mindless.none", 20), UnitTurn((BY_ABILITY,)), BY_ABILITY) == 0


@pytest.mark.clause("CORE-DET-1")
def test_determination_is_one_free_activation_a_turn():
    assert refused("warlord.none", DETERMINED) == []
    assert refused("warlord.none", DETERMINED, DETERMINED) == [("CORE-DET-1", "battle-free-activation-used")]
    assert refused("warrior.none", DETERMINED) == [("CORE-DET-1", "battle-not-determined")]


@pytest.mark.clause("CORE-OBEY-1", "CORE-EXH-4", "AM-BEAST-8")
@pytest.mark.parametrize(
    ("key", "fatigue", "within", "used", "expected"),
    [
        ("warlord.none", 0, True, False, []),
        ("warlord.none", 0, False, False, [("CORE-OBEY-1", "battle-out-of-reach")]),
        ("warlord.none", 0, True, True, [("CORE-OBEY-1", "battle-free-activation-used")]),
        ("warlord.none", 3, True, False, [("CORE-EXH-4", "battle-exhausted")]),
        ("warlord.mount_beast", 0, True, False, [("CORE-OBEY-1", "battle-not-obeyed")]),
        ("lieutenant.none", 0, True, False, [("CORE-OBEY-1", "battle-not-obeyed")]),
    ],
)
def test_a_warlord_gives_one_friend_within_s_a_free_activation(key, fatigue, within, used, expected):
    leader = unit(key, fatigue=fatigue)

    assert faults(obey_refusal(leader, friend_within_s=within, already_obeyed=used)) == expected


@pytest.mark.clause("CORE-PRES-1")
def test_each_figure_with_presence_counts_as_four():
    assert unit("creature.biped", 3).counted_figures == 12
    assert warriors(7).counted_figures == 7


@pytest.mark.clause("CORE-UNIT-8")
def test_stalk_and_faction_rules_change_nothing():
    """A stalker does what a warrior of the same numbers would."""
    assert [choice.activation for choice in choices(unit("stalker.none", 8), NEW_TURN)] == [
        choice.activation for choice in choices(warriors(), NEW_TURN)
    ]


def test_what_a_unit_may_do_now_is_told_with_its_price():
    told = {
        (choice.activation.act, choice.activation.by): choice
        for choice in choices(unit("levy.firearms", 12), UnitTurn((SHOOT,)))
    }

    assert told[Act.SHOOT, ActivatedBy.ORDER].refused.code == "battle-consecutive-shots"
    assert (told[Act.MOVE, ActivatedBy.ORDER].fatigue, told[Act.MOVE, ActivatedBy.ORDER].refused) == (1, None)
    assert told[Act.REST, ActivatedBy.ORDER].refused.code == "battle-rest-not-first"
    assert (Act.SHOOT, ActivatedBy.FREE_SHOT) not in told
