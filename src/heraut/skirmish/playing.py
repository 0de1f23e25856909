"""
How a command is played: an action begins, goes on with each answer, and is told to those who may know.

What a subject lists under `plays` begins an action, what it lists under `answers` goes on with it; `RollAll` does all
of it at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from heraut.kernel.engine import Case, ImpossibleEvent, Outcome, completer, evolvers, on, speaker_refusal, union
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Roll
from heraut.kernel.names import ORGANISER, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.skirmish.answers import Asked, Choose, DiceRolled, Ended, answer_of, due, not_now
from heraut.skirmish.checks import beyond_limits
from heraut.skirmish.entrust import Thought, Weighed, is_left
from heraut.skirmish.need import DecisionNeed, DiceNeed, Faces, Need, NeedAnswer, refuse
from heraut.skirmish.pace import PassOn, goes_by_what_all_see
from heraut.skirmish.procedure import FightSubject, Progress, run
from heraut.skirmish.secrecy import is_secret, known_to, wait_unseen, waits_unseen, whose_secret
from heraut.skirmish.state import Pending, State
from heraut.skirmish.subjects import ACTIONS, ANSWERS, FACTS, SUBJECTS, AnyAction, AnyAnswer
from heraut.skirmish.turn import CloseSegment


class RollAll(Command, frozen=True, kw_only=True):
    """
    A command with the answers to what it then waits for: a deed and all its rolls as one [SK-GEN-7].

    Without a `command` it goes on with the action under way. `answers` are the faces of each roll, and the choices of
    those who leave them to Héraut, in the order they are asked for; the shell fills them in, as it does all dice.
    `thought`: why Héraut plays so a character who is left to it.
    """

    filled_in: ClassVar[tuple[str, ...]] = ("answers", "thought")
    command: AnyAction | AnyAnswer | None = None
    answers: tuple[Faces | str, ...] = ()
    thought: Thought | None = None


class Began(PublicEvent, frozen=True, kw_only=True):
    """An action has begun and waits for something; `action` is the type of its command, for the log."""

    command: AnyAction
    action: str
    actor: str


if TYPE_CHECKING:  # as in `subjects`
    AnyFact = Event
else:
    AnyFact = union((*FACTS, Began))


class Unseen(Event, frozen=True, kw_only=True):
    """Something only its owner and the game master may know."""

    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    event: AnyFact


# --- what may happen


def unfit(state: State, command: Command) -> Refusal | None:
    """Why it is no command of this seat's, or none that any table would mean."""
    if refusal := speaker_refusal(command, state.settings.players, (ORGANISER,)):
        return refusal
    return None if isinstance(command, Roll) else beyond_limits(command)


def act(state: State, command: Command) -> Outcome:
    """An action begins, and goes as far as it may without an answer."""
    if waits_unseen(state, command.seat):
        return wait_unseen()
    if state.pending is not None:
        return not_now(state)
    if refusal := check(state, command):
        return refusal
    progress = played(state, command)
    whole = progress.events
    if progress.need is not None:
        actor = getattr(command, "who", command.seat)
        began = Began(command=_as_told(command), action=type(command).__name__, actor=actor)
        whole = (began, *progress.events, _asked(progress.need))
    return _shielded(state, command, progress.need, whole)


def answer(state: State, command: Command) -> Outcome:
    """The action under way goes on."""
    if waits_unseen(state, command.seat):
        return wait_unseen()
    told = ANSWERS[type(command)](state, command)
    if isinstance(told, Refusal) or state.pending is None:
        return told
    return _go_on(state, state.pending, told)


def check(state: State, command: Command) -> Refusal | None:
    """Why the command may not be played: first by what its speaker may know, then, without a word why, by the rest."""
    refusal_of = ACTIONS[type(command)].check
    known = known_to(state, command.seat)
    if (refusal := refusal_of(known, command)) or known is state:
        return refusal
    return None if refusal_of(state, command) is None else wait_unseen()


def _as_told(command: Command) -> Command:
    """
    The command as everybody may know it has begun: whom it lets lose an action has been judged and counts no more.

    Somebody hidden among them would keep its beginning from the others, which tells of him.
    """
    named = goes_by_what_all_see() and isinstance(command, PassOn | CloseSegment)
    return replace(command, losing=()) if named else command


def roll_all(state: State, command: RollAll) -> Outcome:
    """The command and its answers one upon the other, each judged as if it came alone [SK-GEN-7]."""
    if refusal := _may_roll_all(state, command):
        return refusal
    told: list[Event] = []
    if command.thought is not None:
        told.append(_weighed(state, command.thought))
    steps: list[Faces | str | Command] = [*([command.command] if command.command is not None else []), *command.answers]
    for step in steps:
        asked = step if isinstance(step, Command) else _as_command(state, step)
        outcome = asked if isinstance(asked, Refusal) else unfit(state, asked) or _alone(state, asked)
        if isinstance(outcome, Refusal):
            return outcome
        told += outcome
        state = reduce(evolve, outcome, state)
    return tuple(told)


def _alone(state: State, command: Command) -> Outcome:
    return (act if type(command) in ACTIONS else answer)(state, command)


def _weighed(state: State, thought: Thought) -> Event:
    fighter = state.fighters.get(thought.who)
    seat = ORGANISER if fighter is None else fighter.seat
    return Weighed(seat=seat, who=thought.who, why=thought.why, chance=thought.chance)


def _may_roll_all(state: State, command: RollAll) -> Refusal | None:
    """The game master whenever he likes, players where the table has chosen so; nobody for another."""
    if command.seat != ORGANISER and (not state.rolls_at_once or command.thought is not None):
        return refuse("SK-GEN-7", "rolls-are-asked")
    if command.command is None and (state.pending is None or waits_unseen(state, command.seat)):
        return house(HouseCode.WRONG_PHASE, state.step.value)
    if command.command is not None and command.command.seat != command.seat:
        return house(HouseCode.NOT_YOUR_SEAT, command.command.seat)
    return None


def _as_command(state: State, answer: Faces | str) -> Command | Refusal:
    """An answer as whoever is asked would give it; a choice only for somebody who has left it to Héraut."""
    need = due(state)
    if isinstance(answer, Faces) and isinstance(need, DiceNeed):
        return Roll(faces=answer.faces)
    if isinstance(answer, str) and isinstance(need, DecisionNeed) and is_left(state, need):
        return Choose(seat=need.seat, option=answer)
    return not_now(state)


def _go_on(state: State, pending: Pending, told: tuple[Event, ...]) -> tuple[Event, ...]:
    given = pending.answers + tuple(answer_of(event) for event in told)
    progress = played(pending.origin, pending.command, given)
    last = Ended() if progress.need is None else _asked(progress.need)
    return _shielded(state, pending.command, pending.need, (*told, *progress.events, last))


def played(origin: State, command: Command, given: Sequence[NeedAnswer] = ()) -> Progress:
    """The command as far as these answers take it."""
    return run(ACTIONS[type(command)].steps, origin, command, given, _happens)


def _happens(state: State, event: Event) -> tuple[Event, State]:
    told = _veiled(state, event)
    return told, evolve(state, told)


def _asked(need: Need) -> Event:
    if isinstance(need, DiceNeed):
        return Asked(need=need, asked=need.pools[0].roll, of=", ".join(pool.who for pool in need.pools))
    return Asked(need=need, asked=need.code, of=need.who)


def cases(subjects: Iterable[FightSubject]) -> Iterator[Case[State, Outcome]]:
    """The commands of these subjects, each with how it is played."""
    for subject in subjects:
        yield from (on(play.kind, act) for play in subject.plays)
        yield from (on(case.kind, answer) for case in subject.answers)


# --- what goes unseen


def _shielded(state: State, command: Command, need: Need | None, told: tuple[Event, ...]) -> tuple[Event, ...]:
    """What concerns hidden characters, secret rolls and the game master's secrets goes unseen."""
    if is_secret(command):
        return tuple(_unseen(ORGANISER, event) for event in told)
    who = state.fighters.get(getattr(command, "who", ""))
    if who is not None and who.hidden:
        framing = (Began, Asked, Ended)
        return tuple(_unseen(who.seat, one) if isinstance(one, framing) else _veiled(state, one) for one in told)
    if isinstance(need, DiceNeed) and need.secret:
        told = tuple(_unseen(need.seat, one) if isinstance(one, DiceRolled) else one for one in told)
    return tuple(_veiled(state, event) for event in told)


def _unseen(seat: Seat, event: Event) -> Event:
    return event if isinstance(event, Unseen) else Unseen(seat=seat, event=event)


def _veiled(state: State, event: Event) -> Event:
    if isinstance(event, Unseen) or (whose := whose_secret(state, event)) is None:
        return event
    return _unseen(whose, event)


# --- what has happened


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    change = _changes().get(type(event))
    if change is None:
        raise ImpossibleEvent(state, event)
    return change(state, event)


def complete(state: State, event: Event) -> Event:
    """The event as it would be written today, hidden or not."""
    return _completed()(state, event)


@cache  # only once the list of this subject is known, at the end of the page
def _changes() -> Mapping[type, Callable[[State, Command | Event], State]]:
    return evolvers((*SUBJECTS, SUBJECT))


@cache
def _completed() -> Callable[[State, Event], Event]:
    return completer((*SUBJECTS, SUBJECT))


def _began(state: State, event: Began) -> State:
    return replace(state, pending=Pending(event.command, state))


def _with_all(state: State, event: Unseen) -> Unseen:
    whole = complete(state, event.event)
    return event if whole is event.event else replace(event, event=whole)


SUBJECT = FightSubject(
    decides=(*cases(SUBJECTS), on(RollAll, roll_all)),
    evolves=(on(Began, _began), on(Unseen, lambda state, event: evolve(state, event.event))),
    completes=(on(Unseen, _with_all),),
)
