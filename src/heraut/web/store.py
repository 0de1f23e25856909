"""The journal in a database: SQLite on a laptop, PostgreSQL for a club."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

import msgspec
from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet

from heraut.journal.entry import chained_all, numbered_all, seed
from heraut.kernel import ActorId, CommandId, Instant, Malformed, SenderId, StreamId, decode, encode
from heraut.kernel.journal import Behind, Damaged, Draft, Header, NoSuchStream, StreamExists
from heraut.kernel.journal import Entry as JournalEntry
from heraut.web import models, outbox
from heraut.web.prepared import Lookup, Row, execute, rows

BATCH = 500
"""Entries fetched at a time, so that a long stream needs little memory."""
AFTER = """
    SELECT "sequence", "sender", "command_id", "actor", "at", "command", "events", "form", "chain"
    FROM "web_entry" WHERE "stream_id" = %s AND "sequence" > %s ORDER BY "sequence" LIMIT %s
"""
END = 'SELECT "sequence", "chain" FROM "web_entry" WHERE "stream_id" = %s ORDER BY "sequence" DESC LIMIT 1'
STORE = """
    INSERT INTO "web_entry" (
        "stream_id", "sequence", "sender", "command_id", "actor", "at", "command", "events", "form", "chain"
    ) VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
"""
WAKE = """
    UPDATE "web_stream" SET "next_tick" = %s, "programs_due" = COALESCE("programs_due", 0)
    WHERE "id" = %s AND (COALESCE("next_tick", -1) <> %s OR "programs_due" IS NULL)
"""
_turn = Lock()
HEADER = 'SELECT "header" FROM "web_stream" WHERE "id" = %s'


def of_engines(*engines: str) -> QuerySet[models.Stream]:
    """The streams of these engines."""
    return models.Stream.objects.filter(engine__in=engines)


_by_name = Lookup(models.Stream, "id")


def by_name(stream: str) -> models.Stream | None:
    """The row of that stream."""
    return _by_name.first(stream)


class DjangoJournal:
    """Satisfies `kernel.journal.Journal`; two unique constraints settle every race."""

    def create(
        self, header: Header, entries: Sequence[JournalEntry] = (), /, *, next_tick: Instant | None = None
    ) -> None:
        try:
            with transaction.atomic():
                models.Stream.objects.create(
                    id=header.stream, header=encode(header).decode(), engine=header.engine, next_tick=next_tick
                )
                execute(STORE, *(_values(header.stream, entry) for entry in chained_all(header, entries)))
        except IntegrityError as error:
            raise StreamExists(f"there is a stream {header.stream} already: choose another name") from error

    def header(self, stream: StreamId, /) -> Header:
        stored = rows(HEADER, [stream])
        if not stored:
            raise NoSuchStream(f"there is no stream {stream}: check the address")
        return _header(stream, stored[0][0])

    def headers(self) -> Iterable[Header]:
        for pk, stored in models.Stream.objects.values_list("id", "header"):
            try:
                yield _header(pk, stored)
            except Damaged:  # one bad stream harms no other; whoever opens it is told
                continue

    def extend(
        self, stream: StreamId, drafts: Sequence[Draft], /, *, expected: int, next_tick: Instant | None = None
    ) -> tuple[JournalEntry, ...]:
        try:
            with _in_turn(), transaction.atomic():
                return self._extend(stream, drafts, expected, next_tick)
        except IntegrityError:  # somebody appended between our look and our write
            raise Behind(f"{stream} has moved on from entry {expected}: read it again") from None

    def is_enclosed(self) -> bool:
        return connection.in_atomic_block

    def read(self, stream: StreamId, /, after: int = 0) -> Iterator[JournalEntry]:
        # A batch at a time and no cursor of the server's: whoever stops reading half way would leave it open, to be
        # closed in the middle of somebody else's transaction.
        last = after
        while batch := rows(AFTER, [stream, last, BATCH]):
            yield from map(_entry, batch)
            last = batch[-1][0]
            if len(batch) < BATCH:
                return
        if last == 0:
            self.header(stream)

    def sleep_on(self, stream: StreamId, waited: int | None, instant: Instant | None, /) -> None:
        """Let a game that was due and had nothing to do wait for another instant, unless an entry has come since."""
        models.Stream.objects.filter(pk=stream, next_tick=waited).update(next_tick=instant)

    def note_damage(self, damage: Damaged, /) -> None:
        """Write down what is wrong with a stream, for lists that need not open it."""
        if damage.stream is not None:
            models.Stream.objects.filter(pk=damage.stream).exclude(damaged=str(damage)).update(damaged=str(damage))

    def _extend(
        self, stream: StreamId, drafts: Sequence[Draft], expected: int, next_tick: Instant | None
    ) -> tuple[JournalEntry, ...]:
        last, chain = next(iter(rows(END, [stream])), (0, ""))
        if last != expected:
            raise Behind(f"{stream} ends at entry {last}, not at {expected}: read it again")
        entries = numbered_all(chain or seed(self.header(stream)), drafts, expected)
        execute(STORE, *(_values(stream, entry) for entry in entries))
        execute(WAKE, (next_tick, stream, -1 if next_tick is None else next_tick))  # most find both so already
        outbox.write(stream, entries)
        return entries


@contextmanager
def _in_turn() -> Iterator[None]:
    """
    Let the threads of this process write SQLite's file one after the other.

    SQLite lets one write at a time and has the others ask again and again, until one among many is never heard. Whoever
    is in a transaction has the file already, and must not wait for those who wait for it.
    """
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    with _turn:
        yield


def _values(stream: StreamId, entry: JournalEntry) -> Row:
    """The entry in the order of `STORE`."""
    return (
        stream,
        entry.sequence,
        entry.sender,
        entry.command_id,
        entry.actor,
        entry.at,
        bytes(entry.command).decode(),
        bytes(entry.events).decode(),
        entry.form,
        entry.chain,
    )


def _entry(row: Row) -> JournalEntry:
    """A row in the order of `AFTER`."""
    sequence, sender, command_id, actor, at, command, events, form, chain = row
    return JournalEntry(
        sequence=sequence,
        sender=SenderId(sender),
        command_id=CommandId(command_id),
        actor=ActorId(actor),
        at=Instant(at),
        command=msgspec.Raw(command.encode()),
        events=msgspec.Raw(events.encode()),
        form=form,
        chain=chain,
    )


def _header(stream: str, stored: str) -> Header:
    try:
        header: Header = decode(stored, Header)
    except Malformed as error:
        raise Damaged(
            f"the first line of {stream} cannot be read ({error}): restore the database from a copy",
            stream=StreamId(stream),
        ) from error
    return header
