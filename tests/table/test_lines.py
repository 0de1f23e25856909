"""Our own measures against those of shapely, which draws regions but loads too slowly to measure with."""

from __future__ import annotations

import math

import pytest
import shapely
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from heraut.table.measure import (
    TOLERANCE,
    Body,
    Core,
    OutlineFault,
    body,
    distance,
    gap,
    is_inside,
    outline_fault,
    outside,
    overlaps,
    share_area,
    stands_out,
)
from heraut.table.regions import drawn
from heraut.table.shapes import Disc, Polygon, Rect, Segment, Shape

L_SHAPE: Core = ((0, 0), (6, 0), (6, 2), (2, 2), (2, 5), (0, 5))
NOTCH: Core = ((2, 2), (6, 2), (6, 5), (2, 5))
"""What the L-shape leaves free of its box: they touch along two edges."""

whole = st.integers(0, 8).map(float)
real = st.integers(0, 8000).map(lambda thousandths: thousandths / 1000)
many = settings(max_examples=200, deadline=None, derandomize=True)


def cores(number: st.SearchStrategy[float], least: int = 1) -> st.SearchStrategy[Core]:
    """Points, lines and outlines; on whole numbers edges often touch, run along each other, or are the same."""
    points = st.lists(st.tuples(number, number), min_size=least, max_size=7).map(tuple)
    return points.filter(lambda core: len(core) < 3 or outline_fault(core) is None)


either = st.one_of(cores(whole), cores(real))
outlines = st.one_of(cores(whole, 3), cores(real, 3))


@many
@given(either, either)
def test_a_gap_is_what_shapely_measures(one: Core, other: Core):
    assert gap(one, other) == pytest.approx(drawn(one).distance(drawn(other)), abs=1e-9)


@many
@given(st.tuples(real, real), outlines)
def test_depth_and_distance_of_a_point_are_what_shapely_measures(point: tuple[float, float], outline: Core):
    spot, shape = shapely.Point(point), drawn(outline)
    expected = -shape.exterior.distance(spot) if shape.contains(spot) else shape.distance(spot)

    assert outside(point, outline) == pytest.approx(expected, abs=1e-9)


@many
@given(outlines, outlines)
def test_outlines_share_area_when_shapely_finds_some(one: Core, other: Core):
    shared = drawn(one).intersection(drawn(other))
    deep = not shared.buffer(-10 * TOLERANCE, join_style="mitre").is_empty
    assume(deep or shared.area < TOLERANCE**2)

    assert share_area(one, other) == share_area(other, one) == deep


@many
@given(st.lists(st.tuples(whole, whole), min_size=3, max_size=7).map(tuple))
def test_an_outline_is_sound_when_shapely_calls_it_valid(points: Core):
    assume(outline_fault(points) is not OutlineFault.TOO_FEW_POINTS)

    assert (outline_fault(points) is None) == (drawn(points).is_valid and drawn(points).area > 0)


@many
@given(cores(real), st.just(0.0) | st.floats(0.1, 3), st.tuples(real, real, real, real))
def test_what_stands_out_is_its_furthest_point_by_shapely(core: Core, radius: float, sides: tuple[float, ...]):
    x1, x2, y1, y2 = *sorted(sides[:2]), *sorted(sides[2:])
    assume(x2 - x1 > 0.01 and y2 - y1 > 0.01)
    area = drawn(Rect(x1, y1, x2, y2).points)
    rim = shapely.points(shapely.get_coordinates(drawn(core).buffer(radius, 64) if radius else drawn(core)))
    furthest = max(area.distance(point) for point in rim)

    assert stands_out(Body(core, radius), body(Rect(x1, y1, x2, y2))) == pytest.approx(furthest, abs=1e-3)


@pytest.mark.parametrize(
    ("one", "other", "shared"),
    [
        (L_SHAPE, L_SHAPE, True),
        (L_SHAPE, tuple(reversed(L_SHAPE)), True),
        (L_SHAPE, NOTCH, False),
        (L_SHAPE, ((2, 1.9), (6, 1.9), (6, 5), (2, 5)), True),
        (L_SHAPE, ((1, 1), (1.5, 1), (1.5, 1.5), (1, 1.5)), True),
        (L_SHAPE, ((6, 2), (8, 2), (8, 4)), False),
        (((0, 0), (4, 0), (4, 4), (0, 4)), ((1, -1), (3, -1), (3, 5), (1, 5)), True),
        (((0, 0), (4, 0), (4, 4), (0, 4)), ((4 - TOLERANCE / 2, 0), (8, 0), (8, 4)), False),
        (L_SHAPE, ((1, 1), (9, 9)), False),
        (L_SHAPE, ((1, 1),), False),
    ],
)
def test_sharing_area_takes_more_than_a_common_border(one: Core, other: Core, shared: bool):
    assert share_area(one, other) == share_area(other, one) == shared


def test_a_line_in_the_notch_of_a_piece_is_measured_to_its_nearest_edge():
    assert gap(L_SHAPE, ((3, 3), (5, 5))) == 1
    assert gap(L_SHAPE, ((1, 1), (1, 9))) == 0
    assert gap(L_SHAPE, ((1, 1), (1.5, 1.5))) == 0


@pytest.mark.parametrize(
    ("core", "inside"), [(((1, 1),), False), (((0, 0), (2, 2)), False), (L_SHAPE, True), (NOTCH, False)]
)
def test_only_an_outline_has_an_inside(core: Core, inside: bool):
    assert is_inside((1, 1), core) == inside


@pytest.mark.clause("ST-GEO-9")
def test_a_round_base_on_a_corner_stands_out_by_its_radius():
    assert stands_out(body(Disc(0, 0, 2)), body(Rect(0, 0, 48, 36))) == 1
    assert stands_out(body(Disc(-3, -4, 2)), body(Rect(0, 0, 48, 36))) == 6


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Disc(0, 0, 2), Segment((1, -5), (1, 5))),
        (Disc(0, 0, 2), Polygon(((1, -1), (3, -1), (3, 1), (1, 1)))),
        (Segment((0, 0), (4, 4)), Rect(0, 0, 4, 4)),
    ],
)
def test_what_touches_at_one_point_or_has_no_area_does_not_overlap(one: Shape, other: Shape):
    assert distance(body(one), body(other)) == 0
    assert not overlaps(body(one), body(other))


def test_a_distance_to_a_slanted_edge_is_square_to_it():
    assert gap(((0, 0),), ((0, 5), (5, 0))) == pytest.approx(math.sqrt(12.5))
