"""
A scenario draws itself: table, zones, markers, distances, as SVG.

The first player sits at the bottom. Sides are told apart by colour and by the hatching heralds use where there is no
colour: upright lines for gueules, level lines for azur, dots for or; the second player's markers and flags are hollow.
What was reconstructed is dashed and marked ≈.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property
from html import escape
from textwrap import wrap
from typing import Literal, NamedTuple

from heraut.press.lettering import LETTERS, Spots, Words, element_marks, placed
from heraut.scenario.control import flag_reach
from heraut.scenario.definition import DeployStep, Element, ElementKind, Label, PutStep, Scenario, Source
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.library import shape_of
from heraut.scenario.scoring import Awards
from heraut.speech.sentences import Language, phrases
from heraut.speech.typography import printed, sticks
from heraut.table.shapes import Disc, Point, Polygon, Rect, Segment, Shape, centre, extent

SCALE = 10
"""Units of the picture to an inch."""

COLOURS = {Side.FIRST: "#a3262a", Side.SECOND: "#1f4e8c", None: "#8a6a14"}
HATCHES = {Side.FIRST: "gueules", Side.SECOND: "azur", None: "or"}
BLACK = "#1d1b1a"

SANS = f"font-family=\"'Segoe UI', Roboto, 'DejaVu Sans', sans-serif\" fill=\"{BLACK}\""
_HALO = 'paint-order="stroke" stroke="#fff" stroke-width="5" stroke-linejoin="round"'
_INK = f'fill="none" stroke="{BLACK}"'
LOOKS: Mapping[str, str] = {
    "name": 'font-family="\'Iowan Old Style\', Palatino, P052, Georgia, serif" font-weight="700" font-size="31"',
    "small": 'font-size="19"',
    "note": 'font-size="19" font-style="italic"',
    "id": f'font-size="21" font-weight="700" {_HALO}',
    "len": f'font-size="21" {_HALO}',
    "caption": f'font-size="19" font-style="italic" {_HALO}',
    "measure": f'{_INK} stroke-width="1.4"',
    "table": f'fill="#fdfcf8" stroke="{BLACK}" stroke-width="2.5"',
    "divide": f'{_INK} stroke-width="1.2" stroke-dasharray="2 6"',
    "frame": f'{_INK} stroke-width="1" stroke-dasharray="1 5"',
    "reach": f'{_INK} stroke-width="1.2" stroke-dasharray="2 5" opacity=".7"',
    "reconstructed": 'stroke-dasharray="9 5"',
}
"""Presentation attributes, not styles: a page that forbids inline styles may show the picture as it is."""


def definitions(own: str, width: float, height: float) -> str:
    """Hatching as heralds print colours: gueules upright, azur level, or dotted. Several pictures may share a page."""
    gueules, azur, gold = COLOURS[Side.FIRST], COLOURS[Side.SECOND], COLOURS[None]
    tile = 'width="10" height="10" patternUnits="userSpaceOnUse"'
    return (
        f'<defs><pattern id="{own}-gueules" {tile}><path d="M5 0v10" stroke="{gueules}" stroke-width="1.6"/></pattern>'
        f'<pattern id="{own}-azur" {tile}><path d="M0 5h10" stroke="{azur}" stroke-width="1.6"/></pattern>'
        f'<pattern id="{own}-or" {tile}><circle cx="5" cy="5" r="1.5" fill="{gold}"/></pattern>'
        f'<clipPath id="{own}-cut"><rect width="{n(width)}" height="{n(height)}"/></clipPath></defs>'
    )


def as_seen(shape: Shape, table: tuple[int, int]) -> Shape:
    """The shape in units of the picture: the first player's edge is at the bottom."""

    def at(point: Point) -> Point:
        return (point[0] * SCALE, (table[1] - point[1]) * SCALE)

    match shape:
        case Disc(x, y, diameter):
            return Disc(*at((x, y)), diameter * SCALE)
        case Segment(a, b):
            return Segment(at(a), at(b))
        case Rect() | Polygon():
            return Polygon(tuple(at(point) for point in shape.points))


def outline(shape: Shape) -> str:
    """A shape of the picture, as the beginning of an SVG element."""
    match shape:
        case Disc(x, y, diameter):
            return f'circle cx="{n(x)}" cy="{n(y)}" r="{n(diameter / 2)}"'
        case Segment((x1, y1), (x2, y2)):
            return f'line x1="{n(x1)}" y1="{n(y1)}" x2="{n(x2)}" y2="{n(y2)}"'
        case Rect() | Polygon():
            return f'polygon points="{" ".join(f"{n(x)},{n(y)}" for x, y in shape.points)}"'


def ruler(a: Point, b: Point) -> str:
    """A line with a tick at each end."""
    (ax, ay), (bx, by) = a, b
    length = math.dist(a, b) or 1
    nx, ny = -(by - ay) / length, (bx - ax) / length
    ticks = "".join(f"M{n(x - 6 * nx)} {n(y - 6 * ny)}l{n(12 * nx)} {n(12 * ny)}" for x, y in (a, b))
    return f'<path {LOOKS["measure"]} d="M{n(ax)} {n(ay)}L{n(bx)} {n(by)}{ticks}"/>'


def pole(flag: Shape) -> Rect:
    """The room its pole and its cloth take."""
    x, y = centre(flag)
    return Rect(x - 1, y - 26, x + 15, y)


def height_of(shape: Shape) -> float:
    """How tall it is."""
    (_, low), (_, high) = extent(shape)
    return high - low


def n(number: float) -> str:
    """A number as short as it can be written."""
    return f"{number:.2f}".rstrip("0").rstrip(".")


SIDE_MARGIN = 26
HEAD = 70
NAME = 40
LINE = 27
LETTERS_TO_A_LINE = 48

TOKENS = (ElementKind.MARKER, ElementKind.FLAG, ElementKind.OBJECTIVE)
AREAS = (
    ElementKind.ADVANCE,
    ElementKind.DEPLOYMENT,
    ElementKind.PLACING,
    ElementKind.QUARTER,
    ElementKind.LINE,
    ElementKind.ZONE,
)


class SourceDrawing(NamedTuple):
    """How the tables of a source are drawn."""

    legend: str
    """The word that tells in which measure distances are."""
    halves: bool
    """Whether a line parts the two halves, and figures say how deep armies deploy; else elements and labels do."""


SOURCES: Mapping[Source, SourceDrawing] = {
    "saga_tournament": SourceDrawing("sticks-legend", halves=False),
    "steamroller_2011": SourceDrawing("inches", halves=True),
}
Shown = Literal["all", "untitled", "table"]
"""The whole picture; all but its name, under a heading that says it; the table alone, for a small picture."""


def diagram(
    scenario: Scenario, language: Language, *, marker_mm: int = 40, shown: Shown = "all", laid: bool = False
) -> str:
    """The scenario as SVG text, without any outside resource; once it is `laid`, not where what is to be put."""
    return _Drawing(scenario, language, marker_mm, laid=laid).svg(shown)


class _Drawing:
    """One picture under way: its frame and its words."""

    def __init__(self, scenario: Scenario, language: Language, marker_mm: int, *, laid: bool) -> None:
        self.scenario, self.language, self.laid = scenario, language, laid
        self.source = SOURCES[scenario.source]
        self.width = scenario.table[0] * SCALE
        self.height = scenario.table[1] * SCALE
        self.shapes = {one.id: as_seen(shape_of(one, marker_mm), scenario.table) for one in scenario.elements}
        self.foot = list(self._footnotes())

    def svg(self, shown: Shown) -> str:
        """What is shown of the picture."""
        wide = self.width + 2 * SIDE_MARGIN
        tall = HEAD + self.height + 30 + LINE * len(self.foot) + 14
        top = NAME if shown == "untitled" else 0
        table = (SIDE_MARGIN - 4, HEAD - 4, self.width + 8, self.height + 8)
        seen = table if shown == "table" else (0, top, wide, tall - top)
        own = self.scenario.id
        name = escape(self.scenario.name(self.language))
        summary = escape(self.scenario.brief(self.language))
        box = " ".join(n(length) for length in seen)
        body = "\n".join((*self._head(name), *self._table(), *self._foot()))
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" '
            f'aria-labelledby="{own}-t {own}-d" lang="{self.language}">'
            f'<title id="{own}-t">{name}</title><desc id="{own}-d">{summary}</desc>'
            f"<g {SANS}>{definitions(own, self.width, self.height)}"
            f'<rect width="{n(wide)}" height="{n(tall)}" fill="#fff"/>\n{body}\n</g></svg>\n'
        )

    def word(self, key: str) -> str:
        """A word of the language."""
        return phrases(self.language)["words"][key]

    def _head(self, name: str) -> Iterator[str]:
        yield f'<text {LOOKS["name"]} x="{SIDE_MARGIN}" y="32">{name}</text>'
        yield self._sitting(61, Side.SECOND)

    def _foot(self) -> Iterator[str]:
        below = HEAD + self.height
        yield self._sitting(below + 22, Side.FIRST)
        for place, (style, text) in enumerate(self.foot, start=1):
            yield f'<text {LOOKS[style]} x="{SIDE_MARGIN}" y="{n(below + 26 + LINE * place)}">{escape(text)}</text>'

    def _sitting(self, y: float, side: Side) -> str:
        return _text(Words(self.word(side), "small", COLOURS[side]), (SIDE_MARGIN + self.width / 2, y))

    def _table(self) -> Iterator[str]:
        """Areas first, then lines, then what stands on the table; the words lie on top."""
        yield f'<g transform="translate({SIDE_MARGIN} {HEAD})">'
        yield f'<rect {LOOKS["table"]} width="{self.width}" height="{self.height}"/>'
        for kind in AREAS:
            yield from (self._area(element) for element in self.scenario.of_kind(kind))
        yield from (f"<{outline(line)} {LOOKS['divide']}/>" for line in self._divide)
        yield from (f"<{outline(shape)} {LOOKS['reach']}/>" for shape in self._reaches)
        yield from (ruler(*self._ends(label)) for label in self.labels)
        yield from (self._token(element) for element in self.scenario.of_kind(*TOKENS))
        yield from self._words() if self.scenario.available else (self._unknown(),)
        yield "</g>"

    def _area(self, element: Element) -> str:
        dashed = LOOKS["reconstructed"] if element.status.is_reconstructed else ""
        shape, own, side = outline(self.shapes[element.id]), self.scenario.id, self._side(element)
        colour, hatch = COLOURS[side], f"{own}-{HATCHES[side]}"
        match element.kind:
            case ElementKind.DEPLOYMENT:
                paint = f'fill="url(#{hatch})" fill-opacity=".55" stroke="{colour}" stroke-width="2"'
                return f'<g clip-path="url(#{own}-cut)"><{shape} {dashed} {paint}/></g>'
            case ElementKind.ADVANCE:
                paint = f'fill="none" stroke="{colour}" stroke-width="1.6" stroke-dasharray="2 6"'
                return f'<g clip-path="url(#{own}-cut)"><{shape} {paint}/></g>'
            case ElementKind.ZONE:
                paint = f'fill="{colour}" fill-opacity=".16" stroke="{colour}" stroke-width="2.6"'
                hatched = f'<{shape} fill="url(#{hatch})" fill-opacity=".8"/>'
                return f"{hatched}<{shape} {dashed} {paint}/>"
            case _:
                return f"<{shape} {LOOKS['divide' if element.kind is ElementKind.LINE else 'frame']}/>"

    def _side(self, element: Element) -> Side | None:
        """Whose colour it has: in Steamroller the side that goes for it [SR-CTRL-14], else the side it belongs to."""
        rule = self.scenario.scoring
        if isinstance(rule, Awards) and element.kind in (ElementKind.ZONE, ElementKind.FLAG, ElementKind.OBJECTIVE):
            return next((one.to for one in rule.awards if element.id in (one.element, one.contesting)), None)
        return element.owner

    def _token(self, element: Element) -> str:
        """A marker, a flag or an objective; the second player's are hollow, so one tells them without colour."""
        side, shape = self._side(element), self.shapes[element.id]
        colour = COLOURS[side] if side else BLACK
        faint = ' fill-opacity=".15"' if element.later else ""
        edge = f'stroke="{BLACK}" stroke-width="1.6"'
        token = f'<{outline(shape)} fill="#fff"/><{outline(shape)} fill="{colour}"{faint} {edge}/>'
        x, y = centre(shape)
        if element.kind is ElementKind.OBJECTIVE:
            cross = f"M{n(x - 5)} {n(y - 5)}l10 10m0-10l-10 10"
            return f'{token}<path d="{cross}" stroke="#fff" stroke-width="2.4"/>'
        if element.kind is ElementKind.FLAG:
            token += f'<path d="M{n(x)} {n(y)}v-26l15 6-15 6" fill="{colour}" {edge}/>'
        hollow = f'<circle cx="{n(x)}" cy="{n(y)}" r="4.5" fill="#fff"/>' if side is Side.SECOND else ""
        return token + hollow

    @cached_property
    def _reaches(self) -> tuple[Disc, ...]:
        """How near each flag is contested."""
        flags = (self.shapes[element.id] for element in self.scenario.of_kind(ElementKind.FLAG))
        return tuple(Disc(*centre(flag), height_of(flag) + 2 * flag_reach() * SCALE) for flag in flags)

    @cached_property
    def _divide(self) -> tuple[Shape, ...]:
        """The line between the two halves of the table, where the source has one that is no element."""
        if not self.source.halves or not self.scenario.available:
            return ()
        width, height = self.width, self.height
        line = ((0, height), (width, 0)) if self.scenario.radial else ((0, height / 2), (width, height / 2))
        return (Segment(*line),)

    def _unknown(self) -> str:
        """A scenario without a text has a question mark for a layout."""
        x, y = self.width / 2, self.height / 2 + 50
        return f'<text x="{n(x)}" y="{n(y)}" text-anchor="middle" font-size="150" opacity=".35">?</text>'

    @cached_property
    def labels(self) -> tuple[Label, ...]:
        """The distances of the file, and how deep armies deploy."""
        return (*self.scenario.labels, *self._depths())

    def _depths(self) -> Iterator[Label]:
        """From a player's edge, or along it from a corner; the plain depth nearer to the rim than the advanced one."""
        if not self.source.halves:
            return
        width, height = self.scenario.table
        for kind, rim in ((ElementKind.DEPLOYMENT, 1.5), (ElementKind.ADVANCE, 7)):
            for element in self.scenario.of_kind(kind):
                shape = element.shape(0)
                depth = shape.radius if isinstance(shape, Disc) else height_of(shape)
                ends = ((width, rim), (width - depth, rim)) if isinstance(shape, Disc) else ((rim, 0), (rim, depth))
                turned = ends if element.owner is Side.FIRST else tuple((width - x, height - y) for x, y in ends)
                ahead = f"{self.word('ad')} " if kind is ElementKind.ADVANCE else ""
                yield Label(f"{ahead}{n(depth)}″", *turned)

    def _ends(self, label: Label) -> tuple[Point, Point]:
        ends = as_seen(Segment(label.a, label.b), self.scenario.table)
        assert isinstance(ends, Segment)
        return ends.a, ends.b

    def _words(self) -> Iterator[str]:
        """What things are called, then the distances, each where it hides least."""
        areas = [self.shapes[element.id] for element in self.scenario.of_kind(*AREAS)]
        rulers = [Segment(*self._ends(label)) for label in self.labels]
        tokens = [self.shapes[element.id] for element in self.scenario.of_kind(*TOKENS)]
        poles = [pole(self.shapes[element.id]) for element in self.scenario.of_kind(ElementKind.FLAG)]
        found = placed(
            (*self._ids(), *self._lengths(), *(() if self.laid else self._captions())),
            lines=(*areas, *self._divide, *self._reaches, *rulers),
            solids=(*tokens, *poles),
            frame=Rect(0, 0, self.width, self.height),
        )
        return (_text(words, spot) for words, spot in found)

    def _ids(self) -> Iterator[Spots]:
        """The name each element goes by on the score sheet; SAGA's markers go by their number."""
        numbers = {
            marker.id: str(place) for place, marker in enumerate(self.scenario.of_kind(ElementKind.MARKER), start=1)
        }
        marks = {**element_marks(self.scenario, self.language), **numbers}
        for element in self.scenario.of_kind(*TOKENS, ElementKind.ZONE):
            sign = " ≈" if element.status.is_reconstructed else ""
            words, shape = Words(marks[element.id] + sign, "id"), self.shapes[element.id]
            yield words, tuple((words.inside if element.kind is ElementKind.ZONE else words.around)(shape))

    def _lengths(self) -> Iterator[Spots]:
        for label in self.labels:
            text = f"{label.text}″" if label.text.isdecimal() else sticks(label.text, self.language)
            words = Words(text, "len")
            yield words, tuple(words.beside(*self._ends(label)))

    def _captions(self) -> Iterator[Spots]:
        """In which order terrain goes into the quarters, and bands into zones where each side has several."""
        quarters = {quarter.id for quarter in self.scenario.of_kind(ElementKind.QUARTER)}
        puts = [step for step in self.scenario.setup if isinstance(step, PutStep) and step.area in quarters]
        for place, put in enumerate(puts, start=1):
            yield self._caption(f"{self.word('terrain-piece')} {place}", put.area or "", put.placer)
        for side in SIDES:
            zones = [step.zone for step in self.scenario.setup if isinstance(step, DeployStep) and step.by is side]
            for place, zone in enumerate(dict.fromkeys(zones) if len(set(zones)) > 1 else (), start=1):
                yield self._caption(self.word(f"deployed-{min(place, 2)}"), zone, side)

    def _caption(self, text: str, area: str, side: Side) -> Spots:
        words = Words(text, "caption", COLOURS[side])
        (x1, y1), (x2, y2) = extent(self.shapes[area])
        return words, tuple((x1 + (x2 - x1) * part, (y1 + y2) / 2) for part in (0.5, 0.35, 0.65, 0.2, 0.8))

    def _footnotes(self) -> Iterator[tuple[str, str]]:
        """What the reader needs to know of sticks, colours and marks."""
        scenario = self.scenario
        yield "small", self.word(self.source.legend)
        if any(
            self._side(element)
            for element in scenario.of_kind(ElementKind.ZONE, ElementKind.FLAG, ElementKind.OBJECTIVE)
        ):
            yield "small", self.word("aims-legend")
        if scenario.of_kind(ElementKind.FLAG):
            yield "small", self.word("flags-legend")
        told = scenario.legend if scenario.available else scenario.summary
        text = printed(told.get(self.language, ""), self.language)
        yield from (("small", line) for line in wrap(text, LETTERS_TO_A_LINE))
        if any(element.status.is_reconstructed for element in scenario.elements):
            yield "note", f"≈ {self.word('reconstruction-note')}"


def _text(words: Words, spot: Point) -> str:
    drop = LETTERS[words.look][0] * 0.36 if words.look in LETTERS else 0
    fill = f' fill="{words.fill}"' if words.fill else ""
    at = f'x="{n(spot[0])}" y="{n(spot[1] + drop)}"'
    return f'<text {LOOKS[words.look]} {at} text-anchor="middle"{fill}>{escape(words.text)}</text>'
