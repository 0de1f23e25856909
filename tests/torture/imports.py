"""
The power cut while a file is taken in: `heraut import` is killed before every statement it sends to the database, and
around every commit. Afterwards nothing of the file is there or all of it, its organiser's alone; and what is not there
can be taken in again.
"""

from __future__ import annotations

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from heraut.kernel.names import StreamId
from journal.chain import verified
from torture.kills import Broken, _forked
from torture.stores import Database

FILE = Path(__file__).parents[1] / "golden" / "streams" / "form-3-edition-2-tournament-steamroller.jsonl"
NEVER = 1_000_000


@dataclass
class Imports:
    """What a run did."""

    store: str
    kills: int = 0
    nothing: int = 0
    whole: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        return (
            f"{self.store}: {self.kills} imports killed, {self.nothing} left nothing, {self.whole} left all, "
            f"0 left a part; all taken in again; {self.seconds:.0f} s"
        )


def cut_while_importing(store: Database, kills: int, folder: Path) -> Imports:
    """Kill imports of one game and of a hand-over at so many of their last moments each; `Broken` if a part is left."""
    figures, begun = Imports(store.name), monotonic()
    store.prepare()
    for file, names in (_game(store, folder), _hand_over(store, folder)):
        size = _sizes(store, names)
        _forget(store, names)
        moments = _run(store, file, NEVER)
        _must(_sizes(store, names) == size, f"{file.name} is not taken in whole")
        for moment in range(max(1, moments - kills + 1), moments + 1):
            _forget(store, names)
            _must(_run(store, file, moment) == 0, f"{file.name} was not killed at moment {moment}")
            left = _sizes(store, names)
            _must(left in (size, dict.fromkeys(names, -1)), f"{file.name}, killed at {moment}, left {left} of {size}")
            _must(_are_owned(store, names), f"{file.name}, killed at {moment}, left a game that is nobody's")
            figures.kills += 1
            figures.nothing += left != size
            figures.whole += left == size
            if left != size:
                _must(_run(store, file, NEVER) > 0, f"{file.name} cannot be taken in again")
                _must(_sizes(store, names) == size, f"{file.name} is not whole the second time")
    figures.seconds = monotonic() - begun
    return figures


def _must(true: bool, said: str) -> None:
    if not true:
        raise Broken(said)


def _game(store: Database, folder: Path) -> tuple[Path, list[StreamId]]:
    """A game as one file of lines, stored once."""
    file = folder / "game.jsonl"
    file.write_bytes(FILE.read_bytes())
    _must(_run(store, file, NEVER) > 0, "the file is not taken in")
    return file, [StreamId("tournament-steamroller")]


def _hand_over(store: Database, folder: Path) -> tuple[Path, list[StreamId]]:
    """Two games handed over in one file, with their links."""
    from heraut.web import handover, samples

    names = [StreamId("campaign"), StreamId("skirmish")]
    with _database(store):
        for name in names:
            text = (Path(samples.__file__).parent / f"{name}.jsonl").read_text(encoding="utf-8")
            samples.load(name, text)
        file = folder / "two.heraut"
        file.write_bytes(handover.pack("Deux", names, with_links=True))
    return file, names


@contextmanager
def _database(store: Database) -> Iterator[None]:
    """The database in this process, and left again before it forks."""
    try:
        yield
    finally:
        store._leave()


def _sizes(store: Database, names: list[StreamId]) -> dict[StreamId, int]:
    """How many sound entries there are of each game; -1 where there is none."""
    from heraut.web.models import Entry, Stream

    found = dict.fromkeys(names, -1)
    with _database(store):
        for row in Stream.objects.filter(pk__in=names):
            journal, name = store.journal(), StreamId(row.pk)
            found[name] = sum(1 for _ in verified(journal.header(name), journal.read(name)))
        _must(not Entry.objects.exclude(stream__in=Stream.objects.all()).exists(), "there are entries of no game")
    return found


def _are_owned(store: Database, names: list[StreamId]) -> bool:
    """Whether each game that is there is somebody's: one that is nobody's would be anybody's."""
    from heraut.web.models import Stream

    with _database(store):
        return not Stream.objects.filter(pk__in=names, owner=None).exists()


def _forget(store: Database, names: list[StreamId]) -> None:
    from heraut.web.models import Entry, Link, Stream

    with _database(store):
        Link.objects.filter(stream__in=names).delete()
        Entry.objects.filter(stream__in=names).delete()
        Stream.objects.filter(pk__in=names).delete()


def _run(store: Database, file: Path, moment: int) -> int:
    """`heraut import` in a process that ends itself at that moment: how many it had, 0 if it was killed."""

    def work(pipe: int) -> None:
        from heraut.cli import run

        countdown = _Countdown(moment)
        with countdown.over_the_database(), redirect_stdout(io.StringIO()):
            code = run(["import", str(file)])
        os.write(pipe, (countdown.passed if code == 0 else NEVER).to_bytes(8, "big"))

    store._leave()
    pid, pipe = _forked(work)
    told = b"".join(iter(lambda: os.read(pipe, 8), b""))
    os.close(pipe)
    ended = os.waitpid(pid, 0)[1]
    if os.WIFSIGNALED(ended):
        return 0
    passed = int.from_bytes(told, "big") if told else NEVER
    _must(passed < NEVER, f"heraut import {file.name} failed")
    return passed


class _Countdown:
    """Counts the moments at which the power may fail; at the last one it does."""

    def __init__(self, moment: int) -> None:
        self._left = moment
        self.passed = 0

    def step(self) -> None:
        self.passed += 1
        self._left -= 1
        if not self._left:
            sys.stdout.flush()
            os.kill(os.getpid(), signal.SIGKILL)

    @contextmanager
    def over_the_database(self) -> Iterator[None]:
        """Every statement and both sides of every commit are such a moment."""
        from django.db import connection
        from django.db.backends.base.base import BaseDatabaseWrapper

        def before(execute: Callable[..., Any], *asked: Any) -> Any:
            self.step()
            return execute(*asked)

        commit = BaseDatabaseWrapper._commit

        def around(database: Any) -> Any:
            self.step()
            done = commit(database)
            self.step()
            return done

        BaseDatabaseWrapper._commit = around
        with connection.execute_wrapper(before):
            yield
