"""From typed sheets to PDF, by Typst: no network, no fonts but those it carries."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
import typst

from heraut.press import qr
from heraut.press.arms import svg
from heraut.press.grant import coat_of_arms
from heraut.press.paper import (
    BandSheet,
    Drawing,
    Pairings,
    PaperLink,
    PaperList,
    PaperPerson,
    RecordPaper,
    Sheet,
    SignIn,
)
from heraut.press.symbols import PATHS
from heraut.speech.sentences import Language, phrases

_WORDS = "paper-"


class Ink(StrEnum):
    """What the printer has: arms are hatched in black, painted in colour."""

    BLACK = "black"
    COLOUR = "colour"


def pdf(*sheets: Sheet, language: Language = "fr", ink: Ink = Ink.BLACK) -> bytes:
    """The sheets one after another as one PDF; the same sheets give the same bytes."""
    made = _printed(sheets, "pdf", language, ink)
    assert isinstance(made, bytes)
    return made


def pictures(*sheets: Sheet, language: Language = "fr", ink: Ink = Ink.BLACK) -> list[bytes]:
    """Each page as SVG, for a preview."""
    made = _printed(sheets, "svg", language, ink)
    return made if isinstance(made, list) else [made]


def _printed(
    sheets: tuple[Sheet, ...], format: Literal["pdf", "svg"], language: Language, ink: Ink
) -> bytes | list[bytes]:
    # A compiler serves one thread at a time and costs next to nothing: each print has its own.
    compiler = typst.Compiler(root=str(files("heraut.press") / "templates"), font_paths=_fonts())
    made = compiler.compile(input=_MAIN, format=format, sys_inputs=_inputs(sheets, language, ink))
    assert made is not None
    return made


_MAIN = b'#import "main.typ": all\n#all\n'


@cache
def _fonts() -> typst.Fonts:
    """Those Typst carries, which the sheets are set in; the system's for the letters they lack."""
    return typst.Fonts()


def _inputs(sheets: tuple[Sheet, ...], language: Language, ink: Ink) -> dict[str, str]:
    said = phrases(language)["words"]
    words = {key.removeprefix(_WORDS): text for key, text in said.items() if key.startswith(_WORDS)}
    return {
        "sheets": json.dumps([_plain(sheet, ink) for sheet in sheets]),
        "words": json.dumps(words),
        "symbols": json.dumps(dict(PATHS)),
        "language": language,
    }


def _plain(value: object, ink: Ink) -> Any:
    """The value as the templates read it: pictures drawn, orders settled, sums made."""
    match value:
        case PaperPerson():
            drawn = svg(value.arms or coat_of_arms(value.name), title="", hatched=ink is Ink.BLACK)
            return _fields(value, ink) | {"arms": drawn}
        case PaperLink():
            return {"address": value.address, "qr": qr.svg(value.address)}
        case Drawing():
            return {"svg": value.svg, "shows": value.shows}
        case BandSheet():
            return _fields(value, ink) | {"lines": _plain(value.lines(), ink)}
        case RecordPaper():
            return _fields(value, ink) | {"subtotals": value.subtotals()}
        case PaperList():
            return _fields(value, ink) | {"total": value.total}
        case SignIn():
            ordered = sorted(value.people, key=lambda person: alphabetical(person.name))
            return _fields(value, ink) | {"people": [_plain(person, ink) for person in ordered]}
        case Pairings(order="name"):
            return _fields(value, ink) | {"lines": _by_name(value, ink)}
        case msgspec.Struct():
            return _fields(value, ink)
        case tuple():
            return [_plain(part, ink) for part in value]
        case _:
            return value


def _fields(value: msgspec.Struct, ink: Ink) -> dict[str, Any]:
    plain = {name: _plain(getattr(value, name), ink) for name in value.__struct_fields__}
    tag = value.__struct_config__.tag
    return plain | {"sheet": tag} if tag else plain


def _by_name(sheet: Pairings, ink: Ink) -> list[Mapping[str, Any]]:
    """A line per person in the order of their names: where they sit, and against whom."""
    seats = [(game.first, game.second, game.table) for game in sheet.games]
    seats += [(game.second, game.first, game.table) for game in sheet.games if game.second]
    seats.sort(key=lambda seat: alphabetical(seat[0].name))
    return [
        {"person": _plain(person, ink), "opponent": opponent and opponent.name, "table": table}
        for person, opponent, table in seats
    ]


def alphabetical(name: str) -> tuple[str, str]:
    """The key that sorts names as people look them up: accents and capitals only settle ties."""
    bare = "".join(letter for letter in unicodedata.normalize("NFD", name) if not unicodedata.combining(letter))
    return bare.casefold(), name
