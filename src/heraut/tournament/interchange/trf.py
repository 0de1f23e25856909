"""
TRF16, the report file that chess programs exchange: fixed columns, one line per player.

Columns are counted from 1: number 5–8, name 15–47, points 81–84, rank 86–89, then ten columns for each round from 92
on: opponent's number, side, result. Tournament points of our formats stand where chess has its points.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from heraut.kernel import Seat
from heraut.tournament.interchange.report import Report
from heraut.tournament.standings import Game, Row, Score, Tiebreak

FORFEITS = frozenset({"forfeit", "no_show"})


def to_trf16(report: Report) -> bytes:
    """The report; UTF-8, lines end as the format asks."""
    rounds = max((game.round for game in report.games), default=0)
    seats = sorted(report.numbers, key=lambda seat: report.numbers[seat])
    lines = [*_head(report, len(seats), rounds), *(_player(report, seat, rounds) for seat in seats)]
    return "".join(f"{line.rstrip()}\r\n" for line in lines).encode()


def _head(report: Report, players: int, rounds: int) -> Iterator[str]:
    yield f"012 {report.title}"
    yield f"022 {report.place}"
    yield f"042 {report.begins}"
    yield f"052 {report.ends}"
    yield f"062 {players}"
    yield "072 0"
    yield "082 0"
    yield "092 Individual: Swiss-System"
    yield f"XXR {rounds}"


def _player(report: Report, seat: Seat, rounds: int) -> str:
    row = next((row for row in report.rows if row.id == seat), None)
    games = {game.round: game for game in report.games if _side(game, seat) is not None}
    name = _plain(report.names[seat])[:33]
    start = f"001 {report.numbers[seat]:4}      {name:<33}"
    totals = f"{_points(report, row, seat):>4} {'' if row is None or row.rank is None else row.rank:>4}"
    return f"{start:<80}{totals}" + "".join(_cell(report, games.get(round), seat) for round in range(1, rounds + 1))


def _plain(name: str) -> str:
    return " ".join(name.split())


def _points(report: Report, row: Row | None, seat: Seat) -> str:
    """With one decimal, as the columns ask."""
    if row is not None and Tiebreak.POINTS in row.values:
        return _one_decimal(row.values[Tiebreak.POINTS])
    sides = (_side(game, seat) for game in report.games)
    return _one_decimal(sum((Fraction(side.points) for side in sides if side is not None), Fraction(0)))


def _one_decimal(number: int | Fraction) -> str:
    tenths = (20 * number.numerator + number.denominator) // (2 * number.denominator)
    return f"{tenths // 10}.{tenths % 10}"


def _side(game: Game, seat: Seat) -> Score | None:
    return next((side for side in (game.first, game.second) if side is not None and side.seat == seat), None)


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
