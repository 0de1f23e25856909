"""The dice of a match: the opening roll, the lots of the set-up, those of the turn under way."""

from __future__ import annotations

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Roll
from heraut.scenario import roles, setup, turns
from heraut.scenario.state import PlayingTurns, RollingOff, SettingUp, State, dice_due, wrong_phase


def roll(state: State, command: Roll) -> Outcome:
    """Take the dice for whatever they are due for."""
    due = dice_due(state)
    if due is None or due.chance is None:
        return wrong_phase(state)
    if (fault := due.chance.refusal(command.faces)) is not None:
        return fault
    match state:
        case RollingOff():
            return roles.roll_off(state, command)
        case SettingUp():
            return setup.draw(state, command)
        case PlayingTurns():
            return turns.roll(state, command, due.code)
        case _:
            return wrong_phase(state)


SUBJECT = Subject[State](decides=(on(Roll, roll),))
