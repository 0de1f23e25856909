"""
The map's picture as SVG. It is written without templates and kept: many people look at the same map.

Names never stand on one another or on a mark, for a reader near or far. Letters keep their size on the screen, so the
further one is, the more of the map a name covers. The map is therefore lettered once for each of a few distances; a
name without room at one of them waits for a closer look.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from math import hypot
from pathlib import Path
from typing import Literal, NamedTuple

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from heraut.campaign.tables import Category
from heraut.speech.sentences import Language, phrases
from heraut.web.rooms.campaign.map_picture import BandWay, DrawnMap, Land, Mark, PlayerShield, Polygon, RoadLine

DISTANCES = (0.5, 0.7, 0.95, 1.25, 1.6, 2.0, 2.6, 3.4)
"""Units of the map on a pixel of the screen, from near to far; the style sheet has a size of letters for each."""
LETTER = 12
"""The height of letters in pixels, at the far end of each distance."""
LINE = 1.15
GAP = 0.3
NEAR, NEAR_LETTERS = 160, 16
"""What is further from a mark than this, and so many letters, cannot be in the way of its name."""
ON_TWO_LINES, SMALL = 11, 3

Anchor = Literal["start", "middle", "end"]
_SLIDES = (0.35, 0.65, 0.2, 0.8, 0, 1)
"""How far along its mark a name may be moved: from the middle outwards, to either end of it."""
_WIDTHS = {**dict.fromkeys("iljtfrI.,'’-·1 ", 0.45), **dict.fromkeys("mwMWŒœ", 0.98)}
_SYMBOL = re.compile(r"<symbol.*?</symbol>", re.DOTALL)
STILL = 4
"""The distance of which of `DISTANCES` the map is lettered for on paper, and where no script runs."""
SHORT, HEAD = 34, 13
"""A way ends before the drawings, with a head of this size."""


class TakenArea(NamedTuple):
    """A place taken on the map."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: TakenArea) -> bool:
        """Whether two places overlap."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def inside(self, other: TakenArea) -> bool:
        """Whether nothing of this place is outside the other."""
        return (
            self.left >= other.left
            and self.right <= other.right
            and self.top >= other.top
            and self.bottom <= other.bottom
        )


@dataclass(frozen=True, slots=True)
class Wanted:
    """A name that wants to stand beside its mark; the more important come first."""

    text: str
    mark: TakenArea
    weight: int


@dataclass(frozen=True, slots=True)
class NameSpot:
    """Where a name stands: its first line's base and how it is anchored there."""

    x: float
    y: float
    anchor: Anchor
    box: TakenArea


def lines(text: str) -> tuple[str, ...]:
    """A long name is written on two lines, as even as its words allow."""
    words = text.split()
    if len(text) <= ON_TWO_LINES or len(words) < 2:
        return (text,)
    cuts = [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
    return min(cuts, key=_uneven)


def _uneven(cut: tuple[str, str]) -> tuple[bool, int]:
    """No line ends with a small word, such as “de” or “of”; then the even ones are best."""
    return len(cut[0].split()[-1]) <= SMALL, max(map(len, cut))


def letter(distance: float) -> float:
    """The height of letters at a distance, in the map's measure."""
    return LETTER * distance


def place(
    wanted: Sequence[Wanted], taken: Sequence[TakenArea], within: TakenArea, distance: float
) -> tuple[NameSpot | None, ...]:
    """A spot for each name from one distance, or None; heavier names choose first."""
    spots: list[NameSpot | None] = [None] * len(wanted)
    written: list[TakenArea] = []
    for index in sorted(range(len(wanted)), key=lambda index: -wanted[index].weight):
        one = wanted[index]
        reach = NEAR + NEAR_LETTERS * letter(distance)
        near = [*_near(one.mark, written, reach), *_near(one.mark, taken, reach)]
        near.sort(key=partial(_apart, one.mark))  # in a crowd the nearest is in the way of most spots: ask it first
        fitting = (spot for spot in _spots(one, distance) if spot.box.inside(within))
        spot = next((spot for spot in fitting if not any(map(spot.box.meets, near))), None)
        spots[index] = spot
        if spot is not None:
            written.append(spot.box)
    return tuple(spots)


def _apart(mark: TakenArea, box: TakenArea) -> float:
    return abs(box.left - mark.left) + abs(box.top - mark.top)


def _near(mark: TakenArea, boxes: Iterable[TakenArea], reach: float) -> Iterator[TakenArea]:
    return (box for box in boxes if abs(box.left - mark.left) < reach and abs(box.top - mark.top) < reach)


def _spots(one: Wanted, distance: float) -> Iterator[NameSpot]:
    """Above, below, to either side; then moved along these, as far as the name still touches its mark."""
    size = letter(distance)
    written = lines(one.text)
    wide = max(width(line) for line in written) * size
    tall = len(written) * LINE * size
    gap, mark = GAP * size, one.mark
    middle, half = (mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2
    above, below = mark.top - gap - tall, mark.bottom + gap
    yield _spot(middle, above, "middle", (wide, tall, size))
    yield _spot(middle, below, "middle", (wide, tall, size))
    yield _spot(mark.right + gap, half - tall / 2, "start", (wide, tall, size))
    yield _spot(mark.left - gap, half - tall / 2, "end", (wide, tall, size))
    for top in (above, below):
        yield _spot(mark.left, top, "start", (wide, tall, size))
        yield _spot(mark.right, top, "end", (wide, tall, size))
    for share in _SLIDES:
        beside = mark.top + gap - tall + share * (mark.bottom - mark.top + tall - 2 * gap)
        yield _spot(mark.right + gap, beside, "start", (wide, tall, size))
        yield _spot(mark.left - gap, beside, "end", (wide, tall, size))
        along = mark.left + gap - wide + share * (mark.right - mark.left + wide - 2 * gap)
        yield _spot(along, above, "start", (wide, tall, size))
        yield _spot(along, below, "start", (wide, tall, size))


def _spot(x: float, top: float, anchor: Anchor, extent: tuple[float, float, float]) -> NameSpot:
    wide, tall, size = extent
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
    return NameSpot(x, top + 0.9 * size, anchor, TakenArea(left, top, left + wide, top + tall))


def width(text: str) -> float:
    """The width of a line in heights of its letters; rather too wide, since every reader has other letters."""
    return sum(_WIDTHS.get(sign, 0.8 if sign.isupper() else 0.62) for sign in text)


@dataclass(frozen=True, slots=True)
class Name:
    """A name on the map, of a territory or of a lord, and where it stands from each distance."""

    text: str
    kind: str
    spots: tuple[NameSpot | None, ...]


FACE, BAND = 29, TakenArea(-18, -4, 18, 44)
"""What a territory's drawing covers to each side of its place, and a band around its own."""


def place_names(picture: DrawnMap) -> tuple[Name, ...]:
    """Battles are written first, then prestige, then where bands stand, then the rest; lords last."""
    lands, bands = picture.lands, picture.bands
    rows = {at: _around([mark for mark in bands if mark.territory == at]) for at in {mark.territory for mark in bands}}
    faces = {land.id: face(land) for land in lands}
    wanted = [Wanted(land.name, _hull(faces[land.id], rows.get(land.id)), _weight(land, rows)) for land in lands]
    led = [mark for mark in bands if mark.lord]
    wanted += [Wanted(mark.lord, _covered(mark), 0) for mark in led]
    left, top, width, height = picture.box
    within = TakenArea(left, top, left + width, top + height)
    taken = (*faces.values(), *rows.values())
    spots = zip(*(place(wanted, taken, within, distance) for distance in DISTANCES), strict=True)
    kinds = [*("land" for _ in lands), *("lord" for _ in led)]
    return tuple(Name(one.text, kind, found) for one, kind, found in zip(wanted, kinds, spots, strict=True))


def face(land: Land) -> TakenArea:
    """What a territory's drawing and the marks around it cover."""
    left = 38 if land.village or land.site else FACE
    top = 40 if land.village or land.controller or land.start else FACE
    right = 44 if land.battle else 36 if land.controller or land.start else FACE
    return _at(TakenArea(-left, -top, right, FACE), land.x, land.y)


def _weight(land: Land, rows: Mapping[str, TakenArea]) -> int:
    return 1 + 2 * (land.id in rows or land.start) + 4 * (land.category == Category.PRESTIGE) + 8 * land.battle


def _at(box: TakenArea, x: int, y: int) -> TakenArea:
    return TakenArea(box.left + x, box.top + y, box.right + x, box.bottom + y)


def _around(marks: list[Mark]) -> TakenArea:
    """The place a territory's bands take."""
    boxes = [_covered(mark) for mark in marks]
    return _hull(boxes[0], *boxes[1:])


def _covered(mark: Mark) -> TakenArea:
    return _at(TakenArea(*(round(side * mark.size) for side in BAND)), mark.x, mark.y)


def _hull(first: TakenArea, *others: TakenArea | None) -> TakenArea:
    boxes = [first, *(other for other in others if other is not None)]
    return TakenArea(
        min(box.left for box in boxes),
        min(box.top for box in boxes),
        max(box.right for box in boxes),
        max(box.bottom for box in boxes),
    )


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
