"""One spelling: old names are read with a notice, and what a law is summed to comes as a fraction too."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

import heraut
from heraut import catalogue
from heraut.kernel.codec import to_plain, with_decimals
from heraut.skirmish.chances import ChoiceView

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


def test_a_melee_is_summed_exactly():
    summary = heraut.answer("battle.melee", attacker=WARRIORS, defender=LEVY).answer.summary
    law = heraut.odds("battle.melee", attacker=WARRIORS, defender=LEVY)

    assert summary.attacker_wins + summary.tie + summary.defender_wins == 1
    assert summary.attacker_wins == law.chance(lambda end: end.defender_removed > end.attacker_removed)
    assert summary.tie == law.chance(lambda end: end.defender_removed == end.attacker_removed)
    assert summary.defender_withdraws == law.chance(lambda end: end.pushed_back == "defender")
    for side in ("attacker", "defender"):
        fate = getattr(summary, side)
        assert fate.removed == law.mean(lambda end, side=side: getattr(end, f"{side}_removed"))
        assert fate.fatigue == law.mean(lambda end, side=side: getattr(end, f"{side}_fatigue"))
        assert fate.eliminated == law.chance(lambda end, side=side: getattr(end, f"{side}_eliminated"))


def test_a_shot_a_marker_and_an_abuse_are_summed_exactly_too():
    bows = {**WARRIORS, "equipment": ["bow"]}
    shot = heraut.answer("battle.shooting", shooter=bows, target=LEVY).answer.summary
    marker = heraut.answer("battle.marker", charger=WARRIORS, situation={"turn": 2}).answer.summary
    abuse = heraut.answer("magic.abuse").answer
    volleys = heraut.odds("battle.shooting", shooter=bows, target=LEVY)
    charges = heraut.odds("battle.marker", charger=WARRIORS, situation={"turn": 2})

    assert shot.target.removed == volleys.mean(lambda end: end.target_removed)
    assert marker.destroyed == charges.chance(lambda end: end.destroyed)
    assert abuse.summary.eliminated == Fraction(
        next(row.exact for row in abuse.elimination if row.value == "eliminated")
    )


def test_advice_weighs_exact_laws():
    tired = {**WARRIORS, "fatigue": 1}
    found = heraut.answer("battle.advice", attacker=WARRIORS, defender=tired, decide="spend_fatigue")
    keep, *others = found.answer.options
    summary = heraut.answer("battle.melee", attacker=WARRIORS, defender=tired).answer.summary

    assert (keep.exchange.own, keep.exchange.enemy) == (summary.attacker, summary.defender)
    assert keep.exchange.own_loss == summary.attacker.removed / 2  # a warrior is worth half a point
    assert [one.difference for one in others] == [one.exchange.balance - keep.exchange.balance for one in others]
    told = with_decimals(found.told())
    assert Fraction(told["exact"]["answer.options.1.difference"]) == others[0].difference
    assert told["answer"]["options"][1]["difference"] == float(others[0].difference)


MEASURED = {"Element", "Label", "LimitVerdict", "Figure", "Model", "Piece", "PlacedMarker", "ElementPlace"}
"""What has a place or a length on a table."""
DECIMALS_ALONE = {
    "LawRow.p": "its fraction stands beside it",
    "Luck.percentile": "of all the dice of a match: its fraction would fill a page",
    "Luck.running": "of all the dice of a match: its fraction would fill a page",
    "MoveOutput.rounded": "`speed`, rounded for reading",
}


def test_no_answer_and_no_view_has_a_decimal_alone_where_a_law_is_summed():
    answers = [catalogue.question(name).output for name in heraut.questions()]
    views = [get_type_hints(catalogue.engine(name).view)["return"] for name in catalogue.ENGINES]
    found = {
        f"{kind.__name__}.{name}"
        for kind in structs(*answers, *views)
        for name, hint in get_type_hints(kind).items()
        if float in parts(hint) and kind.__name__ not in MEASURED
    }

    assert found == DECIMALS_ALONE.keys()


def test_a_door_tells_the_chances_of_a_blow_with_their_fractions():
    told = with_decimals({"view": ChoiceView("dodge", Fraction(5, 12), Fraction(0))})

    assert told["view"] == {"option": "dodge", "hit": 5 / 12, "harm": 0}
    assert told["exact"] == {"view.hit": "5/12"}


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
    shown_as_written = {"Variants", "Caster", "ListEntry", "Attachment", "Scenario", "Element", "FirstTurn", "Length",
                        "Award", "PointsAward", "Victory", "Third"}  # fmt: skip
    left_out = [
        f"{name}: {kind.__name__}.{field.name}"
        for name in heraut.questions()
        for kind in structs(catalogue.question(name).output)
        if kind.__struct_config__.omit_defaults and kind.__name__ not in shown_as_written
        for field in msgspec.structs.fields(kind)
        if isinstance(field.default, int | float)
    ]

    assert left_out == []


def structs(*kinds: Any) -> set[type[msgspec.Struct]]:
    """All structs an answer or a view may hold."""
    found: set[type[msgspec.Struct]] = set()
    waiting = set().union(*map(parts, kinds))
    while waiting:
        one = waiting.pop()
        if isinstance(one, type) and issubclass(one, msgspec.Struct) and one not in found:
            found.add(one)
            waiting |= set().union(*map(parts, get_type_hints(one).values()))
    return found


def parts(hint: Any) -> set[Any]:
    """The types a hint is made of."""
    return {get_origin(hint) or hint}.union(*map(parts, get_args(hint)))


@pytest.mark.parametrize("points", [6.5, "13/2", Fraction(13, 2)])
def test_a_number_is_read_as_a_decimal_or_as_a_fraction(points: object):
    assert heraut.answer("campaign.speed", points=points) == heraut.answer("campaign.speed", points=Fraction(13, 2))


def test_a_number_comes_as_a_decimal_with_its_fraction_beside_it():
    told = with_decimals(heraut.answer("saga.points", first_vp=7, second_vp=7).told())

    assert (told["answer"]["first"], told["answer"]["second"]) == (10.5, 10)
    assert told["exact"] == {"answer.first": "21/2", "because.0.facts.winner": "21/2"}
    assert "exact" not in with_decimals(heraut.answer("saga.points", first_vp=9, second_vp=7).told())


def test_the_expected_successes_of_a_ledger_are_exact():
    rolls = [{"player": "ana", "faces": [4, 2], "winning": 1}, {"player": "ana", "faces": [6], "winning": 3}]
    (found,) = heraut.answer("battle.luck", rolls=rolls).answer.players

    assert found.expected == Fraction(5, 6)


def test_a_series_is_a_law_of_the_library_too():
    law = heraut.odds("battle.series", units=[WARRIORS, LEVY], steps=[{"step": "charge", "by": 0, "on": 1}])
    once = heraut.odds("battle.melee", attacker=WARRIORS, defender=LEVY)

    assert law.mean(lambda left: left.unit_1_figures) == 12 - once.mean(lambda end: end.defender_removed)


def test_match_ups_are_summed_exactly_as_their_melees_are():
    found = heraut.answer("battle.match-ups", mine=[WARRIORS], theirs=[LEVY], exact=True).answer
    fast = heraut.answer("battle.match-ups", mine=[WARRIORS], theirs=[LEVY]).answer
    ((summary,),), ((quick,),) = found.table, fast.table

    assert summary == heraut.answer("battle.melee", attacker=WARRIORS, defender=LEVY).answer.summary
    assert float(summary.attacker_wins) == pytest.approx(quick.attacker_wins)
    assert found.charges.balances == ((Fraction(-1, 9),),)
    assert fast.charges.balances == ((pytest.approx(-1 / 9),),)
    with pytest.raises(heraut.Malformed, match="at most 10 units"):
        heraut.answer("battle.match-ups", mine=[WARRIORS] * 11, theirs=[LEVY], exact=True)
