"""Melee: Part C.2 of the sheet, from what the players describe to what each side has left."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from heraut.battle.activation import Approach, faults_of_ability
from heraut.battle.unit import (
    Aftermath,
    BattleCode,
    Cover,
    Few,
    Stand,
    StrikeDice,
    Tires,
    Unit,
    aftermaths,
    armour,
    capped,
    faults_of_bodyguards,
    faults_of_bonus,
    faults_of_discard,
    faults_of_exploit,
    rounded,
    stand,
    winning_faces,
)
from heraut.dice import Dice, Law, Odds
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Refusal, together
from heraut.warband.profile import Profile
from heraut.warband.tables import Overrides, SpecialRule, UnitClass, number, weapons


class SideChoices(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """
    What one side of a melee chooses.

    `own_armour` and `enemy_armour`: enemy fatigues discarded to raise the one, to lower the other. `advanced`: an
    advanced ability is triggered, which the owner of a primitive unit may not [AM-PRIM-2].
    """

    own_armour: Few = 0
    enemy_armour: Few = 0
    close_ranks: bool = False
    bodyguards: Few = 0
    bonus_dice: Few = 0
    extra_attack: Few = 0
    extra_defence: Few = 0
    advanced: bool = False

    def side(self, unit: Unit) -> MeleeSide:
        """This unit in a melee, with these choices."""
        return MeleeSide(unit=unit, **asdict(self))


class MeleeSide(SideChoices, frozen=True, kw_only=True):
    """A unit in a melee; its extra dice are gained from abilities once the pool is formed."""

    unit: Unit

    @property
    def exploited(self) -> int:
        """The enemy fatigues it discards."""
        return self.own_armour + self.enemy_armour


class Melee(Approach, frozen=True, kw_only=True):
    """A charge on another unit."""

    attacker: MeleeSide
    defender: MeleeSide


def charging(melee: Melee) -> MeleeSide:
    """The charging side once the fatigue of its charge is placed [SEQ-M1]."""
    unit = melee.attacker.unit
    fatigue = melee.fatigue(unit.profile)
    return replace(melee.attacker, unit=unit.tired(fatigue)) if fatigue else melee.attacker


_GREAT_FOES = frozenset({UnitClass.MONSTER, UnitClass.CREATURE})


def is_great(foe: Profile) -> bool:
    """Whether it is a monster or creatures."""
    return foe.unit in _GREAT_FOES


def may_be_heroic(unit: Profile) -> bool:
    """Whether it fights better against monsters and creatures [CORE-UNIT-1]."""
    return SpecialRule.HEROIC in unit.rules


def is_heroic(unit: Profile, enemy: Profile) -> bool:
    """Whether a paladin faces a monster or creatures [CORE-UNIT-1]."""
    return may_be_heroic(unit) and is_great(enemy)


def generated_dice(unit: Unit, *, heroic: bool = False, charged: bool, rules: Overrides) -> int:
    """Steps 1 and 2: the dice of the figures, fewer for each fatigue of a primitive unit."""
    profile = unit.profile
    each = profile.aggression.melee
    if heroic:
        dice = unit.figures * number("heroic_aggression")
    else:
        dice = rounded(unit.figures * each.numerator, each.denominator, rules)
    if charged and unit.fatigue == 0 and SpecialRule.DEVASTATING_CHARGE in profile.rules:
        dice *= number("devastating_factor")
    if SpecialRule.PRIMITIVE in profile.rules:
        dice = max(rules.primitive_floor, dice - unit.fatigue)
    return dice


def capped_dice(dice: int, unit: Unit, *, closed_ranks: bool, rules: Overrides) -> int:
    """Steps 3 to 5: the cap, then half for exhaustion, then half for closed ranks [CORE-EXH-3, CORE-CLOSE-3]."""
    if rules.pool_cap_before_halving:
        dice = capped(dice, rules)
    if unit.exhausted and rules.exhausted_melee == "half_dice":
        dice = rounded(dice, 2, rules)
    if closed_ranks:
        dice = rounded(dice, 2, rules)
    return dice if rules.pool_cap_before_halving else capped(dice, rules)


Aim = tuple[int, int, int, int]
"""A strike without its dice: the armour, the winning faces of an attack and of a defence die, the dice added to it."""


class AttackEdge(NamedTuple):
    """What a side strikes with: what its attack dice gain, the armour it takes away, whether it is unarmed."""

    modifier: int
    lowered: int
    unarmed: bool


class MeleeGuard(NamedTuple):
    """What a side stands behind: its armour, what its defence dice gain, the dice added to them."""

    armour: int
    shelter: int
    extra_defence: int


def strike(own: MeleeSide, enemy: MeleeSide, rules: Overrides, *, charged: bool) -> StrikeDice:
    """The dice of one side against the other, in numbers [SEQ-M3 to SEQ-M6]."""
    heroic = is_heroic(own.unit.profile, enemy.unit.profile)
    dice = attack_dice(own, own.unit, rules, heroic=heroic, charged=charged)
    return StrikeDice(
        dice, *aim(edge(own, rules, thrown=charged and not enemy.close_ranks), guard(enemy, rules), rules)
    )


def attack_dice(own: MeleeSide, unit: Unit, rules: Overrides, *, heroic: bool, charged: bool) -> int:
    """The pool of a side that has these figures left, bonus dice within their limits [SEQ-M3, CORE-ATT-4]."""
    dice = generated_dice(unit, heroic=heroic, charged=charged, rules=rules)
    if own.bonus_dice:
        dice += min(own.bonus_dice, dice, unit.figures)
    return capped_dice(dice, unit, closed_ranks=own.close_ranks, rules=rules) + own.extra_attack


def edge(own: MeleeSide, rules: Overrides, *, thrown: bool) -> AttackEdge:
    """What a side strikes with; its javelins are thrown in a charge on open ranks [SEQ-M4, SEQ-M6]."""
    unarmed = SpecialRule.UNARMED in own.unit.profile.rules
    return AttackEdge(attack_modifier(own.unit, rules, thrown=thrown), own.enemy_armour, unarmed)


def guard(own: MeleeSide, rules: Overrides) -> MeleeGuard:
    """What a side stands behind: closed ranks or solid cover, never both [SEQ-M5, SEQ-M6]."""
    sheltered = own.close_ranks or own.unit.usable_cover is Cover.SOLID
    shelter = rules.solid_cover_defence_melee if sheltered else 0
    return MeleeGuard(own.unit.profile.armour.melee + own.own_armour, shelter, own.extra_defence)


def aim(edge: AttackEdge, guard: MeleeGuard, rules: Overrides) -> Aim:
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


def melee_stand(own: MeleeSide, exploited: int, rules: Overrides, *, heroic: bool) -> Stand:
    """The unit after the enemy exploited so much of its fatigue: more resilience is left to it [SEQ-M4, SEQ-M7]."""
    return stand(
        own.unit.relieved(exploited),
        rules,
        resilience=number("heroic_resilience") if heroic else own.unit.profile.resilience,
        bodyguards=own.bodyguards,
        tires=Tires.ALWAYS,
    )


class Fight(NamedTuple):
    """A melee in numbers, ready to be rolled."""

    attack: StrikeDice
    riposte: StrikeDice
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


class MeleeResult(StrEnum):
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
        melee_stand(
            attacker, defender.exploited, rules, heroic=is_heroic(attacker.unit.profile, defender.unit.profile)
        ),
        melee_stand(
            defender, attacker.exploited, rules, heroic=is_heroic(defender.unit.profile, attacker.unit.profile)
        ),
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


def defend(dice: Dice, pool: str, hits: Law[int], attack: StrikeDice) -> Law[int]:
    """One side's defence roll: the casualties it suffers [SEQ-M6]."""
    return dice.unanswered(pool, hits, attack.save, extra=attack.extra_defence)


def suffer(dice: Odds, attack: StrikeDice) -> Law[int]:
    """The casualties of one side alone: its part of the law of a melee, whatever happens to the other."""
    return defend(dice, "defence", dice.successes("attack", attack.dice, attack.hit), attack)


def result(attacker: Aftermath, defender: Aftermath) -> MeleeResult:
    """The side that lost more figures loses [CORE-WIN-1, CORE-WIN-2]."""
    if defender.removed > attacker.removed:
        return MeleeResult.ATTACKER_WINS
    return MeleeResult.TIE if defender.removed == attacker.removed else MeleeResult.DEFENDER_WINS


def withdraws(attacker: Aftermath, defender: Aftermath) -> str | None:
    """Who withdraws: the loser, the attacker on a tie, nobody if that unit is eliminated [CORE-WIN-2]."""
    if result(attacker, defender) is MeleeResult.ATTACKER_WINS:
        return None if defender.eliminated else "defender"
    return None if attacker.eliminated else "attacker"


def refusal(melee: Melee) -> Refusal | None:
    """Why the melee cannot be what was described [SEQ-M1, SEQ-M2, SEQ-M4], all faults at once."""
    return together(tuple(_faults(melee)))


def _faults(melee: Melee) -> Iterator[Refusal]:
    attacker, defender, rules = charging(melee), melee.defender, melee.overrides
    yield from melee.faults(melee.attacker.unit)
    if defender.unit.figures < 1:
        yield defender.unit.refused("SEQ-M1", BattleCode.NO_FIGURES)
    if attacker.close_ranks and rules.close_ranks_side != "both":
        yield attacker.unit.refused("CORE-CLOSE-1", BattleCode.ONLY_CHARGED_CLOSES)
    for own, enemy in ((attacker, defender), (defender, attacker)):
        yield from _faults_of_ranks(own, rules)
        yield from faults_of_exploit(enemy.unit, own.own_armour, own.enemy_armour, clause="SEQ-M4", overrides=rules)
        yield from _useless_discards(own, enemy, rules)
        heroic = is_heroic(own.unit.profile, enemy.unit.profile)
        generated = generated_dice(own.unit, heroic=heroic, charged=own is attacker, rules=rules)
        yield from faults_of_bonus(own.unit, own.bonus_dice, generated)
        yield from faults_of_bodyguards(own.unit, own.bodyguards)
        yield from faults_of_ability(own.unit, advanced=own.advanced)


def _faults_of_ranks(side: MeleeSide, rules: Overrides) -> Iterator[Refusal]:
    yield from faults_of_ranks(side)
    if side.close_ranks and side.unit.exhausted and not rules.close_ranks_when_exhausted:
        yield side.unit.refused("CORE-CLOSE-4", BattleCode.EXHAUSTED_CANNOT_CLOSE)


def faults_of_ranks(side: MeleeSide) -> Iterator[Refusal]:
    """Some units can never close ranks [CORE-CLOSE-2]."""
    if side.close_ranks and not side.unit.profile.may_close_ranks:
        yield side.unit.refused(_ranks_clause(side.unit), BattleCode.CANNOT_CLOSE_RANKS)


def _ranks_clause(unit: Unit) -> ClauseId:
    """The clause that bars closing ranks, the most particular one."""
    if unit.has(SpecialRule.HORDE):
        return ClauseId("CORE-UNIT-7")
    if unit.has(SpecialRule.IMPOSING):
        return ClauseId("AM-IMP-2")
    if unit.profile.flight:
        return ClauseId("AM-FLY-14")
    return ClauseId("AM-FIRE-3" if unit.profile.weapon == "firearms" else "CORE-CLOSE-2")


def _useless_discards(own: MeleeSide, enemy: MeleeSide, rules: Overrides) -> Iterator[Refusal]:
    """A discard whose removal would leave both armours as they are, judged on the final sums [SEQ-M5]."""
    own_armour, enemy_armour = own.unit.profile.armour.melee, enemy.unit.profile.armour.melee
    raised, lowered = own.own_armour - enemy.enemy_armour, enemy.own_armour - own.enemy_armour
    for spent, printed, change, without in (
        (own.own_armour, own_armour, raised, raised - 1),
        (own.enemy_armour, enemy_armour, lowered, lowered + 1),
    ):
        reached = armour(printed, change, rules)
        yield from faults_of_discard(own.unit, spent, reached, armour(printed, without, rules))
