from __future__ import annotations

import pytest

from heraut.kernel.names import Seat
from heraut.tournament.pairing.contender import Apart, Pair, Pairing, Swiss, Wishes
from heraut.tournament.pairing.event import assess
from heraut.tournament.pairing.round import pair_round
from tournament.pairing.build import ANA, BEN, CHLOE, DAVID, EIGHT, EMMA, field
from tournament.pairing.histories import histories


def by_hand(*couples: str, bye: Seat | None = None, tables: tuple[int, ...] = (1, 2, 3, 4)) -> Pairing:
    sides = [tuple(map(Seat, couple.split("-"))) for couple in couples]
    return Pairing(tuple(Pair(table, *side) for table, side in zip(tables, sides, strict=False)), bye)


def faults(format, contenders, pairing, **wishes):
    return [
        (fault.code, dict(fault.facts))
        for fault in assess(format, contenders, pairing, round=2, wishes=Wishes(**wishes))
    ]


@pytest.mark.clause("ST-PAIR-10")
@pytest.mark.parametrize("format", list(Swiss))
def test_what_the_rules_made_breaks_nothing(format):
    for number, contenders in enumerate(histories(51, 300, 9)):
        pairing = pair_round(format, contenders, round=2, seed=number)

        assert assess(format, contenders, pairing, round=2) == (), number


@pytest.mark.clause("HOUSE-WISH-4")
def test_a_player_missing_twice_or_unknown_is_named_first():
    contenders = field(EIGHT[:4])

    assert faults(Swiss.SAGA, contenders, by_hand("ana-ben", "ana-zoe", tables=(1, 1))) == [
        ("hand-twice", {"seat": ANA, "times": 2}),
        ("hand-not-active", {"seat": "zoe"}),
        ("hand-missing", {"seat": CHLOE}),
        ("hand-missing", {"seat": DAVID}),
        ("hand-table-twice", {"table": 1, "times": 2}),
    ]


@pytest.mark.clause("ST-PAIR-10")
def test_a_needless_rematch_and_a_pair_out_of_order_are_named():
    contenders = field(EIGHT[:4], "ana-ben")

    assert faults(Swiss.SAGA, contenders, by_hand("ana-ben", "chloe-david")) == [
        ("hand-rematches", {"rematches": 1, "least": 0}),
        ("hand-rematch", {"first": ANA, "second": BEN, "times": 1}),
        ("hand-out-of-order", {"first": ANA, "second": BEN, "due": CHLOE}),
    ]
    assert faults(Swiss.SAGA, contenders, by_hand("david-ana", "ben-chloe")) == [
        ("hand-out-of-order", {"first": ANA, "second": DAVID, "due": CHLOE})
    ]


@pytest.mark.clause("ST-PAIR-10")
def test_a_bye_that_is_not_due_is_named():
    assert faults(Swiss.SAGA, field(EIGHT[:3]), by_hand("ana-chloe", bye=BEN)) == [
        ("hand-bye", {"seat": BEN, "due": CHLOE})
    ]
    assert faults(Swiss.STEAMROLLER, field(EIGHT[:3], points=[1, 0, 0]), by_hand("ben-chloe", bye=ANA)) == [
        ("hand-bye-drawn", {"seat": ANA, "due": (BEN, CHLOE)})
    ]


@pytest.mark.clause("SR-PAIR-7")
def test_needless_floats_are_named_from_the_highest_pile():
    contenders = field(EIGHT[:4], points=[2, 2, 1, 1])
    ladder = field(EIGHT[:4], points=[3, 2, 1, 0])

    assert faults(Swiss.STEAMROLLER, contenders, by_hand("ana-chloe", "ben-david")) == [
        ("hand-floats", {"points": 2, "floats": 2, "least": 0})
    ]
    assert faults(Swiss.STEAMROLLER, ladder, by_hand("ana-chloe", "ben-david")) == [
        ("hand-floats-far", {"points": 3, "floats": 1, "least": 1})
    ]


def test_wishes_that_the_change_breaks_are_named():
    contenders = field(
        EIGHT[:4], club=["Lyon", "Lyon", None, None], tables=[(1,), (), (), ()], fixed_table=[None] * 3 + [7]
    )

    found = faults(
        Swiss.STEAMROLLER,
        contenders,
        by_hand("ana-ben", "chloe-david", tables=(1, 9)),
        clubs_apart=Apart.ALWAYS,
        no_repeated_table=True,
        tables=(1, 2, 7),
    )

    assert found == [
        ("kin-meet", {"first": ANA, "second": BEN}),
        ("table-again", {"seat": ANA, "table": 1}),
        ("hand-table-out", {"table": 9}),
        ("fixed-table-lost", {"seat": DAVID, "table": 7}),
    ]


def test_a_round_of_five_by_hand_is_judged_whole():
    contenders = field(EIGHT[:5], points=[2, 2, 1, 1, 0])

    assert faults(Swiss.STEAMROLLER, contenders, by_hand("ana-ben", "chloe-david", bye=EMMA)) == []
