from __future__ import annotations

import math

import msgspec
import pytest

from heraut.scenario.definition import MoveStep, Property
from heraut.scenario.legal_area import measures
from heraut.scenario.library import Layout
from heraut.scenario.terrain import TablePlan
from heraut.table.shapes import inches
from scenario.build import FIRST, LARGE, SECOND, broken, marker, piece, plan, scenario, square

SOLID = (Property.SOLID_COVER,)


def moved(placed, dx: float, dy: float, by=FIRST):
    """The same piece, shifted."""
    shifted = tuple((x + dx, y + dy) for x, y in placed.shape)
    return msgspec.structs.replace(placed, shape=shifted, was=placed.shape, moved_by=by)


@pytest.mark.clause("ST-GEO-11")
@pytest.mark.parametrize(
    ("x", "faults"), [(0, []), (44, []), (44.01, [("wood", "ST-GEO-11")]), (-0.01, [("wood", "ST-GEO-11")])]
)
def test_a_piece_lies_wholly_on_the_table(x: float, faults: list[tuple[str, str]]):
    assert broken(plan("clash", piece("wood", x, 5))) == faults


@pytest.mark.clause("ST-GEO-11")
def test_a_marker_lies_wholly_on_the_table():
    table = plan("desecration", markers=(marker(FIRST, 1, 24, 35.5),))

    assert broken(table) == [("first_1", "ST-GEO-11")]


@pytest.mark.clause("ST-GEO-12")
@pytest.mark.parametrize(("dx", "faults"), [(6, []), (6.01, [("wood", "ST-GEO-12")])])
def test_no_point_of_a_moved_piece_goes_further_than_a_medium_stick(dx: float, faults: list[tuple[str, str]]):
    assert broken(plan("clash", moved(piece("wood", 10, 5), dx, 0))) == faults


@pytest.mark.clause("ST-GEO-12")
@pytest.mark.parametrize(("dx", "faults"), [(12, []), (12.01, [("wood", "ST-GEO-12")])])
def test_a_scenario_of_ones_own_says_how_far_a_piece_may_be_moved(dx: float, faults: list[tuple[str, str]]):
    clash = scenario("clash")
    far = tuple(
        msgspec.structs.replace(step, reach="L") if isinstance(step, MoveStep) else step for step in clash.setup
    )
    own = msgspec.structs.replace(clash, id="own_far", setup=far)
    table = TablePlan(Layout(own), (moved(piece("wood", 10, 5), dx, 0),))

    assert broken(table) == faults
    assert [stick.asked for stick in measures(table, table.pieces[0])][:1] == ["L"]


@pytest.mark.clause("ST-GEO-12")
def test_a_piece_may_turn_but_not_change_its_shape():
    wood = piece("wood", 10, 5)
    turned = msgspec.structs.replace(
        wood, was=wood.shape, shape=tuple((15 - (y - 5), 5 + x - 10) for x, y in wood.shape)
    )
    grown = msgspec.structs.replace(wood, was=wood.shape, shape=square(10, 5, 5))

    assert broken(plan("clash", turned)) == []
    assert broken(plan("clash", grown)) == [("wood", "ST-GEO-12")]


@pytest.mark.clause("ST-TER-3")
@pytest.mark.parametrize(("gap", "faults"), [(4, [("wood", "ST-TER-3"), ("wood", "ST-ADV-3")]), (4.01, [])])
def test_no_piece_within_a_short_stick_of_a_marker(gap: float, faults: list[tuple[str, str]]):
    rim = 24 + inches(40) / 2

    assert broken(plan("advance", piece("wood", rim + gap, 14))) == faults


@pytest.mark.clause("ST-GEO-7", "ST-MRK-1")
def test_the_rim_follows_the_diameter_of_the_events_markers():
    x = 24 + inches(30) / 2 + 4.01

    assert broken(plan("advance", piece("wood", x, 14), marker_mm=30)) == []
    assert broken(plan("advance", piece("wood", x, 14), marker_mm=40)) != []


@pytest.mark.clause("ST-TER-4")
@pytest.mark.parametrize(("gap", "faults"), [(4, [("hill", "ST-TER-4")]), (4.01, [])])
def test_no_piece_within_a_short_stick_of_another(gap: float, faults: list[tuple[str, str]]):
    table = plan("advance", piece("wood", 15, 4, side=3), piece("hill", 18 + gap, 4, side=3))

    assert broken(table) == faults


@pytest.mark.clause("ST-TER-6")
def test_the_general_limits_bind_a_moved_piece_too_and_the_stricter_limit_decides():
    wood, hill = piece("wood", 8, 6, by=SECOND), piece("hill", 24, 6, by=SECOND)
    near = plan("conquest", wood, moved(hill, -6, 0))
    strict = plan("clash", piece("wood", 8, 2), piece("hill", 17, 2))

    assert broken(near) == []
    assert broken(plan("conquest", piece("wood", 12, 6, by=SECOND), moved(hill, -6, 0))) == [("hill", "ST-TER-4")]
    assert broken(strict) == [("hill", "ST-CLA-6")]


@pytest.mark.clause("ST-TER-6")
def test_a_moved_piece_is_measured_against_pieces_placed_after_it():
    wood, hill = piece("wood", 6, 6, by=SECOND), piece("hill", 23, 6, by=SECOND)

    assert broken(plan("conquest", moved(wood, 6, 0), hill)) == []
    assert broken(plan("conquest", moved(wood, 6, 0), moved(hill, -4, 0))) == [
        ("wood", "ST-TER-4"),
        ("hill", "ST-TER-4"),
    ]


@pytest.mark.clause("ST-SPT-3", "ST-SPT-5")
def test_special_terrain_obeys_the_short_stick_and_nothing_else():
    wood = piece("wood", 6, 2, by=FIRST)
    beside = piece("tree", 15, 30, by=FIRST, special=True, properties=SOLID)

    assert broken(plan("clash", wood, beside)) == []
    assert broken(plan("clash", wood, piece("tree", 13, 2, special=True))) == [("tree", "ST-SPT-3")]


@pytest.mark.clause("ST-SPT-3", "ST-SPT-6")
def test_special_terrain_keeps_away_from_markers_players_placed():
    near = piece("tree", 26, 9, special=True)

    assert broken(plan("desecration", near, markers=(marker(FIRST, 1, 24, 8),))) == [("tree", "ST-SPT-3")]


@pytest.mark.clause("ST-CLA-5", "ST-GEO-10")
@pytest.mark.parametrize(("y", "faults"), [(17.9, []), (18, [("wood", "ST-CLA-5")])])
def test_clash_a_piece_is_at_least_partly_in_its_players_half(y: float, faults: list[tuple[str, str]]):
    assert broken(plan("clash", piece("wood", 10, y, by=FIRST))) == faults


@pytest.mark.clause("ST-CLA-6")
@pytest.mark.parametrize(("gap", "faults"), [(6, [("hill", "ST-CLA-6")]), (6.01, [])])
def test_clash_no_piece_within_a_medium_stick_of_another(gap: float, faults: list[tuple[str, str]]):
    assert broken(plan("clash", piece("wood", 10, 5), piece("hill", 14 + gap, 5))) == faults


@pytest.mark.clause("ST-CLA-7")
@pytest.mark.parametrize(("y", "faults"), [(12, [("tower", "ST-CLA-7")]), (12.01, []), (20, [("tower", "ST-CLA-7")])])
def test_clash_solid_cover_is_more_than_a_long_stick_from_both_edges(y: float, faults: list[tuple[str, str]]):
    by = FIRST if y < 18 else SECOND

    assert broken(plan("clash", piece("tower", 10, y, by=by, properties=SOLID))) == faults


@pytest.mark.clause("ST-CLA-7")
def test_clash_other_terrain_may_be_near_the_edges():
    assert broken(plan("clash", piece("wood", 10, 1, kind="uneven"))) == []


@pytest.mark.clause("ST-CLA-8")
def test_clash_a_moved_piece_may_leave_its_players_half_but_keeps_the_other_limits():
    wood = piece("wood", 10, 16)
    tower = piece("tower", 10, 13, properties=SOLID)

    assert broken(plan("clash", moved(wood, 0, 5))) == []
    assert broken(plan("clash", moved(tower, 0, -2))) == [("tower", "ST-CLA-7")]


@pytest.mark.clause("ST-CAP-4")
@pytest.mark.parametrize(("x", "faults"), [(24, []), (23.9, [("wood", "ST-CAP-4")])])
def test_capture_a_piece_is_wholly_in_its_quarter(x: float, faults: list[tuple[str, str]]):
    assert broken(plan("capture", piece("wood", x, 5, area="q_p1_right"))) == faults


@pytest.mark.clause("ST-CAP-5")
@pytest.mark.parametrize("kind", ["uneven", "dangerous"])
@pytest.mark.parametrize(
    ("x", "y", "ok"),
    [(30, 4.01, True), (30, 4, False), (30, 7.99, True), (30, 8, False), (40, 5, False), (39.99, 5, True)],
)
def test_capture_uneven_or_dangerous_pieces_keep_clear_of_edges_and_median(kind: str, x: float, y: float, ok: bool):
    faults = broken(plan("capture", piece("wood", x, y, area="q_p1_right", kind=kind)))

    assert faults == ([] if ok else [("wood", "ST-CAP-5")])


@pytest.mark.clause("ST-CAP-5")
def test_capture_other_pieces_have_no_such_limit():
    assert broken(plan("capture", piece("house", 30, 0, area="q_p1_right", properties=(Property.BLOCKING,)))) == []


@pytest.mark.clause("ST-CON-2", "ST-CON-4")
@pytest.mark.parametrize(
    ("x", "y", "clauses"),
    [
        (4.01, 4.01, []),
        (4, 6, ["ST-CON-4"]),
        (16, 9.99, []),
        (16, 10, ["ST-CON-4"]),
        (40, 6, ["ST-CON-4"]),
        (6, 25, ["ST-CON-2"]),
    ],
)
def test_conquest_a_piece_lies_in_the_other_half_clear_of_edges_and_median(x: float, y: float, clauses: list[str]):
    assert [clause for _, clause in broken(plan("conquest", piece("wood", x, y, by=SECOND)))] == clauses


@pytest.mark.clause("ST-CON-5")
@pytest.mark.parametrize(("gap", "faults"), [(12, [("hill", "ST-CON-5")]), (12.01, [])])
def test_conquest_a_players_second_piece_is_more_than_a_long_stick_from_the_first(gap: float, faults: list[object]):
    table = plan("conquest", piece("wood", 5, 25, by=FIRST), piece("hill", 9 + gap, 25, by=FIRST))

    assert broken(table) == faults


@pytest.mark.clause("ST-CON-6", "ST-CON-7")
@pytest.mark.parametrize(("dy", "faults"), [(3, []), (3.01, [("wood", "ST-CON-6")])])
def test_conquest_a_moved_piece_may_end_exactly_a_short_stick_from_the_median(dy: float, faults: list[object]):
    wood = piece("wood", 16, 7, by=SECOND)

    assert broken(plan("conquest", moved(wood, 0, dy))) == faults


@pytest.mark.clause("ST-CON-6")
def test_conquest_a_moved_piece_may_go_to_an_edge_and_near_the_players_other_piece():
    wood, hill = piece("wood", 5, 5, by=SECOND), piece("hill", 22, 5, by=SECOND)

    assert broken(plan("conquest", wood, moved(hill, -3, -5))) == []


@pytest.mark.clause("ST-ADV-3", "ST-ADV-4")
def test_advance_a_piece_lies_wholly_in_its_players_half():
    assert broken(plan("advance", piece("wood", 16, 14, side=3))) == []
    assert broken(plan("advance", piece("wood", 16, 15.1, side=3))) == [("wood", "ST-ADV-3")]
    assert broken(plan("advance", piece("wood", 16, 15.1, side=3, by=SECOND))) == [("wood", "ST-ADV-3")]


@pytest.mark.clause("ST-DES-3")
@pytest.mark.parametrize(("x", "ok"), [(0, True), (0.5, False)])
def test_desecration_a_large_piece_touches_a_table_edge(x: float, ok: bool):
    faults = broken(plan("desecration", piece("lake", x, 14, size=LARGE)))

    assert faults == ([] if ok else [("lake", "ST-DES-3")])


@pytest.mark.clause("ST-DES-4", "ST-DES-6")
def test_desecration_one_small_piece_of_each_player_is_far_from_both_long_edges():
    near, far = piece("wood", 10, 2), piece("hill", 30, 14)

    assert broken(plan("desecration", near, far)) == []
    assert broken(plan("desecration", far, near)) == []
    assert broken(plan("desecration", near, piece("hill", 30, 12))) == [("hill", "ST-DES-4")]


@pytest.mark.clause("ST-DES-5")
def test_desecration_no_piece_within_a_medium_stick_of_another():
    assert broken(plan("desecration", piece("wood", 10, 14), piece("hill", 20, 14))) == [("hill", "ST-DES-5")]


@pytest.mark.clause("ST-DES-6")
def test_desecration_a_piece_may_be_in_either_half():
    assert broken(plan("desecration", piece("wood", 10, 19, by=FIRST))) == []


RIM = inches(40) / 2


@pytest.mark.clause("ST-DES-8", "ST-DES-12")
@pytest.mark.parametrize(("x", "ok"), [(6 + RIM, False), (6.01 + RIM, True), (42 - RIM, False), (41.99 - RIM, True)])
def test_desecration_markers_keep_clear_of_the_side_edges_from_their_rim(x: float, ok: bool):
    faults = broken(plan("desecration", markers=(marker(FIRST, 1, x, 20),)))

    assert faults == ([] if ok else [("first_1", "ST-DES-8")])


@pytest.mark.clause("ST-DES-9")
@pytest.mark.parametrize(("number", "least"), [(1, 6), (2, 12), (3, 16)])
@pytest.mark.parametrize("off", [0, 0.01])
def test_desecration_each_marker_is_further_from_its_players_edge(number: int, least: int, off: float):
    spots = [(10, 30), (24, 30), (36, 30)]
    before = tuple(marker(FIRST, place + 1, *spots[place]) for place in range(number - 1))
    last = marker(FIRST, number, spots[number - 1][0], least + RIM + off)
    faults = broken(plan("desecration", markers=(*before, last)))

    assert faults == ([] if off else [(f"first_{number}", "ST-DES-9")])


@pytest.mark.clause("ST-DES-9")
def test_desecration_the_second_player_measures_from_the_other_edge_and_may_go_far():
    assert broken(plan("desecration", markers=(marker(SECOND, 1, 24, 30 - RIM),))) == [("second_1", "ST-DES-9")]
    assert broken(plan("desecration", markers=(marker(SECOND, 1, 24, 3),))) == []


@pytest.mark.clause("ST-DES-10")
@pytest.mark.parametrize(("gap", "ok"), [(9.99, False), (10, True)])
def test_desecration_markers_of_one_player_are_apart(gap: float, ok: bool):
    pair = (marker(FIRST, 1, 10, 20), marker(FIRST, 2, 10 + 2 * RIM + gap, 20))

    assert broken(plan("desecration", markers=pair)) == ([] if ok else [("first_2", "ST-DES-10")])
    assert broken(plan("desecration", markers=(pair[0], marker(SECOND, 1, pair[1].x, 20)))) == []


@pytest.mark.clause("ST-DES-11", "ST-DES-12")
def test_desecration_no_marker_in_uneven_or_dangerous_terrain_but_beside_it():
    wood = piece("wood", 20, 14, kind="uneven")
    touching = marker(SECOND, 1, 20 - RIM, 16)

    assert broken(plan("desecration", wood, markers=(touching,))) == []
    assert broken(plan("desecration", wood, markers=(marker(SECOND, 1, 20, 16),))) == [("second_1", "ST-DES-11")]
    house = piece("house", 20, 14, properties=(Property.BLOCKING,))
    assert broken(plan("desecration", house, markers=(marker(SECOND, 1, 22, 16),))) == []


@pytest.mark.clause("ST-DES-12")
def test_desecration_markers_do_not_overlap():
    pair = (marker(SECOND, 1, 24, 20), marker(FIRST, 1, 25, 20))

    assert broken(plan("desecration", markers=pair)) == [("first_1", "ST-DES-12")]


@pytest.mark.clause("ST-DIA-6", "ST-DIA-7")
def test_diagonal_each_player_has_a_piece_wholly_in_each_half():
    low, high = piece("wood", 30, 3, side=3), piece("hill", 3, 25, side=3)

    assert broken(plan("diagonal", low, high)) == []
    assert broken(plan("diagonal", low, piece("hill", 42, 3, side=3))) == [("hill", "ST-DIA-6")]
    assert broken(plan("diagonal", piece("wood", 18, 11, side=3))) == [("wood", "ST-DIA-6")]


@pytest.mark.clause("ST-DIA-8")
def test_diagonal_no_piece_within_a_medium_stick_of_another():
    table = plan("diagonal", piece("wood", 30, 3, side=3), piece("hill", 39, 3, side=3, by=SECOND))

    assert broken(table) == [("hill", "ST-DIA-8")]


@pytest.mark.clause("ST-DIA-9", "ST-DIA-10")
def test_diagonal_solid_cover_keeps_a_medium_stick_from_the_diagonal():
    def tower(gap: float):
        """A square whose upper left corner is so far from the diagonal."""
        x, y = 24 + 0.6 * gap, 18 - 0.8 * gap
        return piece("tower", x, y - 3, side=3, properties=SOLID)

    assert broken(plan("diagonal", tower(6))) == [("tower", "ST-DIA-9")]
    assert broken(plan("diagonal", tower(6.01))) == []


@pytest.mark.clause("SR-TERR-2")
def test_no_obstruction_and_no_rough_terrain_in_deployment_zones():
    assert broken(plan("overrun", piece("rock", 10, 6, kind="obstruction"))) == [("rock", "SR-TERR-2")]
    assert broken(plan("overrun", piece("mud", 10, 36, kind="rough"))) == [("mud", "SR-TERR-2")]
    assert broken(plan("overrun", piece("mud", 10, 8, kind="rough"))) == []
    assert broken(plan("sacrifice", piece("mud", 36, 4, kind="rough"))) == [("mud", "SR-TERR-2")]
    assert broken(plan("overrun", piece("hill", 10, 4, kind="plain"))) == []


@pytest.mark.clause("SR-TERR-3")
@pytest.mark.parametrize(("gap", "ok"), [(2.99, False), (3, True)])
def test_terrain_features_are_three_inches_apart(gap: float, ok: bool):
    faults = broken(plan("overrun", piece("wood", 4, 12), piece("wall", 8 + gap, 12)))

    assert faults == ([] if ok else [("wall", "SR-TERR-3")])


@pytest.mark.clause("SR-TERR-4")
def test_no_impassable_terrain_in_a_zone_of_the_scenario():
    assert broken(plan("overrun", piece("rock", 20, 22, kind="impassable"))) == [("rock", "SR-TERR-4")]
    assert broken(plan("overrun", piece("wood", 20, 22, kind="rough"))) == []


def test_a_broken_outline_gets_one_verdict_and_is_not_measured():
    crossed = msgspec.structs.replace(piece("wood", 0, 0), shape=((0, 0), (4, 4), (4, 0), (0, 4)))
    nowhere = msgspec.structs.replace(piece("hill", 0, 0), shape=((0, 0), (4, 0), (4, math.nan)))
    table = plan("clash", crossed, nowhere, piece("lake", 10, 5))

    assert [(one.subject, one.code) for one in table.check() if not one.ok] == [
        ("wood", "outline-crosses-itself"),
        ("hill", "outline-not-measurable"),
    ]


def test_a_verdict_tells_the_measured_length_and_the_limit():
    table = plan("clash", piece("wood", 10, 5), piece("hill", 19, 5))
    (verdict,) = [one for one in table.check() if one.clause == "ST-CLA-6"]

    assert (verdict.subject, verdict.ok, verdict.measured, verdict.limit) == ("hill", False, 5.0, 6)
    assert verdict.refusal().asked == "5″"
