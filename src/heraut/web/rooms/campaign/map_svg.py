"""The map's picture as SVG. It is written without templates and kept: many people look at the same map."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from math import hypot
from pathlib import Path

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from heraut.speech.sentences import Language, phrases
from heraut.web.rooms.campaign.map_lettering import DISTANCES, LINE, Name, NameSpot, letter, lines, place_names
from heraut.web.rooms.campaign.map_picture import BandWay, DrawnMap, Land, Mark, PlayerShield, Polygon, RoadLine

_SYMBOL = re.compile(r"<symbol.*?</symbol>", re.DOTALL)
STILL = 4
"""The distance of which of `DISTANCES` the map is lettered for on paper, and where no script runs."""
SHORT, HEAD = 34, 13
"""A way ends before the drawings, with a head of this size."""


@cache
def _symbols() -> str:
    """Our own signs of territories, villages, sacred sites and battles."""
    return "".join(_SYMBOL.findall((Path(__file__).parent / "symbols.svg").read_text(encoding="utf-8")))


@lru_cache(maxsize=256)
def drawn(picture: DrawnMap, language: Language, link: str = "", *, whole: bool = True) -> SafeString:
    """
    The map, ready for a page; colours come from the page's style sheet, `link` leads to a territory's card.

    One that is not `whole` lacks its signs and arms: a page with several maps has them once, from `signs`.
    """
    people = {arms.seat: arms for arms in picture.arms}
    box = " ".join(map(str, picture.box))
    standing: dict[str, list[Mark]] = {}
    for band in picture.bands:
        standing.setdefault(band.territory, []).append(band)
    parts = [
        f'<svg class="campaign-map" viewBox="{box}" data-box="{box}" data-distances="{_listed(DISTANCES)}"'
        f' data-still="{DISTANCES[STILL]}"'
        f' data-letters="{_listed(map(letter, DISTANCES))}" role="group" aria-label="{escape(_("La carte"))}"'
        ' xmlns="http://www.w3.org/2000/svg">',
        _definitions(picture) if whole else "",
        '<use class="under" href="#map-under"/>' if picture.under is not None else "",
        f'<path class="coast" d="{"".join(_outline(land.ground) for land in picture.lands)}"/>',
        *(_held(land, people) for land in picture.lands if land.controller),
        f'<g class="roads">{"".join(_road(road) for road in picture.roads)}</g>',
        f'<g class="ways">{"".join(_way(way, people) for way in picture.ways)}</g><g class="plans"></g>',
        *(_land(land, standing.get(land.id, []), people, language, link) for land in _upmost_last(picture, standing)),
        f'<g class="names" font-size="{letter(DISTANCES[STILL]):g}">{"".join(map(_name, place_names(picture)))}</g>',
        "</svg>",
    ]
    return mark_safe("".join(parts))


def _upmost_last(picture: DrawnMap, standing: Mapping[str, list[Mark]]) -> list[Land]:
    """Territories where bands stand come after the others, so that nothing is drawn over a band."""
    return sorted(picture.lands, key=lambda land: len(standing.get(land.id, ())))


def signs(picture: DrawnMap) -> SafeString:
    """The signs and arms of maps that are not whole, in a picture without an extent."""
    return mark_safe(f'<svg width="0" height="0" aria-hidden="true">{_definitions(picture)}</svg>')


def land_signs() -> SafeString:
    """The signs of territories alone, for a drawing that a script makes."""
    return mark_safe(f'<svg width="0" height="0" aria-hidden="true"><defs>{_symbols()}</defs></svg>')


def _definitions(picture: DrawnMap) -> str:
    return f"<defs>{_symbols()}{_under(picture)}{''.join(_arms(arms) for arms in picture.arms)}</defs>"


def _under(picture: DrawnMap) -> str:
    """The group's own picture, once for all the maps of a page."""
    found = picture.under
    if found is None:
        return ""
    return (
        f'<image id="map-under" href="{escape(found.address)}" width="{found.width}" height="{found.height}"'
        ' preserveAspectRatio="none"/>'
    )


def _listed(numbers: Iterable[float]) -> str:
    return " ".join(f"{number:g}" for number in numbers)


def _outline(ground: Polygon) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in ground) + "Z"


def _held(land: Land, people: dict[str, PlayerShield]) -> str:
    return f'<path class="held of-{people[land.controller].tincture}" d="{_outline(land.ground)}"/>'


def _arms(arms: PlayerShield) -> str:
    return f'<symbol id="arms-{escape(arms.seat)}" viewBox="{arms.box}">{arms.drawing}</symbol>'


def _road(line: RoadLine) -> str:
    return f'<line x1="{line.x1}" y1="{line.y1}" x2="{line.x2}" y2="{line.y2}"/>'


def _way(way: BandWay, people: dict[str, PlayerShield]) -> str:
    """A line through every territory of the way, from beside the first drawing to a head before the last."""
    colour = f"of-{people[way.owner].tincture}"
    x1, y1 = _towards(way.stops[0], way.stops[1], SHORT)
    x2, y2 = _towards(way.stops[-1], way.stops[-2], SHORT)
    neck_x, neck_y = _towards(way.stops[-1], way.stops[-2], SHORT + HEAD)
    side_x, side_y = (neck_y - y2) * 0.7, (x2 - neck_x) * 0.7
    between = "".join(f"L{x} {y}" for x, y in way.stops[1:-1])
    return (
        f'<path class="{colour}" d="M{x1:.0f} {y1:.0f}{between}L{neck_x:.0f} {neck_y:.0f}"/>'
        f'<path class="head {colour}" d="M{x2:.0f} {y2:.0f}'
        f'L{neck_x + side_x:.0f} {neck_y + side_y:.0f}L{neck_x - side_x:.0f} {neck_y - side_y:.0f}Z"/>'
    )


def _towards(here: tuple[int, int], there: tuple[int, int], far: float) -> tuple[float, float]:
    """The point so far from here on the line to there."""
    length = hypot(there[0] - here[0], there[1] - here[1]) or 1
    return here[0] + (there[0] - here[0]) / length * far, here[1] + (there[1] - here[1]) / length * far


def _use(name: str, x: int, y: int, width: int, height: int, kind: str = "") -> str:  # noqa: PLR0913, PLR0917  # a box
    marked = f' class="{kind}"' if kind else ""
    return f'<use{marked} href="#{escape(name)}" x="{x}" y="{y}" width="{width}" height="{height}"/>'


def _land(land: Land, bands: list[Mark], people: dict[str, PlayerShield], language: Language, link: str) -> str:
    said = [land.name, phrases(language)["words"].get(land.terrain, land.terrain)]
    said += [f"{land.income} PP"] if land.income else []
    said += [people[land.controller].name] if land.controller else []
    said += [_("départ")] if land.start else []
    said += [_("combat")] if land.battle else []
    battle = " battle" if land.battle else ""
    marks = [f'<circle r="27"/>{_use(f"land-{land.terrain}", -19, -21, 38, 38)}']
    marks += [_use(f"arms-{land.controller}", 12, -38, 22, 26)] if land.controller else []
    marks += [_use("sign-village", -38, -34, 24, 24, f"village{' occupied' * land.occupied}")] if land.village else []
    marks += [_use("sign-site", -36, 2, 16, 16, "site")] if land.site else []
    marks += [_use("sign-start", 10, -40, 26, 26, "start")] if land.start else []
    marks += [_use("sign-battle", 14, -12, 30, 30, "swords")] if land.battle else []
    told = escape(" · ".join(said))
    drawing = (
        f'<g class="land {land.category}{battle}" data-territory="{escape(land.id)}" data-x="{land.x}"'
        f' data-y="{land.y}"><title>{told}</title><g transform="translate({land.x} {land.y})">{"".join(marks)}</g>'
        f"{''.join(_band(band, people) for band in bands)}</g>"
    )
    return f'<a href="{escape(link)}?at={escape(land.id)}" aria-label="{told}">{drawing}</a>' if link else drawing


def _band(band: Mark, people: dict[str, PlayerShield]) -> str:
    said = " · ".join(filter(None, (people[band.owner].name, band.lord, band.points)))
    scale = "" if band.size == 1 else f" scale({band.size:g})"
    return (
        f'<g class="band of-{people[band.owner].tincture}{" moved" * band.moved}" data-band="{band.id}"'
        f' data-owner="{escape(band.owner)}" transform="translate({band.x} {band.y}){scale}">'
        f"<title>{escape(said)}</title>{_use(f'arms-{band.owner}', -14, -4, 28, 33)}"
        f'<rect x="-17" y="22" width="34" height="21" rx="4"/><text y="38">{band.points}</text></g>'
    )


def _name(name: Name) -> str:
    """Written for the still distance; a script rewrites it for the others from `data-at`."""
    still = name.spots[STILL]
    where = f' transform="translate({_moved(still)})" text-anchor="{still.anchor}"' if still else ' display="none"'
    first, *rest = lines(name.text)
    more = "".join(f'<tspan x="0" dy="{LINE}em">{escape(line)}</tspan>' for line in rest)
    at = ";".join(f"{_moved(spot)} {spot.anchor}" if spot else "" for spot in name.spots)
    return f'<text class="name {name.kind}" data-at="{at}"{where}><tspan x="0">{escape(first)}</tspan>{more}</text>'


def _moved(spot: NameSpot) -> str:
    return f"{spot.x:.0f} {spot.y:.0f}"
