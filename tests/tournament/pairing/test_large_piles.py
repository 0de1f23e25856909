"""
The walk against one matching of least cost over the whole field, on fields too large to try every pairing.

These fields have the shapes the walk takes its shortcuts for: large piles between tiny ones, floats out of and into
large piles, players at the bottom who have met each other.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

import pytest

from heraut.tournament.lots import Lots
from heraut.tournament.pairing.contender import Apart, Contender, Swiss, Wishes
from heraut.tournament.pairing.round import pair_round
from heraut.tournament.pairing.weighted import Digits, least_cost_matching
from tournament.pairing.histories import History

pytestmark = pytest.mark.slow  # thousands of pairings, each made twice

TIMES = 20 if os.environ.get("HERAUT_LONG") else 1
SHAPES = (
    (2, 30),
    (30, 2),
    (1, 2, 31),
    (3, 1, 30),
    (31, 2, 1),
    (31, 1, 1, 1),
    (2, 1, 1, 26, 3, 1),
    (21, 20, 1),
    (20, 3, 19),
    (1, 13, 15, 1),
    (2, 12, 18, 12, 2),
)


def fields(seed: int, how_many: int) -> Iterator[list[Contender]]:
    """Piles of those sizes; players meet chiefly inside tiny piles, now and then elsewhere."""
    lots = Lots(seed, "large piles")
    for number in range(how_many):
        shape = SHAPES[number % len(SHAPES)]
        history = History(sum(shape))
        pile_of = [pile for pile, size in enumerate(shape) for _ in range(size)]
        games = [0] * len(pile_of)
        most, rare = 1 + lots.below(3), 8 + lots.below(40)
        for i, pile in enumerate(pile_of):
            history.points[i] = 2 * (len(shape) - pile) - (pile > 1)
            history.clubs[i] = (None, None, None, "a", "b")[lots.below(5)]
            for j in range(i):
                likely = 2 if pile_of[j] == pile and shape[pile] < 4 else rare
                if games[i] < most and games[j] < most and lots.below(likely) == 0:
                    history.meet(i, j)
                    games[i] += 1
                    games[j] += 1
        yield history.contenders()


def best_steamroller(order: Sequence[Contender], *, apart: bool) -> list[tuple[int, int]]:
    n = len(order)
    piles = sorted({contender.points for contender in order}, reverse=True)
    fall = int(piles[0] - piles[-1])
    digits = Digits([n, *([n, n * fall] * len(piles)), n, *([2 * n] * n)])
    costs: list[list[int | None]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            cost = digits.at(0, int(order[j].id in order[i].met))
            if order[i].points != order[j].points:
                pile = piles.index(order[i].points)
                cost += digits.at(1 + 2 * pile, 1) + digits.at(2 + 2 * pile, int(order[i].points - order[j].points))
            kin = bool(apart and order[i].club and order[i].club == order[j].club)
            cost += digits.at(1 + 2 * len(piles), int(kin))
            costs[i][j] = costs[j][i] = cost + digits.at(2 + 2 * len(piles) + i, j + n * kin)
    return [(i, j) for i, j in enumerate(least_cost_matching(costs)) if i < j]


def best_saga(order: Sequence[Contender]) -> list[tuple[int, int]]:
    n = len(order)
    digits = Digits([n * 99, *([2 * n] * n)])
    costs: list[list[int | None]] = [[None] * n for _ in range(n)]
    for i in range(n):
        for rank, j in enumerate(sorted(range(i + 1, n), key=lambda j: (order[i].met.count(order[j].id), j))):
            costs[i][j] = costs[j][i] = digits.at(0, order[i].met.count(order[j].id)) + digits.at(1 + i, rank)
    return [(i, j) for i, j in enumerate(least_cost_matching(costs)) if i < j]


@pytest.mark.clause("SR-PAIR-4", "SR-PAIR-5", "SR-PAIR-7", "SR-PAIR-9")
@pytest.mark.parametrize("apart", [False, True])
def test_shortcuts_through_large_piles_lose_nothing(apart: bool):
    wishes = Wishes(clubs_apart=Apart.ALWAYS if apart else Apart.OFF)
    for number, field in enumerate(fields(41 + apart, 110 * TIMES)):
        pairing = pair_round(Swiss.STEAMROLLER, field, round=2, seed=number, wishes=wishes)
        named = {contender.id: contender for contender in field}
        order = [named[seat] for seat in pairing.order if seat != pairing.bye]
        place = {contender.id: i for i, contender in enumerate(order)}
        made = sorted((place[pair.first], place[pair.second]) for pair in pairing.pairs)

        assert made == best_steamroller(order, apart=apart), number


@pytest.mark.clause("ST-PAIR-5")
def test_the_free_walk_loses_nothing():
    for number, field in enumerate(fields(43, 110 * TIMES)):
        pairing = pair_round(Swiss.SAGA, field, round=2, seed=number)
        named = {contender.id: contender for contender in field}
        order = [named[seat] for seat in pairing.order if seat != pairing.bye]
        place = {contender.id: i for i, contender in enumerate(order)}

        assert [(place[pair.first], place[pair.second]) for pair in pairing.pairs] == best_saga(order), number
