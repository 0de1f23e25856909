"""Declared actions spent, swapped, lost; who goes first."""

from __future__ import annotations

from heraut.skirmish.effect import Moment
from heraut.skirmish.events.fact import Fact, Public


class SlotUsed(Fact, frozen=True, kw_only=True):
    """A declared action was spent on something."""

    segment: int
    use: str


class Acted(Fact, frozen=True, kw_only=True):
    """An undeclared action that is no movement was begun in this segment [SK-TURN-7]."""


class SlotSwapped(Fact, frozen=True, kw_only=True):
    """A declared action was given up for an undeclared one [SK-ACT-3]."""

    segment: int


class SlotStruck(Fact, frozen=True, kw_only=True):
    """A lost action strikes a slot out [SK-CON-1]."""

    segment: int


class LossCarried(Fact, frozen=True, kw_only=True):
    """
    A lost action waits for the next slot [SK-CON-2]; `first`: it strikes the first of the next turn only.

    It waits up to the end of the turn `until`; 0, in fights written before that was stored: of the next turn.
    """

    first: bool = False
    until: int = 0


class LossPaid(Fact, frozen=True, kw_only=True):
    """A loss that waited has struck a slot."""

    first: bool = False


class SlotsDelayed(Fact, frozen=True, kw_only=True):
    """The remaining slots moved; those beyond the last segment of the turn are lost [SK-DLY-2]."""

    by: int
    last: int = 5


class SlotsGivenUp(Fact, frozen=True, kw_only=True):
    """The remaining slots are given up for a long action [SK-LNG-3]."""


class Yielded(Fact, frozen=True, kw_only=True):
    """A character lets the others go first."""


class SurvivalDue(Fact, frozen=True, kw_only=True):
    """Survival mode starts at that moment."""

    at: Moment


class SurvivalBegan(Fact, frozen=True, kw_only=True):
    """Survival mode: a slot in every segment left, as with so many declared actions [SK-SRV-4]."""

    segments: tuple[int, ...]
    declared: int = 5


class PrecedenceSet(Public, frozen=True, kw_only=True):
    """Who acts first of two, in this segment."""

    first: str
    second: str


class ExchangeOpened(Public, frozen=True, kw_only=True):
    """Simultaneous actions: the second may still answer as he was before [SK-PRI-4]."""

    who: str
    target: str


class ExchangeClosed(Public, frozen=True, kw_only=True):
    """The answer was given."""

    who: str
    target: str


class Surprised(Fact, frozen=True, kw_only=True):
    """A character is surprised in this segment."""

    modifier: int
