"""A journal that lives as long as the process: for tests, the command line and the lab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from heraut.kernel import CommandId, StreamId
from heraut.kernel.journal import Behind, Draft, Entry, Header, NoSuchStream, StreamExists


class Pages:
    """The entries of one stream in memory, findable by command."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self._by_command: dict[CommandId, Entry] = {}

    def add(self, entry: Entry) -> None:
        """Take in an entry that is already safe."""
        self.entries.append(entry)
        self._by_command[entry.command_id] = entry

    def find(self, command_id: CommandId) -> Entry | None:
        """The entry of that command."""
        return self._by_command.get(command_id)

    def next(self, draft: Draft, expected: int) -> Entry:
        """The draft numbered; `Behind` if the stream has gone on."""
        if len(self.entries) != expected:
            raise Behind(f"{self.header.stream} is at entry {len(self.entries)}, not {expected}: read it again")
        return Entry(**msgspec.structs.asdict(draft), sequence=expected + 1)


class MemoryJournal:
    """Streams in a dictionary."""

    def __init__(self) -> None:
        self._streams: dict[StreamId, Pages] = {}

    def create(self, header: Header) -> None:
        """Begin a stream."""
        if header.stream in self._streams:
            raise StreamExists(f"there is a stream {header.stream} already: choose another name")
        self._streams[header.stream] = Pages(header)

    def header(self, stream: StreamId) -> Header:
        """The first line."""
        return self._pages(stream).header

    def headers(self) -> Iterable[Header]:
        """Every stream, oldest first."""
        return tuple(pages.header for pages in self._streams.values())

    def append(self, stream: StreamId, draft: Draft, *, expected: int) -> Entry:
        """Number and keep the draft."""
        pages = self._pages(stream)
        if (known := pages.find(draft.command_id)) is not None:
            return known
        entry = pages.next(draft, expected)
        pages.add(entry)
        return entry

    def read(self, stream: StreamId, after: int = 0) -> Iterator[Entry]:
        """The entries after that sequence."""
        return iter(self._pages(stream).entries[after:])

    def find(self, stream: StreamId, command_id: CommandId) -> Entry | None:
        """The entry of that command."""
        return self._pages(stream).find(command_id)

    def _pages(self, stream: StreamId) -> Pages:
        try:
            return self._streams[stream]
        except KeyError:
            raise NoSuchStream(f"there is no stream {stream}: check its name") from None
