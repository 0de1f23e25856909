"""The rules of an organiser's own scenario are those it is scored by."""

from __future__ import annotations

import pytest

from heraut.press.own_rules import changed_clauses
from heraut.press.rules import PlayConditions, scenario_rules
from heraut.scenario.definition import Scenario
from heraut.scenario.library import every
from heraut.scenario.own import read_own
from heraut.scenario.own_text import copy_of


def own(id: str, *changes: tuple[str, str]) -> Scenario:
    text = copy_of(id, "mine")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    found, wrong = read_own(text)
    assert found is not None, wrong
    return found


def plain(said: str) -> str:
    return said.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")


def changed(id: str, *changes: tuple[str, str]) -> dict[str, list[str]]:
    return {
        clause: [plain(line) for line in lines] for clause, lines in changed_clauses(own(id, *changes), "fr").items()
    }


@pytest.mark.parametrize("id", [one.id for one in every() if one.available])
def test_a_copy_has_the_rules_of_what_it_was_copied_from(id: str):
    assert changed(id) == {}


@pytest.mark.clause("SR-SCEN-9", "SR-S04-4")
def test_the_victory_and_the_points_that_were_changed_are_printed():
    found = own(
        "gaining_ground", ("points = 4", "points = 3"), ('to = "first", points = 2', 'to = "first", points = 5')
    )
    told = plain(" ".join(line for one in scenario_rules(found, PlayConditions(), "fr") for line in one.paragraphs))

    assert "Victoire : 3 avec avance." in told
    assert "5 points pour le contrôle (zone 2), premier joueur" in told
    assert "4 avec avance" not in told
    assert "Verrou de contestation" in told


@pytest.mark.clause("SR-SCEN-9")
def test_what_else_was_changed_is_told_in_its_place():
    assert changed("capture", ("markers = 2, points = 6", "markers = 2, points = 7")) == {
        "ST-CAP-14": [
            "0 objectif : 0 point ; 1 objectif : 3 points ; 2 objectifs : 7 points ; 3 objectifs : 12 points."
        ]
    }
    assert changed("overrun", ("rect = [6, 20, 42, 28]", "rect = [10, 20, 38, 28]")) == {
        "SR-S01-1": ["Zones, drapeaux et objectifs : voir le plan."]
    }
    assert changed("kill_box", ("from_turn = 2", "from_turn = 3")) == {
        "SR-S02-2": ["L’organisateur a changé ce point : demandez-lui."]
    }
    assert changed("gaining_ground", ('lock = { clause = "SR-S04-3", first = "Z1", second = "Z2" }\n', "")) == {
        "SR-S04-3": []
    }


def test_what_was_only_moved_keeps_its_words():
    assert changed("overrun", ("rect = [6, 20, 42, 28]", "rect = [6, 18, 42, 26]")) == {}
