"""What two players must not forget stands on their sheet when it counts."""

from __future__ import annotations

import pytest

from web.build import player
from web.test_match import ANA, BEN, TABLE, end_turn, enter, match, text

pytestmark = pytest.mark.django_db


@pytest.mark.clause("ST-GAM-6")
@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        ("capture", "Avant cette phase d'Ordres, Ana lance 3 dés Saga et les place."),
        ("advance", "Ben commence sa première phase d'Ordres avec 3 dés Saga."),
        ("desecration", "Ce tour-ci, Ben ne peut pas : utiliser une capacité Saga avancée, charger."),
        ("diagonal", "Ce tour-ci, Ben ne peut pas : charger, tirer."),
    ],
)
def test_the_first_turn_says_its_dice_and_its_limits_while_it_lasts(scenario: str, said: str):
    match(scenario)
    ben = player(BEN, TABLE)
    enter(ben, "StateRoles", first="ben")
    assert said not in text(ben).replace("&#x27;", "'")
    enter(ben, "SkipSetup")
    assert said in text(ben).replace("&#x27;", "'")
    end_turn(ben, "first", 1)

    assert said not in text(player(ANA, TABLE)).replace("&#x27;", "'")


@pytest.mark.parametrize(("scenario", "count"), [("desecration", 4), ("grind", 2), ("capture", 0)])
def test_rules_the_players_apply_themselves_are_at_hand_in_full(scenario: str, count: int):
    match(scenario)
    enter(player(ANA, TABLE), "StateRoles", first="ana")
    enter(player(ANA, TABLE), "SkipSetup")

    assert (f"À ne pas oublier ({count})" in text(player(ANA, TABLE))) is (count > 0)
