"""
The journal's protocol: streams of entries, appended and never changed.

An entry is one command with all its effects, so what is stored is whole by construction: there is no half of a
command to lose, and undo takes back whole commands. Entries are numbered from 1 in each stream.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

from heraut.kernel.message import Command, Event
from heraut.kernel.names import ActorId, CommandId, EngineId, Instant, Name, RulesVersion, Seat, StreamId

FORMAT = 1
"""The version of the stored form; it grows when an upcaster is needed to read what was written before."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """The first line of a stream: what fixes the game for ever."""

    heraut: int = FORMAT
    stream: StreamId
    engine: EngineId
    rules: RulesVersion
    title: Name
    settings: msgspec.Raw
    created: Instant


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """An entry before the journal has numbered it. Command and events are JSON, so stores know no engine."""

    command_id: CommandId
    actor: ActorId
    at: Instant
    command: msgspec.Raw
    events: msgspec.Raw


class Entry(Draft, frozen=True, kw_only=True):
    """One command with its effects, as stored."""

    sequence: int


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
    """What is stored cannot be read; the message names the place."""


class Journal(Protocol):
    """A store of streams. Memory, file and database stores are held to one test suite."""

    def create(self, header: Header, /) -> None:
        """Begin a stream; `StreamExists` if there is one of that name."""

    def header(self, stream: StreamId, /) -> Header:
        """The first line; `NoSuchStream` if there is none."""

    def headers(self) -> Iterable[Header]:
        """Every stream, oldest first."""

    def append(self, stream: StreamId, draft: Draft, /, *, expected: int) -> Entry:
        """
        Store the draft as entry `expected + 1` and return it once it is safe on disk.

        A command id already in the stream returns its entry and stores nothing; otherwise `Behind` if the
        stream does not end at `expected`.
        """

    def read(self, stream: StreamId, /, after: int = 0) -> Iterator[Entry]:
        """The entries after that sequence, in order."""

    def find(self, stream: StreamId, command_id: CommandId, /) -> Entry | None:
        """The entry of that command, if it is there."""
