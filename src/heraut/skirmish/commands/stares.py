"""Held at bay, duels, trophies."""

from __future__ import annotations

from heraut.skirmish.commands.speaker import ByFighter, ByGameMaster


class HoldAtBay(ByGameMaster, frozen=True, kw_only=True):
    """A captor holds a character at bay."""

    captor: str
    captive: str


class Defy(ByFighter, frozen=True, kw_only=True):
    """Dare to act while held at bay [SK-BAY-1]."""

    trait: str


class FaceOff(ByGameMaster, frozen=True, kw_only=True):
    """Two duellists stare each other down [SK-DUE-1]."""

    who: str
    target: str
    weapon: str
    other_weapon: str
    distance: int


class Stare(ByGameMaster, frozen=True, kw_only=True):
    """One more second of staring."""


class BreakStare(ByFighter, frozen=True, kw_only=True):
    """End the stare: shoot [SK-DUE-3]."""


class TakeHead(ByFighter, frozen=True, kw_only=True):
    """Hang the head of a beaten enemy at one's belt; a druid may prepare it [SK-HED-1, SK-HED-4]."""

    victim: str
    druid: str = ""


class Embalm(ByFighter, frozen=True, kw_only=True):
    """Embalm one's freshest head [SK-HED-5]."""
