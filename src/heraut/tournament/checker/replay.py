"""A whole event replayed from its results: each round judged by what was known when it was paired."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from heraut.kernel import Seat
from heraut.tournament.checker.participants import Participant, Verdict
from heraut.tournament.checker.saga import check_saga
from heraut.tournament.checker.steamroller import check_steamroller
from heraut.tournament.standings.ledger import Game, Score


class Side(msgspec.Struct, frozen=True, omit_defaults=True):
    """What one player took from a game."""

    seat: Seat
    points: int | Fraction = 0
    won: bool = False


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game, or a bye when there is nobody opposite."""

    first: Side
    second: Side | None = None


class Event(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """
    The tables of each Swiss round, with the draw numbers.

    Who is at no table of a round was not there. `groups` are the clubs to be kept apart in the rounds of
    `apart_rounds`; `bye_mean` says that a bye counts as an average opponent [ST-RNK-6].
    """

    format: str
    rounds: tuple[tuple[Table, ...], ...]
    numbers: Mapping[Seat, int] = {}
    groups: Mapping[Seat, str] = {}
    apart_rounds: frozenset[int] = frozenset()
    taken: Mapping[Seat, int | Fraction] = {}
    """Points taken as a penalty: never below 0, and the opponents do not feel it [ST-PTS-10]."""
    wins_first: bool = False
    bye_mean: bool = True


def table_of(game: Game) -> Table:
    """A game as the checker reads it: of all its facts, who took how many points and who won."""
    second = None if game.second is None else _side(game.second, game.winner)
    return Table(_side(game.first, game.winner), second)


def _side(score: Score, winner: Seat | None) -> Side:
    return Side(score.seat, score.points, score.seat == winner)


def replay(event: Event) -> tuple[Verdict, ...]:
    """The verdict on each round, in order."""
    return tuple(judge(event, round) for round in range(1, len(event.rounds) + 1))


def judge(event: Event, round: int) -> Verdict:
    """The verdict on one round, by what the rounds before it have brought."""
    tables = event.rounds[round - 1]
    players = participants(event, round)
    couples = [(table.first.seat, table.second.seat) for table in tables if table.second is not None]
    bye = next((table.first.seat for table in tables if table.second is None), None)
    if event.format == "saga":
        return check_saga(players, couples, bye, wins_first=event.wins_first)
    return check_steamroller(players, couples, bye)


def participants(event: Event, round: int) -> list[Participant]:
    """The players of a round as they stood before it."""
    earlier = [table for tables in event.rounds[: round - 1] for table in tables]
    sides = [side for table in earlier for side in (table.first, table.second) if side is not None]
    points: dict[Seat, int | Fraction] = {}
    for side in sides:
        points[side.seat] = points.get(side.seat, 0) + side.points
    wins = Counter(side.seat for side in sides if side.won)
    byes = Counter(table.first.seat for table in earlier if table.second is None)
    met: dict[Seat, Counter[Seat]] = {}
    for table in earlier:
        if table.second is not None:
            one, other = table.first.seat, table.second.seat
            met.setdefault(one, Counter())[other] += 1
            met.setdefault(other, Counter())[one] += 1
    apart = event.groups if round in event.apart_rounds else {}
    return [
        Participant(
            seat,
            max(0, points.get(seat, 0) - event.taken.get(seat, 0)),
            wins[seat],
            _resistance(met.get(seat, Counter()), points, byes[seat] if event.bye_mean else 0),
            event.numbers.get(seat, 0),
            byes[seat],
            met.get(seat, Counter()),
            apart.get(seat),
        )
        for seat in _present(event.rounds[round - 1])
    ]


def _present(tables: Sequence[Table]) -> list[Seat]:
    return list(
        dict.fromkeys(side.seat for table in tables for side in (table.first, table.second) if side is not None)
    )


def _resistance(met: Counter[Seat], points: Mapping[Seat, int | Fraction], byes: int) -> int | Fraction:
    total = sum((points.get(seat, 0) * times for seat, times in met.items()), Fraction(0))
    return total + Fraction(byes, met.total()) * total if met else total
