"""
Some Steamroller piles weighed together, where none can be paired at the bound of its parity [SR-PAIR-7].

A window runs from one pile down to a pile large enough to take in everyone between and still be paired inside; the
players of that pile stand in it without names.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from heraut.tournament.pairing.field import Couple, Couples, PairingField, safe_size, walk_freely
from heraut.tournament.pairing.piles import Piles
from heraut.tournament.pairing.weighted import MOST_WISHED, Cost, Digits, TooManyWishes, least_cost_matching


class PairingWindow(msgspec.Struct, frozen=True):
    """
    The players weighed together, in order, with the pile and points of each.

    `floor` are the points of the large pile under the window; None when the window reaches the bottom.
    """

    players: list[int]
    pile_of: list[int]
    points: list[int]
    floor: int | None


def pair_window(piles: Piles, pile: int, points: Sequence[int]) -> tuple[Couples, int]:
    """The pairs of the window that begins at this pile, and the pile at which the walk goes on."""
    end = _end(piles, pile)
    lower = sum(map(len, piles.piles[pile + 1 : end]))
    keep = safe_size(piles.reluctance) + 2 * lower + 2
    paired, left = walk_freely(piles.field, piles.piles[pile], keep)
    window = _open(piles, pile, end, left, points)
    if len(window.players) > MOST_WISHED and piles.field.has_kin:
        raise TooManyWishes
    paired.extend(_land(piles, end, _weigh(piles.field, window)))
    return paired, end


def _end(piles: Piles, pile: int) -> int:
    """The first pile below that can take in everyone between and still be paired inside; else the bottom."""
    between = min(len(piles.piles[pile]), safe_size(piles.reluctance) + 2)
    for lower in range(pile + 1, len(piles.piles)):
        if len(piles.piles[lower]) >= safe_size(piles.reluctance) + 4 * between + 4:
            return lower
        between += len(piles.piles[lower])
    return len(piles.piles)


def _open(piles: Piles, pile: int, end: int, left: list[int], points: Sequence[int]) -> PairingWindow:
    groups = [left, *piles.piles[pile + 1 : end]]
    players = [player for group in groups for player in group]
    pile_of = [number for number, group in enumerate(groups) for _ in group]
    floor = points[piles.piles[end][0]] if end < len(piles.piles) else None
    return PairingWindow(players, pile_of, [points[player] for player in players], floor)


def _weigh(field: PairingField, window: PairingWindow) -> list[tuple[int, int | None]]:
    """The pairs in walking order; None stands for somebody of the large pile below."""
    n, falls = len(window.players), max(window.points) - (min(window.points) if window.floor is None else window.floor)
    piles = window.pile_of[-1] + 1
    sizes = [window.pile_of.count(pile) for pile in range(piles)]
    digits = Digits([n, *(width for size in sizes for width in (size, size * falls)), n, *([2 * n] * n)])
    costs: list[list[Cost]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            costs[i][j] = costs[j][i] = _cost(field, window, digits, i, j)
    if window.floor is not None:
        _dig(window, digits, costs)
    mate = least_cost_matching(costs)
    return [(window.players[i], window.players[j] if j < n else None) for i, j in enumerate(mate[:n]) if i < j]


def _cost(field: PairingField, window: PairingWindow, digits: Digits, i: int, j: int) -> int:
    one, other = window.players[i], window.players[j]
    wishes = 2 * window.pile_of[-1] + 3
    kin = field.are_kin(one, other)
    cost = digits.at(wishes, int(kin)) + digits.at(wishes + 1 + i, j - i - 1 + (len(window.players) if kin else 0))
    if field.have_met(one, other):
        cost += digits.at(0, 1)
    return cost + _fall(window, digits, i, window.pile_of[j], window.points[j])


def _fall(window: PairingWindow, digits: Digits, i: int, pile: int, points: int) -> int:
    own = window.pile_of[i]
    if own == pile:
        return 0
    return digits.at(1 + 2 * own, 1) + digits.at(2 + 2 * own, window.points[i] - points)


def _dig(window: PairingWindow, digits: Digits, costs: list[list[Cost]]) -> None:
    """Add as many nameless players of the pile below as there are in the window."""
    n, wishes = len(window.players), 2 * window.pile_of[-1] + 3
    assert window.floor is not None
    downs: list[Cost] = [
        _fall(window, digits, i, NO_PILE, window.floor) + digits.at(wishes + 1 + i, n - i - 1) for i in range(n)
    ]
    for i in range(n):
        costs[i] = [*costs[i], *([downs[i]] * n)]
    costs.extend([*downs, *(None if i == j else 0 for j in range(n))] for i in range(n))


NO_PILE = -1


def _land(piles: Piles, end: int, couples: Sequence[tuple[int, int | None]]) -> list[Couple]:
    """Give each float to the pile below the first player of it they are free to play."""
    landed: list[Couple] = []
    taken: set[int] = set()
    for one, other in couples:
        if other is not None:
            landed.append((one, other))
            continue
        guest = next(guest for guest in piles.piles[end] if guest not in taken and piles.field.free(one, guest))
        taken.add(guest)
        landed.append((one, guest))
    if taken:
        piles.take(end, tuple(taken))
    return landed
