"""Charging an objective marker: Part C.3 of the sheet, step by step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from heraut.battle.activation import Approach
from heraut.battle.melee import attack_modifier, capped_dice, generated_dice
from heraut.battle.unit import (
    BattleCode,
    StrikeDice,
    Unit,
    armour,
    faults_of_bonus,
    faults_of_discard,
    faults_of_exploit,
    winning_faces,
)
from heraut.dice import Dice, Law
from heraut.kernel.refusal import Refusal, together
from heraut.warband.tables import number


class MarkerCharge(Approach, frozen=True, kw_only=True):
    """
    A charge on an enemy marker; nobody may use an advanced ability in it [SEQ-O3].

    `exploited` are the charger's fatigues the opponent discards to raise the marker's armour, the only thing that
    may be exploited [SEQ-O4]. `attempted` says that this marker was attacked in vain before in this turn: it may be
    charged again, but no second attempt is noted [SEQ-O11]. `advanced` that somebody would use an advanced ability.
    """

    charger: Unit
    turn: int = 2
    exploited: int = 0
    bonus_dice: int = 0
    attempted: bool = False
    advanced: bool = False


class MarkerFight(NamedTuple):
    """A charge on a marker in numbers, ready to be rolled."""

    attack: StrikeDice
    dice_per_hit: int
    fatigue: int
    attempted: bool = False


class MarkerEnd(NamedTuple):
    """
    How a charge on a marker ended.

    A marker that stands sends the charger back and keeps note of the failed attempt [SEQ-O11]; the charger's
    fatigue is what it brought, for the fight itself gives none [SEQ-O9].
    """

    hits_left: int
    fatigue: int
    attempted: bool = False

    @property
    def destroyed(self) -> bool:
        """One hit left destroys the marker [SEQ-O8]."""
        return self.hits_left >= 1

    @property
    def fatigue_for_owner(self) -> int:
        """What each unit of the marker's owner within S of it receives [SEQ-O10]."""
        return 1 if self.destroyed else 0

    @property
    def withdraws(self) -> bool:
        """Whether the charger withdraws [SEQ-O11]."""
        return not self.destroyed

    @property
    def noted(self) -> bool:
        """Whether a failed attempt is noted: the first of this turn on this marker [SEQ-O11]."""
        return not self.destroyed and not self.attempted


def refusal(charge: MarkerCharge) -> Refusal | None:
    """Why the charge cannot be what was described, all faults at once."""
    return together(tuple(_faults(charge)))


def charging(charge: MarkerCharge) -> Unit:
    """The charger once the fatigue of its charge is placed [SEQ-O1]."""
    return charge.charger.tired(charge.fatigue(charge.charger.profile))


def form(charge: MarkerCharge) -> MarkerFight:
    """The numbers of a legal charge [SEQ-O2 to SEQ-O7]; a marker has no attack dice and no fatigue."""
    unit, rules = charging(charge), charge.overrides
    dice = generated_dice(unit, charged=True, rules=rules) + charge.bonus_dice
    shield = _shield(charge, charge.exploited)
    modifier = attack_modifier(unit, rules, thrown=rules.javelins_bonus_on_marker)
    attack = StrikeDice(
        capped_dice(dice, unit, closed_ranks=False, rules=rules),
        shield,
        winning_faces(shield, modifier),
        winning_faces(number("marker_defence")),
    )
    return MarkerFight(attack, number("marker_dice_per_hit"), unit.fatigue - charge.exploited, charge.attempted)


def resolve(dice: Dice, fight: MarkerFight) -> Law[MarkerEnd]:
    """The attack, then twice as many defence dice as hits [SEQ-O6 to SEQ-O8]."""
    hits = dice.successes("attack", fight.attack.dice, fight.attack.hit)
    left = dice.unanswered("marker_defence", hits, fight.attack.save, per_hit=fight.dice_per_hit)
    return left.map(lambda count: MarkerEnd(count, fight.fatigue, fight.attempted))


def _faults(charge: MarkerCharge) -> Iterator[Refusal]:
    unit = charging(charge)
    if charge.turn < (first := number("marker_first_turn")):
        yield unit.refused("SEQ-O1", BattleCode.MARKER_TOO_EARLY, charge.turn, first)
    if charge.advanced:
        yield unit.refused("SEQ-O3", BattleCode.MARKER_ABILITY)
    yield from charge.faults(charge.charger)
    yield from faults_of_exploit(unit, charge.exploited, clause="SEQ-O4", overrides=charge.overrides)
    reached, without = _shield(charge, charge.exploited), _shield(charge, charge.exploited - 1)
    yield from faults_of_discard(unit, charge.exploited, reached, without, clause="SEQ-O5")
    yield from faults_of_bonus(unit, charge.bonus_dice, generated_dice(unit, charged=True, rules=charge.overrides))


def _shield(charge: MarkerCharge, exploited: int) -> int:
    """The marker's armour once so many of the charger's fatigues are discarded [SEQ-O5]."""
    return armour(number("marker_armour"), exploited, charge.overrides)
