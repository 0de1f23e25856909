"""What everybody is told of an event beforehand; a format says what there is to tell."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Times(msgspec.Struct, frozen=True):
    """Minutes: the base length of a game, a turn, an extension, and the reserve that would replace turns."""

    base: int
    turn: int
    extension: int
    reserve: int


class ListsAsked(msgspec.Struct, frozen=True, omit_defaults=True):
    """What an event asks of a player's lists."""

    least: int
    most: int
    size: int
    casters: int = 1
    theme_tier: int | None = None


class Programme(NamedTuple):
    """What everybody is told of the event beforehand, where there is something to tell."""

    variants: str = ""
    """The line of keywords that describes the event."""
    scenarios: tuple[str, ...] = ()
    """Those made public, in order of play only if that is public too."""
    times: Times | None = None
    lists: ListsAsked | None = None
