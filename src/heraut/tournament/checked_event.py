"""An event round by round before the checker: the players of each round as they stood before it, and the verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

import msgspec

from heraut.kernel.names import Seat
from heraut.tournament.checker import Participant, Points, RoundFinding, check_saga, check_steamroller
from heraut.tournament.pairing.contender import Swiss
from heraut.tournament.standings.ledger import FinishedGame


class CheckedEvent(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """
    The games of each Swiss round, byes among them, with the draw numbers.

    Who is in no game of a round was not there. `groups` are the clubs to be kept apart in the rounds of
    `apart_rounds`; `bye_mean` says that a bye counts as an average opponent [ST-RNK-6].
    """

    format: Swiss
    rounds: tuple[tuple[FinishedGame, ...], ...]
    numbers: Mapping[Seat, int] = {}
    groups: Mapping[Seat, str] = {}
    apart_rounds: frozenset[int] = frozenset()
    taken: Mapping[Seat, Points] = {}
    """Points taken as a penalty: never below 0, and the opponents do not feel it [ST-PTS-10]."""
    wins_first: bool = False
    bye_mean: bool = True


def judge(event: CheckedEvent, round: int) -> RoundFinding:
    """The verdict on one round, by what the rounds before it have brought."""
    games = event.rounds[round - 1]
    players = _participants(event, round)
    couples = [(game.first.seat, game.second.seat) for game in games if game.second is not None]
    bye = next((game.first.seat for game in games if game.second is None), None)
    match event.format:  # a third system is missed here by the type checker, and not taken for one of these
        case Swiss.SAGA:
            return check_saga(players, couples, bye, wins_first=event.wins_first)
        case Swiss.STEAMROLLER:
            return check_steamroller(players, couples, bye)


def _participants(event: CheckedEvent, round: int) -> list[Participant]:
    """The players of a round as they stood before it: of a game, who took how many points, who won, who met whom."""
    points: dict[Seat, Points] = {}
    wins, byes = Counter[Seat](), Counter[Seat]()
    met: dict[Seat, Counter[Seat]] = {}
    for game in (game for games in event.rounds[: round - 1] for game in games):
        first, second = game.first, game.second
        for side, other in ((first, second), (second, first)):
            if side is not None:
                points[side.seat] = points.get(side.seat, 0) + side.points
                wins[side.seat] += side.seat == game.winner
                met.setdefault(side.seat, Counter()).update(() if other is None else (other.seat,))
        byes[first.seat] += second is None
    apart = event.groups if round in event.apart_rounds else {}
    sides = (side for game in event.rounds[round - 1] for side in (game.first, game.second) if side is not None)
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
        for seat in dict.fromkeys(side.seat for side in sides)
    ]


def _resistance(met: Counter[Seat], points: Mapping[Seat, Points], byes: int) -> Points:
    total = sum((points.get(seat, 0) * times for seat, times in met.items()), Fraction(0))
    return total + Fraction(byes, met.total()) * total if met else total
