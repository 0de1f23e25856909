"""Laws of plain dice beside icepool, in one run; nothing is remembered from one call to the next."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from time import process_time
from timeit import repeat

import icepool

from bench.figures import Figures
from heraut.dice import EXACT, FAST, Binomial, sum_of_dice

MICRO = 1e6


def per_call(work: Callable[[], object], times: int) -> float:
    """The best of five batches, in seconds of processor time a call."""
    work()
    return min(repeat(work, number=times, repeat=5, timer=process_time)) / times


def fresh_sum(dice: int) -> object:
    sum_of_dice.cache_clear()
    return sum_of_dice(dice)


if __name__ == "__main__":
    found = Figures()
    pool = per_call(lambda: Binomial(16, 0.5).chances, 500)
    other = per_call(lambda: 16 @ icepool.coin(1, 2), 20)
    found.at_most("pool of 16 dice, fast", pool * MICRO, 20, "µs")
    found.at_least("pool of 16 dice, times faster than icepool", other / pool, 30)
    found.note("pool of 16 dice, exact", per_call(lambda: Binomial(16, Fraction(1, 2)).chances, 200) * MICRO, "µs")
    found.note("sum of 8 dice, exact", per_call(lambda: fresh_sum(8), 10) * MICRO, "µs")
    found.note("sum of 8 dice, icepool", per_call(lambda: 8 @ icepool.d6, 10) * MICRO, "µs")
    gap = max(
        abs(float(weight) - float(FAST.successes("any", dice, winning).p(value)))
        for dice in range(17)
        for winning in range(7)
        for value, weight in EXACT.successes("any", dice, winning)
    )
    found.at_most("exact against fast", gap, 1e-12)
    found.end()
