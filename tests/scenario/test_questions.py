from __future__ import annotations

import pytest

from heraut import catalogue
from heraut.kernel.codec import Malformed, decode, encode, with_decimals
from heraut.kernel.refusal import Refusal
from heraut.scenario.library import sources


def ask(name: str, data: str) -> dict:
    answer = catalogue.question(name).ask(data)
    assert not isinstance(answer, Refusal), answer
    return decode(encode(with_decimals(answer.told())), dict)


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
        ("ST-CON-2", True),
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


def _turns(count: int) -> str:
    return ",".join(f'{{"by": "{by}", "turn": {turn}}}' for turn in range(1, count + 1) for by in ("first", "second"))


@pytest.mark.clause("ST-GAM-8", "ST-GAM-9")
@pytest.mark.parametrize(("id", "most"), [("capture", 6), ("clash", 6), ("diagonal", 6)])
def test_no_turn_is_scored_after_the_last(id: str, most: int):
    ask("scenario.score", f'{{"scenario": "{id}", "turns": [{_turns(most)}]}}')

    assert refusal("scenario.score", f'{{"scenario": "{id}", "turns": [{_turns(most + 1)}]}}') == "match-over"


def _piece(number: int, by: str, size: str, at: tuple[int, int], kind: str = "plain") -> str:
    x, y = at
    shape = f"[[{x},{y}],[{x + 2},{y}],[{x + 2},{y + 2}],[{x},{y + 2}]]"
    return f'{{"id": "p{number}", "by": "{by}", "size": "{size}", "kind": "{kind}", "shape": {shape}}}'


def _broken(id: str, *pieces: str, options: str = "{}") -> set[tuple[str, str]]:
    data = f'{{"scenario": "{id}", "options": {options}, "pieces": [{",".join(pieces)}]}}'
    told = ask("scenario.check", data)["answer"]
    return {
        (piece["id"], limit["code"]) for piece in told["pieces"] for limit in piece["limits"]
        if not limit["ok"] and limit["code"] in ("pieces-allowed", "in-terrain-table", "type-allowed")
    }  # fmt: skip


@pytest.mark.clause("ST-ADV-2", "ST-DIA-3", "ST-CLA-1", "ST-DES-1")
def test_a_table_has_as_many_pieces_of_each_size_as_its_setup_brings():
    small = [_piece(number, "first", "small", (5 + 8 * number, 10)) for number in range(4)]
    large = _piece(9, "first", "large", (40, 30))

    assert _broken("advance", *small[:2]) == set()
    assert _broken("advance", *small[:3]) == {("p2", "pieces-allowed")}
    assert _broken("advance", large) == {("p9", "pieces-allowed")}
    assert _broken("diagonal", small[0], large) == {("p9", "pieces-allowed")}
    assert _broken("clash", *small[:3]) == set()
    assert _broken("clash", *small) == {("p3", "pieces-allowed")}
    assert _broken("clash", large, small[0]) == {("p0", "pieces-allowed")}
    assert _broken("desecration", small[0], large) == set()
    assert _broken("desecration", large, small[0], small[1]) == {("p1", "pieces-allowed")}


@pytest.mark.clause("ST-TER-7", "ST-TER-8")
def test_a_table_has_no_more_of_a_type_than_the_terrain_table_allows():
    options = '{"terrain_table": [{"name": "wood", "sizes": ["small"], "most": 1}]}'
    woods = [
        _piece(number, by, "small", (5 + 12 * number, 10), "wood") for number, by in enumerate(("first", "second"))
    ]

    assert _broken("clash", woods[0], options=options) == set()
    assert _broken("clash", *woods, options=options) == {("p1", "type-allowed")}
    assert _broken("clash", _piece(0, "first", "large", (9, 9), "wood"), options=options) == {
        ("p0", "in-terrain-table")
    }
    assert _broken("clash", _piece(0, "first", "small", (9, 9), "marsh"), options=options) == {
        ("p0", "in-terrain-table")
    }
