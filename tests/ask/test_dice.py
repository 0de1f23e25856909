import json

import pytest

from heraut import catalogue
from heraut.kernel.codec import with_decimals
from heraut.kernel.refusal import Refusal


def pool(dice, target):
    return with_decimals(catalogue.question("dice.pool").ask(json.dumps({"dice": dice, "target": target})).told())[
        "answer"
    ]


@pytest.mark.clause("HOUSE-DICE-2")
def test_eight_dice_at_four_or_more():
    told = pool(8, 4)

    assert told["law"][0] == {"value": 0, "p": 0.00390625, "exact": "1/256"}
    assert [row["value"] for row in told["law"]] == list(range(9))
    assert told["mean"] == 4


@pytest.mark.clause("HOUSE-DICE-2")
@pytest.mark.parametrize(
    ("dice", "target", "value"), [(8, 1, 8), (8, 0, 8), (8, -3, 8), (8, 7, 0), (8, 99, 0), (0, 4, 0)]
)
def test_a_target_everybody_or_nobody_reaches_and_no_dice_leave_nothing_to_chance(dice, target, value):
    assert pool(dice, target)["law"] == [{"value": value, "p": 1.0, "exact": "1"}]


@pytest.mark.clause("HOUSE-DICE-2")
@pytest.mark.parametrize("dice", [-1, 1001])
def test_a_pool_has_0_to_1000_dice(dice):
    assert isinstance(catalogue.question("dice.pool").ask(json.dumps({"dice": dice, "target": 4})), Refusal)


def test_a_thousand_dice_add_up():
    told = pool(1000, 5)

    assert sum(row["p"] for row in told["law"]) == pytest.approx(1)
    assert told["mean"] == pytest.approx(1000 / 3)
