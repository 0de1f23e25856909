"""The engine of the skirmish: the list of its subjects; actions, answers to them, and a deed with all its rolls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from heraut.kernel.engine import ImpossibleEvent, completer, evolvers, on, union
from heraut.kernel.message import Audience, Command, Event, PublicEvent, Roll
from heraut.kernel.names import FATE, ORGANISER, EngineId, Instant, RulesVersion, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house
from heraut.skirmish import (
    announcements,
    answers,
    attack,
    charges,
    disengage,
    dodges,
    effects,
    engagement,
    entrust,
    first_aid,
    game_master,
    grips,
    harm,
    improvise,
    missiles,
    moves,
    orders,
    pace,
    rolls,
    secrecy,
    slots,
    standoff,
    strikes,
    terror,
    turn,
    weapons,
)
from heraut.skirmish.answers import (
    Asked,
    Choose,
    DiceRolled,
    Ended,
    Override,
    Rule,
    answer_of,
    answered,
    legal_answers,
    wanted,
)
from heraut.skirmish.chances import ThreatView, threat
from heraut.skirmish.checks import beyond_limits
from heraut.skirmish.entrust import Thought, Weighed, is_left
from heraut.skirmish.legal import candidates
from heraut.skirmish.need import DecisionNeed, DiceNeed, Faces, Need, NeedAnswer, refuse
from heraut.skirmish.pace import PassOn, goes_by_what_all_see
from heraut.skirmish.procedure import Progress, run
from heraut.skirmish.secrecy import is_secret, known_to, wait_unseen, waits_unseen, whose_secret
from heraut.skirmish.settings import Settings
from heraut.skirmish.state import Pending, State, start
from heraut.skirmish.turn import CloseSegment
from heraut.skirmish.view import FightView, awaits, fight_view

__all__ = [
    "awaits", "called", "commands", "complete", "decide", "events", "evolve", "id", "legal", "next_tick", "rules",
    "seats", "settings", "stand_ins", "start", "view",
]  # fmt: skip

SUBJECTS = (
    turn.SUBJECT,
    announcements.SUBJECT,
    slots.SUBJECT,
    moves.SUBJECT,
    dodges.SUBJECT,
    disengage.SUBJECT,
    weapons.SUBJECT,
    engagement.SUBJECT,
    attack.SUBJECT,
    strikes.SUBJECT,
    charges.SUBJECT,
    grips.SUBJECT,
    missiles.SUBJECT,
    harm.SUBJECT,
    first_aid.SUBJECT,
    effects.SUBJECT,
    terror.SUBJECT,
    orders.SUBJECT,
    standoff.SUBJECT,
    pace.SUBJECT,
    entrust.SUBJECT,
    game_master.SUBJECT,
    improvise.SUBJECT,
    secrecy.SUBJECT,
    rolls.SUBJECT,
    answers.SUBJECT,
)
PLAYS = {play.kind: play for subject in SUBJECTS for play in subject.plays}
_TOLD = [case.kind for subject in SUBJECTS for case in subject.evolves]

if TYPE_CHECKING:  # unions are made from the list of subjects, which no type checker reads
    AnyAction = Command
    AnyFact = Event
else:
    AnyAction = union(PLAYS)


class Began(PublicEvent, frozen=True, kw_only=True):
    """An action has begun and waits for something; `action` is the type of its command, for the log."""

    command: AnyAction
    action: str
    actor: str


if not TYPE_CHECKING:
    AnyFact = union((*_TOLD, Began))


class Unseen(Event, frozen=True, kw_only=True):
    """Something only its owner and the game master may know."""

    audience: ClassVar[Audience] = Audience.OWNERS_AND_OFFICIALS
    seat: Seat
    event: AnyFact


if TYPE_CHECKING:
    Begun = Command
else:
    Begun = union((*PLAYS, Choose, Rule, Override))


class RollAll(Command, frozen=True, kw_only=True):
    """
    A command with the answers to what it then waits for: a deed and all its rolls as one [SK-GEN-7].

    Without a `command` it goes on with the action under way. `answers` are the faces of each roll, and the choices of
    those who leave them to Héraut, in the order they are asked for; the shell fills them in, as it does all dice.
    `thought`: why Héraut plays so a character who is left to it.
    """

    filled_in: ClassVar[tuple[str, ...]] = ("answers", "thought")
    command: Begun | None = None
    answers: tuple[Faces | str, ...] = ()
    thought: Thought | None = None


id = EngineId("skirmish")
rules = RulesVersion("saga-skirmish-4")
settings = Settings
commands = union((*PLAYS, Rule, Choose, Override, Roll, RollAll))
events = union((*_TOLD, Began, Unseen))


def _began(state: State, event: Began) -> State:
    return replace(state, pending=Pending(event.command, state))


_EVOLVERS = {**evolvers(SUBJECTS), Began: on(Began, _began).rule}
_COMPLETED = completer(SUBJECTS)


# --- what may happen


def decide(state: State, command: Command) -> tuple[Event, ...] | Refusal:
    """An answer to what the action under way waits for, or a new action."""
    if command.seat != FATE and command.seat not in seats(state):
        return house(HouseCode.UNKNOWN_SEAT, command.seat)
    if not isinstance(command, Roll) and (refusal := beyond_limits(command)):
        return refusal
    if isinstance(command, RollAll):
        return _roll_all(state, command)
    if waits_unseen(state, command.seat):
        return wait_unseen()
    if state.pending is not None:
        return _go_on(state, state.pending, command)
    if type(command) not in PLAYS:
        return house(HouseCode.WRONG_PHASE, state.step.value)
    if refusal := check(state, command):
        return refusal
    progress = _played(state, command)
    whole = progress.events
    if progress.need is not None:
        actor = getattr(command, "who", command.seat)
        began = Began(command=_as_told(command), action=type(command).__name__, actor=actor)
        whole = (began, *progress.events, _asked(progress.need))
    return _shielded(state, command, progress.need, whole)


def _as_told(command: Command) -> Command:
    """
    The command as everybody may know it has begun: whom it lets lose an action has been judged and counts no more.

    Somebody hidden among them would keep its beginning from the others, which tells of him.
    """
    named = goes_by_what_all_see() and isinstance(command, PassOn | CloseSegment)
    return replace(command, losing=()) if named else command


def check(state: State, command: Command) -> Refusal | None:
    """Why the command may not be played: first by what its speaker may know, then, without a word why, by the rest."""
    refusal_of = PLAYS[type(command)].check
    known = known_to(state, command.seat)
    if (refusal := refusal_of(known, command)) or known is state:
        return refusal
    return None if refusal_of(state, command) is None else wait_unseen()


def _roll_all(state: State, command: RollAll) -> tuple[Event, ...] | Refusal:
    """The command and its answers one upon the other, each judged as if it came alone [SK-GEN-7]."""
    if refusal := _may_roll_all(state, command):
        return refusal
    told: list[Event] = []
    if command.thought is not None:
        told.append(_weighed(state, command.thought))
    steps: list[Faces | str | Command] = [*([command.command] if command.command is not None else []), *command.answers]
    for step in steps:
        asked = step if isinstance(step, Command) else _as_command(state, step)
        outcome = asked if isinstance(asked, Refusal) else decide(state, asked)
        if isinstance(outcome, Refusal):
            return outcome
        told += outcome
        state = reduce(evolve, outcome, state)
    return tuple(told)


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
    need = None if state.pending is None else state.pending.need
    if isinstance(answer, Faces) and isinstance(need, DiceNeed):
        return Roll(faces=answer.faces)
    if isinstance(answer, str) and isinstance(need, DecisionNeed) and is_left(state, need):
        return Choose(seat=need.seat, option=answer)
    return house(HouseCode.WRONG_PHASE, state.step.value if need is None else wanted(need))


def _go_on(state: State, pending: Pending, command: Command) -> tuple[Event, ...] | Refusal:
    told = answered(state, pending.need, command)
    if isinstance(told, Refusal):
        return told
    given = pending.answers + tuple(answer_of(event) for event in told)
    progress = _played(pending.origin, pending.command, given)
    last = Ended() if progress.need is None else _asked(progress.need)
    return _shielded(state, pending.command, pending.need, (*told, *progress.events, last))


def _played(origin: State, command: Command, given: Sequence[NeedAnswer] = ()) -> Progress:
    """The command as far as these answers take it."""
    return run(PLAYS[type(command)].steps, origin, command, given, _happens)


def _happens(state: State, event: Event) -> tuple[Event, State]:
    told = _veiled(state, event)
    return told, evolve(state, told)


def _asked(need: Need) -> Event:
    if isinstance(need, DiceNeed):
        return Asked(need=need, asked=need.pools[0].roll, of=", ".join(pool.who for pool in need.pools))
    return Asked(need=need, asked=need.code, of=need.who)


# --- what has happened


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    while isinstance(event, Unseen):
        event = event.event
    change = _EVOLVERS.get(type(event))
    if change is None:
        raise ImpossibleEvent(state, event)
    return change(state, event)


def complete(state: State, event: Event) -> Event:
    """The event as it would be written today, hidden or not."""
    if isinstance(event, Unseen):
        return replace(event, event=complete(state, event.event))
    return _COMPLETED(state, event)


# --- what is seen, tried and awaited


def view(state: State, viewer: Seat | None) -> FightView:
    """The fight as the viewer may see it."""
    return fight_view(state, viewer, threat_of(state))


def threat_of(state: State) -> ThreatView | None:
    """The blow whose dodge the fight waits for, with the odds of each choice."""
    pending = state.pending
    if pending is None or not isinstance(pending.need, DecisionNeed):
        return None
    return threat(state, _played(pending.origin, pending.command, pending.answers).throws)


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """The commands of a seat, the game master speaking for everybody; for FATE, every way the dice may fall."""
    if waits_unseen(state, seat):
        return
    if state.pending is not None:
        yield from legal_answers(state.pending.need, seat)
        return
    for command in candidates(known_to(state, seat), seat):
        if check(state, command) is None:
            yield command


def next_tick(_state: State) -> Instant | None:
    """Never: a fight has no deadline, its seconds pass when the game master says so."""
    return None


def seats(state: State) -> Mapping[Seat, str]:
    """The players, and the game master in the organiser's seat."""
    return {ORGANISER: "meneur", **state.settings.players}


def stand_ins(_state: State) -> Mapping[Seat, Seat]:
    """Nobody: who plays which character is in the settings."""
    return {}


def called(state: State) -> Mapping[str, str]:
    """The characters whose name is not their id; the sides and units whose ids were made."""
    return {**state.names, **{fighter.id: fighter.called for fighter in state.fighters.values() if fighter.called}}


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
