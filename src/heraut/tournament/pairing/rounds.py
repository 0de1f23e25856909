"""A round from the contenders: who sits out, who plays whom, at which table, and why."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.kernel import ClauseId, Reason, Seat
from heraut.tournament.pairing import saga, steamroller
from heraut.tournament.pairing.contender import Contender, Format, PairingOrder, Wishes
from heraut.tournament.pairing.field import Field
from heraut.tournament.pairing.line import Couple
from heraut.tournament.pairing.pairs import Pair, Pairing
from heraut.tournament.pairing.reasons import bye_reason, pair_reasons, round_reasons
from heraut.tournament.pairing.tables import seat_pairs


def pair_round(
    format: Format,
    contenders: Sequence[Contender],
    *,
    round: int,
    seed: int,
    wishes: Wishes = Wishes(),
    order: PairingOrder = PairingOrder.POINTS,
) -> Pairing:
    """
    The pairing of a round by the format's own order of goals.

    It depends on nothing but its arguments, and not on the order of the contenders. `seed` is used by the
    Steamroller shuffles; SAGA draws its lots beforehand, as the contenders' numbers.
    """
    field = Field(_in_order(format, contenders, round, seed, order), wishes, round)
    settled = _settled(field, wishes)
    rest = _without(range(len(field)), settled)
    bye, why = _bye(format, field, rest, wishes, round, seed)
    active = [player for player in rest if player != bye]
    couples = settled + _pair_rest(format, field, active)
    return _seated(format, field, couples, bye, why, len(settled), wishes)


def _in_order(
    format: Format, contenders: Sequence[Contender], round: int, seed: int, order: PairingOrder
) -> list[Contender]:
    if format is Format.SAGA:
        return saga.pairing_order(contenders, order)
    return steamroller.shuffled_piles(contenders, round, seed)


def _settled(field: Field, wishes: Wishes) -> list[Couple]:
    place = {contender.id: i for i, contender in enumerate(field.contenders)} if wishes.pairs else {}
    return [(place[first], place[second]) for first, second in wishes.pairs]


def _without(players: Sequence[int], couples: Sequence[Couple]) -> list[int]:
    gone = {player for couple in couples for player in couple}
    return [player for player in players if player not in gone]


def _bye(
    format: Format, field: Field, rest: list[int], wishes: Wishes, round: int, seed: int
) -> tuple[int | None, list[Reason]]:
    if wishes.bye is not None:
        chosen = next(player for player in rest if field.contenders[player].id == wishes.bye)
        return chosen, [Reason(ClauseId("ST-PAIR-10"), "bye-by-hand", {"seat": wishes.bye})]
    if len(rest) % 2 == 0:
        return None, []
    part = field if len(rest) == len(field) else field.part(rest)
    bye = saga.choose_bye(part) if format is Format.SAGA else steamroller.choose_bye(part, round, seed)
    return rest[bye], [bye_reason(format, part, bye)]


def _pair_rest(format: Format, field: Field, players: list[int]) -> list[Couple]:
    return saga.pair_rest(field, players) if format is Format.SAGA else steamroller.pair_rest(field, players)


def _seated(
    format: Format,
    field: Field,
    couples: list[Couple],
    bye: int | None,
    why: list[Reason],
    settled: int,
    wishes: Wishes,
) -> Pairing:
    duos = [(field.contenders[first], field.contenders[second]) for first, second in couples]
    tables, unmet = seat_pairs(duos, wishes)
    order = [player for player in range(len(field)) if player != bye]
    reasons = [_BY_HAND] * settled + pair_reasons(format, field, _without(order, couples[:settled]), couples[settled:])
    pairs = tuple(
        Pair(table, first.id, second.id, (reason,))
        for table, (first, second), reason in zip(tables, duos, reasons, strict=True)
    )
    rematches = count_rematches(format, field, couples)
    return Pairing(
        pairs,
        None if bye is None else field.contenders[bye].id,
        rematches,
        (*why, *round_reasons(format, rematches)),
        (*unmet, *_kin_who_meet(field, couples)),
        tuple(contender.id for contender in field.contenders),
    )


_BY_HAND = Reason(ClauseId("ST-PAIR-10"), "pair-by-hand")


def count_rematches(format: Format, field: Field, couples: Sequence[Couple]) -> int:
    """SAGA counts each repeat meeting as often as it happened [ST-PAIR-5], Steamroller the pairs [SR-PAIR-7]."""
    times = [field.times(first, second) for first, second in couples if second in field.met[first]]
    return sum(times) if format is Format.SAGA else len(times)


def _kin_who_meet(field: Field, couples: Sequence[Couple]) -> list[Reason]:
    if not field.has_kin:
        return []
    return [
        Reason(ClauseId("SR-PAIR-9"), "kin-meet", {"first": _id(field, first), "second": _id(field, second)})
        for first, second in couples
        if field.are_kin(first, second)
    ]


def _id(field: Field, player: int) -> Seat:
    return field.contenders[player].id


def pair_ranking_round(order: Sequence[Seat], wishes: Wishes = Wishes()) -> Pairing:
    """
    The SAGA ranking round: 1st against 2nd, 3rd against 4th, even if they have met [ST-RNK-8, ST-RNK-10].

    `order` is the standings of those who play on; of an odd number the last one sits out [ST-RNK-11].
    """
    duos = [(Contender(first), Contender(second)) for first, second in zip(order[::2], order[1::2], strict=False)]
    tables, unmet = seat_pairs(duos, wishes)
    pairs = tuple(
        Pair(table, first.id, second.id, (_ranks(2 * place + 1),))
        for place, (table, (first, second)) in enumerate(zip(tables, duos, strict=True))
    )
    if len(order) % 2 == 0:
        return Pairing(pairs, unmet=tuple(unmet), order=tuple(order))
    why = Reason(ClauseId("ST-RNK-11"), "ranking-sits-out", {"seat": order[-1], "rank": len(order)})
    return Pairing(pairs, order[-1], reasons=(why,), unmet=tuple(unmet), order=tuple(order))


def _ranks(better: int) -> Reason:
    return Reason(ClauseId("ST-RNK-8"), "pair-ranking", {"better": better, "worse": better + 1})


def final_tables(order: Sequence[Seat]) -> tuple[tuple[Seat, Seat], ...]:
    """The two final tables, 1st against 2nd and 3rd against 4th, to be given as settled pairs [SR-VRANK-7]."""
    return tuple(zip(order[:4:2], order[1:4:2], strict=False))
