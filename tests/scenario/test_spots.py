"""Shaded areas and measuring sticks say what the verdicts say."""

from __future__ import annotations

import itertools

import msgspec
import pytest
import shapely

from heraut.scenario.definition import Size
from heraut.scenario.facts import Side
from heraut.scenario.legal_area import legal_area, measures
from heraut.scenario.library import Layout, find
from heraut.scenario.terrain import Outline, Piece, PlacedMarker, TablePlan
from heraut.table.shapes import Polygon, centre

L_SHAPE: Outline = ((0, 0), (6, 0), (6, 2), (2, 2), (2, 5), (0, 5))
SQUARE: Outline = ((0, 0), (3, 0), (3, 3), (0, 3))
NEAR_A_BORDER = 0.02
"""Round borders are drawn with straight lines: the verdict alone decides there."""


def plan(scenario: str, *pieces: Piece, markers: tuple[PlacedMarker, ...] = ()) -> TablePlan:
    found = find(scenario)
    assert found is not None
    return TablePlan(Layout(found), pieces, markers)


def at(shape: Outline, x: float, y: float) -> Outline:
    """The outline with its centre there."""
    cx, cy = centre(Polygon(shape))
    return tuple((px - cx + x, py - cy + y) for px, py in shape)


def wood(id: str, shape: Outline, by: Side = Side.FIRST, **more: object) -> Piece:
    return Piece(id=id, kind="uneven", shape=shape, by=by, **more)  # type: ignore[arg-type]


FIRST = wood("one", at(SQUARE, 12, 8))
TRIES = {
    "clash": (FIRST, wood("held", at(L_SHAPE, 20, 10))),
    "capture": (FIRST, wood("held", at(L_SHAPE, 20, 10), area="q_p1_right")),
    "conquest": (wood("one", at(SQUARE, 12, 28)), wood("held", at(L_SHAPE, 30, 28))),
    "advance": (FIRST, wood("held", at(L_SHAPE, 30, 8))),
    "diagonal": (FIRST, wood("held", at(L_SHAPE, 30, 8))),
    "overrun": (FIRST, wood("held", at(L_SHAPE, 30, 8))),
}


@pytest.mark.parametrize("scenario", TRIES)
def test_a_piece_is_legal_exactly_where_the_table_is_shaded(scenario: str):
    before, held = TRIES[scenario]
    shaded = legal_area(plan(scenario, before, held), held)
    for x, y in itertools.product(range(1, 48, 4), range(1, 36, 4)):
        tried = msgspec.structs.replace(held, shape=at(held.shape, x + 0.3, y + 0.2))
        spot = shapely.Point(x + 0.3, y + 0.2)
        if shaded.boundary.distance(spot) > NEAR_A_BORDER:
            legal = all(verdict.ok for verdict in plan(scenario, before, tried).verdicts(tried))
            assert legal == shaded.contains(spot), (x, y)


def test_a_moved_piece_may_go_no_further_than_its_stick_reaches():
    held = wood("held", at(SQUARE, 20, 8), was=at(SQUARE, 20, 8), moved_by=Side.SECOND)
    shaded = legal_area(plan("clash", held), held)

    assert shaded.contains(shapely.Point(25.9, 8))
    assert not shaded.contains(shapely.Point(26.1, 8))


def test_a_marker_is_legal_exactly_where_the_table_is_shaded():
    earlier = PlacedMarker("one", Side.FIRST, 24, 10)
    held = PlacedMarker("held", Side.FIRST, 10, 20)
    shaded = legal_area(plan("desecration", FIRST, markers=(earlier, held)), held)
    for x, y in itertools.product(range(1, 48, 3), range(1, 36, 3)):
        tried = PlacedMarker("held", Side.FIRST, x, y)
        spot = shapely.Point(x, y)
        if shaded.boundary.distance(spot) > NEAR_A_BORDER:
            legal = all(one.ok for one in plan("desecration", FIRST, markers=(earlier, tried)).verdicts(tried))
            assert legal == shaded.contains(spot), (x, y)


def test_a_small_piece_of_the_desecration_is_shaded_along_the_edges_it_must_touch():
    held = wood("held", at(SQUARE, 20, 1.5), size=Size.LARGE)
    shaded = legal_area(plan("desecration", held), held)

    assert all(one.ok for one in plan("desecration", held).verdicts(held)) == shaded.contains(shapely.Point(20, 1.55))


def test_a_stick_per_distance_is_laid_to_the_nearest_thing_and_says_whether_it_is_kept():
    held = wood("held", at(SQUARE, 18, 8))
    found = measures(plan("clash", FIRST, held), held)

    assert [(one.clause, one.ok, one.length, one.asked) for one in found] == [("ST-CLA-6", False, 3.0, "M")]
    (ax, _), (bx, _) = found[0].a, found[0].b
    assert sorted((ax, bx)) == [13.5, 16.5]


@pytest.mark.clause("ST-DES-4")
def test_the_stick_of_one_far_piece_is_broken_only_when_no_other_piece_is_far_or_may_still_be():
    near, other, far = (
        wood("near", at(SQUARE, 10, 5)),
        wood("other", at(SQUARE, 30, 5)),
        wood("far", at(SQUARE, 30, 18)),
    )

    def kept(held: Piece, *others: Piece) -> list[bool]:
        return [one.ok for one in measures(plan("desecration", *others), held) if one.clause == "ST-DES-4"]

    assert kept(near, near, other) == [True]
    assert kept(other, near, other) == [False]
    assert kept(near, far, near) == [True]
    assert kept(far, near, far) == [True]


def test_an_outline_that_crosses_itself_has_no_place_and_no_stick():
    held = wood("held", ((0, 0), (4, 4), (4, 0), (0, 4)))

    assert legal_area(plan("clash", held), held) is None
    assert measures(plan("clash", held), held) == ()
