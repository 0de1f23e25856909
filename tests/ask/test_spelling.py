"""One spelling: old names are read with a notice, and what a law is summed to comes as a fraction too."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import msgspec
import pytest

import heraut
from heraut import catalogue
from heraut.kernel import to_plain
from heraut.kernel.decimals import with_decimals

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


LINE = {"name": "Trenchers", "kind": "unit", "cost": 9, "figures": 10, "attachments": [{"name": "Officer", "cost": 2}]}
"""An army line as a list has it."""
FLAT = {"scenario": "sacrifice", "turns": [], "options": {"no_assassination": True}}


@pytest.mark.clause("SR-DEST-2", "SR-DEST-3")
def test_an_army_line_is_written_one_way_in_lists_destruction_and_match():
    army = {"faction": "Cygnar", "casters": [{"name": "Haley"}], "entries": [LINE]}
    listed = heraut.answer("steamroller.list", size=11, lists=[army]).answer.lists[0].army.entries[0]
    line = to_plain(listed)
    assert json.loads(json.dumps(line)) == LINE

    destroyed = heraut.answer("steamroller.destroyed", entries=[{**line, "left": 4}]).answer
    scored = heraut.answer("scenario.score", **FLAT, armies={"entries": [{**line, "side": "first", "left": 4}]}).answer

    assert (destroyed.points, scored.armies[0].lost) == (6, 6)


@pytest.mark.clause("HOUSE-NAME-1", "SR-DEST-5")
def test_the_old_names_of_an_army_line_are_read_with_a_notice():
    old = {"id": "Trenchers", "kind": "unit", "cost": 9, "strength": 10, "attachments": [{"cost": 2, "strength": 1}]}
    squire = {"name": "Squire", "kind": "companion", "cost": 2, "side": "first", "left": 0}
    found = heraut.answer("scenario.score", **FLAT, armies={"entries": [{**old, "side": "first", "left": 4}, squire]})

    assert found.answer.armies[0].lost == 6
    assert [reason.facts for reason in found.because if reason.code == "old-name"] == [
        {"old": "entries.id", "new": "entries.name"},
        {"old": "entries.strength", "new": "entries.figures"},
        {"old": "attachments.strength", "new": "attachments.figures"},
    ]
    before = heraut.answer("steamroller.destroyed", entries=[{"kind": "unit", "cost": 9, "initial": 10, "left": 4}])
    assert (before.answer.points, before.because[-1].facts["new"]) == (5, "entries.figures")


def test_a_line_with_a_name_twice_or_without_what_is_left_is_wrong():
    with pytest.raises(heraut.Malformed, match="unknown field `initial`"):
        heraut.answer("steamroller.destroyed", entries=[{"kind": "unit", "initial": 1, "figures": 1, "left": 0}])
    with pytest.raises(heraut.Malformed, match="missing required field `left`"):
        heraut.answer("steamroller.destroyed", entries=[{"kind": "unit", "cost": 3}])


@pytest.mark.clause("HOUSE-NAME-1", "ST-LOSS-2")
@pytest.mark.parametrize(
    "line",
    [
        '{"type": "CorrectEnd", "seat": "referee", "reason": "…", "kind": "sudden-loss", "loser": "first"}',
        "CorrectEnd seat=referee reason=dice kind=sudden-loss loser=first",
    ],
)
def test_a_sudden_loss_has_one_name_in_a_game_and_the_old_one_is_read_with_a_warning(line: str):
    game = heraut.Game.start("match", heraut.sample("match"), seed=1, scenario="clash")
    game.play("StateRoles", seat="ana", first="ana")
    game.play("SkipSetup", seat="ana")
    game.play("Concede", seat="ana")

    with pytest.warns(DeprecationWarning, match="kind=sudden_loss"):
        command = game.command(line)
    game.play(command)

    assert to_plain(game.view("referee"))["result"]["kind"] == "sudden_loss"


def test_side_is_whose_number_it_is():
    """The armour of a shot is the target's, in words as in facts."""
    shot = heraut.answer("battle.shooting", shooter={**WARRIORS, "equipment": ["bow"]}, target=LEVY)
    melee = heraut.answer("battle.melee", attacker=WARRIORS, defender={**LEVY, "figures": 6})
    told = {(reason.code, reason.facts.get("side")): reason.facts for reason in melee.because}

    assert [(one.code, one.facts["side"]) for one in shot.because[:4]] == [
        ("battle-pool", "shooter"), ("battle-armour", "target"), ("battle-hit", "shooter"), ("battle-save", "target"),
    ]  # fmt: skip
    assert told["battle-armour", "defender"]["armour"] == heraut.answer("unit.profile", unit="levy").answer.armour.melee
    assert (
        told["battle-armour", "attacker"]["armour"] == heraut.answer("unit.profile", unit="warrior").answer.armour.melee
    )


def test_zero_is_said_in_every_answer():
    """A number of an answer has no default that would be left out; an army or a scenario is shown as it is written."""
    shown_as_written = {"Variants", "Caster", "ListEntry", "Attachment", "Scenario", "Element", "Opening", "Length",
                        "Award", "Victory", "Third"}  # fmt: skip
    left_out = [
        f"{name}: {kind.__name__}.{field.name}"
        for name in heraut.questions()
        for kind in structs(catalogue.question(name).output)
        if kind.__struct_config__.omit_defaults and kind.__name__ not in shown_as_written
        for field in msgspec.structs.fields(kind)
        if isinstance(field.default, int | float)
    ]

    assert left_out == []


def structs(kind: Any) -> set[type[msgspec.Struct]]:
    """All structs an answer may hold."""
    found: set[type[msgspec.Struct]] = set()
    waiting: list[Any] = [msgspec.inspect.type_info(kind)]
    while waiting:
        one = waiting.pop()
        if isinstance(one, msgspec.inspect.StructType):
            own = getattr(one.cls, "__origin__", one.cls)
            waiting += [] if own in found else [field.type for field in one.fields]
            found.add(own)
        waiting += getattr(one, "types", ()) or getattr(one, "item_types", ())
        waiting += [getattr(one, name) for name in ("item_type", "value_type") if hasattr(one, name)]
    return found


@pytest.mark.parametrize("points", [6.5, "13/2", Fraction(13, 2)])
def test_a_number_is_read_as_a_decimal_or_as_a_fraction(points: object):
    assert heraut.answer("campaign.speed", points=points) == heraut.answer("campaign.speed", points=Fraction(13, 2))


def test_a_number_comes_as_a_decimal_with_its_fraction_beside_it():
    told = with_decimals(heraut.answer("saga.points", first_vp=7, second_vp=7).told())

    assert (told["answer"]["first"], told["answer"]["second"]) == (10.5, 10)
    assert told["exact"] == {"answer.first": "21/2", "because.0.facts.winner": "21/2"}
    assert "exact" not in with_decimals(heraut.answer("saga.points", first_vp=9, second_vp=7).told())


def test_the_expected_successes_of_a_ledger_come_as_a_fraction_too():
    rolls = [{"player": "ana", "faces": [4, 2], "winning": 1}, {"player": "ana", "faces": [6], "winning": 3}]
    (found,) = heraut.answer("battle.luck", rolls=rolls).answer.players

    assert found.exact == {"expected": "5/6"}
    assert float(Fraction(found.exact["expected"])) == pytest.approx(found.expected)


def test_match_ups_are_summed_exactly_as_their_melees_are():
    found = heraut.answer("battle.match-ups", mine=[WARRIORS], theirs=[LEVY], exact=True).answer
    ((exact,),), ((summary,),) = found.exact, found.table

    assert exact == heraut.answer("battle.melee", attacker=WARRIORS, defender=LEVY, exact=True).answer.exact
    assert float(Fraction(exact["result:attacker_wins"])) == pytest.approx(summary.attacker_wins)
    assert heraut.answer("battle.match-ups", mine=[WARRIORS], theirs=[LEVY]).answer.exact == ()
    with pytest.raises(heraut.Malformed, match="at most 10 units"):
        heraut.answer("battle.match-ups", mine=[WARRIORS] * 11, theirs=[LEVY], exact=True)
