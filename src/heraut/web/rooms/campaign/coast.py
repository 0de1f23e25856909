"""
The land itself: each territory's ground, drawn around the place that the map gives it.

A ground is what lies nearer to its territory than to any other, and no further than a day's walk; so grounds never
overlap, and where nobody lives there is the sea. Drawing only: the rules know places and roads [SC-MAP-3].
"""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

Point = tuple[float, float]
Ground = tuple[Point, ...]

WALK = 118
"""How far the land reaches from its territory, in the map's measure."""
CORNERS = 20


@lru_cache(maxsize=64)
def grounds(places: tuple[tuple[int, int], ...]) -> tuple[Ground, ...]:
    """The ground of each place."""
    return tuple(_ground(place, places) for place in places)


def _ground(place: tuple[int, int], places: tuple[tuple[int, int], ...]) -> Ground:
    x, y = place
    turns = (2 * pi * corner / CORNERS for corner in range(CORNERS))
    ground = tuple((x + WALK * cos(turn), y + WALK * sin(turn)) for turn in turns)
    for other in places:
        if other != place:
            ground = _nearer(ground, place, other)
    return ground


def _nearer(ground: Ground, place: tuple[int, int], other: tuple[int, int]) -> Ground:
    """The part of a ground that is nearer to a place than to another: what lies on this side of the line between."""
    ax, ay = other[0] - place[0], other[1] - place[1]
    middle = (ax * (place[0] + other[0]) + ay * (place[1] + other[1])) / 2
    beyond = [ax * x + ay * y - middle for x, y in ground]
    kept: list[Point] = []
    for here, (point, far) in enumerate(zip(ground, beyond, strict=True)):
        before, was = ground[here - 1], beyond[here - 1]
        if (far > 0) != (was > 0):
            part = was / (was - far)
            kept.append((before[0] + part * (point[0] - before[0]), before[1] + part * (point[1] - before[1])))
        if far <= 0:
            kept.append(point)
    return tuple(kept)
