"""
A game as a model: who wins by how much, from two skills and one draw.

Skills are on the scale on which a player who is better by d wins with chance 1 / (1 + e^-d): 400 points of Elo are
d = ln 10. The margin is that of the logistic law; the middle of it is a level game. What is model and what is rule
stays apart: this gives the facts that players would report, and the rules make points of them.
"""

from __future__ import annotations

import math

from heraut.lab.chance import GAME, philox, share
from heraut.lab.compiled import compiled

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
