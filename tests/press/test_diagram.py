from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations

import pytest

from heraut.kernel.names import ClauseId
from heraut.press.diagram import COLOURS, SCALE, diagram
from heraut.press.lettering import Words
from heraut.scenario.arrangement import arrange
from heraut.scenario.definition import Element, ElementKind, Label, Scenario
from heraut.scenario.facts import Side
from heraut.scenario.library import find, sources
from heraut.scenario.settings import MatchOptions
from heraut.speech.sentences import LANGUAGES
from heraut.table.shapes import Point, Polygon, centre, extent

SVG = "{http://www.w3.org/2000/svg}"
listed = pytest.mark.parametrize("id", list(sources()))


def found(id: str) -> Scenario:
    scenario = find(id)
    assert scenario is not None
    return scenario


def drawn(id: str, language="fr") -> ET.Element:
    return ET.fromstring(diagram(found(id), language))


def words(picture: ET.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


@listed
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scenario_draws_itself_in_every_language(id: str, language):
    scenario = found(id)

    assert scenario.names[language] in words(drawn(id, language))
    assert diagram(scenario, language) == diagram(scenario, language)


@listed
def test_what_was_reconstructed_is_marked(id: str):
    scenario = found(id)
    told = words(drawn(id))
    doubtful = any(element.status.is_reconstructed for element in scenario.elements)

    assert any(text.startswith("≈") for text in told) == doubtful
    placed = scenario.of_kind(ElementKind.ZONE, ElementKind.FLAG, ElementKind.OBJECTIVE, ElementKind.MARKER)
    assert sum(1 for text in told if text.endswith(" ≈")) == len(placed)


@listed
def test_distances_are_labelled(id: str):
    scenario = found(id)
    told = words(drawn(id))

    for label in scenario.labels:
        assert (f"{label.text}″" if label.text.isdecimal() else label.text) in told


def test_sides_are_told_apart_by_colour_and_by_hatching():
    text = diagram(found("gauntlet"), "fr")

    for side, hatch in ((Side.FIRST, "gueules"), (Side.SECOND, "azur")):
        assert COLOURS[side] in text
        assert f"-{hatch})" in text
    assert (COLOURS[Side.FIRST], COLOURS[Side.SECOND]) == ("#a3262a", "#1f4e8c")


def test_the_first_player_sits_at_the_bottom():
    zones = {
        one.get("stroke"): one for one in drawn("gauntlet").iter(f"{SVG}polygon") if one.get("stroke-width") == "2"
    }

    assert zones[COLOURS[Side.FIRST]].get("points") == "0,480 480,480 480,400 0,400"


@pytest.mark.clause("SR-CTRL-14")
@pytest.mark.parametrize(
    ("id", "first", "second"),
    [
        ("close_quarters", {"Z2"}, {"Z1"}),
        ("gaining_ground", {"Z2"}, {"Z1"}),
        ("grind", {"Z2"}, {"Z1"}),
        ("diversion", {"F1", "Z2"}, {"F2", "Z1"}),
        ("destruction", {"OBJ1-2", "OBJ2-2"}, {"OBJ1-1", "OBJ2-1"}),
        ("incursion", set(), set()),
    ],
)
def test_what_a_player_goes_for_has_that_players_colour(id: str, first: set[str], second: set[str]):
    scenario = found(id)
    told = words(drawn(id))

    assert coloured(scenario, Side.FIRST) == first
    assert coloured(scenario, Side.SECOND) == second
    assert any("ce que vise chaque joueur" in text for text in told) == bool(first)


def coloured(scenario: Scenario, side: Side) -> set[str]:
    """The elements in that side's colour, found again by their places."""
    filled = [one for one in drawn(scenario.id).iter() if one.get("fill") == COLOURS[side] and one.get("cx")]
    filled += [one for one in drawn(scenario.id).iter(f"{SVG}polygon") if one.get("fill-opacity") == ".16"]
    places = {centre_of(one) for one in filled if one.get("fill") == COLOURS[side]}
    aimed = scenario.of_kind(ElementKind.ZONE, ElementKind.FLAG, ElementKind.OBJECTIVE)
    return {one.id for one in aimed if seen(scenario, centre(one.shape(0))) in places}


def centre_of(one: ET.Element) -> tuple[float, float]:
    if one.get("cx"):
        return (float(one.get("cx", "")), float(one.get("cy", "")))
    corners = tuple(tuple(map(float, pair.split(","))) for pair in one.get("points", "").split())
    return centre(Polygon(corners))  # type: ignore[arg-type]


def seen(scenario: Scenario, point: Point) -> tuple[float, float]:
    return (point[0] * SCALE, (scenario.table[1] - point[1]) * SCALE)


@listed
def test_everything_can_be_laid_out_from_the_distances_of_the_picture(id: str):
    """Edges, middle lines and what the labels lead to; a layout is the same after a half turn."""
    scenario = found(id)
    width, height = scenario.table
    known = {(axis, length) for axis, size in ((0, width), (1, height)) for length in (0, size / 2, size)}
    ends = [(label.a, label.b) for label in scenario.labels]
    ends += [((width - ax, height - ay), (width - bx, height - by)) for (ax, ay), (bx, by) in ends]
    for _ in ends:
        for a, b in (*ends, *((b, a) for a, b in ends)):
            apart = [axis for axis in (0, 1) if a[axis] != b[axis]]
            if all((axis, a[axis]) in known for axis in apart):
                known |= {(axis, b[axis]) for axis in apart}

    for element in scenario.of_kind(ElementKind.MARKER, ElementKind.FLAG, ElementKind.OBJECTIVE, ElementKind.ZONE):
        (x1, y1), (x2, y2) = extent(element.shape(0))
        assert known & {(0, x1), (0, x2), (0, (x1 + x2) / 2)}, f"{element.id} across"
        assert known & {(1, y1), (1, y2), (1, (y1 + y2) / 2)}, f"{element.id} upwards"


@listed
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_words_of_the_table_lie_on_one_another_or_run_off_it(id: str, language):
    """The letters are measured as the picture measures them: DejaVu Sans, the widest face it asks for."""
    picture = drawn(id, language)
    [table] = [group for group in picture.iter(f"{SVG}g") if group.get("transform")]
    looks = {"700": "id", None: "len"}
    boxes = []
    for text in table.iter(f"{SVG}text"):
        if text.text == "?":
            continue
        look = "caption" if text.get("font-style") else looks[text.get("font-weight")]
        half_wide, half_tall = Words(text.text or "", look).half
        x, y = float(text.get("x", "")), float(text.get("y", "")) - half_tall
        boxes.append((x - half_wide, y - half_tall, x + half_wide, y + half_tall, text.text))

    width, height = (size * SCALE for size in found(id).table)
    assert [box for box in boxes if box[0] < 0 or box[1] < 0 or box[2] > width or box[3] > height] == []
    met = [
        (one[4], other[4])
        for one, other in combinations(boxes, 2)
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]
    assert met == []


@pytest.mark.clause("ST-GEO-13")
def test_a_changed_layout_is_drawn_without_the_distances_it_no_longer_has():
    moved = Element(id="marker_left", kind=ElementKind.MARKER, clause=ClauseId("ST-CAP-1"), point=(9, 18))
    changed = arrange(found("capture"), MatchOptions(layout=(moved,)))
    assert isinstance(changed, Scenario)

    circles = [centre_of(one) for one in ET.fromstring(diagram(changed, "fr")).iter(f"{SVG}circle")]
    assert (90.0, 180.0) in circles
    assert (60.0, 180.0) not in circles
    assert [label.text for label in changed.labels] == ["L+M", "M", "L", "L"]


@pytest.mark.clause("ST-GEO-13")
def test_a_table_of_another_size_has_none_of_the_printed_distances():
    moved = Element(id="marker_left", kind=ElementKind.MARKER, clause=ClauseId("ST-CAP-1"), point=(9, 18))
    changed = arrange(found("capture"), MatchOptions(layout=(moved,), table_size=(60, 44)))
    assert isinstance(changed, Scenario)

    assert changed.labels == ()


@pytest.mark.clause("ST-DIA-2")
def test_the_other_diagonal_has_its_distances_on_the_other_side():
    changed = arrange(found("diagonal"), MatchOptions(diagonal_direction="right-to-far-left"))
    assert isinstance(changed, Scenario)

    assert changed.labels[0] == Label("¼", (48, 0), (36, 9))


def test_names_are_safe_in_markup():
    ET.fromstring(diagram(found("process_of_elimination"), "fr"))


def test_once_the_table_is_laid_the_order_of_laying_it_is_told_no_more():
    before, after = (words(ET.fromstring(diagram(found("capture"), "fr", laid=laid))) for laid in (False, True))

    assert set(before) - set(after) == {f"décor {place}" for place in (1, 2, 3, 4)}


@pytest.mark.parametrize(
    ("id", "told"),
    [
        ("incursion", {"gauche ≈", "centre ≈", "droite ≈"}),
        ("command_and_control", {"gauche ≈", "droite ≈", "haut ≈", "bas ≈", "zone ≈"}),
        ("kill_box", {"cage ≈"}),
        ("destruction", {"OBJ1 ≈", "OBJ2 ≈"}),
        ("diversion", {"zone 1 ≈", "zone 2 ≈", "drapeau 1 ≈", "drapeau 2 ≈"}),
    ],
)
def test_elements_have_names_on_the_picture(id: str, told: set[str]):
    assert {text for text in words(drawn(id)) if text.endswith("≈")} == told
