"""What the game master decides and records."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from heraut.skirmish.commands.speaker import ByGameMaster


class Startle(ByGameMaster, frozen=True, kw_only=True):
    """Something sudden: a reaction roll before reacting [SK-SUR-1]."""

    who: str


class Surprise(ByGameMaster, frozen=True, kw_only=True):
    """A character is surprised in this segment: his reaction is modified when order is compared [SK-PRI-3]."""

    secret: ClassVar[bool] = True
    who: str
    modifier: int = 0


class Reroll(ByGameMaster, frozen=True, kw_only=True):
    """New reaction rolls for this segment [SK-PRI-5]."""

    fighters: tuple[str, ...]


class CallRoll(ByGameMaster, frozen=True, kw_only=True):
    """
    Ask a character for a roll outside his actions: perception, a task, anything.

    `innate` rolls made in full run are offered their malus; a `visibility` and `distance` raise the difficulty.
    """

    who: str
    trait: str
    difficulty: int
    innate: bool = True
    hidden: bool = False
    visibility: str = ""
    distance: int = 0


class Slow(ByGameMaster, frozen=True, kw_only=True):
    """Bad ground or sight lowers speeds, of one or of all (no `who`) [SK-MOV-7]."""

    by: Fraction
    who: str = ""


class StartFall(ByGameMaster, frozen=True, kw_only=True):
    """A character begins to fall from a height [SK-FAL-1]."""

    who: str
    falling: bool = True


class Burden(ByGameMaster, frozen=True, kw_only=True):
    """A penalty of the game master's own, in dice or flat, until he lifts it [SK-DICE-22]."""

    who: str
    dice: int = 0
    flat: int = 0


class Lift(ByGameMaster, frozen=True, kw_only=True):
    """End an effect of a character."""

    who: str
    code: str
    of: str = ""


class Mend(ByGameMaster, frozen=True, kw_only=True):
    """A character recovers levels, or loses some (negative)."""

    who: str
    wounds: int = 0
    fatigue: int = 0


class FirstAid(ByGameMaster, frozen=True, kw_only=True):
    """Somebody tends a dying character [SK-CRI-1]."""

    who: str
    target: str


class PutAside(ByGameMaster, frozen=True, kw_only=True):
    """A character leaves the field, is unaware, is cut off from his chief, or comes back."""

    who: str
    how: str

    @property
    def hidden(self) -> bool:
        """Whether nobody is told: whoever suspects nothing must not read it."""
        return self.how == "unaware"


class Uncover(ByGameMaster, frozen=True, kw_only=True):
    """A hidden character shows himself."""

    who: str


class ChangeSituation(ByGameMaster, frozen=True, kw_only=True):
    """The situation has changed greatly: a chief's tactical bonus ends [SK-CMD-17]."""

    chief: str
