"""Questions about rounds: who plays whom in the next one and in the last, and whether the rules paired them so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated

import msgspec

from heraut.ask.question import Answer, Points, Question, exact_number
from heraut.ask.standings import (
    GameInput,
    RowOutput,
    StandingsInput,
    entrants_of,
    games_of,
    ranking_asked,
    row_output,
)
from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Reason, Refusal, together
from heraut.speech.sentences import Language, say_reason
from heraut.speech.typography import colon
from heraut.tournament.checked_event import CheckedEvent, judge
from heraut.tournament.checker import Finding, RoundFinding
from heraut.tournament.lots import draw_numbers
from heraut.tournament.pairing.contender import NO_WISHES, Contender, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.round import final_tables, pair_ranking_round, pair_round
from heraut.tournament.standings.ledger import ByeResistance, FinishedGame, Standing
from heraut.tournament.standings.table import after_final_tables, after_ranking_round, sole_leader, standings


class PlayerInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player before the round; opponents met twice are named twice."""

    id: Seat
    points: Points = 0
    wins: int = 0
    met: tuple[Seat, ...] = ()
    byes: int = 0
    number: int | None = None
    resistance: Points = 0
    club: str | None = None
    team: str | None = None
    tables: tuple[int, ...] = ()
    fixed_table: int | None = None


class PairInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The active players; without draw numbers they are drawn from the seed, without a round it is the next one."""

    format: Swiss
    players: tuple[PlayerInput, ...]
    seed: int = 1
    round: int | None = None
    order: PairingOrder = PairingOrder.POINTS
    wishes: Wishes = NO_WISHES
    language: Language = "fr"


class PairOutput(msgspec.Struct, frozen=True):
    """Pairs in the order they are made, the table of each, and one sentence for each pair, bye and rematch."""

    pairs: tuple[tuple[Seat, Seat], ...]
    bye: Seat | None
    rematches: int
    reasons: tuple[str, ...]
    tables: tuple[int, ...]
    unmet: tuple[str, ...]


def _pair(asked: PairInput) -> Answer[PairOutput] | Refusal:
    refused = together(tuple(_faults(asked)))
    if refused is not None:
        return refused
    pairing = pair_round(
        asked.format,
        _contenders(asked),
        round=asked.round or _next_round(asked),
        seed=asked.seed,
        wishes=asked.wishes,
        order=asked.order,
    )
    return Answer(_pair_output(pairing, asked.language), _distinct(pairing))


def _faults(asked: PairInput) -> Iterator[Refusal]:
    yield from _player_faults(asked.players)
    yield from _table_faults(asked)
    yield from _settled_faults(asked)


def _player_faults(players: tuple[PlayerInput, ...]) -> Iterator[Refusal]:
    seen: set[Seat] = set()
    for player in players:
        if player.id in seen:
            yield Refusal(_WHOLE, "pair-same-id", player.id)
        if player.id in player.met:
            yield Refusal(_WHOLE, "pair-met-self", player.id)
        if player.byes < 0:
            yield Refusal(_WHOLE, "pair-negative", player.id, asked=player.byes)
        seen.add(player.id)


def _table_faults(asked: PairInput) -> Iterator[Refusal]:
    """Tables are numbered from 1 and named once, as in an event [ST-PAIR-6]."""
    own = [player.fixed_table for player in asked.players if player.fixed_table is not None]
    wrong = {table for table, times in Counter(asked.wishes.tables).items() if times > 1 or table < 1}
    wrong |= {table for table in own if table < 1}
    if wrong:
        yield Refusal(ClauseId("ST-PAIR-6"), "tables-wrong", asked=tuple(sorted(wrong)))


def _settled_faults(asked: PairInput) -> Iterator[Refusal]:
    players = {player.id for player in asked.players}
    settled = Counter(seat for pair in asked.wishes.pairs for seat in pair)
    settled.update([] if asked.wishes.bye is None else [asked.wishes.bye])
    for seat, times in settled.items():
        if seat not in players:
            yield Refusal(ClauseId("HOUSE-SEAT-2"), "unknown-seat", seat)
        elif times > 1:
            yield Refusal(_WHOLE, "pair-settled-twice", seat)
    if asked.wishes.bye is not None and len(asked.players) % 2 == 0:
        odd = ClauseId("ST-PAIR-7" if asked.format is Swiss.SAGA else "SR-BYE-1")
        yield Refusal(odd, "draft-needless-bye", asked.wishes.bye)


_WHOLE = ClauseId("HOUSE-WISH-4")


def _next_round(asked: PairInput) -> int:
    return 1 + max((len(player.met) + player.byes for player in asked.players), default=0)


def _contenders(asked: PairInput) -> list[Contender]:
    numbers = draw_numbers((player.id for player in asked.players), asked.seed)
    met = _both_ways(asked.players)
    return [
        Contender(
            player.id,
            exact_number(player.points),
            player.wins,
            met[player.id],
            player.byes,
            numbers[player.id] if player.number is None else player.number,
            exact_number(player.resistance),
            player.club,
            player.team,
            player.tables,
            player.fixed_table,
        )
        for player in asked.players
    ]


def _both_ways(players: tuple[PlayerInput, ...]) -> Mapping[Seat, tuple[Seat, ...]]:
    """Histories in which two who have met stand in each other's list equally often, whoever named the game."""
    met = {player.id: list(player.met) for player in players}
    for player in players:
        for other in dict.fromkeys(player.met):
            if other in met:
                missing = player.met.count(other) - met[other].count(player.id)
                met[other] += [player.id] * missing
    return {seat: tuple(opponents) for seat, opponents in met.items()}


def _pair_output(pairing: Pairing, language: Language) -> PairOutput:
    mark = colon(language)
    pairs = [
        f"{pair.first} – {pair.second}{mark}{say_reason(reason, language)}"
        for pair in pairing.pairs
        for reason in pair.reasons
    ]
    return PairOutput(
        tuple((pair.first, pair.second) for pair in pairing.pairs),
        pairing.bye,
        pairing.rematches,
        (*pairs, *(say_reason(reason, language) for reason in pairing.reasons)),
        tuple(pair.table for pair in pairing.pairs),
        tuple(say_reason(reason, language) for reason in pairing.unmet),
    )


def _distinct(pairing: Pairing) -> tuple[Reason, ...]:
    """Each kind of reason once: the sentences say the rest."""
    everything = [*pairing.reasons, *pairing.unmet, *(reason for pair in pairing.pairs for reason in pair.reasons)]
    return tuple({(reason.clause, reason.code): reason for reason in reversed(everything)}.values())


PAIR = Question("tournament.pair", "Who plays whom in the next round, and why?", PairInput, PairOutput, _pair)


class FinalsInput(StandingsInput, frozen=True, forbid_unknown_fields=True):
    """The event as `tournament.standings` reads it, and the games of the last round, once they are played."""

    finals: Annotated[tuple[GameInput, ...], msgspec.Meta(max_length=5_000)] = ()


class FinalsOutput(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who plays whom in the ranking round or at the final tables, who sits out, who leads alone; the final places."""

    pairs: tuple[tuple[Seat, Seat], ...]
    bye: Seat | None = None
    sole_leader: Seat | None = None
    rows: tuple[RowOutput, ...] = ()


def _finals(asked: FinalsInput) -> Answer[FinalsOutput] | Refusal:
    games = games_of(asked)
    if isinstance(games, Refusal):
        return games
    entrants, ranking = entrants_of(asked), ranking_asked(asked)
    before = standings(entrants, games, ranking)
    order = [row.id for row in before.rows if row.standing is Standing.ACTIVE]
    number = len(asked.rounds) + 1
    last = msgspec.structs.replace(asked, rounds=(*asked.rounds, asked.finals))
    everything = games_of(last)
    if isinstance(everything, Refusal):
        return everything
    finals = [game for game in everything if game.round == number]
    if unknown := _stranger(finals, order):
        return Refusal(ClauseId("HOUSE-SEAT-2"), "unknown-seat", unknown)
    if asked.format is Swiss.SAGA:
        paired = pair_ranking_round([Contender(seat) for seat in order], round=number)
        rows = after_ranking_round(before.rows, finals) if finals else ()
        pairs, clause = tuple((pair.first, pair.second) for pair in paired.pairs), "ST-RNK-8"
        output = FinalsOutput(pairs, paired.bye, None, tuple(row_output(row, asked.language) for row in rows))
    else:
        pairs, clause = final_tables(order), "SR-VRANK-7"
        tables = [game for seats in pairs for game in finals if {*_seats(game)} == {*seats}]
        after = standings(entrants, everything, ranking)
        rows = after_final_tables(order, after, tables) if len(tables) == len(pairs) else ()
        told = tuple(row_output(row, asked.language) for row in rows)
        output = FinalsOutput(pairs, None, sole_leader(entrants, games), told)
    return Answer(output, (Reason(ClauseId(clause), "finals-paired", {"tables": len(pairs)}),))


def _seats(game: FinishedGame) -> tuple[Seat, ...]:
    return tuple(side.seat for side in (game.first, game.second) if side is not None)


def _stranger(finals: list[FinishedGame], order: list[Seat]) -> Seat | None:
    return next((seat for game in finals for seat in _seats(game) if seat not in order), None)


FINALS = Question(
    "tournament.finals", "Who plays the final tables, and who has which place after them?", FinalsInput, FinalsOutput,
    _finals,
)  # fmt: skip


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
    event = CheckedEvent(
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


def _round_verdict(number: int, verdict: RoundFinding, asked: ProveInput) -> RoundVerdict:
    return RoundVerdict(
        number, verdict.finding, tuple(say_reason(reason, asked.language) for reason in verdict.reasons)
    )


PROVE = Question("tournament.prove", "Were the rounds paired by the rules?", ProveInput, ProveOutput, _prove)
