"""
Measuring on the table: sticks, the gap between two outlines, bodies that are exactly round, outlines people draw.

A core is a tuple of points: one is a point, two are a line, more are a closed outline that does not cross itself. A
body is a core and a radius around it, so that the distances of a round base are those of its centre less its radius,
never those of a polygon that stands for a circle. All of it is plain arithmetic, which loads at once: decision 22.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import combinations, pairwise

import msgspec

from heraut.table.shapes import Disc, Point, Polygon, Rect, Segment, Shape, measurable


class UnknownStick(ValueError):
    """A letter that is not on any stick."""


def reach(text: str, sticks: Mapping[str, int]) -> int:
    """The length of a stick or of a sum such as `M+C`; a plain number is already a length."""
    return sum(_one(part.strip(), sticks) for part in text.split("+"))


def _one(letter: str, sticks: Mapping[str, int]) -> int:
    if letter.isdecimal():
        return int(letter)
    try:
        return sticks[letter]
    except KeyError:
        raise UnknownStick(f"no stick is marked {letter!r}; there are {', '.join(sticks)}") from None


Core = tuple[Point, ...]
Edge = tuple[Point, Point]

TOLERANCE = 1e-6
"""Lengths that differ by no more than this, in inches, are equal: far above what floats lose, far below any ruler."""


def edges(core: Core) -> tuple[Edge, ...]:
    """The edges of an outline; a line is one edge, and so is a point, of no length."""
    if len(core) < 3:
        return ((core[0], core[-1]),)
    return tuple(zip(core, (*core[1:], core[0]), strict=True))


def gap(one: Core, other: Core) -> float:
    """Between the closest points; 0 when they meet."""
    if is_inside(one[0], other) or is_inside(other[0], one):
        return 0.0
    theirs = edges(other)
    return min(edge_gap(edge, each) for edge in edges(one) for each in theirs)


def edge_gap(one: Edge, other: Edge) -> float:
    """Between the closest points of two edges: they cross, or an end is closest."""
    if _cross(one, other):
        return 0.0
    return min(to_edge(one[0], other), to_edge(one[1], other), to_edge(other[0], one), to_edge(other[1], one))


def to_edge(point: Point, edge: Edge) -> float:
    """From a point to the closest of an edge."""
    a, b = edge
    dx, dy, px, py = b[0] - a[0], b[1] - a[1], point[0] - a[0], point[1] - a[1]
    along, square = px * dx + py * dy, dx * dx + dy * dy
    if along <= 0 or square == 0:
        return math.dist(point, a)
    return math.dist(point, b) if along >= square else abs(dx * py - dy * px) / math.sqrt(square)


def outside(point: Point, core: Core) -> float:
    """How far the point is from the core; within an outline, how deep it is, below 0."""
    border = min(to_edge(point, edge) for edge in edges(core))
    return -border if is_inside(point, core) else border


def is_inside(point: Point, core: Core) -> bool:
    """Whether a line drawn from the point to the right leaves the outline more often than it enters it."""
    x, y = point
    if len(core) < 3:
        return False
    return sum(x < _at(edge, y) for edge in edges(core) if (edge[0][1] > y) != (edge[1][1] > y)) % 2 == 1


def share_area(one: Core, other: Core) -> bool:
    """
    Whether two outlines overlap, deeper than the tolerance.

    They do when the border of one enters the other, or when both have the same border: then a point inside tells.
    """
    return min(len(one), len(other)) >= 3 and (_enters(one, other) or _enters(other, one))


def _enters(one: Core, other: Core) -> bool:
    return any(outside(spot, other) < -TOLERANCE for spot in (*_stretches(one, other), _inner(one)))


def _stretches(one: Core, other: Core) -> Iterator[Point]:
    """The middles of the stretches of a border, none of which is partly inside the other and partly outside."""
    theirs = edges(other)
    for a, b in edges(one):
        cuts = {0.0, 1.0, *(_cut((a, b), edge) for edge in theirs)}
        for start, end in pairwise(sorted(cuts)):
            middle = (start + end) / 2
            yield a[0] + middle * (b[0] - a[0]), a[1] + middle * (b[1] - a[1])


def _cut(edge: Edge, other: Edge) -> float:
    """Where the line through the other cuts the edge, from 0 at its start to 1; 0 when it does not."""
    start, end = _side(other, edge[0]), _side(other, edge[1])
    return start / (start - end) if start * end < 0 else 0.0


def _inner(outline: Core) -> Point:
    """Some point inside, half way between two edges, where corners are furthest apart in height."""
    low, high = max(pairwise(sorted(y for _, y in outline)), key=lambda step: step[1] - step[0])
    y = (low + high) / 2
    left, right, *_ = sorted(_at(edge, y) for edge in edges(outline) if (edge[0][1] > y) != (edge[1][1] > y))
    return (left + right) / 2, y


def _at(edge: Edge, y: float) -> float:
    """Where an edge that is not level is at that height."""
    (ax, ay), (bx, by) = edge
    return ax + (y - ay) * (bx - ax) / (by - ay)


def _cross(one: Edge, other: Edge) -> bool:
    (a, b), (c, d) = one, other
    return _side(other, a) * _side(other, b) < 0 and _side(one, c) * _side(one, d) < 0


def _side(edge: Edge, point: Point) -> float:
    """Above 0 on the left of the edge, below 0 on its right."""
    (ax, ay), (bx, by) = edge
    return (bx - ax) * (point[1] - ay) - (by - ay) * (point[0] - ax)


class Body(msgspec.Struct, frozen=True):
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


MOST_POINTS = 100
"""A hill cut from foam has some thirty corners; every pair of edges is compared."""

BY_HAND = 0.02
"""Corners are told to a hundredth of an inch: two of a piece that was turned may be off by this, and by no more."""


class OutlineFault(StrEnum):
    """Why a list of points is not the outline of a piece."""

    TOO_FEW_POINTS = "outline-too-few-points"
    TOO_MANY_POINTS = "outline-too-many-points"
    NOT_MEASURABLE = "outline-not-measurable"
    CROSSES_ITSELF = "outline-crosses-itself"
    NO_AREA = "outline-no-area"


def outline_fault(points: Core) -> OutlineFault | None:
    """What is wrong with this outline, if anything."""
    if not measurable(points):
        return OutlineFault.NOT_MEASURABLE
    if len(points) > MOST_POINTS:
        return OutlineFault.TOO_MANY_POINTS
    corners = _corners(points)
    if len(corners) < 3:
        return OutlineFault.TOO_FEW_POINTS
    if _is_flat(corners):
        return OutlineFault.NO_AREA
    return OutlineFault.CROSSES_ITSELF if _meets_itself(corners) else None


def same_piece(before: Sequence[Point], after: Sequence[Point]) -> bool:
    """Whether one outline is the other, turned or shifted: corners as far apart as before, and no mirror image."""
    if len(before) != len(after):
        return False
    kept = all(
        abs(math.dist(before[one], before[other]) - math.dist(after[one], after[other])) <= BY_HAND
        for one, other in combinations(range(len(before)), 2)
    )
    return kept and _turns_left(before) == _turns_left(after)


def displacement(before: Sequence[Point], after: Sequence[Point]) -> float:
    """
    The furthest any point of a rigid piece has gone.

    The displacement is an affine function of the point, so its length is greatest at a corner.
    """
    return max(math.dist(start, end) for start, end in zip(before, after, strict=True))


def _turns_left(points: Sequence[Point]) -> bool:
    """Whether its corners go round against the clock: the area they enclose is above 0."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in edges(tuple(points))) > 0


def _corners(points: Core) -> Core:
    """The points, less those that repeat the one before: a hand that rests draws one twice."""
    return tuple(point for before, point in pairwise(points[-1:] + points) if point != before)


def _is_flat(corners: Core) -> bool:
    longest = max(combinations(corners, 2), key=lambda pair: math.dist(*pair))
    return all(to_edge(corner, longest) <= TOLERANCE for corner in corners)


def _meets_itself(corners: Core) -> bool:
    """Whether an edge meets one that is not its neighbour; the one after an edge that folds back does."""
    around = edges(corners)
    return any(
        edge_gap(around[one], around[other]) == 0
        for one, other in combinations(range(len(around)), 2)
        if 1 < other - one < len(around) - 1
    )
