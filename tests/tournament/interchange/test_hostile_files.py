"""Files made to harm: each is read or refused, soon and in little memory."""

from __future__ import annotations

import io
import random
import tracemalloc
import zipfile
from collections.abc import Callable
from time import process_time

import pytest
from openpyxl import Workbook

from heraut.speech.sentences import phrase
from heraut.tournament.interchange.entries import preview_entries
from heraut.tournament.interchange.spreadsheet import UnreadableTable, read_grid
from pace import is_late

MEGABYTES = 60
SHEET, STRINGS, STYLES = "xl/worksheets/sheet1.xml", "xl/sharedStrings.xml", "xl/styles.xml"
BOOK, RELATIONS, TYPES = "xl/workbook.xml", "xl/_rels/workbook.xml.rels", "[Content_Types].xml"
NAMES = b'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
BEFORE, AFTER = b"<worksheet " + NAMES + b"><sheetData>", b"</sheetData></worksheet>"
MUCH = 6_000_000
"""Bytes that fold to some 20 kB."""


def book() -> bytes:
    made, file = Workbook(), io.BytesIO()
    made.active.append(["Nom", "Club", "Points"])
    made.active.append(["Ana", "Ours", 3])
    made.active.append(["Chloé", None, 2.5])
    made.save(file)
    return file.getvalue()


def changed(part: str, change: Callable[[bytes], bytes]) -> bytes:
    """The workbook with one part of it another."""
    with zipfile.ZipFile(io.BytesIO(book())) as source:
        parts = {name: source.read(name) for name in source.namelist()}
    parts[part] = change(parts.get(part, b""))
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, data in parts.items():
            made.writestr(name, data)
    return file.getvalue()


def laughing(_: bytes) -> bytes:
    """A few entities, each ten times the one before."""
    deeper = b"".join(b'<!ENTITY e%d "%s">' % (each, b"&e%d;" % (each - 1) * 10) for each in range(1, 10))
    cell = b'<row><c t="inlineStr"><is><t>&e9;</t></is></c></row>'
    return b'<!DOCTYPE x [<!ENTITY e0 "ha">' + deeper + b"]>" + BEFORE + cell + AFTER


def packed(name: str, size: int, compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", compression) as made:
        made.writestr(name, b"0" * size)
    return file.getvalue()


BOMBS: dict[str, Callable[[], bytes]] = {
    "one row of cells": lambda: changed(SHEET, lambda _: BEFORE + b"<row>" + b"<c/>" * (MUCH // 4) + b"</row>" + AFTER),
    "rows": lambda: changed(SHEET, lambda _: BEFORE + b"<row/>" * (MUCH // 6) + AFTER),
    "a far row": lambda: changed(SHEET, lambda _: BEFORE + b'<row r="9999999"><c><v>1</v></c></row>' + AFTER),
    "a far column": lambda: changed(SHEET, lambda _: BEFORE + b'<row><c r="ZZZ1"><v>1</v></c></row>' + AFTER),
    "a long number": lambda: changed(
        SHEET, lambda _: BEFORE + b"<row><c><v>" + b"9" * 9000 + b"</v></c></row>" + AFTER
    ),
    "no such text": lambda: changed(SHEET, lambda _: BEFORE + b'<row><c t="s"><v>9999</v></c></row>' + AFTER),
    "one long text": lambda: changed(
        SHEET, lambda _: BEFORE + b'<row><c t="str"><v>' + b"x" * MUCH + b"</v></c></row>" + AFTER
    ),
    "shared texts": lambda: changed(STRINGS, lambda _: b"<sst>" + b"<si/>" * (MUCH // 5) + b"</sst>"),
    "one shared text": lambda: changed(STRINGS, lambda _: b"<sst><si>" + b"<t>a</t>" * (MUCH // 8) + b"</si></sst>"),
    "styles": lambda: changed(STYLES, lambda _: b"<s>" + b"<xf/>" * (MUCH // 5) + b"</s>"),
    "sheets": lambda: changed(BOOK, lambda data: data + b"<sheet/>" * (MUCH // 8)),
    "relations": lambda: changed(RELATIONS, lambda data: data + b"<Relationship/>" * (MUCH // 15)),
    "types": lambda: changed(TYPES, lambda data: data + b"<Override/>" * (MUCH // 11)),
    "entities": lambda: changed(SHEET, laughing),
    "a nest": lambda: changed(SHEET, lambda _: BEFORE + b"<a>" * 300_000),
    "zeros": lambda: packed(SHEET, 200_000_000),
    "no part": lambda: packed("x", 10),
    "a sheet elsewhere": lambda: changed(RELATIONS, lambda data: data.replace(b"sheet1.xml", b"../../../etc/passwd")),
    "cut": lambda: book()[:-40],
    "the end only": lambda: b"PK\x03\x04" + b"\x00" * 100,
    "a text of one line": lambda: b"x" * 5_000_000,
    "a text of commas": lambda: b"," * 4_999_999,
    "a text of quotes": lambda: b'"' * 4_999_999,
    "a text of line ends": lambda: b"\n" * 4_999_999,
    "nothing": lambda: b"",
    "NUL": lambda: b"a;b\0c",
    "half a character": lambda: b"\xff\xfe\x00",
    "too much": lambda: b"a;b\n" * 2_000_000,
}


def refused(data: bytes) -> str | None:
    """The code of the sentence that says why a file is not read."""
    try:
        preview_entries(read_grid(data), known=())
    except UnreadableTable as error:
        return error.code
    return None


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_read_or_refused_soon_and_in_little_memory(bomb: str):
    data = BOMBS[bomb]()
    began = process_time()
    code = refused(data)
    took = process_time() - began
    tracemalloc.start()
    refused(data)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()

    assert code is None or phrase("fr", "refusals", code)
    assert not is_late(took)
    assert most < MEGABYTES * 1_000_000 + 90 * len(data)


def test_a_workbook_is_read_as_it_is_shown():
    assert [(line.number, line.cells) for line in read_grid(book())] == [
        (1, ("Nom", "Club", "Points")), (2, ("Ana", "Ours", "3")), (3, ("Chloé", "", "2.5")),
    ]  # fmt: skip


def test_what_cannot_be_seen_is_left_out():
    assert read_grid("Nom;Club\nA\u202ena;Ours\x07\n".encode())[1].cells == ("Ana", "Ours")


@pytest.mark.parametrize("tries", [60, pytest.param(1500, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_a_file_with_bytes_changed_in_it_is_read_or_refused(kind: str, tries: int):
    whole = book() if kind == "xlsx" else "Nom;Club;Équipe\nAna;Ours;\nBén;Loups;x\n".encode()
    for number in range(tries):
        dice = random.Random(f"{kind} {number}")
        data = bytearray(whole)
        for _ in range(dice.choice((1, 3, 20))):
            place = dice.randrange(len(data))
            match dice.randrange(3):
                case 0:
                    data[place] = dice.randrange(256)
                case 1:
                    del data[place : place + dice.randrange(1, 50)]
                case _:
                    data[place:place] = dice.randbytes(dice.randrange(1, 20))
            data = data or bytearray(b"x")
        code = refused(bytes(data))

        assert code is None or phrase("fr", "refusals", code)
