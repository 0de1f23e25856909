"""Colours, hatching and letters of the picture, and its shapes as SVG."""

from __future__ import annotations

import math
from collections.abc import Mapping

from heraut.scenario.facts import Side
from heraut.table import Disc, Point, Polygon, Rect, Segment, Shape, centre, extent

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

LETTERS: Mapping[str, tuple[float, float]] = {"id": (21, 0.68), "len": (21, 0.62), "caption": (19, 0.58)}
"""How tall a look's letters are, and how wide for their height."""
WIDE = "M+≈W"
"""Signs half as wide again."""


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


def tall(shape: Shape) -> float:
    """How tall it is."""
    (_, low), (_, high) = extent(shape)
    return high - low


def n(number: float) -> str:
    """A number as short as it can be written."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
