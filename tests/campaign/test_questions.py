from __future__ import annotations

import json
from typing import Any

import pytest

from heraut import catalogue
from heraut.ask.question import Answer
from heraut.kernel.codec import with_decimals
from heraut.kernel.refusal import Refusal


def ask(name: str, **asked: Any) -> Any:
    found = catalogue.question(name).ask(json.dumps(asked))
    assert isinstance(found, Answer), found
    return with_decimals(found.told())["answer"]


def refused(name: str, **asked: Any) -> tuple[str, str]:
    found = catalogue.question(name).ask(json.dumps(asked))
    assert isinstance(found, Refusal)
    return found.clause, found.code


@pytest.mark.clause("SC-PLY-1", "SC-SET-1")
@pytest.mark.parametrize(
    ("players", "column"),
    [(2, [10, 5, 7, 3, 2]), (3, [8, 4, 5, 3, 3]), (4, [8, 3, 4, 2, 2]), (5, [6, 3, 3, 2, 2]), (6, [6, 3, 3, 2, 2])],
)
def test_the_column_of_a_number_of_players(players: int, column: list[int]):
    assert list(ask("campaign.players", players=players).values()) == column


@pytest.mark.clause("SC-PP-1", "SC-PP-2", "SC-PP-3", "SC-MAP-4")
@pytest.mark.parametrize(
    ("asked", "pp"),
    [
        ({"normal": 2, "developed": 1, "prestige": 1, "villages": 1}, 5),
        ({"prestige": 2, "prestige_income": 3, "villages": 2}, 8),
        ({}, 0),
    ],
)
def test_income(asked: Any, pp: int):
    assert ask("campaign.income", **asked) == {"pp": pp}


@pytest.mark.clause("SC-REC-2")
@pytest.mark.parametrize(
    ("asked", "pp"),
    [
        ({"units": ["5/2", "3/2"]}, 4),
        ({"units": ["5/2"]}, 3),
        ({"units": [4], "lords": 2, "lord_cost": 3}, 10),
        ({"lords": 1}, 0),
    ],
)
def test_the_price_of_an_order(asked: Any, pp: int):
    assert ask("campaign.price", **asked) == {"pp": pp}


@pytest.mark.clause("SC-UPK-3")
@pytest.mark.parametrize(
    ("asked", "pp"), [({"points": 13}, 2), ({"points": 6}, 0), ({"points": 6, "rule": "reach"}, 1)]
)
def test_upkeep(asked: Any, pp: int):
    assert ask("campaign.upkeep", **asked) == {"pp": pp}


@pytest.mark.clause("SC-MOV-2")
@pytest.mark.parametrize(("points", "steps"), [(8, 1), (7, 2), ("15/2", 1)])
def test_speed(points: object, steps: int):
    assert ask("campaign.speed", points=points) == {"steps": steps}


@pytest.mark.clause("SC-LOS-1", "SC-LOS-2")
@pytest.mark.parametrize(
    ("asked", "figures"),
    [
        ({"initial": 7, "left": 3}, 3),
        ({"initial": 7, "left": 4}, 7),
        ({"initial": 7, "left": 4, "odd_half": "up"}, 4),
        ({"initial": 8, "left": 0}, 0),
        ({"initial": 1, "left": 1}, 1),
    ],
)
def test_losses(asked: Any, figures: int):
    assert ask("campaign.losses", **asked) == {"figures": figures}


@pytest.mark.clause("SC-OUT-1")
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"result": "attacker", "attacker_points": 4, "defender_points": 9}, ("attacker", ["defender"], 1)),
        (
            {"result": "attacker", "attacker_points": "7/2", "defender_points": 9},
            ("attacker", ["attacker", "defender"], 2),
        ),
        ({"result": "draw", "attacker_points": 5, "defender_points": 3}, ("unchanged", ["defender"], 4)),
        (
            {"result": "defender", "attacker_points": 9, "defender_points": 9, "defender_lord": False},
            ("defender", ["attacker", "defender"], 8),
        ),
    ],
)
def test_outcome(asked: Any, expected: tuple[str, list[str], int]):
    found = ask("campaign.outcome", **asked)

    assert (found["holds"], list(found["retreats"]), found["cell"]) == expected


@pytest.mark.clause("SC-INI-7", "SC-INI-8", "SC-INI-9", "SC-INI-10", "SC-INI-11")
def test_initiative_is_the_printed_example():
    found = ask(
        "campaign.initiative",
        bids={"A": 2, "B": 2, "C": 0, "D": 4},
        purses={"A": 3, "B": 5, "C": 4, "D": 1},
        favour_holder="C",
        choices=[["B", "A"]],
    )

    assert list(found["order"]) == ["B", "A", "C", "D"]
    assert (found["favour_holder"], found["pays"]) == ("B", {"A": 2, "B": 2, "C": 0, "D": 0})


@pytest.mark.parametrize(
    ("name", "asked", "expected"),
    [
        ("campaign.players", {"players": 1}, ("SC-SET-1", "campaign-player-count")),
        ("campaign.players", {"players": 7}, ("SC-SET-1", "campaign-player-count")),
        ("campaign.income", {"normal": 1, "villages": 2}, ("SC-MAP-4", "campaign-question-villages")),
        ("campaign.price", {"units": [2, -1]}, ("SC-GEN-3", "campaign-question-points")),
        ("campaign.upkeep", {"points": -1}, ("SC-GEN-3", "campaign-question-points")),
        ("campaign.speed", {"points": "-1/2"}, ("SC-GEN-3", "campaign-question-points")),
        ("campaign.losses", {"initial": 4, "left": 5}, ("SC-CBT-5", "campaign-question-figures")),
        ("campaign.losses", {"initial": 0, "left": 0}, ("SC-CBT-5", "campaign-question-figures")),
        (
            "campaign.initiative",
            {"bids": {"A": 1, "B": 1}, "purses": {"A": 1, "B": 1}, "favour_holder": "A"},
            ("SC-INI-10", "campaign-question-order"),
        ),
        (
            "campaign.initiative",
            {"bids": {"A": 1, "B": 1}, "purses": {"A": 1, "B": 1}, "favour_holder": "A", "choices": [["A", "B", "A"]]},
            ("SC-INI-10", "campaign-question-order"),
        ),
        (
            "campaign.initiative",
            {"bids": {"A": 1, "B": 1}, "purses": {"A": 1}, "favour_holder": "A"},
            ("SC-INI-5", "campaign-question-seats"),
        ),
        (
            "campaign.initiative",
            {"bids": {"A": -1, "B": 1}, "purses": {"A": 1, "B": 1}, "favour_holder": "A"},
            ("SC-INI-5", "campaign-bid-negative"),
        ),
    ],
)
def test_nonsense_is_refused(name: str, asked: Any, expected: tuple[str, str]):
    assert refused(name, **asked) == expected


@pytest.mark.clause("SC-OUT-3")
@pytest.mark.parametrize(
    ("free", "holds"),
    [
        ({}, "unchanged"),
        ({"controlled": False}, "defender"),
        ({"controlled": False, "neutral_draw": "nobody"}, "unchanged"),
    ],
)
def test_a_draw_where_nobody_controls_gives_the_territory_to_the_defender(free: dict[str, Any], holds: str):
    found = ask("campaign.outcome", result="draw", attacker_points=6, defender_points=3, **free)

    assert (found["holds"], list(found["retreats"])) == (holds, ["defender"])
