"""
Published tables as TOML: read once, into frozen rows that know their clause.

A file `rulesets/<source>/<table>.toml` holds one array of tables per kind of row. The loader rejects what a
reader of the printed table would: an unknown clause, a field of the wrong type, a gap or an overlap in a
column that should cover a range; it names the file and the row.

Parsing TOML costs more than most answers. So a table is kept beside its file in a form that reads fast, as Python keeps
its own compiled files. A kept form counts only while its table, and what it was checked against, are as they were;
where it cannot be written, everything works as well, only slower.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

import msgspec

from heraut.kernel.codec import Malformed, convert
from heraut.kernel.names import ClauseId
from heraut.rulesets.clauses import clauses
from heraut.rulesets.editions import current, per_edition


class BrokenTable(ValueError):
    """A table that cannot be right; the message names file and row."""


def parse(file: str) -> dict[str, Any]:
    """The table of a TOML file; `BrokenTable` names the file, and the row where there is one."""
    place = "/".join(file.split(os.sep)[-2:])
    try:
        with open(file, "rb") as source:
            table: dict[str, Any] = msgspec.toml.decode(source.read())
    except msgspec.DecodeError as error:
        raise BrokenTable(f"{place}: {error}") from error
    for key, value in table.items():
        for number, row in enumerate(value if isinstance(value, list) else [value], start=1):
            check_clauses(f"{place}: [[{key}]] row {number}", row)
    return table


def check_clauses(place: str, raw: object) -> None:
    """Reject a clause id, at any depth under a key `clause` or `clauses`, that no sheet has."""
    if isinstance(raw, list):
        for part in raw:
            check_clauses(place, part)
    if not isinstance(raw, dict):
        return
    for key, value in raw.items():
        named = value if key == "clauses" else [value] if key == "clause" else []
        for id in named:
            if ClauseId(id) not in clauses():
                raise BrokenTable(f"{place}: unknown clause {id}")
        check_clauses(place, value)


class Cached(msgspec.Struct, frozen=True):
    """A table, and the marks of the files it was made from."""

    stamp: tuple[int, ...]
    table: dict[str, Any]


_decoder = msgspec.json.Decoder(Cached)  # made while importing, which one thread does


def cached_table(file: str, parse: Callable[[str], dict[str, Any]], beside: Iterable[str]) -> dict[str, Any]:
    """The table that `parse` makes of a file; it depends on the files `beside` it too."""
    place = os.path.join(os.path.dirname(file), "__pycache__", f"{os.path.basename(file)}.json")
    stamp = tuple(mark for each in (file, *beside) for mark in _marks(each))
    with suppress(OSError, msgspec.DecodeError), open(place, "rb") as source:
        found = _decoder.decode(source.read())
        if found.stamp == stamp:
            return found.table
    table = parse(file)
    with suppress(OSError):
        _keep(place, Cached(stamp, table))
    return table


def _marks(file: str) -> tuple[int, int]:
    found = os.stat(file)
    return found.st_mtime_ns, found.st_size


def _keep(place: str, found: Cached) -> None:
    """In one step, so that another process never reads half a file."""
    os.makedirs(os.path.dirname(place), exist_ok=True)
    fresh = f"{place}.{os.getpid()}"
    with open(fresh, "wb") as target:
        target.write(msgspec.json.encode(found))
    os.replace(fresh, place)


T = TypeVar("T")
_HERE = os.path.dirname(__file__)
FOLDERS: tuple[str, ...] = (_HERE,)
"""Where tables are looked for: a folder per source in each."""


class Span(msgspec.Struct, frozen=True, array_like=True):
    """A range of whole numbers, both ends included; `last` None means no end."""

    first: int
    last: int | None = None

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.first <= value and (self.last is None or value <= self.last)


@per_edition
def read(source: str, table: str) -> dict[str, Any]:
    """The raw table `<source>/<table>.toml` of the edition in force; every clause in it exists."""
    places = [os.path.join(folder, source, f"{table}.toml") for folder in _folders()]
    return cached_table(next(filter(os.path.isfile, places), places[-1]), parse, _beside())


def table_text(source: str, table: str) -> str:
    """The text of a table's file in the edition in force, for whoever begins a table of their own from it."""
    places = [os.path.join(folder, source, f"{table}.toml") for folder in _folders()]
    with open(next(filter(os.path.isfile, places), places[-1]), encoding="utf-8") as file:
        return file.read()


def _folders() -> Iterator[str]:
    """Where tables are looked for: what the edition in force changed, then the editions before it."""
    for folder in FOLDERS:
        for edition in range(current(), 1, -1):
            yield os.path.join(folder, "editions", str(edition))
        yield folder


@per_edition
def listed(source: str, part: str) -> tuple[str, ...]:
    """The tables in a folder of a source, by name: `listed("saga_tournament", "scenarios")`."""
    places = [os.path.join(folder, source, part) for folder in _folders()]
    found = {name for place in places if os.path.isdir(place) for name in os.listdir(place)}
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def _beside() -> tuple[str, ...]:
    """What a table is checked against: the sheets, by the checker."""
    sheets = os.path.join(os.path.dirname(_HERE), "_rules")
    found = (entry.path for entry in os.scandir(sheets) if entry.name.endswith(".md"))
    return __file__, *sorted(found)


@per_edition
def rows(source: str, table: str, key: str, kind: type[T]) -> tuple[T, ...]:
    """The rows `[[key]]` of a table, typed."""
    place = f"{source}/{table}.toml"
    raw = read(source, table).get(key)
    if not isinstance(raw, list):
        raise BrokenTable(f"{place}: no rows [[{key}]]")
    return tuple(_row(f"{place}: [[{key}]] row {number}", row, kind) for number, row in enumerate(raw, start=1))


class NumberRow(msgspec.Struct, frozen=True):
    """A number of a rulebook that belongs to no other row: its name, and the clause that gives it."""

    clause: ClauseId
    name: str
    value: int


@per_edition
def numbers_of(source: str, table: str) -> Mapping[str, NumberRow]:
    """The rows `[[number]]` of a table, by name."""
    return {row.name: row for row in rows(source, table, "number", NumberRow)}


def only_row(source: str, table: str, key: str, kind: type[T]) -> T:
    """The only row `[[key]]` of a table: a number printed once in a rulebook."""
    (found,) = rows(source, table, key, kind)
    return found


def _row(place: str, raw: dict[str, Any], kind: type[T]) -> T:
    try:
        row: T = convert(raw, kind)
    except Malformed as error:
        raise BrokenTable(f"{place}: {error}") from error
    return row


def check_cover(place: str, spans: Iterable[Span], *, first: int, last: int | None) -> None:
    """Reject spans that do not cover first..last (None: no end) without gap or overlap, in order."""
    expected: int | None = first
    for number, span in enumerate(spans, start=1):
        if expected is None or span.first < expected:
            raise BrokenTable(f"{place}: row {number} overlaps the one before it")
        if span.first > expected:
            raise BrokenTable(f"{place}: gap before row {number}: nothing for {expected} to {span.first - 1}")
        expected = None if span.last is None else span.last + 1
    if last is None and expected is not None:
        raise BrokenTable(f"{place}: nothing from {expected} on")
    if last is not None and expected is not None and expected != last + 1:
        raise BrokenTable(f"{place}: the rows end at {expected - 1}, not at {last}")


def row_at(rows: Iterable[T], value: int, span: Callable[[T], Span]) -> T:
    """The row whose span holds the value."""
    return next(row for row in rows if value in span(row))
