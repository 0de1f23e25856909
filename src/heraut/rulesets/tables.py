"""
Published tables as TOML: read once, into frozen rows that know their clause.

A file `rulesets/<source>/<table>.toml` holds one array of tables per kind of row. The loader rejects what a
reader of the printed table would: an unknown clause, a field of the wrong type, a gap or an overlap in a
column that should cover a range; it names the file and the row.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from heraut.kernel import ClauseId, Malformed, from_plain
from heraut.rulesets.clauses import clauses

T = TypeVar("T")

FOLDERS: tuple[Traversable, ...] = (files("heraut.rulesets"),)
"""Where tables are looked for: a folder per source in each."""


class BrokenTable(ValueError):
    """A table that cannot be right; the message names file and row."""


class Span(msgspec.Struct, frozen=True, array_like=True):
    """A range of whole numbers, both ends included; `last` None means no end."""

    first: int
    last: int | None = None

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and self.first <= value and (self.last is None or value <= self.last)


@cache
def read(source: str, table: str) -> dict[str, Any]:
    """The raw table `rulesets/<source>/<table>.toml`."""
    places = [folder / source / f"{table}.toml" for folder in FOLDERS]
    file = next((place for place in places if place.is_file()), places[0])
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BrokenTable(f"{source}/{table}.toml: {error}") from error


@cache
def listed(source: str, part: str) -> tuple[str, ...]:
    """The tables in a folder of a source, by name: `listed("saga_tournament", "scenarios")`."""
    places = [folder / source / part for folder in FOLDERS]
    found = {file.name for place in places if place.is_dir() for file in place.iterdir()}
    return tuple(sorted(name.removesuffix(".toml") for name in found if name.endswith(".toml")))


@cache
def rows(source: str, table: str, key: str, kind: type[T]) -> tuple[T, ...]:
    """The rows `[[key]]` of a table, typed; each row's clause must exist."""
    place = f"{source}/{table}.toml"
    raw = read(source, table).get(key)
    if not isinstance(raw, list):
        raise BrokenTable(f"{place}: no rows [[{key}]]")
    return tuple(_row(f"{place}: [[{key}]] row {number}", row, kind) for number, row in enumerate(raw, start=1))


def _row(place: str, raw: dict[str, Any], kind: type[T]) -> T:
    check_clauses(place, raw)
    try:
        row: T = from_plain(raw, kind)
    except Malformed as error:
        raise BrokenTable(f"{place}: {error}") from error
    return row


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
