"""
One subject of an engine: its commands with what they lead to, its events with what they change.

An engine's `engine.py` lists its subjects; a command finds its rule through that list and through nothing else.

    SUBJECT = Subject(
        decides=(on(PauseClock, pause_clock), on(ResumeClock, resume_clock)),
        evolves=(on(ClockPaused, _paused), on(ClockResumed, _resumed)),
    )
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Generic, TypeVar, cast

from heraut.kernel.message import Command, Event
from heraut.kernel.refusal import Refusal

Message = Command | Event
Outcome = tuple[Event, ...] | Refusal
"""What a command leads to, or why it cannot be."""

M = TypeVar("M", bound=Message)
S = TypeVar("S")
R = TypeVar("R")


@dataclass(frozen=True)
class Case(Generic[S, R]):
    """A type of message and what is done with it."""

    kind: type
    rule: Callable[[S, Message], R]


def on(kind: type[M], rule: Callable[[S, M], R]) -> Case[S, R]:
    """The rule for one type of message; that the two belong together is checked here, and only here."""
    return Case(kind, cast("Callable[[S, Message], R]", rule))


@dataclass(frozen=True)
class Subject(Generic[S]):
    """What may happen and what has happened in one subject of an engine whose state is `S`."""

    decides: tuple[Case[S, Outcome], ...] = ()
    evolves: tuple[Case[S, S], ...] = ()


def deciders(subjects: Iterable[Subject[S]]) -> Mapping[type, Callable[[S, Message], Outcome]]:
    """For each type of command, the rule that decides it."""
    return _by_kind(case for subject in subjects for case in subject.decides)


def evolvers(subjects: Iterable[Subject[S]]) -> Mapping[type, Callable[[S, Message], S]]:
    """For each type of event, what it changes."""
    return _by_kind(case for subject in subjects for case in subject.evolves)


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
