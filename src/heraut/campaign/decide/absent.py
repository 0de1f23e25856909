"""Absent players: closing a step for them, deadlines, reminders (SC-GEN-9 and chapter 31)."""

from __future__ import annotations

from heraut.campaign.awaiting import awaits
from heraut.campaign.commands import CloseStep, ExtendDeadline
from heraut.campaign.decide import arrivals, build, combat, declare, determine, initiative, invasion, paying, prepare
from heraut.campaign.decide.setup import compose_default
from heraut.campaign.decide.story import Code, Story, refuse
from heraut.campaign.events import (
    DeadlineMissed,
    DeadlineSet,
    ReminderSent,
    ResultConfirmed,
    StepClosed,
)
from heraut.campaign.names import ArmyId, TerritoryId
from heraut.campaign.state import Declaring, Fighting, Invading, State, Tied, Watch, step_of
from heraut.kernel import CLOCK, Awaited, Instant, Refusal, Seat, Tick

AT_ONCE = Instant(1)
"""Long past: the next tick, whenever it comes, has something to do."""


def close(story: Story, command: CloseStep) -> Refusal | None:
    """The organiser closes a step that waits for absent players [SC-GEN-9]."""
    wanted = command.players or story.state.game.seats
    if not _close_for(story, wanted, command.seat):
        return refuse("SC-GEN-9", Code.NOBODY_AWAITED)
    return None


def _close_for(story: Story, wanted: tuple[Seat, ...], by: Seat) -> bool:
    """Fill in what is awaited from these players now; later questions are theirs again."""
    missing = [awaited for awaited in awaits(story.state) if awaited.seat in wanted]
    if not missing:
        return False
    story.tell(StepClosed(tuple(dict.fromkeys(awaited.seat for awaited in missing)), by))
    for awaited in missing:
        if awaited in awaits(story.state):
            _fill_in(story, awaited)
    return True


def _fill_in(story: Story, awaited: Awaited) -> None:
    """The missing answer [SC-GEN-9, SC-ABS-9]."""
    seat, subject = awaited.seat, awaited.subject
    match awaited.code:
        case "campaign-compose":
            compose_default(story, seat)
        case "campaign-village" if isinstance(subject, int):
            army = story.board.armies[ArmyId(subject)]
            lowest = arrivals.nearest(story.state.game, story.board, army.owner, army.origin)[0]
            arrivals.arrive(story, army, lowest, defaulted=True)
        case "campaign-bid":
            initiative.bid_default(story, seat)
        case "campaign-ties":
            initiative.ties_default(story, seat)
        case "campaign-prepare":
            prepare.prepare_default(story, seat)
        case "campaign-declare":
            declare.pass_default(story, seat)
        case "campaign-militia":
            determine.militia_default(story, TerritoryId(str(subject)))
        case "campaign-demobilise":
            paying.demobilise_default(story, seat)
        case "campaign-build":
            build.build_default(story, seat)
        case "campaign-invade":
            invasion.decline_default(story, seat)
        case _:
            _fill_in_combat(story, awaited)


def _fill_in_combat(story: Story, awaited: Awaited) -> None:
    """The strongest band is fielded [SC-GEN-9]; silence is agreement, and no report a draw [SC-ABS-9]."""
    at, phase = TerritoryId(str(awaited.subject)), story.state.phase
    assert isinstance(phase, Fighting)
    match awaited.code:
        case "campaign-field":
            combat.field_default(story, at, awaited.seat)
        case "campaign-result":
            combat.unfought(story, phase.combats[at])
        case "campaign-review":
            story.tell(ResultConfirmed(awaited.seat, at))


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


def set_deadline(story: Story, at: Instant) -> None:
    """What is newly awaited from people gets its deadline, if the group gave that step one [SC-ABS-1]."""
    if at and (seconds := _seconds_to_give(story.state)) is not None:
        story.tell(DeadlineSet(watch_key(story.state), at, Instant(at + seconds)))


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


def tick(story: Story, command: Tick) -> Refusal | None:
    """An instant has come: a reminder, a missed deadline, missing answers [SC-ABS-2 to SC-ABS-4]."""
    watch, settings = _running(story.state), story.state.game.settings
    if watch is None:
        return None
    seats = _people_awaited(story.state)
    if command.at >= watch.due + settings.grace and settings.on_deadline == "default":
        _close_for(story, seats, CLOCK)
        _again(story, watch, command.at)
    elif command.at >= watch.due and not watch.missed:
        story.tell(DeadlineMissed(seats))
    elif _reminder_due(watch, settings.reminder, command.at):
        story.tell(ReminderSent(seats))
    return None


def _again(story: Story, watch: Watch, at: Instant) -> None:
    """Combats go on in the same step: whoever was fielded for has the whole time again for the battle [SC-ABS-4]."""
    seconds = story.state.game.settings.deadlines.get(step_of(story.state.phase))
    if isinstance(story.state.phase, Fighting) and seconds is not None:
        story.tell(DeadlineSet(watch.key, at, Instant(at + seconds)))


def _reminder_due(watch: Watch, reminder: int, at: Instant) -> bool:
    return bool(reminder) and not watch.reminded and not watch.missed and watch.due - reminder <= at < watch.due


def extend(story: Story, command: ExtendDeadline) -> Refusal | None:
    """The organiser gives more time, from the deadline or from now if it has passed [SC-ABS-5]."""
    watch = story.state.people.watch
    if watch is None or command.seconds < 1 or watch.key != watch_key(story.state):
        return refuse("SC-ABS-5", Code.NO_DEADLINE)
    due = Instant(max(watch.due, command.at) + command.seconds)
    story.tell(DeadlineSet(watch.key, watch.opened, due))
    return None
