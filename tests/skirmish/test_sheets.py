"""Sheets in and out: text files, every fault at its line, the ready-made characters."""

from __future__ import annotations

import pytest

from heraut.kernel.codec import Malformed, from_plain, to_plain
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.settings import Enlisted, Settings
from heraut.skirmish.sheet import CharacterSheet, SheetFault, TrophyHead
from heraut.skirmish.sheet_text import (
    ambush,
    read_character,
    refusal,
    sample_texts,
    samples,
    sheet_faults,
    text_faults,
    write_character,
)
from heraut.speech.sentences import LANGUAGES, say_refusal
from skirmish.build import sheet

GOOD = 'name = "Barde"\n'
BARD = """name = ""
luck = 3
size = "elephant"
in_hand = ["axe", "bow"]

[attributes]
strength = 0
charm = 2

[traits]
soak = { dice = 0 }
dodge = { level = 2 }

[armour]
zones = ["tail"]

[[weapons]]
id = "bow"
skill = "bows"
type = "magic"
delivery = "projectile"
two_handed = true

[[weapons]]
id = "bow"
skill = "bows"
type = "thrusting"
length = "long"
ranges = [10, 5]
"""


@pytest.mark.clause("SK-DICE-21")
def test_the_ready_made_characters():
    assert set(samples()) == {"archer", "celtic-spearman", "celtic-warrior", "chief", "horseman", "man-at-arms"}
    assert all(text_faults(text) == () for text in sample_texts().values())


@pytest.mark.clause("SK-DICE-21")
@pytest.mark.parametrize("name", list(samples()))
def test_a_sheet_written_as_text_reads_back_to_itself(name: str):
    assert read_character(write_character(samples()[name])) == samples()[name]


def test_odd_names_and_heads_survive_being_written():
    odd = sheet("sword", heads=(TrophyHead(3), TrophyHead()), martial_arts={"trip": 1}, specialties=("power",))
    odd = from_plain({**to_plain(odd), "name": 'Le "Vieux" \\ œil\ttort'}, CharacterSheet)
    assert read_character(write_character(odd)) == odd


@pytest.mark.clause("SK-DICE-21", "SK-DICE-1", "SK-DICE-2")
def test_everything_wrong_with_a_text_is_told_at_once_with_its_line():
    told = [(one.line, one.fault.path, one.fault.code, one.fault.asked) for one in text_faults(BARD)]

    assert told == [
        (1, "name", "length", "0"),
        (2, "luck", "unknown", "luck"),
        (3, "size", "word", "elephant"),
        (4, "in_hand", "not-a-weapon", "axe"),
        (7, "attributes.strength", "number", "0"),
        (8, "attributes.charm", "word", "charm"),
        (11, "traits.soak.dice", "number", "0"),
        (12, "traits.dodge.dice", "missing", ""),
        (15, "armour.zones", "word", "tail"),
        (17, "weapons.0.ranges", "missing", ""),
        (20, "weapons.0.type", "word", "magic"),
        (25, "weapons.1.id", "twice", "bow"),
        (28, "weapons.1.length", "number", "long"),
        (29, "weapons.1.ranges", "ranges", "10 5"),
    ]


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        ("name = ", 1, "not-toml"),
        ('name = "Barde"\ntraits = [\n', 3, "not-toml"),
        ('name = "Barde"\nname = "Barde"', 2, "not-toml"),
        ("\0", 1, "not-toml"),
        ("x" * 60_000, 0, "too-long"),
        ("", 0, "missing"),
        ("name = 3", 1, "text"),
        (GOOD + "unclothed = 1", 2, "yes-no"),
        (GOOD + "traits = 1", 2, "table"),
        (GOOD + "in_hand = 1", 2, "list"),
        (GOOD + "confidence = true", 2, "number"),
        (GOOD + "wound_levels = 1000000000000", 2, "number"),
        (GOOD + "traits = { soak = { dice = 1000000000 } }", 2, "number"),
    ],
)
def test_texts_that_are_no_sheet(text: str, line: int, code: str):
    (misprint,) = text_faults(text)

    assert (misprint.line, misprint.fault.code) == (line, code)
    with pytest.raises(Malformed):
        read_character(text)
    for language in LANGUAGES:
        assert say_refusal(refusal(misprint.fault), language)


def test_two_hands_are_all_there_are():
    plain = to_plain(samples()["archer"])
    (fault,) = sheet_faults({**plain, "in_hand": ["bow", "knife"]})
    assert (fault.path, fault.code, fault.asked, fault.allowed) == ("in_hand", "hands", "3", "2")


def test_a_sheet_that_cannot_be_is_refused_at_every_door():
    plain = to_plain(samples()["archer"])
    assert sheet_faults(plain) == ()
    for wrong in ({"in_hand": ["axe"]}, {"size": "elephant"}, {"attributes": {"charm": 2}}):
        with pytest.raises(Malformed):
            from_plain({**plain, **wrong}, CharacterSheet)


@pytest.mark.parametrize("count", [201, 10_000, 10**12])
def test_a_fight_has_so_many_characters_and_no_more(count: int):
    crowd = Enlisted(id="Homme", side="Pillards", sheet=samples()["man-at-arms"], count=count)
    refused = engine.start(Settings(fighters=(crowd,)), engine.rules)

    assert isinstance(refused, Refusal)
    assert (refused.code, refused.asked, refused.allowed) == ("skirmish-too-many-fighters", count, 200)
    for language in LANGUAGES:
        assert "200" in say_refusal(refused, language)


def test_copies_of_a_type_are_numbered_and_units_are_commanded_together():
    men = engine.start(ambush(), engine.rules).fighters
    assert [name for name in men if name.startswith("Homme")] == [f"Homme-{place}" for place in range(1, 7)]


@pytest.mark.clause("SK-SPC-1")
def test_a_martial_art_of_three_dice_is_a_fault_at_its_place():
    plain = {"name": "Maître", "martial_arts": {"trip": 2, "throw": 3}}
    assert sheet_faults(plain) == (SheetFault(("martial_arts", "throw"), "number", "3", "0–2"),)
