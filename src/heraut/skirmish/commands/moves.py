"""Moving: on foot, in bounds, out of a melee, for long."""

from __future__ import annotations

from heraut.skirmish.commands.speaker import ByFighter, ByGameMaster


class Move(ByFighter, frozen=True, kw_only=True):
    """Move on a kind of ground, unhurried or fast [SK-MOV-1, SK-MOV-2]; evading adds the body feint [SK-CMV-1]."""

    ground: str = "flat"
    fast: bool = False
    trait: str = ""
    evading: bool = False
    narrow: bool = False
    swap: bool = False


class Jump(ByFighter, frozen=True, kw_only=True):
    """Jump, with a dodge announced in the same breath or none [SK-DOD-4]."""

    acrobatic: bool = False
    dodge: str = "none"
    swap: bool = False


class Dodge(ByFighter, frozen=True, kw_only=True):
    """Announce a dodge at the beginning of the segment [SK-DOD-3]."""

    acrobatic: bool = False
    swap: bool = False


class TakePosture(ByFighter, frozen=True, kw_only=True):
    """Crouch or lie down."""

    posture: str


class GetUp(ByFighter, frozen=True, kw_only=True):
    """Stand up [SK-POS-3]."""

    acrobatic: bool = False
    swap: bool = False


class Disengage(ByFighter, frozen=True, kw_only=True):
    """Leave the melee [SK-ENG-6]."""

    acrobatic: bool = False
    swap: bool = False


class BeginLong(ByFighter, frozen=True, kw_only=True):
    """Begin a long action [SK-LNG-1]."""

    name: str
    segments: int = 0


class EndLong(ByGameMaster, frozen=True, kw_only=True):
    """A long action is done; a shortened distance may cost fatigue levels [SK-LNG-5]."""

    who: str
    fatigue: int = 0
