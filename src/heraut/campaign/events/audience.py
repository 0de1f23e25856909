"""Who may see an event of the campaign [SC-GEN-4]."""

from __future__ import annotations

from typing import ClassVar

from heraut.kernel import Audience, Event


class Public(Event, frozen=True):
    """An event everybody may see."""

    audience: ClassVar[Audience] = Audience.EVERYBODY


class Sealed(Event, frozen=True):
    """A choice only its owner may see; that it was handed in is known to all [SC-GEN-4]."""

    audience: ClassVar[Audience] = Audience.OWNERS
    outline: ClassVar[Audience] = Audience.EVERYBODY


class Drafted(Event, frozen=True):
    """A choice its owner has not handed in: nobody else knows of it."""

    audience: ClassVar[Audience] = Audience.OWNERS
