"""Who speaks: a character's player, or the game master; and the closed lists of words."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from heraut.kernel import ORGANISER, Command, Seat


class Style(StrEnum):
    """How a blow is struck."""

    PLAIN = "plain"
    POWER = "power"
    ACROBATIC = "acrobatic"
    TRIP = "trip"
    GRAPPLE = "grapple"
    THROW = "throw"
    TWIST = "twist"


class OrderKind(StrEnum):
    """The four orders of a chief, and rallying."""

    HEARTEN = "hearten"
    TACTICS = "tactics"
    RALLY = "rally"
    GALVANISE = "galvanise"


class ByGameMaster(Command, frozen=True, kw_only=True):
    """A command of the game master's seat."""

    seat: Seat = ORGANISER
    secret: ClassVar[bool] = False


class ByFighter(Command, frozen=True, kw_only=True):
    """A command for a character."""

    who: str
