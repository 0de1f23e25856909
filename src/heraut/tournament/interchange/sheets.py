"""Somebody's spreadsheet as rows of text: CSV in whatever encoding and with whatever separator, or XLSX."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from fractions import Fraction
from itertools import islice

import msgspec

from heraut.kernel import bounds, encode


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
    rows = _workbook(data) if data[:4] == b"PK\x03\x04" else _lines(data)
    kept = [(number, row) for number, row in enumerate(rows, start=1) if any(row)]
    if not kept:
        raise Unreadable("import-empty")
    width = max(place for _, row in kept for place, cell in enumerate(row, start=1) if cell)
    if len(kept) > MOST_ROWS or width > MOST_COLUMNS:
        raise Unreadable("import-too-large")
    return tuple(Line(number, tuple(map(bounds.harmless, (*row, *[""] * width)[:width]))) for number, row in kept)


def as_text(grid: Grid) -> str:
    """The grid as text that reads back to it, line numbers and all: what a page sends on to the next."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n", quoting=csv.QUOTE_ALL)
    written = 0
    for line in grid:
        text.write("\n" * (line.number - written - 1))
        writer.writerow([_quoted(cell) for cell in line.cells])
        written = line.number
    return text.getvalue()


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


def _lines(data: bytes) -> list[tuple[str, ...]]:
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


def _quoted(cell: str) -> str:
    return f"'{cell}" if cell[:1] == "'" and cell[1:2] in "=+-@" and cell[1:] else cell


Cell = str | int | Fraction | None


class Sheet(msgspec.Struct, frozen=True):
    """Named columns and rows of cells; numbers stay numbers."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


def to_csv(sheet: Sheet, *, separator: str = ";", decimal: str = ",") -> bytes:
    """
    UTF-8 with a byte order mark, so that spreadsheets read the accents.

    Semicolons and decimal commas are what a French spreadsheet expects; `separator=","` with `decimal="."` is what
    most programs do.
    """
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerow([printable(column) for column in sheet.columns])
    for row in sheet.rows:
        writer.writerow([_text(cell, decimal) for cell in row])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _text(cell: Cell, decimal: str) -> str:
    match cell:
        case None:
            return ""
        case int() | Fraction():
            return _decimals(cell).replace(".", decimal)
        case _:
            return harmless(printable(cell))


def _decimals(number: int | Fraction) -> str:
    """Exact where decimals can be: halves and quarters are; a third has six digits."""
    if number.denominator == 1:
        return str(number.numerator)
    return f"{float(number):.6f}".rstrip("0")


def harmless(text: str) -> str:
    """A name that begins like a formula gets an apostrophe, so that no spreadsheet runs it."""
    return f"'{text}" if text[:1] in _FORMULA else text


_FORMULA = frozenset("=+-@\t\r")


def printable(text: str) -> str:
    """The text with a space for every character that a file cannot hold, such as half of a pair."""
    return _UNPRINTABLE.sub(" ", text)


_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_NOT_IN_A_TITLE = re.compile(r"[\[\]:*?/\\]")
_LONGEST_TITLE = 31


def to_xlsx(*sheets: Sheet) -> bytes:
    """A workbook with these sheets; text is stored as text, whatever it begins with."""
    from openpyxl import Workbook  # noqa: PLC0415  # heavy, and needed for this file type only

    book = Workbook()
    book.remove(book.active)
    for sheet in sheets:
        page = book.create_sheet(_title(sheet.name))
        page.append([printable(column) for column in sheet.columns])
        page.freeze_panes = "A2"
        for number, row in enumerate(sheet.rows, start=2):
            for column, cell in enumerate(row, start=1):
                _fill(page.cell(number, column), cell)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _title(name: str) -> str:
    """A name that a workbook takes for a sheet: a hyphen for what it forbids, not too long, never empty."""
    return _NOT_IN_A_TITLE.sub("-", printable(name)).strip(" '")[:_LONGEST_TITLE].rstrip(" '") or "-"


def _fill(target: object, cell: Cell) -> None:
    """Numbers as numbers unless a spreadsheet would round them; no character that a workbook cannot hold."""
    value: str | float | None = float(cell) if isinstance(cell, Fraction) else cell
    if isinstance(cell, int) and abs(cell) >= 10**15:
        value = str(cell)
    if isinstance(value, str):
        value = printable(value)
    target.value = value  # type: ignore[attr-defined]  # a cell of openpyxl, which has no types
    if isinstance(value, str):
        target.data_type = "s"  # type: ignore[attr-defined]


def to_json(*sheets: Sheet) -> bytes:
    """One object per sheet name: a list of rows by column name; fractions as "21/2"."""
    return encode({printable(sheet.name): [_object(sheet, row) for row in sheet.rows] for sheet in sheets})


def _object(sheet: Sheet, row: tuple[Cell, ...]) -> dict[str, Cell]:
    cells = (printable(cell) if isinstance(cell, str) else cell for cell in row)
    return dict(zip(map(printable, sheet.columns), cells, strict=True))
