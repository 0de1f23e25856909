"""How fair a set of start territories is: the measures of the default map's tables, as numbers one can compare."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import lcm

import msgspec

from heraut.campaign.maps.map import Map
from heraut.campaign.tables import Category, TerritoryId, incomes

REACH = 2
"""Income is counted within so many roads of a start."""


class StartMeasures(msgspec.Struct, frozen=True):
    """What a start has around it; `share` counts a territory equally near to k starts as 1/k."""

    start: TerritoryId
    prestige: tuple[int, ...]
    income_near: int
    income_in_reach: int
    rivals: tuple[int, ...]
    share: Fraction
    share_income: Fraction
    share_prestige: Fraction


def measures(map: Map, starts: tuple[TerritoryId, ...]) -> tuple[StartMeasures, ...]:
    """The measures of each start of a set."""
    shares = _shares(map, starts)
    return tuple(_measure(map, start, starts, shares[start]) for start in starts)


def _measure(
    map: Map, start: TerritoryId, starts: tuple[TerritoryId, ...], nearest: Mapping[TerritoryId, int]
) -> StartMeasures:
    distances, parts = map.distances[start], _parts(starts)
    return StartMeasures(
        start,
        tuple(sorted(distances[goal] for goal in map.prestige)),
        sum(_income(map, at) for at, far in distances.items() if far <= 1),
        sum(_income(map, at) for at, far in distances.items() if far <= REACH),
        tuple(sorted(distances[rival] for rival in starts if rival != start)),
        Fraction(sum(nearest.values()), parts),
        Fraction(sum(part * _income(map, at) for at, part in nearest.items()), parts),
        Fraction(sum(part for at, part in nearest.items() if at in map.prestige), parts),
    )


def _income(map: Map, at: TerritoryId) -> int:
    category = map.territories[at].category
    return 0 if category is Category.PRESTIGE else incomes()[category]


def _parts(starts: tuple[TerritoryId, ...]) -> int:
    """A territory is counted in so many parts, so that however many are equally near, each has whole ones."""
    return lcm(*range(1, len(starts) + 1))


def _shares(map: Map, starts: tuple[TerritoryId, ...]) -> Mapping[TerritoryId, Mapping[TerritoryId, int]]:
    """For each start the territories that no other is nearer to, in parts, divided among those equally near."""
    parts = _parts(starts)
    shares: dict[TerritoryId, dict[TerritoryId, int]] = {start: {} for start in starts}
    for at in map.territories:
        far = [map.distances[start][at] for start in starts]
        nearest = min(far)
        for start, distance in zip(starts, far, strict=True):
            if distance == nearest:
                shares[start][at] = parts // far.count(nearest)
    return shares


def unfairness(map: Map, starts: tuple[TerritoryId, ...]) -> Fraction:
    """
    0 when all starts are alike; otherwise what the best start has more than the worst.

    Counted are the ways to the two nearest prestige territories, the income in reach, the nearest rival, and the
    shares of land, income and prestige.
    """
    found = measures(map, starts)
    spreads = (
        _spread([Fraction(sum(one.prestige[:2])) for one in found]),
        _spread([Fraction(one.income_in_reach) for one in found]),
        _spread([Fraction(min(one.rivals, default=0)) for one in found]),
        _spread([one.share for one in found]) / 2,
        _spread([one.share_income for one in found]) / 2,
        _spread([one.share_prestige for one in found]) * 2,
    )
    return sum(spreads, Fraction(0))


def _spread(values: list[Fraction]) -> Fraction:
    return max(values) - min(values)
