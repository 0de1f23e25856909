"""A round from the contenders: who sits out, who plays whom, at which table, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from heraut.kernel import ClauseId, Fact, Reason, Seat
from heraut.tournament.pairing import saga, steamroller
from heraut.tournament.pairing.contender import NO_WISHES, Contender, Pair, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.field import Couple, Couples, Field
from heraut.tournament.pairing.reasons import (
    as_fact,
    bye_reason,
    given_up,
    kin_reasons,
    pair_reasons,
    reason,
    round_reasons,
)
from heraut.tournament.pairing.tables import seat_pairs
from heraut.tournament.pairing.weighted import TooManyWishes


def pair_round(  # noqa: PLR0913  # four of them are settings with defaults or plain numbers, named at every call
    format: Swiss,
    contenders: Sequence[Contender],
    *,
    round: int,
    seed: int,
    wishes: Wishes = NO_WISHES,
    order: PairingOrder = PairingOrder.POINTS,
) -> Pairing:
    """
    The pairing of a round by the format's own order of goals.

    It depends on nothing but its arguments, and not on the order of the contenders. `seed` is used by the
    Steamroller shuffles; SAGA draws its lots beforehand, as the contenders' numbers.
    """
    if format is Swiss.SAGA:
        method: _Method = _Saga()
        line = saga.pairing_order(contenders, order)
    else:
        method = _Steamroller(round, seed)
        line = steamroller.shuffled_piles(contenders, round, seed)
    field = Field(contenders, line, wishes, round)
    try:
        return _pair(method, field, wishes)
    except TooManyWishes:
        return _without_kin(method, field, wishes, round)


def _without_kin(method: _Method, field: Field, wishes: Wishes, round: int) -> Pairing:
    """The pairing with the wishes about clubs and teams given up, and said to be [HOUSE-WISH-5]."""
    pairing = _pair(method, field.without_kin(), wishes)
    place = {seat: i for i, seat in enumerate(field.seats)}
    couples = [(place[pair.first], place[pair.second]) for pair in pairing.pairs]
    return msgspec.structs.replace(
        pairing, unmet=(*given_up(wishes, round), *pairing.unmet, *kin_reasons(field, couples))
    )


class _Saga(msgspec.Struct, frozen=True):
    """By points, from the top."""

    format = Swiss.SAGA

    def choose_bye(self, field: Field) -> int:
        return saga.choose_bye(field)

    def pair_rest(self, field: Field, players: Sequence[int]) -> tuple[Couples, Iterable[Couple]]:
        return saga.pair_rest(field, players)


class _Steamroller(msgspec.Struct, frozen=True):
    """By piles of wins, shuffled."""

    round: int
    seed: int
    format = Swiss.STEAMROLLER

    def choose_bye(self, field: Field) -> int:
        return steamroller.choose_bye(field, self.round, self.seed)

    def pair_rest(self, field: Field, players: Sequence[int]) -> tuple[Couples, Iterable[Couple]]:
        return steamroller.pair_rest(field, players)


_Method = _Saga | _Steamroller


def _pair(method: _Method, field: Field, wishes: Wishes) -> Pairing:
    settled = _settled(field, wishes)
    rest = _without(range(len(field)), settled)
    bye, why = _bye(method, field, rest, wishes)
    active = rest if bye is None else [player for player in rest if player != bye]
    couples, doubtful = method.pair_rest(field, active)
    again = repeats(field, [*settled, *doubtful])
    reasons = [_BY_HAND] * len(settled) + pair_reasons(method.format, field, active, couples, again)
    if settled:
        couples = Couples([*settled, *couples])
    pairs, unmet = _seated(field, couples, reasons, wishes)
    rematches = sum(again.values()) if method.format is Swiss.SAGA else len(again)
    return Pairing(
        pairs,
        None if bye is None else field.seats[bye],
        rematches,
        (*why, *round_reasons(method.format, rematches)),
        (*unmet, *kin_reasons(field, couples)),
        field.seats,
    )


_BY_HAND = (Reason(ClauseId("HOUSE-WISH-4"), "pair-by-hand"),)


def _settled(field: Field, wishes: Wishes) -> list[Couple]:
    place = {seat: i for i, seat in enumerate(field.seats)} if wishes.pairs else {}
    return [(place[first], place[second]) for first, second in wishes.pairs]


def _without(players: Sequence[int], couples: Sequence[Couple]) -> Sequence[int]:
    gone = {player for couple in couples for player in couple}
    return [player for player in players if player not in gone] if gone else players


def _bye(method: _Method, field: Field, rest: Sequence[int], wishes: Wishes) -> tuple[int | None, list[Reason]]:
    if wishes.bye is not None:
        chosen = next(player for player in rest if field.seats[player] == wishes.bye)
        return chosen, [Reason(ClauseId("HOUSE-WISH-4"), "bye-by-hand", {"seat": wishes.bye})]
    if len(rest) % 2 == 0:
        return None, []
    part = field if len(rest) == len(field) else field.part(rest)
    bye = method.choose_bye(part)
    return rest[bye], [bye_reason(method.format, part, bye)]


def _seated(
    field: Field, couples: Couples, reasons: Sequence[tuple[Reason, ...]], wishes: Wishes
) -> tuple[tuple[Pair, ...], list[Reason]]:
    tables, unmet = seat_pairs(field, couples, wishes)
    seats = field.seats
    pairs = [
        Pair(table, seats[first], seats[second], why)
        for table, (first, second), why in zip(tables, couples, reasons, strict=True)
    ]
    return tuple(pairs), unmet


def repeats(field: Field, couples: Iterable[Couple]) -> dict[Couple, int]:
    """How often those have met who meet again; SAGA counts the games [ST-PAIR-5], Steamroller the pairs [SR-PAIR-7]."""
    return {couple: field.times(*couple) for couple in couples if field.have_met(*couple)}


def pair_ranking_round(order: Sequence[Contender], *, round: int, wishes: Wishes = NO_WISHES) -> Pairing:
    """
    The SAGA ranking round: 1st against 2nd, 3rd against 4th, even if they have met [ST-RNK-8, ST-RNK-10].

    `order` is the standings of those who play on; of an odd number the last one sits out [ST-RNK-11].
    """
    field = Field(order, range(len(order)), wishes, round)
    couples = Couples((place, place + 1) for place in range(0, len(order) - 1, 2))
    tables, unmet = seat_pairs(field, couples, wishes)
    seats = field.seats
    pairs = tuple(
        Pair(table, seats[better], seats[worse], (_ranks(better + 1),))
        for table, (better, worse) in zip(tables, couples, strict=True)
    )
    named = (*unmet, *kin_reasons(field, couples))
    if len(order) % 2 == 0:
        return Pairing(pairs, unmet=named, order=seats)
    why = Reason(ClauseId("ST-RNK-11"), "ranking-sits-out", {"seat": seats[-1], "rank": len(seats)})
    return Pairing(pairs, seats[-1], reasons=(why,), unmet=named, order=seats)


def _ranks(better: int) -> Reason:
    return Reason(ClauseId("ST-RNK-8"), "pair-ranking", {"better": better, "worse": better + 1})


def final_tables(order: Sequence[Seat]) -> tuple[tuple[Seat, Seat], ...]:
    """The two final tables, 1st against 2nd and 3rd against 4th, to be given as settled pairs [SR-VRANK-7]."""
    return tuple(zip(order[:4:2], order[1:4:2], strict=False))


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
    line = saga.pairing_order(contenders, order) if format is Swiss.SAGA else _by_points(contenders)
    field = Field(contenders, line, wishes, round)
    place = {seat: i for i, seat in enumerate(field.seats)}
    bye = None if pairing.bye is None else place[pairing.bye]
    couples = [_upward(place[pair.first], place[pair.second]) for pair in pairing.pairs]
    judge = _saga if format is Swiss.SAGA else _steamroller
    try:
        judged = tuple(judge(field, bye, couples))
    except TooManyWishes:
        judged = (*given_up(wishes, round), *judge(field.without_kin(), bye, couples))
    return (*judged, *kin_reasons(field, couples), *_tables(contenders, pairing, wishes))


def _upward(i: int, j: int) -> Couple:
    return (i, j) if i < j else (j, i)


def _by_points(contenders: Sequence[Contender]) -> list[int]:
    return sorted(range(len(contenders)), key=lambda i: (-contenders[i].points, contenders[i].id))


def _broken(contenders: Sequence[Contender], pairing: Pairing) -> Iterator[Reason]:
    named: list[Seat] = [seat for pair in pairing.pairs for seat in (pair.first, pair.second)]
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


def _saga(field: Field, bye: int | None, couples: Sequence[Couple]) -> Iterator[Reason]:
    if bye is not None and (due := saga.choose_bye(field)) != bye:
        yield reason("ST-PAIR-7", "hand-bye", seat=field.seats[bye], due=field.seats[due])
    active = [player for player in range(len(field)) if player != bye]
    best, _ = saga.pair_rest(field, active)
    least = sum(field.times(*couple) for couple in best)
    yield from _rematches(field, couples, least, "ST-PAIR-5")
    for made, due_couple in zip(sorted(couples), sorted(best), strict=True):
        if made != due_couple:
            first, second, wanted = (field.seats[player] for player in (*made, due_couple[1]))
            yield reason("ST-PAIR-5", "hand-out-of-order", first=first, second=second, due=wanted)
            return


def _steamroller(field: Field, bye: int | None, couples: Sequence[Couple]) -> Iterator[Reason]:
    if bye is not None and bye not in (due := steamroller.bye_candidates(field)):
        names = tuple(field.seats[player] for player in due)
        yield reason("SR-BYE-6", "hand-bye-drawn", seat=field.seats[bye], due=names)
    active = [player for player in range(len(field)) if player != bye]
    best, _ = steamroller.pair_rest(field, active)
    least = sum(field.have_met(*couple) for couple in best)
    yield from _rematches(field, couples, least, "SR-PAIR-7")
    for points in sorted({contender.points for contender in field.contenders}, reverse=True):
        made, goal = (_floats(field, pairs, points) for pairs in (couples, best))
        if made != goal:
            facts: dict[str, Fact] = {"points": as_fact(points), "floats": made[0], "least": goal[0]}
            code = "hand-floats" if made[0] != goal[0] else "hand-floats-far"
            yield Reason(ClauseId("SR-PAIR-7"), code, facts)
            return


def _rematches(field: Field, couples: Sequence[Couple], least: int, clause: str) -> Iterator[Reason]:
    weight = field.times if clause == "ST-PAIR-5" else field.have_met
    repeated = [couple for couple in couples if field.have_met(*couple)]
    total = sum(weight(*couple) for couple in repeated)
    if total <= least:
        return
    yield reason(clause, "hand-rematches", rematches=total, least=least)
    for first, second in repeated:
        names = {"first": field.seats[first], "second": field.seats[second]}
        yield reason(clause, "hand-rematch", **names, times=field.times(first, second))


def _floats(field: Field, couples: Iterable[Couple], points: object) -> tuple[int, object]:
    """How many players leave this pile downwards, and how far in all."""
    falls = [
        field.contenders[i].points - field.contenders[j].points
        for i, j in couples
        if field.contenders[i].points == points != field.contenders[j].points
    ]
    return len(falls), sum(falls)


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
