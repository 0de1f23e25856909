"""The map as a picture: what stands where, worked out from a view; the template only draws."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from heraut.campaign.maps.map import Map, Territory
from heraut.campaign.marches import BandView
from heraut.campaign.tables import Category, incomes
from heraut.campaign.view import CampaignView, PlayerView, TerritoryView
from heraut.speech import Language
from heraut.web.arms import shield
from heraut.web.rooms.campaign.coast import Ground, grounds
from heraut.web.rooms.campaign.colours import colours
from heraut.web.rooms.campaign.lettering import lettered
from heraut.web.rooms.campaign.pieces import Arms, Land, Line, Mark, Picture
from heraut.web.rooms.campaign.roll import halves

_SHIELD = re.compile(r'<svg[^>]*viewBox="([^"]*)"[^>]*>(.*)</svg>', re.DOTALL)
BAND_STEP, BAND_RISE, BAND_ROW = 38, 30, 50
ROW, CROWD, SMALL = 3, 6, 0.7
"""Bands abreast; where more stand they are smaller, so that a crowd hides no neighbour."""
BESIDE, ABOVE, BELOW = 100, 100, 116
"""Room beyond the outermost territories, for their names and bands."""


def picture(view: CampaignView, language: Language, people: tuple[str, ...]) -> Picture:
    """The picture of one view."""
    spots = {land.id: land for land in view.territories}
    fights = {sheet.combat.territory for sheet in view.combats if sheet.combat.status != "applied"}
    shapes = grounds(tuple((land.x, land.y) for land in view.territories))
    lands = tuple(
        _land(land, language, ground, battle=land.id in fights)
        for land, ground in zip(view.territories, shapes, strict=True)
    )
    bands = _marks(view.bands, spots)
    box = _box(view.territories)
    return Picture(
        box,
        _players(view, people),
        tuple(_line(spots, one, other) for one, other in view.roads),
        tuple(
            _line(spots, seen.band.came, seen.band.territory, seen.band.owner)
            for seen in view.bands
            if seen.band.came is not None
        ),
        lands,
        bands,
        lettered(lands, bands, box),
    )


def _box(lands: Collection[TerritoryView] | Collection[Territory]) -> tuple[int, int, int, int]:
    left, top = min(land.x for land in lands) - BESIDE, min(land.y for land in lands) - ABOVE
    return left, top, max(land.x for land in lands) + BESIDE - left, max(land.y for land in lands) + BELOW - top


def bare(map: Map, starts: tuple[str, ...], language: Language) -> Picture:
    """A map before any campaign, with the territories where players begin."""
    spots = map.territories
    shapes = grounds(tuple((land.x, land.y) for land in spots.values()))
    lands = tuple(
        _untouched(land, language, ground, start=land.id in starts)
        for land, ground in zip(spots.values(), shapes, strict=True)
    )
    box = _box(spots.values())
    roads = tuple(_line(spots, one, other) for one, other in map.roads)
    return Picture(box, (), roads, (), lands, (), lettered(lands, (), box))


def _untouched(land: Territory, language: Language, ground: Ground, *, start: bool) -> Land:
    income = 0 if land.category is Category.PRESTIGE else incomes()[land.category]
    name = name_of(land, language)
    return Land(land.id, name, land.terrain, land.category, land.x, land.y, income, ground, start=start)


def _players(view: CampaignView, people: tuple[str, ...]) -> tuple[Arms, ...]:
    tinctures = colours(tuple(player.name for player in view.players))
    return tuple(_arms(*each, people) for each in zip(view.players, tinctures, strict=True))


def _arms(player: PlayerView, tincture: str, people: tuple[str, ...]) -> Arms:
    found = _SHIELD.search(shield(player.name, 48, people))
    box, drawing = found.groups() if found is not None else ("0 0 1 1", "")
    return Arms(player.seat, player.name, tincture, box, drawing)


def _line(spots: Mapping[Any, Any], one: str, other: str, owner: str = "") -> Line:
    return Line(spots[one].x, spots[one].y, spots[other].x, spots[other].y, owner)


def _land(land: TerritoryView, language: Language, ground: Ground, *, battle: bool) -> Land:
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


def name_of(land: TerritoryView | Territory, language: Language) -> str:
    """A territory's name in the reader's language."""
    return land.name_en if language == "en" else land.name_fr


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
