"""
What is told about an event when it leaves the house: results and standings as sheets, and those as CSV, XLSX or JSON.

TRF16 is the form of the chess federations, as pairing programs and rating officers read it. It knows wins, draws,
losses and byes, and nothing else of a game: its points are counted from these, one for a win and a half for a draw,
since readers such as bbpPairings refuse a total that the results do not give. The place is that of the event's own
standings. What the form has no room for is said in remarks, lines that begin with `###`, which readers pass over.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from heraut.kernel.codec import encode
from heraut.kernel.names import Seat
from heraut.tournament.standings.ledger import FinishedGame
from heraut.tournament.standings.table import StandingsRow

Cell = str | int | Fraction | None


class ExportTable(msgspec.Struct, frozen=True):
    """Named columns and rows of cells; numbers stay numbers."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class EventExport(msgspec.Struct, frozen=True, kw_only=True):
    """
    What is told about an event when it leaves the house.

    `numbers` are starting numbers from 1; `rows` are the standings, which may be those after any round; `tables` has
    the table of each player in each round. `days` are those of the rounds, from the first; `whole` is how many rounds
    are over, `rounds` how many are planned.
    """

    title: str
    names: Mapping[Seat, str]
    numbers: Mapping[Seat, int]
    games: Sequence[FinishedGame] = ()
    rows: Sequence[StandingsRow] = ()
    clubs: Mapping[Seat, str] = {}
    factions: Mapping[Seat, str] = {}
    licences: Mapping[Seat, str] = {}
    tables: Mapping[tuple[int, Seat], int] = {}
    place: str = ""
    begins: str = ""
    ends: str = ""
    days: Sequence[str] = ()
    rounds: int = 0
    whole: int | None = None


Words = Mapping[str, str]
"""What to call columns and what stands in them, by their own names; what is not mentioned keeps its own."""

_SCORE = ("points", "victory_points", "control_points", "destroyed", "surviving")
SIDES = ("first", "second")


def results_sheet(report: EventExport, words: Words | None = None) -> ExportTable:
    """One line per game, byes included, by round and table; columns nobody used are left out."""
    said = words or {}
    sides = [side for game in report.games for side in (game.first, game.second) if side is not None]
    scores = [field for field in _SCORE if any(getattr(side, field) for side in sides)]
    about = [name for name, known in (("club", report.clubs), ("faction", report.factions)) if any(known.values())]
    people = [column for side in SIDES for column in (side, *(f"{side}_{name}" for name in about))]
    tables = ["table"] if report.tables else []
    columns = ["round", *tables, *people, "winner", "kind", *(f"{side}_{field}" for field in scores for side in SIDES)]
    ordered = sorted(report.games, key=lambda game: (game.round, _table(report, game) or _LAST))
    rows = tuple(tuple(_cell_of(report, game, column, said) for column in columns) for game in ordered)
    return ExportTable(_called("results", said), tuple(_called(name, said) for name in columns), rows)


_LAST = 10**9
"""A bye has no table, and stands below."""


def _table(report: EventExport, game: FinishedGame) -> int | None:
    return None if game.second is None else report.tables.get((game.round, game.first.seat))


def _cell_of(report: EventExport, game: FinishedGame, column: str, said: Words) -> Cell:
    """What stands in that column of a game's line."""
    match column:
        case "round":
            return game.round
        case "table":
            return _table(report, game)
        case "winner":
            return None if game.winner is None else report.names[game.winner]
        case "kind":
            kind = game.kind or ("bye" if game.second is None else None)
            return None if kind is None else said.get(f"kind-{kind}", str(kind))
    name, _, field = column.partition("_")
    side = game.first if name == SIDES[0] else game.second
    if side is None:
        return None
    about = {"": report.names, "club": report.clubs, "faction": report.factions}.get(field)
    found: Cell = getattr(side, field) if about is None else about.get(side.seat, "")
    return found


def standings_sheet(report: EventExport, words: Words | None = None) -> ExportTable:
    """One line per player from the top, with the value of each criterion."""
    said = words or {}
    known = (("club", report.clubs), ("faction", report.factions), ("licence", report.licences))
    about = [(name, told) for name, told in known if any(told.values())]
    criteria = tuple(report.rows[0].values) if report.rows else ()
    columns = ("rank", "number", "name", *(name for name, _ in about), *criteria, "standing")
    rows = tuple(
        (row.rank, report.numbers[row.id], report.names[row.id], *(told.get(row.id, "") for _, told in about),
         *row.values.values(), said.get(f"standing-{row.standing}", str(row.standing)))
        for row in report.rows
    )  # fmt: skip
    return ExportTable(_called("standings", said), tuple(_called(name, said) for name in columns), rows)


def _called(name: str, said: Words) -> str:
    return said.get(name, str(name))


FORFEITS = frozenset({"forfeit", "no_show"})
MOST_NUMBERED = 9_999
"""Players the form has room for."""
_WORTH = {"1": 2, "+": 2, "U": 2, "=": 1, "H": 1, "0": 0, "-": 0, "Z": 0}
"""What a result counts, in halves of a point."""
_LONGEST_NAME = 33
_Played = Mapping[Seat, Mapping[int, FinishedGame]]


def to_trf16(report: EventExport, remarks: Sequence[str] = ()) -> bytes:
    """The rounds that are over; UTF-8, every line ended by carriage return and line feed."""
    rounds = max((game.round for game in report.games), default=0) if report.whole is None else report.whole
    seats = sorted(report.numbers, key=lambda seat: report.numbers[seat])[:MOST_NUMBERED]
    played = _played(report, seats, rounds)
    cells = {seat: [_cell(report, played[seat].get(n), seat) for n in range(1, rounds + 1)] for seat in seats}
    halves = {seat: sum(_WORTH[cell[-1]] for cell in cells[seat]) for seat in seats}
    places = _places(report, halves)
    head = _head(report, len(seats), rounds)
    lines = [
        f"{_player(report, seat)}{_points(halves[seat])} {places[seat]:>4}{''.join(cells[seat])}" for seat in seats
    ]
    told = [f"### {_plain(remark)}" for remark in remarks]
    return "".join(f"{line.rstrip()}\r\n" for line in (*head, *lines, *told)).encode()


def _played(report: EventExport, seats: Sequence[Seat], rounds: int) -> _Played:
    played: dict[Seat, dict[int, FinishedGame]] = {seat: {} for seat in seats}
    for game in report.games:
        for side in (game.first, game.second):
            if side is not None and side.seat in played and game.round <= rounds:
                played[side.seat][game.round] = game
    return played


def _head(report: EventExport, players: int, rounds: int) -> Iterator[str]:
    yield f"012 {_plain(report.title)}"
    yield f"022 {_plain(report.place)}"
    yield f"042 {report.begins}"
    yield f"052 {report.ends}"
    yield f"062 {players}"
    yield "072 0"
    yield "082 0"
    yield "092 Individual: Swiss-System"
    if report.days:
        yield f"{'132':<91}" + "  ".join(f"{day[2:]:<8}" for day in report.days[:rounds])
    yield f"XXR {max(report.rounds, rounds)}"


def _player(report: EventExport, seat: Seat) -> str:
    """The columns up to the points."""
    name = _plain(report.names[seat])[:_LONGEST_NAME]
    return f"{f'001 {report.numbers[seat]:4}      {name:<{_LONGEST_NAME}}':<80}"


def _places(report: EventExport, halves: Mapping[Seat, int]) -> Mapping[Seat, int]:
    """Those of the standings; without standings by points, and who has no rank gets their line's number."""
    by_points = sorted(halves, key=lambda seat: (-halves[seat], report.numbers[seat]))
    places = {seat: place for place, seat in enumerate(by_points, start=1)}
    return places | {row.id: row.rank or place for place, row in enumerate(report.rows, start=1)}


def _plain(text: str) -> str:
    return " ".join(printable(text).split())


def _points(halves: int) -> str:
    return f"{halves // 2}.{5 * (halves % 2)}".rjust(4)


def _cell(report: EventExport, game: FinishedGame | None, seat: Seat) -> str:
    """
    Opponent, side and result of one round: `  0012 w 1`.

    A bye is `  0000 - U` if it counts as a win, or is worth one point as a win is in Steamroller [SR-BYE-2]; one that
    is neither, and an absence, `  0000 - Z`.
    """
    if game is None:
        return "  0000 - Z"
    if game.second is None:
        return f"  0000 - {'U' if game.winner == seat or game.first.points == 1 else 'Z'}"
    other = game.second.seat if game.first.seat == seat else game.first.seat
    side = "w" if game.first.seat == seat else "b"
    return f"  {report.numbers[other]:4} {side} {_result(game, seat)}"


def _result(game: FinishedGame, seat: Seat) -> str:
    if game.winner is None:
        return "="
    if game.kind in FORFEITS:
        return "+" if game.winner == seat else "-"
    return "1" if game.winner == seat else "0"


def to_csv(sheet: ExportTable, *, separator: str = ";", decimal: str = ",") -> bytes:
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


def to_xlsx(*sheets: ExportTable) -> bytes:
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


def _fill(target: Any, cell: Cell) -> None:  # a cell of openpyxl, which has no types
    """Numbers as numbers unless a spreadsheet would round them; no character that a workbook cannot hold."""
    value: str | float | None = float(cell) if isinstance(cell, Fraction) else cell
    if isinstance(cell, str) or (isinstance(cell, int) and abs(cell) >= 10**15):
        value = printable(str(cell))
    target.value = value
    if isinstance(value, str):
        target.data_type = "s"


def to_json(*sheets: ExportTable) -> bytes:
    """One object per sheet name: a list of rows by column name; fractions as "21/2"."""
    return encode({printable(sheet.name): [_object(sheet, row) for row in sheet.rows] for sheet in sheets})


def _object(sheet: ExportTable, row: tuple[Cell, ...]) -> dict[str, Cell]:
    cells = (printable(cell) if isinstance(cell, str) else cell for cell in row)
    return dict(zip(map(printable, sheet.columns), cells, strict=True))
