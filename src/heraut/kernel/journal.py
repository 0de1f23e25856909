"""
The journal's protocol: streams of entries, appended and never changed.

An entry is one command with all its effects, so what is stored is whole by construction: there is no half of a
command to lose, and undo takes back whole commands. Entries are numbered from 1 in each stream, and each carries the
hash of itself and all that stands before it (`journal/entry.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

import msgspec

from heraut.kernel.message import Command, Event
from heraut.kernel.names import (
    NO_SENDER,
    ActorId,
    CommandId,
    EngineId,
    Instant,
    Name,
    RulesVersion,
    Seat,
    SenderId,
    StreamId,
)

FORMAT = 3
"""
The version of the stored form; it grows when an upcaster is needed to read what was written before.

1: no sender, no chain. 2: both, and each entry says its form, since an old stream goes on under a newer Héraut.
3: a match writes an army line as lists do, and `sudden_loss`.
"""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a stream: what fixes the game for ever."""

    heraut: int = FORMAT
    """The newest form a reader of the stream must know."""
    stream: StreamId
    engine: EngineId
    rules: RulesVersion
    title: Name
    settings: msgspec.Raw
    created: Instant


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An entry before the journal has numbered it. Command and events are JSON, so stores know no engine."""

    command_id: CommandId
    sender: SenderId = NO_SENDER
    """Whose id it is: a stream holds each id of a sender once."""
    actor: ActorId
    at: Instant
    command: msgspec.Raw
    events: msgspec.Raw
    form: int = 1
    """The form of command and events; what was written before entries said it is of form 1."""


class Entry(Draft, frozen=True, kw_only=True):
    """One command with its effects, as stored."""

    sequence: int
    chain: str = ""
    """The hash of this entry and all before it; entries of form 1 came without."""


class Undo(Command, frozen=True):
    """Take back one entry, effects included. Undoing an undo brings the entry back."""

    entry: int


class Undone(Event, frozen=True):
    """The entry counts no more; it stays in the journal. Shown to those who may know what it takes back."""

    seat: Seat
    entry: int


class JournalError(Exception):
    """The journal cannot do what was asked; the message is one sentence that says what to do."""


class NoSuchStream(JournalError):
    """There is no stream of that name."""


class StreamExists(JournalError):
    """A stream of that name is there already."""


class Behind(JournalError):
    """Somebody else appended first: read again, decide again."""


class Damaged(JournalError):
    """
    What is stored cannot be read or folded; the message names the place and says what to do.

    `stream` and `entry` say where, when they are known: nothing before that entry is harmed.
    """

    def __init__(self, message: str, *, stream: StreamId | None = None, entry: int | None = None) -> None:
        super().__init__(message)
        self.stream = stream
        self.entry = entry


class Journal(Protocol):
    """A store of streams. Memory, file and database stores are held to one test suite."""

    def create(self, header: Header, entries: Sequence[Entry] = (), /, *, next_tick: Instant | None = None) -> None:
        """
        Begin a stream with these entries, whole or not at all; `StreamExists` if there is one of that name.

        `next_tick` is the instant the game then waits for, for a store that wakes games by it.
        """

    def header(self, stream: StreamId, /) -> Header:
        """The first line; `NoSuchStream` if there is none."""

    def headers(self) -> Iterable[Header]:
        """Every stream that can be read, oldest first."""

    def extend(
        self, stream: StreamId, drafts: Sequence[Draft], /, *, expected: int, next_tick: Instant | None = None
    ) -> tuple[Entry, ...]:
        """
        Store the drafts as the entries after `expected` and return them once all are safe on disk: one wait for all.

        `Behind` if the stream does not end at `expected`, or holds one of their ids of that sender: nothing is stored
        then.
        """

    def is_enclosed(self) -> bool:
        """Whether a transaction around us may still take back what we append, as its own work and nobody else's."""

    def read(self, stream: StreamId, /, after: int = 0) -> Iterator[Entry]:
        """The entries after that sequence, in order."""
