"""A plain table of cells, and the ways it leaves the house: CSV, XLSX, JSON."""

from __future__ import annotations

import csv
import io
import re
from fractions import Fraction

import msgspec

from heraut.kernel import encode

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
