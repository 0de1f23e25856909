"""The questions of Age of Magic, asked as a user would."""

import json
from fractions import Fraction

import pytest

from heraut import catalogue
from heraut.ask.schema import described
from heraut.kernel.codec import Malformed, encode, with_decimals
from heraut.kernel.refusal import Refusal

WARRIORS = {"unit": "warrior", "figures": 8}
BOWS = {"unit": "warrior", "equipment": ["bow"], "figures": 8}


def ask(name, **asked):
    found = catalogue.question(name).ask(json.dumps(asked))
    return json.loads(encode(with_decimals(found.told())))


def answer(name, **asked):
    return ask(name, **asked)["answer"]


def refused(name, **asked):
    found = catalogue.question(name).ask(json.dumps(asked))
    assert isinstance(found, Refusal), found
    return [(fault.clause, fault.code) for fault in found.all()]


def chance(told, name, value):
    """The chance that one field of a joint law has a value."""
    place = told["fields"].index(name)
    return sum(row["p"] for row in told["law"] if row["value"][place] == value)


@pytest.mark.parametrize(
    "name", [name for name in catalogue.QUESTIONS if name.split(".")[0] in {"unit", "battle", "magic", "band"}]
)
def test_every_question_has_a_schema(name):
    assert described(catalogue.question(name))["input"]


@pytest.mark.clause("AM-PROF-1", "AM-PROF-2")
def test_a_profile_is_told():
    told = answer("unit.profile", unit="hearthguard", equipment=["heavy_weapon"])

    assert told["armour"] == {"melee": 4, "shooting": 5}
    assert told["aggression"] == {"melee": 2, "shooting": 1}
    assert (told["rules"], told["exhaustion_threshold"]) == ([], 3)
    assert answer("unit.profile", unit="levy")["aggression"] == {"melee": 0.5, "shooting": 0.5}
    machine = answer("unit.profile", unit="war_machine", equipment=["static"])
    assert machine["aggression"] == {"melee": 1, "shooting": 4, "far": 2}
    assert machine["rules"][0] == "resilience(1)"


@pytest.mark.clause("AM-PROF-3")
def test_a_profile_that_is_not_printed_is_refused():
    assert refused("unit.profile", unit="hearthguard", equipment=["sling"]) == [("AM-PROF-3", "loadout-not-printed")]


def test_an_unknown_field_is_named():
    with pytest.raises(Malformed, match="figuresss"):
        ask("battle.melee", attacker={"unit": "warrior", "figuresss": 8}, defender=WARRIORS)


def test_a_shot_is_answered_with_its_joint_law_and_summary():
    told = answer("battle.shooting", shooter=BOWS, target=WARRIORS)

    assert told["law"][0] == {"value": [0, 0, 0, False, 0, False], "p": 81 / 256, "exact": "81/256"}
    assert sum(row["p"] for row in told["law"]) == pytest.approx(1)
    assert told["summary"]["target"]["removed"] == pytest.approx(1)
    assert "roll" not in told


def test_a_shot_is_rolled_with_the_faces_on_the_table():
    told = answer("battle.shooting", shooter=BOWS, target=WARRIORS, roll=True, faces=[4, 3, 6, 5, 4, 1, 2])["roll"]

    assert [step["pool"] for step in told["steps"]] == ["attack", "defence"]
    assert (told["end"]["target"]["figures"], told["end"]["target"]["removed"]) == (6, 2)


@pytest.mark.clause("SEQ-RNG-1")
def test_too_few_faces_are_answered_with_the_dice_due():
    told = answer("battle.shooting", shooter=BOWS, target=WARRIORS, roll=True, faces=[4, 3, 6, 5])["roll"]

    assert told["due"] == {"pool": "defence", "dice": 3}
    assert [step["pool"] for step in told["steps"]] == ["attack"]


@pytest.mark.clause("HOUSE-DICE-1")
def test_faces_nobody_asked_for_are_refused():
    assert refused("battle.shooting", shooter=BOWS, target=WARRIORS, roll=True, faces=[1, 1, 1, 1, 6]) == [
        ("HOUSE-DICE-1", "wrong-dice")
    ]


@pytest.mark.clause("SEQ-RNG-1")
def test_a_seed_rolls_the_same_dice_again():
    first, second = (answer("battle.melee", attacker=WARRIORS, defender=WARRIORS, roll=True, seed=7) for _ in range(2))

    assert first["roll"] == second["roll"]
    assert len(first["roll"]["steps"][0]["faces"]) == 8


def test_dice_nobody_types_are_drawn():
    told = answer("battle.melee", attacker=WARRIORS, defender=WARRIORS, roll=True)["roll"]

    assert told["end"]["result"] in {"attacker_wins", "tie", "defender_wins"}


@pytest.mark.clause("SEQ-M9")
def test_a_melee_is_answered_with_who_is_pushed_back():
    told = answer("battle.melee", attacker=WARRIORS, defender=WARRIORS)
    summary = told["summary"]

    assert chance(told, "pushed_back", "attacker") == pytest.approx(summary["attacker_withdraws"])
    assert chance(told, "pushed_back", "defender") == pytest.approx(summary["defender_withdraws"])
    assert chance(told, "defender_eliminated", True) == pytest.approx(summary["defender"]["eliminated"])


@pytest.mark.clause("SEQ-M10", "SEQ-S14", "CORE-FAT-5")
def test_friends_of_an_eliminated_unit_tire():
    one = {"unit": "warrior", "figures": 1}
    melee = answer("battle.melee", attacker=one, defender=one, roll=True, faces=[6, 1, 1])["roll"]["end"]
    shot = answer("battle.shooting", shooter=BOWS, target=one, roll=True, faces=[6, 1, 1, 1, 1])["roll"]["end"]

    assert (melee["attacker_friends_tire"], melee["defender_friends_tire"]) == (0, 1)
    assert shot["friends_tire"] == 1


def test_choices_of_both_sides_count():
    told = ask(
        "battle.melee",
        attacker=WARRIORS,
        defender={"unit": "warrior", "figures": 8, "fatigue": 1},
        choices={"attacker": {"enemy_armour": 1}, "defender": {"close_ranks": True}},
    )
    armour = [reason["facts"]["armour"] for reason in told["because"] if reason["code"] == "battle-armour"]

    assert armour == [3, 4]


def test_a_result_carries_the_overrides_it_was_computed_under():
    asked = {"attacker": WARRIORS, "defender": WARRIORS, "overrides": {"pool_cap": 4}}
    told = ask("battle.melee", **asked)

    assert told["answer"]["overrides"] == {"pool_cap": 4}
    changed = [reason for reason in told["because"] if reason["code"] == "battle-changed-rule"]
    assert changed == [
        {
            "clause": "CORE-ATT-3",
            "code": "battle-changed-rule",
            "facts": {"key": "pool_cap", "value": 4, "default": 16},
        }
    ]


def test_our_default_is_told_where_it_matters():
    exhausted = {"unit": "warrior", "figures": 8, "fatigue": 3}
    plain, tired = (ask("battle.melee", attacker=WARRIORS, defender=unit) for unit in (WARRIORS, exhausted))
    keys = [
        {reason["facts"]["key"] for reason in told["because"] if reason["code"] == "battle-our-default"}
        for told in (plain, tired)
    ]

    assert keys[1] - keys[0] == {"exhausted_melee"}


def test_every_fault_of_a_fight_is_told_at_once():
    found = refused(
        "battle.melee",
        attacker={"unit": "warrior", "figures": 8, "fatigue": 3},
        defender={"unit": "warrior", "equipment": ["bow"], "figures": 8},
        choices={"attacker": {"own_armour": 1}, "defender": {"close_ranks": True}},
    )

    assert found == [
        ("CORE-EXH-2", "battle-exhausted"),
        ("SEQ-M4", "battle-too-much-exploited"),
        ("CORE-CLOSE-2", "battle-cannot-close-ranks"),
    ]


@pytest.mark.clause("SEQ-O3")
def test_no_ability_brings_dice_against_a_marker():
    for field in ("extra_attack", "extra_defence"):
        with pytest.raises(Malformed, match=field):
            ask("battle.marker", charger=WARRIORS, choices={field: 1})


@pytest.mark.clause("SEQ-O8", "SEQ-O10", "SEQ-O11")
def test_a_marker_is_destroyed_and_its_owner_tires_or_the_charger_withdraws():
    two = {"unit": "warrior", "figures": 2}
    destroyed = answer("battle.marker", charger=two, roll=True, faces=[5, 1, 1, 1])["roll"]["end"]
    stands = answer("battle.marker", charger=two, roll=True, faces=[1, 1])["roll"]["end"]

    assert (destroyed["destroyed"], destroyed["withdraws"], destroyed["owner_tires"]) == (True, False, 1)
    assert (stands["destroyed"], stands["withdraws"], stands["owner_tires"]) == (False, True, 0)


@pytest.mark.clause("AM-ABUSE-1")
def test_abuse_of_power_is_answered_with_the_law_of_elimination():
    told = answer("magic.abuse", fatigue=0, imposing=False)

    assert told["elimination"] == [
        {"value": "survives", "p": 0.9375, "exact": "15/16"},
        {"value": "eliminated", "p": 0.0625, "exact": "1/16"},
    ]
    assert chance(told, "total", 7) == pytest.approx(1 / 6)


@pytest.mark.clause("SEQ-RNG-2", "AM-ABUSE-R2-2")
def test_a_blast_names_the_units_hurt_in_the_callers_order():
    told = answer("magic.abuse", neighbours=3, roll=True, faces=[1, 1, 4, 3, 6])["roll"]

    assert told["end"]["blasted"] == [1, 3]
    assert answer("magic.abuse", roll=True, faces=[1, 2])["roll"]["due"] == {"pool": "abuse_row", "dice": 3}


@pytest.mark.clause("AM-ABUSE-5")
def test_an_exhausted_sorcerer_is_refused():
    assert refused("magic.abuse", fatigue=3) == [("AM-ABUSE-5", "battle-abuse-exhausted")]


@pytest.mark.clause("CORE-PTS-1", "CORE-PTS-3")
def test_a_band_is_checked():
    lines = [{"unit": "warlord"}, {"unit": "warrior", "figures": 20}, {"unit": "lieutenant", "paid_with": "warrior"}]
    told = answer("band.check", points=3, lines=lines)

    assert (told["points"], told["budget"], told["warnings"]) == (3, 3, [])
    assert refused("band.check", points=2, lines=lines) == [("CORE-PTS-1", "band-over-budget")]


@pytest.mark.clause("CORE-SAGA-1")
def test_saga_dice_are_counted():
    units = [{"unit": "warlord"}, {"unit": "warrior", "figures": 3}, {"unit": "levy", "figures": 6}]

    assert answer("band.saga-dice", units=units)["dice"] == 2


def test_what_a_unit_may_do_is_told():
    told = answer("unit.actions", unit="warrior", equipment=["flight"], figures=8, turn=[{"act": "move"}])
    moves = {(action["act"], action["by"]): action for action in told["actions"]}

    assert moves["move", "order"] == {
        "act": "move",
        "by": "order",
        "allowed": True,
        "fatigue": 1,
        "distance": "L",
        "pieces": 2,
        "crossing": {"friends": 0, "enemies": 0, "terrain": 0},
    }
    assert moves["charge", "order"]["crossing"] == {"friends": 0, "enemies": 1, "terrain": 0}
    assert moves["move", "manoeuvre"]["refused"]["code"] == "battle-manoeuvre-not-first"


@pytest.mark.clause("AM-FLY-9", "AM-FLY-10", "CORE-ACT-2")
@pytest.mark.parametrize(
    ("situation", "high"),
    [
        ({}, True),
        ({"fatigue_exploited": True}, False),
        ({"nearest_enemy": 12}, False),
        ({"nearest_enemy_at_end": 12}, False),
        ({"nearest_enemy_at_end": 12.5}, True),
        ({"nearest_enemy": "23/2"}, False),
        ({"end": "uneven"}, False),
        ({"turn": [{"act": "move"}]}, False),
        ({"equipment": []}, False),
    ],
)
def test_high_altitude_is_open_to_a_flyer_that_may_manoeuvre(situation, high):
    asked = {"unit": "warrior", "equipment": ["flight"], "figures": 8, **situation}

    assert answer("unit.actions", **asked)["high_altitude"] is high


@pytest.mark.clause("CORE-PRIDE-1", "CORE-OBEY-1", "CORE-HORSE-3")
def test_a_warlord_is_told_what_binds_it():
    told = answer("unit.actions", unit="warlord", equipment=["mount_animal"], hero_in_reach=True, end="uneven")

    assert (told["must_charge_a_hero"], told["may_give_an_order"]) == (True, True)
    assert [action["fatigue"] for action in told["actions"] if action["act"] == "move"] == [1, 1, 1]
    assert answer("unit.actions", unit="warlord", order_given=True)["may_give_an_order"] is False


@pytest.mark.clause("CORE-PRIDE-1")
@pytest.mark.parametrize(
    ("unit", "in_reach", "must"), [("warlord", True, True), ("warlord", False, False), ("lieutenant", True, False)]
)
def test_only_the_proud_must_charge_a_hero_they_can_reach(unit, in_reach, must):
    assert answer("unit.actions", unit=unit, hero_in_reach=in_reach)["must_charge_a_hero"] is must


@pytest.mark.clause("CORE-PRES-1", "AM-PRIM-2")
@pytest.mark.parametrize(
    ("unit", "equipment", "figures", "counts", "advanced"),
    [("creature", ["biped"], 2, 8, True), ("monster", ["titan"], 1, 4, False), ("warrior", [], 8, 8, True)],
)
def test_a_unit_is_told_what_it_counts_as_and_whether_abilities_serve_it(unit, equipment, figures, counts, advanced):
    told = answer("unit.actions", unit=unit, equipment=equipment, figures=figures)

    assert (told["counts_as"], told["may_trigger_advanced"]) == (counts, advanced)


@pytest.mark.clause("CORE-ACT-3")
@pytest.mark.parametrize(("fatigue", "change"), [(2, -1), (1, -1), (0, 0)])
def test_rest_takes_a_fatigue_off_where_there_is_one(fatigue, change):
    told = answer("unit.actions", unit="warrior", figures=8, fatigue=fatigue)

    assert next(action["fatigue"] for action in told["actions"] if action["act"] == "rest") == change


@pytest.mark.clause("AM-FLY-12")
def test_something_between_hides_all_but_flyers():
    flyers = {"unit": "warrior", "equipment": ["flight"], "figures": 8}

    assert refused("battle.shooting", shooter=BOWS, target=WARRIORS, situation={"something_between": True}) == [
        ("SEQ-S1", "battle-out-of-sight")
    ]
    assert answer("battle.shooting", shooter=BOWS, target=flyers, situation={"something_between": True})["law"]


@pytest.mark.clause("AM-ABUSE-2")
def test_a_spell_below_its_maximum_leads_to_no_roll():
    assert refused("magic.abuse", effect="middle") == [("AM-ABUSE-2", "battle-abuse-not-due")]


@pytest.mark.clause("AM-ABUSE-R2-2")
def test_units_named_within_s_are_told_as_the_blast_leaves_them():
    creatures = {"unit": "creature", "equipment": ["biped"], "figures": 2}
    told = answer("magic.abuse", within_s=[WARRIORS, creatures], roll=True, faces=[1, 1, 4, 5])["roll"]["end"]

    assert [(unit["figures"], unit["fatigue"]) for unit in told["hurt"]] == [(7, 0), (2, 1)]


def test_a_series_is_answered_unit_by_unit():
    steps = [{"step": "charge", "by": 0, "on": 1}, {"step": "rest", "by": 1}, {"step": "charge", "by": 1, "on": 0}]
    told = answer("battle.series", units=[WARRIORS, WARRIORS], steps=steps, exact=True)

    assert [unit["unit"] for unit in told["units"]] == ["warrior.none", "warrior.none"]
    assert sum(row["p"] for row in told["law"]) == pytest.approx(1)
    assert told["law"][0]["exact"]
    for unit in told["units"]:
        gone = [Fraction(row["exact"]) for row in unit["law"] if row["value"] == 0]
        assert unit["eliminated"] == float(sum(gone))


def test_a_series_is_told_after_each_step():
    charge = {"step": "charge", "by": 0, "on": 1}
    told = answer("battle.series", units=[WARRIORS, WARRIORS], steps=[charge] * 4)
    twice = answer("battle.series", units=[WARRIORS, WARRIORS], steps=[charge] * 2)
    spared = sum(row["p"] for row in twice["law"] if row["value"][0] and not row["value"][1])

    assert told["after"][1] == twice["units"]
    assert told["after"][3] == told["after"][2] == told["units"]
    assert [after[0]["exhausted"] for after in told["after"][:2]] == [0, 0]
    assert told["units"][0]["exhausted"] == pytest.approx(1 - spared - told["units"][0]["eliminated"], abs=1e-12)


def test_a_series_that_would_take_for_ever_is_refused():
    units = [{"unit": "warrior", "figures": 60}] * 4
    steps = [{"step": "charge", "by": step % 4, "on": (step + 1) % 4} for step in range(12)]

    assert refused("battle.series", units=units, steps=steps) == [("HOUSE-DICE-2", "battle-series-too-long")]


def test_advice_lists_every_legal_choice_and_the_difference():
    tired = {"unit": "warrior", "figures": 8, "fatigue": 1}
    told = answer("battle.advice", attacker=WARRIORS, defender=tired, decide="spend_fatigue")

    assert [option["detail"] for option in told["options"]] == [[0, 0], [0, 1], [1, 0]]
    assert told["options"][0]["difference"] == 0
    assert told["options"][told["best"]]["difference"] > 0
    ranks = answer("battle.advice", attacker=WARRIORS, defender=WARRIORS, decide="close_ranks")
    assert [option["choice"] for option in ranks["options"]] == ["stand", "close_ranks"]
    bows = answer("battle.advice", attacker=BOWS, defender=WARRIORS, decide="shoot_or_charge")
    assert [option["choice"] for option in bows["options"]] == ["shoot", "charge"]


def test_a_table_of_match_ups_suggests_who_charges_whom():
    mine = [{"unit": "hearthguard", "figures": 8}, WARRIORS]
    theirs = [
        {"unit": "levy", "equipment": ["bow"], "figures": 12},
        {"unit": "warrior", "equipment": ["bow"], "figures": 8},
    ]
    told = answer("battle.match-ups", mine=mine, theirs=theirs)

    assert (len(told["table"]), len(told["table"][0])) == (2, 2)
    assert sorted(target for _, target in told["charges"]["pairs"]) == [0, 1]


def test_luck_is_told_as_a_percentile():
    rolls = [{"player": "Ana", "faces": [6, 6], "winning": 3}, {"player": "Ben", "faces": [1], "winning": 3}]
    told = answer("battle.luck", rolls=rolls)["players"]

    assert [(luck["player"], luck["percentile"]) for luck in told] == [("Ana", 87.5), ("Ben", 25.0)]


@pytest.mark.clause("CORE-ACT-2")
def test_a_distance_is_told_as_it_was_measured():
    told = answer("unit.actions", **WARRIORS, nearest_enemy=11.5)["actions"]
    (manoeuvre,) = (action for action in told if action["by"] == "manoeuvre")

    assert manoeuvre["refused"]["asked"] == 11.5
    for wrong in (-0.5, 100.5, "far"):
        with pytest.raises(Malformed):
            ask("unit.actions", **WARRIORS, nearest_enemy=wrong)


@pytest.mark.clause("AM-PROF-10")
@pytest.mark.parametrize(
    ("equipment", "restored"), [(["mount_animal"], ["armour"]), (["flight"], ["armour"]), ([], [])]
)
def test_a_value_that_is_not_printed_is_marked_as_restored(equipment, restored):
    guards = {"unit": "hearthguard", "equipment": equipment}
    told = ask("unit.profile", **guards)
    fights = (
        ask("battle.melee", attacker={**guards, "figures": 4}, defender=WARRIORS),
        ask("battle.shooting", shooter=BOWS, target={**guards, "figures": 4}),
        ask("battle.marker", charger={**guards, "figures": 4}),
        ask("battle.match-ups", mine=[WARRIORS], theirs=[{**guards, "figures": 4}]),
    )

    assert told["answer"]["restored"] == restored
    for answered in (told, *fights):
        said = [reason["facts"]["cells"] for reason in answered["because"] if reason["clause"] == "AM-PROF-10"]
        assert said == ([restored] if restored else [])


@pytest.mark.clause("AM-PRIM-2")
def test_who_fights_with_a_primitive_unit_triggers_no_advanced_ability():
    titan, advanced = {"unit": "monster", "equipment": ["titan"]}, {"advanced": True}
    fault = [("AM-PRIM-2", "battle-primitive-fight")]

    assert refused("battle.melee", attacker=titan, defender=WARRIORS, choices={"attacker": advanced}) == fault
    assert refused("battle.melee", attacker=WARRIORS, defender=titan, choices={"defender": advanced}) == fault
    assert refused("battle.shooting", shooter=BOWS, target=titan, choices={"target": advanced}) == fault
    scourge = {"unit": "monster", "equipment": ["scourge"]}
    shot = {"shooter": scourge, "target": WARRIORS, "situation": {"within": "M"}}
    assert refused("battle.shooting", **shot, choices={"shooter": advanced}) == fault
    series = {"units": [titan | {"choices": advanced}, WARRIORS], "steps": [{"step": "charge", "by": 0, "on": 1}]}
    assert refused("battle.series", **series) == fault


@pytest.mark.clause("AM-PRIM-2")
def test_the_opponent_may_and_so_may_anybody_with_other_abilities():
    titan = {"unit": "monster", "equipment": ["titan"]}

    assert answer("battle.melee", attacker=titan, defender=WARRIORS, choices={"defender": {"advanced": True}})["law"]
    assert answer("battle.shooting", shooter=BOWS, target=titan, choices={"shooter": {"advanced": True}})["law"]
    assert answer("battle.melee", attacker=titan, defender=WARRIORS, choices={"attacker": {"extra_attack": 2}})["law"]


@pytest.mark.clause("SEQ-O3", "SEQ-O11")
def test_a_marker_is_charged_again_and_the_second_failure_is_not_noted():
    again = {"turn": 3, "attempted": True}
    told = answer("battle.marker", charger=WARRIORS, situation=again, roll=True, faces=[1] * 8)

    assert (told["roll"]["end"]["withdraws"], told["roll"]["end"]["noted"]) == (True, False)
    assert refused("battle.marker", charger=WARRIORS, choices={"advanced": True}) == [
        ("SEQ-O3", "battle-marker-ability")
    ]


@pytest.mark.clause("AM-ABUSE-8")
def test_a_chain_is_judged_casting_by_casting():
    """Fatigue 1: rows 2 and 12 kill, row 3 with two fatigues, row 4-5 with both dice."""
    told = answer("magic.chain", casts=2, fatigue=1)
    once = answer("magic.abuse", fatigue=1)["summary"]

    assert told["after"][0]["eliminated"]["exact"] == "19/144"
    assert told["after"][0]["eliminated"]["p"] == once["eliminated"]
    assert told["after"][1]["all_cast"]["p"] == pytest.approx(1 - 19 / 144 - 2 / 36 / 8)
    assert answer("magic.chain", casts=3, fatigue=1, stop_at=1)["law"][0]["value"] == [0, 1, 3, False]


@pytest.mark.clause("AM-ABUSE-9")
def test_the_friends_of_an_eliminated_sorcerer_tire():
    assert answer("magic.abuse", roll=True, faces=[6, 6])["roll"]["end"]["friends_tire"] == 1
    assert answer("magic.abuse", roll=True, faces=[3, 4])["roll"]["end"]["friends_tire"] == 0
