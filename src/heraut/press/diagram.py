"""
A scenario draws itself: table, zones, markers, distances, as SVG.

The first player sits at the bottom. Sides are told apart by colour and by the hatching heralds use where there is no
colour: upright lines for gueules, level lines for azur, dots for or; the second player's markers and flags are hollow.
What was reconstructed is dashed and marked ≈.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape

from heraut.scenario.data import Element, Kind, Label, Scenario
from heraut.scenario.library import base_mm
from heraut.scenario.sides import Side
from heraut.speech import Language, phrases
from heraut.table import Disc, Polygon, Rect, Segment, Shape, centre, inches

SCALE = 10
"""Units of the picture to an inch."""
SIDE_MARGIN = 26
HEAD = 70
LINE = 27
FLAG_REACH = 4

COLOURS = {Side.FIRST: "#a3262a", Side.SECOND: "#1f4e8c", None: "#8a6a14"}
HATCHES = {Side.FIRST: "gueules", Side.SECOND: "azur", None: "or"}

_SANS = "font-family=\"'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\" fill=\"#1d1b1a\""
_HALO = 'paint-order="stroke" stroke="#fff" stroke-width="5" stroke-linejoin="round"'
_INK = 'fill="none" stroke="#1d1b1a"'
LOOKS = {
    "name": 'font-family="\'Iowan Old Style\', Palatino, P052, Georgia, serif" font-weight="700" font-size="31"',
    "small": 'font-size="19"',
    "note": 'font-size="19" font-style="italic"',
    "id": f'font-size="21" font-weight="700" {_HALO}',
    "len": f'font-size="21" {_HALO}',
    "measure": f'{_INK} stroke-width="1.4"',
    "table": 'fill="#fdfcf8" stroke="#1d1b1a" stroke-width="2.5"',
    "divide": f'{_INK} stroke-width="1.2" stroke-dasharray="2 6"',
    "reach": f'{_INK} stroke-width="1.2" stroke-dasharray="2 5" opacity=".7"',
    "reconstructed": 'stroke-dasharray="9 5"',
}
"""Presentation attributes, not styles: a page that forbids inline styles may show the picture as it is."""


AT_RIGHT = 0.78
"""From this part of the width on, a marker's number stands on its left."""


def diagram(scenario: Scenario, language: Language, *, marker_mm: int = 40, bare: bool = False) -> str:
    """The scenario as SVG text, without any outside resource. `bare`: the table alone, for a small picture."""
    return _Drawing(scenario, language, marker_mm).svg(bare=bare)


class _Drawing:
    """One picture under way: its frame and its words."""

    def __init__(self, scenario: Scenario, language: Language, marker_mm: int) -> None:
        self.scenario, self.language, self.marker_mm = scenario, language, marker_mm
        self.width = scenario.table[0] * SCALE
        self.height = scenario.table[1] * SCALE
        self.foot = list(self._footnotes())

    def svg(self, *, bare: bool) -> str:
        """The whole picture, or a look at its table."""
        wide = self.width + 2 * SIDE_MARGIN
        tall = HEAD + self.height + 30 + LINE * len(self.foot) + 14
        seen = (SIDE_MARGIN - 4, HEAD - 4, self.width + 8, self.height + 8) if bare else (0, 0, wide, tall)
        own = self.scenario.id
        name = escape(self.scenario.names[self.language])
        summary = escape(self.scenario.summary[self.language])
        box = " ".join(_n(length) for length in seen)
        body = "\n".join((*self._head(name), *self._table(), *self._foot()))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
            f'aria-labelledby="{own}-t {own}-d" lang="{self.language}">'
            f'<title id="{own}-t">{name}</title><desc id="{own}-d">{summary}</desc>'
            f"<g {_SANS}>{_defs(own, self.width, self.height)}"
            f'<rect width="100%" height="100%" fill="#fff"/>\n{body}\n</g></svg>\n'
        )

    def word(self, key: str) -> str:
        """A word of the language, safe in markup."""
        return escape(phrases(self.language)["words"][key])

    def _head(self, name: str) -> Iterator[str]:
        yield f'<text {LOOKS["name"]} x="{SIDE_MARGIN}" y="32">{name}</text>'
        yield _text(SIDE_MARGIN + self.width / 2, 61, self.word("second"), "small", COLOURS[Side.SECOND])

    def _table(self) -> Iterator[str]:
        yield f'<g transform="translate({SIDE_MARGIN} {HEAD})">'
        yield f'<rect {LOOKS["table"]} width="{self.width}" height="{self.height}"/>'
        for kind in (Kind.ADVANCE, Kind.DEPLOYMENT, Kind.PLACING, Kind.QUARTER, Kind.LINE, Kind.ZONE):
            for element in self.scenario.of_kind(kind):
                yield self._element(element)
        if self.scenario.source == "steamroller_2011":
            yield from (self._divide(), *self._depths()) if self.scenario.available else (self._unknown(),)
        for element in self.scenario.of_kind(Kind.MARKER, Kind.FLAG, Kind.OBJECTIVE):
            yield self._element(element)
        yield from (self._measure(label) for label in self.scenario.labels)
        yield from self._ids()
        yield "</g>"

    def _element(self, element: Element) -> str:
        dashed = LOOKS["reconstructed"] if element.status.is_reconstructed else ""
        shape = self._draw(self._shape(element))
        own = self.scenario.id
        colour, hatch = COLOURS[element.owner], f"{own}-{HATCHES[element.owner]}"
        match element.kind:
            case Kind.DEPLOYMENT:
                paint = f'fill="url(#{hatch})" fill-opacity=".55" stroke="{colour}" stroke-width="2"'
                return f'<g clip-path="url(#{own}-cut)"><{shape} {dashed} {paint}/></g>'
            case Kind.ADVANCE:
                paint = f'fill="none" stroke="{colour}" stroke-width="1.6" stroke-dasharray="2 6"'
                return f'<g clip-path="url(#{own}-cut)"><{shape} {paint}/></g>'
            case Kind.ZONE:
                paint = f'fill="{colour}" fill-opacity=".16" stroke="{colour}" stroke-width="2.6"'
                hatched = f'<{shape} fill="url(#{hatch})" fill-opacity=".8"/>'
                return f"{hatched}<{shape} {dashed} {paint}/>"
            case Kind.QUARTER | Kind.PLACING:
                return f'<{shape} fill="none" stroke="#1d1b1a" stroke-width="1" stroke-dasharray="1 5"/>'
            case Kind.LINE:
                return f"<{shape} {LOOKS['divide']}/>"
            case _:
                return self._token(element, shape)

    def _token(self, element: Element, shape: str) -> str:
        """A marker, a flag or an objective; a flag also shows how near it is contested."""
        colour = COLOURS[element.owner] if element.owner else "#1d1b1a"
        faint = ' fill-opacity=".15"' if element.later else ""
        token = f'<{shape} fill="{colour}"{faint} stroke="#1d1b1a" stroke-width="1.6"/>'
        x, y = self._at(*centre(self._shape(element)))
        if element.kind is Kind.FLAG:
            near = (FLAG_REACH + inches(base_mm(Kind.FLAG)) / 2) * SCALE
            pole = f'<path d="M{_n(x)} {_n(y)}v-26l15 6-15 6" fill="{colour}" stroke="#1d1b1a" stroke-width="1.6"/>'
            reach = f'<circle {LOOKS["reach"]} cx="{_n(x)}" cy="{_n(y)}" r="{_n(near)}"/>'
            return f"{reach}{token}{pole}{_hollow(element, x, y)}"
        if element.kind is Kind.OBJECTIVE:
            cross = f"M{_n(x - 5)} {_n(y - 5)}l10 10m0-10l-10 10"
            return f'{token}<path d="{cross}" stroke="#fff" stroke-width="2.4"/>'
        return token + _hollow(element, x, y)

    def _divide(self) -> str:
        """The line between the two halves."""
        width, height = self.scenario.table
        a, b = ((0, 0), (width, height)) if self.scenario.radial else ((0, height / 2), (width, height / 2))
        return f"<{self._draw(Segment(a, b))} {LOOKS['divide']}/>"

    def _unknown(self) -> str:
        """A scenario without a text has a question mark for a layout."""
        x, y = self.width / 2, self.height / 2 + 50
        return f'<text x="{_n(x)}" y="{_n(y)}" text-anchor="middle" font-size="150" opacity=".35">?</text>'

    def _ids(self) -> Iterator[str]:
        """The name each element goes by on the score sheet; SAGA's markers go by their number."""
        for number, element in enumerate(self.scenario.of_kind(Kind.MARKER), start=1):
            yield self._id(element, str(number))
        for element in self.scenario.of_kind(Kind.ZONE, Kind.FLAG, Kind.OBJECTIVE):
            yield self._id(element, element.id)

    def _id(self, element: Element, text: str) -> str:
        x, y = self._at(*centre(self._shape(element)))
        at_right = element.kind is Kind.MARKER and x > AT_RIGHT * self.width
        dx, dy, anchor = (-14.0, 24.0, "end") if at_right else (14.0, 24.0, "start")
        if element.kind is Kind.ZONE:
            dx, dy, anchor = 0, self._low(element), "middle"
        sign = " ≈" if element.status.is_reconstructed else ""
        return (
            f'<text {LOOKS["id"]} x="{_n(x + dx)}" y="{_n(y + dy)}" text-anchor="{anchor}">{escape(text)}{sign}</text>'
        )

    def _low(self, element: Element) -> float:
        """Low in the zone, so that what stands in its middle stays visible."""
        shape = self._shape(element)
        half = shape.radius if isinstance(shape, Disc) else _height(shape) / 2
        return max(7.0, half * SCALE - 14)

    def _depths(self) -> Iterator[str]:
        """How deep Steamroller armies deploy, and how far ahead."""
        for element in self.scenario.of_kind(Kind.DEPLOYMENT, Kind.ADVANCE):
            shape = self._shape(element)
            at_bottom = element.owner is Side.FIRST
            depth = shape.radius if isinstance(shape, Disc) else _height(shape)
            ahead = f"{self.word('ad')} " if element.kind is Kind.ADVANCE else ""
            x, y = 8.0, self.height - depth * SCALE + 20 if at_bottom else depth * SCALE - 8
            if at_bottom and isinstance(shape, Disc):
                x, y = self.width - depth * SCALE + 8, self.height - (32.0 if ahead else 8.0)
            text = f"{ahead}{_n(depth)}″"
            yield f'<text {LOOKS["len"]} x="{_n(x)}" y="{_n(y)}">{text}</text>'

    def _measure(self, label: Label) -> str:
        """A line with a tick at each end and the length beside it."""
        (ax, ay), (bx, by) = self._at(*label.a), self._at(*label.b)
        length = math.dist((ax, ay), (bx, by)) or 1
        nx, ny = -(by - ay) / length, (bx - ax) / length
        ends = ((ax, ay), (bx, by))
        ticks = "".join(f"M{_n(x - 6 * nx)} {_n(y - 6 * ny)}l{_n(12 * nx)} {_n(12 * ny)}" for x, y in ends)
        line = f'<path {LOOKS["measure"]} d="M{_n(ax)} {_n(ay)}L{_n(bx)} {_n(by)}{ticks}"/>'
        text = label.text if not label.text.isdecimal() else f"{label.text}″"
        upright = abs(by - ay) > abs(bx - ax)
        x, y = ax + (bx - ax) * label.at, ay + (by - ay) * label.at
        x, y = (x + 9, y + 6) if upright else (x, y - 8)
        anchor = "start" if upright else "middle"
        return f'{line}<text {LOOKS["len"]} x="{_n(x)}" y="{_n(y)}" text-anchor="{anchor}">{escape(text)}</text>'

    def _footnotes(self) -> Iterator[tuple[str, str]]:
        if self.scenario.source == "saga_tournament":
            yield "small", self.word("sticks-legend")
        else:
            yield "small", self.word("inches")
        if any(element.status.is_reconstructed for element in self.scenario.elements):
            yield "note", f"≈ {self.word('reconstruction-note')}"
        if not self.scenario.available:
            yield "note", escape(self.scenario.summary[self.language])

    def _foot(self) -> Iterator[str]:
        below = HEAD + self.height
        yield _text(SIDE_MARGIN + self.width / 2, below + 22, self.word("first"), "small", COLOURS[Side.FIRST])
        for place, (style, text) in enumerate(self.foot, start=1):
            yield f'<text {LOOKS[style]} x="{SIDE_MARGIN}" y="{_n(below + 26 + LINE * place)}">{text}</text>'

    def _shape(self, element: Element) -> Shape:
        mm = base_mm(element.kind) if element.kind in (Kind.FLAG, Kind.OBJECTIVE) else self.marker_mm
        return element.shape(inches(mm))

    def _at(self, x: float, y: float) -> tuple[float, float]:
        """A point of the table in the picture: the first player's edge is at the bottom."""
        return x * SCALE, self.height - y * SCALE

    def _draw(self, shape: Shape) -> str:
        match shape:
            case Disc(x, y, diameter):
                cx, cy = self._at(x, y)
                return f'circle cx="{_n(cx)}" cy="{_n(cy)}" r="{_n(diameter / 2 * SCALE)}"'
            case Segment(a, b):
                (x1, y1), (x2, y2) = self._at(*a), self._at(*b)
                return f'line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}"'
            case Rect() | Polygon():
                points = " ".join(f"{_n(x)},{_n(y)}" for x, y in (self._at(*point) for point in shape.points))
                return f'polygon points="{points}"'


def _defs(own: str, width: float, height: float) -> str:
    """Hatching as heralds print colours: gueules upright, azur level, or dotted. Several pictures may share a page."""
    gueules, azur, gold = COLOURS[Side.FIRST], COLOURS[Side.SECOND], COLOURS[None]
    tile = 'width="10" height="10" patternUnits="userSpaceOnUse"'
    return (
        f'<defs><pattern id="{own}-gueules" {tile}><path d="M5 0v10" stroke="{gueules}" stroke-width="1.6"/></pattern>'
        f'<pattern id="{own}-azur" {tile}><path d="M0 5h10" stroke="{azur}" stroke-width="1.6"/></pattern>'
        f'<pattern id="{own}-or" {tile}><circle cx="5" cy="5" r="1.5" fill="{gold}"/></pattern>'
        f'<clipPath id="{own}-cut"><rect width="{_n(width)}" height="{_n(height)}"/></clipPath></defs>'
    )


def _hollow(element: Element, x: float, y: float) -> str:
    """The second player's markers and flags are hollow, the first player's full: so one tells them without colour."""
    ring = f'<circle cx="{_n(x)}" cy="{_n(y)}" r="4.5" fill="#fff"/>'
    return ring if element.owner is Side.SECOND else ""


def _height(shape: Shape) -> float:
    match shape:
        case Rect(_, y1, _, y2):
            return y2 - y1
        case Polygon(points):
            return max(y for _, y in points) - min(y for _, y in points)
        case _:
            return 0


def _text(x: float, y: float, text: str, style: str, fill: str) -> str:
    return f'<text {LOOKS[style]} x="{_n(x)}" y="{_n(y)}" text-anchor="middle" fill="{fill}">{text}</text>'


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
