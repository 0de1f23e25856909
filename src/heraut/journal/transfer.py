"""A stream as one readable file: laptop to server, SQLite to PostgreSQL, an event handed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

import msgspec

from heraut.journal.deed import EngineFinder
from heraut.journal.history import History
from heraut.journal.upcast import readable
from heraut.kernel import Malformed, StreamId, decode, encode
from heraut.kernel.journal import Damaged, Draft, Entry, Header, Journal, StreamExists

T = TypeVar("T")


class FirstLine(Header, frozen=True, kw_only=True):
    """The header as exported: it also says how many entries follow, so that a cut file is noticed."""

    entries: int | None = None


def export_stream(journal: Journal, stream: StreamId) -> Iterator[bytes]:
    """The lines of the file, newlines included."""
    entries = list(journal.read(stream))
    header = msgspec.structs.asdict(journal.header(stream))
    yield encode(FirstLine(**header, entries=len(entries))) + b"\n"
    for entry in entries:
        yield encode(entry) + b"\n"


def import_stream(
    journal: Journal, lines: Iterable[bytes], engine: EngineFinder, name: StreamId | None = None
) -> Header:
    """
    Read a whole file, prove that it replays, then store it, under its own name or another.

    `Damaged` names the line that is wrong; nothing is stored then.
    """
    first, entries = _parse(lines)
    header = Header(**{field: getattr(first, field) for field in Header.__struct_fields__})
    if name is not None:
        header = msgspec.structs.replace(header, stream=name)
    _prove(header, entries, engine)
    journal.create(header)
    for entry in entries:
        journal.append(header.stream, _draft(entry), expected=entry.sequence - 1)
    return header


def take_over(journal: Journal, lines: Iterable[bytes], engine: EngineFinder) -> Header:
    """
    Read a stream that was handed over and go on with it under its own name.

    A machine that has its beginning already stores what has happened since; one where it went on otherwise
    keeps its own, and the refusal says so.
    """
    first, entries = _parse(lines)
    header = Header(**{field: getattr(first, field) for field in Header.__struct_fields__})
    _prove(header, entries, engine)
    try:
        journal.create(header)
    except StreamExists:
        _check_same(journal, header, entries)
    known = sum(1 for _entry in journal.read(header.stream))
    for entry in entries[known:]:
        journal.append(header.stream, _draft(entry), expected=entry.sequence - 1)
    return header


def _check_same(journal: Journal, header: Header, entries: list[Entry]) -> None:
    """What is stored must be the beginning of what came: two machines must not both go on."""
    stored = [encode(entry) for entry in journal.read(header.stream)]
    if encode(journal.header(header.stream)) != encode(header) or stored != [encode(e) for e in entries[: len(stored)]]:
        raise StreamExists(
            f"{header.title} ({header.stream}) has gone on here too: this machine keeps its own; "
            "import the stream alone to look at the other"
        )


def _parse(lines: Iterable[bytes]) -> tuple[FirstLine, list[Entry]]:
    numbered = enumerate(lines, start=1)
    try:
        first: FirstLine = _line(*next(numbered), FirstLine)
    except StopIteration:
        raise Damaged("the file is empty: export the stream again") from None
    if not readable(first):
        raise Damaged(f"the file is of form {first.heraut}, newer than this Héraut: update it, then import again")
    entries: list[Entry] = [_line(number, line, Entry) for number, line in numbered]
    for place, entry in enumerate(entries, start=1):
        if entry.sequence != place:
            raise Damaged(f"line {place + 1}: entry {entry.sequence} stands where entry {place} should")
    if first.entries is not None and first.entries != len(entries):
        raise Damaged(f"the file stops after entry {len(entries)} of {first.entries}: export it again")
    return first, entries


def _line(number: int, line: bytes, kind: type[T]) -> T:
    try:
        return decode(line, kind)  # type: ignore[no-any-return]
    except Malformed as error:
        raise Damaged(f"line {number} cannot be read ({error}): the file may be cut, export it again") from error


def _prove(header: Header, entries: list[Entry], engine: EngineFinder) -> None:
    try:
        found = engine(header.engine)
    except KeyError:
        raise Damaged(f"line 1: there is no engine {header.engine} in this Héraut: update it") from None
    History(found, header).take(entries)


def _draft(entry: Entry) -> Draft:
    return Draft(**{field: getattr(entry, field) for field in Draft.__struct_fields__})
