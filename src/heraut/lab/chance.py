"""
Counter-based chance: every draw is a function of the seed, the run, and what it is drawn for.

Philox 4×32 with ten rounds (Salmon and others, 2011). No stream has a state, so a run gives the same numbers on any
core and any machine, whatever was run before it. `Lots` of the tournament engine is here again as machine code: the
same seed gives the same lots.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from heraut.lab.compiled import compiled

Words = tuple[int, int, int, int]
Lines = NDArray[np.int64]

SKILL, GAME, DROP, SEED = 1, 2, 3, 4
"""What a draw is for."""

_MULTIPLIER_0, _MULTIPLIER_1 = np.uint64(0xD2511F53), np.uint64(0xCD9E8D57)
_WEYL_0, _WEYL_1 = np.uint64(0x9E3779B9), np.uint64(0xBB67AE85)
_LOW = np.uint64(0xFFFFFFFF)
_32 = np.uint64(32)


@compiled
def philox(seed: int, run: int, purpose: int, place: int) -> Words:
    """Four words of 32 bits: those of this seed, this run, this purpose and this place."""
    key_0, key_1 = np.uint64(seed) & _LOW, np.uint64(seed) >> _32
    a, b = np.uint64(run) & _LOW, np.uint64(run) >> _32
    c, d = np.uint64(purpose) & _LOW, np.uint64(place) & _LOW
    for _ in range(10):
        first, second = _MULTIPLIER_0 * a, _MULTIPLIER_1 * c
        a, b, c, d = (second >> _32) ^ b ^ key_0, second & _LOW, (first >> _32) ^ d ^ key_1, first & _LOW
        key_0, key_1 = (key_0 + _WEYL_0) & _LOW, (key_1 + _WEYL_1) & _LOW
    return np.int64(a), np.int64(b), np.int64(c), np.int64(d)


@compiled
def share(word: int) -> float:
    """A word as a number between 0 and 1, neither of them."""
    return (word + 0.5) / 4294967296.0


@compiled
def normal(one: int, other: int) -> float:
    """Two words as a number of the normal law (Box and Muller)."""
    return math.sqrt(-2.0 * math.log(share(one))) * math.cos(2.0 * math.pi * share(other))


@compiled
def seed_of(seed: int, run: int, purpose: int) -> int:
    """The face of a die of 2**32 sides: the seed the engine draws its lots from."""
    return philox(seed, run, SEED, purpose)[0] + 1


_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_0, _MIX_1 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31 = np.uint64(27), np.uint64(30), np.uint64(31)


@compiled
def _mixed(state: int) -> int:
    mixed = np.uint64(state)
    mixed = (mixed ^ (mixed >> _30)) * _MIX_0
    mixed = (mixed ^ (mixed >> _27)) * _MIX_1
    return mixed ^ (mixed >> _31)


@compiled
def lots(seed: int, purpose: NDArray[np.uint8]) -> int:
    """The state of `heraut.tournament.lots.Lots` before its first draw."""
    state = np.uint64(seed)
    for byte in purpose:
        state = state + _GOLDEN
        state = np.uint64(_mixed(state) ^ np.uint64(byte))
    return state


@compiled
def lots_below(state: int, bound: int) -> tuple[int, int]:
    """A number in 0..bound-1, each as likely, and the state after it."""
    width = np.uint64(bound)
    while True:
        state = np.uint64(state) + _GOLDEN
        drawn = np.uint64(_mixed(state))
        if drawn < np.uint64(0) - width or drawn < np.uint64(0) - (np.uint64(0) - width) % width:
            return state, np.int64(drawn % width)  # all but the last few numbers: those would tilt the odds


@compiled
def shuffle(state: int, pile: Lines, count: int) -> None:
    """The first of the pile in random order, in place, as `Lots.shuffled` does."""
    for last in range(count - 1, 0, -1):
        state, other = lots_below(state, last + 1)
        pile[last], pile[other] = pile[other], pile[last]
