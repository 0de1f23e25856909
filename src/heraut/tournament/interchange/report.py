"""Results and standings of an event as sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import msgspec

from heraut.kernel import Seat
from heraut.tournament.interchange.sheets import Cell, Sheet, printable
from heraut.tournament.standings.ledger import Game, Score, Tiebreak
from heraut.tournament.standings.table import Row


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


FORFEITS = frozenset({"forfeit", "no_show"})


def to_trf16(report: Report) -> bytes:
    """The report; UTF-8, lines end as the format asks."""
    rounds = max((game.round for game in report.games), default=0)
    seats = sorted(report.numbers, key=lambda seat: report.numbers[seat])
    played: dict[Seat, dict[int, Game]] = {seat: {} for seat in seats}
    for game in report.games:
        for side in (game.first, game.second):
            if side is not None:
                played[side.seat][game.round] = game
    totals = _totals(report, played)
    lines = [
        _player(report, seat)
        + totals[seat]
        + "".join(_cell(report, played[seat].get(n), seat) for n in _from_one(rounds))
        for seat in seats
    ]
    return "".join(f"{line.rstrip()}\r\n" for line in (*_head(report, len(seats), rounds), *lines)).encode()


def _from_one(last: int) -> range:
    return range(1, last + 1)


def _head(report: Report, players: int, rounds: int) -> Iterator[str]:
    yield f"012 {_plain(report.title)}"
    yield f"022 {_plain(report.place)}"
    yield f"042 {report.begins}"
    yield f"052 {report.ends}"
    yield f"062 {players}"
    yield "072 0"
    yield "082 0"
    yield "092 Individual: Swiss-System"
    yield f"XXR {rounds}"


def _player(report: Report, seat: Seat) -> str:
    """The columns up to the points."""
    name = _plain(report.names[seat])[:33]
    return f"{f'001 {report.numbers[seat]:4}      {name:<33}':<80}"


def _totals(report: Report, played: Mapping[Seat, Mapping[int, Game]]) -> Mapping[Seat, str]:
    """Points and rank; without standings everyone is ranked by points, and who has no rank gets their line's number."""
    points = {seat: sum((_side(game, seat).points for game in games.values()), 0) for seat, games in played.items()}
    points |= {row.id: row.values[Tiebreak.POINTS] for row in report.rows if Tiebreak.POINTS in row.values}
    by_points = sorted(points, key=lambda seat: (-points[seat], report.numbers[seat]))
    places = {seat: place for place, seat in enumerate(by_points, start=1)}
    places |= {row.id: row.rank or place for place, row in enumerate(report.rows, start=1)}
    return {seat: f"{_one_decimal(points[seat]):>4} {places[seat]:>4}" for seat in points}


def _plain(name: str) -> str:
    return " ".join(printable(name).split())


def _one_decimal(number: int | Fraction) -> str:
    tenths = (20 * number.numerator + number.denominator) // (2 * number.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def _side(game: Game, seat: Seat) -> Score:
    return game.second if game.second is not None and game.second.seat == seat else game.first


def _cell(report: Report, game: Game | None, seat: Seat) -> str:
    """Opponent, side and result of one round: `  0012 w 1`; a bye is `  0000 - U`, an absence `  0000 - Z`."""
    if game is None:
        return "  0000 - Z"
    if game.second is None:
        return "  0000 - U"
    other = game.second.seat if game.first.seat == seat else game.first.seat
    side = "w" if game.first.seat == seat else "b"
    return f"  {report.numbers[other]:4} {side} {_result(game, seat)}"


def _result(game: Game, seat: Seat) -> str:
    if game.winner is None:
        return "="
    if game.kind in FORFEITS:
        return "+" if game.winner == seat else "-"
    return "1" if game.winner == seat else "0"
