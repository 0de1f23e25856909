"""What is left to chance, and lots drawn from a recorded seed: the same seed gives the same lots for ever."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from heraut.kernel.names import Seat

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Lot(StrEnum):
    """What the dice of FATE are due for."""

    NUMBERS = "numbers"
    PAIRING = "pairing"
    REPAIR = "repair"
    SCENARIO = "scenario"
    LENGTH = "length"
    ROLL_OFF = "roll_off"


class Lots:
    """
    A stream of whole numbers from a seed (SplitMix64).

    Different `purpose` words give unrelated streams, so that drawing the bye does not disturb the shuffle.
    """

    def __init__(self, seed: int, purpose: str = "") -> None:
        self._state = seed & _MASK
        for byte in purpose.encode():
            self._state = (self._next() ^ byte) & _MASK

    def _next(self) -> int:
        self._state = (self._state + _GOLDEN) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def below(self, bound: int) -> int:
        """A number in 0..bound-1, each as likely: what would tilt the odds is drawn again."""
        limit = _MASK + 1 - (_MASK + 1) % bound
        while (drawn := self._next()) >= limit:
            pass
        return drawn % bound

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in random order, each order as likely (Fisher and Yates)."""
        pile = list(things)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1)
            pile[last], pile[other] = pile[other], pile[last]
        return pile


def draw_numbers(seats: Iterable[Seat], seed: int) -> Mapping[Seat, int]:
    """A different draw number from 1 to N for each player, at random from the seed [ST-PAIR-2]."""
    drawn = Lots(seed, "draw numbers").shuffled(sorted(seats))
    return {seat: number for number, seat in enumerate(drawn, start=1)}
