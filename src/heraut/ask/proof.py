"""The question whether the rounds of an event were paired by the rules."""

from __future__ import annotations

import msgspec

from heraut.ask.question import Answer, Question, exact_number
from heraut.ask.standings import StandingsInput, entrants_of, games_of
from heraut.kernel import Refusal
from heraut.speech import say_reason
from heraut.tournament.checker import Event, Finding, Verdict, judge
from heraut.tournament.pairing.contender import PairingOrder
from heraut.tournament.standings.ledger import ByeResistance


class ProveInput(StandingsInput, frozen=True, forbid_unknown_fields=True):
    """The event as `tournament.standings` reads it; the rounds of `by_rank` are not judged, nor those by hand."""

    order: PairingOrder = PairingOrder.POINTS
    by_rank: tuple[int, ...] = ()
    by_hand: tuple[int, ...] = ()


class RoundVerdict(msgspec.Struct, frozen=True):
    """What the checker found in one round, with its faults or with what the proof rests on."""

    round: int
    finding: Finding
    reasons: tuple[str, ...]


class ProveOutput(msgspec.Struct, frozen=True):
    """A verdict for each round that the rules paired."""

    rounds: tuple[RoundVerdict, ...]


def _prove(asked: ProveInput) -> Answer[ProveOutput] | Refusal:
    games = games_of(asked)
    if isinstance(games, Refusal):
        return games
    last = len(asked.rounds)
    settings = asked.settings
    event = Event(
        format=asked.format,
        rounds=tuple(tuple(game for game in games if game.round == n) for n in range(1, last + 1)),
        numbers={entrant.id: entrant.number for entrant in entrants_of(asked)},
        taken={seat: exact_number(points) for seat, points in settings.penalties.items()},
        wins_first=asked.order is PairingOrder.WINS,
        bye_mean=settings.bye_resistance is ByeResistance.MEAN,
    )
    judged = [n for n in range(1, last + 1) if n not in asked.by_rank and n not in asked.by_hand]
    found = {number: judge(event, number) for number in judged}
    verdicts = tuple(_round_verdict(number, verdict, asked) for number, verdict in found.items())
    return Answer(ProveOutput(verdicts), tuple(reason for verdict in found.values() for reason in verdict.reasons))


def _round_verdict(number: int, verdict: Verdict, asked: ProveInput) -> RoundVerdict:
    return RoundVerdict(
        number, verdict.finding, tuple(say_reason(reason, asked.language) for reason in verdict.reasons)
    )


PROVE = Question("tournament.prove", "Were the rounds paired by the rules?", ProveInput, ProveOutput, _prove)
