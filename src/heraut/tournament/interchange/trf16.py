"""
A report in the form of the chess federations, TRF16, as pairing programs and rating officers read it.

The form knows wins, draws, losses and byes, and nothing else of a game: its points are counted from these, one for a
win and a half for a draw, since readers such as bbpPairings refuse a total that the results do not give. The place is
that of the event's own standings. What the form has no room for is said in remarks, lines that begin with `###`,
which readers pass over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from heraut.kernel import Seat
from heraut.tournament.interchange.report import Report
from heraut.tournament.interchange.sheets import printable
from heraut.tournament.standings.ledger import Game

FORFEITS = frozenset({"forfeit", "no_show"})
MOST_NUMBERED = 9_999
"""Players the form has room for."""
_WORTH = {"1": 2, "+": 2, "U": 2, "=": 1, "H": 1, "0": 0, "-": 0, "Z": 0}
"""What a result counts, in halves of a point."""
_LONGEST_NAME = 33
_Played = Mapping[Seat, Mapping[int, Game]]


def to_trf16(report: Report, remarks: Sequence[str] = ()) -> bytes:
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


def _played(report: Report, seats: Sequence[Seat], rounds: int) -> _Played:
    played: dict[Seat, dict[int, Game]] = {seat: {} for seat in seats}
    for game in report.games:
        for side in (game.first, game.second):
            if side is not None and side.seat in played and game.round <= rounds:
                played[side.seat][game.round] = game
    return played


def _head(report: Report, players: int, rounds: int) -> Iterator[str]:
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


def _player(report: Report, seat: Seat) -> str:
    """The columns up to the points."""
    name = _plain(report.names[seat])[:_LONGEST_NAME]
    return f"{f'001 {report.numbers[seat]:4}      {name:<{_LONGEST_NAME}}':<80}"


def _places(report: Report, halves: Mapping[Seat, int]) -> Mapping[Seat, int]:
    """Those of the standings; without standings by points, and who has no rank gets their line's number."""
    by_points = sorted(halves, key=lambda seat: (-halves[seat], report.numbers[seat]))
    places = {seat: place for place, seat in enumerate(by_points, start=1)}
    return places | {row.id: row.rank or place for place, row in enumerate(report.rows, start=1)}


def _plain(text: str) -> str:
    return " ".join(printable(text).split())


def _points(halves: int) -> str:
    return f"{halves // 2}.{5 * (halves % 2)}".rjust(4)


def _cell(report: Report, game: Game | None, seat: Seat) -> str:
    """
    Opponent, side and result of one round: `  0012 w 1`.

    A bye is `  0000 - U`, one that counts as no win and an absence `  0000 - Z`.
    """
    if game is None:
        return "  0000 - Z"
    if game.second is None:
        return f"  0000 - {'U' if game.winner == seat else 'Z'}"
    other = game.second.seat if game.first.seat == seat else game.first.seat
    side = "w" if game.first.seat == seat else "b"
    return f"  {report.numbers[other]:4} {side} {_result(game, seat)}"


def _result(game: Game, seat: Seat) -> str:
    if game.winner is None:
        return "="
    if game.kind in FORFEITS:
        return "+" if game.winner == seat else "-"
    return "1" if game.winner == seat else "0"
