"""What is counted after the last turn, the signatures, and a game opened again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heraut.kernel import ImpossibleEvent
from heraut.scenario import events as e
from heraut.scenario.evolve.keepers import agreed
from heraut.scenario.state import Counting, Playing, SettingUp, Signing, State
from heraut.scenario.tiebreak import Outcome


def evolve_counting(state: Counting, event: Any) -> State:
    """After the last turn, until everything is counted."""
    match event:
        case e.UnitsSwept(units=units):
            return replace(state, play=replace(state.play, swept=units))
        case e.EndCounted(ending=ending, outcome=Outcome() as outcome):
            return Signing(state.game, state.ground, replace(state.play, ending=ending), state.stop, outcome)
        case e.ArmiesCounted(armies=armies, outcome=Outcome() as outcome):
            return Signing(state.game, state.ground, replace(state.play, armies=armies), state.stop, outcome)
        case e.TurnConfirmed() | e.TurnDisputed() | e.TurnCorrected():
            return replace(state, play=agreed(state.play, event))
        case e.PlayReopened():
            return _reopened(state)
        case _:
            raise ImpossibleEvent(state, event)


def _reopened(state: Counting | Signing) -> SettingUp | Playing:
    """The turn or step under way again; what wrongly ended the game, time or a roll for its length, is forgotten."""
    if state.play.unset is not None:
        return SettingUp(state.game, state.ground, state.play.unset)
    play = replace(state.play, ending=None)
    if state.stop.kind is None and not state.play.sheet.over:
        play = replace(play, timed_at=None, more=None)
    return Playing(state.game, state.ground, play)


def evolve_signing(state: Signing, event: Any) -> State:
    """Until both have signed; a count or a turn that changes lapses the signatures."""
    match event:
        case e.Signed(seat=seat, first=first, second=second) | e.SheetDisputed(seat=seat, first=first, second=second):
            return replace(state, signed={**state.signed, seat: (first, second)})
        case e.ResultSettled():
            return replace(state, settled=True)
        case e.EndCounted(ending=ending, outcome=Outcome() as outcome):
            play = replace(state.play, ending=ending)
            return replace(state, play=play, outcome=outcome, signed={}, settled=False)
        case e.ArmiesCounted(armies=armies, outcome=Outcome() as outcome):
            play = replace(state.play, armies=armies)
            return replace(state, play=play, outcome=outcome, signed={}, settled=False)
        case e.TurnConfirmed() | e.TurnDisputed():
            return replace(state, play=agreed(state.play, event))
        case e.TurnCorrected(outcome=Outcome() as outcome):
            return replace(state, play=agreed(state.play, event), outcome=outcome, signed={}, settled=False)
        case e.PlayReopened():
            return _reopened(state)
        case _:
            raise ImpossibleEvent(state, event)
