"""
How an action is played: the scene its rules play on, the rolls it makes, the subject it belongs to.

An action is a generator that yields events (what happened) and needs (dice, rulings, choices). When it meets a need
nobody has answered yet it stops there; when the answer comes it runs again from the beginning, in the state it began
in, with all the answers so far. So a rule is written in the order the sheet tells it, and only commands and answers
are ever stored.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar, cast

from msgspec.structs import replace

from heraut.kernel.engine import Case, Subject, on
from heraut.kernel.engine import Outcome as Decided
from heraut.kernel.message import Command, Event
from heraut.kernel.refusal import Refusal
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.model import Outcome, Total
from heraut.skirmish.need import DecisionNeed, DiceNeed, Faces, Need, NeedAnswer, Pool, RulingNeed, Set
from heraut.skirmish.settings import Rulings
from heraut.skirmish.state import FighterEvent, State

T = TypeVar("T")


class FightScene:
    """
    The state as an action plays on it.

    `past`, in simultaneous actions, is the state at the beginning of the exchange: rolls are read from it, effects are
    applied to the present [SK-PRI-4].
    """

    __slots__ = ("past", "state")

    def __init__(self, state: State, past: State | None = None) -> None:
        self.state = state
        self.past = past

    def now(self, who: str) -> Fighter:
        """The character as he is."""
        return self.state.fighters[who]

    def seen(self, who: str) -> Fighter:
        """The character as rolls read him."""
        return (self.past or self.state).fighters[who]

    @property
    def read(self) -> State:
        """The state that rolls are read from."""
        return self.past or self.state


@dataclass(frozen=True, slots=True)
class Throw:
    """A roll that was made, against its difficulty if it has one."""

    pool: Pool
    faces: tuple[int, ...]
    total: int
    critical: bool
    outcome: Outcome

    @property
    def success(self) -> bool:
        """Whether the difficulty was reached."""
        return self.outcome.success


Reply = tuple[Throw, ...] | int | str | None
"""What a need is given: rolls for dice, a number for a ruling, a word for a choice; an event is given nothing."""
Steps = Generator[Event | Need, Reply, T]


def thrown(need: DiceNeed) -> Steps[tuple[Throw, ...]]:
    """The rolls of these dice."""
    reply = yield need
    assert isinstance(reply, tuple)
    return reply


def settled(need: RulingNeed) -> Steps[int]:
    """The number the game master gives."""
    reply = yield need
    assert isinstance(reply, int)
    return reply


def chosen(need: DecisionNeed) -> Steps[str]:
    """The option somebody chooses."""
    reply = yield need
    assert isinstance(reply, str)
    return reply


Action = Callable[[FightScene, Command], Steps[None]]
Happens = Callable[[State, Event], tuple[Event, State]]
"""The event as it is told, and the state after it."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an action has come: what happened since the last answer, and what it waits for."""

    events: tuple[Event, ...]
    need: Need | None
    throws: tuple[Throw, ...] = ()
    """The rolls the action has made from its beginning."""


def run(action: Action, origin: State, command: Command, given: Sequence[NeedAnswer], happens: Happens) -> Progress:
    """Play the action with these answers, as far as it goes."""
    scene = FightScene(origin)
    steps = action(scene, command)
    supplied = iter(given)
    told: list[Event] = []
    throws: list[Throw] = []
    reply: Reply = None
    while True:
        try:
            met = steps.send(reply)
        except StopIteration:
            return Progress(tuple(told), None, tuple(throws))
        reply = None
        if isinstance(met, Event):
            event, scene.state = happens(scene.state, met)
            told.append(event)
        elif isinstance(met, RulingNeed) and origin.options.rulings is Rulings.SHEET:
            reply = met.offered
        else:
            waiting, reply, taken = _take(scene.state, met, supplied)
            if taken:
                told.clear()
            if waiting is not None:
                return Progress(tuple(told), waiting, tuple(throws))
            if isinstance(reply, tuple):
                throws += reply


def _take(state: State, need: Need, supplied: Iterator[NeedAnswer]) -> tuple[Need | None, Reply, bool]:
    """The reply to a need from the answers left, or the need as it stands when they run out."""
    taken = False
    faces: list[tuple[int, ...]] = []
    while not isinstance(need, DiceNeed) or len(faces) < len(need.pools):
        answer = next(supplied, None)
        if answer is None:
            return need, None, taken
        taken = True
        match answer:
            case Set(who, number, value) if isinstance(need, DiceNeed):
                need = overridden(need, who, number, value)
            case Faces(found):
                faces.append(found)
            case int() | str():
                return None, answer, True
            case _:
                raise TypeError(f"{answer} answers no {type(need).__name__}")
    return None, tuple(read(state, pool, found) for pool, found in zip(need.pools, faces, strict=True)), taken


def overridden(need: DiceNeed, who: str, number: str, value: int) -> DiceNeed:
    """The same dice with one number changed; a result that is set needs no dice."""

    def change(pool: Pool) -> Pool:
        if who not in ("", pool.who):
            return pool
        match number:
            case "dice":
                return replace(pool, dice=value)
            case "flat":
                return replace(pool, flat=value)
            case "difficulty":
                return replace(pool, difficulty=value)
            case _:
                return replace(pool, dice=0, flat=value, critical=False)

    return replace(need, pools=tuple(change(pool) for pool in need.pools))


def read(state: State, pool: Pool, faces: tuple[int, ...]) -> Throw:
    """The faces as the dice model reads them; those of a table, and a result without dice, are plain sums."""
    if pool.table or not pool.dice:
        total = Total(faces, sum(faces) + pool.flat, False)
    else:
        total = state.model.roll(pool.dice, pool.flat, iter(faces))
    if not pool.critical:
        total = Total(total.faces, total.total, False)
    difficulty = pool.difficulty
    if difficulty is None:
        outcome = Outcome(not total.critical, 0, 0)
    else:
        outcome = state.model.outcome(total.total, total.critical, difficulty)
    return Throw(pool, faces, total.total, total.critical, outcome)


# --- subjects


@dataclass(frozen=True)
class ActionPlay:
    """A command that begins an action: why it may be refused, and the steps it is played in."""

    kind: type[Command]
    check: Callable[[State, Command], Refusal | None]
    steps: Action


class FightSubject(Subject[State], frozen=True):
    """One subject of the fight: its actions, what is answered to what they wait for, and what its events change."""

    plays: tuple[ActionPlay, ...] = ()
    answers: tuple[Case[State, Decided], ...] = ()
    """Of each answer, the events that tell it; the action then goes on by itself."""


C = TypeVar("C", bound=Command)
F = TypeVar("F", bound=FighterEvent)


def play(
    kind: type[C], check: Callable[[State, C], Refusal | None], steps: Callable[[FightScene, C], Steps[None]]
) -> ActionPlay:
    """An action of a subject; that the three belong together is checked here, and only here."""
    return ActionPlay(kind, cast("Callable[[State, Command], Refusal | None]", check), cast("Action", steps))


def tell(kind: type[C], check: Callable[[State, C], Refusal | None], event: Callable[[State, C], Event]) -> ActionPlay:
    """A command that is judged and done: one event, which waits for nothing."""

    def steps(scene: FightScene, command: C) -> Steps[None]:
        yield event(scene.state, command)

    return play(kind, check, steps)


def on_fighter(kind: type[F], change: Callable[[Fighter, F], Fighter]) -> Case[State, State]:
    """An event about one character that changes him alone."""

    def changed(state: State, event: F) -> State:
        return replace(state, fighters={**state.fighters, event.who: change(state.fighters[event.who], event)})

    return on(kind, changed)
