"""
Where players begin on a new map and what lies where: the starts and the categories that make them equal.

A map's ground is given: its roads, and which territories look alike. Starts are chosen so that rivals keep apart and
each has as much land as the others; then territories of different categories change places, alone or with all that look
like them, as long as the starts become more alike (hill climbing on the score of `fairness`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, product
from math import lcm
from typing import NamedTuple

from heraut.campaign.chance import Below, pick, shuffle
from heraut.campaign.maps.fairness import REACH
from heraut.campaign.names import Category
from heraut.campaign.tables import incomes, terrain

RIVALS_APART, PRESTIGE_APART = 3, 3
"""Starts, and prestige territories, are at least so many roads from one another."""
TRIED, LIKELY, CLIMBED = 120, 16, 4
"""Start sets that are looked at on one map, those with the fairest land, and how often a climb begins."""

Deal = list[Category]
"""The category of each territory, by its place."""


@dataclass(frozen=True, slots=True)
class Ground:
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


def deal(ground: Ground, players: int, below: Below) -> Dealt | None:
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


def fairer(ground: Ground, dealt: Dealt) -> Dealt | None:
    """The same starts on other roads, if that is fairer and neither rivals nor prestige come too near."""
    prestige = [land for land, category in enumerate(dealt.categories) if category is Category.PRESTIGE]
    if not (_far(dealt.starts, ground, RIVALS_APART) and _far(prestige, ground, PRESTIGE_APART)):
        return None
    scale = _Scale(ground, dealt.starts)
    return _climb(ground, scale, dealt.categories) if scale.unfairness(dealt.categories) < dealt.unfairness else None


def unit(players: int) -> int:
    """How much of `Dealt.unfairness` is one point of `fairness.unfairness`."""
    return 2 * lcm(*range(1, players + 1))


def _apart(ground: Ground, players: int, below: Below) -> list[tuple[int, ...]]:
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


def _far(lands: Sequence[int], ground: Ground, roads: int) -> bool:
    return all(ground.distances[one][other] >= roads for one, other in combinations(lands, 2))


def _prestige(ground: Ground) -> list[tuple[int, ...]]:
    """Every way to place prestige territories in groups that look alike around the centre, far from one another."""
    wanted = _counts()[Category.PRESTIGE] - 1
    groups = sorted({tuple(sorted(ground.alike(land))) for land in ground.lands} - {(ground.centre,)})
    some = (chosen for many in range(1, wanted + 1) for chosen in combinations(groups, many))
    sets = ((ground.centre, *chain(*chosen)) for chosen in some if sum(map(len, chosen)) == wanted)
    return [prestige for prestige in sets if _far(prestige, ground, PRESTIGE_APART)]


def _counts() -> dict[Category, int]:
    return {category: sum(row.count for row in terrain() if row.category is category) for category in Category}


def _first(ground: Ground, starts: tuple[int, ...], prestige: tuple[int, ...], below: Below) -> Deal:
    """Prestige where it was placed, the other categories anywhere; starts are normal."""
    free = [land for land in ground.lands if land not in {*starts, *prestige}]
    shuffle(below, free)
    developed = free[: _counts()[Category.DEVELOPED]]
    kinds = dict.fromkeys(prestige, Category.PRESTIGE) | dict.fromkeys(developed, Category.DEVELOPED)
    return [kinds.get(land, Category.NORMAL) for land in ground.lands]


def _climb(ground: Ground, scale: _Scale, categories: Deal) -> Dealt:
    """Take the best exchange as long as it helps."""
    score = scale.unfairness(categories)
    while score > scale.land:
        tried = [_exchanged(categories, swap) for swap in _exchanges(ground, categories, scale.starts)]
        best = min(tried, key=scale.unfairness, default=categories)
        if scale.unfairness(best) >= score:
            break
        score, categories = scale.unfairness(best), best
    return Dealt(score, scale.starts, categories)


Swap = frozenset[tuple[int, int]]
"""Territories that change places, two by two."""


def _exchanges(ground: Ground, categories: Deal, starts: tuple[int, ...]) -> Iterator[Swap]:
    """Two territories, and with them those that look like them from some or from all sides."""
    fixed = {ground.centre, *starts}
    free = [land for land in range(len(categories)) if land not in fixed]
    swaps: dict[Swap, None] = {}
    for one, other in combinations(free, 2):
        looks = [(image[one], image[other]) for image in ground.images]
        sides = [looks, *([looks[0], look] for look in looks[len(starts) % 2 :])]
        swaps |= dict.fromkeys(frozenset(side) for side in sides)
    return (swap for swap in swaps if _possible(ground, categories, swap, fixed))


def _possible(ground: Ground, categories: Deal, swap: Swap, fixed: set[int]) -> bool:
    """Whether something changes, nobody moves twice, and prestige stays far from prestige."""
    moved = [land for pair in swap for land in pair]
    if len(set(moved)) < len(moved) or fixed & set(moved) or all(categories[a] is categories[b] for a, b in swap):
        return False
    if not any(categories[land] is Category.PRESTIGE for land in moved):
        return True
    found = _exchanged(categories, swap)
    return _far([land for land, one in enumerate(found) if one is Category.PRESTIGE], ground, PRESTIGE_APART)


def _exchanged(categories: Deal, swap: Swap) -> Deal:
    found = categories.copy()
    for one, other in swap:
        found[one], found[other] = found[other], found[one]
    return found


class _Scale:
    """
    The score of `fairness.unfairness` for one set of starts, in whole numbers and fast.

    What does not depend on the categories, land and rivals, is worked out once.
    """

    __slots__ = ("_distances", "_gives", "_near", "_parts", "_shares", "land", "starts")

    def __init__(self, ground: Ground, starts: tuple[int, ...]) -> None:
        self.starts = starts
        self._parts = lcm(*range(1, len(starts) + 1))
        self._distances = [ground.distances[start] for start in starts]
        self._near = [[land for land, far in enumerate(row) if far <= REACH] for row in self._distances]
        self._gives = {**incomes(), Category.PRESTIGE: 0}
        self._shares: list[dict[int, int]] = [{} for _ in starts]
        for land, *far in zip(ground.lands, *self._distances, strict=True):
            nearest = [place for place, distance in enumerate(far) if distance == min(far)]
            for place in nearest:
                self._shares[place][land] = self._parts // len(nearest)
        rivals = [min(row[other] for other in starts if row[other]) for row in self._distances]
        self.land = 2 * self._parts * _width(rivals) + _width([sum(share.values()) for share in self._shares])

    def fame(self, prestige: Sequence[int]) -> int:
        """The part of the score that land, rivals and prestige make: no other deal of these can be fairer."""
        ways = [sum(sorted(row[land] for land in prestige)[:2]) for row in self._distances]
        shares = [sum(share.get(land, 0) for land in prestige) for share in self._shares]
        return self.land + 2 * self._parts * _width(ways) + 4 * _width(shares)

    def unfairness(self, categories: Deal) -> int:
        """`unit` times the score of `fairness`."""
        income = [self._gives[category] for category in categories]
        prestige = [land for land, category in enumerate(categories) if category is Category.PRESTIGE]
        reach = [sum(income[land] for land in near) for near in self._near]
        earned = [sum(part * income[land] for land, part in share.items()) for share in self._shares]
        return self.fame(prestige) + 2 * self._parts * _width(reach) + _width(earned)


def _width(values: Sequence[int]) -> int:
    return max(values) - min(values)
