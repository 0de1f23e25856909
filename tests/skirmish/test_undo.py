"""Undo restores everything: taking back the last commands gives the state before them [SK-GEN-5]."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.journal.desk import Accepted, Desk
from heraut.journal.stores import MemoryJournal
from heraut.kernel.journal import Undo
from heraut.kernel.message import Command, Roll
from heraut.kernel.names import ORGANISER, ActorId, CommandId, Instant, StreamId
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce
from heraut.skirmish.ending import EndFight
from heraut.skirmish.settings import Settings
from heraut.skirmish.sheet_text import ambush, duel_of_warriors
from heraut.skirmish.state import State
from heraut.skirmish.turn import BeginFight, Proceed

FIGHT = StreamId("fight")
BY, AT = ActorId("mj"), Instant(1)


class Recorded:
    """A fight at a desk that remembers the state after each command."""

    def __init__(self, fight: Settings) -> None:
        self.desk = Desk(MemoryJournal(), {"skirmish": engine}.__getitem__)
        self.desk.open(stream=FIGHT, engine="skirmish", title="Le gué", settings=fight, at=AT)
        self.states: list[State] = [self.desk.state(FIGHT)]
        self._ids = count(1)

    @property
    def state(self) -> State:
        return self.states[-1]

    def send(self, command: Command) -> None:
        outcome = self.desk.submit(FIGHT, command, command_id=self._id(), actor=BY, at=AT)
        assert isinstance(outcome, Accepted), outcome
        self.states.append(self.desk.state(FIGHT))

    def take_back(self, steps: int) -> State:
        """The game master takes the last commands back, the newest first."""
        last = len(self.states) - 1
        for entry in range(last, last - steps, -1):
            outcome = self.desk.undo(FIGHT, Undo(ORGANISER, entry), command_id=self._id(), actor=BY, at=AT)
            assert isinstance(outcome, Accepted), outcome
        return self.desk.state(FIGHT)

    def play(self, seed: int, steps: int) -> None:
        """Random legal commands; the clock goes on often enough for turns to pass and effects to expire."""
        dice = Random(seed)
        for _ in range(steps):
            awaited = engine.awaits(self.state, ORGANISER)
            if not awaited:
                return
            wanted = dice.choice(awaited)
            if wanted.chance is not None:
                self.send(Roll(faces=wanted.chance.draw(dice.randrange)))
                continue
            options = [one for one in engine.legal(self.state, wanted.seat) if not isinstance(one, EndFight)]
            going = [option for option in options if isinstance(option, Proceed | BeginFight)]
            self.send(going[0] if going and dice.random() < 0.4 else dice.choice(options))

    def _id(self) -> CommandId:
        return CommandId(f"c{next(self._ids)}")


@pytest.mark.clause("SK-GEN-5")
@settings(max_examples=12, deadline=None, derandomize=True)
@given(seed=st.integers(0, 10_000), played=st.integers(5, 140), back=st.integers(1, 60))
def test_taking_back_the_last_commands_gives_the_state_before_them(seed: int, played: int, back: int):
    fight = Recorded(ambush() if seed % 2 else duel_of_warriors())
    fight.play(seed, played)
    steps = min(back, len(fight.states) - 1)
    before = fight.states[-1 - steps]

    restored = fight.take_back(steps)

    assert restored == before
    for viewer in (*engine.seats(before), None):
        assert engine.view(restored, viewer) == engine.view(before, viewer)


@pytest.mark.clause("SK-GEN-5", "SK-TURN-6")
def test_effects_that_expired_are_back_once_the_end_of_the_turn_is_undone():
    fight = Recorded(duel_of_warriors())
    fight.send(BeginFight())
    while fight.state.turn == 1:
        awaited = engine.awaits(fight.state, ORGANISER)[-1]
        if awaited.chance is not None:
            fight.send(Roll(faces=(3,) * len(awaited.chance.sides)))
        elif awaited.code == "skirmish-announce":
            fight.send(Announce(seat=ORGANISER, who=str(awaited.subject), actions=3))
        else:
            fight.send(Proceed())
    weighing = [effect.code for effect in fight.states[-2].fighters["Ambiorix"].effects]
    assert weighing == ["declared"]
    assert fight.state.fighters["Ambiorix"].effects == ()

    assert fight.take_back(1).fighters["Ambiorix"] == fight.states[-2].fighters["Ambiorix"]
