"""For whom a command may be spoken."""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar

from heraut.kernel import Command as KernelCommand


class Speaker(StrEnum):
    """Who may speak a command."""

    ORGANISER = "organiser"
    OFFICIAL = "official"
    PLAYER = "player"
    PLAYER_OR_OFFICIAL = "player_or_official"
    """A player for themselves; an official for anybody, named in `player`."""


class Command(KernelCommand, frozen=True):
    """A command of this engine."""

    speaker: ClassVar[Speaker] = Speaker.OFFICIAL
