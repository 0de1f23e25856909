"""Events about the people around the table: deadlines, stand-ins, pauses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from heraut.campaign import events as ev
from heraut.campaign.state import People, State, Watch, due_after_pause


def _deadline(state: State, event: ev.DeadlineSet) -> State:
    return _people(state, watch=Watch(event.key, event.opened, event.due))


def _reminded(state: State, _event: ev.ReminderSent) -> State:
    watch = state.people.watch
    return state if watch is None else _people(state, watch=replace(watch, reminded=True))


def _missed(state: State, _event: ev.DeadlineMissed) -> State:
    watch = state.people.watch
    return state if watch is None else _people(state, watch=replace(watch, missed=True))


def _closed(state: State, _event: ev.StepClosed) -> State:
    return state


def _stand_in(state: State, event: ev.StandInNamed) -> State:
    others = {seat: name for seat, name in state.people.stand_ins.items() if seat != event.seat}
    return _people(state, stand_ins=others | ({event.seat: event.stand_in} if event.stand_in else {}))


def _voted(state: State, event: ev.PauseVoted) -> State:
    votes = state.people.votes
    for_change = event.pause != (state.people.paused is not None)
    return _people(state, votes=votes | {event.seat} if for_change else votes - {event.seat})


def _paused(state: State, event: ev.CampaignPaused) -> State:
    return _people(state, paused=event.at, votes=frozenset())


def _resumed(state: State, event: ev.CampaignResumed) -> State:
    people = state.people
    watch = people.watch
    if watch is not None and people.paused is not None:
        # Streams of form 1 do not say when the deadline now is.
        due = event.due if event.due is not None else due_after_pause(watch, people.paused, event.at)
        watch = replace(watch, due=due)
    return _people(state, watch=watch, paused=None, votes=frozenset())


def _replaced(state: State, event: ev.PlayerReplaced) -> State:
    return _people(state, names={**state.people.names, event.seat: event.name})


def _people(state: State, **changes: Any) -> State:
    people: People = replace(state.people, **changes)
    return replace(state, people=people)


HANDLERS: Mapping[type, Callable[[State, Any], State]] = {
    ev.DeadlineSet: _deadline,
    ev.ReminderSent: _reminded,
    ev.DeadlineMissed: _missed,
    ev.StepClosed: _closed,
    ev.StandInNamed: _stand_in,
    ev.PauseVoted: _voted,
    ev.CampaignPaused: _paused,
    ev.CampaignResumed: _resumed,
    ev.PlayerReplaced: _replaced,
}
