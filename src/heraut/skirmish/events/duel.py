"""Duels, and what the game master makes known."""

from __future__ import annotations

from typing import ClassVar

from heraut.skirmish.events.fact import Fact


class DuelBegan(Fact, frozen=True, kw_only=True):
    """Two duellists face each other."""

    target: str
    weapon: str
    other_weapon: str
    distance: int


class Stared(Fact, frozen=True, kw_only=True):
    """One second of staring: who gained, and how much."""

    bonus: int


class DuelBroken(Fact, frozen=True, kw_only=True):
    """The stare is over."""


class TraitRecorded(Fact, frozen=True, kw_only=True):
    """A trait the sheet did not give; an attribute has no level."""

    trait: str
    dice: int
    level: int = 0


class Uncovered(Fact, frozen=True, kw_only=True):
    """A hidden character is seen by all."""

    reveals: ClassVar[bool] = True
