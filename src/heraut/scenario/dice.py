"""The dice of a match: the opening roll, the lots of the set-up, those of the turn under way."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from heraut.kernel.engine import Outcome, Subject, on
from heraut.kernel.message import Roll
from heraut.scenario import markers, roles, setup, turns
from heraut.scenario.state import PlayingTurns, RollingOff, SettingUp, State, dice_due, during, wrong_phase


def roll(state: State, command: Roll) -> Outcome:
    """Take the dice for whatever they are due for."""
    due = dice_due(state)
    if due is None or due.chance is None:
        return wrong_phase(state)
    return due.chance.refusal(command.faces) or _RULES[due.code](state, command)


_RULES: Mapping[str, Callable[[State, Roll], Outcome]] = {
    "match-roll": during(RollingOff, roles.roll_off),
    "match-draw": during(SettingUp, setup.draw),
    "match-defence": during(PlayingTurns, markers.defend),
    "match-length": during(PlayingTurns, turns.roll_length),
    "match-removal": during(PlayingTurns, turns.remove_flag),
}
"""What dice are for, by what is awaited of them."""


SUBJECT = Subject[State](decides=(on(Roll, roll),))
