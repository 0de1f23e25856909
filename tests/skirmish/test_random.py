"""Random legal fights: no dead end, the same state from the journal, and a golden playthrough."""

from __future__ import annotations

from random import Random

import pytest

from golden_text import check_golden, playthrough
from heraut.kernel.codec import decode, encode
from heraut.kernel.message import Command, Roll
from heraut.kernel.names import ORGANISER
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce
from heraut.skirmish.answers import Choose
from heraut.skirmish.ending import EndFight
from heraut.skirmish.moves import Move
from heraut.skirmish.settings import Settings
from heraut.skirmish.sheet_text import ANA, BEN, ambush, duel_of_warriors
from heraut.skirmish.state import State, side_id
from heraut.skirmish.strikes import Strike
from heraut.skirmish.terror import Display, Frighten
from heraut.skirmish.turn import BeginFight, Proceed


def random_commands(settings: Settings, seed: int, steps: int) -> tuple[list[Command], State]:
    """Play at random; the game master goes on a third of the time, so that turns pass."""
    dice = Random(seed)
    state = engine.start(settings, engine.rules)
    assert isinstance(state, State)
    played: list[Command] = []
    for _ in range(steps):
        awaited = engine.awaits(state, ORGANISER)
        if not awaited:
            break
        wanted = dice.choice(awaited)
        if wanted.chance is not None:
            command: Command = Roll(faces=wanted.chance.draw(dice.randrange))
        else:
            options = list(engine.legal(state, wanted.seat))
            assert options, (seed, wanted)
            going = [option for option in options if isinstance(option, Proceed | BeginFight)]
            command = going[0] if going and dice.random() < 1 / 3 else dice.choice(options)
        outcome = engine.decide(state, command)
        assert not isinstance(outcome, Refusal), (seed, command, outcome)
        for event in outcome:
            state = engine.evolve(state, decode(encode(event), engine.events))
        played.append(command)
    return played, state


@pytest.mark.parametrize("seed", range(6))
def test_random_fights_find_no_dead_end_and_replay_to_the_same_state(seed: int):
    fight = ambush() if seed % 2 else duel_of_warriors()
    played, end = random_commands(fight, seed, 350)
    state = engine.start(fight, engine.rules)
    assert isinstance(state, State)
    for command in played:
        outcome = engine.decide(state, decode(encode(command), engine.commands))
        assert not isinstance(outcome, Refusal)
        for event in outcome:
            state = engine.evolve(state, event)
    assert state == end


def test_the_golden_fight():
    commands: list[Command] = [
        Display(seat=ANA, who="Ambiorix", display="war_cry"),
        Roll(faces=(4, 3, 5)),
        Frighten(side=side_id("Éburons")),
        Roll(faces=(3, 4, 4)),
        BeginFight(),
        Roll(faces=(4, 5, 2)),
        Roll(faces=(2, 3, 3)),
        Announce(seat=ANA, who="Ambiorix", actions=2),
        Announce(seat=BEN, who="Brennos", actions=3),
        Announce(seat=ANA, who="Ambiorix", actions=2),
        Proceed(),
        Strike(seat=BEN, who="Brennos", target="Ambiorix", weapon="spear"),
        Roll(faces=(6, 5, 4)),
        Choose(seat=ANA, option="dodge"),
        Roll(faces=(2, 1, 3)),
        Roll(faces=(6, 6, 5, 6)),
        Roll(faces=(1, 2, 1)),
        Roll(faces=(3, 2)),
        Roll(faces=(2,)),
        Proceed(),
        Move(seat=BEN, who="Brennos"),
        Proceed(),
        Strike(seat=ANA, who="Ambiorix", target="Brennos", weapon="sword", aim="torso"),
        Roll(faces=(5, 6)),
        EndFight(),
    ]
    text = playthrough(engine, duel_of_warriors(), commands, (ANA, BEN, ORGANISER, None))
    check_golden("skirmish-duel.txt", text)
