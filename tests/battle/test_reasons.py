"""What an answer says beside its numbers: which rules of ours it rests on, and which the asker has changed."""

import pytest

from heraut.battle.reasons import rules_in_force
from heraut.warband.overrides import Overrides


@pytest.mark.clause("SEQ-M5")
def test_a_changed_rule_is_told_as_changed_and_our_own_as_our_default():
    told = {reason.facts["key"]: reason for reason in rules_in_force(("armour_max",), Overrides(armour_min=3))}

    assert {key: reason.code for key, reason in told.items()} == {
        "armour_max": "battle-our-default", "armour_min": "battle-changed-rule",
    }  # fmt: skip
    assert (told["armour_min"].facts["value"], told["armour_min"].facts["default"]) == (3, 2)
