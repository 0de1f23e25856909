"""The two shapes of an event of a fight."""

from __future__ import annotations

from typing import ClassVar

from heraut.kernel import Audience, Event


class Public(Event, frozen=True, gc=False, kw_only=True):
    """An event everybody at the table may see."""

    audience: ClassVar[Audience] = Audience.EVERYBODY


class Fact(Public, frozen=True, kw_only=True):
    """An event about a character."""

    who: str
