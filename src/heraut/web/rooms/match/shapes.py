"""Outlines a piece may start from. The rules give no measures: people resize theirs, or draw their own."""

from __future__ import annotations

import math

from heraut.scenario.definition import Size
from heraut.scenario.terrain import Outline

SIDE = {Size.SMALL: (5.0, 4.0), Size.LARGE: (9.0, 7.0)}
"""How wide and deep a piece is at first, in inches."""
CORNERS: dict[str, Outline] = {
    "block": ((-1, -1), (1, -1), (1, 1), (-1, 1)),
    "corner": ((-1, -1), (1, -1), (1, -0.3), (-0.3, -0.3), (-0.3, 1), (-1, 1)),
    "wedge": ((-1, -1), (1, -1), (0, 1)),
    "strip": ((-1, -0.25), (1, -0.25), (1, 0.25), (-1, 0.25)),
}
"""Each in a square of two by two around the origin."""


def outlines(size: Size) -> dict[str, Outline]:
    """The outlines offered for that size, around the origin."""
    wide, deep = (side / 2 for side in SIDE[size])
    unit = {"block": CORNERS["block"], "round": disc(1, sides=16), **CORNERS}
    return {name: tuple((round(x * wide, 2), round(y * deep, 2)) for x, y in shape) for name, shape in unit.items()}


def disc(radius: float, sides: int = 24) -> Outline:
    """A circle as it is drawn while it is held; a marker is measured by its centre."""
    angles = (2 * math.pi * part / sides for part in range(sides))
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)


def moved(shape: Outline, x: float, y: float) -> Outline:
    """The outline shifted so that the origin comes there."""
    return tuple((px + x, py + y) for px, py in shape)
