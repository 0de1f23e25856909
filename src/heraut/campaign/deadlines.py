"""Deadlines: reminders, the time of grace, and what is filled in for absent players (SC-GEN-9 and chapter 31)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from heraut.campaign.sequence import awaits, follow, question
from heraut.campaign.state import Declaring, Fighting, Invading, State, Tied, Watch, step_of
from heraut.campaign.subject import Code, Order, Public, Scene, Steps, Subject, refuse
from heraut.kernel import CLOCK, ORGANISER, Awaited, Event, Instant, Seat, Tick
from heraut.kernel.engine import Outcome, on

AT_ONCE = Instant(1)
"""Long past: the next tick, whenever it comes, has something to do."""


class CloseStep(Order, frozen=True, kw_only=True):
    """The organiser fills in the missing answers, of these players or of all [SC-GEN-9]."""

    players: tuple[Seat, ...] = ()
    seat: Seat = ORGANISER


class ExtendDeadline(Order, frozen=True, kw_only=True):
    """The organiser gives more time [SC-ABS-5]."""

    seconds: int
    seat: Seat = ORGANISER


class DeadlineSet(Public, frozen=True):
    """What is awaited now must come before an instant [SC-ABS-1]."""

    key: str
    opened: Instant
    due: Instant


class ReminderSent(Public, frozen=True):
    """The deadline is near for these players [SC-ABS-2]."""

    seats: tuple[Seat, ...]


class DeadlineMissed(Public, frozen=True):
    """The deadline has passed for these players; the time of grace runs [SC-ABS-3]."""

    seats: tuple[Seat, ...]


class StepClosed(Public, frozen=True):
    """Missing answers are filled in for absent players, by the organiser or by the clock [SC-GEN-9, SC-ABS-4]."""

    seats: tuple[Seat, ...]
    by: Seat


def close_step(state: State, command: CloseStep) -> Outcome:
    """The organiser closes a step that waits for absent players [SC-GEN-9]."""
    wanted = command.players or state.game.seats
    missing = [one for one in awaits(state) if one.seat in wanted and question(one).missing is not None]
    return _filled_in(state, missing, command.seat) if missing else refuse("SC-GEN-9", Code.NOBODY_AWAITED)


def _filled_in(state: State, missing: Sequence[Awaited], by: Seat) -> tuple[Event, ...]:
    """What is awaited now is filled in; later questions are theirs again."""
    closed = StepClosed(tuple(dict.fromkeys(one.seat for one in missing)), by)
    return (closed, *follow(state, lambda scene: _fill_in(scene, missing)).events)


def _fill_in(scene: Scene, missing: Sequence[Awaited]) -> Steps[None]:
    """The missing answers, as far as they are still awaited [SC-GEN-9, SC-ABS-9]."""
    for awaited in missing:
        answer = question(awaited).missing
        if answer is not None and awaited in awaits(scene.state):
            yield from answer(scene.state, awaited)


def watch_key(state: State) -> str:
    """What a deadline is for: the step of the turn, and who speaks where one speaks at a time [SC-ABS-1]."""
    key = f"{state.board.turn} {step_of(state.phase)}"
    match state.phase:
        case Declaring():
            return f"{key} {state.phase.queue[0]} {state.phase.round}"
        case Invading():
            return f"{key} {state.phase.queue[0]}"
        case Tied():
            return f"{key} ties"
        case _:
            return key


def new_deadline(state: State, at: Instant) -> tuple[DeadlineSet, ...]:
    """What is newly awaited from people gets its deadline, if the group gave that step one [SC-ABS-1]."""
    seconds = _seconds_to_give(state) if at else None
    return () if seconds is None else (DeadlineSet(watch_key(state), at, Instant(at + seconds)),)


def _seconds_to_give(state: State) -> int | None:
    """How long people have for what is awaited now; None where no deadline belongs, or it runs already."""
    seconds, watch = state.game.settings.deadlines.get(step_of(state.phase)), state.people.watch
    if seconds is None or not _people_awaited(state):
        return None
    return seconds if watch is None or watch.key != watch_key(state) else None


def _people_awaited(state: State) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(one.seat for one in awaits(state) if one.seat in state.game.seats))


def next_tick(state: State) -> Instant | None:
    """The first instant that changes anything: a deadline still to be set, a reminder, a deadline, its grace."""
    if _seconds_to_give(state) is not None:
        return AT_ONCE
    watch, settings = _running(state), state.game.settings
    if watch is None:
        return None
    instants = [watch.due + settings.grace] if settings.on_deadline == "default" else []
    if not watch.missed:
        instants.append(watch.due)
        if settings.reminder and not watch.reminded:
            instants.append(watch.due - settings.reminder)
    return Instant(min(instants)) if instants else None


def _running(state: State) -> Watch | None:
    """The deadline that runs: not one of a step that is over, and none in a pause [SC-ABS-7]."""
    watch = state.people.watch
    if watch is None or state.people.paused is not None or watch.key != watch_key(state):
        return None
    return watch if _people_awaited(state) else None


def tick(state: State, command: Tick) -> Outcome:
    """An instant has come: a reminder, a missed deadline, missing answers [SC-ABS-2 to SC-ABS-4]."""
    watch, settings, now = _running(state), state.game.settings, command.at
    if watch is None:
        return ()
    seats = _people_awaited(state)
    if now >= watch.due + settings.grace and settings.on_deadline == "default":
        missing = [one for one in awaits(state) if one.seat in seats]
        return (*_filled_in(state, missing, CLOCK), *_again(state, watch, now))
    if now >= watch.due and not watch.missed:
        return (DeadlineMissed(seats),)
    near = settings.reminder and watch.due - settings.reminder <= now < watch.due
    return (ReminderSent(seats),) if near and not watch.reminded and not watch.missed else ()


def _again(state: State, watch: Watch, at: Instant) -> tuple[DeadlineSet, ...]:
    """Combats go on in the same step: whoever was fielded for has the whole time again for the battle [SC-ABS-4]."""
    seconds = state.game.settings.deadlines.get(step_of(state.phase))
    if not isinstance(state.phase, Fighting) or seconds is None:
        return ()
    return (DeadlineSet(watch.key, at, Instant(at + seconds)),)


def extend_deadline(state: State, command: ExtendDeadline) -> Outcome:
    """The organiser gives more time, from the deadline or from now if it has passed [SC-ABS-5]."""
    watch = state.people.watch
    if watch is None or command.seconds < 1 or watch.key != watch_key(state):
        return refuse("SC-ABS-5", Code.NO_DEADLINE)
    due = Instant(max(watch.due, command.at) + command.seconds)
    return (DeadlineSet(watch.key, watch.opened, due),)


def _set(state: State, event: DeadlineSet) -> State:
    return _watched(state, Watch(event.key, event.opened, event.due))


def _reminded(state: State, _event: ReminderSent) -> State:
    watch = state.people.watch
    return state if watch is None else _watched(state, replace(watch, reminded=True))


def _missed(state: State, _event: DeadlineMissed) -> State:
    watch = state.people.watch
    return state if watch is None else _watched(state, replace(watch, missed=True))


def _watched(state: State, watch: Watch) -> State:
    return replace(state, people=replace(state.people, watch=watch))


def _closed(state: State, _event: StepClosed) -> State:
    return state


SUBJECT = Subject(
    decides=(on(CloseStep, close_step), on(ExtendDeadline, extend_deadline), on(Tick, tick)),
    evolves=(
        on(DeadlineSet, _set),
        on(ReminderSent, _reminded),
        on(DeadlineMissed, _missed),
        on(StepClosed, _closed),
    ),
)
