"""What results change."""

from __future__ import annotations

from heraut.tournament import events as e
from heraut.tournament.evolve.parts import Changes, with_table
from heraut.tournament.state import Settled, State


def _reported(state: State, event: e.ResultReported) -> State:
    reports = state.rounds[event.round - 1].tables[event.table].reports
    return with_table(state, event.round, event.table, reports={**reports, event.seat: event.report})


def _settled(state: State, event: e.ResultSettled | e.ResultCorrected) -> State:
    corrected = isinstance(event, e.ResultCorrected)
    result = Settled(event.report, event.winner, event.points, event.by, corrected)
    return with_table(state, event.round, event.table, result=result)
