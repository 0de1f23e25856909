"""A round from the contenders: who sits out, who plays whom, at which table, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import partial

import msgspec

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Fact, Reason, exact
from heraut.tournament.pairing import saga, steamroller
from heraut.tournament.pairing.contender import NO_WISHES, Contender, Pair, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.field import Couple, Couples, PairingField
from heraut.tournament.pairing.tables import seat_pairs
from heraut.tournament.pairing.weighted import MOST_WISHED, TooManyWishes

Why = tuple[Reason, ...]


class _Method(msgspec.Struct, frozen=True):
    """How a format chooses the bye and pairs the others."""

    format: Swiss
    choose_bye: Callable[[PairingField], int]
    pair_rest: Callable[[PairingField, Sequence[int]], tuple[Couples, Iterable[Couple]]]


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
        method = _Method(format, saga.choose_bye, saga.pair_rest)
        line = saga.pairing_order(contenders, order)
    else:
        method = _Method(format, partial(steamroller.choose_bye, round=round, seed=seed), steamroller.pair_rest)
        line = steamroller.shuffled_piles(contenders, round, seed)
    field = PairingField(contenders, line, wishes, round)
    try:
        return _pair(method, field, wishes)
    except TooManyWishes:
        return _without_kin(method, field, wishes, round)


def _without_kin(method: _Method, field: PairingField, wishes: Wishes, round: int) -> Pairing:
    """The pairing with the wishes about clubs and teams given up, and said to be [HOUSE-WISH-5]."""
    pairing = _pair(method, field.without_kin(), wishes)
    couples = [(field.place[pair.first], field.place[pair.second]) for pair in pairing.pairs]
    return msgspec.structs.replace(
        pairing, unmet=(*_given_up(wishes, round), *pairing.unmet, *_kin_reasons(field, couples))
    )


def _pair(method: _Method, field: PairingField, wishes: Wishes) -> Pairing:
    settled = [(field.place[first], field.place[second]) for first, second in wishes.pairs]
    rest = _without(range(len(field)), settled)
    bye, why = _bye(method, field, rest, wishes)
    active = rest if bye is None else [player for player in rest if player != bye]
    couples, doubtful = method.pair_rest(field, active)
    again = repeats(field, [*settled, *doubtful])
    reasons = [_BY_HAND] * len(settled) + _pair_reasons(method.format, field, active, couples, again)
    if settled:
        couples = Couples([*settled, *couples])
    pairs, unmet = _seated(field, couples, reasons, wishes)
    rematches = sum(again.values()) if method.format is Swiss.SAGA else len(again)
    return Pairing(
        pairs,
        None if bye is None else field.seats[bye],
        rematches,
        (*why, *_round_reasons(method.format, rematches)),
        (*unmet, *_kin_reasons(field, couples)),
        field.seats,
    )


def _without(players: Sequence[int], couples: Sequence[Couple]) -> Sequence[int]:
    gone = {player for couple in couples for player in couple}
    return [player for player in players if player not in gone] if gone else players


def _bye(method: _Method, field: PairingField, rest: Sequence[int], wishes: Wishes) -> tuple[int | None, list[Reason]]:
    if wishes.bye is not None:
        chosen = next(player for player in rest if field.seats[player] == wishes.bye)
        return chosen, [_reason("HOUSE-WISH-4", "bye-by-hand", seat=wishes.bye)]
    if len(rest) % 2 == 0:
        return None, []
    part = field if len(rest) == len(field) else field.part(rest)
    bye = method.choose_bye(part)
    return rest[bye], [_bye_reason(method.format, part, bye)]


def _seated(
    field: PairingField, couples: Couples, reasons: Sequence[Why], wishes: Wishes
) -> tuple[tuple[Pair, ...], list[Reason]]:
    tables, unmet = seat_pairs(field, couples, wishes)
    seats = field.seats
    pairs = [
        Pair(table, seats[first], seats[second], why)
        for table, (first, second), why in zip(tables, couples, reasons, strict=True)
    ]
    return tuple(pairs), unmet


def repeats(field: PairingField, couples: Iterable[Couple]) -> dict[Couple, int]:
    """How often those have met who meet again; SAGA counts the games [ST-PAIR-5], Steamroller the pairs [SR-PAIR-7]."""
    return {couple: field.times(*couple) for couple in couples if field.have_met(*couple)}


def pair_ranking_round(order: Sequence[Contender], *, round: int, wishes: Wishes = NO_WISHES) -> Pairing:
    """
    The SAGA ranking round: 1st against 2nd, 3rd against 4th, even if they have met [ST-RNK-8, ST-RNK-10].

    `order` is the standings of those who play on; of an odd number the last one sits out [ST-RNK-11].
    """
    field = PairingField(order, range(len(order)), wishes, round)
    couples = Couples((place, place + 1) for place in range(0, len(order) - 1, 2))
    ranks = [(_reason("ST-RNK-8", "pair-ranking", better=place + 1, worse=place + 2),) for place in couples.firsts]
    pairs, unmet = _seated(field, couples, ranks, wishes)
    seats = field.seats
    named = (*unmet, *_kin_reasons(field, couples))
    if len(order) % 2 == 0:
        return Pairing(pairs, unmet=named, order=seats)
    why = _reason("ST-RNK-11", "ranking-sits-out", seat=seats[-1], rank=len(seats))
    return Pairing(pairs, seats[-1], reasons=(why,), unmet=named, order=seats)


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
    field = PairingField(contenders, line, wishes, round)
    place = field.place
    bye = None if pairing.bye is None else place[pairing.bye]
    made = [(place[pair.first], place[pair.second]) for pair in pairing.pairs]
    couples = [(min(pair), max(pair)) for pair in made]
    judge = _saga if format is Swiss.SAGA else _steamroller
    try:
        judged = tuple(judge(field, bye, couples))
    except TooManyWishes:
        judged = (*_given_up(wishes, round), *judge(field.without_kin(), bye, couples))
    return (*judged, *_kin_reasons(field, couples), *_tables(contenders, pairing, wishes))


def _by_points(contenders: Sequence[Contender]) -> list[int]:
    return sorted(range(len(contenders)), key=lambda i: (-contenders[i].points, contenders[i].id))


def _broken(contenders: Sequence[Contender], pairing: Pairing) -> Iterator[Reason]:
    named: list[Seat] = [seat for pair in pairing.pairs for seat in pair.seats]
    named += [] if pairing.bye is None else [pairing.bye]
    active = {contender.id for contender in contenders}
    for seat, times in Counter(named).items():
        if seat not in active:
            yield _reason("HOUSE-WISH-4", "hand-not-active", seat=seat)
        elif times > 1:
            yield _reason("HOUSE-WISH-4", "hand-twice", seat=seat, times=times)
    for contender in contenders:
        if contender.id not in named:
            yield _reason("HOUSE-WISH-4", "hand-missing", seat=contender.id)
    for table, times in Counter(pair.table for pair in pairing.pairs).items():
        if times > 1:
            yield _reason("HOUSE-WISH-4", "hand-table-twice", table=table, times=times)


def _saga(field: PairingField, bye: int | None, couples: Sequence[Couple]) -> Iterator[Reason]:
    if bye is not None and (due := saga.choose_bye(field)) != bye:
        yield _reason("ST-PAIR-7", "hand-bye", seat=field.seats[bye], due=field.seats[due])
    active = [player for player in range(len(field)) if player != bye]
    best, _ = saga.pair_rest(field, active)
    least = sum(field.times(*couple) for couple in best)
    yield from _rematches(field, couples, least, "ST-PAIR-5")
    for made, due_couple in zip(sorted(couples), sorted(best), strict=True):
        if made != due_couple:
            first, second, wanted = (field.seats[player] for player in (*made, due_couple[1]))
            yield _reason("ST-PAIR-5", "hand-out-of-order", first=first, second=second, due=wanted)
            return


def _steamroller(field: PairingField, bye: int | None, couples: Sequence[Couple]) -> Iterator[Reason]:
    if bye is not None and bye not in (due := steamroller.bye_candidates(field)):
        names = tuple(field.seats[player] for player in due)
        yield _reason("SR-BYE-6", "hand-bye-drawn", seat=field.seats[bye], due=names)
    active = [player for player in range(len(field)) if player != bye]
    best, _ = steamroller.pair_rest(field, active)
    least = sum(field.have_met(*couple) for couple in best)
    yield from _rematches(field, couples, least, "SR-PAIR-7")
    for points in sorted({contender.points for contender in field.contenders}, reverse=True):
        made, goal = (_floats(field, pairs, points) for pairs in (couples, best))
        if made != goal:
            code = "hand-floats" if made[0] != goal[0] else "hand-floats-far"
            yield _reason("SR-PAIR-7", code, points=exact(points), floats=made[0], least=goal[0])
            return


def _rematches(field: PairingField, couples: Sequence[Couple], least: int, clause: str) -> Iterator[Reason]:
    weight = field.times if clause == "ST-PAIR-5" else field.have_met
    repeated = [couple for couple in couples if field.have_met(*couple)]
    total = sum(weight(*couple) for couple in repeated)
    if total <= least:
        return
    yield _reason(clause, "hand-rematches", rematches=total, least=least)
    for first, second in repeated:
        names = {"first": field.seats[first], "second": field.seats[second]}
        yield _reason(clause, "hand-rematch", **names, times=field.times(first, second))


def _floats(field: PairingField, couples: Iterable[Couple], points: object) -> tuple[int, object]:
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
            yield _reason("HOUSE-WISH-2", "hand-table-out", table=pair.table)
        for player in (named[pair.first], named[pair.second]):
            if player.fixed_table not in (None, pair.table):
                yield _reason("HOUSE-WISH-2", "fixed-table-lost", seat=player.id, table=player.fixed_table or 0)
            if wishes.no_repeated_table and pair.table in player.tables:
                yield _reason("HOUSE-WISH-2", "table-again", seat=player.id, table=pair.table)


def _reason(clause: str, code: str, **facts: Fact) -> Reason:
    """A reason with its facts by name."""
    return Reason(ClauseId(clause), code, facts)


def _pair_reasons(
    format: Swiss, field: PairingField, order: Sequence[int], couples: Iterable[Couple], again: Mapping[Couple, int]
) -> list[Why]:
    """The reason of each pair, in the order they were made; `again` says how often those have met who meet again."""
    if format is Swiss.SAGA:
        return _walk_reasons(field, order, couples, again)
    same_pile: dict[int | Fraction, Why] = {}
    return [_pile_reason(field, couple, again, same_pile) for couple in couples]


def _walk_reasons(
    field: PairingField, order: Sequence[int], couples: Iterable[Couple], again: Mapping[Couple, int]
) -> list[Why]:
    """Name those passed over: already met, or kept for others."""
    reasons = []
    waiting: list[int] = []
    coming = iter(order)
    for first, second in couples:
        if waiting:
            del waiting[0]
        else:
            next(coming)
        if second in waiting:
            passed = waiting[: waiting.index(second)]
            waiting.remove(second)
        else:
            passed = waiting
            while (other := next(coming)) != second:
                waiting.append(other)
        reasons.append(_saga_pair(field, first, passed, again.get((first, second), 0)) if passed or again else _NEXT)
    return reasons


_NEXT = (_reason("ST-PAIR-5", "pair-next"),)


def _saga_pair(field: PairingField, first: int, passed: Sequence[int], times: int) -> Why:
    if times:
        return (_reason("ST-PAIR-5", "pair-rematch", times=times),)
    if not passed:
        return _NEXT
    names = tuple(field.seats[player] for player in passed)
    if all(field.have_met(first, player) for player in passed):
        return (_reason("ST-PAIR-5", "pair-past-met", passed=names),)
    if all(not field.free(first, player) for player in passed):
        return (_reason("HOUSE-WISH-1", "pair-past-kin", passed=names),)
    return (_reason("ST-PAIR-5", "pair-past-kept", passed=names),)


def _pile_reason(
    field: PairingField, couple: Couple, again: Mapping[Couple, int], same_pile: dict[int | Fraction, Why]
) -> Why:
    first, second = (field.contenders[player] for player in couple)
    if couple in again:
        return (_reason("SR-PAIR-8", "pair-rematch-flagged", times=again[couple]),)
    if first.points != second.points:
        points, lower = exact(first.points), exact(second.points)
        return (_reason("SR-PAIR-5", "pair-float", seat=first.id, points=points, other=second.id, lower=lower),)
    if first.points not in same_pile:
        same_pile[first.points] = (_reason("SR-PAIR-4", "pair-pile", points=exact(first.points)),)
    return same_pile[first.points]


def _bye_reason(format: Swiss, field: PairingField, bye: int) -> Reason:
    """Why the bye is this player's."""
    player = field.contenders[bye]
    fewest = min(contender.byes for contender in field.contenders)
    eligible = [contender for contender in field.contenders if contender.byes == fewest]
    facts: dict[str, Fact] = {"seat": player.id, "byes": player.byes, "points": exact(player.points)}
    if format is Swiss.SAGA:
        code = "bye-lowest" if player is eligible[-1] else "bye-spares-rematch"
        return Reason(ClauseId("ST-PAIR-7"), code, facts)
    lowest = min(contender.points for contender in field.contenders)
    clause, code = ("SR-BYE-4", "bye-drawn") if player.points == lowest else ("SR-BYE-6", "bye-drawn-higher")
    return Reason(ClauseId(clause), code, facts)


def _round_reasons(format: Swiss, rematches: int) -> list[Reason]:
    """What could not be avoided."""
    if not rematches:
        return []
    clause = "ST-PAIR-5" if format is Swiss.SAGA else "SR-PAIR-8"
    return [_reason(clause, "round-rematches", rematches=rematches)]


def _given_up(wishes: Wishes, round: int) -> list[Reason]:
    """The wishes that were not weighed, because too many players would have had to be weighed together."""
    apart = {"clubs-given-up": wishes.clubs_apart, "teams-given-up": wishes.teams_apart}
    return [_reason("HOUSE-WISH-5", code, most=MOST_WISHED) for code, wish in apart.items() if wish.holds(round)]


def _kin_reasons(field: PairingField, couples: Iterable[Couple]) -> list[Reason]:
    """The members of one club or team whom nothing could keep apart."""
    if not field.has_kin:
        return []
    return [
        _reason("HOUSE-WISH-3", "kin-meet", first=field.seats[first], second=field.seats[second])
        for first, second in couples
        if field.are_kin(first, second)
    ]


_BY_HAND = (_reason("HOUSE-WISH-4", "pair-by-hand"),)
