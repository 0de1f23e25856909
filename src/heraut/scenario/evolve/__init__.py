"""What has happened: each event's effect on the state. No rule and no refusal."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heraut.scenario import events as e
from heraut.scenario.evolve.ending import evolve_counting, evolve_signing
from heraut.scenario.evolve.playing import evolve_playing
from heraut.scenario.evolve.setting_up import evolve_opening, evolve_setup
from heraut.scenario.form_1 import completed
from heraut.scenario.luck import recorded
from heraut.scenario.state import Counting, Playing, RollingOff, SettingUp, Signing, State

__all__ = ["evolve"]


def evolve(state: State, event: Any) -> State:
    """The state after the event."""
    if isinstance(event, e.RollRecorded):
        return replace(state, game=recorded(state.game, event))
    event = completed(state, event)
    match state:
        case RollingOff():
            return evolve_opening(state, event)
        case SettingUp():
            return evolve_setup(state, event)
        case Playing():
            return evolve_playing(state, event)
        case Counting():
            return evolve_counting(state, event)
        case Signing():
            return evolve_signing(state, event)
