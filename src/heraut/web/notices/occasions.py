"""
When there is something to tell somebody, and nothing else: that it is their turn, never what others did.

What is to be told follows from the journal alone: from the entries after the last one a subscription has been told of.
So a server that dies tells after its start what it had not told before, and nothing twice that it knows to have told.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from heraut.journal import History
from heraut.journal.entry import Deed
from heraut.kernel import FATE, OFFICIALS, AnyEngine, Event, Outline, Seat, evolve_all, shown
from heraut.web.game import is_asked


class Kind(StrEnum):
    """What is told."""

    TURN = "turn"
    REMINDER = "reminder"
    """It is still their turn, and the deadline is near."""
    LETTER = "letter"
    ROUND = "round"
    """A round is published."""
    CALLED = "called"
    """Somebody calls for a judge."""
    DISPUTED = "disputed"
    """A result is contested."""
    CONFIRM = "confirm"
    """Not of a game: whether an address is really theirs."""


Meaning = Callable[[Event | Outline, Seat], Kind | None]
"""What an event, as far as a seat may know it, means to that seat."""
WHILE_ASKED = (Kind.TURN, Kind.REMINDER)
"""What is told only while it is true."""


@dataclass(frozen=True, slots=True)
class Step:
    """An entry that counts, and the state after it."""

    deed: Deed
    after: Any


@dataclass(frozen=True, slots=True)
class Occasion:
    """What there is to tell, if anything; and what is asked of whom now, to compare with next time."""

    kind: Kind | None
    asked: str
    seats: tuple[Seat, ...] = ()
    """For a channel: whose turn it is."""


def steps(history: History, told: int) -> tuple[Step, ...]:
    """What has happened since that entry, as it counts today."""
    state, found = history.at(told), []
    for deed in history.live(after=told):
        state = evolve_all(history.engine, state, deed.events)
        found.append(Step(deed, state))
    return tuple(found)


def asked_of(engine: AnyEngine, state: Any, seat: Seat) -> frozenset[str]:
    """What the game waits for from a seat, and from those it stands in for."""
    seats = {seat, *(other for other, by in engine.stand_ins(state).items() if by == seat)}
    awaited = engine.awaits(state, seat)
    return frozenset(f"{one.code} {one.subject}" for one in awaited if any(is_asked(one, each) for each in seats))


def for_seat(history: History, seat: Seat, since: Collection[Step], asked: str, meaning: Meaning) -> Occasion:
    """
    What to tell a seat that was told of all before these steps, when so much was asked of it.

    Nobody is told of what their own deed has led to: they are at the page.
    """
    known, fresh, kind = _read(asked), frozenset[str](), None
    for step in since:
        now = asked_of(history.engine, step.after, seat)
        if step.deed.seat != seat:
            fresh |= now - known
            kind = _meant(step.deed, seat, meaning) or kind
        fresh &= now
        known = now
    now = asked_of(history.engine, history.state, seat)
    fresh |= now - known  # an undo has made it their turn again
    if kind is None or (kind in WHILE_ASKED and not now):
        kind = Kind.TURN if fresh & now else None
    return Occasion(kind, _written(now))


def _meant(deed: Deed, seat: Seat, meaning: Meaning) -> Kind | None:
    """The last meaning of a deed's events."""
    known = (shown(event, seat) for event in deed.events if isinstance(event, Event))
    meant = [kind for event in known if event is not None and (kind := meaning(event, seat)) is not None]
    return meant[-1] if meant else None


def for_channel(history: History, since: Collection[Step], asked: str) -> Occasion:
    """What to tell a channel when it has become somebody's turn: whose it is now, as any passer-by may know."""
    known, fresh = _read(asked), frozenset[str]()
    for step in since:
        now = frozenset(_asked_of_all(history.engine, step.after))
        fresh = (fresh | (now - known)) & now
        known = now
    now = frozenset(_asked_of_all(history.engine, history.state))
    fresh = (fresh | (now - known)) & now
    seats = dict.fromkeys(Seat(one.partition(" ")[0]) for one in sorted(now))
    return Occasion(Kind.TURN if fresh else None, _written(now), tuple(seats))


def _asked_of_all(engine: AnyEngine, state: Any) -> Iterator[str]:
    for one in engine.awaits(state, None):
        if one.seat not in OFFICIALS and one.seat != FATE:
            yield f"{one.seat} {one.code} {one.subject}"


def now_asked(history: History, seat: Seat | None) -> str:
    """What is asked today, to begin with: nobody is told of what they saw when they asked to be told."""
    if seat is None:
        return _written(frozenset(_asked_of_all(history.engine, history.state)))
    return _written(asked_of(history.engine, history.state, seat))


def _written(asked: frozenset[str]) -> str:
    return "\n".join(sorted(asked))


def _read(asked: str) -> frozenset[str]:
    return frozenset(asked.split("\n")) if asked else frozenset()
