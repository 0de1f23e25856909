"""
The one shape of every engine that keeps state, and of the subjects it is made of.

A subject has its commands with what they lead to, its events with what they change. An engine's `engine.py` lists its
subjects; a command finds its rule through that list and through nothing else.

    SUBJECT = Subject(
        decides=(on(PauseClock, pause_clock), on(ResumeClock, resume_clock)),
        evolves=(on(ClockPaused, _paused), on(ClockResumed, _resumed)),
    )

Dice are awaited under a code, and go to the rule that a subject lists for it under `rolls`. Who may speak a command is
said by the command (`speaker`).

What a rule works out is stored in the event. An event written before it said so is completed first, by what its subject
lists under `completes`: nowhere else does reading an event work anything out.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import reduce
from operator import or_
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

import msgspec

from heraut.kernel.message import Awaited, Command, Event, Roll, Speaker
from heraut.kernel.names import CLOCK, FATE, OFFICIALS, ORGANISER, EngineId, Instant, RulesVersion, Seat
from heraut.kernel.refusal import HouseCode, Refusal, house

G_contra = TypeVar("G_contra", contravariant=True)
S = TypeVar("S")
C_co = TypeVar("C_co", bound=Command, covariant=True)
E = TypeVar("E", bound=Event)
V_co = TypeVar("V_co", covariant=True)


class Engine(Protocol[G_contra, S, C_co, E, V_co]):
    """
    State, commands, events; what may happen, what has happened, what one may see, what one may try.

    A module named `engine` satisfies this protocol: there is nothing to inherit from. `start` gives the
    state before the first event from the settings and the rules version, the two things that the first
    line of a stream fixes for ever.
    """

    id: EngineId
    rules: RulesVersion
    settings: Any
    """The `msgspec.Struct` of the settings."""
    commands: Any
    """The union of the command types."""
    events: Any
    """The union of the event types."""

    def start(self, settings: G_contra, rules: RulesVersion, /) -> S | Refusal:
        """The state before the first event, or what is wrong with the settings."""

    def decide(self, state: S, command: Command, /) -> tuple[E, ...] | Refusal:
        """What may happen: all the rules, and no change."""

    def evolve(self, state: S, event: E, /) -> S:
        """What has happened: no rule, and no refusal."""

    def complete(self, state: S, event: E, /) -> E:
        """The event as it would be written today; `evolve` takes one of any age."""

    def view(self, state: S, viewer: Seat | None, /) -> V_co:
        """What one may see, built up from nothing."""

    def legal(self, state: S, seat: Seat, /) -> Iterable[C_co]:
        """What one may try now; for FATE, everything that could come up."""

    def awaits(self, state: S, viewer: Seat | None, /) -> tuple[Awaited, ...]:
        """
        What the game waits for, as far as the viewer may know; empty when it is over.

        Officials are told everything; while it waits for what somebody may not know, they are told of a wait, no more.
        """

    def next_tick(self, state: S, /) -> Instant | None:
        """The earliest instant at which a `Tick` would change something; None while no instant would."""

    def seats(self, state: S, /) -> Mapping[Seat, str]:
        """Who sits at the game, with the name each goes by."""

    def stand_ins(self, state: S, /) -> Mapping[Seat, Seat]:
        """Who plays for a seat beside its owner until further notice, by that seat."""

    def called(self, state: S, /) -> Mapping[str, str]:
        """
        What people named besides the seats, by its id: a sentence says the name wherever an event has the id.

        It names everything, hidden or not: it is looked up in, never shown.
        """


AnyEngine = Engine[Any, Any, Any, Any, Any]


class ImpossibleEvent(Exception):
    """An event that cannot follow the state: a bug of ours or a damaged journal, never a player's fault."""

    def __init__(self, state: object, event: object) -> None:
        super().__init__(f"{type(event).__name__} cannot follow {type(state).__name__}")


def evolve_all(engine: AnyEngine, state: S, events: Iterable[Event]) -> S:
    """The state after these events."""
    for event in events:
        state = engine.evolve(state, event)
    return state


Message = Command | Event
Outcome = tuple[Event, ...] | Refusal
"""What a command leads to, or why it cannot be."""

M = TypeVar("M", bound=Message)
R = TypeVar("R")


class Case(NamedTuple, Generic[S, R]):
    """A type of message and what is done with it."""

    kind: type
    rule: Callable[[S, Message], R]


def on(kind: type[M], rule: Callable[[S, M], R]) -> Case[S, R]:
    """The rule for one type of message; that the two belong together is checked here, and only here."""
    return Case(kind, cast("Callable[[S, Message], R]", rule))


def nothing_to_try(_state: object, _seat: Seat) -> Iterable[Command]:
    """Of a subject whose commands need somebody's own words, or are listed elsewhere."""
    return ()


class Subject(msgspec.Struct, Generic[S], frozen=True):
    """What may happen and what has happened in one subject of an engine whose state is `S`."""

    decides: tuple[Case[S, Outcome], ...] = ()
    evolves: tuple[Case[S, S], ...] = ()
    completes: tuple[Case[S, Event], ...] = ()
    """What events written before they said all of it would say today."""
    rolls: Mapping[str, Callable[[S, Roll], Outcome]] = {}
    """The rules that take dice, by the code under which these are awaited."""
    tries: Callable[[S, Seat], Iterable[Command]] = nothing_to_try
    """What somebody could try; the engine leaves out what would be refused."""


def dice(
    subjects: Iterable[Subject[S]], due: Callable[[S], Awaited | None], not_now: Callable[[S], Refusal]
) -> Subject[S]:
    """The dice of these subjects: each roll goes to the rule it is awaited for, if it can have come of those dice."""
    rules: dict[str, Callable[[S, Roll], Outcome]] = {}
    for code, rule in (each for subject in subjects for each in subject.rolls.items()):
        if code in rules:
            raise ValueError(f"two subjects claim the dice of {code}")
        rules[code] = rule

    def roll(state: S, command: Roll) -> Outcome:
        awaited = due(state)
        if awaited is None or awaited.chance is None:
            return not_now(state)
        return awaited.chance.refusal(command.faces) or rules[awaited.code](state, command)

    return Subject(decides=(on(Roll, roll),))


def speaker_refusal(
    command: Command, players: Container[Seat], officials: Container[Seat] = OFFICIALS
) -> Refusal | None:
    """Why this seat may not speak this command [HOUSE-SEAT-1, HOUSE-SEAT-2]."""
    seat, speaker = command.seat, command.speaker
    alone = {Speaker.FATE: FATE, Speaker.CLOCK: CLOCK}.get(speaker)
    if alone is None and seat not in players and seat not in officials:
        return house(HouseCode.UNKNOWN_SEAT, seat)
    match speaker:
        case Speaker.FATE | Speaker.CLOCK:
            may = seat == alone
        case Speaker.PLAYER:
            may = seat in players
        case Speaker.PLAYER_OR_ORGANISER:
            may = seat in players or seat == ORGANISER
        case Speaker.OFFICIAL:
            may = seat in officials
        case Speaker.ORGANISER:
            may = seat == ORGANISER
        case Speaker.ANYBODY | Speaker.PLAYER_OR_OFFICIAL:
            may = True
    return None if may else house(HouseCode.NOT_YOUR_SEAT, seat)


def deciders(subjects: Iterable[Subject[S]]) -> Mapping[type, Callable[[S, Message], Outcome]]:
    """For each type of command, the rule that decides it."""
    return _by_kind(case for subject in subjects for case in subject.decides)


def evolvers(subjects: Iterable[Subject[S]]) -> Mapping[type, Callable[[S, Message], S]]:
    """For each type of event, what it changes; one written before it said all is completed first."""
    listed = tuple(subjects)
    changes = _by_kind(case for subject in listed for case in subject.evolves)
    completed = _by_kind(case for subject in listed for case in subject.completes)
    return {**changes, **{kind: _after(complete, changes[kind]) for kind, complete in completed.items()}}


def _after(complete: Callable[[S, Message], Event], change: Callable[[S, Message], S]) -> Callable[[S, Message], S]:
    return lambda state, event: change(state, complete(state, event))


def completer(subjects: Iterable[Subject[S]]) -> Callable[[S, Event], Event]:
    """What an event of these subjects would say today, from the state before it."""
    known = _by_kind(case for subject in subjects for case in subject.completes)

    return lambda state, event: known[type(event)](state, event) if type(event) in known else event


def unchanged(state: S, _event: Event) -> S:
    """The state as it was, after an event that only tells something."""
    return state


def union(kinds: Iterable[type]) -> object:
    """These types as one, such as doors decode."""
    return reduce(or_, kinds)


def _by_kind(cases: Iterator[Case[S, R]]) -> Mapping[type, Callable[[S, Message], R]]:
    found: dict[type, Callable[[S, Message], R]] = {}
    for case in cases:
        if case.kind in found:
            raise ValueError(f"two subjects claim {case.kind.__name__}")
        found[case.kind] = case.rule
    return found
