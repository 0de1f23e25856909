"""The luck ledger of a match: dice noted at the table, against their exact laws."""

from __future__ import annotations

import pytest

from heraut.battle.ledger import Rolled
from heraut.kernel.refusal import HouseCode
from heraut.scenario import engine
from heraut.scenario.records import RecordRolls, RollRecorded
from scenario.build import ANA, BEN, ORGA, play, playing, refused


@pytest.mark.clause("HOUSE-DICE-2")
def test_rolls_noted_are_scored_against_their_law_for_each_player():
    state = playing("clash")
    noted = RecordRolls(BEN, (Rolled(ANA, (6, 5, 4, 1), 3, "attack"), Rolled(BEN, (1, 2), 3, "defence")))

    assert engine.decide(state, noted) == (
        RollRecorded(BEN, ANA, "attack", (6, 5, 4, 1), 3, 3),
        RollRecorded(BEN, BEN, "defence", (1, 2), 3, 0),
    )
    seen = engine.view(play(state, noted), None)
    assert [(told.player, told.successes, told.expected) for told in seen.luck] == [(ANA, 3, 2.0), (BEN, 0, 1.0)]
    assert [told.percentile for told in seen.luck] == [100 * (11 / 16 + 4 / 32), 12.5]


def test_the_ledger_goes_on_from_roll_to_roll_and_changes_no_score():
    state = playing("clash")
    once, twice = (RecordRolls(ORGA, (Rolled(ANA, faces, 2),)) for faces in ((6, 6), (1, 1)))
    after = play(state, once, twice)

    (luck,) = engine.view(after, ANA).luck
    assert (luck.dice, luck.successes, len(luck.running)) == (4, 2, 2)
    assert engine.view(after, ANA).sheet == engine.view(state, ANA).sheet


@pytest.mark.parametrize(
    ("roll", "code"),
    [(Rolled("chloe", (1,), 3), HouseCode.UNKNOWN_SEAT), (Rolled("ana", (), 3), HouseCode.WRONG_DICE)],
)
def test_only_players_have_dice_and_a_pool_has_some(roll, code):
    assert refused(playing("clash"), RecordRolls(ANA, (roll,)))[1] == code
