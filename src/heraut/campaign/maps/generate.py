"""
New maps: planar, with the counts of the standard map, and as fair as can be found for a number of players.

A map is made of pairs of territories that face each other across its centre, where the last prestige territory lies;
roads come in pairs too, and so do categories, so that two starts that face each other are equal in every respect.
Territories keep apart, roads cross nothing. Many maps are made from one seed; the fairest is kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from heraut.campaign.chance import Below, SplitMix, shuffle
from heraut.campaign.maps.fairness import unfairness
from heraut.campaign.maps.map import Map, Territory, build, distances_from, neighbourhoods
from heraut.campaign.names import Category, TerritoryId
from heraut.campaign.tables import terrain

WIDTH, HEIGHT, MARGIN = 1000, 700, 60
APART = 105
"""Territories are at least this far from one another, and half of it from roads that pass them."""

ROADS = 44
DRAFTS = 40
RIVALS_APART = 3

Road = tuple[TerritoryId, TerritoryId]


class Spot(NamedTuple):
    """A place in the box."""

    x: int
    y: int

    def facing(self) -> Spot:
        """The place across the centre."""
        return Spot(WIDTH - self.x, HEIGHT - self.y)


CENTRE = Spot(WIDTH // 2, HEIGHT // 2)


def generate(players: int, seed: int, *, drafts: int = DRAFTS) -> Map:
    """The fairest of several random maps for this number of players; a seed gives the same map for ever."""
    below = SplitMix(seed)
    made = [_draft(players, below) for _ in range(drafts)]
    return min(made, key=lambda map: (_crowding(map, map.starts[players]), unfairness(map, map.starts[players])))


def _fairest(map: Map, sets: Iterable[tuple[TerritoryId, ...]]) -> tuple[TerritoryId, ...]:
    """Rivals too near are worse than any unfairness, and sooner counted."""
    crowded = {starts: _crowding(map, starts) for starts in sets}
    least = min(crowded.values())
    return min(
        (starts for starts, near in crowded.items() if near == least), key=lambda starts: unfairness(map, starts)
    )


def _crowding(map: Map, starts: tuple[TerritoryId, ...]) -> int:
    """By how many roads the nearest rivals are too near."""
    least = min(map.distances[one][other] for one, other in combinations(starts, 2))
    return max(0, RIVALS_APART - least)


def _draft(players: int, below: Below) -> Map:
    while True:
        spots = _scatter(below, sum(row.count for row in terrain()))
        where = {TerritoryId(f"T{place:02}"): spot for place, spot in enumerate(spots, start=1)}
        facing = _facing(where)
        roads = _roads(where, facing)
        ids = tuple(where)
        if len(distances_from(ids[0], neighbourhoods(ids, roads))) == len(ids):
            break
    types = _deal(where, facing, neighbourhoods(ids, roads), below)
    names = ("Carte nouvelle", "New map")
    lands = {id: _territory(id, types[id], spot) for id, spot in where.items()}
    bare = build(names, (WIDTH, HEIGHT), lands, roads, {})
    starts = _fairest(bare, _start_sets(bare, facing, players))
    return build(names, (WIDTH, HEIGHT), lands, roads, {players: starts})


def _territory(id: TerritoryId, type: str, spot: Spot) -> Territory:
    row = next(row for row in terrain() if row.name == type)
    return Territory(id, type, spot.x, spot.y, f"{row.fr} {id}", f"{row.en} {id}")


def _scatter(below: Below, count: int) -> list[Spot]:
    """The centre and pairs of facing places, none too near another, in reading order."""
    while True:
        spots = [CENTRE]
        for _ in range(count * 40):
            spot = Spot(MARGIN + below(WIDTH - 2 * MARGIN), MARGIN + below(HEIGHT - 2 * MARGIN))
            if all(_square(spot, other) >= APART * APART for other in (*spots, spot.facing())):
                spots += [spot, spot.facing()]
            if len(spots) == count:
                return sorted(spots, key=lambda one: (one.y // 140, one.x))


def _facing(where: Mapping[TerritoryId, Spot]) -> dict[TerritoryId, TerritoryId]:
    at = {spot: id for id, spot in where.items()}
    return {id: at[spot.facing()] for id, spot in where.items()}


def _square(one: Spot, other: Spot) -> int:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2


def _roads(where: Mapping[TerritoryId, Spot], facing: Mapping[TerritoryId, TerritoryId]) -> tuple[Road, ...]:
    """The shortest roads that cross none shorter and pass no territory closely, each with the one facing it."""
    pairs = sorted(combinations(where, 2), key=lambda pair: _square(where[pair[0]], where[pair[1]]))
    roads: list[Road] = []
    for one, other in pairs:
        twin = (min(facing[one], facing[other]), max(facing[one], facing[other]))
        if len(roads) < ROADS and (one, other) not in roads and _fits((one, other), [*roads, twin], where):
            roads += sorted({(one, other), twin})
    return tuple(sorted(roads))


def _fits(pair: Road, roads: Sequence[Road], where: Mapping[TerritoryId, Spot]) -> bool:
    one, other = where[pair[0]], where[pair[1]]
    if any(_cross(one, other, where[a], where[b]) for a, b in roads if not {a, b} & set(pair)):
        return False
    return all(_clear(one, other, spot) for id, spot in where.items() if id not in pair)


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


def _deal(
    where: Mapping[TerritoryId, Spot],
    facing: Mapping[TerritoryId, TerritoryId],
    neighbours: Mapping[TerritoryId, tuple[TerritoryId, ...]],
    below: Below,
) -> dict[TerritoryId, str]:
    """A type for each territory: prestige far from prestige, and facing territories of one category."""
    centre = next(id for id, spot in where.items() if spot == CENTRE)
    prestige = [centre]
    while len(prestige) < sum(row.count for row in terrain() if row.category is Category.PRESTIGE):
        gaps = {
            id: min(distances_from(id, neighbours)[one] for one in (*prestige, facing[id]))
            for id in where
            if id != centre
        }
        best = max((id for id in gaps if id not in prestige), key=lambda id: gaps[id])
        prestige += [best, facing[best]]
    lands = [id for id in where if id not in prestige and id < facing[id]]
    shuffle(below, lands)
    paired = [id for land in lands for id in (land, facing[land])]
    return dict(zip(prestige, _types(Category.PRESTIGE), strict=True)) | dict(
        zip(paired, (*_types(Category.DEVELOPED), *_types(Category.NORMAL)), strict=True)
    )


def _types(category: Category) -> list[str]:
    return [row.name for row in terrain() for _ in range(row.count) if row.category is category]


def _start_sets(map: Map, facing: Mapping[TerritoryId, TerritoryId], players: int) -> Iterator[tuple[TerritoryId, ...]]:
    """Facing pairs of normal territories, and one more for an odd number of players."""
    normal = [id for id, land in map.territories.items() if land.category is Category.NORMAL]
    pairs = [(id, facing[id]) for id in normal if id < facing[id]]
    for chosen in combinations(pairs, players // 2):
        starts = [id for pair in chosen for id in pair]
        extras = [(id,) for id in normal if id not in starts] if players % 2 else [()]
        yield from (tuple(sorted((*starts, *extra))) for extra in extras)
