"""
A round of the quick path by each of the two Swiss systems: who stands in which order, who sits out, who meets whom.

The walks themselves are in `pairing`; a last round paired by rank is here as well.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heraut.lab.chance import Lines, lots, lots_below, shuffle
from heraut.lab.compiled import compiled, inlined
from heraut.lab.pairing import STUCK, UNKNOWN, ShuffledPiles, can_pair, pair_piles, walk
from heraut.lab.plan import POINTS, EventPlan
from heraut.lab.standings import Record, Scores, saga_line

PAIRING = 2
"""What a seed is for, from here on: the pairing of round 0, 1, 2 and so on."""
_PILES = np.frombuffer(b"piles of round ", np.uint8)
_BYE = np.frombuffer(b"bye of round ", np.uint8)


@compiled
def _numbered_lots(seed: int, purpose: NDArray[np.uint8], number: int) -> int:
    """The lots for a purpose that ends in a number."""
    words = np.empty(len(purpose) + 2, np.uint8)
    words[: len(purpose)] = purpose
    count = len(purpose)
    if number >= 10:
        words[count] = 48 + number // 10
        count += 1
    words[count] = 48 + number % 10
    return lots(seed, words[: count + 1])


@compiled
def _fewest_byes(scores: Scores, line: Lines, count: int) -> int:
    byes = scores.byes
    fewest = byes[line[0]]
    for place in range(count):
        fewest = min(fewest, byes[line[place]])
    return fewest


@compiled
def _take_out(line: Lines, count: int, player: int, into: Lines) -> None:
    left = 0
    for place in range(count):
        if line[place] != player:
            into[left] = line[place]
            left += 1


@compiled
def _pair_saga(
    scores: Scores, line: Lines, count: int, rounds: int, kin: Lines, firsts: Lines, seconds: Lines
) -> tuple[int, int]:
    """The pairs and the bye of a SAGA round [ST-PAIR-5, ST-PAIR-7]."""
    if count % 2 == 0:
        return walk(line, count, scores.met, rounds, kin, kin, firsts, seconds), -1
    fewest = _fewest_byes(scores, line, count)
    rest = np.empty(count, np.int64)
    for place in range(count - 1, -1, -1):
        if scores.byes[line[place]] != fewest:
            continue
        _take_out(line, count, line[place], rest)
        made = walk(rest, count - 1, scores.met, rounds, kin, kin, firsts, seconds)
        if made != STUCK:
            return made, line[place]
    return STUCK, -1


@compiled
def _steamroller_bye(scores: Scores, line: Lines, count: int, rounds: int, lot: int) -> int:
    """Drawn among the lowest of those with the fewest byes whose bye costs no rematch [SR-BYE-4 to SR-BYE-7]."""
    fewest = _fewest_byes(scores, line, count)
    candidates = np.empty(count, np.int64)
    found = 0
    lowest = np.int64(1 << 40)
    for place in range(count):
        player = line[place]
        if scores.byes[player] == fewest:
            if scores.sums[POINTS, player] < lowest:
                lowest, found = scores.sums[POINTS, player], 0
            if scores.sums[POINTS, player] == lowest:
                candidates[found] = player
                found += 1
    if found > 1 and count - 1 < 2 * (rounds + 1):
        rest = np.empty(count, np.int64)
        nobody = np.full(len(scores.byes), -1, np.int64)
        painless = 0
        for place in range(found):
            _take_out(line, count, candidates[place], rest)
            paired = can_pair(rest, count - 1, scores.met, rounds, nobody)
            if paired < 0:
                return STUCK
            if paired:
                candidates[painless] = candidates[place]
                painless += 1
        if painless == 0:
            return STUCK
        found = painless
    _, drawn = lots_below(lot, found)
    return candidates[drawn]


@inlined
def _pair_steamroller(
    scores: Scores, line: Lines, count: int, number: int, kin: Lines, seed: int, firsts: Lines, seconds: Lines
) -> tuple[int, int]:
    """The pairs and the bye of a Steamroller round, from the shuffled line [SR-PAIR-3]."""
    rounds, bye = number - 1, -1
    if count % 2:
        bye = _steamroller_bye(scores, line, count, rounds, _numbered_lots(seed, _BYE, number))
        if bye < 0:
            return STUCK, -1
        rest = np.empty(count, np.int64)
        _take_out(line, count, bye, rest)
        line, count = rest, count - 1
    everyone = len(scores.byes)
    starts, points = np.empty(count + 2, np.int64), scores.sums[POINTS]
    piles = 0
    for place in range(count):
        if place == 0 or points[line[place]] != points[line[place - 1]]:
            starts[piles] = place
            piles += 1
    starts[piles] = count
    with_kin = False
    for place in range(count):
        with_kin |= kin[line[place]] >= 0
    safe = count + 2 if with_kin else 2 * (rounds + 1)
    notes = np.full((4, everyone), UNKNOWN, np.int64)
    gone, closed, welcome, may_float = notes[0], notes[1], notes[2], notes[3]
    gone[:] = 0
    cut = ShuffledPiles(line, starts, piles, scores.met, rounds, kin, safe, gone, closed, welcome)
    return pair_piles(cut, may_float, firsts, seconds), bye


@inlined
def _shuffled_line(scores: Scores, here: Lines, count: int, number: int, seed: int, line: Lines) -> None:
    """Shuffled, then the highest pile first [SR-PAIR-3, SR-PAIR-10]."""
    pile = here[:count].copy()
    shuffle(_numbered_lots(seed, _PILES, number), pile, count)
    points = scores.sums[POINTS]
    at = np.zeros(number + 2, np.int64)  # nobody has more points than rounds played
    for place in range(count):
        at[points[pile[place]]] += 1
    above = 0
    for total in range(number + 1, -1, -1):
        above, at[total] = above + at[total], above
    for place in range(count):
        total = points[pile[place]]
        line[at[total]] = pile[place]
        at[total] += 1


@inlined
def _from_the_top(plan: EventPlan, scores: Scores, record: Record, most: int, into: Lines) -> int:
    """Those still here in the order of the standings, at most so many; how many they are."""
    count = 0
    for place in range(plan.players):
        player = record.order[place]
        if count < most and not scores.gone[player]:
            into[count] = player
            count += 1
    return count


@inlined
def _neighbours(line: Lines, pairs: int, firsts: Lines, seconds: Lines) -> None:
    """First against second, third against fourth, and so on [ST-RNK-8, SR-VRANK-7]."""
    for k in range(pairs):
        firsts[k], seconds[k] = line[2 * k], line[2 * k + 1]


@inlined
def _apart(plan: EventPlan, scores: Scores, number: int) -> Lines:
    """The club of each player while its members are kept apart, -1 for none."""
    if plan.apart:
        scores.kin[:] = -1
        if plan.apart == 2 or number == 1:
            scores.kin[:] = plan.clubs
    return scores.kin


@inlined
def pair_saga_round(
    plan: EventPlan, scores: Scores, record: Record, here: Lines, count: int, number: int
) -> tuple[int, int]:
    """The pairs and the bye of a SAGA round; of the ranking round, who is over sits out [ST-RNK-8, ST-RNK-11]."""
    firsts, seconds = record.firsts[number - 1], record.seconds[number - 1]
    line = np.empty(count, np.int64)
    if plan.ranked and number == plan.rounds:
        _from_the_top(plan, scores, record, count, line)
        _neighbours(line, count // 2, firsts, seconds)
        return count // 2, line[count - 1] if count % 2 else -1
    saga_line(plan, scores, here, count, line)
    return _pair_saga(scores, line, count, number - 1, _apart(plan, scores, number), firsts, seconds)


@inlined
def pair_steamroller_round(
    plan: EventPlan, scores: Scores, record: Record, here: Lines, count: int, number: int, lot: int
) -> tuple[int, int]:
    """The pairs and the bye of a Steamroller round; two of them are final tables if it is paired by rank."""
    firsts, seconds = record.firsts[number - 1], record.seconds[number - 1]
    line = np.empty(count, np.int64)
    _shuffled_line(scores, here, count, number, lot, line)
    settled = 0
    if plan.ranked and number == plan.rounds:
        top = np.empty(4, np.int64)
        settled = _from_the_top(plan, scores, record, 4, top) // 2
        _neighbours(top, settled, firsts, seconds)
        for place in range(2 * settled):
            _take_out(line, count, top[place], line)
            count -= 1
    if count == 0:
        return settled, -1
    kin = _apart(plan, scores, number)
    made, bye = _pair_steamroller(scores, line, count, number, kin, lot, firsts[settled:], seconds[settled:])
    return made if made == STUCK else settled + made, bye
