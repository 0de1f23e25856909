"""Turns on the sheet, and what happens in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from heraut.kernel import ImpossibleEvent
from heraut.scenario import events as e
from heraut.scenario.evolve.keepers import agreed
from heraut.scenario.facts import Attack, Facts
from heraut.scenario.score.sheet import Score, Tally, remembering
from heraut.scenario.sides import Side
from heraut.scenario.state import Counting, Play, Playing, Signing, State


def evolve_playing(state: Playing, event: Any) -> State:
    """One entry of the sheet."""
    play = state.play
    match event:
        case e.DiceCounted(first=first, second=second):
            return replace(state, play=_known(play, dice={Side.FIRST: first, Side.SECOND: second}))
        case e.TurnEnded(score=Score() as score):
            return replace(state, play=_turned(play, event, remembering(play.sheet, score)))
        case e.PointsScored(line=line):
            sheet = msgspec.structs.replace(play.sheet, lines=(*play.sheet.lines, line))
            return replace(state, play=replace(play, sheet=sheet))
        case e.LengthRolled(more=more):
            return replace(state, play=replace(play, more=more))
        case e.FlagRemoved(element=element):
            known = _known(play, removed=element)
            sheet = msgspec.structs.replace(known.sheet, gone=(*known.sheet.gone, element))
            return replace(state, play=replace(known, sheet=sheet))
        case e.TimeCalled():
            return replace(state, play=replace(play, timed_at=play.sheet.turns))
        case e.PlayEnded(outcome=outcome):
            if outcome is not None:
                return Signing(state.game, state.ground, play, event, outcome)
            return Counting(state.game, state.ground, play, event)
        case e.TurnConfirmed() | e.TurnDisputed() | e.TurnCorrected():
            return replace(state, play=agreed(play, event))
        case _:
            return _during(state, event)


def _turned(play: Play, event: e.TurnEnded, sheet: Tally) -> Play:
    turns, keepers = (*play.turns, event.facts), (*play.keepers, event.seat)
    after = replace(play, sheet=sheet, turns=turns, keepers=keepers, during=None)
    return after.standing(event.units, event.entries)


def _during(state: Playing, event: Any) -> Playing:
    play = state.play
    match event:
        case e.MarkerClaimed(marker=marker):
            return replace(state, play=play.with_during(_now(play, claimed=(marker,))))
        case e.MarkerCharged(marker=marker, hits=hits):
            return replace(state, play=replace(play, charge=(marker, hits)))
        case e.ChargeResolved(marker=marker, destroyed=destroyed):
            happened = play.with_during(_now(play, attacks=(Attack(marker, destroyed),)))
            return replace(state, play=replace(happened, charge=None))
        case e.LossReported(facts=facts):
            return replace(state, play=play.with_during(facts))
        case _:
            raise ImpossibleEvent(state, event)


def _now(play: Play, **facts: Any) -> Facts:
    side, turn = play.sheet.next_turn
    return Facts(by=side, turn=turn, **facts)


def _known(play: Play, **facts: Any) -> Play:
    """The sheet with something that holds from the beginning."""
    change = msgspec.structs.replace
    return replace(play, begun=change(play.begun, **facts), sheet=change(play.sheet, **facts))
