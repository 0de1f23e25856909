"""The attack dice of a unit in melee, formed in the order of SEQ-M3."""

from __future__ import annotations

from heraut.battle.rolls import rounded
from heraut.battle.unit import Unit
from heraut.warband.overrides import Overrides
from heraut.warband.profile import Profile
from heraut.warband.tables import number
from heraut.warband.vocabulary import SpecialRule, UnitClass

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


def generated(unit: Unit, *, heroic: bool = False, charged: bool, rules: Overrides) -> int:
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


def finished(dice: int, unit: Unit, *, closed_ranks: bool, rules: Overrides) -> int:
    """Steps 3 to 5: the cap, then half for exhaustion, then half for closed ranks [CORE-EXH-3, CORE-CLOSE-3]."""
    cap = rules.pool_cap
    if cap != "none" and rules.pool_cap_before_halving:
        dice = min(cap, dice)
    if unit.exhausted and rules.exhausted_melee == "half_dice":
        dice = rounded(dice, 2, rules)
    if closed_ranks:
        dice = rounded(dice, 2, rules)
    if cap != "none" and not rules.pool_cap_before_halving:
        dice = min(cap, dice)
    return dice
