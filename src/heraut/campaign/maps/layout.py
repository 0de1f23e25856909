"""
The ground of a new map: places and the roads between them, before anything lies there.

A layout looks the same from the other side of its centre. Territories keep apart, roads cross nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import NamedTuple

from heraut.campaign.chance import Below

WIDTH, HEIGHT, MARGIN = 1000, 700, 60
APART = 105
"""Territories are at least this far from one another, and half of it from roads that pass them."""
THROWS = 1000
"""Places tried for one layout."""

Images = Sequence[Sequence[int]]
Road = tuple[int, int]
"""Two territories by their numbers, the lower first."""


class Spot(NamedTuple):
    """A place in the box."""

    x: int
    y: int


CENTRE = Spot(WIDTH // 2, HEIGHT // 2)


@dataclass(frozen=True, slots=True)
class Layout:
    """
    Places in reading order, roads, and how the map looks from its two sides.

    An image tells for every territory which one takes its place there; the first is the map itself.
    """

    spots: tuple[Spot, ...]
    roads: tuple[Road, ...]
    images: tuple[tuple[int, ...], ...]


def lay_out(count: int, roads: int, below: Below) -> Layout | None:
    """So many territories and roads; None when this throw of places does not allow them."""
    spots = _scatter(count, below)
    if spots is None:
        return None
    ordered = tuple(sorted(spots, key=lambda one: (one.y // 140, one.x)))
    images = tuple(range(count)), tuple(ordered.index(_across(spot)) for spot in ordered)
    found = _roads(ordered, images, roads)
    return None if found is None else Layout(ordered, found, images)


def _across(spot: Spot) -> Spot:
    """The place across the centre."""
    return Spot(WIDTH - spot.x, HEIGHT - spot.y)


def _scatter(count: int, below: Below) -> list[Spot] | None:
    """The centre and pairs of facing places, none too near another."""
    spots = [CENTRE]
    for _ in range(THROWS):
        spot = Spot(MARGIN + below(WIDTH - 2 * MARGIN), MARGIN + below(HEIGHT - 2 * MARGIN))
        if all(_square(spot, other) >= APART * APART for other in (*spots, _across(spot))):
            spots += [spot, _across(spot)]
        if len(spots) == count:
            return spots
    return None


def _square(one: Spot, other: Spot) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _roads(spots: Sequence[Spot], images: Images, count: int) -> tuple[Road, ...] | None:
    """The shortest roads that cross none shorter and pass no territory closely, with all they look like elsewhere."""
    roads: set[Road] = set()
    for group in _groups(spots, images):
        if not group & roads and len(roads) + len(group) <= count and _fits(min(group), roads | group, spots):
            roads |= group
        if len(roads) == count:
            return tuple(sorted(roads))
    return None


def _groups(spots: Sequence[Spot], images: Images) -> Iterable[frozenset[Road]]:
    """Every pair of territories with all it looks like elsewhere, the nearest pairs first."""
    pairs = sorted(combinations(range(len(spots)), 2), key=lambda pair: _square(spots[pair[0]], spots[pair[1]]))
    return dict.fromkeys(_group(pair, images) for pair in pairs)


def _group(road: Road, images: Images) -> frozenset[Road]:
    ends = ((image[road[0]], image[road[1]]) for image in images)
    return frozenset((min(pair), max(pair)) for pair in ends)


def rerouted(layout: Layout) -> Iterator[Layout]:
    """The layouts in which a road and those that look like it have been given up for as many others."""
    present = set(layout.roads)
    groups = {_group(road, layout.images): None for road in layout.roads}
    for new in _groups(layout.spots, layout.images):
        if new & present or not _fits(min(new), new, layout.spots):
            continue
        crossed = {road for road in present if _meet(min(new), road, layout.spots)}
        for old in groups:
            if len(old) == len(new) and crossed <= old:
                yield replace(layout, roads=tuple(sorted(present - old | new)))


class Ways(dict[int, list[int]]):
    """The roads from a territory to each, -1 where there is no way; worked out when it is asked for."""

    def __init__(self, count: int, roads: Iterable[Road]) -> None:
        super().__init__()
        self._near = [0] * count  # sets of territories as the bits of a number
        for one, other in roads:
            self._near[one] |= 1 << other
            self._near[other] |= 1 << one

    def __missing__(self, land: int) -> list[int]:
        far = self[land] = [-1] * len(self._near)
        edge = reached = 1 << land
        steps = 0
        while edge:
            beyond = 0
            while edge:
                here = edge.bit_length() - 1
                far[here] = steps
                beyond |= self._near[here]
                edge ^= 1 << here
            edge, steps = beyond & ~reached, steps + 1
            reached |= edge
        return far


def _fits(road: Road, roads: Iterable[Road], spots: Sequence[Spot]) -> bool:
    """Whether a road crosses no other and passes no territory closely."""
    one, other = spots[road[0]], spots[road[1]]
    clear = all(_clear(one, other, spot) for land, spot in enumerate(spots) if land not in road)
    return clear and not any(_meet(road, each, spots) for each in roads)


def _meet(road: Road, other: Road, spots: Sequence[Spot]) -> bool:
    """Whether two roads cross; at a common end they do not."""
    return not {*road} & {*other} and _cross(*(spots[land] for land in (*road, *other)))


def _turn(a: Spot, b: Spot, c: Spot) -> int:
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)


def _cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether two segments without a common end meet; three points in a line count as meeting."""
    return _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0


def _clear(a: Spot, b: Spot, point: Spot) -> bool:
    """Whether a point is far enough from a segment, in whole numbers only."""
    along = (point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)
    length = _square(a, b)
    if along <= 0 or along >= length:
        return True
    return 4 * _turn(a, b, point) ** 2 >= APART * APART * length
