"""
Somebody's spreadsheet as rows of text: CSV in whatever encoding and with whatever separator, or XLSX.

Of a workbook the first sheet is read, piece by piece: one of some kilobytes may unfold to gigabytes. Nothing of it is
kept but the texts of the cells we want, and reading stops where there is more than any list of entries has.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
import zlib
from collections import Counter
from itertools import islice
from posixpath import join, normpath
from xml.parsers import expat

import msgspec

from heraut.kernel import bounds


class SpreadsheetRow(msgspec.Struct, frozen=True):
    """A row that is not empty, with its number as a spreadsheet shows it, from 1."""

    number: int
    cells: tuple[str, ...]


Grid = tuple[SpreadsheetRow, ...]

MOST_BYTES = 5_000_000
MOST_ROWS = 20_000
MOST_COLUMNS = 100
MOST_LINES = 5 * MOST_ROWS
"""With the empty ones."""
LOOKED_AT = 100_000
"""Characters from which the separator is told."""
_SEPARATORS = ";\t,|"
_APOSTROPHE = re.compile(r"\A'(?=[=+@-])")
"""What keeps a spreadsheet from running a name: taken away when it is read, doubled where it is to be read again."""


class UnreadableTable(ValueError):
    """Not a table we can read; `code` is the key of the sentence that says why."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


def read_grid(data: bytes) -> Grid:
    """The first sheet of a workbook, or the lines of a text file; empty rows and columns at the end are left out."""
    if len(data) > MOST_BYTES:
        raise UnreadableTable("import-too-large")
    rows = _workbook(data) if data[:4] == b"PK\x03\x04" else _lines(data)
    kept = [(number, row) for number, row in enumerate(rows, start=1) if any(row)]
    if not kept:
        raise UnreadableTable("import-empty")
    width = max(place for _, row in kept for place, cell in enumerate(row, start=1) if cell)
    if len(kept) > MOST_ROWS or width > MOST_COLUMNS:
        raise UnreadableTable("import-too-large")
    return tuple(
        SpreadsheetRow(number, tuple(map(bounds.harmless, (*row, *[""] * width)[:width]))) for number, row in kept
    )


def as_text(grid: Grid) -> str:
    """The grid as text that reads back to it, line numbers and all: what a page sends on to the next."""
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\n", quoting=csv.QUOTE_ALL)
    written = 0
    for line in grid:
        text.write("\n" * (line.number - written - 1))
        writer.writerow([_APOSTROPHE.sub("''", cell) for cell in line.cells])
        written = line.number
    return text.getvalue()


def _lines(data: bytes) -> list[tuple[str, ...]]:
    text = _decoded(data)
    if "\0" in text:
        raise UnreadableTable("import-not-a-table")
    lines = [line for line in text[:LOOKED_AT].splitlines() if line.strip()]
    try:
        read = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(lines))
        rows = list(islice(read, MOST_LINES + 1))
    except csv.Error as error:
        raise UnreadableTable("import-not-a-table") from error
    if len(rows) > MOST_LINES:
        raise UnreadableTable("import-too-large")
    return [tuple(_APOSTROPHE.sub("", cell.strip()) for cell in row) for row in rows]


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


MOST_PARTS = 1_000
MOST_OF_A_PART = 20_000_000
"""Bytes, unfolded."""
MOST_OF_AN_INDEX = 500_000
"""Of what only says where the sheets are."""
MOST_ELEMENTS = 500_000
MOST_NESTED = 40
MOST_TEXT = 2_000
"""Characters of a cell that are looked at."""
_PIECE = 65_536
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})\Z")


_BROKEN = (zipfile.BadZipFile, zlib.error, expat.ExpatError, KeyError, OSError, EOFError, RuntimeError, ValueError)
"""What a file that is no workbook, or a broken one, makes Python's readers raise."""


def _workbook(data: bytes) -> list[tuple[str, ...]]:
    """The first sheet of a workbook, as shown; empty rows in between are empty tuples."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if len(archive.infolist()) > MOST_PARTS:
                raise UnreadableTable("import-too-large")
            strings = _Strings()
            if "xl/sharedStrings.xml" in archive.namelist():
                _feed(archive, "xl/sharedStrings.xml", strings)
            sheet = _Sheet(strings.found, MOST_ROWS + 1, MOST_COLUMNS + 1)
            _feed(archive, _first_sheet(archive), sheet)
            return sheet.rows()
    except UnreadableTable:
        raise
    except _BROKEN as error:
        raise UnreadableTable("import-not-a-workbook") from error


class _Reader:
    """What is told of the elements of a part, names without their prefix."""

    def start(self, name: str, given: dict[str, str]) -> None:
        pass

    def text(self, text: str) -> None:
        pass

    def end(self, name: str) -> None:
        pass


def _feed(archive: zipfile.ZipFile, part: str, reader: _Reader, most: int = MOST_OF_A_PART) -> None:
    if archive.getinfo(part).file_size > most:  # no more than that is ever unfolded of it
        raise UnreadableTable("import-too-large")
    parser, count, depth = expat.ParserCreate(), 0, 0

    def start(name: str, given: dict[str, str]) -> None:
        nonlocal count, depth
        count, depth = count + 1, depth + 1
        if count > MOST_ELEMENTS or depth > MOST_NESTED:
            raise UnreadableTable("import-too-large")
        reader.start(_bare(name), given)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        reader.end(_bare(name))

    def declared(*_: object) -> None:
        raise UnreadableTable("import-not-a-workbook")  # none declares entities

    parser.buffer_text = True
    parser.StartElementHandler, parser.CharacterDataHandler = start, reader.text
    parser.EndElementHandler = end
    parser.EntityDeclHandler = declared
    with archive.open(part) as source:
        while piece := source.read(_PIECE):
            parser.Parse(piece)
    parser.Parse(b"", True)


def _bare(name: str) -> str:
    return name.rpartition(":")[2]


class _Strings(_Reader):
    """The texts cells share: those of `<t>`, without what is only said how to pronounce."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._kept = ""
        self._inside = self._aside = False

    def start(self, name: str, given: dict[str, str]) -> None:  # noqa: ARG002  # every reader's signature
        if name == "si":
            self._kept = ""
        elif name == "rPh":
            self._aside = True
        self._inside = name == "t" and not self._aside

    def text(self, text: str) -> None:
        if self._inside and len(self._kept) < MOST_TEXT:
            self._kept += text[:MOST_TEXT]

    def end(self, name: str) -> None:
        if name == "si":
            self.found.append(self._kept)
        elif name == "rPh":
            self._aside = False
        self._inside = False


class _First(_Reader):
    """The first element of a name, by what it is given."""

    def __init__(self, name: str, where: tuple[str, str] | None = None) -> None:
        self._name, self._where = name, where
        self.given: dict[str, str] = {}

    def start(self, name: str, given: dict[str, str]) -> None:
        bare = {_bare(key): value for key, value in given.items()}
        wanted = self._where is None or bare.get(self._where[0]) == self._where[1]
        if name == self._name and wanted and not self.given:
            self.given = bare


def _first_sheet(archive: zipfile.ZipFile) -> str:
    """The part that holds it: the workbook names its sheets in order, its relations say where they are."""
    sheet = _First("sheet")
    _feed(archive, "xl/workbook.xml", sheet, MOST_OF_AN_INDEX)
    relation = _First("Relationship", ("Id", sheet.given["id"]))
    _feed(archive, "xl/_rels/workbook.xml.rels", relation, MOST_OF_AN_INDEX)
    target = relation.given["Target"]
    return target.lstrip("/") if target.startswith("/") else normpath(join("xl", target))


class _Sheet(_Reader):
    """The cells of a sheet, as far as we want any."""

    def __init__(self, strings: list[str], rows: int, columns: int) -> None:
        self._strings, self._most_rows, self._most_columns = strings, rows, columns
        self._cells: dict[int, dict[int, str]] = {}
        self._row = self._column = 0
        self._kind = self._value = ""
        self._inside = False

    def start(self, name: str, given: dict[str, str]) -> None:
        if name == "row":
            told = given.get("r", "")
            self._row = int(told) if told.isdecimal() and len(told) <= 7 else self._row + 1
            self._column = 0
        elif name == "c":
            found = _PLACE.match(given.get("r", ""))
            self._column = _number(found[1]) if found else self._column + 1
            self._kind, self._value = given.get("t", "n"), ""
        self._inside = name in ("v", "t")

    def text(self, text: str) -> None:
        if self._inside and len(self._value) < MOST_TEXT:
            self._value += text[:MOST_TEXT]

    def end(self, name: str) -> None:
        self._inside = False
        wanted = self._row <= self._most_rows and self._column <= self._most_columns
        if name == "c" and wanted and (shown := self._shown()):
            self._cells.setdefault(self._row, {})[self._column] = shown

    def _shown(self) -> str:
        value = self._value.strip()
        match self._kind:
            case "s":
                place = bounds.whole(value)
                known = place is not None and 0 <= place < len(self._strings)
                return self._strings[place or 0].strip() if known else ""
            case "b":
                return {"1": "True", "0": "False"}.get(value, value)
            case "n":
                return _whole(value)
            case _:
                return value

    def rows(self) -> list[tuple[str, ...]]:
        """All rows from the first, each as wide as it is."""
        found = []
        for number in range(1, max(self._cells, default=0) + 1):
            cells = self._cells.get(number, {})
            found.append(tuple(cells.get(column, "") for column in range(1, max(cells, default=0) + 1)))
        return found


def _number(letters: str) -> int:
    """The number of a column: A is 1, AA is 27."""
    found = 0
    for letter in letters:
        found = found * 26 + ord(letter) - ord("A") + 1
    return found


def _whole(value: str) -> str:
    """A number as a spreadsheet shows it: 3.0 is 3."""
    try:
        number = float(value)
    except ValueError:
        return value
    return str(int(number)) if number.is_integer() and abs(number) < 1e15 else value
