"""
The first sheet of an XLSX workbook as rows of text, read piece by piece.

A workbook of some kilobytes may unfold to gigabytes. Nothing of one is kept but the texts of the cells we want, and
reading stops where there is more than any list of entries has.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from posixpath import join, normpath
from xml.parsers import expat

from heraut.kernel.bounds import whole

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


class TooLarge(ValueError):
    """More than any list of entries has."""


class NotAWorkbook(ValueError):
    """Nothing an XLSX reader can make sense of."""


def read_workbook(data: bytes, rows: int, columns: int) -> list[tuple[str, ...]]:
    """So many rows and columns of the first sheet, as shown; empty rows in between are empty tuples."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if len(archive.infolist()) > MOST_PARTS:
                raise TooLarge("parts")
            strings = _Strings()
            if "xl/sharedStrings.xml" in archive.namelist():
                _feed(archive, "xl/sharedStrings.xml", strings)
            sheet = _Sheet(strings.found, rows, columns)
            _feed(archive, _first_sheet(archive), sheet)
            return sheet.rows()
    except TooLarge:
        raise
    except _BROKEN as error:
        raise NotAWorkbook(str(error)) from error


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
        raise TooLarge(part)
    parser, count, depth = expat.ParserCreate(), 0, 0

    def start(name: str, given: dict[str, str]) -> None:
        nonlocal count, depth
        count, depth = count + 1, depth + 1
        if count > MOST_ELEMENTS or depth > MOST_NESTED:
            raise TooLarge(part)
        reader.start(_bare(name), given)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        reader.end(_bare(name))

    def declared(*_: object) -> None:
        raise NotAWorkbook("no workbook declares entities")

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
                place = whole(value)
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
