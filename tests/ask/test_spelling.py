"""One spelling: old names are read with a notice, and what a law is summed to comes as a fraction too."""

from __future__ import annotations

from fractions import Fraction

import pytest

import heraut

WARRIORS, LEVY = {"unit": "warrior", "figures": 8}, {"unit": "levy", "figures": 12}


@pytest.mark.clause("SR-VTIME-4", "SR-VTIME-6")
@pytest.mark.parametrize(
    ("old", "new"), [("relaxed", "time_easy"), ("fast", "time_fast"), ("hardcore", "time_hardcore")]
)
def test_a_time_variant_goes_by_its_keyword_and_the_old_name_is_read_with_a_notice(old: str, new: str):
    today = heraut.answer("steamroller.timing", size=50, variant=new)
    before = heraut.answer("steamroller.timing", size=50, variant=old)

    assert before.answer == today.answer
    assert [reason.code for reason in before.because if reason not in today.because] == ["old-name"]
    assert new in heraut.say(before.because[-1])


def test_a_melee_is_summed_exactly_and_agrees_with_its_decimals():
    found = heraut.answer("battle.melee", attacker=WARRIORS, defender=LEVY, exact=True).answer
    exact = {name: Fraction(value) for name, value in found.exact.items()}

    assert sum(exact[f"result:{one}"] for one in ("attacker_wins", "tie", "defender_wins")) == 1
    assert float(exact["result:attacker_wins"]) == pytest.approx(found.summary.attacker_wins)
    assert float(exact["result:tie"]) == pytest.approx(found.summary.tie)
    assert float(exact["defender_eliminated"]) == pytest.approx(found.summary.defender.eliminated)
    assert float(exact["defender_removed"]) == pytest.approx(found.summary.defender.removed)
    assert heraut.answer("battle.melee", attacker=WARRIORS, defender=LEVY).answer.exact == {}


def test_a_shot_a_marker_and_an_abuse_are_summed_exactly_too():
    shot = heraut.answer("battle.shooting", shooter={**WARRIORS, "equipment": ["bow"]}, target=LEVY, exact=True).answer
    marker = heraut.answer("battle.marker", charger=WARRIORS, situation={"turn": 2}, exact=True).answer
    abuse = heraut.answer("magic.abuse", exact=True).answer

    assert float(Fraction(shot.exact["target_removed"])) == pytest.approx(shot.summary.target.removed)
    assert float(Fraction(marker.exact["destroyed"])) == pytest.approx(marker.summary.destroyed)
    assert Fraction(abuse.exact["eliminated"]) == Fraction(
        next(row.exact for row in abuse.elimination if row.value == "eliminated")
    )
