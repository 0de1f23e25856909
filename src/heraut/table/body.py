"""
Things that stand on the table, measured.

A body is a core (a point, a line, a polygon) and a radius around it, so that a round base is exactly round: its
distances are those of its centre less its radius, never those of a polygon that stands for a circle.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from heraut.table.lines import TOLERANCE, Core, gap, outside, share_area
from heraut.table.shapes import Disc, Polygon, Rect, Segment, Shape


@dataclass(frozen=True, slots=True)
class Body:
    """Every point no further than `radius` from `core`."""

    core: Core
    radius: float = 0.0


def body(shape: Shape) -> Body:
    """The shape as something to measure."""
    match shape:
        case Disc(x, y, diameter):
            return Body(((x, y),), diameter / 2)
        case Segment(a, b):
            return Body((a, b))
        case Rect() | Polygon():
            return Body(shape.points)


def distance(one: Body, other: Body) -> float:
    """Between the closest points; 0 when they touch or overlap."""
    return max(0.0, gap(one.core, other.core) - one.radius - other.radius)


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
    return gap(one.core, other.core) < one.radius + other.radius - TOLERANCE or (
        one.radius + other.radius == 0 and share_area(one.core, other.core)
    )


def is_wholly_in(one: Body, area: Body) -> bool:
    """Whether every point of it is in the area; touching the boundary from inside is allowed."""
    return stands_out(one, area) <= TOLERANCE


def is_partly_in(one: Body, area: Body) -> bool:
    """Whether some of its area is in the area; touching the boundary from outside is not enough."""
    return overlaps(one, area)


def stands_out(one: Body, area: Body) -> float:
    """How far its outermost point is outside the area, which must be convex; 0 when it is wholly inside."""
    return max(0.0, max(outside(corner, area.core) for corner in one.core) + one.radius - area.radius)
