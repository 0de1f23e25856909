"""
How fair a set of start territories is, and on a new map the starts and categories that make them equal.

The measures are those of the default map's tables, as numbers one can compare. On new ground starts are chosen so that
rivals keep apart and each has as much land as the others; then territories of different categories change places, alone
or with all that look like them, as long as the starts become more alike (hill climbing on the score of `unfairness`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, product
from math import lcm
from operator import mul
from typing import NamedTuple

import msgspec

from heraut.campaign.map import Map
from heraut.campaign.tables import Category, TerritoryId, income, terrain
from heraut.pseudorandom import Below, pick, shuffle

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
    return income(map.territories[at].category)


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


RIVALS_APART, PRESTIGE_APART = 3, 3
"""Starts, and prestige territories, are at least so many roads from one another."""
TRIED, LIKELY, CLIMBED = 120, 16, 4
"""Start sets that are looked at on one map, those with the fairest land, and how often a climb begins."""

Deal = list[Category]
"""The category of each territory, by its place."""


@dataclass(frozen=True, slots=True)
class BareMap:
    """
    A map before anything lies on it: the roads from each territory to each, and how it looks from other sides.

    Territories are numbers; an image tells which one takes each one's place.
    """

    distances: Mapping[int, Sequence[int]]
    images: Sequence[Sequence[int]]
    centre: int

    @property
    def lands(self) -> range:
        """All its territories."""
        return range(len(self.images[0]))

    def alike(self, land: int) -> frozenset[int]:
        """The territories that cannot be told from this one."""
        return frozenset(image[land] for image in self.images)


class Dealt(NamedTuple):
    """A complete deal: the less unfair the better, and 0 is perfect; see `unit`."""

    unfairness: int
    starts: tuple[int, ...]
    categories: Deal


def deal(ground: BareMap, players: int, below: Below) -> Dealt | None:
    """The fairest deal that was found; None where no starts keep apart."""
    scales = sorted((_Scale(ground, starts) for starts in _apart(ground, players, below)), key=lambda scale: scale.land)
    tried = product(scales[:LIKELY], _prestige(ground))
    begun = [(scale.fame(prestige), scale, prestige) for scale, prestige in tried if not {*scale.starts} & {*prestige}]
    best: Dealt | None = None
    for least, scale, prestige in sorted(begun, key=lambda one: one[0])[:CLIMBED]:
        if best is None or least < best.unfairness:
            found = _climb(ground, scale, _first(ground, scale.starts, prestige, below))
            best = found if best is None or found.unfairness < best.unfairness else best
    return best


def fairer(ground: BareMap, dealt: Dealt) -> Dealt | None:
    """The same starts on other roads, if that is fairer and neither rivals nor prestige come too near."""
    famous = _famous(dealt.categories)
    if not (_far(dealt.starts, ground, RIVALS_APART) and _far(famous, ground, PRESTIGE_APART)):
        return None
    scale = _Scale(ground, dealt.starts)
    better = scale.land < dealt.unfairness and scale.unfairness(dealt.categories) < dealt.unfairness
    return _climb(ground, scale, dealt.categories) if better else None


def unit(players: int) -> int:
    """How much of `Dealt.unfairness` is one point of `unfairness`."""
    return 2 * lcm(*range(1, players + 1))


def _apart(ground: BareMap, players: int, below: Below) -> list[tuple[int, ...]]:
    """Some sets of starts: groups that look alike, and one more if need be, all far enough from one another."""
    found: dict[tuple[int, ...], None] = {}
    lands = [land for land in ground.lands if land != ground.centre]
    groups = [sorted(group) for group in {ground.alike(land) for land in lands}]
    groups.sort()
    for _ in range(TRIED):
        shuffle(below, groups)
        starts: list[int] = []
        for group in groups:
            if len(starts) + len(group) <= players and _far([*starts, *group], ground, RIVALS_APART):
                starts += group
        starts += [pick(below, lands)] * (players - len(starts))
        if len(set(starts)) == players and _far(starts, ground, RIVALS_APART):
            found[tuple(sorted(starts))] = None
    return list(found)


def _far(lands: Sequence[int], ground: BareMap, roads: int) -> bool:
    return all(ground.distances[one][other] >= roads for one, other in combinations(lands, 2))


def _prestige(ground: BareMap) -> list[tuple[int, ...]]:
    """Every way to place prestige territories in groups that look alike around the centre, far from one another."""
    wanted = _counts()[Category.PRESTIGE] - 1
    groups = sorted({tuple(sorted(ground.alike(land))) for land in ground.lands} - {(ground.centre,)})
    some = (chosen for many in range(1, wanted + 1) for chosen in combinations(groups, many))
    sets = ((ground.centre, *chain(*chosen)) for chosen in some if sum(map(len, chosen)) == wanted)
    return [prestige for prestige in sets if _far(prestige, ground, PRESTIGE_APART)]


def _counts() -> dict[Category, int]:
    return {category: sum(row.count for row in terrain() if row.category is category) for category in Category}


def _first(ground: BareMap, starts: tuple[int, ...], prestige: tuple[int, ...], below: Below) -> Deal:
    """Prestige where it was placed, the other categories anywhere; starts are normal."""
    free = [land for land in ground.lands if land not in {*starts, *prestige}]
    shuffle(below, free)
    developed = free[: _counts()[Category.DEVELOPED]]
    kinds = dict.fromkeys(prestige, Category.PRESTIGE) | dict.fromkeys(developed, Category.DEVELOPED)
    return [kinds.get(land, Category.NORMAL) for land in ground.lands]


def _climb(ground: BareMap, scale: _Scale, categories: Deal) -> Dealt:
    """Take the best exchange as long as it helps."""
    swaps = _swaps(ground, scale.starts)
    score = scale.unfairness(categories)
    while score > scale.land:
        weighed = _Weighed(scale, categories)
        tried = [(weighed.after(swap), swap) for swap in swaps if _possible(ground, categories, swap)]
        best, swap = min(tried, key=lambda one: one[0], default=(score, frozenset()))
        if best >= score:
            break
        score, categories = best, _exchanged(categories, swap)
    return Dealt(score, scale.starts, categories)


Swap = frozenset[tuple[int, int]]
"""Territories that change places, two by two."""


def _swaps(ground: BareMap, starts: tuple[int, ...]) -> tuple[Swap, ...]:
    """Two territories, and with them those that look like them from some or from all sides; none moves twice."""
    fixed = {ground.centre, *starts}
    swaps: dict[Swap, None] = {}
    for one, other in combinations([land for land in ground.lands if land not in fixed], 2):
        looks = [(image[one], image[other]) for image in ground.images]
        sides = [looks, *([looks[0], look] for look in looks[len(starts) % 2 :])]
        swaps |= dict.fromkeys(frozenset(side) for side in sides)
    return tuple(swap for swap in swaps if len(moved := {*chain(*swap)}) == 2 * len(swap) and not fixed & moved)


def _possible(ground: BareMap, categories: Deal, swap: Swap) -> bool:
    """Whether something changes, and prestige stays far from prestige."""
    kinds = [(categories[one], categories[other]) for one, other in swap]
    if all(one is other for one, other in kinds):
        return False
    return Category.PRESTIGE not in chain(*kinds) or _far(_famous(_exchanged(categories, swap)), ground, PRESTIGE_APART)


def _exchanged(categories: Deal, swap: Swap) -> Deal:
    found = categories.copy()
    for one, other in swap:
        found[one], found[other] = found[other], found[one]
    return found


def _famous(categories: Deal) -> list[int]:
    return [land for land, category in enumerate(categories) if category is Category.PRESTIGE]


class _Scale:
    """
    The score of `unfairness` for one set of starts, in whole numbers and fast.

    What does not depend on the categories, land and rivals, is worked out once. A territory's weights tell what each
    point of its income adds for every start: first to the income in reach, then to the income of the start's share.
    """

    __slots__ = ("_distances", "_shares", "_unit", "land", "starts", "weights")

    def __init__(self, ground: BareMap, starts: tuple[int, ...]) -> None:
        self.starts = starts
        self._unit = unit(len(starts))
        self._distances = [ground.distances[start] for start in starts]
        self._shares: list[list[int]] = []
        self.weights: list[list[int]] = []
        for far in zip(*self._distances, strict=True):
            least = min(far)
            part = self._unit // (2 * far.count(least))
            self._shares.append([part if distance == least else 0 for distance in far])
            self.weights.append([self._unit if distance <= REACH else 0 for distance in far] + self._shares[-1])
        rivals = [min(row[other] for other in starts if row[other]) for row in self._distances]
        self.land = self._unit * _width(rivals) + _width([sum(parts) for parts in zip(*self._shares, strict=True)])

    def fame(self, prestige: Sequence[int]) -> int:
        """The part of the score that land, rivals and prestige make: no other deal of these can be fairer."""
        ways = [sum(sorted([row[land] for land in prestige])[:2]) for row in self._distances]
        shares = [sum(parts) for parts in zip(*(self._shares[land] for land in prestige), strict=True)]
        return self.land + self._unit * _width(ways) + 4 * _width(shares)

    def wealth(self, earned: Sequence[int]) -> int:
        """The part of the score that incomes make: in reach, then in each start's share."""
        players = len(self.starts)
        return _width(earned[:players]) + _width(earned[players:])

    def unfairness(self, categories: Deal) -> int:
        """`unit` times the score of `unfairness`."""
        return _Weighed(self, categories).after(frozenset())


class _Weighed:
    """A deal on its scale, so that an exchange is weighed by what it changes alone."""

    __slots__ = ("_categories", "_earned", "_fame", "_gives", "_scale")

    def __init__(self, scale: _Scale, categories: Deal) -> None:
        self._scale, self._categories = scale, categories
        self._gives = {category: income(category) for category in Category}
        gains = [self._gives[category] for category in categories]
        self._earned = [sum(map(mul, gains, weights)) for weights in zip(*scale.weights, strict=True)]
        self._fame = scale.fame(_famous(categories))

    def after(self, swap: Swap) -> int:
        """The score once these have changed places."""
        earned, fame = self._earned, self._fame
        for one, other in swap:
            here, there = self._categories[one], self._categories[other]
            if more := self._gives[there] - self._gives[here]:
                pairs = zip(earned, self._scale.weights[one], self._scale.weights[other], strict=True)
                earned = [before + more * (gained - lost) for before, gained, lost in pairs]
            if here is not there and Category.PRESTIGE in (here, there):
                fame = self._scale.fame(_famous(_exchanged(self._categories, swap)))
        return fame + self._scale.wealth(earned)


def _width(values: Sequence[int]) -> int:
    return max(values) - min(values)
