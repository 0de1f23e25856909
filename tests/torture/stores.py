"""The stores that are tortured, each as a writer in a process of its own meets it."""

from __future__ import annotations

import io
import logging
import os
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, Protocol

import conftest  # noqa: F401  # the auction is among the engines
from auction import build, engine
from auction.engine import DraftBid
from heraut.cli import run
from heraut.journal.desk import Accepted, Desk
from heraut.journal.stores import FileJournal
from heraut.kernel.codec import encode
from heraut.kernel.journal import Journal, StreamExists
from heraut.kernel.names import ActorId, CommandId, Instant, SenderId, StreamId

PURSE = 1000
Tell = Callable[[int], None]


def settings(lots: int = 1) -> Any:
    return engine.Settings({"ana": "Ana", "ben": "Ben"}, tuple(f"lot-{number}" for number in range(lots)), PURSE)


def opened(desk: Desk, stream: StreamId) -> None:
    """The auction is there, whoever began it."""
    try:
        desk.open(stream=stream, engine="auction", title="Vente", settings=settings(), at=Instant(0))
    except StreamExists:
        return


class Store(Protocol):
    name: str

    def prepare(self) -> None:
        """Make the store; nothing of it stays in this process."""

    def journal(self) -> Journal:
        """The store, opened by this process."""

    def write(self, stream: StreamId, first: int, tell: Tell) -> None:
        """Send numbered commands from the first on, for ever, and tell each number that was answered yes."""


def write_at_desk(journal: Journal, stream: StreamId, first: int, tell: Tell) -> None:
    desk = Desk(journal)
    opened(desk, stream)
    for number in count(first):
        outcome = desk.submit(
            stream, DraftBid(build.ANA, number % PURSE), command_id=CommandId(f"c{number}"), actor=ActorId("ana"),
            sender=SenderId("link:1"), at=Instant(number),
        )  # fmt: skip
        assert isinstance(outcome, Accepted), outcome
        tell(number)


class Files:
    """One file per stream."""

    name = "file"

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def prepare(self) -> None:
        self._folder.mkdir(exist_ok=True)

    def journal(self) -> FileJournal:
        return FileJournal(self._folder)

    def write(self, stream: StreamId, first: int, tell: Tell) -> None:
        write_at_desk(self.journal(), stream, first, tell)


class Played(Files):
    """`heraut play --keep`, which is refused something now and then."""

    name = "play"

    def write(self, stream: StreamId, first: int, tell: Tell) -> None:
        numbers = count(first)
        given, kept = encode(settings()).decode(), str(self._folder / f"{stream}.jsonl")

        class Answers(io.StringIO):
            def write(self, text: str) -> int:
                if text.startswith('{"events"'):
                    tell(next(numbers))
                return len(text)

        sys.stdin, sys.stdout = _Lines(first), Answers()
        code = run(["play", "auction", "--keep", kept, "--settings", given])
        raise SystemExit(f"heraut play ended with {code}")


class _Lines(io.StringIO):
    """An endless script; every third line asks for what the rules refuse."""

    def __init__(self, first: int) -> None:
        super().__init__()
        self._first = first

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        for number in count(self._first):
            if number % 3 == 0:
                yield f"DraftBid seat=ana amount={PURSE + 1}\n"
            yield f"DraftBid seat=ana amount={number % PURSE} command_id=c{number}\n"


class Database:
    """The web's own store, on SQLite or, with a URL, on PostgreSQL."""

    def __init__(self, folder: Path, url: str | None = None) -> None:
        self.name = "PostgreSQL" if url else "SQLite"
        self._folder, self._url = folder, url

    def prepare(self) -> None:
        from heraut.web import data_folder
        from heraut.web.serve import prepare

        # A server lets six write at once; here fifty threads share sixteen connections, or one file, on a busy machine.
        data_folder.POOL_PATIENCE = data_folder.FILE_PATIENCE = 300.0
        self._setting()
        prepare(samples=False)
        self._leave()

    def _setting(self) -> None:
        os.environ["HERAUT_DATA"] = str(self._folder)
        os.environ.pop("DATABASE_URL", None)
        if self._url:
            os.environ["DATABASE_URL"] = self._url

    def _leave(self) -> None:
        """A pool's threads do not survive a fork: every process makes its own."""
        from django.db import connection

        connection.close()
        if self._url:
            connection.close_pool()

    def journal(self) -> Journal:
        from heraut.web.store import DjangoJournal

        return DjangoJournal()

    def backend(self) -> int:
        """The process that serves us in the PostgreSQL server."""
        from django.db import connection

        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            pid: int = cursor.fetchone()[0]
            return pid

    def write(self, stream: StreamId, first: int, tell: Tell) -> None:
        """A database that goes away is no answer: whoever has none sends again when it is back."""
        from django.db import DatabaseError, connection

        logging.getLogger("psycopg.pool").setLevel(logging.ERROR)  # that the server is away is what we are here for
        known = first
        while True:
            try:
                if self._url:
                    tell(-self.backend())
                write_at_desk(self.journal(), stream, known, tell)
            except DatabaseError:
                connection.close()
                known = first  # what was answered is answered again
