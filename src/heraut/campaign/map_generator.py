"""
New maps: planar, with the counts of the standard map, and as fair as it is for a number of players.

Layouts are made from one seed, dealt and improved until one is as fair as the standard map; if none is, the fairest is
kept. A layout looks the same from the other side of its centre; territories keep apart, and roads cross nothing.

`python -m heraut.campaign.map_generator PLAYERS SEED` writes the text of one. On the other channel comes a line for
each layout tried: how many so far, and how unfair the fairest of them is.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.resources import files
from itertools import combinations, count, islice
from typing import NamedTuple

from heraut.campaign.map import Map, Territory, build, default_map, write
from heraut.campaign.map_fairness import BareMap, Dealt, deal, fairer, unfairness, unit
from heraut.campaign.tables import Category, TerritoryId, terrain
from heraut.pseudorandom import Below, SplitMix, pick, shuffle

ROADS = 44
DRAFTS, REROUTED = 60, 400
"""How many layouts are made at most, a few being enough nearly always, and how many other roads are tried on each."""
WIDTH, HEIGHT, MARGIN = 1000, 700, 60
APART = 105
"""Territories are at least this far from one another, and half of it from roads that pass them."""
THROWS = 1000
"""Places tried for one layout."""

Name = tuple[str, str]
"""In French and in English."""

Images = Sequence[Sequence[int]]
Road = tuple[int, int]
"""Two territories by their numbers, the lower first."""


class Spot(NamedTuple):
    """A place in the box."""

    x: int
    y: int


CENTRE = Spot(WIDTH // 2, HEIGHT // 2)


@dataclass(frozen=True, slots=True)
class MapLayout:
    """
    Places in reading order, roads, and how the map looks from its two sides.

    An image tells for every territory which one takes its place there; the first is the map itself.
    """

    spots: tuple[Spot, ...]
    roads: tuple[Road, ...]
    images: tuple[tuple[int, ...], ...]


def lay_out(count: int, roads: int, below: Below) -> MapLayout | None:
    """So many territories and roads; None when this throw of places does not allow them."""
    spots = _scatter(count, below)
    if spots is None:
        return None
    ordered = tuple(sorted(spots, key=lambda one: (one.y // 140, one.x)))
    images = tuple(range(count)), tuple(ordered.index(_across(spot)) for spot in ordered)
    found = _roads(ordered, images, roads)
    return None if found is None else MapLayout(ordered, found, images)


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


def rerouted(layout: MapLayout) -> Iterator[MapLayout]:
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


@cache
def _listed() -> dict[str, list[str]]:
    text = (files("heraut.campaign") / "map_names.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def christen(kinds: Sequence[str], below: Below) -> tuple[Name, list[Name]]:
    """A name for a map and one for each of its territories, by their types; no two alike."""
    drawn = {kind: list(names) for kind, names in _listed().items()}
    for names in drawn.values():
        shuffle(below, names)
    return _both(pick(below, drawn["map"])), [_both(drawn[kind].pop()) for kind in kinds]


def _both(name: str) -> Name:
    french, _, english = name.partition(" / ")
    return french, english


Draft = tuple[MapLayout, Dealt]
Told = Callable[[int, Fraction | None], None]
"""Hears how many layouts have been tried, and how unfair the best of them is."""


def wanted(players: int) -> Fraction:
    """The unfairness of the standard map for this number of players: a new one need not be fairer."""
    return unfairness(default_map(), default_map().starts[players])


def _nobody(_tried: int, _unfairness: Fraction | None) -> None:
    return None


def generate(players: int, seed: int, *, drafts: int = DRAFTS, told: Told = _nobody) -> Map:
    """A map as fair as the standard one for this number of players; a seed gives the same map for ever."""
    below = SplitMix(seed)
    enough = unit(players) * wanted(players)
    best: Draft | None = None
    for number in count():
        told(number, None if best is None else Fraction(best[1].unfairness, unit(players)))
        if best is not None and (number >= drafts or best[1].unfairness <= enough):
            break
        made = _draft(players, below)
        improved = made and _improved(*made, enough)
        if improved is not None and (best is None or improved[1].unfairness < best[1].unfairness):
            best = improved
    assert best is not None
    return _finished(*best, below)


def _draft(players: int, below: Below) -> Draft | None:
    """A layout and what lies on it, unless this throw is good for nothing."""
    layout = lay_out(sum(row.count for row in terrain()), ROADS, below)
    ground = None if layout is None else _ground(layout)
    dealt = None if ground is None else deal(ground, players, below)
    return None if layout is None or dealt is None else (layout, dealt)


def _improved(layout: MapLayout, dealt: Dealt, enough: Fraction) -> Draft:
    """Roads are given up for others, and categories exchanged again, as long as it helps and until it is enough."""
    left = REROUTED
    while dealt.unfairness > enough:
        better = None
        for other in islice(rerouted(layout), left):
            left -= 1
            ground = _ground(other)
            if ground is not None and (better := fairer(ground, dealt)) is not None:
                layout, dealt = other, better
                break
        if better is None:
            break
    return layout, dealt


def _ground(layout: MapLayout) -> BareMap | None:
    """The ground of a layout, if there is a way from everywhere to everywhere."""
    ways = Ways(len(layout.spots), layout.roads)
    centre = layout.spots.index(CENTRE)
    return None if min(ways[centre]) < 0 else BareMap(ways, layout.images, centre)


def _finished(layout: MapLayout, dealt: Dealt, below: Below) -> Map:
    """The types of each category are given out in reading order, then everything has a name."""
    rows = [row for row in terrain() for _ in range(row.count)]
    types = {category: [row.name for row in rows if row.category is category] for category in Category}
    kinds = [types[category].pop() for category in dealt.categories]
    title, names = christen(kinds, below)
    ids = [TerritoryId(f"T{place:02}") for place in range(1, len(kinds) + 1)]
    lands = {
        id: Territory(id, kind, spot.x, spot.y, *name, category)
        for id, kind, spot, name, category in zip(ids, kinds, layout.spots, names, dealt.categories, strict=True)
    }
    roads = tuple((ids[one], ids[other]) for one, other in layout.roads)
    starts = tuple(sorted(ids[start] for start in dealt.starts))
    return build(title, (WIDTH, HEIGHT), lands, roads, {len(starts): starts})


GIVES_WAY = 10
"""How much more polite than others: somebody may be waiting for a page."""


def _tell(tried: int, unfairness: Fraction | None) -> None:
    sys.stderr.write(f"{tried} {'' if unfairness is None else unfairness}\n")
    sys.stderr.flush()


def main(players: int, seed: int) -> None:
    """Write one map, politely."""
    if hasattr(os, "nice"):
        os.nice(GIVES_WAY)
    text = write(generate(players, seed, told=_tell))
    sys.stdout.buffer.write(text.encode())


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
