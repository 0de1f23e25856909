"""Who is to be paired, with what behind them; the pairing itself is `pairing`'s."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from heraut.kernel import Reason, Seat
from heraut.tournament.pairing import (
    Apart,
    Contender,
    Format,
    Pairing,
    PairingOrder,
    Wishes,
    assess,
    final_tables,
    pair_ranking_round,
    pair_round,
)
from heraut.tournament.ranking import NOTHING, Tally, order, tallies
from heraut.tournament.record import byes, is_last_by_rank
from heraut.tournament.settings import SagaSettings
from heraut.tournament.state import Player, State


def contestants(state: State, number: int) -> tuple[Seat, ...]:
    """
    Who plays the next round: everybody here, a spare player only to make the number even [ST-PAIR-9].

    The spare has no part in the ranking round.
    """
    players = [seat for seat in state.present if not state.players[seat].spare]
    spares = [seat for seat in state.present if state.players[seat].spare]
    if len(players) % 2 and spares and not is_last_by_rank(state, number):
        return (*players, spares[0])
    return tuple(players)


def format_of(state: State) -> Format:
    """The format, as pairing names it."""
    return Format.SAGA if isinstance(state.settings, SagaSettings) else Format.STEAMROLLER


def wishes_of(state: State) -> Wishes:
    """What the organiser wishes beyond the rules."""
    settings = state.settings
    clubs = settings.clubs_apart
    if isinstance(settings, SagaSettings) and settings.round1_avoid == "club" and clubs is Apart.OFF:
        clubs = Apart.ROUND_ONE
    return Wishes(clubs, settings.teams_apart, settings.no_repeated_table, state.tables)


def contenders(state: State, seats: Iterable[Seat], number: int) -> list[Contender]:
    """These players as they stood before a round."""
    before = tallies(state, through=number - 1)
    met: dict[Seat, list[Seat]] = {}
    tables: dict[Seat, list[int]] = {}
    for played in state.rounds[: number - 1]:
        for table in played.tables.values():
            for seat in table.seats:
                met.setdefault(seat, []).append(table.opponent(seat))
                tables.setdefault(seat, []).append(table.number)
    return [
        _contender(
            state,
            state.players[seat],
            before.get(seat, NOTHING),
            met=tuple(met.get(seat, ())),
            tables=tuple(tables.get(seat, ())),
            byes=byes(state, seat, before=number),
        )
        for seat in seats
    ]


def _contender(state: State, player: Player, tally: Tally, **past: Any) -> Contender:
    return Contender(
        player.seat,
        points=tally.points,
        wins=tally.wins,
        number=state.numbers.get(player.seat, player.number),
        resistance=tally.resistance,
        club=player.club or None,
        team=player.team or None,
        fixed_table=player.fixed_table,
        **past,
    )


def draft_pairing(state: State, number: int, seed: int) -> Pairing:
    """The next round by the rules of its format, from the seed."""
    return pairing_for(state, contestants(state, number), number, seed)


def pairing_for(state: State, seats: Sequence[Seat], number: int, seed: int) -> Pairing:
    """The pairing of these players for a round, from what came before it; the same for the same seed."""
    settings, wishes = state.settings, wishes_of(state)
    if is_last_by_rank(state, number):
        ranked = [seat for seat in order(state, through=number - 1) if seat in set(seats)]
        if isinstance(settings, SagaSettings):
            return pair_ranking_round(contenders(state, ranked, number), round=number, wishes=wishes)
        wishes = msgspec.structs.replace(wishes, pairs=final_tables(ranked))
    return _paired(state, contenders(state, seats, number), number, seed, wishes)


def hand_pairing(
    state: State, number: int, pairs: Sequence[tuple[Seat, Seat]], bye: Seat | None
) -> tuple[Pairing, tuple[Reason, ...]]:
    """A pairing made by hand, seated, with what it breaks; a ranked round is the organiser's to change [ST-RNK-15]."""
    seats = [seat for pair in pairs for seat in pair] + ([] if bye is None else [bye])
    field = contenders(state, seats, number)
    wishes = msgspec.structs.replace(wishes_of(state), pairs=tuple(pairs), bye=bye)
    pairing = _paired(state, field, number, 0, wishes)
    if is_last_by_rank(state, number):
        return pairing, ()
    order = _walk_order(state)
    return pairing, assess(format_of(state), field, pairing, round=number, wishes=wishes_of(state), order=order)


def repeat_pairs(state: State, number: int, pairing: Pairing) -> list[tuple[Seat, Seat]]:
    """The pairs of a round who have met before."""
    met = Counter(frozenset(table.seats) for played in state.rounds[: number - 1] for table in played.tables.values())
    return [(pair.first, pair.second) for pair in pairing.pairs if met[frozenset((pair.first, pair.second))]]


def repaired_pairing(state: State, tables: Sequence[int], seed: int) -> Pairing:
    """The players of these tables of the round being played, paired anew on the same tables."""
    playing = state.rounds[-1]
    seats = [seat for number in tables for seat in playing.tables[number].seats]
    wishes = msgspec.structs.replace(wishes_of(state), tables=tuple(tables))
    return _paired(state, contenders(state, seats, playing.number), playing.number, seed, wishes)


def _paired(state: State, field: Sequence[Contender], number: int, seed: int, wishes: Wishes) -> Pairing:
    return pair_round(format_of(state), field, round=number, seed=seed, wishes=wishes, order=_walk_order(state))


def _walk_order(state: State) -> PairingOrder:
    """What SAGA rounds are paired on first [ST-PAIR-3]; Steamroller has its piles."""
    return state.settings.pairing_order if isinstance(state.settings, SagaSettings) else PairingOrder.POINTS
