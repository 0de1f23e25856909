"""
The words of a picture: what zones, flags and objectives are called, on it as on the score sheet, and where words go.

Each stands beside what it names, off the lines and off the other words.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import shapely

from heraut.scenario.definition import Element, ElementKind, Scenario
from heraut.speech.sentences import Language, phrases
from heraut.table.measure import body
from heraut.table.regions import drawn
from heraut.table.shapes import Point, Rect, Shape, centre, extent

LETTERS: Mapping[str, tuple[float, float]] = {"id": (21, 0.68), "len": (21, 0.62), "caption": (19, 0.58)}
"""How tall a look's letters are, and how wide for their height."""
WIDE = "M+≈W"
"""Signs half as wide again."""


Box = tuple[Point, Point]

GAP = 5.0
AIR = 4.0
"""Between a word and what stands beside it."""
COVERED = 4.0
"""A unit of area on another word or a marker weighs as much as so many units of line."""
LESS_LIKED = 2.0
"""What each further place of a word costs, so that it stays where one looks for it."""
_ALONG = (0.5, 0.38, 0.62, 0.26, 0.74, 0.14, 0.86)
NAMED = (ElementKind.ZONE, ElementKind.FLAG, ElementKind.OBJECTIVE)
_BY_PLACE = re.compile(r"[FZO][NESWC]")
"""Ids that say where on the table: people read left, centre, right as the first player sees them."""
_NUMBERED = re.compile(r"[FZ](\d)")
_IN_HALF = re.compile(r"OBJ(\d)-(\d)")
"""Positions the scenario itself calls OBJ1 and OBJ2, one of each in either half."""


@dataclass(frozen=True)
class Words:
    """A short text and the look it has."""

    text: str
    look: str
    fill: str = ""

    @cached_property
    def half(self) -> tuple[float, float]:
        """Half its width and half the height of its letters."""
        tall, wide = LETTERS[self.look]
        signs = len(self.text) + sum(sign in WIDE for sign in self.text) / 2
        return (signs * tall * wide / 2, tall * 0.4)

    def box(self, spot: Point) -> Box:
        """What it covers, with some air, when its middle is there."""
        (x, y), (w, h) = spot, self.half
        return (x - w - AIR, y - h), (x + w + AIR, y + h)

    def beside(self, a: Point, b: Point) -> Iterator[Point]:
        """Along a line on either side of it: above or on the right first, in the middle first."""
        (ax, ay), (bx, by), (w, h) = a, b, self.half
        length = math.dist(a, b) or 1
        sides = sorted((((by - ay) / length * s, -(bx - ax) / length * s) for s in (1, -1)), key=lambda s: s[1] - s[0])
        for part in _ALONG:
            for nx, ny in sides:
                off = abs(nx) * w + abs(ny) * h + GAP
                yield (ax + (bx - ax) * part + nx * off, ay + (by - ay) * part + ny * off)

    def around(self, shape: Shape) -> Iterator[Point]:
        """At its corners, low and right first; then below, above, right, left; where it is crowded, a line further."""
        ((x1, y1), (x2, y2)), (w, h) = extent(shape), self.half
        inset = (x2 - x1) / 8
        for y in (y2 - inset + h, y1 + inset - h):
            yield from ((x2 - inset + GAP + w, y), (x1 + inset - GAP - w, y))
        yield from (((x1 + x2) / 2, y) for y in (y2 + GAP + h, y1 - GAP - h))
        yield from ((x, (y1 + y2) / 2) for x in (x2 + GAP + w, x1 - GAP - w))
        yield from (((x1 + x2) / 2, y) for y in (y2 + GAP + 4 * h, y1 - GAP - 4 * h))

    def inside(self, shape: Shape) -> Iterator[Point]:
        """Low in it, so that what stands in its middle stays visible; then higher, then outside."""
        ((x1, y1), (x2, y2)), (_, h) = extent(shape), self.half
        middle = (x1 + x2) / 2
        yield from ((middle, y) for y in (y2 - GAP - h, (y1 + y2) / 2, y1 + GAP + h))
        yield from ((middle, y) for y in (y2 + GAP + h, y1 - GAP - h))
        yield from self.around(shape)


Spots = tuple[Words, tuple[Point, ...]]
"""Words and the middles they may have, best first."""


def placed(
    asked: Iterable[Spots], *, lines: Iterable[Shape], solids: Iterable[Shape], frame: Rect
) -> Iterator[tuple[Words, Point]]:
    """Each word, in this order, at the place that hides least of the lines, of the solids and of earlier words."""
    ink = shapely.union_all([_contour(line) for line in lines])
    page, taken = extent(frame), [extent(solid) for solid in solids]
    for words, spots in asked:
        best, least = spots[0], float("inf")
        for rank, spot in enumerate(spots):
            if LESS_LIKED * rank >= least:
                break
            cost = _hidden(words.box(spot), ink, page, taken) + LESS_LIKED * rank
            best, least = (spot, cost) if cost < least else (best, least)
        taken.append(words.box(best))
        yield words, best


def _hidden(box: Box, ink: shapely.Geometry, page: Box, taken: list[Box]) -> float:
    """How much a word there would hide, or lose at the rim."""
    (x1, y1), (x2, y2) = box
    outside = (x2 - x1) * (y2 - y1) - _shared(box, page)
    covered = outside + sum(_shared(box, other) for other in taken)
    return float(shapely.clip_by_rect(ink, x1, y1, x2, y2).length) + COVERED * covered


def _shared(one: Box, other: Box) -> float:
    """The area two boxes share."""
    (ax1, ay1), (ax2, ay2) = one
    (bx1, by1), (bx2, by2) = other
    return max(0.0, min(ax2, bx2) - max(ax1, bx1)) * max(0.0, min(ay2, by2) - max(ay1, by1))


def _contour(shape: Shape) -> shapely.Geometry:
    found = body(shape)
    filled = drawn(found.core).buffer(found.radius) if found.radius else drawn(found.core)
    return filled if filled.geom_type == "LineString" else filled.exterior


def element_names(scenario: Scenario, language: Language) -> Mapping[str, str]:
    """Each by its kind and its place or number; an organiser's own element by its id."""
    return {one.id: _name(one, scenario, language) for one in scenario.of_kind(*NAMED)}


def element_marks(scenario: Scenario, language: Language) -> Mapping[str, str]:
    """The same on a picture, which shows the kind and the half: no more than tells them apart."""
    named = element_names(scenario, language)
    return {one.id: _mark(one, scenario, language) or named[one.id] for one in scenario.of_kind(*NAMED)}


def _name(element: Element, scenario: Scenario, language: Language) -> str:
    kind = _word(element.kind, language)
    if _BY_PLACE.fullmatch(element.id):
        return _word(f"{element.kind}-{_place(element, scenario)}", language)
    if numbered := _NUMBERED.fullmatch(element.id):
        return f"{kind} {numbered.group(1)}"
    if found := _IN_HALF.fullmatch(element.id):
        return _word(f"objective-in-half-{found.group(2)}", language).format(number=found.group(1))
    return {"Z": kind, "F": kind, "BOX": _word("cage", language)}.get(element.id, element.id)


def _mark(element: Element, scenario: Scenario, language: Language) -> str:
    if _BY_PLACE.fullmatch(element.id):
        return _word(f"place-{_place(element, scenario)}", language)
    found = _IN_HALF.fullmatch(element.id)
    return f"OBJ{found.group(1)}" if found else ""


def _place(element: Element, scenario: Scenario) -> str:
    """Where it lies from the middle of the table, wherever an organiser has moved it."""
    x, y = centre(element.shape(0))
    right, up = x - scenario.table[0] / 2, y - scenario.table[1] / 2
    if max(abs(right), abs(up)) < 1:
        return "centre"
    if abs(right) >= abs(up):
        return "right" if right > 0 else "left"
    return "top" if up > 0 else "bottom"


def _word(name: str, language: Language) -> str:
    return phrases(language)["words"][f"scenario:{name}"]
