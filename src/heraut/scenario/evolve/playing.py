"""Turns on the sheet, and what happens in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from heraut.kernel import ImpossibleEvent
from heraut.scenario import events as e
from heraut.scenario.evolve.ending import signable
from heraut.scenario.evolve.keepers import agreed, counted
from heraut.scenario.facts import Attack, Facts
from heraut.scenario.result import refold
from heraut.scenario.score import Start, Tally, end_turn
from heraut.scenario.sides import Side
from heraut.scenario.state import Counting, Play, Playing, State


def evolve_playing(state: Playing, event: Any) -> State:
    """One entry of the sheet."""
    play = state.play
    match event:
        case e.DiceCounted(first=first, second=second):
            dice = {Side.FIRST: first, Side.SECOND: second}
            return _restarted(state, msgspec.structs.replace(play.start, dice=dice))
        case e.TurnEnded(facts=facts):
            return replace(state, play=_turned(play, event, counted(end_turn(play.sheet, facts), state, event)))
        case e.PointsScored():
            return state
        case e.LengthRolled(more=more):
            return replace(state, play=replace(play, more=more))
        case e.FlagRemoved(element=element):
            return _restarted(state, msgspec.structs.replace(play.start, removed=element))
        case e.TimeCalled():
            return replace(state, play=replace(play, timed_at=play.sheet.turns))
        case e.PlayEnded():
            ended = Counting(state.game, state.ground, play, event)
            return ended if play.armies is None else signable(ended, play)
        case e.TurnConfirmed() | e.TurnDisputed() | e.TurnCorrected():
            return replace(state, play=agreed(state, event))
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


def _restarted(state: Playing, start: Start) -> Playing:
    play = replace(state.play, start=start)
    return replace(state, play=replace(play, sheet=counted(refold(state.game, play), state, start)))
