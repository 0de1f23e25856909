"""What one side of a melee strikes with and what it stands behind: SEQ-M3 to SEQ-M7 for one side, in numbers."""

from __future__ import annotations

from typing import NamedTuple

from heraut.battle.casualties import Stand, Tires, stand
from heraut.battle.engagement import Side
from heraut.battle.pools import finished, generated, is_heroic
from heraut.battle.rolls import armour, winning_faces
from heraut.battle.shooting import Strike
from heraut.battle.unit import Cover, Unit
from heraut.warband.overrides import Overrides
from heraut.warband.tables import number, weapons
from heraut.warband.vocabulary import SpecialRule

Aim = tuple[int, int, int, int]
"""A strike without its dice: the armour, the winning faces of an attack and of a defence die, the dice added to it."""


class Edge(NamedTuple):
    """What a side strikes with: what its attack dice gain, the armour it takes away, whether it is unarmed."""

    modifier: int
    lowered: int
    unarmed: bool


class Guard(NamedTuple):
    """What a side stands behind: its armour, what its defence dice gain, the dice added to them."""

    armour: int
    shelter: int
    extra_defence: int


def strike(own: Side, enemy: Side, rules: Overrides, *, charged: bool) -> Strike:
    """The dice of one side against the other, in numbers [SEQ-M3 to SEQ-M6]."""
    heroic = is_heroic(own.unit.profile, enemy.unit.profile)
    dice = attack_dice(own, own.unit, rules, heroic=heroic, charged=charged)
    return Strike(dice, *aim(edge(own, rules, thrown=charged and not enemy.close_ranks), guard(enemy, rules), rules))


def attack_dice(own: Side, unit: Unit, rules: Overrides, *, heroic: bool, charged: bool) -> int:
    """The pool of a side that has these figures left, bonus dice within their limits [SEQ-M3, CORE-ATT-4]."""
    dice = generated(unit, heroic=heroic, charged=charged, rules=rules)
    if own.bonus_dice:
        dice += min(own.bonus_dice, dice, unit.figures)
    return finished(dice, unit, closed_ranks=own.close_ranks, rules=rules) + own.extra_attack


def edge(own: Side, rules: Overrides, *, thrown: bool) -> Edge:
    """What a side strikes with; its javelins are thrown in a charge on open ranks [SEQ-M4, SEQ-M6]."""
    unarmed = SpecialRule.UNARMED in own.unit.profile.rules
    return Edge(attack_modifier(own.unit, rules, thrown=thrown), own.enemy_armour, unarmed)


def guard(own: Side, rules: Overrides) -> Guard:
    """What a side stands behind: closed ranks or solid cover, never both [SEQ-M5, SEQ-M6]."""
    sheltered = own.close_ranks or own.unit.usable_cover is Cover.SOLID
    shelter = rules.solid_cover_defence_melee if sheltered else 0
    return Guard(own.unit.profile.armour.melee + own.own_armour, shelter, own.extra_defence)


def aim(edge: Edge, guard: Guard, rules: Overrides) -> Aim:
    """What the dice of one side must show against the other, whatever their figures [SEQ-M5, SEQ-M6, CORE-UNARM-1]."""
    shield = armour(guard.armour, -edge.lowered, rules)
    save = winning_faces(number("defence_melee"), guard.shelter + edge.unarmed)
    return shield, winning_faces(shield, edge.modifier), save, guard.extra_defence


def attack_modifier(unit: Unit, rules: Overrides, *, thrown: bool) -> int:
    """Heavy weapons, javelins that are thrown, exhaustion if so decided [SEQ-M6, CORE-EXH-3]."""
    profile = unit.profile
    modifier = 1 if profile.heavy_weapon else 0
    if thrown and (weapon := weapons().get(profile.weapon)) is not None:
        modifier += weapon.charge
    if rules.exhausted_melee == "minus_one_die_result" and unit.exhausted:
        modifier -= 1
    return modifier


def stood(own: Side, exploited: int, rules: Overrides, *, heroic: bool) -> Stand:
    """The unit after the enemy exploited so much of its fatigue: more resilience is left to it [SEQ-M4, SEQ-M7]."""
    return stand(
        own.unit.relieved(exploited),
        rules,
        resilience=number("heroic_resilience") if heroic else own.unit.profile.resilience,
        bodyguards=own.bodyguards,
        tires=Tires.ALWAYS,
    )
