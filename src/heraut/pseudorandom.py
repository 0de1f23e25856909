"""
Chance that follows from a seed: for the lots of a round, new maps, bots, simulations and tests.

The dice of a game with people never come from here.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")
Below = Callable[[int], int]
"""A source of whole numbers: `below(n)` is one of 0..n-1, each as likely."""

_MASK = (1 << 64) - 1


class SplitMix:
    """The SplitMix64 generator: the same seed gives the same numbers on every machine, for ever."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK

    def bits(self) -> int:
        """The next 64 bits."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def __call__(self, below: int) -> int:
        """One of 0..below-1; draws that would favour the low numbers are thrown away."""
        unfair = (_MASK + 1) % below
        while (drawn := self.bits()) > _MASK - unfair:
            pass
        return drawn % below


def pick(below: Below, among: Sequence[T]) -> T:
    """One of these, each as likely."""
    return among[below(len(among))]


def shuffle(below: Below, items: MutableSequence[T]) -> None:
    """Put the items in a random order, in place."""
    for last in range(len(items) - 1, 0, -1):
        other = below(last + 1)
        items[last], items[other] = items[other], items[last]
