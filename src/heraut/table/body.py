"""
Things that stand on the table, measured.

A body is a core (a point, a line, a polygon) and a radius around it, so that a round base is exactly round: its
distances are those of its centre less its radius, never those of a polygon that stands for a circle.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import shapely

from heraut.table.shapes import Disc, Point, Polygon, Rect, Segment, Shape

TOLERANCE = 1e-6
"""Lengths that differ by no more than this, in inches, are equal: far above what floats lose, far below any ruler."""


@dataclass(frozen=True, slots=True)
class Body:
    """Every point no further than `radius` from `core`."""

    core: Any
    radius: float = 0.0


def body(shape: Shape) -> Body:
    """The shape as something to measure."""
    match shape:
        case Disc(x, y, diameter):
            return Body(shapely.Point(x, y), diameter / 2)
        case Segment(a, b):
            return Body(shapely.LineString((a, b)))
        case Rect() | Polygon():
            return Body(shapely.Polygon(shape.points))


def distance(one: Body, other: Body) -> float:
    """Between the closest points; 0 when they touch or overlap."""
    return max(0.0, float(one.core.distance(other.core)) - one.radius - other.radius)


def nearest(one: Body, others: Iterable[Body]) -> float:
    """The distance to the closest of them; infinite when there is none."""
    return min((distance(one, other) for other in others), default=float("inf"))


def is_within(length: float, limit: float) -> bool:
    """At the limit is within it."""
    return length <= limit + TOLERANCE


def is_more_than(length: float, limit: float) -> bool:
    """At the limit is not more than it."""
    return length > limit + TOLERANCE


def is_at_least(length: float, limit: float) -> bool:
    """At the limit is enough."""
    return length >= limit - TOLERANCE


def touches(one: Body, other: Body) -> bool:
    """Whether they meet, were it at one point."""
    return is_within(distance(one, other), 0)


def overlaps(one: Body, other: Body) -> bool:
    """Whether they share some area; touching is not enough."""
    return float(one.core.distance(other.core)) < one.radius + other.radius - TOLERANCE or (
        one.radius + other.radius == 0 and _share_area(one.core, other.core)
    )


def is_wholly_in(one: Body, area: Body) -> bool:
    """Whether every point of it is in the area; touching the boundary from inside is allowed."""
    return stands_out(one, area) <= TOLERANCE


def is_partly_in(one: Body, area: Body) -> bool:
    """Whether some of its area is in the area; touching the boundary from outside is not enough."""
    return overlaps(one, area)


def stands_out(one: Body, area: Body) -> float:
    """How far its outermost corner is outside the area, which must be convex; 0 when it is wholly inside."""
    if area.radius:
        return max(0.0, _furthest(one.core, area.core) + one.radius - area.radius)
    inside = area.core.buffer(-one.radius, join_style="mitre") if one.radius else area.core
    if inside.is_empty:
        return one.radius
    return float(max(inside.distance(shapely.Point(corner)) for corner in _corners(one.core)))


def _share_area(one: Any, other: Any) -> bool:
    if not one.intersects(other):
        return False
    return not one.intersection(other).buffer(-TOLERANCE / 2, join_style="mitre").is_empty


def _furthest(core: Any, centre: Any) -> float:
    return float(max(centre.distance(shapely.Point(corner)) for corner in _corners(core)))


def _corners(core: Any) -> Sequence[Point]:
    outline = core.exterior if core.geom_type == "Polygon" else core
    return tuple(outline.coords)
