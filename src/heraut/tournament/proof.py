"""The rounds of an event before the checker: a second opinion on every pairing that was not made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import chain

import msgspec

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Reason
from heraut.tournament.checker import Participant, Points, RoundFinding, check_saga, check_steamroller
from heraut.tournament.pairing.contender import PairingOrder
from heraut.tournament.standings.event import entrants, games
from heraut.tournament.standings.ledger import ByeResistance, FinishedGame, GameSide
from heraut.tournament.state import BetweenRounds, Round, RoundDraft, State


class CheckedEvent(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """
    The games of each Swiss round, byes among them, with the draw numbers.

    Who is in no game of a round was not there. `groups` are the clubs to be kept apart in the rounds of
    `apart_rounds`; `bye_mean` says that a bye counts as an average opponent [ST-RNK-6].
    """

    format: str
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
    judged = event.rounds[round - 1]
    players = _participants(event, round)
    couples = [(game.first.seat, game.second.seat) for game in judged if game.second is not None]
    bye = next((game.first.seat for game in judged if game.second is None), None)
    if event.format == "saga":
        return check_saga(players, couples, bye, wins_first=event.wins_first)
    return check_steamroller(players, couples, bye)


def _participants(event: CheckedEvent, round: int) -> list[Participant]:
    """The players of a round as they stood before it: of a game, who took how many points, who won, who met whom."""
    points: dict[Seat, Points] = {}
    wins, byes = Counter[Seat](), Counter[Seat]()
    met: dict[Seat, Counter[Seat]] = {}
    for game in chain.from_iterable(event.rounds[: round - 1]):
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


def prove(states: Iterable[State]) -> Mapping[int, RoundFinding]:
    """
    The verdict on each round that the rules paired, by its number, from an event state by state.

    A round is judged by what was known when it was paired. Where a result or a penalty was changed since, so that the
    round would come out differently today, the verdict says so; the published pairing stays [ST-PAIR-11]. Rounds
    changed by hand or paired by rank are not judged.
    """
    known: dict[int, State] = {}
    before: State | None = None
    for state in states:
        if before is not None and _drafted(state) is not None and _drafted(state) is not _drafted(before):
            known[len(state.rounds) + 1] = before
        before = state
    if before is None or before.settings.swiss_system is None:
        return {}
    judged = (played for played in before.rounds if not (played.adjusted or played.ranking))
    return {played.number: _verdict(known.get(played.number, before), before, played) for played in judged}


def _drafted(state: State) -> RoundDraft | None:
    """The draft that waits to be published, as the rules made it."""
    draft = state.stage.draft if isinstance(state.stage, BetweenRounds) else None
    return None if draft is None or draft.adjusted else draft


def _verdict(before: State, today: State, played: Round) -> RoundFinding:
    then = judge(checked_event(before, played), played.number)
    now = judge(checked_event(today, played), played.number)
    if now.finding is then.finding:
        return then
    since = Reason(ClauseId("ST-PAIR-11"), "check-changed-since", {"round": played.number})
    return RoundFinding(then.finding, (*then.reasons, since))


def checked_event(state: State, judged: Round) -> CheckedEvent:
    """The event up to a round as the checker reads it: who took what from each table, and who meets whom."""
    settings, before = state.settings, games(state, through=judged.number - 1)
    rounds = [tuple(game for game in before if game.round == number) for number in range(1, judged.number)]
    apart, swiss = settings.wishes(state.tables).clubs_apart, settings.swiss_system
    assert swiss is not None
    return CheckedEvent(
        format=swiss.value,
        rounds=(*rounds, _paired(judged)),
        numbers=state.numbers,
        groups={seat: player.club for seat, player in state.players.items() if player.club},
        apart_rounds=frozenset({judged.number} if apart.holds(judged.number) else ()),
        taken={entrant.id: entrant.penalty for entrant in entrants(state) if entrant.penalty},
        wins_first=settings.paired_on is PairingOrder.WINS,
        bye_mean=settings.ranking.bye_resistance is ByeResistance.MEAN,
    )


def _paired(judged: Round) -> tuple[FinishedGame, ...]:
    pairs = (table.seats for table in judged.tables.values())
    games = tuple(FinishedGame(judged.number, GameSide(one), GameSide(other)) for one, other in pairs)
    return games if judged.bye is None else (*games, FinishedGame(judged.number, GameSide(judged.bye)))
