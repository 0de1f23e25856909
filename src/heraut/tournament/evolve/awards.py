"""What awards change: the list, the box of ballots, what is announced."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from heraut.kernel import Box
from heraut.tournament import events as e
from heraut.tournament.evolve.parts import Changes
from heraut.tournament.state import Ballots, Poll, State


def _set(state: State, event: e.AwardsSet) -> State:
    return replace(state, awards=event.awards)


def _opened(state: State, event: e.VotesOpened) -> State:
    return replace(state, poll=Poll(event.awards, Box.of(event.voters)))


def _poll(state: State, change: Callable[[Ballots], Ballots]) -> State:
    assert state.poll is not None
    return replace(state, poll=Poll(state.poll.awards, change(state.poll.box)))


def _cast(state: State, event: e.BallotCast) -> State:
    return _poll(state, lambda box: box.seal(event.seat, event.choices))


def _taken_back(state: State, event: e.BallotTakenBack) -> State:
    return _poll(state, lambda box: box.draft(event.seat, {}))


def _closed(state: State, _event: e.VotesClosed) -> State:
    return _poll(state, lambda box: box.open())


def _announced(state: State, event: e.AwardAnnounced) -> State:
    others = {id: told for id, told in state.announced.items() if id != event.award}
    return replace(state, announced={**others, event.award: event})
