"""
Where everything stands on a shield 120 wide and 140 high.

Regions are outlines that may run over the edge of the shield: the drawing clips them.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import hypot
from typing import NamedTuple

from heraut.press.arms.heraldry import Division, Line, OrdinaryKind, Variation

WIDTH, HEIGHT = 120, 140
SHIELD = "M4 4H116V64C116 100 94 122 60 137 26 122 4 100 4 64Z"


class Place(NamedTuple):
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

ALONE: Mapping[int, tuple[Place, ...]] = {
    1: (Place(60, 64, 4.6),),
    2: (Place(60, 36, 2.7), Place(60, 96, 2.7)),
    3: (Place(33, 38, 2.2), Place(87, 38, 2.2), Place(60, 92, 2.3)),
    6: (
        Place(26, 28, 1.42),
        Place(60, 28, 1.42),
        Place(94, 28, 1.42),
        Place(41, 66, 1.42),
        Place(79, 66, 1.42),
        Place(60, 104, 1.42),
    ),
}
"""Where so many charges stand on an empty field."""

AROUND: Mapping[OrdinaryKind, tuple[Place, ...]] = {
    OrdinaryKind.FESS: (Place(33, 25, 1.6), Place(87, 25, 1.6), Place(60, 108, 1.7)),
    OrdinaryKind.PALE: (Place(22, 56, 1.45), Place(98, 56, 1.45)),
    OrdinaryKind.BEND: (Place(89, 32, 2.1), Place(34, 88, 2.1)),
    OrdinaryKind.BEND_SINISTER: (Place(31, 32, 2.1), Place(86, 88, 2.1)),
    OrdinaryKind.CHEVRON: (Place(29, 33, 1.9), Place(91, 33, 1.9), Place(60, 106, 1.9)),
    OrdinaryKind.CROSS: (Place(24, 24, 1.5), Place(96, 24, 1.5), Place(26, 94, 1.5), Place(94, 94, 1.5)),
    OrdinaryKind.SALTIRE: (Place(60, 20, 1.4), Place(19, 62, 1.3), Place(101, 62, 1.3), Place(60, 106, 1.5)),
    OrdinaryKind.CHIEF: (Place(60, 86, 3.3),),
    OrdinaryKind.BORDURE: (Place(60, 62, 3.4),),
    OrdinaryKind.PILE: (Place(26, 78, 1.8), Place(94, 78, 1.8)),
    OrdinaryKind.PALL: (Place(60, 18, 1.3), Place(24, 74, 1.7), Place(96, 74, 1.7)),
}
"""Where charges stand around an ordinary; as many as there are places."""

UPON: Mapping[tuple[OrdinaryKind, int], tuple[Place, ...]] = {
    (OrdinaryKind.FESS, 3): (Place(26, 66, 1.4), Place(60, 66, 1.4), Place(94, 66, 1.4)),
    (OrdinaryKind.PALE, 3): (Place(60, 26, 1.4), Place(60, 64, 1.4), Place(60, 102, 1.4)),
    (OrdinaryKind.BEND, 3): (Place(30, 20, 1.4), Place(62, 52, 1.4), Place(94, 84, 1.4)),
    (OrdinaryKind.BEND_SINISTER, 3): (Place(90, 20, 1.4), Place(58, 52, 1.4), Place(26, 84, 1.4)),
    (OrdinaryKind.CROSS, 5): (
        Place(60, 24, 1.15),
        Place(24, 60, 1.15),
        Place(60, 60, 1.15),
        Place(96, 60, 1.15),
        Place(60, 98, 1.15),
    ),
    (OrdinaryKind.SALTIRE, 5): (
        Place(31, 33, 1.1),
        Place(89, 33, 1.1),
        Place(60, 62, 1.1),
        Place(33, 89, 1.1),
        Place(87, 89, 1.1),
    ),
    (OrdinaryKind.CHIEF, 1): (Place(60, 24, 1.6),),
    (OrdinaryKind.CHIEF, 3): (Place(27, 24, 1.45), Place(60, 24, 1.45), Place(93, 24, 1.45)),
    (OrdinaryKind.PILE, 1): (Place(60, 36, 2),),
}
"""Where an ordinary bears so many charges; what is not here has no room for them."""

_TEETH: Mapping[Line, int] = {Line.WAVY: 16, Line.ENGRAILED: 14, Line.INDENTED: 13, Line.EMBATTLED: 22}
"""The usual length of one tooth or wave of a shaped edge."""

_DEPTH = 5


def outline(kind: OrdinaryKind, line: Line) -> str:
    """The outline of an ordinary with its edges shaped."""
    corners = ORDINARIES[kind]
    path = f"M{corners[0].x:g} {corners[0].y:g}"
    for corner, following in zip(corners, (*corners[1:], corners[0]), strict=True):
        path += _edge(corner, following, line if corner.shaped else Line.PLAIN)
    return path + "z"


def _edge(start: Edge, end: Edge, line: Line) -> str:
    """A whole number of teeth from start to end, pointing to the left of the way (out of the ordinary)."""
    along_x, along_y = end.x - start.x, end.y - start.y
    if line is Line.PLAIN:
        return _l(along_x, along_y)
    length = hypot(along_x, along_y)
    teeth = max(1, round(length / _TEETH[line]))
    dx, dy = along_x / teeth, along_y / teeth
    out_x, out_y = along_y / length * _DEPTH, -along_x / length * _DEPTH
    match line:
        case Line.INDENTED:
            tooth = _l(dx / 2 + out_x, dy / 2 + out_y) + _l(dx / 2 - out_x, dy / 2 - out_y)
        case Line.EMBATTLED:
            tooth = _l(out_x, out_y) + _l(dx / 2, dy / 2) + _l(-out_x, -out_y) + _l(dx / 2, dy / 2)
        case Line.ENGRAILED:
            tooth = f"q{_xy(dx / 2 - out_x * 1.6, dy / 2 - out_y * 1.6)}{_xy(dx, dy)}"
        case Line.WAVY:
            crest = f"q{_xy(dx / 4 + out_x, dy / 4 + out_y)}{_xy(dx / 2, dy / 2)}"
            tooth = crest + f"q{_xy(dx / 4 - out_x, dy / 4 - out_y)}{_xy(dx / 2, dy / 2)}"
    return tooth * teeth


def _l(x: float, y: float) -> str:
    return "l" + _xy(x, y)


def _xy(x: float, y: float) -> str:
    return f" {round(x, 1):g} {round(y, 1):g}".replace(" -", "-")
