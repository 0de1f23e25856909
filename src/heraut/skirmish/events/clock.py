"""The clock: turns, segments, announcements."""

from __future__ import annotations

from typing import ClassVar

from heraut.kernel import Audience
from heraut.skirmish.events.fact import Fact, Public


class FightBegan(Public, frozen=True, kw_only=True):
    """The fight begins."""


class FightEnded(Public, frozen=True, kw_only=True):
    """The fight is over; levels lent by galvanising are lost again."""


class TurnBegan(Public, frozen=True, kw_only=True):
    """A turn of five seconds begins."""

    turn: int


class ReactionRead(Fact, frozen=True, kw_only=True):
    """A character's reaction of the turn."""

    total: int


class OrderSet(Public, frozen=True, kw_only=True):
    """The order of announcing, the slowest first."""

    order: tuple[str, ...]
    audience: ClassVar[Audience] = Audience.OFFICIALS


class Announced(Fact, frozen=True, kw_only=True):
    """A number of declared actions, and the segments they fall in."""

    actions: int
    segments: tuple[int, ...]


class SegmentBegan(Public, frozen=True, kw_only=True):
    """A second begins: time for what must be said at its beginning."""

    segment: int


class OpeningClosed(Public, frozen=True, kw_only=True):
    """The actions of the segment are played."""

    segment: int


class SegmentEnded(Public, frozen=True, kw_only=True):
    """
    The second is over: unused slots of it vanish, movements end; sprints go on if they `last` [SK-MOV-6].

    None, in fights written before that was stored: as their options say.
    """

    segment: int
    sprints_last: bool | None = None


class TurnEnded(Public, frozen=True, kw_only=True):
    """The turn is over; what lasts until the end of the turn ends."""

    turn: int
