"""Judges: calls, rulings, warnings, penalties; all of it logged with who, when and why [ST-OFF-5]."""

from __future__ import annotations

from heraut.kernel import ClauseId, Refusal
from heraut.tournament import commands as c
from heraut.tournament import events as e
from heraut.tournament.decide.outcome import Outcome
from heraut.tournament.settings import SagaSettings
from heraut.tournament.state import State


def call_referee(state: State, command: c.CallReferee) -> Outcome:
    """A player asks for a judge; one open call at a time."""
    if any(call.seat == command.seat and call.answered is None for call in state.calls):
        return Refusal(ClauseId("SR-FAIR-2"), "call-open", command.seat)
    playing = state.playing
    table = None if playing is None else playing.table_of(command.seat)
    return (
        e.RefereeCalled(
            seat=command.seat, call=len(state.calls) + 1, table=None if table is None else table.number,
            note=command.note.strip(), at=command.at,
        ),
    )  # fmt: skip


def answer_call(state: State, command: c.AnswerCall) -> Outcome:
    """A judge has come."""
    call = next((call for call in state.calls if call.number == command.call and call.answered is None), None)
    if call is None:
        return Refusal(ClauseId("SR-FAIR-2"), "call-unknown", command.call)
    return (e.CallAnswered(seat=call.seat, call=call.number, by=command.seat),)


def rule(state: State, command: c.Rule) -> Outcome:
    """Settle a question of rules; it stands, right or wrong [ST-OFF-2, ST-OFF-3, SR-FAIR-2]."""
    if not command.text.strip():
        return Refusal(ClauseId("ST-OFF-5"), "event-reason-missing")
    playing = state.playing
    if command.table is not None and (playing is None or command.table not in playing.tables):
        return Refusal(ClauseId("HOUSE-PHASE-1"), "event-table-unknown", command.table)
    return (
        e.RulingGiven(
            ruling=len(state.rulings) + 1, by=command.seat, at=command.at, text=command.text.strip(),
            round=None if playing is None else playing.number, table=command.table,
        ),
    )  # fmt: skip


def warn(_state: State, command: c.Warn) -> Outcome:
    """Warn a player [ST-OFF-4]."""
    if not command.reason.strip():
        return Refusal(ClauseId("ST-OFF-5"), "event-reason-missing", command.player)
    return (e.PlayerWarned(seat=command.player, by=command.seat, at=command.at, reason=command.reason.strip()),)


def penalise(state: State, command: c.Penalise) -> Outcome:
    """Take tournament points from a player; a SAGA sanction, Steamroller has none short of the door [ST-PTS-10]."""
    if not isinstance(state.settings, SagaSettings):
        return Refusal(ClauseId("SR-FAIR-4"), "penalty-not-played", command.player)
    if command.points <= 0:
        return Refusal(ClauseId("ST-PTS-10"), "penalty-points", command.player, asked=str(command.points))
    if not command.reason.strip():
        return Refusal(ClauseId("ST-OFF-5"), "event-reason-missing", command.player)
    return (
        e.PlayerPenalised(
            player=command.player, points=command.points, by=command.seat, at=command.at, reason=command.reason.strip()
        ),
    )  # fmt: skip
