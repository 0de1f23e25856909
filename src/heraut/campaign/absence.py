"""Absent players: deadlines and what is filled in, stand-ins, pauses, replacements (SC-GEN-9 and chapter 31)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, get_args

from msgspec.structs import replace

from heraut.campaign.sequence import awaits, follow, question
from heraut.campaign.settings import Level
from heraut.campaign.state import Declaring, Fighting, Invading, State, Tied, Watch, step_of
from heraut.campaign.subject import CampaignOrder, CampaignScene, CampaignSubject, Code, Steps, refuse
from heraut.kernel.bounds import LARGEST
from heraut.kernel.engine import Outcome, on, unchanged
from heraut.kernel.message import Awaited, Event, PublicEvent, Speaker, Tick
from heraut.kernel.names import CLOCK, ORGANISER, Instant, Seat, one_line
from heraut.kernel.refusal import HouseCode, house

AT_ONCE = Instant(1)
"""Long past: the next tick, whenever it comes, has something to do."""

BOTS: Mapping[str, Level] = {f"bot:{level}": level for level in get_args(Level)}


class CloseStep(CampaignOrder, frozen=True, kw_only=True):
    """The organiser fills in the missing answers, of these players or of all [SC-GEN-9]."""

    speaker: ClassVar[Speaker] = Speaker.ORGANISER
    players: tuple[Seat, ...] = ()
    seat: Seat = ORGANISER


class ExtendDeadline(CampaignOrder, frozen=True, kw_only=True):
    """The organiser gives more time [SC-ABS-5]."""

    speaker: ClassVar[Speaker] = Speaker.ORGANISER
    seconds: int
    seat: Seat = ORGANISER


class NameStandIn(CampaignOrder, frozen=True, kw_only=True):
    """Somebody, or a bot, plays for the seat until further notice; empty ends it [SC-ABS-6]."""

    speaker: ClassVar[Speaker] = Speaker.PLAYER_OR_ORGANISER
    player: Seat
    stand_in: str = ""


class VotePause(CampaignOrder, frozen=True, kw_only=True):
    """Ask for a pause, or for its end [SC-ABS-7]."""

    pause: bool = True


class SetPause(CampaignOrder, frozen=True, kw_only=True):
    """The organiser stops or starts the clock [SC-ABS-7]."""

    speaker: ClassVar[Speaker] = Speaker.ORGANISER
    pause: bool = True
    seat: Seat = ORGANISER


class ReplacePlayer(CampaignOrder, frozen=True, kw_only=True):
    """Somebody takes over a seat for good [SC-ABS-8]."""

    speaker: ClassVar[Speaker] = Speaker.ORGANISER
    player: Seat
    name: str
    seat: Seat = ORGANISER


class DeadlineSet(PublicEvent, frozen=True):
    """What is awaited now must come before an instant [SC-ABS-1]."""

    key: str
    opened: Instant
    due: Instant


class ReminderSent(PublicEvent, frozen=True):
    """The deadline is near for these players [SC-ABS-2]."""

    seats: tuple[Seat, ...]


class DeadlineMissed(PublicEvent, frozen=True):
    """The deadline has passed for these players; the time of grace runs [SC-ABS-3]."""

    seats: tuple[Seat, ...]


class StepClosed(PublicEvent, frozen=True):
    """Missing answers are filled in for absent players, by the organiser or by the clock [SC-GEN-9, SC-ABS-4]."""

    seats: tuple[Seat, ...]
    by: Seat


class StandInNamed(PublicEvent, frozen=True):
    """Somebody plays for the seat until further notice; empty: nobody any more [SC-ABS-6]."""

    seat: Seat
    stand_in: str


class PauseVoted(PublicEvent, frozen=True):
    """A player is for a pause, or against it [SC-ABS-7]."""

    seat: Seat
    pause: bool


class CampaignPaused(PublicEvent, frozen=True):
    """No deadline runs any more [SC-ABS-7]."""

    at: Instant


class CampaignResumed(PublicEvent, frozen=True):
    """Deadlines run again, later by the length of the pause; `due` is the running one, if any [SC-ABS-7]."""

    at: Instant
    due: Instant | None = None


class PlayerReplaced(PublicEvent, frozen=True):
    """Somebody has taken over the seat for good, from whoever had it before, maybe a bot of the settings [SC-ABS-8]."""

    seat: Seat
    name: str
    former: str = ""
    from_bot: bool = False


def close_step(state: State, command: CloseStep) -> Outcome:
    """The organiser closes a step that waits for absent players [SC-GEN-9]."""
    wanted = command.players or state.game.seats
    missing = [one for one in awaits(state) if one.seat in wanted and question(one).missing is not None]
    return _filled_in(state, missing, command.seat) if missing else refuse("SC-GEN-9", Code.NOBODY_AWAITED)


def _filled_in(state: State, missing: Sequence[Awaited], by: Seat) -> tuple[Event, ...]:
    """What is awaited now is filled in; later questions are theirs again."""
    closed = StepClosed(tuple(dict.fromkeys(one.seat for one in missing)), by)
    return (closed, *follow(state, lambda scene: _fill_in(scene, missing)).events)


def _fill_in(scene: CampaignScene, missing: Sequence[Awaited]) -> Steps[None]:
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
    return () if seconds is None else (DeadlineSet(watch_key(state), at, _instant(at + seconds)),)


def _instant(seconds: int) -> Instant:
    """An instant; what would be later than any that can be written is the last of them."""
    return Instant(min(seconds, LARGEST))


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
    return (DeadlineSet(watch.key, at, _instant(at + seconds)),)


def extend_deadline(state: State, command: ExtendDeadline) -> Outcome:
    """The organiser gives more time, from the deadline or from now if it has passed [SC-ABS-5]."""
    watch = state.people.watch
    if watch is None or command.seconds < 1 or watch.key != watch_key(state):
        return refuse("SC-ABS-5", Code.NO_DEADLINE)
    due = _instant(max(watch.due, _run_until(state, watch, command.at)) + command.seconds)
    return (DeadlineSet(watch.key, watch.opened, due),)


def name_stand_in(state: State, command: NameStandIn) -> Outcome:
    """
    A player, or the organiser for them, names who plays for the seat [SC-ABS-6].

    Where a bot takes the place of the last person a vote waited for, the vote succeeds [SC-ABS-7].
    """
    if command.player not in state.game.seats:
        return house(HouseCode.UNKNOWN_SEAT, command.player)
    if command.seat not in (command.player, ORGANISER):
        return house(HouseCode.NOT_YOUR_SEAT, command.player)
    if not state.game.settings.stand_ins:
        return refuse("SC-ABS-6", Code.STAND_INS_OFF)
    known = command.stand_in in ("", ORGANISER, *state.game.seats, *BOTS)
    if not known or command.stand_in == command.player:
        return refuse("SC-ABS-6", Code.STAND_IN_UNKNOWN, command.stand_in)
    named = StandInNamed(command.player, command.stand_in)
    return (named, *_carried(_stand_in(state, named), command.at))


def vote_pause(state: State, command: VotePause) -> Outcome:
    """Enough votes stop the clock, or start it again [SC-ABS-7]."""
    if state.game.settings.pause_vote == "never":
        return refuse("SC-ABS-7", Code.PAUSE_OFF)
    vote = PauseVoted(command.seat, command.pause)
    return (vote, *_carried(_voted(state, vote), command.at))


def _carried(state: State, at: Instant) -> tuple[CampaignPaused | CampaignResumed, ...]:
    """The clock turns when enough people want it; a seat that a bot fills counts only if it has voted [SC-ABS-7]."""
    votes = state.people.votes
    voters = {*state.game.seats} - bot_seats(state).keys() | votes
    enough = len(votes) >= state.game.settings.votes_needed(len(voters))
    return (_turned(state, at),) if votes and enough else ()


def set_pause(state: State, command: SetPause) -> Outcome:
    """The organiser stops or starts the clock [SC-ABS-7]."""
    if command.pause == (state.people.paused is not None):
        return refuse("SC-ABS-7", Code.PAUSE_ALREADY)
    return (_turned(state, command.at),)


def _turned(state: State, at: Instant) -> CampaignPaused | CampaignResumed:
    """The clock stops, or goes on with the running deadline later by the length of the pause."""
    return CampaignPaused(at) if state.people.paused is None else CampaignResumed(at, _due_resumed(state, at))


def _due_resumed(state: State, at: Instant) -> Instant | None:
    """The running deadline, if any, is later by as much of the pause as it ran [SC-ABS-7]."""
    watch = state.people.watch
    return None if watch is None else _instant(watch.due + max(0, at - _run_until(state, watch, at)))


def _run_until(state: State, watch: Watch, at: Instant) -> Instant:
    """Up to when a deadline has run: in a pause, until it began, or not at all if it was set since [SC-ABS-7]."""
    paused = state.people.paused
    return at if paused is None else max(paused, watch.opened)


def replace_player(state: State, command: ReplacePlayer) -> Outcome:
    """Somebody takes over the seat, with all that belongs to it [SC-ABS-8]."""
    if command.player not in state.game.seats:
        return house(HouseCode.UNKNOWN_SEAT, command.player)
    name = one_line(command.name)
    if not name:
        return refuse("SC-ABS-8", Code.NO_NAME, command.player)
    former, from_bot = state.people.names[command.player], command.player in state.bots
    return (PlayerReplaced(command.player, name, former, from_bot),)


def _reminded(state: State, _event: ReminderSent) -> State:
    return _watched(state, state.people.watch and replace(state.people.watch, reminded=True))


def _missed(state: State, _event: DeadlineMissed) -> State:
    return _watched(state, state.people.watch and replace(state.people.watch, missed=True))


def _watched(state: State, watch: Watch | None) -> State:
    return replace(state, people=replace(state.people, watch=watch))


def _stand_in(state: State, event: StandInNamed) -> State:
    others = {seat: name for seat, name in state.people.stand_ins.items() if seat != event.seat}
    named = others | ({event.seat: event.stand_in} if event.stand_in else {})
    return replace(state, people=replace(state.people, stand_ins=named))


def _voted(state: State, event: PauseVoted) -> State:
    votes = state.people.votes
    for_change = event.pause != (state.people.paused is not None)
    votes = votes | {event.seat} if for_change else votes - {event.seat}
    return replace(state, people=replace(state.people, votes=votes))


def _paused(state: State, event: CampaignPaused) -> State:
    return replace(state, people=replace(state.people, paused=event.at, votes=frozenset()))


def _resumed(state: State, event: CampaignResumed) -> State:
    watch = state.people.watch
    if watch is not None and event.due is not None:
        watch = replace(watch, due=event.due)
    return replace(state, people=replace(state.people, watch=watch, paused=None, votes=frozenset()))


def _with_due(state: State, event: CampaignResumed) -> CampaignResumed:
    """Form 1 did not say when the deadline now is."""
    return event if event.due is not None else replace(event, due=_due_resumed(state, event.at))


def _replaced(state: State, event: PlayerReplaced) -> State:
    taken_over = state.people.taken_over | ({event.seat} if event.from_bot else set())
    names = {**state.people.names, event.seat: event.name}
    return replace(state, people=replace(state.people, names=names, taken_over=taken_over))


def stand_ins(state: State) -> Mapping[Seat, Seat]:
    """Who plays for a seat until further notice, by that seat: another player or the organiser [SC-ABS-6]."""
    people = (*state.game.seats, ORGANISER)
    return {seat: Seat(by) for seat, by in state.people.stand_ins.items() if by in people}


def bot_seats(state: State) -> Mapping[Seat, Level]:
    """The seats that bots fill: by the settings, or as stand-ins [SC-ABS-6]."""
    stand_ins = {seat: BOTS[by] for seat, by in state.people.stand_ins.items() if by in BOTS}
    return {**state.bots, **stand_ins}


SUBJECT = CampaignSubject(
    decides=(
        on(CloseStep, close_step),
        on(ExtendDeadline, extend_deadline),
        on(Tick, tick),
        on(NameStandIn, name_stand_in),
        on(VotePause, vote_pause),
        on(SetPause, set_pause),
        on(ReplacePlayer, replace_player),
    ),
    evolves=(
        on(DeadlineSet, lambda state, event: _watched(state, Watch(event.key, event.opened, event.due))),
        on(ReminderSent, _reminded),
        on(DeadlineMissed, _missed),
        on(StepClosed, unchanged),
        on(StandInNamed, _stand_in),
        on(PauseVoted, _voted),
        on(CampaignPaused, _paused),
        on(CampaignResumed, _resumed),
        on(PlayerReplaced, _replaced),
    ),
    completes=(on(CampaignResumed, _with_due),),
)
