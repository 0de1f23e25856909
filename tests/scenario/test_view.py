from __future__ import annotations

from typing import get_args

import msgspec

from heraut.kernel.message import Audience, Roll
from heraut.scenario import engine
from heraut.scenario.facts import Facts
from heraut.scenario.setup import SkipSetup
from heraut.scenario.state import PlayingTurns
from scenario.build import ANA, BEN, FIRST, OFFICIAL, SECOND, ends, play, playing, setting_up


def test_everybody_sees_the_same_match():
    state = play(playing("capture"), *ends(1, 3))
    ana, nobody = engine.view(state, ANA), engine.view(state, None)

    assert (ana.you, nobody.you) == (FIRST, None)
    assert ana.sheet == nobody.sheet
    assert ana.sheet is not None
    assert (ana.sheet.by, ana.sheet.turn, ana.sheet.asks, ana.sheet.scores_now) == (
        SECOND,
        2,
        ("claimed", "claims"),
        False,
    )


def test_the_set_up_may_be_skipped_and_the_facts_are_first_class():
    assert isinstance(play(setting_up("capture"), SkipSetup(BEN)), PlayingTurns)
    assert Facts(by=FIRST, turn=3).index == 5


def test_a_match_keeps_no_secret_whoever_looks_sees_the_same_table():
    """What is secret at a table of an event, such as a list not shown yet, is the event's and never in its match."""
    kinds = get_args(engine.events)
    assert [kind.__name__ for kind in kinds if kind.audience is not Audience.EVERYBODY] == []
    for state in (playing("conquest"), play(playing("clash"), *ends(1, 10), Roll(faces=(1,))), playing("overrun")):
        views = [msgspec.structs.replace(engine.view(state, seat), you=None) for seat in (None, ANA, BEN, OFFICIAL)]
        assert views == views[:1] * 4
        awaited = [engine.awaits(state, seat) for seat in (None, ANA, BEN, OFFICIAL)]
        assert awaited == awaited[:1] * 4
