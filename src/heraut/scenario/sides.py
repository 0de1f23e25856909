"""The two sides of a match."""

from __future__ import annotations

from enum import StrEnum


class Side(StrEnum):
    """The first player takes the first turn; coordinates are seen from that player's edge."""

    FIRST = "first"
    SECOND = "second"

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.SECOND if self is Side.FIRST else Side.FIRST


SIDES: tuple[Side, Side] = (Side.FIRST, Side.SECOND)
