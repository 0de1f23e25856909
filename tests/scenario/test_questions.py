from __future__ import annotations

import pytest

from heraut import catalogue
from heraut.kernel import Malformed, Refusal, decode, encode
from heraut.scenario.library import sources


def ask(name: str, data: str) -> dict:
    answer = catalogue.question(name).ask(data)
    assert not isinstance(answer, Refusal), answer
    return decode(encode(answer), dict)


def refusal(name: str, data: str) -> str:
    answer = catalogue.question(name).ask(data)
    assert isinstance(answer, Refusal), answer
    return answer.code


def test_the_list_names_all_and_says_which_cannot_be_played():
    listed = ask("scenario.list", "{}")["answer"]["scenarios"]

    assert [one["id"] for one in listed] == list(sources())
    assert [one["id"] for one in listed if not one["available"]] == ["demolition"]
    assert [one["id"] for one in listed if not one["reconstructed"]] == ["clash", "desecration", "demolition"]


@pytest.mark.parametrize("id", list(sources()))
def test_every_scenario_can_be_shown(id: str):
    shown = ask("scenario.show", f'{{"scenario": "{id}"}}')["answer"]

    assert shown["scenario"]["id"] == id


def test_a_score_gives_running_points_the_winner_and_why():
    turns = ",".join(
        f'{{"by": "{by}", "turn": {turn}{facts}}}'
        for by, turn, facts in [
            ("first", 1, ""),
            ("second", 1, ""),
            ("first", 2, ', "claimed": ["marker_left"]'),
            ("second", 2, ', "claimed": ["marker_centre", "marker_right"]'),
            ("first", 3, ""),
            ("second", 3, ""),
        ]
    )
    told = ask("scenario.score", f'{{"scenario": "capture", "turns": [{turns}], "ending": {{}}}}')

    assert [(one["first"], one["second"]) for one in told["answer"]["running"]] == [(0, 0)] * 4 + [(0, 6), (3, 6)]
    assert (told["answer"]["winner"], told["answer"]["over"]) == ("second", True)
    assert [one["clause"] for one in told["because"]] == ["ST-CAP-14", "ST-CAP-14", "ST-PTS-1"]


def test_a_steamroller_score_uses_the_tie_break_conditions_when_armies_are_given():
    data = '{"scenario": "overrun", "turns": [], "armies": {"lost": {"first": 5, "second": 9}}}'
    told = ask("scenario.score", data)["answer"]

    assert (told["winner"], told["win"]["kind"]) == ("first", "tb4")
    drawn = ask("scenario.score", '{"scenario": "overrun", "turns": [], "armies": {}}')["answer"]
    assert ("winner" in drawn, drawn["over"]) == (False, True)


def test_a_check_tells_each_piece_its_clauses_and_measured_distances():
    wood = '{"id": "wood", "size": "small", "kind": "uneven", "shape": [[8,6],[14,6],[14,11],[8,11]], "by": "second"}'
    told = ask("scenario.check", f'{{"scenario": "conquest", "pieces": [{wood}]}}')["answer"]

    assert told["ok"] is True
    (piece,) = told["pieces"]
    assert [(one["clause"], one["ok"]) for one in piece["limits"]] == [
        ("ST-GEO-11", True),
        ("ST-TER-3", True),
        ("ST-CON-2", True),
        ("ST-CON-4", True),
    ]
    edge = next(one for one in piece["limits"] if one["clause"] == "ST-CON-4")
    assert (edge["measured"], edge["limit"]) == (6.0, 4)


def test_a_check_reads_areas_from_the_steps_and_properties_from_the_terrain_table():
    table = (
        '"options": {"terrain_table": [{"name": "marsh", "sizes": ["small"], "most": 2, "properties": ["dangerous"]}]}'
    )
    pieces = ",".join(
        f'{{"id": "p{n}", "kind": "marsh", "by": "{by}", "shape": [[{x},{y}],[{x + 3},{y}],[{x + 3},{y + 3}]]}}'
        for n, (by, x, y) in enumerate([("first", 30, 5), ("second", 30, 26), ("first", 8, 26), ("second", 30, 1)])
    )
    told = ask("scenario.check", f'{{"scenario": "capture", {table}, "pieces": [{pieces}]}}')

    broken = [(one["facts"]["subject"], one["clause"]) for one in told["because"]]
    assert ("p3", "ST-CAP-4") in broken
    assert ("p3", "ST-CAP-5") in broken


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("scenario.show", '{"scenario": "bowling"}', "match-unknown-scenario"),
        ("scenario.score", '{"scenario": "demolition", "turns": []}', "scenario-not-described"),
        ("scenario.check", '{"scenario": "demolition"}', "scenario-not-described"),
        ("scenario.score", '{"scenario": "capture", "turns": [{"by": "second", "turn": 1}]}', "turn-out-of-order"),
        (
            "scenario.check",
            '{"scenario": "capture", "pieces": [{"id": "a", "area": "moon", "shape": [[0,0],[1,0],[1,1]]}]}',
            "unknown-element",
        ),
        (
            "scenario.check",
            '{"scenario": "clash", "pieces": [{"id": "a", "shape": [[0,0],[1,0],[1,1]]}, {"id": "a", "shape": []}]}',
            "element-twice",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(name: str, data: str, code: str):
    assert refusal(name, data) == code


def test_an_unknown_field_is_malformed_and_named():
    with pytest.raises(Malformed, match="colour"):
        catalogue.question("scenario.check").ask(
            '{"scenario": "clash", "pieces": [{"id": "a", "colour": 1, "shape": []}]}'
        )
