"""A journal that lives as long as the process: for tests, the command line and the lab."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from heraut.journal.entry import chained, numbered_all, seed
from heraut.kernel import CommandId, Instant, SenderId, StreamId
from heraut.kernel.journal import Behind, Draft, Entry, Header, NoSuchStream, StreamExists


class Pages:
    """The entries of one stream in memory, and the ids they hold."""

    def __init__(self, header: Header, entries: Iterable[Entry] = ()) -> None:
        self.header = header
        self.entries: list[Entry] = []
        self._ids: set[tuple[SenderId, CommandId]] = set()
        for entry in entries:
            self.add(entry)

    @property
    def chain(self) -> str:
        """The hash of all there is."""
        return self.entries[-1].chain if self.entries else seed(self.header)

    def add(self, entry: Entry) -> None:
        """Take in an entry that is already safe."""
        self.entries.append(chained(self.chain, entry))
        self._ids.add((entry.sender, entry.command_id))

    def following(self, drafts: Sequence[Draft], expected: int) -> tuple[Entry, ...]:
        """The drafts numbered; `Behind` if the stream has gone on or holds one of their ids."""
        ids = {(draft.sender, draft.command_id) for draft in drafts}
        if len(self.entries) != expected or len(ids) < len(drafts) or ids & self._ids:
            raise Behind(f"{self.header.stream} is at entry {len(self.entries)}, not {expected}: read it again")
        return numbered_all(self.chain, drafts, expected)


class MemoryJournal:
    """Streams in a dictionary."""

    def __init__(self) -> None:
        self._streams: dict[StreamId, Pages] = {}

    def create(self, header: Header, entries: Sequence[Entry] = (), /, *, next_tick: Instant | None = None) -> None:  # noqa: ARG002  # nobody keeps time here
        """Begin a stream."""
        if header.stream in self._streams:
            raise StreamExists(f"there is a stream {header.stream} already: choose another name")
        self._streams[header.stream] = Pages(header, entries)

    def header(self, stream: StreamId, /) -> Header:
        """The first line."""
        return self._pages(stream).header

    def headers(self) -> Iterable[Header]:
        """Every stream, oldest first."""
        return tuple(pages.header for pages in self._streams.values())

    def append(self, stream: StreamId, draft: Draft, /, *, expected: int, next_tick: Instant | None = None) -> Entry:  # noqa: ARG002
        """Number and keep the draft."""
        return self.extend(stream, (draft,), expected=expected)[0]

    def extend(
        self,
        stream: StreamId,
        drafts: Sequence[Draft],
        /,
        *,
        expected: int,
        next_tick: Instant | None = None,  # noqa: ARG002
    ) -> tuple[Entry, ...]:
        """Number and keep the drafts."""
        pages = self._pages(stream)
        entries = pages.following(drafts, expected)
        for entry in entries:
            pages.add(entry)
        return entries

    def is_enclosed(self) -> bool:
        """Nothing is ever taken back."""
        return False

    def read(self, stream: StreamId, /, after: int = 0) -> Iterator[Entry]:
        """The entries after that sequence."""
        return iter(self._pages(stream).entries[after:])

    def _pages(self, stream: StreamId) -> Pages:
        try:
            return self._streams[stream]
        except KeyError:
            raise NoSuchStream(f"there is no stream {stream}: check its name") from None
