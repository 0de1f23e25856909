"""
The stores that need no database: memory, for tests, the command line and the lab, and a folder of files.

A folder has one readable file per stream, a header line and then one line per entry. A line counts once its newline is
on disk. A process killed while it writes leaves at most one line without a newline: a command nobody was told had been
accepted. The next append writes over it. Whoever appends holds a lock (a file beside the stream's), so several
processes may; whoever reads needs none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, TypeVar

from filelock import FileLock, Timeout

from heraut.journal.entry import chained, chained_all, numbered_all, seed
from heraut.kernel.codec import Malformed, decode, encode
from heraut.kernel.journal import Behind, Damaged, Draft, Entry, Header, JournalError, NoSuchStream, StreamExists
from heraut.kernel.names import CommandId, Instant, SenderId, StreamId

T = TypeVar("T")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}\Z")
PATIENCE = 20
"""Seconds one waits for another process to finish its append: it takes milliseconds."""


class StreamPages:
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
        self._streams: dict[StreamId, StreamPages] = {}

    def create(self, header: Header, entries: Sequence[Entry] = (), /, *, next_tick: Instant | None = None) -> None:  # noqa: ARG002  # nobody keeps time here
        """Begin a stream."""
        if header.stream in self._streams:
            raise StreamExists(f"there is a stream {header.stream} already: choose another name")
        self._streams[header.stream] = StreamPages(header, entries)

    def header(self, stream: StreamId, /) -> Header:
        """The first line."""
        return self._pages(stream).header

    def headers(self) -> Iterable[Header]:
        """Every stream, oldest first."""
        return tuple(pages.header for pages in self._streams.values())

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

    def _pages(self, stream: StreamId) -> StreamPages:
        try:
            return self._streams[stream]
        except KeyError:
            raise NoSuchStream(f"there is no stream {stream}: check its name") from None


@dataclass(frozen=True, slots=True)
class _Sound:
    """How far a file can be read, what stands there, and what is wrong with the line after it, if something is."""

    end: int
    pages: StreamPages
    damage: Damaged | None = None


class FileJournal:
    """Streams as files of a folder; several processes may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[StreamId, _Sound] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"cannot use the folder {folder}: {error.strerror}; choose another") from error

    def create(self, header: Header, entries: Sequence[Entry] = (), /, *, next_tick: Instant | None = None) -> None:  # noqa: ARG002  # nobody keeps time here
        """Begin a stream: the file appears whole or not at all."""
        path = self._path(header.stream)
        lines = [encode(header), *map(encode, chained_all(header, entries))]
        fresh = path.with_name(f".{path.name}.new")
        with _told(path), locked(path):
            if path.exists():
                raise StreamExists(f"there is a stream {header.stream} already: choose another name")
            with fresh.open("wb") as file:
                _write(file, b"\n".join(lines))
            fresh.replace(path)
            _sync_folder(self._folder)

    def header(self, stream: StreamId, /) -> Header:
        """The first line."""
        return self._read(stream).pages.header

    def headers(self) -> Iterable[Header]:
        """Every stream that can be read, oldest first."""
        found = []
        for path in self._folder.glob("*.jsonl"):
            try:
                found.append(self.header(StreamId(path.stem)))
            except JournalError:  # one bad file harms no other; whoever opens it is told
                continue
        return sorted(found, key=lambda header: (header.created, header.stream))

    def extend(
        self,
        stream: StreamId,
        drafts: Sequence[Draft],
        /,
        *,
        expected: int,
        next_tick: Instant | None = None,  # noqa: ARG002
    ) -> tuple[Entry, ...]:
        """Write the entries and wait until the disk has them."""
        path = self._path(stream)
        if not path.exists():
            raise NoSuchStream(f"there is no stream {stream}: check its name")
        with _told(path), locked(path), path.open("r+b") as file:
            found = self._pages(stream, file)
            if found.damage is not None:
                raise found.damage
            end, pages = found.end, found.pages
            entries = pages.following(drafts, expected)
            try:
                file.seek(end)
                file.truncate()
                written = _write(file, b"\n".join(map(encode, entries)))
            except OSError:
                _cut(path, end)  # what is half written is of commands nobody was told of
                raise
            for entry in entries:
                pages.add(entry)
            self._known[stream] = _Sound(end + written, pages)
            return entries

    def is_enclosed(self) -> bool:
        """What is on the disk stays there."""
        return False

    def read(self, stream: StreamId, /, after: int = 0) -> Iterator[Entry]:
        """The entries after that sequence; a line that cannot be read is told after those before it."""
        found = self._read(stream)
        yield from found.pages.entries[after:]
        if found.damage is not None:
            raise found.damage

    def _read(self, stream: StreamId) -> _Sound:
        path = self._path(stream)
        with _told(path), path.open("rb") as file:
            return self._pages(stream, file)

    def _path(self, stream: StreamId) -> Path:
        if not _NAME.match(stream):
            raise NoSuchStream(f"“{stream}” cannot name a stream: use letters, digits, - and _")
        return self._folder / f"{stream}.jsonl"

    def _pages(self, stream: StreamId, file: BinaryIO) -> _Sound:
        """What the file holds up to its last whole line; only what was added since the last look is read."""
        place = self._path(stream).name
        known, damage = self._known.get(stream), None
        end, pages = (0, None) if known is None else (known.end, known.pages)
        if os.fstat(file.fileno()).st_size < end:  # the file was cut or put back: what we remember is not there
            end, pages = 0, None
        file.seek(end)
        for line in file:
            if not line.endswith(b"\n"):
                break
            if pages is None:
                pages = StreamPages(_parse(line, Header, f"{place}, line 1", stream, 0))
            else:
                number = len(pages.entries) + 1
                try:
                    pages.add(_parse(line, Entry, f"{place}, line {number + 1}", stream, number))
                except Damaged as error:
                    damage = error
                    break
            end += len(line)
        if pages is None:
            raise Damaged(f"{place} has no whole first line: restore it from a copy", stream=stream)
        self._known[stream] = _Sound(end, pages)
        return _Sound(end, pages, damage)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """What the disk refuses is said in one sentence, with what to do."""
    try:
        yield
    except FileNotFoundError:
        raise NoSuchStream(f"there is no stream {path.stem}: check its name") from None
    except OSError as error:
        raise JournalError(
            f"cannot use {path}: {error.strerror}; make room or give yourself the right to it, then send it again"
        ) from error


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Nobody else appends to the file meanwhile."""
    beside = path.with_name(f".{path.name}.lock")
    try:
        beside.touch()  # where no file can be made, the lock would wait for the folder to come back
    except FileNotFoundError:
        raise JournalError(f"cannot use the folder {path.parent}: it takes no file; choose another") from None
    try:
        with FileLock(beside, timeout=PATIENCE):
            yield
    except Timeout:
        raise JournalError(f"another process has held {path.name} for {PATIENCE} seconds: end it, try again") from None


def _parse(line: bytes, kind: type[T], place: str, stream: StreamId, entry: int) -> T:
    try:
        return decode(line, kind)  # type: ignore[no-any-return]
    except (Malformed, RecursionError) as error:
        raise Damaged(
            f"{place} cannot be read ({error}): restore the file from a copy, or ask heraut doctor",
            stream=stream,
            entry=entry or None,
        ) from error


def _write(file: BinaryIO, line: bytes) -> int:
    written = file.write(line + b"\n")
    file.flush()
    os.fsync(file.fileno())
    return written


def _cut(path: Path, end: int) -> None:
    with suppress(OSError):  # otherwise the next append writes over it
        os.truncate(path, end)


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # where a folder cannot be opened, and need not be
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
