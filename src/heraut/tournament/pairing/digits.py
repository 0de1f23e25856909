"""Ordered criteria as one whole number: the least sum is then the lexicographic optimum."""

from __future__ import annotations

from collections.abc import Sequence

MOST_WISHED = 150
"""With more players than this to weigh together, wishes are given up [HOUSE-WISH-5]: the rules alone are quick."""


class TooManyWishes(Exception):
    """The wishes make the round too entangled to weigh them all."""


class Digits:
    """
    An ordered list of criteria packed into one whole number, the first criterion in the highest digits.

    `widths[i]` is the greatest total that criterion i can reach over a whole matching; digits never carry.
    """

    def __init__(self, widths: Sequence[int]) -> None:
        self._shifts = [0] * len(widths)
        shift = 0
        for place in range(len(widths) - 1, -1, -1):
            self._shifts[place] = shift
            shift += widths[place].bit_length()

    def at(self, place: int, amount: int) -> int:
        """The cost of this much of criterion `place`."""
        return amount << self._shifts[place]
