"""What is wrong with the database, stream by stream; what can be worked out again is put right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from django.db import connection

from heraut import catalogue
from heraut.journal.history import History
from heraut.kernel.journal import Header, JournalError
from heraut.kernel.names import StreamId
from heraut.web.desk import journal
from heraut.web.models import Stream


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
