"""
The engine of the skirmish: the list of its subjects, and how an action of theirs is played.

An action is a generator that yields events (what happened) and needs (dice, rulings, choices). When it meets a need
nobody has answered yet it stops there; when the answer comes it runs again from the beginning, in the state it began
in, with all the answers so far. So a rule is written in the order the sheet tells it, and only commands and answers
are ever stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from heraut.kernel import (
    FATE,
    ORGANISER,
    Audience,
    Command,
    EngineId,
    Event,
    HouseCode,
    ImpossibleEvent,
    Instant,
    Refusal,
    Roll,
    RulesVersion,
    Seat,
    encode,
    house,
)
from heraut.kernel.subject import evolvers, on, union
from heraut.skirmish import (
    answers,
    attack,
    care,
    disengage,
    effects,
    engagement,
    game_master,
    grips,
    harm,
    improvised,
    missiles,
    moves,
    orders,
    rolls,
    secrecy,
    slots,
    stares,
    strikes,
    terror,
    turn,
    weapons,
)
from heraut.skirmish.answers import Asked, Choose, DiceRolled, Ended, Override, Rule, answer_of, answered
from heraut.skirmish.legal import candidates
from heraut.skirmish.need import Answer, Dice, Faces, Need, Ruling, Set
from heraut.skirmish.procedure import Action, Scene, overridden, read
from heraut.skirmish.refusal import beyond_limits
from heraut.skirmish.secrecy import Uncovered, concerned, is_secret, known_to, wait_unseen, waits_unseen
from heraut.skirmish.settings import Rulings, Settings
from heraut.skirmish.state import Pending, Public, State, start
from heraut.skirmish.view import awaits, view

__all__ = [
    "awaits",
    "commands",
    "decide",
    "events",
    "evolve",
    "id",
    "legal",
    "next_tick",
    "rules",
    "seats",
    "settings",
    "stand_ins",
    "start",
    "view",
]

id = EngineId("skirmish")
rules = RulesVersion("saga-skirmish-2")
settings = Settings

SUBJECTS = (
    turn.SUBJECT,
    slots.SUBJECT,
    improvised.SUBJECT,
    care.SUBJECT,
    moves.SUBJECT,
    disengage.SUBJECT,
    weapons.SUBJECT,
    engagement.SUBJECT,
    attack.SUBJECT,
    strikes.SUBJECT,
    grips.SUBJECT,
    missiles.SUBJECT,
    harm.SUBJECT,
    effects.SUBJECT,
    terror.SUBJECT,
    orders.SUBJECT,
    stares.SUBJECT,
    game_master.SUBJECT,
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


class Began(Public, frozen=True, kw_only=True):
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


commands = union((*PLAYS, Rule, Choose, Override, Roll))
events = union((*_TOLD, Began, Unseen))


def seats(state: State) -> Mapping[Seat, str]:
    """The players, and the game master in the organiser's seat."""
    return {ORGANISER: "MJ", **state.settings.players}


def stand_ins(state: State) -> Mapping[Seat, Seat]:  # noqa: ARG001  # the shape of every engine
    """Nobody: who plays which character is in the settings."""
    return {}


def next_tick(state: State) -> Instant | None:  # noqa: ARG001  # the shape of every engine
    """Never: a fight has no deadline, its seconds pass when the game master says so."""
    return None


# --- what may happen


def decide(state: State, command: Command) -> tuple[Event, ...] | Refusal:
    """An answer to what the action under way waits for, or a new action."""
    if command.seat != FATE and command.seat not in seats(state):
        return house(HouseCode.UNKNOWN_SEAT, command.seat)
    if not isinstance(command, Roll) and (refusal := beyond_limits(command)):
        return refusal
    if waits_unseen(state, command.seat):
        return wait_unseen()
    if state.pending is not None:
        return _go_on(state, state.pending, command)
    if type(command) not in PLAYS:
        return house(HouseCode.WRONG_PHASE, state.step.value)
    if refusal := check(state, command):
        return refusal
    progress = run(PLAYS[type(command)].steps, state, command)
    whole = progress.events
    if progress.need is not None:
        actor = getattr(command, "who", command.seat)
        began = Began(command=command, action=type(command).__name__, actor=actor)
        whole = (began, *progress.events, _asked(progress.need))
    return _shielded(state, command, progress.need, whole)


def check(state: State, command: Command) -> Refusal | None:
    """Why the command may not be played: first by what its speaker may know, then, without a word why, by the rest."""
    refusal_of = PLAYS[type(command)].check
    known = known_to(state, command.seat)
    if (refusal := refusal_of(known, command)) or known is state:
        return refusal
    return None if refusal_of(state, command) is None else wait_unseen()


def _go_on(state: State, pending: Pending, command: Command) -> tuple[Event, ...] | Refusal:
    told = answered(state, pending.need, command)
    if isinstance(told, Refusal):
        return told
    given = pending.answers + tuple(answer_of(event) for event in told)
    progress = run(PLAYS[type(pending.command)].steps, pending.origin, pending.command, given)
    last = Ended() if progress.need is None else _asked(progress.need)
    return _shielded(state, pending.command, pending.need, (*told, *progress.events, last))


def _asked(need: Need) -> Event:
    if isinstance(need, Dice):
        return Asked(need=need, asked=need.pools[0].roll, of=", ".join(pool.who for pool in need.pools))
    return Asked(need=need, asked=need.code, of=need.who)


def legal(state: State, seat: Seat) -> Iterator[Command]:
    """The commands of a seat, the game master speaking for everybody; for FATE, every way the dice may fall."""
    if waits_unseen(state, seat):
        return
    if state.pending is not None:
        yield from answers.legal(state.pending.need, seat)
        return
    for command in candidates(known_to(state, seat), seat):
        if check(state, command) is None:
            yield command


# --- what has happened


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    while isinstance(event, Unseen):
        event = event.event
    change = _CHANGES.get(type(event))
    if change is None:
        raise ImpossibleEvent(state, event)
    return change(state, event)


def _began(state: State, event: Began) -> State:
    return replace(state, pending=Pending(event.command, state))


_CHANGES = {**evolvers(SUBJECTS), Began: on(Began, _began).rule}


# --- how an action is played


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an action has come: what happened since the last answer, and what it waits for."""

    events: tuple[Event, ...]
    need: Need | None


def run(action: Action, origin: State, command: Command, given: Sequence[Answer] = ()) -> Progress:
    """Play the action with these answers, as far as it goes."""
    scene = Scene(origin)
    steps = action(scene, command)
    supplied = iter(given)
    told: list[Event] = []
    reply: object = None
    while True:
        try:
            met = steps.send(reply)
        except StopIteration:
            return Progress(tuple(told), None)
        reply = None
        if isinstance(met, Event):
            told.append(_veiled(scene.state, met))
            scene.state = evolve(scene.state, met)
        elif isinstance(met, Ruling) and origin.options.rulings is Rulings.SHEET:
            reply = met.offered
        else:
            waiting, reply, taken = _take(scene.state, met, supplied)
            if taken:
                told.clear()
            if waiting is not None:
                return Progress(tuple(told), waiting)


def _take(state: State, need: Need, supplied: Iterator[Answer]) -> tuple[Need | None, object, bool]:
    """The reply to a need from the answers left, or the need as it stands when they run out."""
    taken = False
    faces: list[tuple[int, ...]] = []
    while not isinstance(need, Dice) or len(faces) < len(need.pools):
        answer = next(supplied, None)
        if answer is None:
            return need, None, taken
        taken = True
        match answer:
            case Set(who, number, value) if isinstance(need, Dice):
                need = overridden(need, who, number, value)
            case Faces(found):
                faces.append(found)
            case _:
                return None, answer, True
    return None, tuple(read(state, pool, found) for pool, found in zip(need.pools, faces, strict=True)), taken


# --- what goes unseen


def _shielded(state: State, command: Command, need: Need | None, told: tuple[Event, ...]) -> tuple[Event, ...]:
    """What concerns hidden characters, secret rolls and the game master's secrets goes unseen."""
    if is_secret(command):
        return tuple(_unseen(ORGANISER, event) for event in told)
    who = state.fighters.get(getattr(command, "who", ""))
    if who is not None and who.hidden:
        framing = (Began, Asked, Ended)
        return tuple(_unseen(who.seat, one) if isinstance(one, framing) else _veiled(state, one) for one in told)
    if isinstance(need, Dice) and need.secret:
        told = tuple(_unseen(need.seat, one) if isinstance(one, DiceRolled) else one for one in told)
    return tuple(_veiled(state, event) for event in told)


def _unseen(seat: Seat, event: Event) -> Event:
    return event if isinstance(event, Unseen) else Unseen(seat=seat, event=event)


def _veiled(state: State, event: Event) -> Event:
    """The event, inside `Unseen` when it concerns or names somebody hidden; showing himself is for all to see."""
    hidden = [fighter for fighter in state.fighters.values() if fighter.hidden]
    if not hidden or isinstance(event, Unseen | Uncovered):
        return event
    about, text = _about(event), encode(event)
    whose = next((one.seat for one in hidden if one.id in about or encode(one.id) in text), None)
    return event if whose is None else _unseen(whose, event)


def _about(event: Event) -> tuple[str, ...]:
    """The characters an event tells of: whom it is about, whose dice it asks for."""
    match event:
        case Began(command=command):
            return (getattr(command, "who", ""),)
        case Asked(need=need):
            return concerned(need)
        case _:
            return (getattr(event, "who", ""),)
