"""A turn already on the sheet: keepers agree, differ, or an official has corrected it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from heraut.scenario import events as e
from heraut.scenario.facts import Facts
from heraut.scenario.score.sheet import Score, remembering
from heraut.scenario.state import Dispute, Play


def agreed(play: Play, event: Any) -> Play:
    """Two keepers agree, differ, or an official has corrected a turn."""
    index = Facts(by=event.by, turn=event.turn).index
    match event:
        case e.TurnDisputed(seat=seat, facts=facts, units=units, entries=entries):
            return replace(play, disputes={**play.disputes, index: Dispute(seat, facts, units, entries)})
        case e.TurnCorrected(facts=facts, units=units, entries=entries, score=Score() as score, lines=lines):
            turns = (*play.turns[: index - 1], facts, *play.turns[index:])
            sheet = msgspec.structs.replace(remembering(play.sheet, score), lines=lines)
            changed = replace(play, turns=turns, disputes=_without(play, index), sheet=sheet)
            return changed.standing(units, entries) if index == len(turns) else changed
        case _:
            return replace(play, disputes=_without(play, index))


def _without(play: Play, index: int) -> dict[int, Dispute]:
    return {place: dispute for place, dispute in play.disputes.items() if place != index}
