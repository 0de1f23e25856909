"""Questions about a segment of the skirmish and about chains of castings."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

import heraut
from heraut.kernel.codec import decode, encode


def ask(name: str, **fields: object) -> dict[str, object]:
    found: dict[str, object] = decode(encode(heraut.answer(name, **fields).answer), Any)
    return found


@pytest.mark.clause("SK-CHG-2")
def test_a_charge_adds_to_the_damage_of_both():
    assert ask("skirmish.charge", mounted=True) == {"charger": 8, "other": 4}
    assert ask("skirmish.charge", met_by_charge=True) == {"charger": 6, "other": 6}


@pytest.mark.clause("SK-STR-4", "SK-PRE-1", "SK-PWR-3", "SK-SPC-2")
def test_a_blow_is_modified_by_aim_style_ground_and_training():
    found = ask("skirmish.blow", aim="head", height="above", behind=True, specialty=True)

    assert found["flat"] == -15 + 2 + 5 + 1
    assert ask("skirmish.blow", style="power")["dice"] < 0  # type: ignore[operator]
    assert ask("skirmish.blow") == {"dice": 0, "flat": 0, "parts": []}


@pytest.mark.clause("SK-STR-5", "SK-MNT-3", "SK-WPN-1", "SK-DBL-3", "SK-DRW-4", "SK-ENG-7")
@pytest.mark.parametrize(
    ("how", "dice", "flat"),
    [
        ({"attackers": 1}, 0, 0),
        ({"attackers": 2}, 0, 2),
        ({"attackers": 3, "gang_bonus": "per_extra_attacker"}, 0, 2),
        ({"mounted": True}, 0, 3),
        ({"two_handed": True, "declared": 3}, 0, 0),
        ({"two_handed": True, "declared": 4}, -1, 0),
        ({"two_weapons": True}, -1, -5),
        ({"draw": "pocket"}, -1, -7),
        ({"parting": True, "weapon": -1, "tactics": 2}, 0, 6),
    ],
)
def test_a_blow_is_modified_by_numbers_mount_weapons_and_drawing(how: dict[str, object], dice: int, flat: int):
    found = ask("skirmish.blow", **how)

    assert (found["dice"], found["flat"]) == (dice, flat)


@pytest.mark.clause("SK-IMP-2", "SK-IMP-4")
def test_a_harpoon_tears():
    harpoon, knife = ask("skirmish.extraction", family="harpoon"), ask("skirmish.extraction", family="knife")

    assert (harpoon["tears"], knife["tears"]) == (True, False)
    assert ask("skirmish.extraction", family="knife", inert=True)["difficulty"] != knife["difficulty"]


@pytest.mark.clause("SK-PRI-2", "SK-PRI-3", "SK-PRI-4", "SK-WPN-3")
def test_who_goes_first():
    def first(one: dict[str, object], other: dict[str, object], **more: object) -> object:
        return ask("skirmish.priority", first=one, second=other, **more)["goes_first"]

    assert first({"reaction": 20}, {"reaction": 5}) == "first"
    assert first({"reaction": 20}, {"reaction": 5, "long": True}) == "second"
    assert first({"reaction": 20}, {"reaction": 5, "long": True}, melee=False) == "first"
    assert first({"reaction": 5}, {"reaction": 20, "acts": False}) == "first"
    assert first({"reaction": 10}, {"reaction": 10}) is None


@pytest.mark.clause("SK-DLY-1", "SK-DLY-2", "SK-DLY-3")
def test_a_delay_moves_what_is_left_and_loses_what_goes_beyond():
    assert ask("skirmish.delay", actions=4, segment=1, by=1) == {"segments": [2, 3, 5], "lost": 1}
    assert ask("skirmish.delay", actions=3, segment=3, by=1) == {"segments": [1, 4], "lost": 1}
    with pytest.raises(heraut.Refused, match="SK-DLY-3"):
        heraut.answer("skirmish.delay", actions=3, segment=2)


@pytest.mark.clause("SK-CMD-2", "SK-CMD-3", "SK-CMD-6")
def test_a_chief_reaches_as_many_as_his_level_and_more_with_more_actions():
    assert ask("skirmish.capacity", level=3, mount="horse", men=10) == {"capacity": 4, "actions": 3}
    with pytest.raises(heraut.Refused, match="SK-CMD-3"):
        heraut.answer("skirmish.capacity", level=0)


@pytest.mark.clause("SK-FAL-3")
def test_after_the_ninth_second_a_fall_goes_on_at_the_same_speed():
    ninth, tenth = ask("skirmish.fall", segment=9), ask("skirmish.fall", segment=10)

    assert (tenth["speed"], tenth["distance"]) == (55, ninth["distance"] + 55)  # type: ignore[operator]


@pytest.mark.clause("AM-ABUSE-1", "AM-ABUSE-5")
def test_a_chain_of_one_casting_is_the_abuse_roll_and_a_longer_one_more_dangerous():
    once = heraut.odds("magic.chain", casts=1)
    abuse = heraut.odds("magic.abuse")
    thrice = heraut.answer("magic.chain", casts=3).answer.after

    assert once.chance(lambda end: end.eliminated) == abuse.chance(lambda end: end.eliminated)
    assert once.mean(lambda end: end.fatigue) == abuse.mean(lambda end: end.fatigue)
    chances = [Fraction(step.eliminated.exact) for step in thrice]
    assert chances == sorted(chances)
    assert chances[0] == abuse.chance(lambda end: end.eliminated)
    stopped = heraut.odds("magic.chain", casts=3, stop_at=1)
    assert stopped.chance(lambda end: end.eliminated) < chances[-1]
    assert sum(chance for _, chance in stopped.items()) == 1
