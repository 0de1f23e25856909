"""What officials' words change: calls, rulings, sanctions."""

from __future__ import annotations

from dataclasses import replace

from heraut.tournament import events as e
from heraut.tournament.evolve.parts import Changes
from heraut.tournament.state import Call, Ruling, Sanction, State


def _called_referee(state: State, event: e.RefereeCalled) -> State:
    call = Call(event.call, event.seat, event.table, event.note, event.at)
    return replace(state, calls=(*state.calls, call))


def _answered(state: State, event: e.CallAnswered) -> State:
    calls = tuple(replace(call, answered=event.by) if call.number == event.call else call for call in state.calls)
    return replace(state, calls=calls)


def _ruled(state: State, event: e.RulingGiven) -> State:
    ruling = Ruling(event.ruling, event.by, event.at, event.text, event.round, event.table)
    return replace(state, rulings=(*state.rulings, ruling))


def _warned(state: State, event: e.PlayerWarned) -> State:
    return replace(
        state, sanctions=(*state.sanctions, Sanction("warning", event.seat, event.by, event.at, event.reason))
    )


def _penalised(state: State, event: e.PlayerPenalised) -> State:
    sanction = Sanction("penalty", event.player, event.by, event.at, event.reason, event.points)
    return replace(state, sanctions=(*state.sanctions, sanction))
