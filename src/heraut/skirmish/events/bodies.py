"""Bodies: effects, levels lost, postures, movement, long actions."""

from __future__ import annotations

from fractions import Fraction

from heraut.kernel import ClauseId
from heraut.skirmish.effect import Effect
from heraut.skirmish.events.fact import Fact, Public


class EffectGained(Fact, frozen=True, kw_only=True):
    """Something weighs on a character from now on; `code` is its source."""

    code: str
    effect: Effect


class EffectChanged(Fact, frozen=True, kw_only=True):
    """An effect weighs so many dice now; with none left it ends."""

    code: str
    of: str = ""
    dice: int = 0


class Harmed(Fact, frozen=True, kw_only=True):
    """Levels lost."""

    wounds: int
    fatigue: int
    by: str = ""


class Recovered(Fact, frozen=True, kw_only=True):
    """Levels recovered."""

    wounds: int
    fatigue: int


class Lent(Fact, frozen=True, kw_only=True):
    """Levels given back until the end of the battle [SK-CMD-20]."""

    wounds: int
    fatigue: int


class CriticalRead(Fact, frozen=True, kw_only=True):
    """A critical wound."""

    total: int
    row: str
    clause: ClauseId


class PutOut(Fact, frozen=True, kw_only=True):
    """A character is out of the fight."""

    how: str
    by: str = ""


class CameBack(Fact, frozen=True, kw_only=True):
    """A character is in the fight again."""


class PostureTaken(Fact, frozen=True, kw_only=True):
    """A character stands, crouches or lies."""

    posture: str


class RiseBegan(Fact, frozen=True, kw_only=True):
    """A character gets up; it takes some segments."""

    segments: int


class Moved(Fact, frozen=True, kw_only=True):
    """A character moves at this speed."""

    ground: str
    speed: Fraction
    fast: bool = False
    evading: bool = False


class Slowed(Public, frozen=True, kw_only=True):
    """Speeds are lowered, of one or of all."""

    by: Fraction
    who: str = ""


class Falling(Fact, frozen=True, kw_only=True):
    """So many segments of fall; 0: on the ground."""

    segments: int


class DodgeMade(Fact, frozen=True, kw_only=True):
    """The dodge of the segment."""

    total: int
    critical: bool = False


class LongBegan(Fact, frozen=True, kw_only=True):
    """A long action begins."""

    name: str
    segments: int = 0


class LongKept(Fact, frozen=True, kw_only=True):
    """A long action goes on for another turn."""


class LongEnded(Fact, frozen=True, kw_only=True):
    """A long action is over."""
