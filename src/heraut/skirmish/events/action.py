"""An action under way: what it asks for, what it is answered."""

from __future__ import annotations

from typing import ClassVar

from heraut.kernel import ClauseId
from heraut.skirmish.commands import Actions
from heraut.skirmish.events.fact import Fact, Public
from heraut.skirmish.need import Need


class Began(Public, frozen=True, kw_only=True):
    """An action has begun and waits for something; `action` is the type of its command, for the log."""

    command: Actions
    action: str
    actor: str
    reveals: ClassVar[bool] = False


class Asked(Public, frozen=True, kw_only=True):
    """The action waits for this; `asked` and `of` name it for the log."""

    need: Need
    asked: str
    of: str


class DiceRolled(Fact, frozen=True, kw_only=True):
    """Dice have fallen for a character."""

    roll: str
    faces: tuple[int, ...]
    total: int
    flat: int = 0
    critical: bool = False
    difficulty: int | None = None
    clause: ClauseId
    reveals: ClassVar[bool] = True


class Ruled(Public, frozen=True, kw_only=True):
    """The game master was asked for a number and settled it."""

    ruling: str
    offered: int
    value: int
    who: str = ""
    clause: ClauseId


class Chosen(Fact, frozen=True, kw_only=True):
    """Somebody chose."""

    decision: str
    option: str
    clause: ClauseId


class Overridden(Fact, frozen=True, kw_only=True):
    """The game master changed a number of the roll that was due; both values are kept."""

    number: str
    computed: int
    value: int
    clause: ClauseId = ClauseId("SK-GEN-6")


class Ended(Public, frozen=True, kw_only=True):
    """The action is over."""
