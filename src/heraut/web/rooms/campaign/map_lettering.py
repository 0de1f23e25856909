"""
The names on the map: where each stands, from every distance.

Names never stand on one another or on a mark, for a reader near or far. Letters keep their size on the screen, so the
further one is, the more of the map a name covers. The map is therefore lettered once for each of a few distances; a
name without room at one of them waits for a closer look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple

from heraut.campaign.tables import Category
from heraut.web.rooms.campaign.map_picture import DrawnMap, Land, Mark

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


_SLIDES = (0.35, 0.65, 0.2, 0.8, 0, 1)
"""How far along its mark a name may be moved: from the middle outwards, to either end of it."""


def _spot(x: float, top: float, anchor: Anchor, extent: tuple[float, float, float]) -> NameSpot:
    wide, tall, size = extent
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
    return NameSpot(x, top + 0.9 * size, anchor, TakenArea(left, top, left + wide, top + tall))


_WIDTHS = {**dict.fromkeys("iljtfrI.,'’-·1 ", 0.45), **dict.fromkeys("mwMWŒœ", 0.98)}


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
