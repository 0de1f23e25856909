"""What may happen in a match: who speaks, then the rules of the phase."""

from __future__ import annotations

from typing import Any

from heraut.kernel import FATE, OFFICIALS, Event, HouseCode, Refusal, Roll, house
from heraut.scenario.commands import RecordRolls
from heraut.scenario.decide.opening import decide_opening
from heraut.scenario.decide.playing import decide_playing
from heraut.scenario.decide.setting_up import decide_setup
from heraut.scenario.decide.signing import decide_counting, decide_signing
from heraut.scenario.luck import decide_rolls
from heraut.scenario.state import Counting, Playing, RollingOff, SettingUp, Signing, State

__all__ = ["decide"]


def decide(state: State, command: Any) -> tuple[Event, ...] | Refusal:
    """What may happen: all the rules, and no change."""
    speakers = (FATE,) if isinstance(command, Roll) else (*state.game.players, *OFFICIALS)
    if command.seat not in speakers:
        return house(HouseCode.UNKNOWN_SEAT, command.seat)
    if isinstance(command, RecordRolls):
        return decide_rolls(state.game, command)
    match state:
        case RollingOff():
            return decide_opening(state, command)
        case SettingUp():
            return decide_setup(state, command)
        case Playing():
            return decide_playing(state, command)
        case Counting():
            return decide_counting(state, command)
        case Signing():
            return decide_signing(state, command)
