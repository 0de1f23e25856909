"""Outlines people draw: what is wrong with one, and how far a rigid piece has moved."""

from __future__ import annotations

import math
from collections.abc import Sequence
from enum import StrEnum
from itertools import combinations

import shapely

from heraut.table.body import TOLERANCE
from heraut.table.shapes import Point, finite


class OutlineFault(StrEnum):
    """Why a list of points is not the outline of a piece."""

    TOO_FEW_POINTS = "outline-too-few-points"
    NOT_A_NUMBER = "outline-not-a-number"
    CROSSES_ITSELF = "outline-crosses-itself"
    NO_AREA = "outline-no-area"


def outline_fault(points: Sequence[Point]) -> OutlineFault | None:
    """What is wrong with this outline, if anything."""
    if not finite(points):
        return OutlineFault.NOT_A_NUMBER
    if len(set(points)) < 3:
        return OutlineFault.TOO_FEW_POINTS
    polygon = shapely.Polygon(points)
    if polygon.area <= TOLERANCE:
        return OutlineFault.NO_AREA if _is_flat(points) else OutlineFault.CROSSES_ITSELF
    return None if polygon.is_valid else OutlineFault.CROSSES_ITSELF


def same_piece(before: Sequence[Point], after: Sequence[Point]) -> bool:
    """Whether one outline is the other, turned or shifted: every pair of corners is as far apart as it was."""
    if len(before) != len(after):
        return False
    return all(
        abs(math.dist(before[one], before[other]) - math.dist(after[one], after[other])) <= TOLERANCE
        for one, other in combinations(range(len(before)), 2)
    )


def displacement(before: Sequence[Point], after: Sequence[Point]) -> float:
    """
    The furthest any point of a rigid piece has gone.

    The displacement is an affine function of the point, so its length is greatest at a corner.
    """
    return max(math.dist(start, end) for start, end in zip(before, after, strict=True))


def _is_flat(points: Sequence[Point]) -> bool:
    return bool(shapely.MultiPoint(points).convex_hull.area <= TOLERANCE)
