"""What the rules of a subject are written with: the scene they play on, rolls that were made, the subject itself."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from msgspec.structs import replace

from heraut.kernel import Command, Event, Refusal
from heraut.kernel.engine import Case, on
from heraut.kernel.engine import Subject as KernelSubject
from heraut.skirmish.fighter import Fighter
from heraut.skirmish.model import Outcome, Total
from heraut.skirmish.need import Dice, Need, Pool
from heraut.skirmish.state import Fact, State

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


Action = Callable[[Scene, Command], Steps[None]]


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


# --- subjects


@dataclass(frozen=True)
class Play:
    """A command that begins an action: why it may be refused, and the steps it is played in."""

    kind: type[Command]
    check: Callable[[State, Command], Refusal | None]
    steps: Action


class Subject(KernelSubject[State], frozen=True):
    """One subject of the fight: its actions, and what its events change."""

    plays: tuple[Play, ...] = ()


C = TypeVar("C", bound=Command)
F = TypeVar("F", bound=Fact)


def play(kind: type[C], check: Callable[[State, C], Refusal | None], steps: Callable[[Scene, C], Steps[None]]) -> Play:
    """An action of a subject; that the three belong together is checked here, and only here."""
    return Play(kind, cast("Callable[[State, Command], Refusal | None]", check), cast("Action", steps))


def on_fighter(kind: type[F], change: Callable[[Fighter, F], Fighter]) -> Case[State, State]:
    """An event about one character that changes him alone."""

    def changed(state: State, event: F) -> State:
        return replace(state, fighters={**state.fighters, event.who: change(state.fighters[event.who], event)})

    return on(kind, changed)


def unchanged(state: State, _event: Event) -> State:
    """Told for the log alone."""
    return state
