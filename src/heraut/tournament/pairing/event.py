"""
An event before the pairing: who plays the next round, as they stand before it, paired by the rules or by hand.

Of a round that was paired by hand: everything in it that the rules would not have made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason
from heraut.tournament.pairing.contender import NO_WISHES, Contender, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.field import Couple, Couples, PairingField, SwissMethod, reason
from heraut.tournament.pairing.round import given_up, kin_reasons, method_of
from heraut.tournament.pairing.weighted import TooManyWishes
from heraut.tournament.standings.event import NOTHING, order, tallies
from heraut.tournament.state import State


def assess(  # noqa: PLR0913  # as `pair_round`
    format: Swiss,
    contenders: Sequence[Contender],
    pairing: Pairing,
    *,
    round: int,
    wishes: Wishes = NO_WISHES,
    order: PairingOrder = PairingOrder.POINTS,
) -> tuple[Reason, ...]:
    """
    Every fault of the pairing, what breaks it outright first; empty when the rules could have made it.

    A pairing that is not whole (somebody missing, twice, or unknown) is not compared with the best one.
    """
    broken = tuple(_broken(contenders, pairing))
    if broken:
        return broken
    method = method_of(format, round=round, seed=0, order=order)
    field = PairingField(contenders, method.judged_line(contenders), wishes, round)
    place = field.place
    bye = None if pairing.bye is None else place[pairing.bye]
    made = [(place[pair.first], place[pair.second]) for pair in pairing.pairs]
    couples = [(min(pair), max(pair)) for pair in made]
    try:
        judged = tuple(_faults(method, field, bye, couples))
    except TooManyWishes:
        judged = (*given_up(wishes, round), *_faults(method, field.without_kin(), bye, couples))
    return (*judged, *kin_reasons(field, couples), *_tables(contenders, pairing, wishes))


def _broken(contenders: Sequence[Contender], pairing: Pairing) -> Iterator[Reason]:
    named: list[Seat] = [seat for pair in pairing.pairs for seat in pair.seats]
    named += [] if pairing.bye is None else [pairing.bye]
    active = {contender.id for contender in contenders}
    for seat, times in Counter(named).items():
        if seat not in active:
            yield reason("HOUSE-WISH-4", "hand-not-active", seat=seat)
        elif times > 1:
            yield reason("HOUSE-WISH-4", "hand-twice", seat=seat, times=times)
    for contender in contenders:
        if contender.id not in named:
            yield reason("HOUSE-WISH-4", "hand-missing", seat=contender.id)
    for table, times in Counter(pair.table for pair in pairing.pairs).items():
        if times > 1:
            yield reason("HOUSE-WISH-4", "hand-table-twice", table=table, times=times)


def _faults(method: SwissMethod, field: PairingField, bye: int | None, couples: Sequence[Couple]) -> Iterator[Reason]:
    if bye is not None:
        yield from method.bye_faults(field, bye)
    best, _ = method.pair_rest(field, [player for player in range(len(field)) if player != bye])
    yield from _rematches(method, field, couples, best)
    yield from method.order_faults(field, couples, best)


def _rematches(method: SwissMethod, field: PairingField, couples: Sequence[Couple], best: Couples) -> Iterator[Reason]:
    """All of them, where there are more than need be."""
    total, least = (sum(method.weight(field.times(*couple)) for couple in pairs) for pairs in (couples, best))
    if total <= least:
        return
    yield reason(method.fewest_clause, "hand-rematches", rematches=total, least=least)
    for first, second in couples:
        times = field.times(first, second)
        if times:
            names = {"first": field.seats[first], "second": field.seats[second]}
            yield reason(method.fewest_clause, "hand-rematch", **names, times=times)


def _tables(contenders: Sequence[Contender], pairing: Pairing, wishes: Wishes) -> Iterator[Reason]:
    named = {contender.id: contender for contender in contenders}
    for pair in pairing.pairs:
        if wishes.tables and pair.table not in wishes.tables:
            yield reason("HOUSE-WISH-2", "hand-table-out", table=pair.table)
        for player in (named[pair.first], named[pair.second]):
            if player.fixed_table not in (None, pair.table):
                yield reason("HOUSE-WISH-2", "fixed-table-lost", seat=player.id, table=player.fixed_table or 0)
            if wishes.no_repeated_table and pair.table in player.tables:
                yield reason("HOUSE-WISH-2", "table-again", seat=player.id, table=pair.table)


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
