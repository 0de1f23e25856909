"""Random legal play of every scenario: no dead end, no legal command refused, and a replay gives the same state."""

from __future__ import annotations

from random import Random

import pytest

from heraut.kernel.codec import decode, encode
from heraut.kernel.engine import evolve_all
from heraut.kernel.message import Roll
from heraut.kernel.names import FATE
from heraut.kernel.refusal import Refusal
from heraut.scenario import engine
from heraut.scenario.ending import Concede, CorrectEnd, Forfeit
from heraut.scenario.facts import SIDES
from heraut.scenario.library import sources
from heraut.scenario.roles import TakeEdge
from heraut.scenario.setup import SkipSetup
from heraut.scenario.signing import MatchResult, result
from heraut.scenario.turns import CallTime
from scenario.build import ANA, BEN, ORGA, started

pytestmark = pytest.mark.slow  # whole matches, played at random

SHORT = (SkipSetup, TakeEdge, Concede, Forfeit, CallTime, CorrectEnd)
"""Commands that end things early: random play leaves them out, so that whole games are seen."""


def choices(state, dice: Random) -> list:
    (awaited, *_) = engine.awaits(state, None)
    if awaited.seat == FATE and awaited.chance is not None:
        return [Roll(faces=awaited.chance.draw(dice.randrange))]
    seat = dice.choice((ANA, BEN, ORGA))
    legal = list(engine.legal(state, seat))
    whole = [command for command in legal if not isinstance(command, SHORT)]
    return whole or legal or list(engine.legal(state, awaited.seat))


@pytest.mark.parametrize("id", [id for id in sources() if id != "demolition"])
def test_random_play_ends_with_a_result_and_replays_to_the_same_state(id: str):
    dice = Random(id)
    state = copy = started(id)
    for _ in range(300):
        if not engine.awaits(state, None):
            break
        command = dice.choice(choices(state, dice))
        events = engine.decide(state, command)
        assert not isinstance(events, Refusal), (command, events)
        state = evolve_all(engine, state, events)
        for event in events:
            copy = engine.evolve(copy, decode(encode(event), engine.events))
        if id in ("overrun", "kill_box") and len(getattr(getattr(state, "play", None), "turns", ())) > 12:
            state = copy = evolve_all(engine, state, engine.decide(state, Concede(ANA)))

    assert engine.awaits(state, None) == ()
    assert state == copy
    told = result(state)
    assert isinstance(told, MatchResult)
    assert told.settled
    assert sum(line.points for line in state.play.sheet.lines) == sum(state.play.sheet.points.values())
    assert set(told.seats) == set(SIDES)
