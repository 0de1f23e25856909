"""Somebody's spreadsheet as rows of text: CSV in whatever encoding and with whatever separator, or XLSX."""

from __future__ import annotations

import csv
import io
from collections import Counter
from itertools import islice

import msgspec

from heraut.kernel.bounds import harmless


class Line(msgspec.Struct, frozen=True):
    """A row that is not empty, with its number as a spreadsheet shows it, from 1."""

    number: int
    cells: tuple[str, ...]


Grid = tuple[Line, ...]

MOST_BYTES = 5_000_000
MOST_ROWS = 20_000
MOST_COLUMNS = 100
MOST_LINES = 5 * MOST_ROWS
"""With the empty ones."""
LOOKED_AT = 100_000
"""Characters from which the separator is told."""
_SEPARATORS = ";\t,|"


class Unreadable(ValueError):
    """Not a table we can read; `code` is the key of the sentence that says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_grid(data: bytes) -> Grid:
    """The first sheet of a workbook, or the lines of a text file; empty rows and columns at the end are left out."""
    if len(data) > MOST_BYTES:
        raise Unreadable("import-too-large")
    rows = _workbook(data) if data[:4] == b"PK\x03\x04" else _text(data)
    kept = [(number, row) for number, row in enumerate(rows, start=1) if any(row)]
    if not kept:
        raise Unreadable("import-empty")
    width = max(place for _, row in kept for place, cell in enumerate(row, start=1) if cell)
    if len(kept) > MOST_ROWS or width > MOST_COLUMNS:
        raise Unreadable("import-too-large")
    return tuple(Line(number, tuple(map(harmless, (*row, *[""] * width)[:width]))) for number, row in kept)


def _workbook(data: bytes) -> list[tuple[str, ...]]:
    from heraut.tournament.interchange.workbook import (  # noqa: PLC0415  # needed for this file type only
        NotAWorkbook,
        TooLarge,
        read_workbook,
    )

    try:
        return read_workbook(data, MOST_ROWS + 1, MOST_COLUMNS + 1)
    except TooLarge as error:
        raise Unreadable("import-too-large") from error
    except NotAWorkbook as error:
        raise Unreadable("import-not-a-workbook") from error


def _text(data: bytes) -> list[tuple[str, ...]]:
    text = _decoded(data)
    if "\0" in text:
        raise Unreadable("import-not-a-table")
    lines = [line for line in text[:LOOKED_AT].splitlines() if line.strip()]
    try:
        read = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(lines))
        rows = list(islice(read, MOST_LINES + 1))
    except csv.Error as error:
        raise Unreadable("import-not-a-table") from error
    if len(rows) > MOST_LINES:
        raise Unreadable("import-too-large")
    return [tuple(_unquoted(cell.strip()) for cell in row) for row in rows]


def _decoded(data: bytes) -> str:
    """UTF-8 or UTF-16 where it says so or proves to be; otherwise what western Windows writes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def _separator(lines: list[str]) -> str:
    """The one that cuts most lines into the same number of cells, more than one."""

    def agreement(separator: str) -> tuple[int, int]:
        widths = Counter(len(row) for row in csv.reader(lines[:50], delimiter=separator))
        width, times = widths.most_common(1)[0] if widths else (1, 0)
        return (times if width > 1 else 0), width

    return max(_SEPARATORS, key=agreement)


def _unquoted(cell: str) -> str:
    """Take back the apostrophe that keeps a spreadsheet from running a name."""
    return cell[1:] if cell[:1] == "'" and cell[1:2] in "=+-@" and cell[1:] else cell
