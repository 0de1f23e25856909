"""The pairing against every pairing there is, on fields of up to ten players. `HERAUT_LONG=1` runs many more."""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest

from heraut.kernel.names import Seat
from heraut.tournament.pairing.contender import Apart, Contender, Pairing, Swiss, Wishes
from heraut.tournament.pairing.round import pair_round
from tournament.pairing import brute
from tournament.pairing.histories import histories

TIMES = 40 if os.environ.get("HERAUT_LONG") else 1
APART = Wishes(clubs_apart=Apart.ALWAYS)


def in_walking_order(field: Sequence[Contender], pairing: Pairing) -> list[Contender]:
    named = {contender.id: contender for contender in field}
    return [named[seat] for seat in pairing.order]


def couples(order: Sequence[Contender], pairing: Pairing) -> list[tuple[int, int]]:
    place: dict[Seat, int] = {contender.id: i for i, contender in enumerate(order)}
    return [(place[pair.first], place[pair.second]) for pair in pairing.pairs]


@pytest.mark.clause("ST-PAIR-5", "ST-PAIR-7")
@pytest.mark.parametrize("apart", [False, True])
def test_saga_rounds_are_those_of_the_procedure_read_aloud(apart: bool):
    for number, field in enumerate(histories(31, 600 * TIMES, 8), start=1):
        pairing = pair_round(Swiss.SAGA, field, round=3, seed=number, wishes=APART if apart else Wishes())
        order = in_walking_order(field, pairing)
        bye = brute.saga_bye(order, apart=apart) if len(order) % 2 else None
        playing = [i for i in range(len(order)) if i != bye]

        assert pairing.bye == (None if bye is None else order[bye].id), (number, field)
        assert couples(order, pairing) == brute.saga_couples(order, playing, apart=apart), (number, field)


@pytest.mark.clause("SR-PAIR-6", "SR-PAIR-7", "SR-PAIR-9", "SR-BYE-6", "SR-BYE-7")
@pytest.mark.parametrize("apart", [False, True])
def test_steamroller_rounds_are_the_best_of_all_pairings(apart: bool):
    for number, field in enumerate(histories(32, 800 * TIMES, 8), start=1):
        pairing = pair_round(Swiss.STEAMROLLER, field, round=3, seed=number, wishes=APART if apart else Wishes())
        order = in_walking_order(field, pairing)
        bye = next((i for i, contender in enumerate(order) if contender.id == pairing.bye), None)
        playing = [i for i in range(len(order)) if i != bye]

        assert (bye in brute.steamroller_byes(order)) if len(order) % 2 else bye is None, (number, field)
        assert tuple(sorted(couples(order, pairing))) == brute.steamroller_couples(order, playing, apart=apart), (
            number,
            field,
        )


@pytest.mark.parametrize("format", list(Swiss))
def test_ten_players_too(format: Swiss):
    fields = [field for field in histories(33, 150 * TIMES, 10) if len(field) > 8]
    for number, field in enumerate(fields, start=1):
        pairing = pair_round(format, field, round=3, seed=number)
        order = in_walking_order(field, pairing)
        bye = next((i for i, contender in enumerate(order) if contender.id == pairing.bye), None)
        playing = [i for i in range(len(order)) if i != bye]
        slow = brute.saga_couples if format is Swiss.SAGA else brute.steamroller_couples

        assert sorted(couples(order, pairing)) == sorted(slow(order, playing)), (number, field)
