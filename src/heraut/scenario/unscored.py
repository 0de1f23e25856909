"""
Matches written before scores were stored: what their events leave out is counted as they are read.

Since then `decide` stores what it counts, and `evolve` only puts it in place. This is the one place that still counts.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec

from heraut.kernel import Event, ImpossibleEvent, Refusal
from heraut.scenario.disputes import TurnCorrected, recounted
from heraut.scenario.ending import EndCounted, PlayEnded, outcome_of
from heraut.scenario.signing import ArmiesCounted
from heraut.scenario.state import Counting, Playing, SettingUp, Signing, State, Stop
from heraut.scenario.steps import GameBegan, first_score
from heraut.scenario.tally import end_turn
from heraut.scenario.turns import TurnEnded


def completed(state: State, event: Event) -> Event:
    """The event with what it would store today."""
    fill = msgspec.structs.replace
    found: Event | Refusal = event
    match state, event:
        case SettingUp(), GameBegan(score=None) | PlayEnded(score=None):
            found = fill(event, score=first_score(state.game, state.ground))
        case Playing(), TurnEnded(score=None, facts=facts):
            after = end_turn(state.play.sheet, facts)
            found = after if isinstance(after, Refusal) else fill(event, score=after.memory)
        case Playing(), PlayEnded(clause, kind, side, outcome=None) if state.play.armies is not None:
            found = fill(event, outcome=outcome_of(state.play, Stop(clause, kind, side)))
        case Counting() | Signing(), EndCounted(ending=ending, outcome=None):
            found = fill(event, outcome=outcome_of(replace(state.play, ending=ending), state.stop))
        case Counting() | Signing(), ArmiesCounted(armies=armies, outcome=None):
            found = fill(event, outcome=outcome_of(replace(state.play, armies=armies), state.stop))
        case Playing() | Counting() | Signing(), TurnCorrected(score=None):
            found = recounted(state, event)
    if isinstance(found, Refusal):
        raise ImpossibleEvent(state, event)
    return found
