from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.table.measure import (
    TOLERANCE,
    body,
    distance,
    is_at_least,
    is_more_than,
    is_partly_in,
    is_wholly_in,
    is_within,
    overlaps,
    stands_out,
    touches,
)
from heraut.table.shapes import Disc, Rect, Segment

coordinates = st.floats(0, 48, allow_nan=False)
few = settings(max_examples=60, deadline=None, derandomize=True)


def square(x: float, y: float, side: float = 4) -> Rect:
    return Rect(x, y, x + side, y + side)


@pytest.mark.clause("ST-GEO-5")
def test_exactly_at_the_limit_is_within_and_at_least_but_not_more_than():
    assert (is_within(4, 4), is_more_than(4, 4), is_at_least(4, 4)) == (True, False, True)


@pytest.mark.clause("ST-GEO-5")
@pytest.mark.parametrize("off", [-TOLERANCE, TOLERANCE])
def test_lengths_a_millionth_apart_are_equal(off: float):
    assert (is_within(4 + off, 4), is_more_than(4 + off, 4), is_at_least(4 + off, 4)) == (True, False, True)


@pytest.mark.clause("ST-GEO-5")
def test_lengths_two_millionths_apart_are_not():
    assert (is_within(4.000002, 4), is_more_than(4.000002, 4), is_at_least(3.999998, 4)) == (False, True, False)


@pytest.mark.clause("ST-GEO-6")
def test_distance_is_between_closest_points_and_nothing_when_touching_or_overlapping():
    one = body(square(0, 0))

    assert distance(one, body(square(7, 8))) == pytest.approx(5)
    assert distance(one, body(square(4, 0))) == 0
    assert distance(one, body(square(2, 2))) == 0


@pytest.mark.clause("ST-GEO-7")
def test_a_range_to_a_marker_is_from_its_rim():
    assert distance(body(Disc(0, 0, 2)), body(Disc(10, 0, 4))) == pytest.approx(7)


@few
@given(x=coordinates, y=coordinates, diameter=st.floats(0.1, 6))
def test_a_disc_is_as_far_as_its_centre_less_its_radius(x: float, y: float, diameter: float):
    edge = body(Segment((0, 0), (48, 0)))

    assert distance(body(Disc(x, y, diameter)), edge) == pytest.approx(max(0, y - diameter / 2), abs=1e-9)


@few
@given(x=coordinates, y=coordinates, u=coordinates, v=coordinates)
def test_two_discs_are_as_far_as_arithmetic_says(x: float, y: float, u: float, v: float):
    expected = max(0, math.dist((x, y), (u, v)) - 3)

    assert distance(body(Disc(x, y, 2)), body(Disc(u, v, 4))) == pytest.approx(expected, abs=1e-9)


@pytest.mark.clause("ST-GEO-9")
def test_wholly_in_allows_touching_the_boundary_from_inside():
    zone = body(Rect(0, 0, 48, 12))

    assert is_wholly_in(body(Disc(1, 11, 2)), zone)
    assert not is_wholly_in(body(Disc(1, 11.01, 2)), zone)
    assert is_wholly_in(body(square(0, 8)), zone)
    assert not is_wholly_in(body(square(0, 8.01)), zone)


@few
@given(x=coordinates, y=coordinates)
def test_wholly_in_a_round_zone_is_as_arithmetic_says(x: float, y: float):
    inside = math.dist((x, y), (48, 0)) + 0.5 <= 18 + TOLERANCE

    assert is_wholly_in(body(Disc(x, y, 1)), body(Disc(48, 0, 36))) == inside


@pytest.mark.clause("ST-GEO-10")
def test_partly_in_needs_some_area_and_touching_from_the_other_side_is_not_enough():
    half = body(Rect(0, 0, 48, 18))

    assert not is_partly_in(body(square(10, 18)), half)
    assert is_partly_in(body(square(10, 17.9)), half)


def test_how_far_a_piece_stands_out_is_measured():
    assert stands_out(body(square(46, 0)), body(Rect(0, 0, 48, 36))) == pytest.approx(2)
    assert stands_out(body(square(0, 0)), body(Rect(0, 0, 48, 36))) == 0


def test_touching_discs_do_not_overlap():
    one, other = body(Disc(0, 0, 2)), body(Disc(2, 0, 2))

    assert touches(one, other)
    assert not overlaps(one, other)
    assert not overlaps(one, body(Disc(2 - TOLERANCE / 2, 0, 2)))
    assert overlaps(one, body(Disc(1.9, 0, 2)))
