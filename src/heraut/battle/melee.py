"""Melee: Part C.2 of the sheet, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from heraut.battle.casualties import Aftermath, Stand, Tires, aftermaths, stand
from heraut.battle.codes import BattleCode
from heraut.battle.movement import Ground, charge_fatigue
from heraut.battle.pools import finished, generated, is_heroic
from heraut.battle.rolls import armour, winning_faces
from heraut.battle.shooting import Strike
from heraut.battle.unit import Cover, Unit
from heraut.dice import Dice, Law, Odds
from heraut.kernel import ClauseId, Refusal, together
from heraut.warband.overrides import OUR_DEFAULT, Overrides
from heraut.warband.tables import number, weapons
from heraut.warband.vocabulary import SpecialRule


class Side(msgspec.Struct, frozen=True, kw_only=True):
    """
    A unit in a melee and what its owner chooses.

    `own_armour` and `enemy_armour` are enemy fatigues discarded to raise the one and to lower the other.
    `extra_attack` and `extra_defence` are dice gained from abilities once the pool is formed.
    """

    unit: Unit
    own_armour: int = 0
    enemy_armour: int = 0
    close_ranks: bool = False
    bodyguards: int = 0
    bonus_dice: int = 0
    extra_attack: int = 0
    extra_defence: int = 0

    @property
    def exploited(self) -> int:
        """The enemy fatigues it discards."""
        return self.own_armour + self.enemy_armour


class Melee(msgspec.Struct, frozen=True, kw_only=True):
    """
    A charge as the players describe it.

    `later` says that the charger moved, charged or shot before in this turn; `flown_over` counts enemy units;
    `lands` is the ground where the charge ends.
    """

    attacker: Side
    defender: Side
    later: bool = False
    flown_over: int = 0
    lands: Ground = Ground.OPEN
    reaches: bool = True
    overrides: Overrides = OUR_DEFAULT


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


POOLS = ("attack", "riposte", "defence", "attacker_defence")


def refusal(melee: Melee) -> Refusal | None:
    """Why the melee cannot be what was described [SEQ-M1, SEQ-M2, SEQ-M4], all faults at once."""
    return together(tuple(_faults(melee)))


def charging(melee: Melee) -> Side:
    """The charging side once the fatigue of its charge is placed [SEQ-M1]."""
    unit = melee.attacker.unit
    fatigue = charge_fatigue(
        unit.profile, later=melee.later, flown_over=melee.flown_over, end=melee.lands, overrides=melee.overrides
    )
    return replace(melee.attacker, unit=unit.tired(fatigue)) if fatigue else melee.attacker


def form(melee: Melee) -> Fight:
    """The numbers of a legal melee [SEQ-M1 to SEQ-M6]."""
    attacker, defender, rules = charging(melee), melee.defender, melee.overrides
    return Fight(
        _strike(attacker, defender, rules, charged=True),
        _strike(defender, attacker, rules, charged=False),
        _stand(attacker, defender, rules),
        _stand(defender, attacker, rules),
    )


def resolve(dice: Dice, fight: Fight) -> Clash:
    """Both attacks, then both defences, and what each side has left [SEQ-M6 to SEQ-M8, SEQ-RNG-1]."""
    hits = dice.successes("attack", fight.attack.dice, fight.attack.hit)
    blows = dice.successes("riposte", fight.riposte.dice, fight.riposte.hit)
    on_defender = defend(dice, "defence", hits, fight.attack)
    on_attacker = defend(dice, "attacker_defence", blows, fight.riposte)
    return Clash(
        on_attacker.map(aftermaths(fight.attacker, fight.riposte.dice).__getitem__),
        on_defender.map(aftermaths(fight.defender, fight.attack.dice).__getitem__),
    )


def defend(dice: Dice, pool: str, hits: Law[int], strike: Strike) -> Law[int]:
    """One side's defence roll: the casualties it suffers [SEQ-M6]."""
    return dice.unanswered(pool, hits, strike.save, extra=strike.extra_defence)


def suffer(dice: Odds, strike: Strike) -> Law[int]:
    """The casualties of one side alone: its part of the law of a melee, whatever happens to the other."""
    return defend(dice, "defence", dice.successes("attack", strike.dice, strike.hit), strike)


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


def _strike(own: Side, enemy: Side, rules: Overrides, *, charged: bool) -> Strike:
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


def _stand(own: Side, enemy: Side, rules: Overrides) -> Stand:
    """The unit after the enemy exploited its fatigue: fewer fatigues, more resilience [SEQ-M4, SEQ-M7]."""
    profile = own.unit.profile
    return stand(
        own.unit.relieved(enemy.exploited),
        rules,
        resilience=number("heroic_resilience") if is_heroic(profile, enemy.unit.profile) else profile.resilience,
        bodyguards=own.bodyguards,
        tires=Tires.ALWAYS,
    )


def _faults(melee: Melee) -> Iterator[Refusal]:
    attacker, defender, rules = charging(melee), melee.defender, melee.overrides
    yield from faults_of_charge(melee.attacker.unit, melee.flown_over, reaches=melee.reaches)
    if defender.unit.figures < 1:
        yield Refusal(ClauseId("SEQ-M1"), BattleCode.NO_FIGURES, defender.unit.profile.key)
    if attacker.close_ranks and rules.close_ranks_side != "both":
        yield Refusal(ClauseId("CORE-CLOSE-1"), BattleCode.ONLY_CHARGED_CLOSES, attacker.unit.profile.key)
    for own, enemy in ((attacker, defender), (defender, attacker)):
        yield from _faults_of_ranks(own, rules)
        yield from _faults_of_exploit(own, enemy.unit, rules)
        yield from _useless_discards(own, enemy, rules)
        yield from _faults_of_dice(own, enemy.unit, rules, charged=own is attacker)


def faults_of_charge(unit: Unit, flown_over: int, *, reaches: bool) -> Iterator[Refusal]:
    """Why a unit cannot charge at all [SEQ-M1]."""
    if unit.figures < 1:
        yield Refusal(ClauseId("SEQ-M1"), BattleCode.NO_FIGURES, unit.profile.key)
    if unit.exhausted:
        yield Refusal(ClauseId("CORE-EXH-2"), BattleCode.EXHAUSTED, unit.profile.key, unit.fatigue)
    if not reaches:
        yield Refusal(ClauseId("SEQ-M1"), BattleCode.OUT_OF_REACH, unit.profile.key)
    if flown_over and not unit.profile.flight:
        yield Refusal(ClauseId("AM-FLY-5"), BattleCode.NOT_FLYING, unit.profile.key)


def _faults_of_ranks(side: Side, rules: Overrides) -> Iterator[Refusal]:
    if not side.close_ranks:
        return
    unit = side.unit
    if not unit.profile.may_close_ranks:
        yield Refusal(_ranks_clause(unit), BattleCode.CANNOT_CLOSE_RANKS, unit.profile.key)
    if unit.exhausted and not rules.close_ranks_when_exhausted:
        yield Refusal(ClauseId("CORE-CLOSE-4"), BattleCode.EXHAUSTED_CANNOT_CLOSE, unit.profile.key)


def _ranks_clause(unit: Unit) -> ClauseId:
    """The clause that bars closing ranks, the most particular one."""
    if unit.has(SpecialRule.HORDE):
        return ClauseId("CORE-UNIT-7")
    if unit.has(SpecialRule.IMPOSING):
        return ClauseId("AM-IMP-2")
    if unit.profile.flight:
        return ClauseId("AM-FLY-14")
    return ClauseId("AM-FIRE-3" if unit.profile.weapon == "firearms" else "CORE-CLOSE-2")


def _faults_of_exploit(side: Side, enemy: Unit, rules: Overrides) -> Iterator[Refusal]:
    """Only fatigue the enemy holds [SEQ-M4]; the first edition allowed one per effect [CORE-EXPL-4]."""
    if side.exploited > enemy.fatigue:
        yield Refusal(
            ClauseId("SEQ-M4"), BattleCode.TOO_MUCH_EXPLOITED, enemy.profile.key, side.exploited, enemy.fatigue
        )
    limit, most = rules.exploit_max_per_effect, max(side.own_armour, side.enemy_armour)
    if limit != "none" and most > limit:
        yield Refusal(ClauseId("CORE-EXPL-4"), BattleCode.EFFECT_LIMIT, enemy.profile.key, most, limit)


def _useless_discards(own: Side, enemy: Side, rules: Overrides) -> Iterator[Refusal]:
    """A discard whose removal would leave both armours as they are, judged on the final sums [SEQ-M5]."""
    if not own.exploited:
        return
    own_armour, enemy_armour = own.unit.profile.armour.melee, enemy.unit.profile.armour.melee
    raised, lowered = own.own_armour - enemy.enemy_armour, enemy.own_armour - own.enemy_armour
    if own.own_armour and armour(own_armour, raised, rules) == armour(own_armour, raised - 1, rules):
        yield _useless(own, own.own_armour, armour(own_armour, raised, rules))
    if own.enemy_armour and armour(enemy_armour, lowered, rules) == armour(enemy_armour, lowered + 1, rules):
        yield _useless(own, own.enemy_armour, armour(enemy_armour, lowered, rules))


def _useless(side: Side, asked: int, reached: int) -> Refusal:
    return Refusal(ClauseId("CORE-EXPL-5"), BattleCode.USELESS_DISCARD, side.unit.profile.key, asked, reached)


def _faults_of_dice(side: Side, enemy: Unit, rules: Overrides, *, charged: bool) -> Iterator[Refusal]:
    unit = side.unit
    if side.bonus_dice:
        most = min(unit.figures, generated(unit, enemy.profile, charged=charged, rules=rules))
        if side.bonus_dice > most:
            yield Refusal(
                ClauseId("CORE-ATT-4"), BattleCode.TOO_MANY_BONUS_DICE, unit.profile.key, side.bonus_dice, most
            )
    if side.bodyguards and not unit.has(SpecialRule.BODYGUARDS):
        yield Refusal(ClauseId("CORE-BODY-1"), BattleCode.NO_BODYGUARDS, unit.profile.key)
