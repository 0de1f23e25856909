"""The special rules of every profile, with the clauses and the sentence of each."""

import pytest

from heraut.speech.sentences import LANGUAGES, say_because
from heraut.warband.profile import profiles, special_rows, special_rules
from heraut.warband.tables import ShootingWeapon, SpecialRule


def _rules(key: str) -> list[str]:
    return [row.rule for row in special_rules(profiles()[key])]


@pytest.mark.clause("AM-PROF-4", "AM-ANIM-1", "AM-BEAST-9")
@pytest.mark.parametrize(
    ("key", "rules"),
    [
        ("warrior.none", []),
        ("levy.sling", ["sling"]),
        ("levy.firearms", ["firearms"]),
        ("monster.scourge", ["resilience", "presence", "imposing", "primitive", "breath", "flight"]),
        ("warlord.mount_beast_flight", [
            "resilience", "determination", "presence", "pride", "imposing", "mount_beast", "flight",
        ]),
        ("hearthguard.mount_animal+composite_bow", ["mount_animal", "composite_bow"]),
        ("war_chariot.javelins", ["resilience", "presence", "javelins", "mount_animal", "devastating_charge"]),
        ("paladin.heavy_weapon", ["resilience", "determination", "presence", "heroic", "heavy_weapon"]),
    ],
)  # fmt: skip
def test_a_unit_has_its_printed_rules_and_those_of_mount_flight_and_weapons_each_once(key, rules):
    assert _rules(key) == rules


def test_every_special_rule_and_every_weapon_has_its_clauses():
    weapons = set(ShootingWeapon) - {ShootingWeapon.NONE}

    assert {*SpecialRule, *weapons} - special_rows().keys() == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_special_rule_is_told_in_a_sentence(language):
    told = [say_because(row.reason(2), language) for row in special_rows().values()]

    assert [sentence for sentence in told if not sentence.endswith(".") or "{" in sentence] == []


@pytest.mark.clause("AM-BEAST-5")
@pytest.mark.parametrize(("language", "said"), [("fr", "jusqu’à 2 pertes"), ("en", "up to 2 casualties")])
def test_resilience_is_told_with_the_casualties_a_fatigue_cancels(language, said):
    beast = profiles()["warlord.mount_beast"]

    assert said in say_because(special_rules(beast)[0].reason(beast.resilience), language)
