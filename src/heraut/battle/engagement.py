"""A melee as the players describe it: two sides, their choices, the charge [SEQ-M1, SEQ-M2, SEQ-M4]."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from heraut.battle.movement import Ground, charge_fatigue
from heraut.battle.unit import Unit
from heraut.warband.overrides import OUR_DEFAULT, Overrides


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


def charging(melee: Melee) -> Side:
    """The charging side once the fatigue of its charge is placed [SEQ-M1]."""
    unit = melee.attacker.unit
    fatigue = charge_fatigue(
        unit.profile, later=melee.later, flown_over=melee.flown_over, end=melee.lands, overrides=melee.overrides
    )
    return replace(melee.attacker, unit=unit.tired(fatigue)) if fatigue else melee.attacker
