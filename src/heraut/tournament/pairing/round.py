"""A round from the contenders: who sits out, who plays whom, at which table, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason
from heraut.tournament.pairing.contender import NO_WISHES, Contender, Pair, Pairing, PairingOrder, Swiss, Wishes
from heraut.tournament.pairing.field import Couple, Couples, PairingField, SwissMethod, Why, reason
from heraut.tournament.pairing.saga import SagaSwiss
from heraut.tournament.pairing.steamroller import SteamrollerSwiss
from heraut.tournament.pairing.tables import seat_pairs
from heraut.tournament.pairing.weighted import MOST_WISHED, TooManyWishes


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

    It depends on nothing but its arguments, and not on the order of the contenders. `seed` is what Steamroller draws
    from; SAGA draws its lots beforehand, as the contenders' numbers.
    """
    method = method_of(format, round=round, seed=seed, order=order)
    field = PairingField(contenders, method.line(contenders), wishes, round)
    try:
        return _pair(method, field, wishes)
    except TooManyWishes:
        return _without_kin(method, field, wishes, round)


def method_of(format: Swiss, *, round: int, seed: int, order: PairingOrder) -> SwissMethod:
    """The Swiss system of that name, for a round."""
    match format:
        case Swiss.SAGA:
            return SagaSwiss(order)
        case Swiss.STEAMROLLER:
            return SteamrollerSwiss(round, seed)


def _without_kin(method: SwissMethod, field: PairingField, wishes: Wishes, round: int) -> Pairing:
    """The pairing with the wishes about clubs and teams given up, and said to be [HOUSE-WISH-5]."""
    pairing = _pair(method, field.without_kin(), wishes)
    couples = [(field.place[pair.first], field.place[pair.second]) for pair in pairing.pairs]
    return msgspec.structs.replace(
        pairing, unmet=(*given_up(wishes, round), *pairing.unmet, *kin_reasons(field, couples))
    )


def _pair(method: SwissMethod, field: PairingField, wishes: Wishes) -> Pairing:
    settled = [(field.place[first], field.place[second]) for first, second in wishes.pairs]
    rest = _without(range(len(field)), settled)
    bye, why = _bye(method, field, rest, wishes)
    active = rest if bye is None else [player for player in rest if player != bye]
    couples, doubtful = method.pair_rest(field, active)
    again = repeats(field, [*settled, *doubtful])
    reasons = [_BY_HAND] * len(settled) + method.pair_reasons(field, active, couples, again)
    if settled:
        couples = Couples([*settled, *couples])
    pairs, unmet = _seated(field, couples, reasons, wishes)
    rematches = sum(map(method.weight, again.values()))
    return Pairing(
        pairs,
        None if bye is None else field.seats[bye],
        rematches,
        (*why, *_round_reasons(method, rematches)),
        (*unmet, *kin_reasons(field, couples)),
        field.seats,
    )


def _without(players: Sequence[int], couples: Sequence[Couple]) -> Sequence[int]:
    gone = {player for couple in couples for player in couple}
    return [player for player in players if player not in gone] if gone else players


def _bye(
    method: SwissMethod, field: PairingField, rest: Sequence[int], wishes: Wishes
) -> tuple[int | None, list[Reason]]:
    if wishes.bye is not None:
        chosen = next(player for player in rest if field.seats[player] == wishes.bye)
        return chosen, [reason("HOUSE-WISH-4", "bye-by-hand", seat=wishes.bye)]
    if len(rest) % 2 == 0:
        return None, []
    part = field if len(rest) == len(field) else field.part(rest)
    bye = method.choose_bye(part)
    return rest[bye], [method.bye_reason(part, bye)]


def _round_reasons(method: SwissMethod, rematches: int) -> list[Reason]:
    """What could not be avoided."""
    return [reason(method.unavoidable_clause, "round-rematches", rematches=rematches)] if rematches else []


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
    """How often those have met who meet again."""
    return {couple: field.times(*couple) for couple in couples if field.have_met(*couple)}


def pair_ranking_round(order: Sequence[Contender], *, round: int, wishes: Wishes = NO_WISHES) -> Pairing:
    """
    The SAGA ranking round: 1st against 2nd, 3rd against 4th, even if they have met [ST-RNK-8, ST-RNK-10].

    `order` is the standings of those who play on; of an odd number the last one sits out [ST-RNK-11].
    """
    field = PairingField(order, range(len(order)), wishes, round)
    couples = Couples((place, place + 1) for place in range(0, len(order) - 1, 2))
    ranks = [(reason("ST-RNK-8", "pair-ranking", better=place + 1, worse=place + 2),) for place in couples.firsts]
    pairs, unmet = _seated(field, couples, ranks, wishes)
    seats = field.seats
    named = (*unmet, *kin_reasons(field, couples))
    if len(order) % 2 == 0:
        return Pairing(pairs, unmet=named, order=seats)
    why = reason("ST-RNK-11", "ranking-sits-out", seat=seats[-1], rank=len(seats))
    return Pairing(pairs, seats[-1], reasons=(why,), unmet=named, order=seats)


def final_tables(order: Sequence[Seat]) -> tuple[tuple[Seat, Seat], ...]:
    """The two final tables, 1st against 2nd and 3rd against 4th, to be given as settled pairs [SR-VRANK-7]."""
    return tuple(zip(order[:4:2], order[1:4:2], strict=False))


def given_up(wishes: Wishes, round: int) -> list[Reason]:
    """The wishes that were not weighed, because too many players would have had to be weighed together."""
    apart = {"clubs-given-up": wishes.clubs_apart, "teams-given-up": wishes.teams_apart}
    return [reason("HOUSE-WISH-5", code, most=MOST_WISHED) for code, wish in apart.items() if wish.holds(round)]


def kin_reasons(field: PairingField, couples: Iterable[Couple]) -> list[Reason]:
    """The members of one club or team whom nothing could keep apart."""
    if not field.has_kin:
        return []
    return [
        reason("HOUSE-WISH-3", "kin-meet", first=field.seats[first], second=field.seats[second])
        for first, second in couples
        if field.are_kin(first, second)
    ]


_BY_HAND = (reason("HOUSE-WISH-4", "pair-by-hand"),)
