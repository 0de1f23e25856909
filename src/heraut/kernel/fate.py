"""Chance and time come in as data: what is awaited from them, and the commands that bring it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import msgspec

from heraut.kernel.message import Command
from heraut.kernel.names import CLOCK, FATE, ClauseId, Instant, Seat
from heraut.kernel.refusal import Fact, HouseCode, Refusal, house


class Chance(msgspec.Struct, frozen=True):
    """
    Dice that are due: the number of sides of each, in the order they are read.

    A draw of lots is a die too: a seed is one die of 2**32 sides. `roller` is the player whose dice
    they are, or the players of whom any may type the faces rolled at the table; without one, only officials may.
    """

    sides: tuple[int, ...]
    roller: Seat | tuple[Seat, ...] | None = None

    def is_rolled_by(self, seat: Seat) -> bool:
        """Whether these are the dice of that player."""
        return seat in self.roller if isinstance(self.roller, tuple) else seat == self.roller

    def refusal(self, faces: tuple[int, ...]) -> Refusal | None:
        """Why these faces cannot be the result of these dice."""
        if len(faces) != len(self.sides):
            return house(HouseCode.WRONG_DICE, "count", asked=len(faces), allowed=len(self.sides))
        for place, (face, sides) in enumerate(zip(faces, self.sides, strict=True), start=1):
            if not 1 <= face <= sides:
                return house(HouseCode.WRONG_DICE, place, asked=face, allowed=sides)
        return None

    def outcomes(self) -> Iterator[tuple[int, ...]]:
        """Everything that could come up, lazily: eight dice have 1,679,616 outcomes."""
        return product(*(range(1, sides + 1) for sides in self.sides))

    def draw(self, below: Callable[[int], int]) -> tuple[int, ...]:
        """Faces from a source of whole numbers `below(n)` in 0..n-1, such as `secrets.randbelow`."""
        return tuple(below(sides) + 1 for sides in self.sides)


class Roll(Command, frozen=True, kw_only=True):
    """The dice of FATE have fallen. Every engine takes its dice from this one command."""

    faces: tuple[int, ...]
    seat: Seat = FATE


class Tick(Command, frozen=True, kw_only=True):
    """An instant has come; engines with deadlines decide what it ends."""

    at: Instant
    seat: Seat = CLOCK


class Awaited(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing the game waits for: from whom, what (`code`, a key of `speech`), and by which clause."""

    seat: Seat
    code: str
    clause: ClauseId
    chance: Chance | None = None
    since: Instant | None = None
    subject: Fact | None = None


def rolls(chance: Chance) -> Iterator[Roll]:
    """The legal commands of FATE while these dice are due."""
    return (Roll(faces=faces) for faces in chance.outcomes())
