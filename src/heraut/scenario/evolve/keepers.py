"""A turn already on the sheet: keepers agree, differ, or an official has corrected it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from heraut.kernel import ImpossibleEvent, Refusal
from heraut.scenario import events as e
from heraut.scenario.facts import Facts
from heraut.scenario.result import refold
from heraut.scenario.score import Tally
from heraut.scenario.state import Counting, Dispute, Play, Playing, Signing


def agreed(state: Playing | Counting | Signing, event: Any) -> Play:
    """Two keepers agree, differ, or an official has corrected a turn."""
    play = state.play
    index = Facts(by=event.by, turn=event.turn).index
    match event:
        case e.TurnDisputed(seat=seat, facts=facts, units=units, entries=entries):
            return replace(play, disputes={**play.disputes, index: Dispute(seat, facts, units, entries)})
        case e.TurnCorrected(facts=facts, units=units, entries=entries):
            turns = (*play.turns[: index - 1], facts, *play.turns[index:])
            changed = replace(play, turns=turns, disputes=_without(play, index))
            if index == len(turns):
                changed = changed.standing(units, entries)
            return replace(changed, sheet=counted(refold(state.game, changed), state, event))
        case _:
            return replace(play, disputes=_without(play, index))


def _without(play: Play, index: int) -> dict[int, Dispute]:
    return {place: dispute for place, dispute in play.disputes.items() if place != index}


def counted(sheet: Tally | Refusal, state: object, event: object) -> Tally:
    """The score of an event that was judged already."""
    if isinstance(sheet, Refusal):
        raise ImpossibleEvent(state, event)
    return sheet
