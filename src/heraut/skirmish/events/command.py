"""Terror, command, trophies."""

from __future__ import annotations

from heraut.skirmish.commands import Order
from heraut.skirmish.events.fact import Fact, Public


class Displayed(Fact, frozen=True, kw_only=True):
    """A display, and the terror points it scored."""

    display: str
    points: int


class TerrorRead(Public, frozen=True, kw_only=True):
    """The terror score of a side."""

    side: str
    points: int
    opponents: int
    score: int


class OrderBegan(Fact, frozen=True, kw_only=True):
    """A series of command actions; so many are needed in all."""

    order: Order
    needed: int


class OrderKept(Fact, frozen=True, kw_only=True):
    """One more action of the series is spent."""


class OrderClosed(Fact, frozen=True, kw_only=True):
    """The series is done, or interrupted and lost."""

    lost: bool = False


class TacticSet(Fact, frozen=True, kw_only=True):
    """A chief's tactical bonus; 0: none any more."""

    bonus: int
    gain: str = ""
    men: tuple[str, ...] = ()


class LeftOut(Fact, frozen=True, kw_only=True):
    """A man is uncommanded."""


class Rallied(Fact, frozen=True, kw_only=True):
    """A man is under command again, perhaps of a new chief."""

    chief: str


class Galvanised(Fact, frozen=True, kw_only=True):
    """A chief has spent his one attempt to galvanise."""


class HeadTaken(Fact, frozen=True, kw_only=True):
    """A head hangs at a belt for so many days."""

    victim: str
    days: int


class HeadEmbalmed(Fact, frozen=True, kw_only=True):
    """A head keeps for ever: the freshest, by its place at the belt; -1: not stored, before it was."""

    place: int = -1
