"""The journal in a database: SQLite on a laptop, PostgreSQL for a club."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec
from django.db import IntegrityError, transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Coalesce

from heraut.journal.entry import chained, numbered, seed
from heraut.kernel import ActorId, CommandId, Instant, Malformed, SenderId, StreamId, decode, encode
from heraut.kernel.journal import Behind, Damaged, Draft, Header, NoSuchStream, StreamExists
from heraut.kernel.journal import Entry as JournalEntry
from heraut.web import models, outbox

BATCH = 500
"""Entries fetched or stored at a time, so that a long stream needs little memory."""


def of_engines(*engines: str) -> QuerySet[models.Stream]:
    """The streams of these engines."""
    return models.Stream.objects.filter(engine__in=engines)


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
                models.Entry.objects.bulk_create(_rows(header, entries), batch_size=BATCH)
        except IntegrityError as error:
            raise StreamExists(f"there is a stream {header.stream} already: choose another name") from error

    def header(self, stream: StreamId, /) -> Header:
        stored = models.Stream.objects.filter(pk=stream).values_list("header", flat=True).first()
        if stored is None:
            raise NoSuchStream(f"there is no stream {stream}: check the address")
        return _header(stream, stored)

    def headers(self) -> Iterable[Header]:
        for pk, stored in models.Stream.objects.values_list("id", "header"):
            try:
                yield _header(pk, stored)
            except Damaged:  # one bad stream harms no other; whoever opens it is told
                continue

    def append(
        self, stream: StreamId, draft: Draft, /, *, expected: int, next_tick: Instant | None = None
    ) -> JournalEntry:
        try:
            with transaction.atomic():
                return self._append(stream, draft, expected, next_tick)
        except IntegrityError:  # somebody appended between our look and our write
            raise Behind(f"{stream} has moved on from entry {expected}: read it again") from None

    def read(self, stream: StreamId, /, after: int = 0) -> Iterator[JournalEntry]:
        # A batch at a time and no cursor of the server's: whoever stops reading half way would leave it open, to be
        # closed in the middle of somebody else's transaction.
        rows, last = models.Entry.objects.filter(stream=stream).order_by("sequence"), after
        while batch := list(rows.filter(sequence__gt=last)[:BATCH]):
            yield from map(_entry, batch)
            last = batch[-1].sequence
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

    def _append(self, stream: StreamId, draft: Draft, expected: int, next_tick: Instant | None) -> JournalEntry:
        ends = models.Entry.objects.filter(stream=stream).order_by("-sequence").values_list("sequence", "chain")
        last, chain = ends.first() or (0, "")
        if last != expected:
            raise Behind(f"{stream} ends at entry {last}, not at {expected}: read it again")
        entry = numbered(chain or seed(self.header(stream)), draft, expected + 1)
        models.Entry.objects.bulk_create([_row(stream, entry)])
        _wake_at(stream, next_tick)
        outbox.write(stream, entry)
        return entry


def _wake_at(stream: StreamId, instant: Instant | None) -> None:
    """Write the instant a game waits for, and wake its programs; most entries find both so already."""
    known = Q(next_tick__isnull=True) if instant is None else Q(next_tick=instant, next_tick__isnull=False)
    changing = models.Stream.objects.filter(~known | Q(programs_due__isnull=True), pk=stream)
    changing.update(next_tick=instant, programs_due=Coalesce(F("programs_due"), 0))


def _rows(header: Header, entries: Sequence[JournalEntry]) -> Iterator[models.Entry]:
    chain = seed(header)
    for entry in entries:
        whole = chained(chain, entry)
        chain = whole.chain
        yield _row(header.stream, whole)


def _row(stream: StreamId, entry: JournalEntry) -> models.Entry:
    return models.Entry(
        stream_id=stream,
        sequence=entry.sequence,
        sender=entry.sender,
        command_id=entry.command_id,
        actor=entry.actor,
        at=entry.at,
        command=bytes(entry.command).decode(),
        events=bytes(entry.events).decode(),
        form=entry.form,
        chain=entry.chain,
    )


def _entry(row: models.Entry) -> JournalEntry:
    return JournalEntry(
        sequence=row.sequence,
        sender=SenderId(row.sender),
        command_id=CommandId(row.command_id),
        actor=ActorId(row.actor),
        at=Instant(row.at),
        command=msgspec.Raw(row.command.encode()),
        events=msgspec.Raw(row.events.encode()),
        form=row.form,
        chain=row.chain,
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
