"""What is left to chance, and lots drawn from a recorded seed: the same seed gives the same lots for ever."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import TypeVar

from heraut.kernel.names import Seat
from heraut.pseudorandom import SplitMix, shuffle

T = TypeVar("T")


class Lot(StrEnum):
    """What the dice of FATE are due for."""

    NUMBERS = "numbers"
    PAIRING = "pairing"
    REPAIR = "repair"
    SCENARIO = "scenario"
    LENGTH = "length"
    ROLL_OFF = "roll_off"


AWAITED: Mapping[Lot, str] = {
    Lot.NUMBERS: "tournament-draw-numbers",
    Lot.PAIRING: "tournament-pairing-seed",
    Lot.REPAIR: "tournament-repair-seed",
    Lot.SCENARIO: "tournament-scenario-dice",
    Lot.LENGTH: "tournament-secret-length",
    Lot.ROLL_OFF: "tournament-roll-off",
}
"""The code under which each is awaited, and listed by the subject whose rule takes it."""


class Lots(SplitMix):
    """
    Chance from a recorded seed.

    Different `purpose` words give unrelated streams, so that drawing the bye does not disturb the shuffle.
    """

    __slots__ = ()

    def __init__(self, seed: int, purpose: str = "") -> None:
        super().__init__(seed)
        for byte in purpose.encode():
            super().__init__(self.bits() ^ byte)

    def below(self, bound: int) -> int:
        """A number in 0..bound-1, each as likely."""
        return self(bound)

    def shuffled(self, things: Iterable[T]) -> list[T]:
        """The things in random order, each order as likely."""
        pile = list(things)
        shuffle(self, pile)
        return pile


def draw_numbers(seats: Iterable[Seat], seed: int) -> Mapping[Seat, int]:
    """A different draw number from 1 to N for each player, at random from the seed [ST-PAIR-2]."""
    drawn = Lots(seed, "draw numbers").shuffled(sorted(seats))
    return {seat: number for number, seat in enumerate(drawn, start=1)}
