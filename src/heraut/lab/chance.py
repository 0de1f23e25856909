"""
Counter-based chance: every draw is a function of the seed, the run, and what it is drawn for.

Philox 4×32 with ten rounds (Salmon and others, 2011). No stream has a state, so a run gives the same numbers on any
core and any machine, whatever was run before it. `Lots` of the tournament engine is here again as machine code: the
same seed gives the same lots.

A game is a model on one draw: who wins by how much, from two skills. Skills are on the scale on which a player who is
better by d wins with chance 1 / (1 + e^-d): 400 points of Elo are d = ln 10. The margin is that of the logistic law;
the middle of it is a level game. What is model and what is rule stays apart: this gives the facts that players would
report, and the rules make points of them.
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
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_0, _MIX_1 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_27, _30, _31 = np.uint64(27), np.uint64(30), np.uint64(31)
FIRST, SECOND, LEVEL = 1, 2, 0
ASSASSINATION, SCENARIO, CONCESSION = 1, 2, 3
MOST_DIFFERENCE = 60
"""Of victory points in one game."""
Facts = tuple[int, int, int, int, int, int]
"""Winner, difference, who went first, how it was won; control points, and army points destroyed: each the winner's and
the loser's in one number (see `pair`)."""
Result = tuple[int, int, int, int, int, int]
"""Winner, difference, who went first; and the words that the spoils are made of."""


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


@compiled
def pair(one: int, other: int) -> int:
    """Two small numbers in one."""
    return one * 65536 + other


@compiled
def result(seed: int, run: int, place: int, ahead: float, level: float, stretch: float) -> Result:
    """
    Who wins by how much.

    `ahead` is the first player's skill less the second's, `level` the half width of a level game, `stretch` the victory
    points of one unit of margin. The winner of a level SAGA game is who went first.
    """
    a, b, c, d = philox(seed, run, GAME, place)
    chance = share(a)
    margin = ahead + math.log(chance / (1.0 - chance))
    goes_first = FIRST if b & 1 else SECOND
    if abs(margin) <= level:
        return LEVEL, 0, goes_first, b, c, d
    difference = min(MOST_DIFFERENCE, 1 + int((abs(margin) - level) * stretch))
    return FIRST if margin > 0 else SECOND, difference, goes_first, b, c, d


@compiled
def spoils(winner: int, b: int, c: int, d: int, size: int) -> tuple[int, int, int]:
    """How a game was won; control points, and points destroyed of armies of this size."""
    if winner == LEVEL:
        return 0, pair(c & 3, c >> 2 & 3), pair(0, 0)
    won = (b >> 1) % 100
    kind = ASSASSINATION if won < 40 else SCENARIO if won < 75 else CONCESSION
    control = pair((3 if kind == SCENARIO else 0) + c % 3, (c >> 8) % 3)
    return kind, control, pair(size * (40 + d % 61) // 100, size * ((d >> 8) % 81) // 100)


@compiled
def play(seed: int, run: int, place: int, ahead: float, level: float, stretch: float, size: int) -> Facts:
    """All the facts of a game."""
    winner, difference, goes_first, b, c, d = result(seed, run, place, ahead, level, stretch)
    kind, control, destroyed = spoils(winner, b, c, d, size)
    return winner, difference, goes_first, kind, control, destroyed


@compiled
def level_width(draws: float) -> float:
    """The half width of a level game for which so many games between equals are level."""
    return math.log((1.0 + draws) / (1.0 - draws))
