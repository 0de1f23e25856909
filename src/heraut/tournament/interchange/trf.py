"""
TRF16, the report file that chess programs exchange: fixed columns, one line per player.

Columns are counted from 1: number 5–8, name 15–47, points 81–84, rank 86–89, then ten columns for each round from 92
on: opponent's number, side, result. Tournament points of our formats stand where chess has its points.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from heraut.kernel import Seat
from heraut.tournament.interchange.report import Report
from heraut.tournament.interchange.sheet import printable
from heraut.tournament.standings import Game, Score, Tiebreak

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
