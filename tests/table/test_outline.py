from __future__ import annotations

import math

import pytest

from heraut.table.measure import MOST_POINTS, OutlineFault, displacement, outline_fault, same_piece

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))


def circle(corners):
    angles = [2 * math.pi * n / corners for n in range(corners)]
    return tuple((math.cos(angle), math.sin(angle)) for angle in angles)


def turned(points, angle, dx=0.0, dy=0.0):
    c, s = math.cos(angle), math.sin(angle)
    return tuple((x * c - y * s + dx, x * s + y * c + dy) for x, y in points)


@pytest.mark.parametrize(
    ("points", "fault"),
    [
        (SQUARE, None),
        (((0, 0), (4, 4), (4, 0), (0, 4)), OutlineFault.CROSSES_ITSELF),
        (((0, 0), (6, 4), (6, 0), (0, 5)), OutlineFault.CROSSES_ITSELF),
        (((0, 0), (4, 0)), OutlineFault.TOO_FEW_POINTS),
        (((0, 0), (4, 0), (4, 0), (0, 0)), OutlineFault.TOO_FEW_POINTS),
        (((0, 0), (4, 0), (8, 0)), OutlineFault.NO_AREA),
        (((0, 0), (4, 0), (0, 0), (8, 0)), OutlineFault.NO_AREA),
        ((), OutlineFault.TOO_FEW_POINTS),
        ((*SQUARE, SQUARE[0]), None),
        (((0, 0), (4, 0), (4, 4), (4, -2)), OutlineFault.CROSSES_ITSELF),
        (((0, 0), (2, 2), (4, 0), (4, 4), (2, 2), (0, 4)), OutlineFault.CROSSES_ITSELF),
        (((0, 0), (0.001, 0), (0, 0.001)), None),
        (circle(MOST_POINTS), None),
        (circle(MOST_POINTS + 1), OutlineFault.TOO_MANY_POINTS),
        (((0, 0), (4, 0), (4, math.nan)), OutlineFault.NOT_MEASURABLE),
        (((0, 0), (4, 0), (4, math.inf)), OutlineFault.NOT_MEASURABLE),
        (((0, 0), (4, 0), (4, -1e200)), OutlineFault.NOT_MEASURABLE),
    ],
)
def test_what_is_wrong_with_an_outline_is_named(points, fault):
    assert outline_fault(points) == fault


def test_a_piece_turned_and_shifted_is_the_same_piece():
    assert same_piece(SQUARE, turned(SQUARE, 0.7, 3, -2))
    assert not same_piece(SQUARE, ((0, 0), (5, 0), (5, 4), (0, 4)))
    assert not same_piece(SQUARE, SQUARE[:3])


def test_a_turned_piece_told_to_a_hundredth_of_an_inch_is_the_same_piece():
    oblong = ((10, 5), (19, 5), (19, 12), (10, 12))
    told = tuple((round(x, 2), round(y, 2)) for x, y in turned(oblong, math.pi / 12))

    assert same_piece(oblong, told)
    assert not same_piece(oblong, ((10, 5), (19.03, 5), (19.03, 12), (10, 12)))


def test_a_mirrored_piece_is_another_piece():
    hook = ((0, 0), (6, 0), (6, 2), (2, 2), (2, 5), (0, 5))

    assert not same_piece(hook, tuple((-x, y) for x, y in hook))
    assert same_piece(hook, tuple((-x, -y) for x, y in hook))


@pytest.mark.clause("ST-GEO-12")
def test_a_turning_piece_goes_as_far_as_its_furthest_point():
    quarter = turned(SQUARE, math.pi / 2)

    assert displacement(SQUARE, quarter) == pytest.approx(math.dist((4, 4), (-4, 4)))
    assert displacement(SQUARE, turned(SQUARE, 0, 6, 0)) == pytest.approx(6)
