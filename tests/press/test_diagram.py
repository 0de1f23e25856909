from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from heraut.press.diagram import COLOURS, diagram
from heraut.scenario.data import Element, Kind
from heraut.scenario.library import find, sources
from heraut.scenario.options import Options, arrange
from heraut.scenario.sides import Side
from heraut.speech import LANGUAGES

SVG = "{http://www.w3.org/2000/svg}"
listed = pytest.mark.parametrize("id", list(sources()))


def drawn(id: str, language="fr") -> ET.Element:
    scenario = find(id)
    assert scenario is not None
    return ET.fromstring(diagram(scenario, language))


def words(picture: ET.Element) -> list[str]:
    return [text.text or "" for text in picture.iter(f"{SVG}text")]


@listed
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_scenario_draws_itself_in_every_language(id: str, language):
    scenario = find(id)
    assert scenario is not None

    assert scenario.names[language] in words(drawn(id, language))
    assert diagram(scenario, language) == diagram(scenario, language)


@listed
def test_what_was_reconstructed_is_marked(id: str):
    scenario = find(id)
    assert scenario is not None
    told = words(drawn(id))
    doubtful = any(element.status.is_reconstructed for element in scenario.elements)

    assert any(text.startswith("≈") for text in told) == doubtful
    placed = scenario.of_kind(Kind.ZONE, Kind.FLAG, Kind.OBJECTIVE, Kind.MARKER)
    assert sum(1 for text in told if text.endswith(" ≈")) == len(placed)


@listed
def test_distances_are_labelled(id: str):
    scenario = find(id)
    assert scenario is not None
    told = words(drawn(id))

    for label in scenario.labels:
        assert (f"{label.text}″" if label.text.isdecimal() else label.text) in told


def test_sides_are_told_apart_by_colour_and_by_hatching():
    text = diagram(find("gauntlet"), "fr")  # type: ignore[arg-type]

    for side, hatch in ((Side.FIRST, "gueules"), (Side.SECOND, "azur")):
        assert COLOURS[side] in text
        assert f"-{hatch})" in text
    assert (COLOURS[Side.FIRST], COLOURS[Side.SECOND]) == ("#a3262a", "#1f4e8c")


def test_the_first_player_sits_at_the_bottom():
    circles = [one for one in drawn("capture_the_flag").iter(f"{SVG}circle") if one.get("fill") == COLOURS[Side.FIRST]]

    assert [one.get("cy") for one in circles] == ["360"]


@pytest.mark.clause("ST-GEO-13")
def test_a_changed_layout_changes_the_picture():
    found = find("capture")
    assert found is not None
    moved = Element(id="marker_left", kind=Kind.MARKER, clause="ST-CAP-1", point=(9, 18))
    changed = arrange(found, Options(layout=(moved,)))

    assert diagram(changed, "fr") != diagram(found, "fr")  # type: ignore[arg-type]


def test_names_are_safe_in_markup():
    ET.fromstring(diagram(find("process_of_elimination"), "fr"))  # type: ignore[arg-type]
