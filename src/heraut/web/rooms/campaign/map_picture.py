"""The map as a picture: grounds, colours, marks and names, worked out from a view; `map_svg` only draws."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from math import cos, pi, sin
from typing import Any

from heraut.campaign.board import BandId, MapBand
from heraut.campaign.map import Map, Territory
from heraut.campaign.marches import MoveDeclared
from heraut.campaign.tables import TerritoryId, income
from heraut.campaign.turns import TurnBegan
from heraut.campaign.view import BandView, CampaignPlayerView, CampaignView, TerritoryView
from heraut.journal.log import LogLine
from heraut.press.arms import PAINT
from heraut.press.heraldry import Tincture
from heraut.speech.sentences import Language
from heraut.web.pictures import shield
from heraut.web.rooms.campaign.names import halves, name_of

Walked = Mapping[BandId, tuple[TerritoryId, ...]]
"""The territories of each band's way, first that where it set out."""
STILL: Walked = {}
Point = tuple[float, float]
Polygon = tuple[Point, ...]

WALK = 118
"""How far the land reaches from its territory, in the map's measure."""
CORNERS = 20


@lru_cache(maxsize=64)
def territory_polygons(places: tuple[tuple[int, int], ...]) -> tuple[Polygon, ...]:
    """
    The ground of each territory, drawn around the place that the map gives it.

    A ground is what lies nearer to its territory than to any other, and no further than a day's walk; so grounds never
    overlap, and where nobody lives there is the sea. Drawing only: the rules know places and roads [SC-MAP-3].
    """
    return tuple(_polygon(place, places) for place in places)


def _polygon(place: tuple[int, int], places: tuple[tuple[int, int], ...]) -> Polygon:
    x, y = place
    turns = (2 * pi * corner / CORNERS for corner in range(CORNERS))
    ground = tuple((x + WALK * cos(turn), y + WALK * sin(turn)) for turn in turns)
    for other in places:
        if other != place:
            ground = _nearer(ground, place, other)
    return ground


def _nearer(ground: Polygon, place: tuple[int, int], other: tuple[int, int]) -> Polygon:
    """The part of a ground that is nearer to a place than to another: what lies on this side of the line between."""
    ax, ay = other[0] - place[0], other[1] - place[1]
    middle = (ax * (place[0] + other[0]) + ay * (place[1] + other[1])) / 2
    beyond = [ax * x + ay * y - middle for x, y in ground]
    kept: list[Point] = []
    for here, (point, far) in enumerate(zip(ground, beyond, strict=True)):
        before, was = ground[here - 1], beyond[here - 1]
        if (far > 0) != (was > 0):
            part = was / (was - far)
            kept.append((before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])))
        if far <= 0:
            kept.append(point)
    return tuple(kept)


CHOICE = tuple(tincture for tincture in Tincture if tincture is not Tincture.ARGENT)
"""Argent is the paper's own. There are as many as players in the largest campaign."""


@lru_cache(maxsize=256)
def player_colours(names: tuple[str, ...]) -> tuple[Tincture, ...]:
    """A tincture for each name, all different: together as near to the first of each one's arms as can be."""
    likings = [_borne(name, names) for name in names]
    return min(permutations(CHOICE, len(names)), key=lambda given: sum(map(_far, likings, given)))


def _borne(name: str, names: tuple[str, ...]) -> tuple[Tincture, ...]:
    """The tinctures of somebody's arms, from the field to the charges."""
    drawing = shield(name, 48, names)
    found = [tincture for tincture in CHOICE if PAINT[tincture] in drawing]
    return tuple(sorted(found, key=lambda tincture: drawing.index(PAINT[tincture])))


def _far(borne: tuple[Tincture, ...], given: Tincture) -> int:
    return borne.index(given) if given in borne else len(CHOICE)


@dataclass(frozen=True, slots=True)
class PlayerShield:
    """A player's shield, drawn once and used everywhere, and the player's colour."""

    seat: str
    name: str
    tincture: str
    box: str
    drawing: str


@dataclass(frozen=True, slots=True)
class Land:
    """A territory as drawn."""

    id: str
    name: str
    terrain: str
    category: str
    x: int
    y: int
    income: int
    ground: Polygon
    controller: str = ""
    village: str = ""
    occupied: bool = False
    site: str = ""
    battle: bool = False
    start: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A band as drawn, below its territory."""

    id: int
    owner: str
    territory: str
    lord: str
    points: str
    x: int
    y: int
    moved: bool
    size: float = 1


@dataclass(frozen=True, slots=True)
class RoadLine:
    """A road."""

    x1: int
    y1: int
    x2: int
    y2: int


@dataclass(frozen=True, slots=True)
class BandWay:
    """The whole way a band came this turn, from where it stood to where it stands."""

    owner: str
    stops: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Under:
    """The group's own picture, as large as the sheet its map was drawn on."""

    address: str
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class DrawnMap:
    """Everything on the map; `box` is left, top, width and height."""

    box: tuple[int, int, int, int]
    arms: tuple[PlayerShield, ...]
    roads: tuple[RoadLine, ...]
    ways: tuple[BandWay, ...]
    lands: tuple[Land, ...]
    bands: tuple[Mark, ...]
    under: Under | None = None


_SHIELD = re.compile(r'<svg[^>]*viewBox="([^"]*)"[^>]*>(.*)</svg>', re.DOTALL)
BAND_STEP, BAND_RISE, BAND_ROW = 38, 30, 50
ROW, CROWD, SMALL = 3, 6, 0.7
"""Bands abreast; where more stand they are smaller, so that a crowd hides no neighbour."""
BESIDE, ABOVE, BELOW = 100, 100, 116
"""Room beyond the outermost territories, for their names and bands."""


def picture(view: CampaignView, language: Language, people: tuple[str, ...], walked: Walked = STILL) -> DrawnMap:
    """The picture of one view; `walked` are the ways of this turn, as the log tells them."""
    spots = {land.id: land for land in view.territories}
    fights = {sheet.combat.territory for sheet in view.combats if sheet.combat.status != "applied"}
    shapes = territory_polygons(tuple((land.x, land.y) for land in view.territories))
    lands = tuple(
        _land(land, language, ground, battle=land.id in fights)
        for land, ground in zip(view.territories, shapes, strict=True)
    )
    return DrawnMap(
        _box(view.territories),
        _players(view, people),
        tuple(_segment(spots, one, other) for one, other in view.roads),
        tuple(_way(seen.band, seen.band.came, spots, walked) for seen in view.bands if seen.band.came is not None),
        lands,
        _marks(view.bands, spots),
    )


def _box(lands: Collection[TerritoryView] | Collection[Territory]) -> tuple[int, int, int, int]:
    left, top = min(land.x for land in lands) - BESIDE, min(land.y for land in lands) - ABOVE
    return left, top, max(land.x for land in lands) + BESIDE - left, max(land.y for land in lands) + BELOW - top


def bare(map: Map, starts: tuple[str, ...], language: Language) -> DrawnMap:
    """A map before any campaign, with the territories where players begin."""
    spots = map.territories
    shapes = territory_polygons(tuple((land.x, land.y) for land in spots.values()))
    lands = tuple(
        _untouched(land, language, ground, start=land.id in starts)
        for land, ground in zip(spots.values(), shapes, strict=True)
    )
    roads = tuple(_segment(spots, one, other) for one, other in map.roads)
    return DrawnMap(_box(spots.values()), (), roads, (), lands, ())


def _untouched(land: Territory, language: Language, ground: Polygon, *, start: bool) -> Land:
    name, paid = name_of(land, language), income(land.category)
    return Land(land.id, name, land.terrain, land.category, land.x, land.y, paid, ground, start=start)


def _players(view: CampaignView, people: tuple[str, ...]) -> tuple[PlayerShield, ...]:
    tinctures = player_colours(tuple(player.name for player in view.players))
    return tuple(_arms(*each, people) for each in zip(view.players, tinctures, strict=True))


def _arms(player: CampaignPlayerView, tincture: str, people: tuple[str, ...]) -> PlayerShield:
    found = _SHIELD.search(shield(player.name, 48, people))
    box, drawing = found.groups() if found is not None else ("0 0 1 1", "")
    return PlayerShield(player.seat, player.name, tincture, box, drawing)


def _segment(spots: Mapping[Any, Any], one: str, other: str) -> RoadLine:
    return RoadLine(spots[one].x, spots[one].y, spots[other].x, spots[other].y)


def walked(view: CampaignView, newest_first: Iterable[LogLine]) -> Walked:
    """The way each band that has moved this turn has gone, as far as it really went [SC-MOV-5]."""
    sought = {seen.band.id for seen in view.bands if seen.band.came is not None}
    ways: dict[BandId, tuple[TerritoryId, ...]] = {}
    standing = (line for line in newest_first if not line.undone)
    while len(ways) < len(sought) and (line := next(standing, None)) is not None:
        for event in reversed(line.events):
            if isinstance(event, TurnBegan):
                return ways
            if isinstance(event, MoveDeclared) and event.band in sought:
                ways.setdefault(event.band, (event.start, *event.path))
    return ways


def _way(band: MapBand, came: TerritoryId, spots: Mapping[Any, TerritoryView], walked: Walked) -> BandWay:
    """The way the log tells; of a band that has been put elsewhere since, the last road."""
    told = walked.get(band.id, ())
    stops = told if told[-1:] == (band.territory,) else (came, band.territory)
    return BandWay(band.owner, tuple((spots[at].x, spots[at].y) for at in stops))


def _land(land: TerritoryView, language: Language, ground: Polygon, *, battle: bool) -> Land:
    return Land(
        land.id,
        name_of(land, language),
        land.terrain,
        land.category,
        land.x,
        land.y,
        land.income,
        ground,
        land.controller or "",
        land.village.owner if land.village is not None else "",
        land.village is not None and land.village.occupied,
        land.site or "",
        battle,
    )


def _marks(bands: Sequence[BandView], spots: Mapping[Any, TerritoryView]) -> tuple[Mark, ...]:
    """Bands of one territory stand below it, in rows of three, or of six small ones."""
    there: dict[str, list[BandView]] = {}
    for seen in bands:
        there.setdefault(seen.band.territory, []).append(seen)
    return tuple(
        _mark(seen, spots[at], place, len(standing))
        for at, standing in there.items()
        for place, seen in enumerate(standing)
    )


def _mark(seen: BandView, land: TerritoryView, place: int, standing: int) -> Mark:
    most, size = (ROW, 1.0) if standing <= ROW else (CROWD, SMALL)
    row, column = divmod(place, most)
    abreast = min(most, standing - row * most)
    lord = seen.band.lord.name if seen.band.lord is not None else ""
    x = land.x + round(BAND_STEP * size * (2 * column - abreast + 1) / 2)
    y = land.y + BAND_RISE + round(BAND_ROW * size * row)
    return Mark(seen.band.id, seen.band.owner, land.id, lord, halves(seen.points), x, y, seen.band.moved, size)
