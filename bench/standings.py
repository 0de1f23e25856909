"""Standings of 10,000 players after 10 rounds on one core: from scratch, and after one corrected result."""

from __future__ import annotations

from fractions import Fraction

from bench.figures import Figures, processor_seconds
from heraut.kernel.names import Seat
from heraut.tournament.lots import Lots
from heraut.tournament.standings.ledger import Entrant, FinishedGame, GameSide, ranking_of
from heraut.tournament.standings.table import standings

PLAYERS, ROUNDS = 10_000, 10


def games(format: str) -> list[FinishedGame]:
    lots = Lots(1, format)
    seats = [Seat(f"p{number:05}") for number in range(PLAYERS)]
    return [
        game(format, lots, round, first, second)
        for round in range(1, ROUNDS + 1)
        for line in [lots.shuffled(seats)]
        for first, second in zip(line[::2], line[1::2], strict=True)
    ]


def game(format: str, lots: Lots, round: int, first: Seat, second: Seat) -> FinishedGame:
    if format == "saga":
        lost = Fraction(lots.below(20) + 1, 2)
        return FinishedGame(
            round, GameSide(first, 20 - lost, lots.below(30)), GameSide(second, lost, lots.below(30)), first
        )
    sides = [GameSide(seat, 0, 0, lots.below(5), lots.below(60), lots.below(60)) for seat in (first, second)]
    won = GameSide(first, 1, 0, sides[0].control_points, sides[0].destroyed, sides[0].surviving)
    return FinishedGame(round, won, sides[1], first, "scenario")


def main() -> None:
    figures = Figures()
    for format, variant in (("saga", None), ("steamroller", None), ("steamroller", "rank_scenario")):
        entrants = [Entrant(Seat(f"p{number:05}"), number + 1) for number in range(PLAYERS)]
        played = games(format)
        ranking = ranking_of(format, variant)
        table = standings(entrants, played, ranking)
        name = f"{format} {variant or ''}".strip()
        took = processor_seconds(lambda e=entrants, p=played, r=ranking: standings(e, p, r), times=3)
        figures.at_most(f"standings from scratch, {name}", took, 0.5, "s")
        old = played[PLAYERS]
        new = FinishedGame(
            old.round, GameSide(old.first.seat), GameSide(old.second.seat, old.first.points), old.second.seat
        )
        took = processor_seconds(lambda t=table, o=old, n=new: t.corrected(o, n), times=9)
        figures.at_most(f"standings after one corrected result, {name}", took * 1000, 20, "ms")
    figures.end()


main()
