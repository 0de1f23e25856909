"""
Steamroller piles from the top, as `heraut.tournament.pairing.steamroller` walks them [SR-PAIR-3 to SR-PAIR-7].

A pile of an odd number sends one player to the next pile, which then has one less. As long as every pile floats as few
as its number asks, one pile down and without a fault, no round can be better; anything else is for the engine.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from heraut.lab.chance import Lines
from heraut.lab.compiled import compiled, inlined
from heraut.lab.walk import ALONE, STUCK, UNASKED, Grid, can_pair, free, walk

UNKNOWN, NO, YES, UNSURE = -1, 0, 1, 2


class Piles(NamedTuple):
    """The players of a round in shuffled order, cut where the points change, and what was found out about them."""

    line: Lines
    starts: Lines
    total: int
    met: Grid
    rounds: int
    kin: Lines
    safe: int
    """From how many players on any even part of a pile can be paired."""
    gone: Lines
    closed: Lines
    welcome: Lines


@inlined
def _without(piles: Piles, pile: int, one: int, other: int, into: Lines) -> int:
    """The players of a pile who are still there, without these two."""
    count, line, gone = 0, piles.line, piles.gone
    for place in range(piles.starts[pile], piles.starts[pile + 1]):
        player = line[place]
        if player != one and player != other and not gone[player]:
            into[count] = player
            count += 1
    return count


@inlined
def _pairable(piles: Piles, line: Lines, count: int) -> int:
    if count == 0 or count >= piles.safe:
        return YES
    found = can_pair(line, count, piles.met, piles.rounds, piles.kin)
    return found if found >= 0 else UNSURE


@inlined
def _closed(piles: Piles, pile: int) -> int:
    """Whether everyone under the pile can be paired among themselves."""
    if piles.closed[pile] == UNKNOWN:
        start = piles.starts[pile + 1]
        piles.closed[pile] = _pairable(piles, piles.line[start:], piles.starts[piles.total] - start)
    return piles.closed[pile]


@compiled
def _welcomes(piles: Piles, pile: int, guest: int) -> int:
    """Whether the pile can give that one of its players to a float from above and go on as well as can be."""
    if piles.welcome[guest] != UNKNOWN:
        return piles.welcome[guest]
    answer = NO
    rest = np.empty(piles.starts[pile + 1] - piles.starts[pile], np.int64)
    left = _without(piles, pile, guest, guest, rest)
    if left % 2 == 0:
        answer = _closed(piles, pile)
        if answer == YES:
            answer = _pairable(piles, rest, left)
    elif pile + 1 < piles.total:
        others = np.empty(left, np.int64)
        for place in range(left):
            player = rest[place]
            landing = NO
            for at in range(piles.starts[pile + 1], piles.starts[pile + 2]):
                below = piles.line[at]
                if free(piles.met, piles.rounds, piles.kin, player, below):
                    landing = _welcomes(piles, pile + 1, below)
                    if landing != NO:
                        break
            if landing == NO:
                continue
            found = _pairable(piles, others, _without(piles, pile, guest, player, others))
            if found != NO:
                answer = UNSURE if UNSURE in (landing, found) else YES
                break
    piles.welcome[guest] = answer
    return answer


@inlined
def _landing(piles: Piles, pile: int, player: int) -> int:
    """The first player of the next pile whom a float from this pile may meet; -1 for nobody, -2 when unsure."""
    line, met, kin, rounds = piles.line, piles.met, piles.kin, piles.rounds
    for at in range(piles.starts[pile + 1], piles.starts[pile + 2]):
        below = line[at]
        if free(met, rounds, kin, player, below):
            found = _welcomes(piles, pile + 1, below)
            if found == YES:
                return below
            if found == UNSURE:
                return -2
    return -1


@inlined
def _ask(piles: Piles, pile: int, player: int, may_float: Lines) -> bool:
    """Note whether the player can go down a pile; false when that cannot be told."""
    landing = _landing(piles, pile, player)
    may_float[player] = landing >= 0
    return landing != -2


@compiled
def pair_piles(piles: Piles, may_float: Lines, firsts: Lines, seconds: Lines) -> int:
    """The pairs of the round in the order they are made; their number, or `STUCK`."""
    made, met, kin, rounds, gone = 0, piles.met, piles.kin, piles.rounds, piles.gone
    line = np.empty(piles.starts[piles.total], np.int64)
    for pile in range(piles.total):
        count = _without(piles, pile, -1, -1, line)
        if count == 0:
            continue
        if count % 2 == 0:
            if _closed(piles, pile) != YES:
                return STUCK
        elif pile + 1 == piles.total:
            return STUCK
        else:  # nearly always the last of the pile goes down: the others are asked only when the walk wants it
            may_float[line[:count]] = 2
            if not _ask(piles, pile, line[count - 1], may_float):
                return STUCK
        found = walk(line, count, met, rounds, kin, may_float, firsts[made:], seconds[made:])
        if found == UNASKED:
            for place in range(count - 1):
                if not _ask(piles, pile, line[place], may_float):
                    return STUCK
            found = walk(line, count, met, rounds, kin, may_float, firsts[made:], seconds[made:])
        if found < 0:
            return STUCK
        for place in range(made, made + found):
            if seconds[place] == ALONE:
                seconds[place] = _landing(piles, pile, firsts[place])
                gone[seconds[place]] = 1
        made += found
    return made
