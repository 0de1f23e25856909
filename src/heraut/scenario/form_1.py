"""
Matches written before scores were stored: what their events leave out is counted as they are read.

Since then `decide` stores what it counts, and `evolve` only puts it in place. This is the one place that still counts.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from heraut.kernel import ImpossibleEvent, Refusal
from heraut.scenario import events as e
from heraut.scenario.facts import Facts
from heraut.scenario.result import first_score, outcome_of, recount
from heraut.scenario.score.sheet import Tally
from heraut.scenario.score.tally import end_turn
from heraut.scenario.state import Counting, Playing, SettingUp, Signing, State


def completed(state: State, event: Any) -> Any:
    """The event with what it would store today."""
    fill = msgspec.structs.replace
    match state, event:
        case SettingUp(), e.GameBegan(score=None) | e.PlayEnded(score=None):
            return fill(event, score=first_score(state.game, state.ground))
        case Playing(), e.TurnEnded(score=None):
            return fill(event, score=_counted(end_turn(state.play.sheet, event.facts), state, event).memory)
        case Playing(), e.PlayEnded(outcome=None) if state.play.armies is not None:
            return fill(event, outcome=outcome_of(state.game, state.play, event))
        case Counting() | Signing(), e.EndCounted(outcome=None):
            return fill(event, outcome=outcome_of(state.game, replace(state.play, ending=event.ending), state.stop))
        case Counting() | Signing(), e.ArmiesCounted(outcome=None):
            return fill(event, outcome=outcome_of(state.game, replace(state.play, armies=event.armies), state.stop))
        case Playing() | Counting() | Signing(), e.TurnCorrected(score=None):
            return _recounted(state, event)
        case _:
            return event


def _recounted(state: Playing | Counting | Signing, event: e.TurnCorrected) -> e.TurnCorrected:
    index = Facts(by=event.by, turn=event.turn).index
    turns = (*state.play.turns[: index - 1], event.facts, *state.play.turns[index:])
    play = replace(state.play, turns=turns)
    sheet = _counted(recount(state.game, play), state, event)
    event = msgspec.structs.replace(event, score=sheet.memory, lines=sheet.lines)
    if not isinstance(state, Signing):
        return event
    return msgspec.structs.replace(event, outcome=outcome_of(state.game, replace(play, sheet=sheet), state.stop))


def _counted(sheet: Tally | Refusal, state: object, event: object) -> Tally:
    if isinstance(sheet, Refusal):
        raise ImpossibleEvent(state, event)
    return sheet
