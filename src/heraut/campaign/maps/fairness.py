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
    """The measures of each start of a set; none of a set that is empty."""
    if not starts:
        return ()
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


APART = 3
"""Roads there should be between two starts, where the map is large enough."""
CLOSENESS = 2
"""What each road less weighs against the unfairness of the starts."""
CLIMBS = 6


def fairest_starts(map: Map, players: int) -> tuple[TerritoryId, ...]:
    """
    Starts for so many players that no exchange of one of them makes fairer; fewer where the map has too few.

    It climbs from territories that lie far from one another, several times, each time beginning with another one.
    """
    normal = tuple(id for id, land in map.territories.items() if land.category is Category.NORMAL)
    if len(normal) < players:
        return normal
    firsts = normal[:: max(1, len(normal) // CLIMBS)]
    found = {_climbed(map, _spread_out(map, first, normal, players), normal) for first in firsts}
    return min(found, key=lambda starts: (_weight(map, starts), starts))


def _spread_out(map: Map, first: TerritoryId, normal: tuple[TerritoryId, ...], players: int) -> tuple[TerritoryId, ...]:
    chosen = [first]
    while len(chosen) < players:
        others = [id for id in normal if id not in chosen]
        chosen.append(max(others, key=lambda id: (min(map.distances[id][one] for one in chosen), id)))
    return tuple(sorted(chosen))


def _climbed(map: Map, starts: tuple[TerritoryId, ...], normal: tuple[TerritoryId, ...]) -> tuple[TerritoryId, ...]:
    best = _weight(map, starts)
    while True:
        exchanged = [
            tuple(sorted((*(one for one in starts if one != gone), come)))
            for gone in starts
            for come in normal
            if come not in starts
        ]
        weighed = min(((_weight(map, each), each) for each in exchanged), default=(best, starts))
        if weighed[0] >= best:
            return starts
        best, starts = weighed


def _weight(map: Map, starts: tuple[TerritoryId, ...]) -> Fraction:
    nearest = min(map.distances[one][other] for one in starts for other in starts if one != other)
    return unfairness(map, starts) + CLOSENESS * max(0, APART - nearest)
