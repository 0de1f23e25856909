"""How fair a set of start territories is: the measures of the default map's tables, as numbers one can compare."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from heraut.campaign.maps.map import Map
from heraut.campaign.names import Category, TerritoryId
from heraut.campaign.tables import incomes

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
    return tuple(_measure(map, start, starts) for start in starts)


def _measure(map: Map, start: TerritoryId, starts: tuple[TerritoryId, ...]) -> StartMeasures:
    distances = map.distances[start]
    nearest = _shares(map, start, starts)
    return StartMeasures(
        start,
        tuple(sorted(distances[goal] for goal in map.prestige)),
        sum(_income(map, at) for at, far in distances.items() if far <= 1),
        sum(_income(map, at) for at, far in distances.items() if far <= REACH),
        tuple(sorted(distances[rival] for rival in starts if rival != start)),
        sum(nearest.values(), Fraction(0)),
        sum((part * _income(map, at) for at, part in nearest.items()), Fraction(0)),
        sum((part for at, part in nearest.items() if at in map.prestige), Fraction(0)),
    )


def _income(map: Map, at: TerritoryId) -> int:
    category = map.territories[at].category
    return 0 if category is Category.PRESTIGE else incomes()[category]


def _shares(map: Map, start: TerritoryId, starts: tuple[TerritoryId, ...]) -> Mapping[TerritoryId, Fraction]:
    """The territories that no other start is nearer to, each divided by those equally near."""
    shares = {}
    for at in map.territories:
        far = [map.distances[one][at] for one in starts]
        if map.distances[start][at] == min(far):
            shares[at] = Fraction(1, far.count(min(far)))
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
