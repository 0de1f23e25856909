"""A round that was paired by hand: everything in it that the rules would not have made."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason
from heraut.tournament.pairing.contender import NO_WISHES, Contender, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.field import Couple, Couples, PairingField
from heraut.tournament.pairing.method import SwissMethod, reason
from heraut.tournament.pairing.round import given_up, kin_reasons, method_of
from heraut.tournament.pairing.weighted import TooManyWishes


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
