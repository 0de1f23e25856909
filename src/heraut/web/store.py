"""The journal in a database: SQLite on a laptop, PostgreSQL for a club."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet

from heraut.kernel import ActorId, CommandId, Instant, Malformed, StreamId, decode, encode
from heraut.kernel.journal import Behind, Damaged, Draft, Header, NoSuchStream, StreamExists
from heraut.kernel.journal import Entry as JournalEntry
from heraut.web import models

BATCH = 500
"""Entries fetched at a time, so that reading a long stream needs little memory."""


def of_engines(*engines: str) -> QuerySet[models.Stream]:
    """The streams of these engines, as their first lines say."""
    named = Q(pk__in=())
    for engine in engines:
        named |= Q(header__contains=f'"engine":"{engine}"')
    return models.Stream.objects.filter(named)


class DjangoJournal:
    """Satisfies `kernel.journal.Journal`; two unique constraints settle every race."""

    def create(self, header: Header, /) -> None:
        try:
            with transaction.atomic():
                models.Stream.objects.create(id=header.stream, header=encode(header).decode())
        except IntegrityError as error:
            raise StreamExists(f"there is a stream {header.stream} already: choose another name") from error

    def header(self, stream: StreamId, /) -> Header:
        stored = models.Stream.objects.filter(pk=stream).values_list("header", flat=True).first()
        if stored is None:
            raise NoSuchStream(f"there is no stream {stream}: check the address")
        return _header(stream, stored)

    def headers(self) -> Iterable[Header]:
        return [_header(pk, stored) for pk, stored in models.Stream.objects.values_list("id", "header")]

    def append(self, stream: StreamId, draft: Draft, /, *, expected: int) -> JournalEntry:
        try:
            with transaction.atomic():
                return self._append(stream, draft, expected)
        except IntegrityError:  # somebody appended between our look and our write
            known = self.find(stream, draft.command_id)
            if known is None:
                raise Behind(f"{stream} has moved on from entry {expected}: read it again") from None
            return known

    def read(self, stream: StreamId, /, after: int = 0) -> Iterator[JournalEntry]:
        rows = models.Entry.objects.filter(stream=stream, sequence__gt=after).order_by("sequence")
        found = False
        for row in rows.iterator(chunk_size=BATCH):
            found = True
            yield _entry(row)
        if not found and after == 0:
            self.header(stream)

    def find(self, stream: StreamId, command_id: CommandId, /) -> JournalEntry | None:
        row = models.Entry.objects.filter(stream=stream, command_id=command_id).first()
        if row is None:
            self.header(stream)
            return None
        return _entry(row)

    def _append(self, stream: StreamId, draft: Draft, expected: int) -> JournalEntry:
        if (known := self.find(stream, draft.command_id)) is not None:
            return known
        last = models.Entry.objects.filter(stream=stream).aggregate(last=Max("sequence"))["last"] or 0
        if last != expected:
            raise Behind(f"{stream} ends at entry {last}, not at {expected}: read it again")
        row = models.Entry.objects.create(
            stream_id=stream,
            sequence=expected + 1,
            command_id=draft.command_id,
            actor=draft.actor,
            at=draft.at,
            command=bytes(draft.command).decode(),
            events=bytes(draft.events).decode(),
        )
        return _entry(row)


def _entry(row: models.Entry) -> JournalEntry:
    return JournalEntry(
        sequence=row.sequence,
        command_id=CommandId(row.command_id),
        actor=ActorId(row.actor),
        at=Instant(row.at),
        command=msgspec.Raw(row.command.encode()),
        events=msgspec.Raw(row.events.encode()),
    )


def _header(stream: str, stored: str) -> Header:
    try:
        header: Header = decode(stored, Header)
    except Malformed as error:
        raise Damaged(
            f"the first line of {stream} cannot be read ({error}): restore the database from a copy"
        ) from error
    return header
