"""An event before the pairing: who plays the next round, as they stand before it, paired by the rules or by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason
from heraut.tournament.pairing.assessment import assess
from heraut.tournament.pairing.contender import Contender, Pairing
from heraut.tournament.standings.event import NOTHING, order, tallies
from heraut.tournament.state import State


def contestants(state: State, number: int) -> tuple[Seat, ...]:
    """
    Who plays the next round: everybody here, a spare player only to make the number even [ST-PAIR-9].

    The spare has no part in the ranking round.
    """
    players = [seat for seat in state.present if not state.players[seat].spare]
    spares = [seat for seat in state.present if state.players[seat].spare]
    if len(players) % 2 and spares and not state.settings.is_ranked(state, number):
        return (*players, spares[0])
    return tuple(players)


def _contenders(state: State, seats: Iterable[Seat], number: int) -> list[Contender]:
    """These players as they stood before a round."""
    before = tallies(state, through=number - 1)
    met: dict[Seat, list[Seat]] = {}
    tables: dict[Seat, list[int]] = {}
    for played in state.rounds[: number - 1]:
        for table in played.tables.values():
            for seat in table.seats:
                met.setdefault(seat, []).append(table.opponent(seat))
                tables.setdefault(seat, []).append(table.number)
    byes = Counter(played.bye for played in state.rounds[: number - 1])
    found = []
    for seat in seats:
        player, tally = state.players[seat], before.get(seat, NOTHING)
        found.append(
            Contender(
                seat,
                points=tally.points,
                wins=tally.wins,
                met=tuple(met.get(seat, ())),
                byes=byes[seat],
                number=state.numbers.get(seat, player.number),
                resistance=tally.resistance,
                club=player.club or None,
                team=player.team or None,
                tables=tuple(tables.get(seat, ())),
                fixed_table=player.fixed_table,
            )
        )
    return found


def draft_pairing(state: State, number: int, seed: int) -> Pairing:
    """The next round by the rules of its format, from the seed."""
    return pairing_for(state, contestants(state, number), number, seed)


def pairing_for(state: State, seats: Sequence[Seat], number: int, seed: int) -> Pairing:
    """The pairing of these players for a round, from what came before it; the same for the same seed."""
    settings, wishes = state.settings, state.settings.wishes(state.tables)
    if not settings.is_ranked(state, number):
        return settings.pair(_contenders(state, seats, number), number, seed, wishes)
    ranked = [seat for seat in order(state, through=number - 1) if seat in set(seats)]
    return settings.pair_ranked(_contenders(state, ranked, number), number, seed, wishes)


def hand_pairing(
    state: State, number: int, pairs: Sequence[tuple[Seat, Seat]], bye: Seat | None
) -> tuple[Pairing, tuple[Reason, ...]]:
    """A pairing made by hand, seated, with what it breaks; a ranked round is the organiser's to change [ST-RNK-15]."""
    seats = [seat for pair in pairs for seat in pair] + ([] if bye is None else [bye])
    field, settings = _contenders(state, seats, number), state.settings
    wishes = settings.wishes(state.tables)
    by_hand = msgspec.structs.replace(wishes, pairs=tuple(pairs), bye=bye)
    pairing = settings.pair(field, number, 0, by_hand)
    if settings.swiss_system is None or settings.is_ranked(state, number):
        return pairing, ()
    order = settings.paired_on
    return pairing, assess(settings.swiss_system, field, pairing, round=number, wishes=wishes, order=order)


def repaired_pairing(state: State, tables: Sequence[int], seed: int) -> Pairing:
    """The players of these tables of the round being played, paired anew on the same tables."""
    playing = state.rounds[-1]
    seats = [seat for number in tables for seat in playing.tables[number].seats]
    wishes = state.settings.wishes(tuple(tables))
    return state.settings.pair(_contenders(state, seats, playing.number), playing.number, seed, wishes)


def repeat_pairs(state: State, number: int, pairing: Pairing) -> list[tuple[Seat, Seat]]:
    """The pairs of a round who have met before."""
    met = Counter(frozenset(table.seats) for played in state.rounds[: number - 1] for table in played.tables.values())
    return [pair.seats for pair in pairing.pairs if met[frozenset(pair.seats)]]
