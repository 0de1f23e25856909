from itertools import product

import pytest

from battle.units import hearthguards, melee, unit, warriors
from heraut.battle.melee import MeleeResult, form, resolve, result, withdraws
from heraut.battle.shooting import Shooting
from heraut.battle.shooting import form as form_shot
from heraut.battle.shooting import resolve as resolve_shot
from heraut.battle.summary import match_ups, summarise_melee, summarise_shot
from heraut.dice import EXACT, FAST
from heraut.warband.tables import Distance

UNITS = [
    warriors(),
    warriors(1),
    hearthguards(4, fatigue=2),
    unit("creature.biped", 2),
    unit("monster.behemoth"),
    unit("mindless.none", 20),
    unit("swarm.none", 2, fatigue=2),
]


def slowly(attacker, defender):
    """Every number of the summary, counted over the joint law."""
    law = resolve(EXACT, form(melee(attacker, defender))).joint()
    sides = {
        name: (lambda ends, place=place: ends[place], one.profile.exhaustion_threshold)
        for place, (name, one) in enumerate((("attacker", attacker), ("defender", defender)))
    }
    found = {str(won): law.chance(lambda ends, won=won: result(*ends) is won) for won in MeleeResult}
    for name, (side, threshold) in sides.items():
        found[f"{name}_withdraws"] = law.chance(lambda ends, name=name: withdraws(*ends) == name)
        found[f"{name}.removed"] = law.mean(lambda ends, side=side: side(ends).removed)
        found[f"{name}.left"] = law.mean(lambda ends, side=side: side(ends).figures)
        found[f"{name}.fatigue"] = law.mean(lambda ends, side=side: side(ends).fatigue)
        found[f"{name}.eliminated"] = law.chance(lambda ends, side=side: side(ends).eliminated)
        found[f"{name}.exhausted"] = law.chance(
            lambda ends, side=side, threshold=threshold: (
                threshold is not None and not side(ends).eliminated and side(ends).fatigue >= threshold
            )
        )
    return {key: float(value) for key, value in found.items()}


def told(summary):
    found = {str(won): getattr(summary, won) for won in MeleeResult}
    for name in ("attacker", "defender"):
        found[f"{name}_withdraws"] = getattr(summary, f"{name}_withdraws")
        for field in ("removed", "left", "fatigue", "eliminated", "exhausted"):
            found[f"{name}.{field}"] = getattr(getattr(summary, name), field)
    return found


@pytest.mark.clause("SEQ-M9", "SEQ-M10")
@pytest.mark.parametrize(("attacker", "defender"), list(product(UNITS, repeat=2)))
def test_a_summary_counts_what_the_joint_law_says(attacker, defender):
    described = melee(attacker, defender)
    summary = summarise_melee(resolve(FAST, form(described)), described)

    assert told(summary) == pytest.approx(slowly(attacker, defender), abs=1e-12)


def test_a_table_of_match_ups_holds_each_melee():
    table = match_ups(UNITS, UNITS[:3])

    assert (len(table), {len(row) for row in table}) == (7, {3})
    for row, attacker in zip(table, UNITS, strict=True):
        for cell, defender in zip(row, UNITS, strict=False):
            assert told(cell) == pytest.approx(slowly(attacker, defender), abs=1e-12)


def test_a_shot_is_summarised_for_both_units():
    described = Shooting(shooter=unit("destruction_team.none"), target=warriors(2), within=Distance.M)
    law = resolve_shot(EXACT, form_shot(described))
    summary = summarise_shot(law, described)

    assert summary.shooter.eliminated == pytest.approx(1 / 36)
    assert summary.target.removed == pytest.approx(float(law.mean(lambda volley: volley.target.removed)))
    assert summary.target.left == pytest.approx(2 - summary.target.removed)
