"""
A coat of arms as SVG: no script, nothing fetched, in colour or hatched for black and white.

Everything stands on a shield 120 wide and 140 high. Regions are outlines that may run over its edge: the drawing clips
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from html import escape
from math import hypot
from typing import NamedTuple, Protocol

import msgspec

from heraut.press.arms.blazon import blazon
from heraut.press.arms.heraldry import (
    Arms,
    Charges,
    Division,
    EdgeLine,
    Ordinary,
    OrdinaryKind,
    Parted,
    Plain,
    Tincture,
    Variation,
    Varied,
    charges,
)

WIDTH, HEIGHT = 120, 140
SHIELD = "M4 4H116V64C116 100 94 122 60 137 26 122 4 100 4 64Z"


class Centre(NamedTuple):
    """The centre of a charge, and how many units of the shield one unit of its outline takes."""

    x: float
    y: float
    scale: float


class Edge(NamedTuple):
    """A straight edge of an ordinary; `shaped` ones follow its line, the others run outside the shield."""

    x: float
    y: float
    shaped: bool


SECOND: Mapping[Division | Variation, str] = {
    Division.PER_PALE: "M60 0H120V140H60Z",
    Division.PER_FESS: "M0 66H120V140H0Z",
    Division.PER_BEND: "M0 0L140 140H0Z",
    Division.PER_BEND_SINISTER: "M120 0L-20 140H120Z",
    Division.QUARTERLY: "M60 0H120V66H60ZM0 66H60V140H0Z",
    Division.PER_SALTIRE: "M-8-6L60 62-18 140ZM128-6L60 62 138 140Z",
    Variation.PALY: "M22.7 0h18.7v140h-18.7zM60 0h18.7v140h-18.7zM97.3 0H120v140h-22.7z",
    Variation.BARRY: "".join(f"M0 {top}h120v16H0z" for top in (-4, 28, 60, 92, 124)),
    Variation.BENDY: "M0-28L140 112v28L0 0zM0 28L140 168v28L0 56zM0 84L140 224v28L0 112zM0-84L140 56v28L0-56z",
    Variation.CHEVRONNY: "".join(f"M60 {top}l70 70v22L60 {top + 22}-10 {top + 92}v-22z" for top in (-4, 40, 84)),
    Variation.CHEQUY: "".join(
        f"M{4 + 28 * column} {4 + 28 * row}h28v28h-28z" for row in range(5) for column in range(4) if (row + column) % 2
    ),
    Variation.LOZENGY: "".join(
        f"M{4 + 28 * column} {18 + 40 * row}l14-20 14 20-14 20z" for row in range(4) for column in range(4)
    ),
    Variation.GYRONNY: "M60 64V-6H130zM60 64H140V144zM60 64V150L-20 144zM60 64H-20V-16z",
}
"""The part of the field that has its second tincture."""

ORDINARIES: Mapping[OrdinaryKind, tuple[Edge, ...]] = {
    OrdinaryKind.FESS: (Edge(-6, 47, True), Edge(126, 47, False), Edge(126, 85, True), Edge(-6, 85, False)),
    OrdinaryKind.PALE: (Edge(79, -4, True), Edge(79, 144, False), Edge(41, 144, True), Edge(41, -4, False)),
    OrdinaryKind.BEND: (Edge(-10, -37, True), Edge(150, 123, False), Edge(150, 177, True), Edge(-10, 17, False)),
    OrdinaryKind.BEND_SINISTER: (
        Edge(-30, 123, True),
        Edge(130, -37, False),
        Edge(130, 17, True),
        Edge(-30, 177, False),
    ),
    OrdinaryKind.CHEVRON: (
        Edge(-4, 98, True),
        Edge(60, 38, True),
        Edge(124, 98, False),
        Edge(124, 138, True),
        Edge(60, 78, True),
        Edge(-4, 138, False),
    ),
    OrdinaryKind.CROSS: (
        Edge(44, -4, False),
        Edge(76, -4, True),
        Edge(76, 44, True),
        Edge(124, 44, False),
        Edge(124, 76, True),
        Edge(76, 76, True),
        Edge(76, 148, False),
        Edge(44, 148, True),
        Edge(44, 76, True),
        Edge(-4, 76, False),
        Edge(-4, 44, True),
        Edge(44, 44, True),
    ),
    OrdinaryKind.SALTIRE: (
        Edge(60, 38, True),
        Edge(118, -20, False),
        Edge(142, 4, True),
        Edge(84, 62, True),
        Edge(142, 120, False),
        Edge(118, 144, True),
        Edge(60, 86, True),
        Edge(2, 144, False),
        Edge(-22, 120, True),
        Edge(36, 62, True),
        Edge(-22, 4, False),
        Edge(2, -20, True),
    ),
    OrdinaryKind.CHIEF: (Edge(-6, -6, False), Edge(126, -6, False), Edge(126, 44, True), Edge(-6, 44, False)),
    OrdinaryKind.PILE: (Edge(22, 0, False), Edge(98, 0, False), Edge(60, 124, False)),
    OrdinaryKind.PALL: (
        Edge(-8, -20, False),
        Edge(12, -26, False),
        Edge(60, 38, False),
        Edge(108, -26, False),
        Edge(140, -16, False),
        Edge(75, 70, False),
        Edge(75, 148, False),
        Edge(45, 148, False),
        Edge(45, 70, False),
        Edge(-20, -16, False),
    ),
}

ALONE: Mapping[int, tuple[Centre, ...]] = {
    1: (Centre(60, 64, 4.6),),
    2: (Centre(60, 36, 2.7), Centre(60, 96, 2.7)),
    3: (Centre(33, 38, 2.2), Centre(87, 38, 2.2), Centre(60, 92, 2.3)),
    6: (
        Centre(26, 28, 1.42),
        Centre(60, 28, 1.42),
        Centre(94, 28, 1.42),
        Centre(41, 66, 1.42),
        Centre(79, 66, 1.42),
        Centre(60, 104, 1.42),
    ),
}
"""Where so many charges stand on an empty field."""

AROUND: Mapping[OrdinaryKind, tuple[Centre, ...]] = {
    OrdinaryKind.FESS: (Centre(33, 25, 1.6), Centre(87, 25, 1.6), Centre(60, 108, 1.7)),
    OrdinaryKind.PALE: (Centre(22, 56, 1.45), Centre(98, 56, 1.45)),
    OrdinaryKind.BEND: (Centre(89, 32, 2.1), Centre(34, 88, 2.1)),
    OrdinaryKind.BEND_SINISTER: (Centre(31, 32, 2.1), Centre(86, 88, 2.1)),
    OrdinaryKind.CHEVRON: (Centre(29, 33, 1.9), Centre(91, 33, 1.9), Centre(60, 106, 1.9)),
    OrdinaryKind.CROSS: (Centre(24, 24, 1.5), Centre(96, 24, 1.5), Centre(26, 94, 1.5), Centre(94, 94, 1.5)),
    OrdinaryKind.SALTIRE: (Centre(60, 20, 1.4), Centre(19, 62, 1.3), Centre(101, 62, 1.3), Centre(60, 106, 1.5)),
    OrdinaryKind.CHIEF: (Centre(60, 86, 3.3),),
    OrdinaryKind.BORDURE: (Centre(60, 62, 3.4),),
    OrdinaryKind.PILE: (Centre(26, 78, 1.8), Centre(94, 78, 1.8)),
    OrdinaryKind.PALL: (Centre(60, 18, 1.3), Centre(24, 74, 1.7), Centre(96, 74, 1.7)),
}
"""Where charges stand around an ordinary; as many as there are places."""

UPON: Mapping[tuple[OrdinaryKind, int], tuple[Centre, ...]] = {
    (OrdinaryKind.FESS, 3): (Centre(26, 66, 1.4), Centre(60, 66, 1.4), Centre(94, 66, 1.4)),
    (OrdinaryKind.PALE, 3): (Centre(60, 26, 1.4), Centre(60, 64, 1.4), Centre(60, 102, 1.4)),
    (OrdinaryKind.BEND, 3): (Centre(30, 20, 1.4), Centre(62, 52, 1.4), Centre(94, 84, 1.4)),
    (OrdinaryKind.BEND_SINISTER, 3): (Centre(90, 20, 1.4), Centre(58, 52, 1.4), Centre(26, 84, 1.4)),
    (OrdinaryKind.CROSS, 5): (
        Centre(60, 24, 1.15),
        Centre(24, 60, 1.15),
        Centre(60, 60, 1.15),
        Centre(96, 60, 1.15),
        Centre(60, 98, 1.15),
    ),
    (OrdinaryKind.SALTIRE, 5): (
        Centre(31, 33, 1.1),
        Centre(89, 33, 1.1),
        Centre(60, 62, 1.1),
        Centre(33, 89, 1.1),
        Centre(87, 89, 1.1),
    ),
    (OrdinaryKind.CHIEF, 1): (Centre(60, 24, 1.6),),
    (OrdinaryKind.CHIEF, 3): (Centre(27, 24, 1.45), Centre(60, 24, 1.45), Centre(93, 24, 1.45)),
    (OrdinaryKind.PILE, 1): (Centre(60, 36, 2),),
}
"""Where an ordinary bears so many charges; what is not here has no room for them."""

_TEETH: Mapping[EdgeLine, int] = {
    EdgeLine.WAVY: 16,
    EdgeLine.ENGRAILED: 14,
    EdgeLine.INDENTED: 13,
    EdgeLine.EMBATTLED: 22,
}
"""The usual length of one tooth or wave of a shaped edge."""

_DEPTH = 5


def outline(kind: OrdinaryKind, line: EdgeLine) -> str:
    """The outline of an ordinary with its edges shaped."""
    corners = ORDINARIES[kind]
    path = f"M{corners[0].x:g} {corners[0].y:g}"
    for corner, following in zip(corners, (*corners[1:], corners[0]), strict=True):
        path += _edge(corner, following, line if corner.shaped else EdgeLine.PLAIN)
    return path + "z"


def _edge(start: Edge, end: Edge, line: EdgeLine) -> str:
    """A whole number of teeth from start to end, pointing to the left of the way (out of the ordinary)."""
    along_x, along_y = end.x - start.x, end.y - start.y
    if line is EdgeLine.PLAIN:
        return _l(along_x, along_y)
    length = hypot(along_x, along_y)
    teeth = max(1, round(length / _TEETH[line]))
    dx, dy = along_x / teeth, along_y / teeth
    out_x, out_y = along_y / length * _DEPTH, -along_x / length * _DEPTH
    match line:
        case EdgeLine.INDENTED:
            tooth = _l(dx / 2 + out_x, dy / 2 + out_y) + _l(dx / 2 - out_x, dy / 2 - out_y)
        case EdgeLine.EMBATTLED:
            tooth = _l(out_x, out_y) + _l(dx / 2, dy / 2) + _l(-out_x, -out_y) + _l(dx / 2, dy / 2)
        case EdgeLine.ENGRAILED:
            tooth = f"q{_xy(dx / 2 - out_x * 1.6, dy / 2 - out_y * 1.6)}{_xy(dx, dy)}"
        case EdgeLine.WAVY:
            crest = f"q{_xy(dx / 4 + out_x, dy / 4 + out_y)}{_xy(dx / 2, dy / 2)}"
            tooth = crest + f"q{_xy(dx / 4 - out_x, dy / 4 - out_y)}{_xy(dx / 2, dy / 2)}"
    return tooth * teeth


def _l(x: float, y: float) -> str:
    return "l" + _xy(x, y)


def _xy(x: float, y: float) -> str:
    return f" {round(x, 1):g} {round(y, 1):g}".replace(" -", "-")


PAINT: Mapping[Tincture, str] = {
    Tincture.OR: "#c8a13a",
    Tincture.ARGENT: "#f4f1e8",
    Tincture.GULES: "#a3262a",
    Tincture.AZURE: "#1f4e8c",
    Tincture.VERT: "#2f6b43",
    Tincture.SABLE: "#1d1b1a",
    Tincture.PURPURE: "#6b3a6e",
}
"""The heraldic seven of the house."""

_STRIPE = "M-300 .75H300M-300 4.75H300"
_DOTS = '<path d="M-300 1H300M-296 5H300" stroke-dasharray="2 6" stroke-width="2"/>'
_GRID = '<path d="M-300 1H300M-300 5H300"/><path d="M-300 3H300M-300 7H300" stroke-dasharray="2"/>'


class _Hatching(NamedTuple):
    """The lines of a tile 600 wide and 8 high, and the angle it is turned by."""

    lines: str
    angle: int = 0


_HATCHINGS: Mapping[Tincture, _Hatching] = {
    Tincture.OR: _Hatching(_DOTS),
    Tincture.GULES: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>', 90),
    Tincture.AZURE: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>'),
    Tincture.VERT: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>', 45),
    Tincture.PURPURE: _Hatching(f'<path d="{_STRIPE}" stroke-width="1.5"/>', -45),
    Tincture.SABLE: _Hatching(_GRID),
}
"""Of each hatching but silver's, which is left white. A tile is wider than any shield: printers show its seams."""


class Paint(Protocol):
    """What fills and edges a figure drawn `scale` times larger than its outline."""

    def fill(self, tincture: Tincture, scale: float = 1) -> str:
        """The value of `fill`."""

    def edge(self, scale: float = 1) -> str:
        """The attributes of the line around a figure."""

    def definitions(self) -> str:
        """What the fills asked for so far refer to."""


class Colours:
    """Flat colours: the rule of tincture sets figures off, no line is needed."""

    def fill(self, tincture: Tincture, scale: float = 1) -> str:  # noqa: ARG002  # a colour has no grain
        """The colour itself."""
        return PAINT[tincture]

    def edge(self, scale: float = 1) -> str:  # noqa: ARG002
        """None."""
        return ""

    def definitions(self) -> str:
        """Colours need none."""
        return ""


class Hatchings:
    """Black on white: lines and dots that keep their size however large the figure is drawn."""

    def __init__(self, key: str) -> None:
        self._key = key
        self._tiles: dict[str, str] = {}

    def fill(self, tincture: Tincture, scale: float = 1) -> str:
        """White for silver, a pattern for the rest."""
        if tincture is Tincture.ARGENT:
            return "#fff"
        id = f"{self._key}-{tincture}-{scale:g}"
        hatching = _HATCHINGS[tincture]
        turns = f"rotate({hatching.angle})" if hatching.angle else ""
        grain = f"scale({1 / scale:.3g})" if scale != 1 else ""
        moved = f' patternTransform="{turns}{grain}"' if turns or grain else ""
        # The view box repeats the tile's own place: without it Typst shows only half of a tile.
        self._tiles[id] = (
            f'<pattern id="{id}" x="-300" width="600" height="8" viewBox="-300 0 600 8" patternUnits="userSpaceOnUse"'
            f'{moved}><path fill="#fff" d="M-300 0h600v8h-600z"/>'
            f'<g stroke="#000" stroke-width="2">{hatching.lines}</g></pattern>'
        )
        return f"url(#{id})"

    def edge(self, scale: float = 1) -> str:
        """A black line outside the figure, so that its parts do not show."""
        return f' stroke="#000" stroke-width="{4 / scale:.2g}" paint-order="stroke"'

    def definitions(self) -> str:
        """The patterns in use."""
        return "".join(self._tiles.values())


_BORDURE = 17
"""The width of a bordure."""


def svg(arms: Arms, *, size: int = 48, title: str | None = None, hatched: bool = False) -> str:
    """
    The arms as an SVG element `size` pixels high.

    The title is the French blazon unless another is given; an empty one hides the picture from readers (a
    name stands beside it). `hatched` draws black on white, each tincture by its hatching.
    """
    # Pictures of many arms share a page: their ids must differ, and be the same each time.
    key = "a" + blake2b(msgspec.json.encode((arms, hatched)), digest_size=5).hexdigest()
    paint: Paint = Hatchings(key) if hatched else Colours()
    drawn = _Drawing(key, paint).of(arms)
    said = blazon(arms, "fr") if title is None else title
    named = f'role="img"><title>{escape(said, quote=False)}</title>' if said else 'aria-hidden="true">'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}"'
        f' width="{round(size * WIDTH / HEIGHT)}" height="{size}" {named}'
        f'<clipPath id="{key}"><path d="{SHIELD}"/></clipPath>{paint.definitions()}'
        f'<g clip-path="url(#{key})">{drawn}</g>'
        f'<path d="{SHIELD}" fill="none" stroke="currentColor" stroke-width="3.5"/></svg>'
    )


class _Drawing:
    """What lies inside the shield."""

    def __init__(self, key: str, paint: Paint) -> None:
        self.key = key
        self.paint = paint

    def of(self, arms: Arms) -> str:
        drawn = self.area(SHIELD, arms.field.tincture if isinstance(arms.field, Plain) else arms.field.first)
        if not isinstance(arms.field, Plain):
            drawn += self.area(_second(arms.field), arms.field.second)
        if arms.ordinary:
            drawn += self.ordinary(arms.ordinary)
        if arms.charges:
            places = AROUND[arms.ordinary.kind] if arms.ordinary else ALONE[arms.charges.count]
            drawn += self.charges(arms.charges, places, arms.field)
        return drawn

    def area(self, path: str, tincture: Tincture) -> str:
        return f'<path fill="{self.paint.fill(tincture)}" d="{path}"{self.paint.edge()}/>'

    def ordinary(self, ordinary: Ordinary) -> str:
        if ordinary.kind is OrdinaryKind.BORDURE:
            return self.bordure(ordinary.tincture)
        drawn = self.area(outline(ordinary.kind, ordinary.line), ordinary.tincture)
        if ordinary.bears:
            drawn += self.charges(ordinary.bears, UPON[ordinary.kind, ordinary.bears.count])
        return drawn

    def bordure(self, tincture: Tincture) -> str:
        """A stroke along the edge of the shield, whose outer half is cut off."""
        edge = f'<path fill="none" d="{SHIELD}" stroke="#000" stroke-width="{2 * _BORDURE + 4}"/>'
        band = f'<path fill="none" d="{SHIELD}" stroke="{self.paint.fill(tincture)}" stroke-width="{2 * _BORDURE}"/>'
        return edge + band if self.paint.edge() else band

    def charges(self, group: Charges, places: Sequence[Centre], field: Plain | Parted | Varied | None = None) -> str:
        marks, scale = self.marks(group, places), places[0].scale
        if group.tincture is not None:
            return f'<g fill="{self.paint.fill(group.tincture, scale)}">{marks}</g>'
        assert isinstance(field, Parted)
        return (
            f'<g fill="{self.paint.fill(field.second, scale)}">{marks}</g>'
            f'<clipPath id="{self.key}-second"><path d="{_second(field)}"/></clipPath>'
            f'<g fill="{self.paint.fill(field.first, scale)}" clip-path="url(#{self.key}-second)">{marks}</g>'
        )

    def marks(self, group: Charges, places: Sequence[Centre]) -> str:
        """The outline of each charge; that of several is written once."""
        path = f'd="{charges()[group.charge].path}"'
        if len(places) == 1:
            return f"<path {path}{self.at(places[0])}/>"
        id = f"{self.key}-{group.charge}"
        copies = "".join(f'<use href="#{id}"{self.at(place)}/>' for place in places)
        return f'<defs><path id="{id}" {path}/></defs>{copies}'

    def at(self, place: Centre) -> str:
        moved = f' transform="translate({place.x:g} {place.y:g})scale({place.scale:g})"'
        return moved + self.paint.edge(place.scale)


def _second(field: Parted | Varied) -> str:
    return SECOND[field.division if isinstance(field, Parted) else field.variation]
