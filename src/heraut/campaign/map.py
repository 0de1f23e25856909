"""
The map: territories and the roads between them [SC-MAP-1], its text form, and what is wrong with a text, line by line.

    map Les Deux Rivages / The Two Shores
    size 1000 700
    territory T01 mill 155 75 Moulin du Gué / Ford Mill
    roads T01: T02 T06 T07
    starts 2: T12 T16

Each road is written once, from either end. Empty lines and lines that begin with # are for people.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache

import msgspec

from heraut import rulesets
from heraut.campaign.tables import SOURCE, Category, TerritoryId, categories
from heraut.kernel.bounds import whole
from heraut.kernel.names import MOST_NAME, ClauseId, is_id, one_line
from heraut.kernel.refusal import Fact, Refusal, together
from heraut.rulesets.editions import per_edition


class Territory(msgspec.Struct, frozen=True):
    """A node of the map; coordinates are for drawing only [SC-MAP-3]."""

    id: TerritoryId
    terrain: str
    x: int
    y: int
    name_fr: str
    name_en: str
    category: Category


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


MOST_TERRITORIES = 300
MOST_SIZE = 10_000
"""Far beyond any map that can be shown or played, and soon looked through."""
MOST_FAULTS = 100
"""So many are told at once: nobody reads more, and a text of 9,000 wrong words must not make a page of megabytes."""


class MapCode(StrEnum):
    """What can be wrong with a map; the subject of the refusal is the number of the line."""

    UNREADABLE = "campaign-map-unreadable"
    UNKNOWN_TERRAIN = "campaign-map-unknown-terrain"
    TERRITORY_TWICE = "campaign-map-territory-twice"
    OUTSIDE = "campaign-map-outside"
    UNKNOWN_TERRITORY = "campaign-map-unknown-territory"
    ROAD_TO_ITSELF = "campaign-map-road-to-itself"
    ROAD_TWICE = "campaign-map-road-twice"
    START_NOT_NORMAL = "campaign-map-start-not-normal"
    TOO_FEW_STARTS = "campaign-map-too-few-starts"
    NOT_CONNECTED = "campaign-map-not-connected"
    NO_PRESTIGE = "campaign-map-no-prestige"
    EMPTY = "campaign-map-empty"


_ACCEPTED = ClauseId("SC-MAP-6")
_ROAD = ClauseId("SC-MAP-1")
_START = ClauseId("SC-SET-1")


@dataclass(slots=True)
class _Draft:
    """What has been read so far."""

    names: tuple[str, str] = ("", "")
    size: tuple[int, int] = (1000, 700)
    territories: dict[TerritoryId, Territory] = field(default_factory=dict)
    lines: dict[TerritoryId, int] = field(default_factory=dict)
    roads: dict[tuple[TerritoryId, TerritoryId], int] = field(default_factory=dict)
    starts: dict[int, tuple[int, tuple[TerritoryId, ...]]] = field(default_factory=dict)
    faults: list[Refusal] = field(default_factory=list)

    def fault(self, code: MapCode, line: int, asked: Fact | None = None, clause: ClauseId = _ACCEPTED) -> None:
        self.faults.append(Refusal(clause, code, line, asked))


def parse(text: str) -> Map | Refusal:
    """The map of this text, or all its faults [SC-MAP-6]."""
    draft = _Draft()
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            _read_line(draft, number, line.split())
    _check_ends(draft)
    if not draft.faults:
        _check_whole(draft)
    return together(tuple(sorted(draft.faults, key=_line_of)[:MOST_FAULTS])) or _finish(draft)


def _line_of(fault: Refusal) -> int:
    return fault.subject if isinstance(fault.subject, int) else 0


def _read_line(draft: _Draft, number: int, words: list[str]) -> None:
    try:
        _READERS[words[0]](draft, number, words[1:])
    except (KeyError, ValueError, IndexError):
        draft.fault(MapCode.UNREADABLE, number, " ".join(words)[:MOST_NAME])


def _read_names(draft: _Draft, _number: int, words: list[str]) -> None:
    draft.names = _both(words)


def _both(words: list[str]) -> tuple[str, str]:
    french, _, english = " ".join(words).partition(" / ")
    if not french:
        raise ValueError("no name")
    return one_line(french), one_line(english or french)


def _read_size(draft: _Draft, _number: int, words: list[str]) -> None:
    width, height = map(_measure, words)
    draft.size = (width, height)


def _read_territory(draft: _Draft, number: int, words: list[str]) -> None:
    id, terrain, x, y = _id(words[0]), words[1], _measure(words[2]), _measure(words[3])
    if len(draft.territories) >= MOST_TERRITORIES:
        raise ValueError("too many")
    if terrain not in categories():
        return draft.fault(MapCode.UNKNOWN_TERRAIN, number, terrain, ClauseId("SC-MAP-2"))
    if id in draft.territories:
        return draft.fault(MapCode.TERRITORY_TWICE, number, id)
    if not (0 <= x <= draft.size[0] and 0 <= y <= draft.size[1]):
        draft.fault(MapCode.OUTSIDE, number, id)
    draft.territories[id] = Territory(id, terrain, x, y, *_both(words[4:]), categories()[terrain])
    draft.lines[id] = number
    return None


def _read_roads(draft: _Draft, number: int, words: list[str]) -> None:
    one, *others = _listed(words)
    for other in others:
        road = (min(one, other), max(one, other))
        if one == other:
            draft.fault(MapCode.ROAD_TO_ITSELF, number, one, _ROAD)
        elif road in draft.roads:
            draft.fault(MapCode.ROAD_TWICE, number, "–".join(road))
        else:
            draft.roads[road] = number


def _read_starts(draft: _Draft, number: int, words: list[str]) -> None:
    players, *starts = _listed(words)
    draft.starts[_measure(players)] = (number, tuple(starts))


def _listed(words: list[str]) -> list[TerritoryId]:
    if not words[0].endswith(":"):
        raise ValueError("no colon")
    return [_id(words[0][:-1]), *map(_id, words[1:])]


def _id(word: str) -> TerritoryId:
    if not is_id(word):
        raise ValueError("no id")
    return TerritoryId(word)


def _measure(word: str) -> int:
    found = whole(word)
    if found is None or not 0 <= found <= MOST_SIZE:
        raise ValueError("no number")
    return found


_READERS: Mapping[str, Callable[[_Draft, int, list[str]], None]] = {
    "map": _read_names,
    "size": _read_size,
    "territory": _read_territory,
    "roads": _read_roads,
    "starts": _read_starts,
}


def _check_ends(draft: _Draft) -> None:
    for road, number in draft.roads.items():
        for end in road:
            if end not in draft.territories:
                draft.fault(MapCode.UNKNOWN_TERRITORY, number, end)
    for players, (number, starts) in draft.starts.items():
        _check_starts(draft, number, players, starts)


def _check_starts(draft: _Draft, number: int, players: int, starts: tuple[TerritoryId, ...]) -> None:
    if len(set(starts)) < players:
        draft.fault(MapCode.TOO_FEW_STARTS, number, len(set(starts)))
    for start in starts:
        if start not in draft.territories:
            draft.fault(MapCode.UNKNOWN_TERRITORY, number, start)
        elif draft.territories[start].category is not Category.NORMAL:
            draft.fault(MapCode.START_NOT_NORMAL, number, start, _START)


def _check_whole(draft: _Draft) -> None:
    ids = tuple(draft.territories)
    if not ids:
        return draft.fault(MapCode.EMPTY, 0)
    reached = distances_from(ids[0], neighbourhoods(ids, tuple(draft.roads)))
    for id in ids:
        if id not in reached:
            draft.fault(MapCode.NOT_CONNECTED, draft.lines[id], id)
    if not any(territory.category is Category.PRESTIGE for territory in draft.territories.values()):
        draft.fault(MapCode.NO_PRESTIGE, 0)
    return None


def _finish(draft: _Draft) -> Map:
    starts = {players: named for players, (_, named) in sorted(draft.starts.items())}
    return build(draft.names, draft.size, draft.territories, tuple(sorted(draft.roads)), starts)


def write(map: Map) -> str:
    """The text of a map; it reads back to the same map."""
    lines = [f"map {map.name_fr} / {map.name_en}", f"size {map.width} {map.height}", ""]
    lines += [
        f"territory {id} {land.terrain} {land.x} {land.y} {land.name_fr} / {land.name_en}"
        for id, land in map.territories.items()
    ]
    lines.append("")
    for one in map.territories:
        others = [other for end, other in map.roads if end == one]
        if others:
            lines.append(f"roads {one}: {' '.join(others)}")
    lines.append("")
    lines += [f"starts {players}: {' '.join(starts)}" for players, starts in map.starts.items()]
    return "\n".join(lines) + "\n"


@cache
def default_text() -> str:
    """The text of the default map."""
    with open(os.path.join(os.path.dirname(rulesets.__file__), SOURCE, "default.map"), encoding="utf-8") as file:
        return file.read()


@per_edition
def default_map() -> Map:
    """The map used unless a group brings its own."""
    found = parse(default_text())
    if isinstance(found, Refusal):
        raise ValueError(f"the default map is broken: {found}")
    return found
