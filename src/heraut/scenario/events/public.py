"""What all events of a match share."""

from __future__ import annotations

from typing import ClassVar

from heraut.kernel import Audience, Event


class Public(Event, frozen=True):
    """An event of the table."""

    audience: ClassVar[Audience] = Audience.EVERYBODY
