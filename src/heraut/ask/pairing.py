"""Questions about a round and about standings: who plays whom, who stands where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from heraut.ask.question import Answer, Points, Question, exact_number
from heraut.kernel import ClauseId, Reason, Refusal, Seat, together
from heraut.speech import Language, say_reason
from heraut.speech.typography import colon
from heraut.tournament.lots import draw_numbers
from heraut.tournament.pairing.contender import NO_WISHES, Contender, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.round import pair_round


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
