"""The map: territories and the roads between them [SC-MAP-1]."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

import msgspec

from heraut.campaign.names import Category, TerritoryId
from heraut.campaign.tables import categories


class Territory(msgspec.Struct, frozen=True):
    """A node of the map; coordinates are for drawing only [SC-MAP-3]."""

    id: TerritoryId
    terrain: str
    x: int
    y: int
    name_fr: str
    name_en: str

    @property
    def category(self) -> Category:
        """Normal, developed or prestige."""
        return categories()[self.terrain]


class Map(msgspec.Struct, frozen=True):
    """
    A map with what the rules ask of it all the time worked out once.

    `roads` joins each pair once, lower id first; `starts` are the recommended start territories for a number of
    players; `distances` counts roads and nothing else [SC-MAP-5].
    """

    name_fr: str
    name_en: str
    width: int
    height: int
    territories: Mapping[TerritoryId, Territory]
    roads: tuple[tuple[TerritoryId, TerritoryId], ...]
    starts: Mapping[int, tuple[TerritoryId, ...]]
    neighbours: Mapping[TerritoryId, tuple[TerritoryId, ...]]
    distances: Mapping[TerritoryId, Mapping[TerritoryId, int]]
    prestige: frozenset[TerritoryId]


def build(
    names: tuple[str, str],
    size: tuple[int, int],
    territories: Mapping[TerritoryId, Territory],
    roads: tuple[tuple[TerritoryId, TerritoryId], ...],
    starts: Mapping[int, tuple[TerritoryId, ...]],
) -> Map:
    """The map of these territories and roads; the roads must join existing territories."""
    neighbours = neighbourhoods(tuple(territories), roads)
    return Map(
        *names,
        *size,
        dict(territories),
        roads,
        dict(starts),
        neighbours,
        {start: distances_from(start, neighbours) for start in territories},
        frozenset(id for id, territory in territories.items() if territory.category is Category.PRESTIGE),
    )


def neighbourhoods(
    ids: tuple[TerritoryId, ...], roads: tuple[tuple[TerritoryId, TerritoryId], ...]
) -> dict[TerritoryId, tuple[TerritoryId, ...]]:
    """The neighbours of each territory, by ascending id; a road can be used in both directions [SC-MAP-1]."""
    found: dict[TerritoryId, list[TerritoryId]] = {id: [] for id in ids}
    for one, other in roads:
        found[one].append(other)
        found[other].append(one)
    return {id: tuple(sorted(near)) for id, near in found.items()}


def distances_from(
    start: TerritoryId, neighbours: Mapping[TerritoryId, tuple[TerritoryId, ...]]
) -> dict[TerritoryId, int]:
    """The smallest number of roads to each territory that can be reached [SC-MAP-5]."""
    reached, waiting = {start: 0}, deque([start])
    while waiting:
        here = waiting.popleft()
        for near in neighbours[here]:
            if near not in reached:
                reached[near] = reached[here] + 1
                waiting.append(near)
    return reached
