"""
A journal in a folder: one readable file per stream, a header line and then one line per entry.

A line counts once its newline is on disk. A process killed while it writes leaves at most one line without a
newline: a command nobody was told had been accepted. The next append writes over it.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, TypeVar

from heraut.journal.memory import Pages
from heraut.kernel import CommandId, Malformed, StreamId, decode, encode
from heraut.kernel.journal import Damaged, Draft, Entry, Header, JournalError, NoSuchStream, StreamExists

T = TypeVar("T")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}\Z")


class FileJournal:
    """Streams as files of a folder; several processes may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._known: dict[StreamId, tuple[int, Pages]] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise JournalError(f"cannot use the folder {folder}: {error.strerror}; choose another") from error

    def create(self, header: Header) -> None:
        """Begin a stream: the file appears whole or not at all."""
        path = self._path(header.stream)
        fresh = path.with_suffix(f".{os.getpid()}.new")
        with fresh.open("wb") as file:
            _write(file, encode(header))
        try:
            os.link(fresh, path)
        except FileExistsError:
            raise StreamExists(f"there is a stream {header.stream} already: choose another name") from None
        finally:
            fresh.unlink()
        _sync_folder(self._folder)

    def header(self, stream: StreamId) -> Header:
        """The first line."""
        with self._open(stream) as file:
            return self._pages(stream, file)[1].header

    def headers(self) -> Iterable[Header]:
        """Every stream, oldest first."""
        found = [self.header(StreamId(path.stem)) for path in self._folder.glob("*.jsonl")]
        return sorted(found, key=lambda header: (header.created, header.stream))

    def append(self, stream: StreamId, draft: Draft, *, expected: int) -> Entry:
        """Write the entry and wait until the disk has it."""
        with self._open(stream) as file:
            end, pages = self._pages(stream, file)
            if (known := pages.find(draft.command_id)) is not None:
                return known
            entry = pages.next(draft, expected)
            file.seek(end)
            file.truncate()
            end += _write(file, encode(entry))
            pages.add(entry)
            self._known[stream] = (end, pages)
            return entry

    def read(self, stream: StreamId, after: int = 0) -> Iterator[Entry]:
        """The entries after that sequence."""
        with self._open(stream) as file:
            return iter(self._pages(stream, file)[1].entries[after:])

    def find(self, stream: StreamId, command_id: CommandId) -> Entry | None:
        """The entry of that command."""
        with self._open(stream) as file:
            return self._pages(stream, file)[1].find(command_id)

    def _path(self, stream: StreamId) -> Path:
        if not _NAME.match(stream):
            raise NoSuchStream(f"“{stream}” cannot name a stream: use letters, digits, - and _")
        return self._folder / f"{stream}.jsonl"

    @contextmanager
    def _open(self, stream: StreamId) -> Iterator[BinaryIO]:
        try:
            file = self._path(stream).open("r+b")
        except FileNotFoundError:
            raise NoSuchStream(f"there is no stream {stream}: check its name") from None
        except OSError as error:
            raise JournalError(f"cannot open {self._path(stream)}: {error.strerror}") from error
        with file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file

    def _pages(self, stream: StreamId, file: BinaryIO) -> tuple[int, Pages]:
        """What the file holds up to its last whole line; only what was added since the last look is read."""
        place = self._path(stream).name
        end, pages = self._known.get(stream, (0, None))
        file.seek(end)
        for line in file:
            if not line.endswith(b"\n"):
                break
            end += len(line)
            if pages is None:
                pages = Pages(_parse(line, Header, f"{place}, line 1"))
            else:
                number = len(pages.entries) + 2
                pages.add(_parse(line, Entry, f"{place}, line {number}"))
        if pages is None:
            raise Damaged(f"{place} has no whole first line: restore it from a copy")
        self._known[stream] = (end, pages)
        return end, pages


def _parse(line: bytes, kind: type[T], place: str) -> T:
    try:
        return decode(line, kind)  # type: ignore[no-any-return]
    except Malformed as error:
        raise Damaged(f"{place} cannot be read ({error}): restore the file from a copy") from error


def _write(file: BinaryIO, line: bytes) -> int:
    written = file.write(line + b"\n")
    file.flush()
    os.fsync(file.fileno())
    return written


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
