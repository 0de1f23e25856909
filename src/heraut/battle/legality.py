"""Why a melee cannot be what was described: every fault, each with its clause."""

from __future__ import annotations

from collections.abc import Iterator

from heraut.battle.codes import BattleCode
from heraut.battle.engagement import Melee, Side, charging
from heraut.battle.pools import generated, is_heroic
from heraut.battle.rolls import armour
from heraut.battle.unit import Unit
from heraut.kernel import ClauseId, Refusal, together
from heraut.warband.overrides import Overrides
from heraut.warband.vocabulary import SpecialRule


def refusal(melee: Melee) -> Refusal | None:
    """Why the melee cannot be what was described [SEQ-M1, SEQ-M2, SEQ-M4], all faults at once."""
    return together(tuple(_faults(melee)))


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
        heroic = is_heroic(unit.profile, enemy.profile)
        most = min(unit.figures, generated(unit, heroic=heroic, charged=charged, rules=rules))
        if side.bonus_dice > most:
            yield Refusal(
                ClauseId("CORE-ATT-4"), BattleCode.TOO_MANY_BONUS_DICE, unit.profile.key, side.bonus_dice, most
            )
    if side.bodyguards and not unit.has(SpecialRule.BODYGUARDS):
        yield Refusal(ClauseId("CORE-BODY-1"), BattleCode.NO_BODYGUARDS, unit.profile.key)
