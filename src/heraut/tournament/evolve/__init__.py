"""What has happened changes the state: no rule, no refusal."""

from __future__ import annotations

from collections.abc import Iterable

from heraut.kernel import ImpossibleEvent
from heraut.tournament import events as e
from heraut.tournament.evolve import awards, clocks, entries, officials, results, rounds
from heraut.tournament.evolve.parts import Changes
from heraut.tournament.state import State

__all__ = ["evolve", "evolve_all"]


def evolve(state: State, event: e.TournamentEvent) -> State:
    """The state after the event."""
    change = _CHANGES.get(type(event))
    if change is None:
        raise ImpossibleEvent(state, event)
    return change(state, event)


def evolve_all(state: State, events: Iterable[e.TournamentEvent]) -> State:
    """The state after these events."""
    for event in events:
        state = evolve(state, event)
    return state


def _unchanged(state: State, _event: e.TournamentEvent) -> State:
    return state


_CHANGES: Changes = {
    **entries.CHANGES,
    **rounds.CHANGES,
    **clocks.CHANGES,
    **results.CHANGES,
    **officials.CHANGES,
    **awards.CHANGES,
    e.ListsAmended: _unchanged,
    e.ScenarioRedrawn: _unchanged,
    e.ReportsDiffer: _unchanged,
}
"""A lookup by type, not a long `match`: streams of large events fold tens of thousands of these."""
