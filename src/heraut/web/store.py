"""
The journal in a database: SQLite on a laptop, PostgreSQL for a club.

Django works a query out anew every time it is asked, which takes ten times as long as SQLite takes to answer: what
every request asks stands here as SQL that is worked out once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, cached_property
from threading import Lock
from typing import Any, Generic, TypeVar

import msgspec
from django.db import IntegrityError, connection, transaction
from django.db.models import Model, QuerySet

from heraut.journal.entry import chained_all, numbered_all, seed
from heraut.kernel.codec import Malformed, decode, encode
from heraut.kernel.journal import Behind, Damaged, Draft, Header, NoSuchStream, StreamExists
from heraut.kernel.journal import Entry as JournalEntry
from heraut.kernel.names import ActorId, CommandId, Instant, SenderId, StreamId
from heraut.web import models
from heraut.web.rooms import ROOMS, room

M = TypeVar("M", bound=Model)
Row = tuple[Any, ...]
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


def rows(sql: str, values: Sequence[Any]) -> list[Row]:
    """What a statement finds."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        found: list[Row] = cursor.fetchall()
        return found


def execute(sql: str, *values: Sequence[Any]) -> None:
    """Run a statement once for each row of values."""
    with connection.cursor() as cursor:
        if len(values) == 1:
            cursor.execute(sql, values[0])
        else:
            cursor.executemany(sql, values)


class Lookup(Generic[M]):
    """The rows of a model by the values of some of its columns."""

    def __init__(self, model: type[M], *columns: str) -> None:
        self._model, self._columns = model, columns

    def all(self, *values: Any) -> list[M]:
        """Every row with these values."""
        return [self._model.from_db(connection.alias, self._names, self._read(row)) for row in rows(self._sql, values)]

    def first(self, *values: Any) -> M | None:
        """The row with these values, if there is one."""
        return next(iter(self.all(*values)), None)

    @cached_property
    def _names(self) -> list[str]:
        return [field.attname for field in self._model._meta.concrete_fields]

    @cached_property
    def _sql(self) -> str:
        quoted = connection.ops.quote_name
        selected = ", ".join(quoted(str(field.column)) for field in self._model._meta.concrete_fields)
        asked = " AND ".join(f"{quoted(column)} = %s" for column in self._columns)
        return f"SELECT {selected} FROM {quoted(self._model._meta.db_table)} WHERE {asked}"

    @cached_property
    def _converters(self) -> dict[int, list[Callable[..., Any]]]:
        """What makes Python's values of the database's, by the place of the column."""
        found = {}
        for place, field in enumerate(self._model._meta.concrete_fields):
            column = field.get_col(self._model._meta.db_table)
            made = [*connection.ops.get_db_converters(column), *column.get_db_converters(connection)]
            if made:
                found[place] = [(lambda value, made=each, of=column: made(value, of, connection)) for each in made]
        return found

    def _read(self, row: Row) -> list[Any]:
        values = list(row)
        for place, converters in self._converters.items():
            for convert in converters:
                values[place] = convert(values[place])
        return values


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
        _write_debts(stream, entries)
        return entries


class _Tagged(msgspec.Struct, frozen=True):
    """An event of which only its name is looked at."""

    type: str


def _write_debts(stream: StreamId, entries: Iterable[JournalEntry]) -> None:
    """Write down what the entries owe, inside the transaction that stores them."""
    engine = ""
    for entry in entries:
        tags = {event.type for event in decode(bytes(entry.events), list[_Tagged])}
        if not tags & _tags().keys():
            continue
        engine = engine or models.Stream.objects.values_list("engine", flat=True).get(pk=stream)
        if any(engine in _tags().get(tag, ()) for tag in tags):
            models.Delivery.objects.create(stream_id=stream, sequence=entry.sequence)


@cache
def _tags() -> dict[str, set[str]]:
    """The events that are taken elsewhere, by name, and the engines whose they are."""
    found: dict[str, set[str]] = {}
    for engine in ROOMS:
        for kind in room(engine).delivers:
            found.setdefault(str(kind.__struct_config__.tag), set()).add(engine)
    return found


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
