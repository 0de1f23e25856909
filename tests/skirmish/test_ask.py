"""The ten questions: the printed examples first, then what they refuse."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from heraut import catalogue
from heraut.kernel.codec import encode, with_decimals
from heraut.kernel.refusal import Refusal
from heraut.speech.sentences import LANGUAGES, say_reason, say_refusal

NAMES = [name for name in catalogue.QUESTIONS if name.startswith("skirmish.")]


def ask(name: str, **fields: object) -> dict[str, object]:
    reply = catalogue.question(f"skirmish.{name}").ask(encode(fields))
    assert not isinstance(reply, Refusal), reply
    for language in LANGUAGES:
        assert all(say_reason(reason, language) for reason in reply.because)
    return json.loads(encode(with_decimals(reply.told())["answer"]))


def refused(name: str, **fields: object) -> str:
    reply = catalogue.question(f"skirmish.{name}").ask(encode(fields))
    assert isinstance(reply, Refusal)
    assert all(say_refusal(reply, language) for language in LANGUAGES)
    return reply.clause


def test_the_questions_are_there():
    assert [name.removeprefix("skirmish.") for name in NAMES] == [
        "slots", "pool", "move", "defence", "missile", "damage", "critical", "terror", "tactics", "priority",
        "delay", "charge", "blow", "extraction", "capacity", "fall", "odds",
    ]  # fmt: skip


@pytest.mark.clause("SK-DECL-2")
def test_slots():
    assert ask("slots", actions=3) == {"segments": [1, 3, 5], "penalty": 2}
    assert ask("slots", actions=0) == {"segments": [], "penalty": 0}
    assert refused("slots", actions=6) == "SK-DECL-2"


@pytest.mark.clause("SK-DICE-5", "SK-DICE-11")
def test_pool():
    answer = ask("pool", dice=5, level=4, penalty=4, confidence=1)
    assert (answer["dice"], answer["flat"]) == (2, 4)
    assert answer["critical"] == {"value": "critical", "p": 1 / 36, "exact": "1/36"}
    parts = [(part["part"], part["dice"]) for part in ask("pool", dice=5, declared=3, undeclared=2)["parts"]]
    assert parts == [("trait", 5), ("declared", -2), ("undeclared", -2)]
    assert [row["value"] for row in answer["law"]] == list(range(6, 17))
    assert refused("pool", dice=0) == "SK-DICE-1"
    assert refused("pool", dice=3, model="cards") == "SK-DICE-18"


@pytest.mark.clause("SK-MOV-2", "SK-GEN-1")
def test_move():
    assert ask("move", ground="flat", agility=4, total=23) == {
        "base": 4, "bonus": 4, "speed": 8, "rounded": 8.0, "traits": ["athletics"],
    }  # fmt: skip
    slow = ask("move", ground="stairs_up", agility=4)
    assert (slow["speed"], slow["rounded"]) == (4 / 3, 1.33)
    assert refused("move", ground="ladder", total=12, evading=True) == "SK-CMV-4"


@pytest.mark.clause("SK-STR-1", "SK-STR-2", "SK-MNT-3", "SK-IMP-7")
def test_defence():
    assert ask("defence", skill=4, dodge=3, bonuses=[2, 3])["defence"] == 12
    assert ask("defence", situation="static", skill=9)["defence"] == -10
    assert ask("defence", situation="fleeing", athletics=3)["defence"] == 3
    assert ask("defence", skill=4, dodge=3, bonuses=[2, 3], halved=True, mounted=True)["defence"] == 14


@pytest.mark.clause("SK-CRW-3", "SK-VIS-2", "SK-MIS-2")
def test_missile():
    answer = ask("missile", range="medium", size=7, speed=1, crowd=5)
    assert (answer["difficulty"], answer["added"]) == (28, 13)
    dark = ask("missile", distance=50, limits=[10, 60, 90, 120], visibility="poor", perception=4)
    assert dark["difficulty"] == 15 + 9
    assert refused("missile", distance=200, limits=[10, 60, 90, 120]) == "SK-MIS-2"
    assert refused("missile", range="short", size=30) == "SK-SIZ-3"
    assert refused("missile", range="short", distance=-1) == "SK-MIS-2"


@pytest.mark.clause("SK-STR-3")
def test_nothing_is_added_to_the_score_of_one_who_does_not_defend_himself():
    assert ask("defence", situation="static", mounted=True, tactics=3)["defence"] == -10
    assert ask("defence", situation="fleeing", athletics=4, mounted=True, tactics=3)["defence"] == 4 + 5 + 3


@pytest.mark.clause("SK-DMG-6", "SK-SPL-2")
def test_damage():
    assert ask("damage", damage=23, soak=12) == {"margin": 11, "levels": 3, "wounds": 3, "fatigue": 0, "critical": True}
    assert ask("damage", damage=23, soak=12, type="blunt")["fatigue"] == 2
    assert ask("damage", damage=12, soak=12)["levels"] == 0


@pytest.mark.clause("SK-CRI-1", "SK-CRI-3")
def test_critical():
    nothing = {
        "clause": "SK-CRI-1", "lose_actions": 0, "drops": False, "falls": False, "unusable": False, "dodge_cost": 0,
        "unconscious": False, "hourly_endurance": 0, "healing": 0, "first_aid": 0, "first_aid_turns": 0,
        "death": False, "impalement": False,
    }  # fmt: skip
    assert ask("critical", roll=13) == {
        **nothing, "effect": "head-unconscious", "unconscious": True, "hours": "1d6",
    }  # fmt: skip
    assert ask("critical", roll=12) == {
        **nothing, "effect": "leg-unusable", "limb": "leg", "falls": True, "unusable": True, "impalement": True,
    }  # fmt: skip
    assert ask("critical", roll=17, die=4)["face"] == "eye-lost"
    assert ask("critical", roll=40)["death"] is True
    assert refused("critical", roll=17, die=7) == "SK-CRI-1"


@pytest.mark.clause("SK-TER-4", "SK-TER-5")
def test_terror():
    displays = [{"display": "war_cry", "level": level} for level in (2, 1, 3)] + [{"display": "carnyx", "level": 2}]
    answer = ask("terror", displays=displays, heads=2, unclothed=1, opponents=5)
    assert answer == {"points": 13, "score": 2, "difficulty": 12}
    assert refused("terror", opponents=0) == "SK-TER-4"
    assert refused("terror", opponents=3, heads=-1) == "SK-TER-3"
    assert refused("terror", opponents=3, displays=[{"display": ""}]) == "SK-TER-1"


@pytest.mark.clause("SK-CMD-14", "SK-CMD-18")
def test_tactics():
    assert ask("tactics", circumstances=["favourable", "sun"], plan=3)["difficulty"] == 12
    answer = ask("tactics", total=20, enemy_bonus=3)
    assert (answer["success"], answer["bonus"], answer["enemy_bonus"]) == (True, 0, 1)
    assert refused("tactics", circumstances=["favourable", "unfavourable"]) == "SK-CMD-18"
    assert refused("tactics", circumstances=[""]) == "SK-CMD-14"


@pytest.mark.clause("SK-DICE-20")
def test_odds():
    blow = {
        "kind": "blow", "attack": {"dice": 5, "flat": 5}, "defence": 12, "dodge": {"dice": 4, "flat": 3},
        "damage": {"dice": 4, "flat": 4}, "soak": {"dice": 3, "flat": 6},
    }  # fmt: skip
    answer = ask("odds", **blow)
    assert [row["value"] for row in answer["outcome"]] == ["fumble", "miss", "dodged", "hit"]
    assert round(sum(row["p"] for row in answer["levels"]), 4) == 1
    roll = ask("odds", kind="roll", attack={"dice": 1}, difficulty=4)
    assert {row["value"]: row["exact"] for row in roll["outcome"]} == {
        "critical": "1/6", "failure": "1/3", "success": "1/2",
    }  # fmt: skip
    assert ask("odds", kind="contest", attack={"dice": 2}, against={"dice": 2})["outcome"]
    assert refused("odds", kind="blow", attack={"dice": 2}) == "SK-DICE-20"


def test_the_examples_of_the_documentation_are_answered():
    text = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    shown = re.findall(r"heraut ask (skirmish\.\w+) '([^']*)'", text)
    assert {name for name, _ in shown} == set(NAMES)
    for name, data in shown:
        assert json.loads(data) is not None
        assert not isinstance(catalogue.question(name).ask(data), Refusal), name
