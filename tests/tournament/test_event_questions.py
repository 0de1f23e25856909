from __future__ import annotations

import json

import pytest

from heraut import catalogue
from heraut.kernel.codec import Malformed, encode, with_decimals
from heraut.kernel.refusal import Refusal


def ask(name, **fields):
    """The answer as JSON gives it, or the codes of a refusal."""
    found = catalogue.question(name).ask(json.dumps(fields))
    if isinstance(found, Refusal):
        return [fault.code for fault in found.all()]
    return json.loads(encode(with_decimals(found.told())))["answer"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"first_vp": 23, "second_vp": 19}, {"first": 12, "second": 8, "winner": "first"}),
        ({"first_vp": 0, "second_vp": 36}, {"first": 1, "second": 19, "winner": "second"}),
        ({"first_vp": 8, "second_vp": 8}, {"first": 10.5, "second": 10, "winner": "first"}),
        ({"first_vp": 40, "second_vp": 0, "sudden_loss": "first"}, {"first": 1, "second": 19, "winner": "second"}),
        ({"sudden_loss": "second"}, {"first": 19, "second": 1, "winner": "first"}),
        ({"first_vp": -1, "second_vp": 0}, ["result-victory-points"]),
        ({"first_vp": 4}, ["result-points-missing"]),
    ],
)
def test_saga_points(asked, answer):
    assert ask("saga.points", **asked) == answer


def test_saga_band_answers_every_line_and_its_points():
    assert ask("saga.band", text="Un Seigneur, 8 Gardes, 24 Guerriers et 12 Levées", budget=6, age="vikings") == {
        "points": 6,
        "lines": [
            {"class": "warlord", "figures": 1, "points": 0},
            {"class": "hearthguard", "figures": 8, "points": 2},
            {"class": "warrior", "figures": 24, "points": 3},
            {"class": "levy", "figures": 12, "points": 1},
        ],
        "warnings": [],
    }


def test_saga_band_reads_lines_too_and_refuses_with_every_fault():
    lines = [{"class": "warrior", "figures": 57}, {"class": "special", "name": "Éléphant", "figures": 1}]

    assert ask("saga.band", lines=lines, budget=6) == [
        "saga-band-line-not-whole", "saga-band-warlords", "saga-band-over-budget",
    ]  # fmt: skip
    assert ask("saga.band", text="Un Seigneur, 20 Guerriers, 1 machine (0,5 pt)")["lines"][1]["points"] == 2.5
    assert ask("saga.band", text="Seigneur, 48 guerriers", age="vikings", spells=["Brume"]) == ["saga-band-spells"]
    assert ask("saga.band", text="Seigneur, 48 guerriers", age="magic", legendary_band="Ost") == [
        "saga-band-legendary-band"
    ]
    assert ask("saga.band", text="x", budget=0) == ["event-settings-budget"]


@pytest.mark.clause("ST-BND-8")
def test_saga_band_asks_for_the_cost_of_special_troops_and_answers_the_rest():
    found = ask("saga.band", text="Un Seigneur, 2 Éléphants, 4 Chars légers, 16 Guerriers, 12 Levées", age="hannibal")

    assert [(line["figures"], line["points"]) for line in found["lines"]] == [
        (1, 0), (2, None), (4, None), (16, 2), (12, 1),
    ]  # fmt: skip
    assert [warning["code"] for warning in found["warnings"]] == ["saga-band-special-cost-missing"] * 2


@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (17, 5), (64, 6), (65, 7)])
def test_steamroller_rounds(players, rounds):
    assert ask("steamroller.rounds", players=players)["rounds"] == rounds
    assert ask("steamroller.rounds", players=1) == ["event-too-few-players"]


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ({"size": 50, "variant": "hardcore"}, (60, 7, 3, 37)),
        ({"size": 50, "variant": "fast"}, (80, 10, 5, 48)),
        ({"size": 50, "variant": "relaxed"}, (120, 15, 7, 70)),
        ({"size": 50}, (100, 12, 6, 59)),
    ],
)
def test_steamroller_timing(asked, answer):
    assert ask("steamroller.timing", **asked) == dict(
        zip(("base", "turn", "extension", "reserve"), answer, strict=True)
    )
    assert ask("steamroller.timing", size=15, variant="hardcore") == ["shift-leaves-table"]


def test_steamroller_variants_answers_the_setting_itself():
    line = "Règles annexes SR2011 : Classement à l'attrition, 1 liste"

    assert ask("steamroller.variants", text=line) == {"lists": 1, "rank_attrition": True}
    assert ask("steamroller.variants", text="Peinture minimale, Peinture hardcore, Mort subitte") == ["keyword-unknown"]
    assert ask("steamroller.variants", text="Peinture minimale, Peinture hardcore") == ["variants-clash"]


def test_steamroller_destroyed_counts_entry_by_entry():
    entries = [
        {"kind": "unit", "cost": 10, "figures": 10, "left": 4},
        {"kind": "caster", "left": 0},
        {"kind": "unit", "cost": 5, "figures": 6, "left": 3, "attachments": [{"name": "Officer", "cost": 2}]},
    ]

    assert ask("steamroller.destroyed", entries=entries[:1]) == {"points": 5, "entries": [5]}
    assert ask("steamroller.destroyed", entries=entries) == {"points": 14, "entries": [5, 5, 4]}
    assert ask("steamroller.destroyed", entries=[{"kind": "unit", "figures": 1, "left": 2}]) == ["remains-left"]


def test_an_unknown_field_is_named():
    with pytest.raises(Malformed, match="second_pv"):
        ask("saga.points", first_vp=1, second_pv=2)


@pytest.mark.clause("ST-MAT-1", "ST-MAT-3", "ST-ORG-2", "ST-RND-6")
def test_saga_event_tells_what_to_bring_and_warns_of_too_many_rounds():
    found = ask("saga.event", players=8, swiss_rounds=9, group="dark")
    told = catalogue.question("saga.event").ask('{"players": 8, "swiss_rounds": 9}')

    assert [row["id"] for row in found["scenarios"]] == list(found["markers"])
    assert (found["markers"]["clash"], "vikings" in found["ages"]) == (0, True)
    assert [reason.code for reason in told.because] == ["saga-event", "notice-repeats-unavoidable"]
    with pytest.raises(Malformed, match="group"):
        ask("saga.event", players=8, group="bronze")


@pytest.mark.clause("SR-TIME-1", "SR-ORG-3", "SR-ORG-6")
def test_steamroller_event_tells_lengths_and_copies():
    found = ask("steamroller.event", size=50, rounds=4, tables=8)

    assert [row["value"] for row in found["length"]] == [102, 104, 106, 108, 110, 112]
    assert {row["exact"] for row in found["length"]} == {"1/6"}
    assert (found["minutes"], found["copies"]) == (520, 4)


@pytest.mark.clause("SR-VLIST-5", "SR-VLIST-6", "SR-LIST-10")
def test_steamroller_choice_leaves_the_lists_that_can_still_be_paid():
    asked = {"played": [2, 0], "round": 3, "rounds": 4}

    assert ask("steamroller.choice", **asked, variants={"divide": True}) == {"lists": [2], "each": 2, "rounds_left": 1}
    assert ask("steamroller.choice", **asked)["lists"] == [1, 2]


@pytest.mark.clause("SR-SCEN-2", "SR-SCEN-3", "SR-SCEN-5", "SR-VSCEN-2")
def test_steamroller_scenarios_follow_their_groups():
    found = ask("steamroller.scenarios", size=50, played=["overrun"], faces=[2, 3], announced=["grind"], round=2)

    assert (found["drawn"], found["announced"], "kill_box" in found["open"]) == ("incursion", "grind", False)
    assert ask("steamroller.scenarios", size=50, played=["overrun"], choice="overrun") == ["event-scenario-played"]
    assert ask("steamroller.scenarios", size=50, faces=[2, 5]) == ["wrong-dice"]


@pytest.mark.clause("HOUSE-AWARD-1")
def test_awards_are_those_an_event_counts_for():
    usual = {
        form: [one["id"] for one in ask("tournament.awards", format=form)["awards"]] for form in ("saga", "steamroller")
    }

    assert ("destroyer" in usual["saga"], "destroyer" in usual["steamroller"]) == (False, True)
    assert ask("tournament.awards", format="saga", awards=[{"id": "mine", "by": "most", "of": "destroyed"}]) == [
        "award-name", "award-criterion",
    ]  # fmt: skip


@pytest.mark.clause("ST-RNK-8", "ST-RNK-9")
def test_finals_of_saga_are_paired_by_rank_and_played_for_both_ranks():
    games = [{"a": "w", "b": "x", "a_vp": 3, "b_vp": 1}, {"a": "y", "b": "z", "a_vp": 9, "b_vp": 2}]
    before = ask("tournament.finals", format="saga", rounds=[games])
    after = ask("tournament.finals", format="saga", rounds=[games], finals=[{"a": "y", "b": "w", "a_vp": 1, "b_vp": 4}])

    assert before == {"pairs": [["y", "w"], ["x", "z"]]}
    assert [row["id"] for row in after["rows"]] == ["w", "y", "x", "z"]
    assert ask(
        "tournament.finals", format="saga", rounds=[games], finals=[{"a": "q", "b": "w", "a_vp": 1, "b_vp": 4}]
    ) == ["unknown-seat"]


@pytest.mark.clause("SR-VRANK-7", "SR-VRANK-8", "SR-ROUND-5")
def test_finals_of_steamroller_are_two_tables_and_a_sole_leader_is_named():
    games = [{"a": "w", "b": "x", "winner": "a", "a_cp": 3}, {"a": "y", "b": "z", "winner": "a", "a_cp": 2}]
    second = [{"a": "w", "b": "y", "winner": "a"}, {"a": "x", "b": "z", "winner": "b"}]
    before = ask("tournament.finals", format="steamroller", rounds=[games])
    after = ask("tournament.finals", format="steamroller", rounds=[games], finals=second)

    assert before == {"pairs": [["w", "y"], ["x", "z"]]}
    assert [row["id"] for row in after["rows"]][:3] == ["w", "y", "z"]
    assert ask("tournament.finals", format="steamroller", rounds=[games, second])["sole_leader"] == "w"
