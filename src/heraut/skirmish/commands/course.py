"""The course of the fight: displays, turns, announcements."""

from __future__ import annotations

from heraut.skirmish.commands.speaker import ByFighter, ByGameMaster


class Display(ByFighter, frozen=True, kw_only=True):
    """Frighten before the first turn: war_cry, carnyx, contortions [SK-TER-1]."""

    display: str
    bonus: int = 0


class Frighten(ByGameMaster, frozen=True, kw_only=True):
    """Read the terror of one side: its opponents roll courage [SK-TER-5]. `rear` are not at risk yet."""

    side: str
    rear: tuple[str, ...] = ()
    bonus: int = 0


class BeginFight(ByGameMaster, frozen=True, kw_only=True):
    """The first turn begins."""


class EndFight(ByGameMaster, frozen=True, kw_only=True):
    """The fight is over."""


class Reorder(ByGameMaster, frozen=True, kw_only=True):
    """Another order of announcing, before the first announcement [SK-TURN-3]."""

    order: tuple[str, ...]


class GoOn(ByFighter, frozen=True, kw_only=True):
    """Go on with a long action, or stop it, at the start of a turn [SK-LNG-2]."""

    on: bool


class Announce(ByFighter, frozen=True, kw_only=True):
    """Announce a number of declared actions [SK-DECL-1]."""

    actions: int


class Proceed(ByGameMaster, frozen=True, kw_only=True):
    """Close the beginning of the segment, or the segment itself."""


class Yield(ByFighter, frozen=True, kw_only=True):
    """Let the others act first in this segment [SK-PRI-2]."""


class Delay(ByFighter, frozen=True, kw_only=True):
    """Put the action of this segment off by some segments [SK-DLY-1]."""

    by: int = 1


class Survive(ByFighter, frozen=True, kw_only=True):
    """Switch to survival mode [SK-SRV-1]."""
