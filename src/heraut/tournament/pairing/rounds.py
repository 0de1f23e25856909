"""A round from the contenders: who sits out, who plays whom, at which table, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec

from heraut.kernel import ClauseId, Reason
from heraut.tournament.format import Format
from heraut.tournament.pairing import saga, steamroller
from heraut.tournament.pairing.contender import NO_WISHES, Contender, PairingOrder, Wishes
from heraut.tournament.pairing.digits import TooManyWishes
from heraut.tournament.pairing.field import Field
from heraut.tournament.pairing.line import Couple, Couples
from heraut.tournament.pairing.pairs import Pair, Pairing
from heraut.tournament.pairing.reasons import bye_reason, given_up, kin_reasons, pair_reasons, round_reasons
from heraut.tournament.pairing.tables import seat_pairs


def pair_round(  # noqa: PLR0913  # four of them are settings with defaults or plain numbers, named at every call
    format: Format,
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
    if format is Format.SAGA:
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


@dataclass(frozen=True, slots=True)
class _Saga:
    """By points, from the top."""

    format = Format.SAGA

    def choose_bye(self, field: Field) -> int:
        return saga.choose_bye(field)

    def pair_rest(self, field: Field, players: Sequence[int]) -> tuple[Couples, Iterable[Couple]]:
        return saga.pair_rest(field, players)


@dataclass(frozen=True, slots=True)
class _Steamroller:
    """By piles of wins, shuffled."""

    round: int
    seed: int
    format = Format.STEAMROLLER

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
    rematches = sum(again.values()) if method.format is Format.SAGA else len(again)
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
