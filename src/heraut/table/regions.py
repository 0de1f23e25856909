"""
Where a body may be shifted to, as regions of shifts: (0, 0) leaves it where it is.

All the shifts that bring a body near another make the sum of the other and of the body turned about. Convex parts have
simple sums, so both are cut into such parts first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any

import shapely
from shapely.affinity import translate

from heraut.table.measure import TOLERANCE, Body, Core
from heraut.table.shapes import Point

SEGMENTS = 32
"""Sides of a quarter of a circle where a region has a round border: it is looked at, never measured."""


def near(one: Body, others: Iterable[Body], within: float) -> Any:
    """The shifts after which some other is no further than that; with 0, those after which they meet."""
    return shapely.union_all([_near(one, other, within) for other in others])


def inside(one: Body, areas: Iterable[Body]) -> Any:
    """The shifts after which every point of it is in one of the areas, each of them convex."""
    return shapely.union_all([_inside(one, area) for area in areas])


def carried(before: Sequence[Point], now: Sequence[Point], most: float) -> Any:
    """The shifts after which no corner is further than that from where it was before."""
    discs = [
        shapely.Point(was[0] - x, was[1] - y).buffer(most, SEGMENTS) for was, (x, y) in zip(before, now, strict=True)
    ]
    return shapely.intersection_all(discs)


def shortest(one: Body, other: Body) -> tuple[Point, Point]:
    """The ends of the shortest line between their rims; twice the same point when they meet."""
    line = shapely.shortest_line(drawn(one.core), drawn(other.core))
    if line.length <= one.radius + other.radius + TOLERANCE:
        middle = line.interpolate(0.5, normalized=True)
        return (middle.x, middle.y), (middle.x, middle.y)
    start, end = line.interpolate(one.radius), line.interpolate(line.length - other.radius)
    return (start.x, start.y), (end.x, end.y)


def drawn(core: Core) -> Any:
    """The core as shapely has it."""
    return (shapely.Point, shapely.LineString, shapely.Polygon)[min(len(core), 3) - 1](core)


def _near(one: Body, other: Body, within: float) -> Any:
    sums = [_sum(theirs, ours) for theirs, ours in product(_parts(other.core), _parts(one.core))]
    reach = one.radius + other.radius + within
    region = shapely.union_all(sums)
    return region.buffer(reach, SEGMENTS) if reach else region


def _inside(one: Body, area: Body) -> Any:
    margin = area.radius - one.radius
    core = drawn(area.core).buffer(margin, SEGMENTS, join_style="mitre")
    return shapely.intersection_all([translate(core, -x, -y) for x, y in one.core])


def _sum(other: Core, one: Core) -> Any:
    """Every difference between a point of the other and a point of the one, both convex."""
    return shapely.MultiPoint([(ax - bx, ay - by) for (ax, ay), (bx, by) in product(other, one)]).convex_hull


def _parts(core: Core) -> Sequence[Core]:
    shape = drawn(core)
    if len(core) < 3 or shape.convex_hull.area - shape.area <= TOLERANCE:
        return (core,)
    return tuple(tuple(part.exterior.coords[:-1]) for part in shapely.constrained_delaunay_triangles(shape).geoms)
