"""The scoreboard: both players, their points, and where they sit."""

from __future__ import annotations

from dataclasses import dataclass

from heraut.kernel import Seat
from heraut.scenario.facts import SIDES, Side
from heraut.scenario.state import Edge
from heraut.scenario.view import MatchView


@dataclass(frozen=True, slots=True)
class Player:
    """One side of the scoreboard; where they sit once that is said, and the units they deploy until play begins."""

    side: Side
    name: str
    points: int
    active: bool
    edge: Edge | None = None
    units: int | None = None
    deployed: int = 0


def board(view: MatchView) -> tuple[Player, ...]:
    """Both players, the first player first once roles are settled."""
    seats = list(view.players)
    first = view.first or seats[0]
    ordered: tuple[Seat, ...] = (first, next(seat for seat in seats if seat != first))
    return tuple(_player(view, side, seat) for side, seat in zip(SIDES, ordered, strict=True))


def _player(view: MatchView, side: Side, seat: Seat) -> Player:
    sheet = view.sheet
    mustered = view.mustered.get(side) if view.phase == "setting-up" else None
    return Player(
        side,
        view.players[seat],
        sheet.points[side] if sheet else 0,
        sheet is not None and sheet.by is side and view.phase == "playing",
        view.edges.get(seat),
        mustered,
        view.deployed.get(side, 0),
    )
