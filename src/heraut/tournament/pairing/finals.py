"""The last round, where standings decide who plays whom: the SAGA ranking round, the Steamroller final tables."""

from __future__ import annotations

from collections.abc import Sequence

from heraut.kernel import ClauseId, Reason, Seat
from heraut.tournament.pairing.contender import NO_WISHES, Contender, Wishes
from heraut.tournament.pairing.field import Field
from heraut.tournament.pairing.line import Couples
from heraut.tournament.pairing.pairs import Pair, Pairing
from heraut.tournament.pairing.reasons import kin_reasons
from heraut.tournament.pairing.tables import seat_pairs


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
