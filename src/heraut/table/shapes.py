"""Shapes on a table, in inches: what a scenario file says, what a diagram draws, what geometry measures."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

Point = tuple[float, float]

MM_PER_INCH = 25.4

FURTHEST = 1e6
"""Inches: no table is fifteen miles long."""


class Rect(msgspec.Struct, frozen=True, tag=True, tag_field="shape"):
    """A rectangle along the axes; (x1, y1) is its corner nearest the origin."""

    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def points(self) -> tuple[Point, ...]:
        """The four corners, anticlockwise."""
        return ((self.x1, self.y1), (self.x2, self.y1), (self.x2, self.y2), (self.x1, self.y2))


class Disc(msgspec.Struct, frozen=True, tag=True, tag_field="shape"):
    """A full circle: a marker, a base, a round zone."""

    x: float
    y: float
    diameter: float

    @property
    def radius(self) -> float:
        """Half the diameter."""
        return self.diameter / 2


class Polygon(msgspec.Struct, frozen=True, tag=True, tag_field="shape"):
    """A closed outline; the last point joins the first."""

    points: tuple[Point, ...]


class Segment(msgspec.Struct, frozen=True, tag=True, tag_field="shape"):
    """A straight line between two points."""

    a: Point
    b: Point


Shape = Rect | Disc | Polygon | Segment


def inches(millimetres: float) -> float:
    """A base or a marker is sold in millimetres and measured in inches."""
    return millimetres / MM_PER_INCH


def extent(shape: Shape) -> tuple[Point, Point]:
    """The corners, low and high, of the box around it."""
    match shape:
        case Disc(x, y, _):
            return (x - shape.radius, y - shape.radius), (x + shape.radius, y + shape.radius)
        case Segment(a, b):
            return _around((a, b))
        case Rect() | Polygon():
            return _around(shape.points)


def centre(shape: Shape) -> Point:
    """The middle of the box around it."""
    (x1, y1), (x2, y2) = extent(shape)
    return ((x1 + x2) / 2, (y1 + y2) / 2)


def measurable(points: Iterable[Point]) -> bool:
    """Whether every coordinate is a number, and one whose square is not beyond numbers."""
    return all(abs(x) <= FURTHEST and abs(y) <= FURTHEST for x, y in points)


def _around(points: Iterable[Point]) -> tuple[Point, Point]:
    xs, ys = zip(*points, strict=True)
    return (min(xs), min(ys)), (max(xs), max(ys))
