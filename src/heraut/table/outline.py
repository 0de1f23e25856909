"""Outlines people draw: what is wrong with one, and how far a rigid piece has moved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations, pairwise

from heraut.table.measure import TOLERANCE, Core, edge_gap, edges, to_edge
from heraut.table.shapes import Point, measurable

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
