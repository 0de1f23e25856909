import msgspec
import pytest

from heraut.battle.unit import BattleCode
from heraut.kernel.names import ClauseId
from heraut.kernel.refusal import Reason, Refusal
from heraut.speech.sentences import LANGUAGES, phrases, say_reason, say_refusal
from heraut.warband.check import BandCode
from heraut.warband.profile import ProfileCode, profiles
from heraut.warband.tables import Overrides, SpecialRule, UnitClass

languages = pytest.mark.parametrize("language", LANGUAGES)


@languages
@pytest.mark.parametrize("code", [*BattleCode, *BandCode, *ProfileCode])
def test_every_refusal_is_said_with_its_facts(language, code):
    said = say_refusal(Refusal(ClauseId("SEQ-S1"), code, "warrior.bow", 2, 1), language)

    assert said.endswith("[SEQ-S1]")
    assert "{" not in said


@languages
def test_units_rules_and_override_keys_have_names(language):
    words = phrases(language)["words"]
    wanted = [
        *profiles(),
        *UnitClass,
        *(f"rule-{rule}" for rule in SpecialRule),
        *(field.name for field in msgspec.structs.fields(Overrides)),
    ]

    assert [key for key in wanted if key not in words] == []


def test_a_changed_rule_is_told_with_our_default():
    facts = {"key": "pool_cap", "value": 12, "default": 16}
    said = say_reason(Reason(ClauseId("CORE-ATT-3"), "battle-changed-rule", facts), "en")

    assert said == "The organiser's choice: cap on attack dice = 12 (default: 16) [CORE-ATT-3]"


def test_a_refusal_names_the_unit():
    refused = Refusal(ClauseId("CORE-EXH-2"), BattleCode.EXHAUSTED, "levy.firearms", 3)

    assert say_refusal(refused, "fr").startswith("Levées (armes à feu)\N{NO-BREAK SPACE}: unité épuisée (3 fatigues)")
