"""Penalties and conditions: dated things with a source, dice, a scope and an end."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from heraut.kernel import ClauseId


class Moment(msgspec.Struct, frozen=True, gc=False, array_like=True, order=True):
    """A segment of a turn."""

    turn: int
    segment: int


class Use(StrEnum):
    """What a roll is for: only action rolls take action penalties [SK-DICE-15]."""

    ATTACK = "attack"
    DODGE = "dodge"
    ACTION = "action"
    FREE = "free"


class Scope(StrEnum):
    """The rolls an effect weighs on."""

    NONE = "none"
    ACTIONS = "actions"
    OFFENSIVE = "offensive"
    COMBAT = "combat"
    DAMAGE = "damage"
    DODGE_COST = "dodge-cost"

    def covers(self, use: Use) -> bool:
        """Whether a roll of that use feels the effect."""
        match self:
            case Scope.ACTIONS:
                return use is not Use.FREE
            case Scope.OFFENSIVE:
                return use is Use.ATTACK
            case Scope.COMBAT:
                return use in (Use.ATTACK, Use.DODGE)
            case _:
                return False


class Until(StrEnum):
    """What ends an effect."""

    ROLL = "roll"
    SEGMENT = "segment"
    TURN = "turn"
    FEAR = "fear"
    RECOVERY = "recovery"
    STANDING = "standing"
    HOLD = "hold"
    DEADLINE = "deadline"
    LIFTED = "lifted"


class Effect(msgspec.Struct, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """
    Something that weighs on a character.

    `code` is its source, `of` the other side of it (the grappler, the limb, the captor). `limit` is the number of
    lost wound levels at which a recovery ends it, or the turn after which a deadline has passed.
    """

    code: str
    clause: ClauseId
    since: Moment
    until: Until
    scope: Scope = Scope.NONE
    dice: int = 0
    flat: int = 0
    of: str = ""
    limit: int = 0
