from itertools import permutations

import pytest

from battle.units import hearthguards, levies, melee, unit, warriors
from heraut.battle.advice import best_charges, close_ranks, melee_exchange, shoot_or_charge, spend_fatigue
from heraut.battle.ledger import Rolled, luck, rolls
from heraut.battle.melee import MeleeSide, form, resolve
from heraut.battle.shooting import Shooting
from heraut.battle.summary import match_ups
from heraut.dice import EXACT, Fallen
from heraut.warband.tables import OUR_DEFAULT, Distance


def test_spending_fatigue_is_compared_with_keeping_it():
    options = spend_fatigue(melee(warriors(), warriors(fatigue=1)), "attacker")

    assert [(option.choice, option.detail) for option in options] == [
        ("keep", (0, 0)),
        ("spend", (0, 1)),
        ("spend", (1, 0)),
    ]
    with_, without = (
        melee_exchange(melee(MeleeSide(unit=warriors(), enemy_armour=spent), warriors(fatigue=1)), "attacker", EXACT)
        for spent in (1, 0)
    )
    assert options[1].difference == pytest.approx(with_.balance - without.balance)


def test_only_legal_ways_to_spend_are_listed():
    """Armour 5 rises by one at most, and armour 3 falls by one."""
    options = spend_fatigue(melee(hearthguards(), unit("warrior.heavy_weapon", 8, fatigue=3)), "attacker")

    assert [option.detail for option in options] == [(0, 0), (0, 1), (1, 0), (1, 1)]


def test_the_defender_may_spend_the_fatigue_of_the_charge():
    options = spend_fatigue(melee(warriors(), warriors(), later=True), "defender")

    assert len(options) == 3


def test_closing_ranks_saves_figures_and_strikes_less():
    stand, closed = close_ranks(melee(warriors(), warriors()))

    assert closed.exchange.own.removed < stand.exchange.own.removed
    assert closed.exchange.enemy.removed < stand.exchange.enemy.removed
    assert [option.choice for option in close_ranks(melee(warriors(), unit("warrior.bow", 8)))] == ["stand"]


def test_a_shot_costs_nothing_and_a_charge_does():
    bows, target = unit("warrior.bow", 8), warriors()
    shot, charge = shoot_or_charge(Shooting(shooter=bows, target=target, within=Distance.M), melee(bows, target))

    assert (shot.choice, charge.choice) == ("shoot", "charge")
    assert shot.exchange.own_loss == 0 < charge.exchange.own_loss
    assert [
        o.choice for o in shoot_or_charge(Shooting(shooter=warriors(), target=target), melee(warriors(), target))
    ] == ["charge"]


def test_losses_are_weighed_in_massacre_points_bodyguards_included():
    fight = melee(warriors(), MeleeSide(unit=unit("warlord.none", fatigue=3), bodyguards=2))
    told = melee_exchange(fight, "attacker", EXACT)
    law = resolve(EXACT, form(fight)).defender

    expected = float(law.mean(lambda end: 3 * end.removed + end.guarded))
    assert told.enemy_loss == pytest.approx(expected)
    assert told.balance == pytest.approx(told.enemy_loss - told.own_loss)


def test_the_best_charges_are_those_of_every_pairing_tried():
    mine = [hearthguards(8), warriors(), unit("creature.biped", 2)]
    theirs = [levies(12), unit("warrior.bow", 8), hearthguards(4)]
    told = best_charges(match_ups(mine, theirs), mine, theirs, OUR_DEFAULT)
    tried = max(
        sum(max(0.0, told.balances[place][target]) for place, target in enumerate(order))
        for order in permutations(range(3))
    )

    assert told.total == pytest.approx(tried)
    assert told.total == pytest.approx(sum(told.balances[own][target] for own, target in told.pairs))


def test_average_dice_are_at_the_fiftieth_percentile():
    (told,) = luck([Rolled("Ana", (4, 1), 3)])

    assert (told.dice, told.successes, told.expected, told.percentile) == (2, 1, 1.0, 50.0)


def test_luck_is_judged_over_all_rolls_of_a_player():
    """Three successes of three dice: seven of eight players have fewer, half of the eighth as many."""
    (told,) = luck([Rolled("Ana", (6,), 3), Rolled("Ana", (4, 5), 3)])

    assert told.running == (75.0, 93.75)
    assert told.percentile == 93.75


def test_an_easy_roll_that_succeeds_is_no_luck():
    (told,) = luck([Rolled("Ana", (1, 2, 3), 6)])

    assert told.percentile == 50.0
    assert luck([]) == ()


def test_the_pools_of_a_melee_go_to_those_who_rolled_them():
    dice = Fallen.of([6, 6, 1, 1])
    resolve(dice, form(melee(warriors(1), warriors(1))))

    entries = rolls(dice.steps, attacker="Ana", defender="Ben")

    assert [(entry.player, entry.successes) for entry in entries] == [("Ana", 1), ("Ben", 1), ("Ben", 0), ("Ana", 0)]
