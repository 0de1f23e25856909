from fractions import Fraction

import icepool
import pytest

from battle.units import faults, hearthguards, levies, melee, unit, warriors
from heraut.battle.activation import Ground
from heraut.battle.melee import MeleeResult, MeleeSide, form, refusal, resolve, result, withdraws
from heraut.battle.unit import Aftermath, Cover
from heraut.dice import EXACT, FAST, Fallen, PoolRoll
from heraut.warband.tables import Overrides


def law(described, dice=EXACT):
    assert refusal(described) is None, refusal(described)
    return resolve(dice, form(described))


def rolled(described, *faces):
    """Both ends of the melee with these faces, all of them used."""
    assert refusal(described) is None, refusal(described)
    dice = Fallen.of(faces)
    clash = resolve(dice, form(described))
    assert dice.left == ()
    return clash.attacker.outcome, clash.defender.outcome


def attack(described):
    return form(described).attack


def riposte(described):
    return form(described).riposte


def end(removed, figures=8, left=None):
    return Aftermath(figures - removed if left is None else left, 1, removed, 0, 0)


def as_law(die):
    return {outcome: Fraction(quantity, die.denominator()) for outcome, quantity in die.items() if quantity}


@pytest.mark.clause("SEQ-M6", "SEQ-M7", "SEQ-M8", "CORE-FAT-4", "CORE-DEF-1", "CORE-DEF-2", "CORE-ATT-1")
def test_eight_warriors_charge_eight_warriors():
    """Eight dice a side hit on 4+, each hit is cancelled on 5+, and each side that stands tires."""
    lost = (8 @ icepool.coin(1, 3)).map(lambda c: Aftermath(8 - c, 1 if c < 8 else 0, c, 0, 0))
    clash = law(melee(warriors(), warriors()))

    assert dict(clash.attacker) == dict(clash.defender) == as_law(lost)
    assert dict(clash.joint()) == as_law(icepool.tupleize(lost, lost))


@pytest.mark.clause("SEQ-RNG-1", "SEQ-M6")
def test_dice_are_read_in_the_order_they_are_rolled():
    """Attacker's attack, defender's attack, then the charged unit defends first."""
    dice = Fallen.of([6, 6, 1, 1, 1, 4, 5, 2])

    clash = resolve(dice, form(melee(warriors(4), warriors(1))))

    assert [step.pool for step in dice.steps] == ["attack", "riposte", "defence"]
    assert dice.steps[2] == PoolRoll("defence", (4, 5), 2, 1)
    assert (clash.attacker.outcome, clash.defender.outcome) == (end(0, 4), Aftermath(0, 0, 1, 0, 0))
    assert dice.left == (2,)


@pytest.mark.clause("SEQ-RNG-1")
def test_the_attacker_defends_last():
    dice = Fallen.of([1, 6, 5])

    resolve(dice, form(melee(warriors(1), warriors(1))))

    assert [(step.pool, step.faces) for step in dice.steps] == [
        ("attack", (1,)),
        ("riposte", (6,)),
        ("attacker_defence", (5,)),
    ]


@pytest.mark.clause("SEQ-M1", "CORE-EXH-2")
def test_an_exhausted_unit_or_one_out_of_reach_does_not_charge():
    assert faults(refusal(melee(warriors(fatigue=3), warriors()))) == [("CORE-EXH-2", "battle-exhausted")]
    assert faults(refusal(melee(warriors(), warriors(), reaches=False))) == [("SEQ-M1", "battle-out-of-reach")]
    assert faults(refusal(melee(warriors(0), warriors(0)))) == [("SEQ-M1", "battle-no-figures")] * 2


@pytest.mark.clause("SEQ-M1", "CORE-FAT-1", "CORE-FAT-2", "AM-FLY-5", "AM-FLY-7", "CORE-HORSE-3")
@pytest.mark.parametrize(
    ("key", "situation", "fatigue"),
    [
        ("warrior.none", {}, 0),
        ("warrior.none", {"later": True}, 1),
        ("warrior.flight", {"flown_over": 2, "later": True}, 3),
        ("warrior.mount_animal", {"lands": Ground.UNEVEN}, 1),
        ("warrior.mount_animal", {"lands": Ground.DANGEROUS, "later": True}, 3),
        ("mindless.none", {"later": True}, 0),
    ],
)
def test_the_fatigue_of_a_charge_is_placed_before_the_melee(key, situation, fatigue):
    assert form(melee(unit(key, 12), warriors(), **situation)).attacker.fatigue == fatigue


@pytest.mark.clause("SEQ-M1", "AM-FLY-7", "CORE-EXH-3")
def test_a_charger_exhausted_by_its_charge_fights_anyway_with_half_its_dice():
    described = melee(unit("warrior.flight", 7, fatigue=2), warriors(), flown_over=1)

    assert refusal(described) is None
    assert attack(described).dice == 4


@pytest.mark.clause("AM-FLY-5")
def test_only_flying_units_fly_over():
    assert faults(refusal(melee(warriors(), warriors(), flown_over=1))) == [("AM-FLY-5", "battle-not-flying")]


@pytest.mark.clause("AM-FLY-8")
def test_the_unit_charged_is_not_flown_over_unless_the_organiser_says_so():
    flyers = unit("warrior.flight", 8)
    rules = Overrides(charged_unit_counts_as_overflown=True)

    assert form(melee(flyers, warriors())).attacker.fatigue == 0
    assert form(melee(flyers, warriors(), overrides=rules)).attacker.fatigue == 1
    assert form(melee(warriors(), warriors(), overrides=rules)).attacker.fatigue == 0


@pytest.mark.clause("SEQ-M2", "CORE-CLOSE-1", "CORE-CLOSE-3", "SEQ-M3")
def test_closed_ranks_keep_half_the_dice_and_count_as_solid_cover():
    described = melee(warriors(), MeleeSide(unit=warriors(7), close_ranks=True))

    assert riposte(described).dice == 4
    assert attack(described).save == 3


@pytest.mark.clause("CORE-CLOSE-1")
def test_only_the_charged_unit_closes_ranks_unless_the_organiser_says_so():
    charger = MeleeSide(unit=warriors(), close_ranks=True)

    assert faults(refusal(melee(charger, warriors()))) == [("CORE-CLOSE-1", "battle-only-charged-closes")]
    assert refusal(melee(charger, warriors(), overrides=Overrides(close_ranks_side="both"))) is None


@pytest.mark.clause("SEQ-M2", "CORE-CLOSE-2", "AM-IMP-2", "AM-FLY-14", "AM-FIRE-3", "CORE-UNIT-7", "CORE-HORSE-6")
@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("warrior.mount_animal", "CORE-CLOSE-2"),
        ("warrior.bow", "CORE-CLOSE-2"),
        ("warrior.heavy_weapon", "CORE-CLOSE-2"),
        ("sorcerer.none", "CORE-CLOSE-2"),
        ("levy.javelins", "CORE-CLOSE-2"),
        ("stalker.none", "CORE-CLOSE-2"),
        ("creature.biped", "AM-IMP-2"),
        ("warrior.flight", "AM-FLY-14"),
        ("levy.firearms", "AM-FIRE-3"),
        ("mindless.none", "CORE-UNIT-7"),
    ],
)
def test_closing_ranks_is_barred_by_what_one_is_or_carries(key, clause):
    refused = refusal(melee(warriors(), MeleeSide(unit=unit(key, 4), close_ranks=True)))

    assert faults(refused) == [(clause, "battle-cannot-close-ranks")]


@pytest.mark.clause("CORE-CLOSE-4", "SEQ-M3", "CORE-EXH-3")
def test_an_exhausted_unit_may_close_ranks_and_halves_twice():
    described = melee(warriors(), MeleeSide(unit=warriors(7, fatigue=3), close_ranks=True))

    assert riposte(described).dice == 2
    refused = refusal(
        melee(described.attacker, described.defender, overrides=Overrides(close_ranks_when_exhausted=False))
    )
    assert faults(refused) == [("CORE-CLOSE-4", "battle-exhausted-cannot-close")]


@pytest.mark.clause("CORE-CLOSE-3", "SEQ-M6", "CORE-COV-2")
def test_closed_ranks_and_solid_cover_do_not_add_up():
    closed = melee(warriors(), MeleeSide(unit=warriors(cover=Cover.SOLID), close_ranks=True))
    covered = melee(warriors(), warriors(cover=Cover.SOLID))
    light = melee(warriors(), warriors(cover=Cover.LIGHT))

    assert (attack(closed).save, attack(covered).save, attack(light).save) == (3, 3, 2)


@pytest.mark.clause("SEQ-M6", "CORE-COV-2", "CORE-COV-3")
def test_both_sides_may_stand_in_solid_cover_they_can_use():
    riders = unit("warrior.mount_animal", 8, cover=Cover.SOLID)

    assert riposte(melee(warriors(cover=Cover.SOLID), warriors())).save == 3
    assert riposte(melee(riders, warriors())).save == 2
    rules = Overrides(solid_cover_defence_melee=2)
    assert riposte(melee(warriors(cover=Cover.SOLID), warriors(), overrides=rules)).save == 4


@pytest.mark.clause("SEQ-M3", "CORE-ATT-1", "CORE-ATT-2", "AM-PROF-6")
@pytest.mark.parametrize(
    ("key", "figures", "dice"),
    [
        ("warrior.none", 8, 8),
        ("levy.none", 5, 3),
        ("levy.bow", 10, 4),
        ("mindless.none", 24, 5),
        ("hearthguard.none", 5, 10),
        ("monster.behemoth", 1, 14),
        ("creature.flyer", 3, 12),
        ("sorcerer.none", 1, 2),
    ],
)
def test_every_figure_fights_and_the_total_is_rounded_up_once(key, figures, dice):
    assert attack(melee(unit(key, figures), warriors())).dice == dice


@pytest.mark.clause("SEQ-M3", "AM-PRIM-3", "AM-PRIM-4", "AM-PRIM-5")
@pytest.mark.parametrize(
    ("key", "figures", "fatigue", "dice"),
    [
        ("monster.behemoth", 1, 0, 14),
        ("monster.behemoth", 1, 3, 11),
        ("monster.behemoth", 1, 4, 5),
        ("stalker.none", 8, 2, 6),
        ("swarm.none", 2, 2, 0),
        ("warrior.none", 8, 2, 8),
    ],
)
def test_each_fatigue_costs_a_primitive_unit_one_die_in_all(key, figures, fatigue, dice):
    assert riposte(melee(warriors(), unit(key, figures, fatigue=fatigue))).dice == dice


@pytest.mark.clause("AM-PRIM-5")
def test_an_organiser_may_leave_a_primitive_unit_some_dice():
    described = melee(warriors(), unit("swarm.none", 2, fatigue=2), overrides=Overrides(primitive_floor=1))

    assert riposte(described).dice == 1


@pytest.mark.clause("SEQ-M3", "CORE-ATT-4")
def test_bonus_dice_come_before_the_cap_and_the_halves():
    tired = MeleeSide(unit=warriors(6, fatigue=3), bonus_dice=6)

    assert riposte(melee(warriors(), tired)).dice == 6
    assert attack(melee(MeleeSide(unit=hearthguards(6), bonus_dice=6), warriors())).dice == 16
    too_many = refusal(melee(MeleeSide(unit=warriors(6), bonus_dice=7), warriors()))
    assert faults(too_many) == [("CORE-ATT-4", "battle-too-many-bonus-dice")]
    few = refusal(melee(MeleeSide(unit=levies(6), bonus_dice=4), warriors()))
    assert faults(few) == [("CORE-ATT-4", "battle-too-many-bonus-dice")]


@pytest.mark.clause("SEQ-M3", "CORE-ATT-3")
def test_the_cap_of_16_comes_before_the_halves_unless_the_organiser_says_so():
    many = hearthguards(12, fatigue=3)

    assert riposte(melee(warriors(), many)).dice == 8
    assert riposte(melee(warriors(), many, overrides=Overrides(pool_cap_before_halving=False))).dice == 12
    assert riposte(melee(warriors(), many, overrides=Overrides(pool_cap=10))).dice == 5
    assert riposte(melee(warriors(), hearthguards(12), overrides=Overrides(pool_cap="none"))).dice == 24
    assert attack(melee(MeleeSide(unit=hearthguards(12), extra_attack=2), warriors())).dice == 18


@pytest.mark.clause("CORE-EXH-3", "CORE-EXH-1", "AM-IMP-3")
@pytest.mark.parametrize(("rule", "dice", "hit"), [("half_dice", 4, 3), ("minus_one_die_result", 8, 2), ("none", 8, 3)])
def test_exhaustion_halves_the_dice_unless_the_organiser_says_otherwise(rule, dice, hit):
    described = melee(warriors(), warriors(fatigue=3), overrides=Overrides(exhausted_melee=rule))

    assert (riposte(described).dice, riposte(described).hit) == (dice, hit)


@pytest.mark.clause("AM-IMP-3", "CORE-EXH-1")
def test_an_imposing_unit_is_exhausted_by_four_fatigues():
    fresh, spent = (melee(warriors(), unit("creature.biped", 2, fatigue=fatigue)) for fatigue in (3, 4))

    assert (riposte(fresh).dice, riposte(spent).dice) == (10, 5)


@pytest.mark.clause("SEQ-M4", "SEQ-M5", "CORE-EXPL-3", "CORE-EXPL-4")
def test_each_side_may_raise_its_armour_or_lower_the_enemys():
    attacker = MeleeSide(unit=warriors(fatigue=2), own_armour=1, enemy_armour=1)
    defender = MeleeSide(unit=warriors(fatigue=2), own_armour=2)
    described = melee(attacker, defender)

    assert refusal(described) is None
    assert (attack(described).armour, riposte(described).armour) == (5, 5)
    assert (form(described).attacker.fatigue, form(described).defender.fatigue) == (0, 0)


@pytest.mark.clause("SEQ-M4")
def test_only_fatigue_the_enemy_holds_is_exploited_that_of_the_charge_included():
    greedy = MeleeSide(unit=warriors(), own_armour=1)

    assert faults(refusal(melee(warriors(), greedy))) == [("SEQ-M4", "battle-too-much-exploited")]
    assert refusal(melee(warriors(), greedy, later=True)) is None


@pytest.mark.clause("SEQ-M5", "CORE-EXPL-5")
def test_a_discard_that_changes_no_armour_is_refused():
    tired = warriors(fatigue=2)
    raised = refusal(melee(MeleeSide(unit=hearthguards(), own_armour=2), tired))
    lowered = refusal(melee(MeleeSide(unit=warriors(), enemy_armour=2), unit("warrior.heavy_weapon", 8, fatigue=2)))

    assert faults(raised) == faults(lowered) == [("CORE-EXPL-5", "battle-useless-discard")]


@pytest.mark.clause("SEQ-M5", "CORE-ARM-1")
def test_the_limits_of_armour_hold_for_the_final_sum():
    """5 + 2 - 2 is 5; limited after each discard it would be 4."""
    described = melee(
        MeleeSide(unit=hearthguards(4, fatigue=2), own_armour=2), MeleeSide(unit=warriors(fatigue=2), enemy_armour=2)
    )

    assert refusal(described) is None
    assert riposte(described).armour == 5


@pytest.mark.clause("CORE-EXPL-4")
def test_the_first_edition_allowed_one_discard_per_effect_in_melee():
    rules = Overrides(exploit_max_per_effect=1)
    once = melee(MeleeSide(unit=warriors(), own_armour=1, enemy_armour=1), warriors(fatigue=2), overrides=rules)
    twice = melee(MeleeSide(unit=warriors(), own_armour=2), warriors(fatigue=2), overrides=rules)

    assert refusal(once) is None
    assert faults(refusal(twice)) == [("CORE-EXPL-4", "battle-effect-limit")]


@pytest.mark.clause("SEQ-M4")
def test_discarded_fatigue_gives_back_no_dice_but_makes_room_for_resilience():
    spent = unit("creature.biped", 2, fatigue=4)
    described = melee(MeleeSide(unit=warriors(), own_armour=1), spent)

    assert riposte(described).dice == 5
    assert form(described).defender.capacity == 1


@pytest.mark.clause("SEQ-M6", "CORE-WPN-5", "CORE-WPN-4")
@pytest.mark.parametrize(
    ("key", "closed", "attack_hit", "riposte_hit"),
    [
        ("warrior.none", False, 3, 3),
        ("warrior.heavy_weapon", False, 4, 4),
        ("levy.javelins", False, 4, 3),
        ("levy.javelins", True, 3, 3),
        ("war_chariot.javelins", False, 4, 3),
    ],
)
def test_heavy_weapons_always_help_and_javelins_in_a_charge_on_open_ranks(key, closed, attack_hit, riposte_hit):
    side = unit(key, 4)

    assert attack(melee(side, MeleeSide(unit=warriors(), close_ranks=closed))).hit == attack_hit
    assert riposte(melee(warriors(), side)).hit == riposte_hit


@pytest.mark.clause("SEQ-M6", "CORE-UNARM-1")
def test_the_enemy_of_an_unarmed_unit_defends_better():
    described = melee(unit("sorcerer.none"), warriors())

    assert (attack(described).save, riposte(described).save) == (3, 2)


@pytest.mark.clause("CORE-UNIT-1", "SEQ-M3", "SEQ-M7")
@pytest.mark.parametrize(
    ("enemy", "dice", "resilience"),
    [("monster.titan", 10, 2), ("creature.biped", 10, 2), ("warrior.none", 5, 1), ("warlord.mount_beast", 5, 1)],
)
def test_a_paladin_is_heroic_against_monsters_and_creatures(enemy, dice, resilience):
    described = melee(unit("paladin.none"), unit(enemy, 2))

    assert (attack(described).dice, form(described).attacker.resilience) == (dice, resilience)


@pytest.mark.clause("CORE-UNIT-2", "SEQ-M3")
@pytest.mark.parametrize(("situation", "fatigue", "dice"), [({}, 0, 8), ({"later": True}, 0, 4), ({}, 1, 4)])
def test_a_fresh_chariot_doubles_its_dice_in_a_charge(situation, fatigue, dice):
    chariot = unit("war_chariot.javelins", fatigue=fatigue)

    assert attack(melee(chariot, warriors(), **situation)).dice == dice
    assert riposte(melee(warriors(), chariot)).dice == 4


@pytest.mark.clause("SEQ-M7", "CORE-BODY-1", "CORE-RES-1", "CORE-EXH-4")
def test_resilience_then_bodyguards_then_the_number_of_figures():
    """Four casualties: two fatigues, one hearthguard, and one too many for a warlord."""
    warlord = MeleeSide(unit=unit("warlord.none", fatigue=1), bodyguards=1)
    miss, hit = [1] * 4, [6] * 4
    described = melee(warriors(4), warlord)

    attacker, defender = rolled(described, *hit, *miss * 2, *miss)

    assert (attacker, defender) == (end(0, 4), Aftermath(0, 3, 1, 2, 1))
    guarded = melee(warriors(4), MeleeSide(unit=warlord.unit, bodyguards=2))
    assert rolled(guarded, *hit, *miss * 2, *miss)[1] == Aftermath(1, 4, 0, 2, 2)


@pytest.mark.clause("SEQ-M7", "CORE-BODY-1")
def test_only_some_leaders_have_bodyguards():
    assert faults(refusal(melee(warriors(), MeleeSide(unit=warriors(), bodyguards=1)))) == [
        ("CORE-BODY-1", "battle-no-bodyguards")
    ]


@pytest.mark.clause("SEQ-M8", "CORE-FAT-4", "CORE-FAT-6", "CORE-UNIT-6")
def test_each_unit_that_still_stands_tires_and_a_mindless_one_never_does():
    attacker, defender = rolled(melee(unit("mindless.none", 5), warriors(1, fatigue=7)), 6, 1, 1)

    assert attacker == Aftermath(5, 0, 0, 0, 0)
    assert defender == Aftermath(0, 7, 1, 0, 0)
    assert rolled(melee(unit("mindless.none", 5), warriors(1, fatigue=7)), 1, 1)[1] == Aftermath(1, 8, 0, 0, 0)


@pytest.mark.clause("SEQ-M9", "CORE-WIN-1", "CORE-WIN-2")
@pytest.mark.parametrize(
    ("attacker", "defender", "won", "leaves"),
    [
        (end(1), end(3), MeleeResult.ATTACKER_WINS, "defender"),
        (end(2), end(2), MeleeResult.TIE, "attacker"),
        (end(0), end(0), MeleeResult.TIE, "attacker"),
        (end(3), end(1), MeleeResult.DEFENDER_WINS, "attacker"),
        (end(1), end(8), MeleeResult.ATTACKER_WINS, None),
        (end(8), end(1), MeleeResult.DEFENDER_WINS, None),
        (end(8), end(8), MeleeResult.TIE, None),
        (end(1, 1), end(3), MeleeResult.ATTACKER_WINS, "defender"),
    ],
)
def test_more_casualties_lose_and_the_attacker_withdraws_on_a_tie(attacker, defender, won, leaves):
    assert result(attacker, defender) is won
    assert withdraws(attacker, defender) == leaves


@pytest.mark.clause("CORE-WIN-2")
def test_casualties_resisted_or_guarded_do_not_decide_the_fight():
    unhurt = Aftermath(1, 3, 0, 2, 2)

    assert result(unhurt, end(1)) is MeleeResult.ATTACKER_WINS


@pytest.mark.clause("CORE-WIN-3")
def test_a_withdrawal_is_s_unless_the_organiser_says_otherwise():
    assert Overrides().withdraw_distance == "S"
    assert Overrides(withdraw_distance="M").changed() == {"withdraw_distance": "M"}


SITUATIONS = {
    "plain": melee(warriors(), warriors()),
    "resilience": melee(hearthguards(8), unit("creature.biped", 4, fatigue=1)),
    "monsters": melee(unit("monster.titan"), unit("monster.behemoth", fatigue=1)),
    "ranks": melee(MeleeSide(unit=warriors(), enemy_armour=1), MeleeSide(unit=levies(12, fatigue=1), close_ranks=True)),
    "guards": melee(unit("paladin.heavy_weapon"), MeleeSide(unit=unit("warlord.none"), bodyguards=3)),
    "abilities": melee(
        MeleeSide(unit=warriors(), extra_defence=2), MeleeSide(unit=warriors(), extra_attack=1, extra_defence=1)
    ),
}


@pytest.mark.parametrize("described", SITUATIONS.values(), ids=SITUATIONS)
def test_exact_and_fast_laws_agree_and_add_up_to_one(described):
    exact, fast = law(described).joint(), law(described, FAST).joint()

    assert sum(weight for _, weight in exact) == 1
    assert set(dict(exact)) == set(dict(fast))
    assert all(abs(float(weight) - fast.p(ends)) < 1e-12 for ends, weight in exact)


@pytest.mark.parametrize("name", ["plain", "resilience", "monsters", "ranks", "guards", "abilities"])
def test_the_joint_law_is_that_of_the_second_opinion(name):
    fight = form(SITUATIONS[name])

    def side(strike, stand):
        hits = strike.dice @ icepool.coin(strike.hit, 6)
        coin = icepool.coin(strike.save, 6)
        saved = lambda n: (n + strike.extra_defence) @ coin if n else icepool.Die([0])  # noqa: E731
        left = hits.map(lambda n: saved(n).map(lambda s: max(0, n - s)))
        return left.map(lambda c: slowly(stand, c))

    expected = icepool.tupleize(side(fight.riposte, fight.attacker), side(fight.attack, fight.defender))
    assert dict(resolve(EXACT, fight).joint()) == as_law(expected)


def slowly(stand, casualties):
    """One casualty at a time, one fatigue at a time."""
    fatigue, guards, removed, resisted = stand.fatigue, stand.bodyguards, 0, 0
    while casualties > 0 and resisted < stand.capacity:
        resisted += 1
        casualties -= stand.resilience
    while casualties > 0:
        casualties -= 1
        if guards:
            guards -= 1
        elif removed < stand.figures:
            removed += 1
    stands = removed < stand.figures
    tired = fatigue + resisted + (1 if stands and stand.tires else 0)
    return Aftermath(stand.figures - removed, tired, removed, resisted, stand.bodyguards - guards)
