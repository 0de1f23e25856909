from __future__ import annotations

import math
from collections import Counter

import pytest

from heraut.kernel.codec import decode, encode
from heraut.kernel.refusal import Refusal
from heraut.rulesets.tables import BrokenTable, read
from heraut.scenario.arrangement import arrange
from heraut.scenario.definition import (
    ChooseStep,
    DeployStep,
    Element,
    ElementKind,
    MarkersStep,
    PlaceStep,
    PutStep,
    Scenario,
    Size,
)
from heraut.scenario.facts import Side
from heraut.scenario.library import check_names, every, find, limits, marker_row, sources, sticks
from heraut.scenario.scoring import Awards, Control, Held, MassacreOnly, Presence
from heraut.scenario.settings import MatchOptions, TerrainType
from heraut.table.measure import reach
from heraut.table.shapes import Disc, Point, Polygon, Rect, Segment, Shape, inches
from scenario.build import FIRST, SECOND, code, scenario

listed = pytest.mark.parametrize("id", list(sources()))
described = pytest.mark.parametrize("id", [id for id in sources() if id != "demolition"])


@pytest.mark.clause("ST-ORG-6", "SR-SCEN-1")
def test_six_and_sixteen_scenarios_are_listed_in_the_order_of_their_sources():
    assert [one.number for one in every("saga_tournament")] == list(range(1, 7))
    assert [one.number for one in every("steamroller_2011")] == list(range(1, 17))
    assert Counter(sources().values()) == {"saga_tournament": 6, "steamroller_2011": 16}
    assert [one.group for one in every("steamroller_2011")] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 4


@described
def test_a_distance_on_the_picture_is_as_long_as_it_says(id: str):
    found = scenario(id)
    said = {"¼": math.dist((0, 0), found.table) / 4}  # of the diagonal [ST-DIA-10]

    for label in found.labels:
        assert math.dist(label.a, label.b) == pytest.approx(said.get(label.text) or reach(label.text, sticks()))


def test_the_names_agree_with_the_draw_table_of_the_tournament():
    rows = read("steamroller_2011", "rotation")["scenario"]

    assert [row["id"] for row in rows] == [one.id for one in every("steamroller_2011")]


@listed
def test_a_scenario_reads_back_from_its_json(id: str):
    one = find(id)

    assert decode(encode(one), Scenario) == one


@described
def test_every_scenario_has_a_name_a_summary_a_setup_and_a_score(id: str):
    one = scenario(id)

    assert set(one.names) == set(one.summary) == {"fr", "en"}
    assert one.setup
    assert one.scoring is not None
    assert one.length is not None


def half_turn(shape: Shape, width: float, height: float) -> Shape:
    """The shape turned by a half turn about the centre of a table of that size."""

    def turned(point: Point) -> Point:
        return (width - point[0], height - point[1])

    match shape:
        case Rect(x1, y1, x2, y2):
            return Rect(*turned((x2, y2)), *turned((x1, y1)))
        case Disc(x, y, diameter):
            return Disc(*turned((x, y)), diameter)
        case Polygon(points):
            return Polygon(tuple(turned(point) for point in points))
        case Segment(a, b):
            return Segment(turned(a), turned(b))


@pytest.mark.parametrize("id", [one.id for one in every("steamroller_2011") if one.available])
def test_a_steamroller_layout_is_unchanged_by_a_half_turn(id: str):
    one = scenario(id)
    shapes = [element.shape(1) for element in one.of_kind(ElementKind.ZONE, ElementKind.FLAG, ElementKind.OBJECTIVE)]

    assert {str(half_turn(shape, 48, 48)) for shape in shapes} == {str(shape) for shape in shapes}


@described
def test_reconstructed_positions_are_marked(id: str):
    marked = list(scenario(id).of_kind(ElementKind.MARKER, ElementKind.ZONE, ElementKind.FLAG, ElementKind.OBJECTIVE))

    assert all(one.status.is_reconstructed for one in marked)


@pytest.mark.clause("ST-GEO-2")
def test_the_table_is_48_by_36_and_the_long_edges_belong_to_the_players():
    assert {one.table for one in every("saga_tournament")} == {(48, 36)}


@pytest.mark.clause("ST-GEO-2")
def test_another_size_needs_a_layout_of_its_own():
    found = find("clash")
    assert found is not None
    edited = Element(id="zone_p2", kind=ElementKind.DEPLOYMENT, owner=SECOND, clause="ST-CLA-10", rect=(0, 32, 48, 44))

    assert code(arrange(found, MatchOptions(table_size=(48, 44)))) == ("ST-GEO-2", "size-needs-layout")
    arranged = arrange(found, MatchOptions(table_size=(48, 44), layout=(edited,)))
    assert isinstance(arranged, Scenario)
    assert arranged.table == (48, 44)


@pytest.mark.clause("ST-GEO-13")
def test_an_edited_layout_replaces_the_elements_of_the_same_name():
    moved = Element(id="marker_left", kind=ElementKind.MARKER, clause="ST-CAP-1", point=(8, 18))
    one = scenario("capture", layout=(moved,))

    assert one.element("marker_left") == moved
    assert len(one.elements) == len(scenario("capture").elements)


@pytest.mark.clause("ST-GEO-9")
@pytest.mark.parametrize("turned", [1, -1])
def test_an_area_may_have_a_corner_in_the_middle_of_an_edge(turned: int):
    found = find("capture")
    assert found is not None
    edge = ((0, 0), (24, 0), (48, 0), (48, 12), (0, 12))[::turned]
    straight = Element(id="zone_p1", kind=ElementKind.DEPLOYMENT, clause="ST-CAP-6", poly=edge)

    assert isinstance(arrange(found, MatchOptions(layout=(straight,))), Scenario)


def test_an_element_off_the_table_or_bent_is_refused():
    found = find("capture")
    assert found is not None
    off = Element(id="marker_left", kind=ElementKind.MARKER, clause="ST-CAP-1", point=(60, 18))
    bent = Element(
        id="zone_p1", kind=ElementKind.DEPLOYMENT, clause="ST-CAP-6", poly=((0, 0), (48, 0), (24, 6), (48, 12))
    )
    refusal = arrange(found, MatchOptions(layout=(off, bent)))

    assert isinstance(refusal, Refusal)
    assert [fault.code for fault in refusal.all()] == ["element-off-table", "element-bent"]


@pytest.mark.clause("ST-MRK-1")
@pytest.mark.parametrize(("mm", "accepted"), [(29, False), (30, True), (35, True), (40, True), (41, False)])
def test_markers_are_3_to_4_cm(mm: int, accepted: bool):
    found = find("capture")
    assert found is not None
    outcome = arrange(found, MatchOptions(marker_mm=mm))

    assert isinstance(outcome, Scenario) == accepted
    assert marker_row().default_mm == 40


@pytest.mark.clause("ST-TER-8")
def test_a_terrain_type_stands_once_in_the_table():
    found = find("clash")
    assert found is not None
    wood = TerrainType("wood", (Size.SMALL,), 2)

    assert code(arrange(found, MatchOptions(terrain_table=(wood, wood)))) == ("ST-TER-8", "terrain-type-twice")


def test_faults_of_the_options_are_reported_all_at_once():
    found = find("clash")
    assert found is not None
    refusal = arrange(found, MatchOptions(marker_mm=10, budget=0, diagonal_pieces=0))

    assert isinstance(refusal, Refusal)
    assert [fault.code for fault in refusal.all()] == ["marker-size", "match-budget", "match-too-few-pieces"]


def test_a_file_that_names_an_element_it_does_not_have_is_broken():
    one = scenario("overrun")
    missing = decode(encode(one).replace(b'"element":"Z"', b'"element":"ZZ"'), Scenario)

    with pytest.raises(BrokenTable, match="ZZ"):
        check_names(missing)


def centre_of(one: Scenario, id: str) -> tuple[float, ...]:
    element = one.element(id)
    assert element is not None
    assert element.point is not None
    return element.point


@pytest.mark.clause("ST-CAP-1", "ST-MRK-4")
def test_capture_has_its_markers_on_the_median_line():
    assert [one.point for one in scenario("capture").of_kind(ElementKind.MARKER)] == [(6, 18), (24, 18), (42, 18)]


@pytest.mark.clause("ST-CON-1")
def test_conquest_has_its_markers_a_stick_apart():
    assert [one.point for one in scenario("conquest").of_kind(ElementKind.MARKER)] == [(12, 18), (24, 18), (36, 18)]


@pytest.mark.clause("ST-ADV-1")
def test_advance_has_two_markers_in_each_half_and_one_in_the_centre():
    markers = scenario("advance").of_kind(ElementKind.MARKER)

    assert [one.owner for one in markers] == [FIRST, FIRST, None, SECOND, SECOND]
    assert [one.point for one in markers] == [(10, 12), (38, 12), (24, 18), (10, 24), (38, 24)]


@pytest.mark.clause("ST-DIA-1", "ST-DIA-2")
def test_diagonal_has_its_markers_on_the_diagonal_it_is_told_to_use():
    other = scenario("diagonal", diagonal_direction="right-to-far-left")

    assert [one.point for one in scenario("diagonal").of_kind(ElementKind.MARKER)] == [(12, 9), (24, 18), (36, 27)]
    assert [one.point for one in other.of_kind(ElementKind.MARKER)] == [(36, 9), (24, 18), (12, 27)]
    half = other.element("half_p1")
    assert half is not None
    assert half.poly == ((48, 0), (0, 0), (0, 36))


@pytest.mark.clause("ST-GEO-3", "ST-GEO-4")
def test_the_first_player_sits_at_y_0_and_halves_meet_at_18():
    one = scenario("capture")
    halves = {half.owner: half.rect for half in one.of_kind(ElementKind.HALF)}

    assert halves == {FIRST: (0, 0, 48, 18), SECOND: (0, 18, 48, 36)}
    quarters = {quarter.id: quarter.rect for quarter in one.of_kind(ElementKind.QUARTER)}
    assert quarters["q_p1_right"] == (24, 0, 48, 18)
    assert quarters["q_p2_right"] == (0, 18, 24, 36)


@pytest.mark.clause("ST-GAM-15")
@pytest.mark.parametrize(
    ("id", "expected"),
    [
        ("clash", ["choose first", "place first", "deploy turns first"]),
        ("capture", ["put first", "put second", "put first", "put second", "deploy all first", "deploy all second"]),
        (
            "conquest",
            [
                "put first",
                "put second",
                "put first",
                "put second",
                "deploy half first",
                "deploy all second",
                "deploy rest first",
            ],
        ),
        (
            "advance",
            [
                "put first",
                "put first",
                "put second",
                "put second",
                "deploy any first",
                "deploy any second",
                "deploy rest first",
                "deploy rest second",
            ],
        ),
        (
            "desecration",
            [
                "choose second",
                "place first",
                "markers second",
                "deploy at-least-half first",
                "deploy all second",
                "deploy rest first",
            ],
        ),
        (
            "diagonal",
            ["choose second", "place first", "deploy half second", "deploy all first", "deploy rest second"],
        ),
    ],
)
def test_who_goes_first_at_each_step(id: str, expected: list[str]):
    def told(step: object) -> str | None:
        match step:
            case ChooseStep(first=side):
                return f"choose {side}"
            case PlaceStep(first=side):
                return f"place {side}"
            case PutStep(placer=side):
                return f"put {side}"
            case MarkersStep(first=side):
                return f"markers {side}"
            case DeployStep(by=side, part=part):
                return f"deploy {part} {side}"
            case _:
                return None

    assert [line for step in scenario(id).setup if (line := told(step))] == expected


@pytest.mark.clause("ST-GAM-9")
@pytest.mark.parametrize(
    ("id", "length"),
    [
        ("clash", (5, 1, 4)),
        ("capture", (6, 0, 0)),
        ("conquest", (6, 0, 0)),
        ("advance", (5, 1, 4)),
        ("desecration", (5, 2, 7)),
        ("diagonal", (6, 0, 0)),
    ],
)
def test_how_long_a_game_lasts(id: str, length: tuple[int, int, int]):
    told = scenario(id).length

    assert told is not None
    assert (told.turns, told.dice, told.at_least) == length


@pytest.mark.clause("SR-DEPL-1")
@pytest.mark.parametrize(("id", "depths"), [("overrun", [8, 14, 10, 16]), ("sacrifice", [18, 24, 20, 26])])
def test_how_deep_armies_deploy(id: str, depths: list[int]):
    def depth(element: Element) -> float:
        if element.circle is not None:
            return element.circle[2] / 2
        assert element.rect is not None
        return element.rect[3] - element.rect[1]

    zones = scenario(id).of_kind(ElementKind.DEPLOYMENT, ElementKind.ADVANCE)
    ordered = sorted(zones, key=lambda zone: (zone.owner or Side.FIRST, zone.id.startswith("ad")))
    assert [depth(zone) for zone in ordered] == depths


@pytest.mark.clause("SR-DEPL-1")
def test_radial_zones_are_round_from_each_players_right_hand_corner():
    corners = {
        zone.owner: zone.circle[:2] for zone in scenario("diversion").of_kind(ElementKind.DEPLOYMENT) if zone.circle
    }

    assert corners == {FIRST: (48, 0), SECOND: (0, 48)}


@pytest.mark.clause("SR-CTRL-15")
def test_halves_of_standard_and_radial_tables():
    assert {half.owner: half.rect for half in scenario("overrun").of_kind(ElementKind.HALF)} == {
        FIRST: (0, 0, 48, 24),
        SECOND: (0, 24, 48, 48),
    }
    assert {half.owner: half.poly for half in scenario("sacrifice").of_kind(ElementKind.HALF)} == {
        FIRST: ((0, 0), (48, 0), (48, 48)),
        SECOND: ((0, 0), (48, 48), (0, 48)),
    }


SIZES = {
    "SR-S01-1": ("overrun", ["zone 36x8"]),
    "SR-S02-1": ("kill_box", ["zone 24x24"]),
    "SR-S03-1": ("close_quarters", ["zone d8", "zone d8"]),
    "SR-S04-1": ("gaining_ground", ["zone 18x6"] * 3),
    "SR-S05-1": ("process_of_elimination", ["zone 6x14"] * 2),
    "SR-S07-1": ("incursion", ["flag", "flag", "flag"]),
    "SR-S08-1": ("outflank_outfight_outlast", ["zone d12"] * 2),
    "SR-S09-1": ("capture_the_flag", ["flag", "flag"]),
    "SR-S10-1": ("grind", ["zone d4", "zone d4", "objective", "objective"]),
    "SR-S12-1": ("gauntlet", ["zone 6x8"] * 2),
    "SR-S13-1": ("command_and_control", ["zone d12", "flag", "flag", "flag", "flag"]),
    "SR-S14-1": ("diversion", ["zone d8", "zone d8", "flag", "flag"]),
    "SR-S16-1": ("sacrifice", ["zone d12", "flag"]),
}


def told_size(element: Element) -> str:
    if element.circle is not None:
        return f"{element.kind} d{element.circle[2]:g}"
    if element.rect is not None:
        x1, y1, x2, y2 = element.rect
        return f"{element.kind} {x2 - x1:g}x{y2 - y1:g}"
    return str(element.kind)


@pytest.mark.clause(
    "SR-S01-1",
    "SR-S02-1",
    "SR-S03-1",
    "SR-S04-1",
    "SR-S05-1",
    "SR-S07-1",
    "SR-S08-1",
    "SR-S09-1",
    "SR-S10-1",
    "SR-S12-1",
    "SR-S13-1",
    "SR-S14-1",
    "SR-S16-1",
)
@pytest.mark.parametrize("clause", list(SIZES))
def test_zones_flags_and_objectives_are_those_of_the_text(clause: str):
    id, expected = SIZES[clause]
    found = [
        one
        for kind in (ElementKind.ZONE, ElementKind.FLAG, ElementKind.OBJECTIVE)
        for one in scenario(id).of_kind(kind)
    ]

    assert [told_size(one) for one in found] == expected


@pytest.mark.clause("SR-FLAG-1", "SR-OBJ-1")
def test_flags_stand_on_40_mm_and_objectives_on_50():
    from heraut.scenario.library import shape_of

    flag, objective = scenario("sacrifice").element("F"), scenario("grind").element("OW")
    assert flag is not None
    assert objective is not None
    assert shape_of(flag, 30).diameter == inches(40)
    assert shape_of(objective, 30).diameter == inches(50)


@pytest.mark.clause("SR-CTRL-14", "SR-S03-2", "SR-S09-2", "SR-S12-2")
@pytest.mark.parametrize("id", ["close_quarters", "capture_the_flag", "gauntlet"])
def test_coloured_zones_score_for_the_side_whose_half_they_are_not_in(id: str):
    one = scenario(id)
    assert isinstance(one.scoring, Awards)

    for award in one.scoring.awards:
        element = one.element(award.element)
        assert element is not None
        assert award.to is not None
        assert element.owner is award.to.other


@pytest.mark.clause("ST-PTS-8")
def test_what_makes_up_victory_points():
    told = {one.id: one.scoring.massacre for one in every("saga_tournament") if not isinstance(one.scoring, Awards)}

    assert told == {
        "clash": "added",
        "capture": "none",
        "conquest": "added",
        "advance": "none",
        "desecration": "capped",
        "diagonal": "added",
    }
    kinds = {one.id: type(one.scoring) for one in every("saga_tournament")}
    assert [kinds[id] for id in ("clash", "capture", "conquest", "advance")] == [MassacreOnly, Held, Presence, Control]


def test_general_limits_come_before_the_scenarios_own():
    assert [limit.clause for limit in limits(scenario("clash"))][:2] == ["ST-TER-3", "ST-TER-4"]


@pytest.mark.clause("SR-S02-2", "SR-S13-2")
def test_a_summary_that_names_warcasters_names_warlocks_as_well():
    told = [said for one in every() for said in one.summary.values() if "caster" in said]

    assert len(told) == 4  # two scenarios, two languages
    assert [said for said in told if "warlock" not in said] == []
