"""The map as a picture: what stands where, worked out from a view; the template only draws."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from heraut.campaign.maps import Map, Territory
from heraut.campaign.names import Category
from heraut.campaign.tables import incomes
from heraut.campaign.view import BandView, CampaignView, TerritoryView
from heraut.speech import Language
from heraut.web.arms import shield

_SHIELD = re.compile(r'<svg[^>]*viewBox="([^"]*)"[^>]*>(.*)</svg>', re.DOTALL)
BAND_STEP, BAND_RISE = 34, 30
BESIDE, ABOVE, BELOW = 80, 64, 76
"""Room beyond the outermost territories, for their names and bands."""


@dataclass(frozen=True, slots=True)
class Arms:
    """A player's shield, drawn once and used everywhere; `place` is the player's colour."""

    seat: str
    name: str
    place: int
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
    controller: str = ""
    village: str = ""
    occupied: bool = False
    site: str = ""
    battle: bool = False
    start: bool = False


@dataclass(frozen=True, slots=True)
class Mark:
    """A band as drawn, beside its territory."""

    id: int
    owner: str
    lord: str
    points: str
    x: int
    y: int
    moved: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A road, or the way a band came this turn."""

    x1: int
    y1: int
    x2: int
    y2: int
    owner: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything on the map; `box` is left, top, width and height."""

    box: tuple[int, int, int, int]
    arms: tuple[Arms, ...]
    roads: tuple[Line, ...]
    ways: tuple[Line, ...]
    lands: tuple[Land, ...]
    bands: tuple[Mark, ...]


def picture(view: CampaignView, language: Language, people: tuple[str, ...]) -> Picture:
    """The picture of one view."""
    spots = {land.id: land for land in view.territories}
    fights = {sheet.combat.territory for sheet in view.combats if sheet.combat.status != "applied"}
    return Picture(
        _box(view.territories),
        tuple(_arms(player.seat, player.name, place, people) for place, player in enumerate(view.players)),
        tuple(_line(spots, one, other) for one, other in view.roads),
        tuple(
            _line(spots, seen.band.came, seen.band.territory, seen.band.owner)
            for seen in view.bands
            if seen.band.came is not None
        ),
        tuple(_land(land, language, battle=land.id in fights) for land in view.territories),
        _marks(view.bands, spots),
    )


def _box(lands: Collection[TerritoryView] | Collection[Territory]) -> tuple[int, int, int, int]:
    left, top = min(land.x for land in lands) - BESIDE, min(land.y for land in lands) - ABOVE
    return left, top, max(land.x for land in lands) + BESIDE - left, max(land.y for land in lands) + BELOW - top


def bare(map: Map, starts: tuple[str, ...], language: Language) -> Picture:
    """A map before any campaign, with the territories where players begin."""
    spots = map.territories
    return Picture(
        _box(spots.values()),
        (),
        tuple(_line(spots, one, other) for one, other in map.roads),
        (),
        tuple(_untouched(land, language, start=land.id in starts) for land in spots.values()),
        (),
    )


def _untouched(land: Territory, language: Language, *, start: bool) -> Land:
    income = 0 if land.category is Category.PRESTIGE else incomes()[land.category]
    name = name_of(land, language)
    return Land(land.id, name, land.terrain, land.category, land.x, land.y, income, start=start)


def _arms(seat: str, name: str, place: int, people: tuple[str, ...]) -> Arms:
    found = _SHIELD.search(shield(name, 48, people))
    box, drawing = found.groups() if found is not None else ("0 0 1 1", "")
    return Arms(seat, name, place, box, drawing)


def _line(spots: Mapping[Any, Any], one: str, other: str, owner: str = "") -> Line:
    return Line(spots[one].x, spots[one].y, spots[other].x, spots[other].y, owner)


def _land(land: TerritoryView, language: Language, *, battle: bool) -> Land:
    return Land(
        land.id,
        name_of(land, language),
        land.terrain,
        land.category,
        land.x,
        land.y,
        land.income,
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
    """Bands of one territory stand in a row below it."""
    beside: dict[str, int] = {}
    there: dict[str, int] = {}
    for seen in bands:
        there[seen.band.territory] = there.get(seen.band.territory, 0) + 1
    marks = []
    for seen in bands:
        at = seen.band.territory
        place = beside.get(at, 0)
        beside[at] = place + 1
        left = spots[at].x - BAND_STEP * (there[at] - 1) // 2
        lord = seen.band.lord.name if seen.band.lord is not None else ""
        marks.append(
            Mark(
                seen.band.id,
                seen.band.owner,
                lord,
                halves(seen.points),
                left + BAND_STEP * place,
                spots[at].y + BAND_RISE,
                seen.band.moved,
            )
        )
    return tuple(marks)


def halves(points: Fraction | int) -> str:
    """Points as people write them: 7, 7½, 3¾; other fractions with two decimals."""
    whole, part = divmod(Fraction(points), 1)
    signs = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}
    if part in signs:
        return f"{whole if whole or not part else ''}{signs[part]}"
    return f"{float(points):.2f}"
