"""
How an action is played: the rules as generators.

An action is a generator that yields events (what happened) and needs (dice, rulings, choices). When it meets a need
nobody has answered yet it stops there; when the answer comes it runs again from the beginning, in the state it began
in, with all the answers so far. So a rule is written in the order the sheet tells it, and only commands and answers
are ever stored.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from msgspec.structs import replace

from heraut.kernel import Command, Event
from heraut.skirmish.evolve import evolve
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.model import Outcome, Total
from heraut.skirmish.need import Answer, Dice, Faces, Need, Pool, Ruling, Set
from heraut.skirmish.secrecy import veiled
from heraut.skirmish.settings import Rulings
from heraut.skirmish.state import State

MOST_DICE, MOST_LEVEL = 30, 100
"""As much as a sheet may give."""
T = TypeVar("T")
Steps = Generator[Event | Need, Any, T]


class Scene:
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


Action = Callable[[Scene, Any], Steps[None]]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an action has come: what happened since the last answer, and what it waits for."""

    events: tuple[Event, ...]
    need: Need | None


def run(action: Action, origin: State, command: Command, answers: Sequence[Answer] = ()) -> Progress:
    """Play the action with these answers, as far as it goes."""
    scene = Scene(origin)
    steps = action(scene, command)
    supplied = iter(answers)
    events: list[Event] = []
    reply: object = None
    while True:
        try:
            met = steps.send(reply)
        except StopIteration:
            return Progress(tuple(events), None)
        reply = None
        if isinstance(met, Event):
            events.append(veiled(scene.state, met))
            scene.state = evolve(scene.state, met)
        elif isinstance(met, Ruling) and origin.options.rulings is Rulings.SHEET:
            reply = met.offered
        else:
            waiting, reply, answered = _take(scene.state, met, supplied)
            if answered:
                events.clear()
            if waiting is not None:
                return Progress(tuple(events), waiting)


def _take(state: State, need: Need, supplied: Iterator[Answer]) -> tuple[Need | None, object, bool]:
    """The reply to a need from the answers left, or the need as it stands when they run out."""
    answered = False
    faces: list[tuple[int, ...]] = []
    while not isinstance(need, Dice) or len(faces) < len(need.pools):
        answer = next(supplied, None)
        if answer is None:
            return need, None, answered
        answered = True
        match answer:
            case Set(who, number, value) if isinstance(need, Dice):
                need = overridden(need, who, number, value)
            case Faces(found):
                faces.append(found)
            case _:
                return None, answer, True
    return None, tuple(read(state, pool, found) for pool, found in zip(need.pools, faces, strict=True)), answered


def overridden(need: Dice, who: str, number: str, value: int) -> Dice:
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
