"""
A round paired from the top, without a repeat meeting, as the engine's exact pairing makes it: walks and piles.

Where a round without any fault exists, the engine takes the first one in the order of its walk; going back one step
whenever the walk is stuck finds that same one. Where none exists, or the search grows long, the engine itself pairs
the event.

A line is an array of players. `met[player, k]` is the opponent of round k, -1 where there was none; `kin[player]` the
club that is to be kept apart this round, -1 for none.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heraut.lab.chance import Lines
from heraut.lab.compiled import compiled, inlined

Grid = NDArray[np.int64]

STUCK, TOO_LONG, UNASKED = -1, -2, -3
ALONE = -1
_NEXT, _NONE = -2, -3
MOST_STEPS = 20_000
"""Of one search; the engine's matching is then quicker."""


@inlined
def free(met: Grid, rounds: int, kin: Lines, one: int, other: int) -> bool:
    """Whether nothing speaks against this pair."""
    if kin[one] >= 0 and kin[one] == kin[other]:
        return False
    for k in range(rounds):  # noqa: SIM110  # machine code is quicker so
        if met[one, k] == other:
            return False
    return True


@inlined
def _straight(line: Lines, count: int, met: Grid, rounds: int, kin: Lines) -> int:
    """How many of the first pairs are simply one and the next."""
    for k in range(0, count - 1, 2):
        if not free(met, rounds, kin, line[k], line[k + 1]):
            return k // 2
    return count // 2


@compiled
def walk(
    line: Lines, count: int, met: Grid, rounds: int, kin: Lines, may_float: Lines, firsts: Lines, seconds: Lines
) -> int:
    """
    Pair the line from the top; the number of pairs, or `STUCK` where there is no way, `TOO_LONG` where none was found.

    Of an odd line one player is left over (`ALONE` as second): the first in order of the walk who `may_float`, once
    nobody in the line will do. `UNASKED` when the walk comes to somebody of whom nobody has asked (2) whether they may.
    """
    straight = _straight(line, count, met, rounds, kin)
    if straight == count // 2 and (count % 2 == 0 or may_float[line[count - 1]] == 1):
        for k in range(straight):
            firsts[k], seconds[k] = line[2 * k], line[2 * k + 1]
        if count % 2:
            firsts[straight], seconds[straight] = line[count - 1], ALONE
        return straight + count % 2
    end = count
    room = np.empty(3 * count + 4, np.int64)
    after, before = room[: count + 1], room[count + 1 : 2 * count + 2]
    taken_a, taken_b = room[2 * count + 2 : 2 * count + 3 + count // 2], room[2 * count + 3 + count // 2 :]
    for place in range(count + 1):
        after[place] = place + 1
        before[place] = place - 1
    for k in range(straight):  # as the walk below would have made them
        taken_a[k], taken_b[k] = 2 * k, 2 * k + 1
        after[2 * k], before[2 * k + 2] = 2 * k + 2, 2 * k
    head = 2 * straight
    depth, alone, steps, left = straight, -1, 0, count - head
    b = _NEXT  # where to look on
    while left > 0:
        a = head
        floated = False
        if b == _NEXT:
            b = after[a]
        if b != _NONE:
            while b != end and not free(met, rounds, kin, line[a], line[b]):
                b = after[b]
                steps += 1
            if b == end and count % 2 == 1 and alone < 0:
                if may_float[line[a]] == 2:
                    return UNASKED
                floated = may_float[line[a]] == 1
        steps += 1
        if steps > MOST_STEPS:
            return TOO_LONG
        if floated or (b != end and b != _NONE):
            taken_a[depth] = a
            taken_b[depth] = -1 if floated else b
            depth += 1
            if floated:
                alone = a
                head = after[a]
                left -= 1
            else:
                after[before[b]] = after[b]
                before[after[b]] = before[b]
                head = after[a]
                left -= 2
            b = _NEXT
            continue
        if depth == 0:
            return STUCK
        depth -= 1
        a, gone = taken_a[depth], taken_b[depth]
        head = a
        if gone == -1:
            alone = -1
            left += 1
            b = _NONE  # to be left over was this player's last choice
        else:
            after[before[gone]] = gone
            before[after[gone]] = gone
            left += 2
            b = after[gone]
    for place in range(depth):
        firsts[place] = line[taken_a[place]]
        seconds[place] = ALONE if taken_b[place] == -1 else line[taken_b[place]]
    return depth


@compiled
def can_pair(line: Lines, count: int, met: Grid, rounds: int, kin: Lines) -> int:
    """Whether an even number of players can be paired without a fault: 1, 0, or `TOO_LONG`."""
    if _straight(line, count, met, rounds, kin) == count // 2:
        return 1
    firsts, seconds = np.empty(count // 2 + 1, np.int64), np.empty(count // 2 + 1, np.int64)
    found = walk(line, count, met, rounds, kin, kin, firsts, seconds)
    return TOO_LONG if found == TOO_LONG else int(found >= 0)


UNKNOWN, NO, YES, UNSURE = -1, 0, 1, 2


class ShuffledPiles(NamedTuple):
    """
    The players of a round in shuffled order, cut where the points change, and what was found out about them.

    They are walked as `heraut.tournament.pairing.piles` does [SR-PAIR-3 to SR-PAIR-7]: a pile of an odd number
    sends one player to the next pile, which then has one less. As long as every pile floats as few as its number asks,
    one pile down and without a fault, no round can be better; anything else is for the engine.
    """

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
def _without(piles: ShuffledPiles, pile: int, one: int, other: int, into: Lines) -> int:
    """The players of a pile who are still there, without these two."""
    count, line, gone = 0, piles.line, piles.gone
    for place in range(piles.starts[pile], piles.starts[pile + 1]):
        player = line[place]
        if player != one and player != other and not gone[player]:
            into[count] = player
            count += 1
    return count


@inlined
def _pairable(piles: ShuffledPiles, line: Lines, count: int) -> int:
    if count == 0 or count >= piles.safe:
        return YES
    found = can_pair(line, count, piles.met, piles.rounds, piles.kin)
    return found if found >= 0 else UNSURE


@inlined
def _closed(piles: ShuffledPiles, pile: int) -> int:
    """Whether everyone under the pile can be paired among themselves."""
    if piles.closed[pile] == UNKNOWN:
        start = piles.starts[pile + 1]
        piles.closed[pile] = _pairable(piles, piles.line[start:], piles.starts[piles.total] - start)
    return piles.closed[pile]


@compiled
def _welcomes(piles: ShuffledPiles, pile: int, guest: int) -> int:
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
def _landing(piles: ShuffledPiles, pile: int, player: int) -> int:
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
def _ask(piles: ShuffledPiles, pile: int, player: int, may_float: Lines) -> bool:
    """Note whether the player can go down a pile; false when that cannot be told."""
    landing = _landing(piles, pile, player)
    may_float[player] = landing >= 0
    return landing != -2


@compiled
def pair_piles(piles: ShuffledPiles, may_float: Lines, firsts: Lines, seconds: Lines) -> int:
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
