"""
The log as one viewer may know it.

Lines are numbered by what the viewer may see: a number that counted what others do in secret would tell of it. The
entries of the journal have numbers of their own, which nobody is told.
"""

from __future__ import annotations

import hashlib
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple
from weakref import WeakKeyDictionary

import msgspec

from heraut.journal.entry import Deed
from heraut.journal.history import History
from heraut.kernel.codec import encode
from heraut.kernel.journal import Undo, Undone
from heraut.kernel.message import Awaited, Event, Outline, shown
from heraut.kernel.names import ActorId, Instant, Seat
from heraut.kernel.refusal import Fact, Refusal


class _Public(NamedTuple):
    """So many deeds looked at: the entries everybody has a line of, and the rest, which only some have."""

    deeds: list[Deed]
    end: int
    lines: array[int]
    rest: array[int]


class _Own(NamedTuple):
    """The same for one viewer: which of the rest they have, and all their lines in order."""

    public: _Public
    of_the_rest: array[int]
    lines: array[int]


_publics: WeakKeyDictionary[History, _Public] = WeakKeyDictionary()
_owns: WeakKeyDictionary[History, dict[Seat, _Own]] = WeakKeyDictionary()


_awaited: WeakKeyDictionary[History, tuple[tuple[Awaited, ...], bytes]] = WeakKeyDictionary()
"""What was awaited last in each game, with its digest: where all are told the same it is worked out once."""


@dataclass(frozen=True, slots=True)
class LogLine:
    """One entry as a viewer may know it: `number` is its line in their log, `entry` the journal's own, never shown."""

    number: int
    entry: int
    at: Instant
    actor: ActorId
    seat: Seat
    events: tuple[Event | Outline, ...]
    undone: bool


def is_undo(line: LogLine) -> bool:
    """Whether the line takes another one back."""
    return any(isinstance(event, Undone) for event in line.events)


def log_of(history: History, viewer: Seat | None) -> tuple[LogLine, ...]:
    """What has happened in a stream already read, as far as the viewer may know, oldest first."""
    return tuple(newest_of(history, viewer))[::-1]


def newest_of(history: History, viewer: Seat | None) -> Iterator[LogLine]:
    """The same, newest first and one by one: a page shows the last few of thousands."""
    entries = lines(history, viewer)
    for number in range(len(entries), 0, -1):
        deed = history.deeds[entries[number - 1] - 1]
        events = tuple(told for event in deed.events if (told := as_told(history, viewer, event)) is not None)
        yield LogLine(number, deed.sequence, deed.at, deed.actor, deed.seat, events, deed.sequence in history.dead)


def lines(history: History, viewer: Seat | None) -> array[int]:
    """The entries the viewer has a line of, in order; most are everybody's, and those are gone through once for all."""
    public = _public(history)
    if viewer is None or not public.rest:
        return public.lines
    known = _owns.setdefault(history, {})
    own = known.get(viewer)
    if own is None or own.public is not public:
        own = known[viewer] = _own(public, own, viewer)
    return own.lines


def _public(history: History) -> _Public:
    """What a spectator has a line of everybody has."""
    deeds, end = history.deeds, len(history.deeds)
    known = _publics.get(history)
    if known is None or known.deeds is not deeds:  # the history was read anew
        known = _Public(deeds, 0, array("L"), array("L"))
    if known.end < end:
        told, rest = array("L"), array("L")
        for deed in deeds[known.end : end]:
            (told if _has_line(deed, deeds, None) else rest).append(deed.sequence)
        known = _Public(deeds, end, known.lines + told, known.rest + rest)
    _publics[history] = known
    return known


def _own(public: _Public, known: _Own | None, viewer: Seat) -> _Own:
    if known is None or known.public.deeds is not public.deeds:
        known = _Own(_Public(public.deeds, 0, array("L"), array("L")), array("L"), array("L"))
    deeds = public.deeds
    more = (entry for entry in public.rest[len(known.public.rest) :] if _has_line(deeds[entry - 1], deeds, viewer))
    of_the_rest = known.of_the_rest + array("L", more)
    lines = array("L", sorted((*public.lines, *of_the_rest))) if of_the_rest else public.lines
    return _Own(public, of_the_rest, lines)


def entry_of(history: History, viewer: Seat | None, number: int) -> int | None:
    """The entry of a line of the viewer's log."""
    entries = lines(history, viewer)
    return entries[number - 1] if 1 <= number <= len(entries) else None


def number_of(history: History, viewer: Seat | None, entry: int) -> int:
    """The viewer's line of an entry, or the last one before it."""
    return bisect_right(lines(history, viewer), entry)


def has_line(history: History, viewer: Seat | None, entry: int) -> bool:
    """Whether the viewer knows of the entry."""
    number = number_of(history, viewer, entry)
    return number > 0 and lines(history, viewer)[number - 1] == entry


def as_told(history: History, viewer: Seat | None, event: Event) -> Event | Outline | None:
    """An event as the viewer may know it; an undo names the line it takes back by their number."""
    if isinstance(event, Undone):
        return Undone(event.seat, number_of(history, viewer, event.entry))
    return shown(event, viewer)


def refusal_as_told(history: History, viewer: Seat | None, refusal: Refusal) -> Refusal:
    """Why an entry cannot be taken back, by the lines of the viewer's log; one they have no line of is not named."""

    def line(entry: Fact | None) -> Fact | None:
        if not isinstance(entry, int):
            return entry
        return number_of(history, viewer, entry) if has_line(history, viewer, entry) else "?"

    return msgspec.structs.replace(refusal, subject=line(refusal.subject), asked=line(refusal.asked))


def _has_line(deed: Deed, deeds: list[Deed], viewer: Seat | None) -> bool:
    """An undo is shown to those who may know what it takes back."""
    while isinstance(deed.command, Undo):
        deed = deeds[deed.command.entry - 1]
    return any(shown(event, viewer) is not None for event in deed.events)


def version_of(history: History, seat: Seat | None) -> str:
    """
    A digest of all that the seat may see, which pages and live messages compare: what is hidden does not change it.

    What is seen changes only with an entry that the seat is told of, or with what the game waits for; so no view need
    be worked out, and a thousand phones are told at once.
    """
    dead = sorted(number_of(history, seat, entry) for entry in history.dead if has_line(history, seat, entry))
    known = (len(lines(history, seat)), dead, _awaits(history, seat))
    return hashlib.sha256(encode(known)).hexdigest()[:16]


def events_since(history: History, seat: Seat | None, told: int) -> tuple[Event | Outline, ...]:
    """What has happened after that entry, as far as the seat may know."""
    known = (shown(event, seat) for deed in history.deeds[told:] for event in deed.events if isinstance(event, Event))
    return tuple(event for event in known if event is not None)


def _awaits(history: History, seat: Seat | None) -> bytes:
    awaited = history.engine.awaits(history.state, seat)
    known, digest = _awaited.get(history, (None, b""))
    if known is not awaited:
        digest = hashlib.sha256(encode(awaited)).digest()
        _awaited[history] = (awaited, digest)
    return digest
