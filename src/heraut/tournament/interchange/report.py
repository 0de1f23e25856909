"""Results and standings of an event as sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from heraut.kernel import Seat
from heraut.tournament.interchange.sheets import Cell, Sheet
from heraut.tournament.standings.ledger import Game, Score
from heraut.tournament.standings.table import Row


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """
    What is told about an event when it leaves the house.

    `numbers` are starting numbers from 1; `rows` are the standings, which may be those after any round; `tables` has
    the table of each player in each round. `days` are those of the rounds, from the first; `whole` is how many rounds
    are over, `rounds` how many are planned.
    """

    title: str
    names: Mapping[Seat, str]
    numbers: Mapping[Seat, int]
    games: Sequence[Game] = ()
    rows: Sequence[Row] = ()
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


def results_sheet(report: Report, words: Words | None = None) -> Sheet:
    """One line per game, byes included, by round and table; columns nobody used are left out."""
    said = words or {}
    scores = [field for field in _SCORE if any(getattr(side, field) for side in _sides(report.games))]
    about = [name for name, known in (("club", report.clubs), ("faction", report.factions)) if any(known.values())]
    people = [column for side in SIDES for column in (side, *(f"{side}_{name}" for name in about))]
    tables = ["table"] if report.tables else []
    columns = ["round", *tables, *people, "winner", "kind", *(f"{side}_{field}" for field in scores for side in SIDES)]
    ordered = sorted(report.games, key=lambda game: (game.round, _table(report, game) or _LAST))
    rows = tuple(tuple(_cell_of(report, game, column, said) for column in columns) for game in ordered)
    return Sheet(_called("results", said), tuple(_called(name, said) for name in columns), rows)


_LAST = 10**9
"""A bye has no table, and stands below."""


def _sides(games: Sequence[Game]) -> list[Score]:
    return [side for game in games for side in (game.first, game.second) if side is not None]


def _table(report: Report, game: Game) -> int | None:
    return None if game.second is None else report.tables.get((game.round, game.first.seat))


def _cell_of(report: Report, game: Game, column: str, said: Words) -> Cell:
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


def standings_sheet(report: Report, words: Words | None = None) -> Sheet:
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
    return Sheet(_called("standings", said), tuple(_called(name, said) for name in columns), rows)


def _called(name: str, said: Words) -> str:
    return said.get(name, str(name))
