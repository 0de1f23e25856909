"""Results and standings of an event as sheets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from heraut.kernel import Seat
from heraut.tournament.interchange.sheet import Cell, Sheet
from heraut.tournament.standings import Game, Row, Score


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """
    What is told about an event when it leaves the house.

    `numbers` are starting numbers from 1; `rows` are the standings, which may be those after any round.
    """

    title: str
    names: Mapping[Seat, str]
    numbers: Mapping[Seat, int]
    games: Sequence[Game] = ()
    rows: Sequence[Row] = ()
    place: str = ""
    begins: str = ""
    ends: str = ""


Headings = Mapping[str, str]
"""What to call a column, by its own name; columns that are not mentioned keep theirs."""

_RESULT = ("round", "first", "second", "winner", "kind")
_SCORE = ("points", "victory_points", "control_points", "destroyed", "surviving")


def results_sheet(report: Report, headings: Headings | None = None) -> Sheet:
    """One line per game, byes included, by round; columns nobody used are left out."""
    used = [field for field in _SCORE if any(getattr(side, field) for side in _sides(report.games))]
    columns = [*_RESULT, *(f"{side}_{field}" for field in used for side in ("first", "second"))]
    rows = [_game(report, game, used) for game in sorted(report.games, key=lambda game: game.round)]
    return Sheet(_called("results", headings), tuple(_called(name, headings) for name in columns), tuple(rows))


def _sides(games: Sequence[Game]) -> list[Score]:
    return [side for game in games for side in (game.first, game.second) if side is not None]


def _game(report: Report, game: Game, used: Sequence[str]) -> tuple[Cell, ...]:
    second = game.second
    scores = [None if side is None else getattr(side, field) for field in used for side in (game.first, second)]
    return (
        game.round,
        report.names[game.first.seat],
        None if second is None else report.names[second.seat],
        None if game.winner is None else report.names[game.winner],
        game.kind or ("bye" if second is None else None),
        *scores,
    )


def standings_sheet(report: Report, headings: Headings | None = None) -> Sheet:
    """One line per player from the top, with the value of each criterion."""
    criteria = tuple(report.rows[0].values) if report.rows else ()
    columns = ("rank", "number", "name", *criteria, "standing")
    rows = tuple(
        (row.rank, report.numbers[row.id], report.names[row.id], *row.values.values(), str(row.standing))
        for row in report.rows
    )
    return Sheet(_called("standings", headings), tuple(_called(name, headings) for name in columns), rows)


def _called(name: str, headings: Headings | None) -> str:
    return (headings or {}).get(name, str(name))
