"""Melee: engagements, blows, holds, weapons."""

from __future__ import annotations

from heraut.skirmish.events.fact import Fact


class Engaged(Fact, frozen=True, kw_only=True):
    """Two characters are in melee."""

    target: str


class Parted(Fact, frozen=True, kw_only=True):
    """Two characters are no longer in melee."""

    target: str


class BlowRead(Fact, frozen=True, kw_only=True):
    """An attack against a final defence."""

    target: str
    total: int
    defence: int
    hit: bool
    margin: int = 0


class BystanderHit(Fact, frozen=True, kw_only=True):
    """A shot into a crowd hit a passer-by."""


class Prepared(Fact, frozen=True, kw_only=True):
    """The first of two actions is done."""

    style: str
    target: str


class PreparationLost(Fact, frozen=True, kw_only=True):
    """The preparation is used or wasted."""


class Seized(Fact, frozen=True, kw_only=True):
    """A character is held."""

    target: str
    total: int
    restraint: int


class HoldEnded(Fact, frozen=True, kw_only=True):
    """A hold is over."""

    target: str


class Drawn(Fact, frozen=True, kw_only=True):
    """A weapon is in hand."""

    weapon: str


class DroppedWeapons(Fact, frozen=True, kw_only=True):
    """What was held lies on the ground."""

    weapons: tuple[str, ...]


class PickedUp(Fact, frozen=True, kw_only=True):
    """A weapon is in hand again."""

    weapon: str


class WeaponBroke(Fact, frozen=True, kw_only=True):
    """A weapon is broken."""

    weapon: str


class WeaponStuck(Fact, frozen=True, kw_only=True):
    """A weapon is stuck in its victim."""

    weapon: str
    victim: str


class WeaponFreed(Fact, frozen=True, kw_only=True):
    """A stuck weapon is out."""

    weapon: str
    victim: str
