"""Melee: Part C.2 of the sheet, step by step."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from heraut.battle.casualties import Aftermath, Stand, Tires, aftermaths, stand
from heraut.battle.engagement import Melee, Side, charging
from heraut.battle.legality import refusal
from heraut.battle.pools import finished, generated, is_heroic
from heraut.battle.rolls import armour, winning_faces
from heraut.battle.shooting import Strike
from heraut.battle.unit import Cover, Unit
from heraut.dice import Dice, Law, Odds
from heraut.warband.overrides import Overrides
from heraut.warband.tables import number, weapons
from heraut.warband.vocabulary import SpecialRule

__all__ = [
    "Clash",
    "Fight",
    "Melee",
    "Result",
    "Side",
    "attack_modifier",
    "charging",
    "defend",
    "form",
    "refusal",
    "resolve",
    "result",
    "stood",
    "strike",
    "suffer",
    "withdraws",
]


class Fight(NamedTuple):
    """A melee in numbers, ready to be rolled."""

    attack: Strike
    riposte: Strike
    attacker: Stand
    defender: Stand


class Clash(NamedTuple):
    """
    How a melee ended for each side: two laws, independent of one another.

    Each side's dice touch only the other unit, so the joint law is their product.
    """

    attacker: Law[Aftermath]
    defender: Law[Aftermath]

    def joint(self) -> Law[tuple[Aftermath, Aftermath]]:
        """The law of both ends together, the attacker's first."""
        return self.attacker.joint(self.defender)


class Result(StrEnum):
    """Who won; on a tie the attacker withdraws [SEQ-M9]."""

    ATTACKER_WINS = "attacker_wins"
    TIE = "tie"
    DEFENDER_WINS = "defender_wins"


def form(melee: Melee) -> Fight:
    """The numbers of a legal melee [SEQ-M1 to SEQ-M6]."""
    attacker, defender, rules = charging(melee), melee.defender, melee.overrides
    return Fight(
        strike(attacker, defender, rules, charged=True),
        strike(defender, attacker, rules, charged=False),
        stood(attacker, defender, rules),
        stood(defender, attacker, rules),
    )


def resolve(dice: Dice, fight: Fight) -> Clash:
    """Both attacks, then both defences, and what each side has left [SEQ-M6 to SEQ-M8, SEQ-RNG-1]."""
    hits = dice.successes("attack", fight.attack.dice, fight.attack.hit)
    blows = dice.successes("riposte", fight.riposte.dice, fight.riposte.hit)
    on_defender = defend(dice, "defence", hits, fight.attack)
    on_attacker = defend(dice, "attacker_defence", blows, fight.riposte)
    return Clash(
        on_attacker.leading_to(aftermaths(fight.attacker, fight.riposte.dice)),
        on_defender.leading_to(aftermaths(fight.defender, fight.attack.dice)),
    )


def defend(dice: Dice, pool: str, hits: Law[int], attack: Strike) -> Law[int]:
    """One side's defence roll: the casualties it suffers [SEQ-M6]."""
    return dice.unanswered(pool, hits, attack.save, extra=attack.extra_defence)


def suffer(dice: Odds, attack: Strike) -> Law[int]:
    """The casualties of one side alone: its part of the law of a melee, whatever happens to the other."""
    return defend(dice, "defence", dice.successes("attack", attack.dice, attack.hit), attack)


def result(attacker: Aftermath, defender: Aftermath) -> Result:
    """The side that lost more figures loses [CORE-WIN-1, CORE-WIN-2]."""
    if defender.removed > attacker.removed:
        return Result.ATTACKER_WINS
    return Result.TIE if defender.removed == attacker.removed else Result.DEFENDER_WINS


def withdraws(attacker: Aftermath, defender: Aftermath) -> str | None:
    """Who withdraws: the loser, the attacker on a tie, nobody if that unit is eliminated [CORE-WIN-2]."""
    if result(attacker, defender) is Result.ATTACKER_WINS:
        return None if defender.eliminated else "defender"
    return None if attacker.eliminated else "attacker"


def strike(own: Side, enemy: Side, rules: Overrides, *, charged: bool) -> Strike:
    """The dice of one side against the other, in numbers [SEQ-M3 to SEQ-M6]."""
    unit, foe = own.unit, enemy.unit.profile
    dice = generated(unit, foe, charged=charged, rules=rules) + own.bonus_dice
    dice = finished(dice, unit, closed_ranks=own.close_ranks, rules=rules) + own.extra_attack
    shield = armour(foe.armour.melee, enemy.own_armour - own.enemy_armour, rules)
    modifier = attack_modifier(unit, rules, charged=charged and not enemy.close_ranks)
    save = winning_faces(number("defence_melee"), _defence_modifier(enemy, unit, rules))
    return Strike(dice, shield, winning_faces(shield, modifier), save, enemy.extra_defence)


def attack_modifier(unit: Unit, rules: Overrides, *, charged: bool) -> int:
    """Heavy weapons, javelins thrown in a charge on open ranks, exhaustion if so decided [SEQ-M6, CORE-EXH-3]."""
    profile = unit.profile
    modifier = 1 if profile.heavy_weapon else 0
    if charged and (weapon := weapons().get(profile.weapon)) is not None:
        modifier += weapon.charge
    if rules.exhausted_melee == "minus_one_die_result" and unit.exhausted:
        modifier -= 1
    return modifier


def _defence_modifier(own: Side, enemy: Unit, rules: Overrides) -> int:
    """Closed ranks or solid cover, never both, and an unarmed enemy [SEQ-M6, CORE-UNARM-1]."""
    sheltered = own.close_ranks or own.unit.usable_cover is Cover.SOLID
    unarmed = SpecialRule.UNARMED in enemy.profile.rules
    return (rules.solid_cover_defence_melee if sheltered else 0) + unarmed


def stood(own: Side, enemy: Side, rules: Overrides) -> Stand:
    """The unit after the enemy exploited its fatigue: fewer fatigues, more resilience [SEQ-M4, SEQ-M7]."""
    profile = own.unit.profile
    return stand(
        own.unit.relieved(enemy.exploited),
        rules,
        resilience=number("heroic_resilience") if is_heroic(profile, enemy.unit.profile) else profile.resilience,
        bodyguards=own.bodyguards,
        tires=Tires.ALWAYS,
    )
