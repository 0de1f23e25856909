"""
What was done, kept block by block in one file: a run that was cut short goes on where it stopped.

The first line names the job; each further line is a block with its tally, written whole and flushed. A line torn by a
crash or a full disk is left out when the file is read.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Generic, TypeVar

import msgspec

from heraut.lab.faults import CannotRun

B = TypeVar("B")
T = TypeVar("T")


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what kind of job, and its name."""

    lab: str
    digest: str
    seed: int | None = None
    """What its draws come from, so that it can be gone on with by who has not noted it."""


def head_of(file: Path) -> Head | None:
    """What the file is of; None for a file of something else, or none at all."""
    try:
        with file.open("rb") as stream:
            return msgspec.json.decode(stream.readline(), type=Head)
    except (OSError, msgspec.DecodeError):
        return None


class Line(msgspec.Struct, Generic[B, T], frozen=True):
    """A block and what it gave."""

    block: B
    tally: T


class Keeper(Generic[B, T]):
    """The file of a job. Blocks that are in it need not be computed again."""

    def __init__(self, file: Path, head: Head, block: type[B], tally: type[T]) -> None:
        self.file, self._head = file, head
        self._decoder = msgspec.json.Decoder(Line[block, tally])  # type: ignore[valid-type]
        self.done: dict[B, T] = {}
        self._stream: int | None = None

    def read(self) -> None:
        """Take in what the file holds; it must be of this job."""
        head = head_of(self.file)
        if head is None or (head.lab, head.digest) != (self._head.lab, self._head.digest):
            raise CannotRun("kept-other", file=str(self.file))
        for number, line in self._whole(self.file.read_bytes().splitlines(keepends=True)):
            try:
                entry = self._decoder.decode(line)
            except msgspec.DecodeError as error:
                raise CannotRun("kept-broken", file=str(self.file), line=str(number), detail=str(error)) from None
            self.done[entry.block] = entry.tally

    def _whole(self, lines: list[bytes]) -> Iterator[tuple[int, bytes]]:
        """The lines of blocks, numbered as an editor does."""
        return ((number, line) for number, line in enumerate(lines, 1) if number > 1 and line.endswith(b"\n"))

    def __enter__(self) -> Keeper[B, T]:
        fresh = not self.done
        if not fresh:
            self._drop_torn_line()
        how = os.O_TRUNC if fresh else os.O_APPEND
        self._stream = os.open(self.file, os.O_WRONLY | os.O_CREAT | how, 0o644)
        if fresh:
            try:
                self._write(self._head)
            except OSError:
                self.__exit__()
                if self.file.is_file():  # a device stays
                    self.file.unlink()  # nothing is in it, and the next try is not told that something was stopped
                raise
        return self

    def _drop_torn_line(self) -> None:
        held = self.file.read_bytes()
        if not held.endswith(b"\n"):
            os.truncate(self.file, held.rfind(b"\n") + 1)

    def keep(self, block: B, tally: T) -> None:
        """Write a block down, whole."""
        self._write(Line(block, tally))
        self.done[block] = tally

    def _write(self, line: object) -> None:
        assert self._stream is not None
        left = msgspec.json.encode(line) + b"\n"
        while left:
            left = left[os.write(self._stream, left) :]

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        if self._stream is not None:
            os.close(self._stream)
            self._stream = None

    def forget(self) -> None:
        """The job is done: nothing need be kept."""
        self.file.unlink(missing_ok=True)
