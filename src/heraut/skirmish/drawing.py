"""
A deed played in one go: its dice drawn, and the choices made of those who leave them to Héraut [SK-GEN-7].

The answers become part of the command, so that the engine itself draws nothing and a fight replays for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from msgspec.structs import replace

from heraut.kernel import ORGANISER, Refusal
from heraut.skirmish.answers import chance
from heraut.skirmish.bots import chosen
from heraut.skirmish.engine import RollAll, decide, evolve
from heraut.skirmish.need import Decision, Dice, Faces
from heraut.skirmish.pace import all_left, is_left
from heraut.skirmish.state import State


def drawn(state: State, command: RollAll, below: Callable[[int], int]) -> RollAll:
    """
    The command with every answer that need not be asked for; as it was, if the rules refuse it anyway.

    What Héraut does for those left to it, at a table that rolls its own dice, goes as far as the first roll of others.
    """
    command = replace(command, answers=())
    outcome = decide(state, command)
    if isinstance(outcome, Refusal):
        return command
    state = reduce(evolve, outcome, state)
    answers: list[Faces | str] = []
    theirs = command.thought is not None and not state.rolls_at_once
    while (answer := _answer(state, below, theirs=theirs)) is not None:
        answers.append(answer)
        told = decide(state, RollAll(seat=ORGANISER, answers=(answer,)))
        assert not isinstance(told, Refusal), told
        state = reduce(evolve, told, state)
    return replace(command, answers=tuple(answers))


def _answer(state: State, below: Callable[[int], int], *, theirs: bool) -> Faces | str | None:
    """What is due now, if it is dice (only `theirs` who are left to Héraut) or a choice left to Héraut."""
    need = None if state.pending is None else state.pending.need
    if isinstance(need, Dice):
        return None if theirs and not all_left(state, need) else Faces(chance(need).draw(below))
    if isinstance(need, Decision) and is_left(state, need):
        return chosen(state, need)
    return None
