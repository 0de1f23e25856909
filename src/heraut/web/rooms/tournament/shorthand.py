"""
Results typed quickly: "12 23 19" is table 12, 23 points against 19.

SAGA: table, points of the two players as listed; then, if the points are level, 1 or 2 for who went first. Instead of
points, `x1` or `x2`: that player lost suddenly; `f1` or `f2`: that player did not turn up or conceded.
Steamroller: table, winner (1 or 2, or 0 for a draw), how (a, s, 1 to 4, t, d, c, f), then control points and destroyed
points of both: "12 1 s 3 1 24 18".
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from heraut.kernel import Seat
from heraut.kernel.bounds import whole
from heraut.tournament.format import Report
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.steamroller.scoring import SteamrollerReport, WinKind

KINDS = {
    "a": WinKind.ASSASSINATION,
    "s": WinKind.SCENARIO,
    "1": WinKind.TB1,
    "2": WinKind.TB2,
    "3": WinKind.TB3,
    "4": WinKind.TB4,
    "t": WinKind.CLOCK,
    "d": WinKind.WIPE_OUT,
    "c": WinKind.CONCESSION,
    "f": WinKind.FORFEIT,
}
_SAGA = re.compile(r"(?P<a>\d{1,9}) (?P<b>\d{1,9})(?: (?P<first>[12]))?\Z")
_LOST = re.compile(r"(?P<how>[xf]) ?(?P<who>[12])\Z")
_STEAMROLLER = re.compile(
    r"(?P<winner>[012])(?: (?P<kind>[a-z1-4]))?(?: (\d{1,9}) (\d{1,9}))?(?: (\d{1,9}) (\d{1,9}))?\Z"
)


@dataclass(frozen=True, slots=True)
class Unreadable:
    """What cannot be read; the page shows how to write it."""

    text: str


def table_number(line: str) -> tuple[int, str] | Unreadable:
    """The table, and what is said of it."""
    head, _, rest = " ".join(line.split()).partition(" ")
    number = whole(head)
    return (number, rest) if number is not None and rest else Unreadable(line)


def read_saga(rest: str, seats: tuple[Seat, Seat]) -> Report | Unreadable:
    """A SAGA result for these two players."""
    if found := _LOST.match(rest):
        loser = seats[int(found["who"]) - 1]
        sudden = found["how"] == "x"
        return SagaReport(
            dict.fromkeys(seats, 0), sudden_loss=loser if sudden else None, forfeit=None if sudden else loser
        )
    if found := _SAGA.match(rest):
        first = seats[int(found["first"]) - 1] if found["first"] else None
        return SagaReport({seats[0]: int(found["a"]), seats[1]: int(found["b"])}, first)
    return Unreadable(rest)


def read_steamroller(rest: str, seats: tuple[Seat, Seat]) -> Report | Unreadable:
    """A Steamroller result for these two players."""
    found = _STEAMROLLER.match(rest)
    if found is None or (found["kind"] is not None and found["kind"] not in KINDS):
        return Unreadable(rest)
    winner = seats[int(found["winner"]) - 1] if found["winner"] != "0" else None
    kind = KINDS[found["kind"]] if found["kind"] else None
    return SteamrollerReport(winner, kind, _both(found, 3, seats), _both(found, 5, seats))


def _both(found: re.Match[str], place: int, seats: tuple[Seat, Seat]) -> dict[Seat, int]:
    if found.group(place) is None:
        return {}
    return {seats[0]: int(found.group(place)), seats[1]: int(found.group(place + 1))}
