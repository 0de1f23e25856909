"""Contenders on one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heraut.kernel.names import Seat
from heraut.tournament.pairing.contender import Contender, Pairing

ANA, BEN, CHLOE, DAVID, EMMA, FARID, GAELLE, HUGO = map(
    Seat, ("ana", "ben", "chloe", "david", "emma", "farid", "gaelle", "hugo")
)
EIGHT = (ANA, BEN, CHLOE, DAVID, EMMA, FARID, GAELLE, HUGO)


def field(seats: Sequence[Seat], *games: str, **columns: Sequence[Any]) -> list[Contender]:
    """
    Players with draw numbers 1, 2, 3…; `"ana-ben"` says that the two have met.

    Columns name the other facts: `points=[2, 1, 0]`.
    """
    met: dict[Seat, list[Seat]] = {seat: [] for seat in seats}
    for game in games:
        first, second = map(Seat, game.split("-"))
        met[first].append(second)
        met[second].append(first)
    return [
        Contender(
            seat, met=tuple(met[seat]), number=place + 1, **{name: column[place] for name, column in columns.items()}
        )
        for place, seat in enumerate(seats)
    ]


def couples(pairing: Pairing) -> list[tuple[Seat, Seat]]:
    return [(pair.first, pair.second) for pair in pairing.pairs]


def sets(pairing: Pairing) -> set[frozenset[Seat]]:
    return {frozenset((pair.first, pair.second)) for pair in pairing.pairs}


def entangled(players: int, outsiders: int = 10) -> list[Contender]:
    """Two who have met everybody, so that somebody must meet again, and a club of all but a few of the others."""
    seats = [Seat(f"p{number:03}") for number in range(players)]
    games = [f"p000-{seat}" for seat in seats[1:]] + [f"p001-{seat}" for seat in seats[2:]]
    clubs = [None] * outsiders + ["Lyon"] * (players - outsiders)
    return field(seats, *games, club=clubs)
