"""
A server's whole content as one file, taken while it runs, for SQLite and PostgreSQL alike; what is wrong with it.

Lines of JSON under gzip: the first says what version wrote it and holds the secret key, without which no link that was
handed out would open; then every row of every table; the last counts them and gives their hash. The same content makes
the same bytes, so a backup of what was restored is the backup it was restored from.

The database is examined stream by stream; what can be worked out again is put right.
"""

from __future__ import annotations

import gzip
import hashlib
import os
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.core.serializers.python import Deserializer, Serializer
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from heraut import catalogue
from heraut.journal.history import History
from heraut.kernel.codec import Malformed, decode, encode
from heraut.kernel.journal import Header, JournalError
from heraut.kernel.names import StreamId
from heraut.web import data_folder
from heraut.web.desk import journal
from heraut.web.models import Entry, Stream

FORM = 1
BATCH = 500
MOST_LINE = 64_000_000
CUT, CHANGED = "it is cut", "it is not what Héraut wrote"
MADE_ANEW = frozenset({"contenttypes.contenttype", "auth.permission"})
"""What `migrate` writes by itself."""


class BadBackup(Exception):
    """A file that cannot be taken back: a key of `speech/*/care.toml`, and what is wrong."""

    def __init__(self, key: str, detail: str) -> None:
        super().__init__(detail)
        self.key = key


class BackupHeader(msgspec.Struct, frozen=True):
    """The first line."""

    heraut_backup: int
    key: str
    migrations: tuple[str, ...]


class Last(msgspec.Struct, frozen=True):
    """The last line."""

    rows: int
    sha256: str


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What a backup holds."""

    games: int
    entries: int


def write(file: Path) -> BackupContents:
    """Write the backup; the file appears whole or not at all, and for its owner's eyes only."""
    fresh = file.with_name(f".{file.name}.new")
    with open(fresh, "wb", opener=data_folder.for_its_owner) as raw:
        with _one_moment(), gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0) as out:
            _write_rows(out)
            held = BackupContents(Stream.objects.count(), Entry.objects.count())
        raw.flush()
        os.fsync(raw.fileno())
    fresh.replace(file)
    return held


@contextmanager
def _one_moment() -> Iterator[None]:
    """Read everything as it stood at one moment, and hold up nobody who writes meanwhile."""
    begin = "BEGIN" if connection.vendor == "sqlite" else "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"
    if connection.in_atomic_block:  # somebody has chosen the moment already
        yield
        return
    with connection.cursor() as cursor:
        cursor.execute(begin)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("COMMIT")


def _write_rows(out: gzip.GzipFile) -> None:
    hashed, rows = hashlib.sha256(), 0
    out.write(encode(BackupHeader(FORM, settings.SECRET_KEY, _applied())) + b"\n")
    for model in _tables():
        for row in _rows(model):
            line = encode(row) + b"\n"
            hashed.update(line)
            out.write(line)
            rows += 1
    out.write(encode(Last(rows, hashed.hexdigest())) + b"\n")


def _applied() -> tuple[str, ...]:
    return tuple(sorted(f"{app}.{name}" for app, name in MigrationRecorder(connection).applied_migrations()))


def _tables() -> list[type[models.Model]]:
    return [model for model in apps.get_models() if model._meta.label_lower not in MADE_ANEW]


def _rows(model: type[models.Model]) -> Iterator[dict[str, Any]]:
    for one in model._default_manager.order_by("pk").iterator(chunk_size=BATCH):
        yield from Serializer().serialize([one])


def restore(file: Path) -> BackupContents:
    """
    Take everything back into an empty database, whole or not at all.

    The file is read twice: once to see that it is whole, once to store it.
    """
    with _opened(file) as lines:
        _check_version(_first(lines))
        rows = sum(1 for _row in _checked(lines))
    with _opened(file) as lines, transaction.atomic():
        first = _first(lines)
        if Stream.objects.exists():
            raise BadBackup("not-empty", "")
        for model in reversed(_tables()):
            model._default_manager.all().delete()  # what an unused server made for itself: an account, its keys
        _store(_checked(lines), rows)
        _set_counters()
        data_folder.put_key(data_folder.folder(), first.key)  # before the rows: an empty server may have any key
    return BackupContents(Stream.objects.count(), Entry.objects.count())


def _store(rows: Iterator[dict[str, Any]], expected: int) -> None:
    """Rows of one table at a time; each as it was, so no `auto_now` looks at today's clock."""
    stored = 0
    batch: list[models.Model] = []
    for found in Deserializer(rows, ignorenonexistent=False):
        if batch and (type(batch[0]) is not type(found.object) or len(batch) == BATCH):
            stored += _insert(batch)
            batch = []
        batch.append(found.object)
        if found.m2m_data and any(found.m2m_data.values()):
            stored += _insert(batch)
            batch = []
            found.save()
    stored += _insert(batch)
    if stored != expected:
        raise BadBackup("bad-backup", f"{stored} of {expected} rows")


def _insert(batch: list[models.Model]) -> int:
    if batch:
        with _as_they_were(type(batch[0])):
            type(batch[0])._default_manager.bulk_create(batch)
    return len(batch)


@contextmanager
def _as_they_were(model: type[models.Model]) -> Iterator[None]:
    """Without the fields that fill themselves in when they are saved."""
    own = [
        (column, kind)
        for column in model._meta.concrete_fields
        for kind in ("auto_now", "auto_now_add")
        if getattr(column, kind, False)
    ]
    for column, kind in own:
        setattr(column, kind, False)
    try:
        yield
    finally:
        for column, kind in own:
            setattr(column, kind, True)


def _set_counters() -> None:
    """The next row of each table gets a number nobody has."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), _tables()):
            cursor.execute(statement)


def _check_version(first: BackupHeader) -> None:
    newer = sorted(set(first.migrations) - set(_applied()))
    if first.heraut_backup > FORM or newer:
        raise BadBackup("newer-backup", newer[0] if newer else str(first.heraut_backup))


@contextmanager
def _opened(file: Path) -> Iterator[gzip.GzipFile]:
    try:
        with gzip.open(file, "rb") as lines:
            yield lines
    except EOFError as error:
        raise BadBackup("bad-backup", CUT) from error
    except (gzip.BadGzipFile, zlib.error, Malformed, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadBackup("bad-backup", CHANGED) from error


def _first(lines: gzip.GzipFile) -> BackupHeader:
    first: BackupHeader = decode(lines.readline(MOST_LINE), BackupHeader)
    return first


def _checked(lines: gzip.GzipFile) -> Iterator[dict[str, Any]]:
    """The rows; `BadBackup` unless the last line is there and agrees with them."""
    hashed, rows = hashlib.sha256(), 0
    line = lines.readline(MOST_LINE)
    while following := lines.readline(MOST_LINE):
        hashed.update(line)
        rows += 1
        yield msgspec.json.decode(line)
        line = following
    try:
        last: Last = decode(line, Last)
    except Malformed as error:
        raise BadBackup("bad-backup", CUT) from error
    if last != Last(rows, hashed.hexdigest()):
        raise BadBackup("bad-backup", CHANGED)


@dataclass
class Findings:
    """What a look at the whole database has found: keys of `speech/*/care.toml` with their facts."""

    games: int = 0
    entries: int = 0
    repaired: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    wrong: list[tuple[str, dict[str, object]]] = field(default_factory=list)
    damaged: list[JournalError] = field(default_factory=list)


def examine(*, repair: bool) -> Findings:
    """Look at everything; each stream stands for itself."""
    report = Findings()
    for detail in _integrity():
        report.wrong.append(("database", {"detail": detail}))
    for row in Stream.objects.all():
        report.games += 1
        try:
            header = journal().header(StreamId(row.pk))
            history = History(catalogue.engine(header.engine), header)
            history.take(journal().read(header.stream))
        except KeyError as error:
            report.wrong.append(("unknown-engine", {"stream": row.pk, "engine": str(error).strip("'")}))
        except JournalError as error:
            report.damaged.append(error)
            _set(row, repair=repair, damaged=str(error))
        else:
            report.entries += history.sequence
            _columns(report, row, history, repair=repair)
    return report


def _integrity() -> Iterator[str]:
    """What SQLite itself finds wrong with its file; PostgreSQL keeps its own checks."""
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA integrity_check(10)")
        for (line,) in cursor.fetchall():
            if line != "ok":
                yield line


def _columns(report: Findings, row: Stream, history: History, *, repair: bool) -> None:
    """What a row says of its stream, worked out again from the stream."""
    header: Header = history.header
    told: tuple[tuple[str, str, object, object], ...] = (
        ("engine", "engine", row.engine, header.engine),
        ("next_tick", "tick", row.next_tick, history.next_tick),
        ("damaged", "mark", row.damaged, ""),
    )
    for column, key, found, right in told:
        if found != right:
            _set(row, repair=repair, **{column: right})
            report.repaired.append((key, {"stream": row.pk}))


def _set(row: Stream, *, repair: bool, **columns: object) -> None:
    if repair:
        Stream.objects.filter(pk=row.pk).update(**columns)
