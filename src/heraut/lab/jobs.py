"""
A job on its way to a report: cut into blocks, computed here or elsewhere, kept block by block in one file.

A block depends on nothing but the job and its own number: whoever computes the blocks, in whatever order, the report
is the same. So a job that was cut short goes on where it stopped. The first line of its file names the job; each
further line is a block with what it gave, written whole and flushed. A line torn by a crash or a full disk is left out
when the file is read.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from types import TracebackType
from typing import Any, Generic, TypeVar

import msgspec

from heraut.kernel.codec import from_plain, to_plain
from heraut.lab.report import LabReport
from heraut.lab.sentences import CannotRun
from heraut.pseudorandom import SplitMix

B = TypeVar("B")
T = TypeVar("T")


@dataclass(frozen=True)
class Work(Generic[B, T]):
    """A job cut into blocks, as it is sent out; its name and digest say what is kept of it, in which types."""

    name: str
    digest: str
    compute: Callable[[bytes, B], T]
    sent: bytes
    blocks: Sequence[B]
    kinds: tuple[type[B], type[T]]
    report: Callable[[Mapping[B, T]], LabReport | None]
    """Of the blocks that are done, or nothing while they say nothing."""
    cost: Callable[[B], int] = attrgetter("count")
    """How long a block takes beside the others: as long as it has runs, if they are all alike."""


class Runs(msgspec.Struct, frozen=True):
    """Some runs of a job: a block of it."""

    first: int
    count: int

    @property
    def numbers(self) -> range:
        """The number of each run."""
        return range(self.first, self.first + self.count)


class Block(Runs, frozen=True):
    """Some runs of one trial."""

    trial: int


def cut(total: int, size: int) -> Iterator[tuple[int, int]]:
    """Where each block of that size begins, and how many are in it: fewer in the last."""
    return ((first, min(size, total - first)) for first in range(0, total, size))


def digest(tried: object) -> str:
    """A name for a job, from what it tries and its seed; more runs of it are the same job."""
    return hashlib.sha256(msgspec.json.encode(to_plain(tried), order="sorted")).hexdigest()[:16]


def encoded(job: msgspec.Struct) -> bytes:
    """A job as it is sent to another process or machine."""
    return msgspec.json.encode(to_plain(job))


@lru_cache(maxsize=4)  # every block begins with it
def decoded(sent: bytes, kind: Any) -> Any:
    """The job of that type that was sent."""
    return from_plain(msgspec.json.decode(sent), kind)


def chance_of(seed: int, run: int) -> SplitMix:
    """What a run draws from: the same wherever it is computed."""
    return SplitMix(int.from_bytes(hashlib.sha256(f"{seed}:{run}".encode()).digest()[:8], "big"))


class JobHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: what kind of job, and its name."""

    lab: str
    digest: str
    seed: int | None = None
    """What its draws come from, so that it can be gone on with by who has not noted it."""


FIRST = b'{"lab":'
"""How the file of a job begins."""


def head_of(file: Path) -> JobHeader | None:
    """What the file is of; None for a file of something else, or none at all."""
    try:
        with file.open("rb") as stream:
            return msgspec.json.decode(stream.readline(), type=JobHeader)
    except (OSError, msgspec.DecodeError):
        return None


class BlockLine(msgspec.Struct, Generic[B, T], frozen=True):
    """A block and what it gave."""

    block: B
    tally: T


class Keeper(Generic[B, T]):
    """The file of a job. Blocks that are in it need not be computed again."""

    def __init__(self, file: Path, head: JobHeader, block: type[B], tally: type[T]) -> None:
        self.file, self._head = file, head
        self._decoder = msgspec.json.Decoder(BlockLine[block, tally])  # type: ignore[valid-type]
        self.done: dict[B, T] = {}
        self._stream: int | None = None

    def is_anothers(self) -> bool:
        """Whether something else than a job is kept under that name."""
        if not self.file.is_file():
            return self.file.is_dir()
        with self.file.open("rb") as kept:
            return not FIRST.startswith(kept.read(len(FIRST)))

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
        self._write(BlockLine(block, tally))
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
