"""
The power cut: a writer is killed at random moments and sends again what it got no answer to.

A killed process takes with it what it held in memory, not what the system has been given: this tries our order of
writing, answering and cleaning up, not the disk's honesty about `fsync`.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import traceback
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from time import monotonic, sleep

from heraut.journal.desk import Desk
from heraut.kernel.names import StreamId
from journal.chain import verified
from torture.stores import Store

PER_STREAM = 25
"""Kills on one stream before the next begins, so that beginning is tried too."""
PATIENCE = 60.0


class Broken(AssertionError):
    """What must never happen has happened."""


@dataclass
class Figures:
    """What a run did."""

    store: str
    kills: int = 0
    backends: int = 0
    answered: int = 0
    stored: int = 0
    unanswered: int = 0
    """Stored, and killed before the answer went out: sent again, they count once."""
    streams: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        lost = f"{self.backends} of them of server processes, " if self.backends else ""
        return (
            f"{self.store}: {self.kills} kills ({lost}{self.streams} streams), {self.answered} commands answered, "
            f"{self.stored} stored, 0 lost, 0 twice, {self.unanswered} stored but unanswered when killed; "
            f"{self.seconds:.0f} s"
        )


@dataclass
class _Writer:
    """A process that writes, and what it has told us."""

    pid: int
    pipe: int
    answered: list[int] = field(default_factory=list)
    backend: int = 0

    def listen(self, wanted: int, within: float) -> bool:
        """Hear so many answers, or wait so long; False once the writer is gone."""
        until = monotonic() + within
        while len(self.answered) < wanted and (left := until - monotonic()) > 0:
            ready, _, _ = select.select([self.pipe], [], [], left)
            if ready and not self._read():
                return False
        return True

    def kill(self) -> None:
        """End it at once, and hear what it had said before."""
        os.kill(self.pid, signal.SIGKILL)
        while self._read():
            pass
        os.close(self.pipe)
        os.waitpid(self.pid, 0)

    def _read(self) -> bool:
        data = os.read(self.pipe, 8000)  # numbers are written whole: eight bytes are less than a pipe takes at once
        for place in range(0, len(data), 8):
            number = int.from_bytes(data[place : place + 8], "big", signed=True)
            if number < 0:
                self.backend = -number
            else:
                self.answered.append(number)
        return bool(data)


def _forked(work: Callable[[int], None]) -> tuple[int, int]:
    """A process that does this work; its id and the pipe it writes to."""
    ours, theirs = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        os.close(theirs)
        return pid, ours
    code = 1
    try:
        os.close(ours)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        work(theirs)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _writer(store: Store, stream: StreamId, first: int) -> _Writer:
    def work(pipe: int) -> None:
        store.write(stream, first, lambda number: _tell(pipe, number))

    return _Writer(*_forked(work))


def _tell(pipe: int, number: int) -> None:
    os.write(pipe, number.to_bytes(8, "big", signed=True))


def cut_the_power(store: Store, kills: int, seed: int, *, backends: bool = False) -> Figures:
    """Kill writers so many times; `Broken` if anything answered is not there once."""
    dice, figures, begun = Random(seed), Figures(store.name), monotonic()
    store.prepare()
    while figures.kills < kills:
        stream = StreamId(f"sale-{figures.streams}")
        figures.streams += 1
        answered = 0
        for _kill in range(min(PER_STREAM, kills - figures.kills)):
            answered = _one(store, stream, answered, dice, figures, backends=backends)
        _check(store, stream, answered, figures)
        figures.answered += answered
    figures.seconds = monotonic() - begun
    return figures


def _one(store: Store, stream: StreamId, answered: int, dice: Random, figures: Figures, *, backends: bool) -> int:
    """One writer and its end; the last command that was answered."""
    writer = _writer(store, stream, answered + 1)
    hasty = dice.random() < 0.2  # while it is still starting, as likely as not
    alive = writer.listen(1 if hasty else dice.randint(1, 20), 0.05 * dice.random() if hasty else PATIENCE)
    if alive and backends and writer.backend and dice.random() < 0.3:
        os.kill(writer.backend, signal.SIGKILL)
        figures.backends += 1
        figures.kills += 1
        alive = writer.listen(len(writer.answered) + 3, PATIENCE)  # it finds its way back by itself
    sleep(0.004 * dice.random())
    writer.kill()
    figures.kills += 1
    if not alive:
        raise Broken(f"{store.name}: the writer ended by itself; its reason stands above")
    return max(answered, *writer.answered, 0)


def _check(store: Store, stream: StreamId, answered: int, figures: Figures) -> None:
    """In a process of its own, which opens the store as anybody would."""

    def work(pipe: int) -> None:
        _tell(pipe, _stored(store, stream, answered))

    pid, pipe = _forked(work)
    data = os.read(pipe, 8)
    os.close(pipe)
    _, status = os.waitpid(pid, 0)
    if status or len(data) < 8:
        raise Broken(f"{store.name}: {stream} does not hold what was answered; the reason stands above")
    stored = int.from_bytes(data, "big")
    figures.stored += stored
    figures.unanswered += stored - answered


def _stored(store: Store, stream: StreamId, answered: int) -> int:
    """How many entries there are: each id once and in order, nothing answered missing, chained and foldable."""
    journal = store.journal()
    entries = list(verified(journal.header(stream), journal.read(stream)))
    ids = [entry.command_id for entry in entries]
    if ids != [f"c{number}" for number in range(1, len(ids) + 1)]:
        raise Broken(f"ids are not each there once and in order: {ids[-20:]}")
    if len(ids) < answered:
        raise Broken(f"{answered} commands were answered, {len(ids)} are there")
    if Desk(journal).history(stream).sequence != len(ids):
        raise Broken("it does not fold")
    return len(ids)
