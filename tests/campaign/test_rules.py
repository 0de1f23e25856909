"""The pure rules: worth, speed, losses, upkeep, initiative, outcomes; fast ones against slow obvious ones."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heraut.campaign.bids import refine
from heraut.campaign.board import Lord, MapBand, MapUnit, UnitId, figures_after, fit, steps, worth
from heraut.campaign.initiative import open_bids, ties
from heraut.campaign.tables import Rule, cost, outcome
from heraut.campaign.upkeep import affordable, only_choice, suggestion, total, wasteful


@pytest.mark.clause("SC-BND-3", "SC-GEN-3")
def test_a_unit_is_worth_its_cost_times_figures_by_size():
    assert MapUnit(1, "warriors", 1, 8, 4).worth() == Fraction(1, 2)
    assert MapUnit(1, "warriors", 1, 8, 8).worth() == 1
    assert MapUnit(1, "monster", 2, 1, 1).worth() == 2
    assert worth((MapUnit(1, "warriors", 1, 8, 3), MapUnit(2, "warriors", 3, 8, 7))) == 3


@pytest.mark.clause("SC-MOV-2")
@pytest.mark.parametrize(("points", "far"), [(4, 2), (7, 2), (Fraction(15, 2), 1), (8, 1), (10, 1)])
def test_up_to_seven_points_a_band_is_fast(points: int | Fraction, far: int):
    assert steps(points, 7) == far


@pytest.mark.clause("SC-LOS-1", "SC-LOS-2")
@pytest.mark.parametrize(("initial", "half"), [(1, 0), (2, 1), (4, 2), (5, 2), (7, 3), (8, 4), (12, 6)])
def test_half_or_fewer_leave_half_and_more_leave_all(initial: int, half: int):
    found = [figures_after(initial, left, "down") for left in range(initial + 1)]

    assert found == [0] + [half] * half + [initial] * (initial - half)


@pytest.mark.clause("SC-UPK-2", "SC-UPK-3")
@pytest.mark.parametrize(
    ("points", "exceeding", "reaching"),
    [
        (0, 0, 0), (6, 0, 1), (Fraction(13, 2), 1, 1), (7, 1, 1), (12, 1, 2), (13, 2, 2), (18, 2, 3), (24, 3, 5),
        (30, 5, 7), (36, 7, 10), (42, 10, 20), (48, 20, 30), (49, 30, 30), (70, 30, 30),
    ],
)  # fmt: skip
def test_the_cost_is_that_of_the_highest_threshold(points: int, exceeding: int, reaching: int):
    assert (cost(points), cost(points, "reach")) == (exceeding, reaching)


def band(id: int, *units: tuple[int, int]) -> MapBand:
    """A band of units given as (points, figures of 4 per point)."""
    made = tuple(MapUnit(10 * id + n, "x", p, 4 * max(1, p), f) for n, (p, f) in enumerate(units))
    return MapBand(id, "ana", "T12", Lord(100 + id), made, since=id)


units = st.tuples(st.integers(0, 3), st.integers(1, 4))
armies = st.lists(st.lists(units, min_size=1, max_size=4), min_size=1, max_size=3).map(
    lambda lists: tuple(band(id, *found) for id, found in enumerate(lists, start=1))
)


def choices(bands: tuple[MapBand, ...], stock: int, rule: Rule) -> list[frozenset[UnitId]]:
    """Slow and obvious: every waste-free set of units."""
    ids = [unit.id for one in bands for unit in one.units]
    sets = (frozenset(some) for some in chain.from_iterable(combinations(ids, n) for n in range(len(ids) + 1)))
    return [some for some in sets if affordable(bands, some, stock, rule) and not wasteful(bands, some, stock, rule)]


@pytest.mark.clause("SC-UPK-11", "SC-UPK-6", "SC-GEN-8")
@settings(max_examples=60, deadline=None, derandomize=True)
@given(bands=armies, stock=st.integers(0, 2), rule=st.sampled_from(["exceed", "reach"]))
def test_the_suggestion_is_the_best_of_all_waste_free_choices(bands: tuple[MapBand, ...], stock: int, rule: Rule):
    every = choices(bands, stock, rule)
    whole = total(bands, frozenset())
    best = min(every, key=lambda some: (whole - total(bands, some), len(some), tuple(sorted(some))))

    assert suggestion(bands, stock, rule) == best
    assert only_choice(bands, stock, rule) == (every[0] if len(every) == 1 else None)


@pytest.mark.clause("SC-INI-3")
def test_a_reroll_orders_players_within_the_places_of_their_group():
    groups = refine((("a", "b", "c", "d"),), {"a": 14, "b": 11, "c": 11, "d": 8})

    assert groups == (("a",), ("b", "c"), ("d",))
    assert refine(groups, {"b": 5, "c": 9}) == (("a",), ("c",), ("b",), ("d",))


@pytest.mark.clause("SC-INI-7", "SC-INI-8", "SC-INI-9")
def test_bids_are_ranked_paid_or_void():
    opening = open_bids({"A": 2, "B": 2, "C": 0, "D": 4}, {"A": 3, "B": 5, "C": 4, "D": 1})

    assert opening.paid == {"A": 2, "B": 2, "C": 0}
    assert (opening.void, opening.groups) == (("D",), (("A", "B"), ("C",), ("D",)))
    assert ties(opening.groups) == (("A", "B"),)


@pytest.mark.clause("SC-OUT-1", "SC-OUT-2", "SC-OUT-3")
@pytest.mark.parametrize("result", ["attacker", "draw", "defender"])
@pytest.mark.parametrize("attacker_fit", [True, False])
@pytest.mark.parametrize("defender_fit", [True, False])
def test_the_table_says_winner_holds_losers_leave_and_only_the_fit_stay(
    result: str, attacker_fit: bool, defender_fit: bool
):
    row = outcome(result, attacker_fit=attacker_fit, defender_fit=defender_fit)  # type: ignore[arg-type]

    assert row.control == (result if result != "draw" else "unchanged")
    assert row.attacker_stays == (result != "defender" and attacker_fit)
    assert row.defender_stays == (result != "attacker" and defender_fit)


@pytest.mark.clause("SC-LRD-5", "SC-BND-5")
@pytest.mark.parametrize(
    ("points", "lord", "expected"), [(4, True, True), (Fraction(7, 2), True, False), (10, False, False)]
)
def test_a_band_is_fit_with_a_living_lord_and_four_points(points: int | Fraction, lord: bool, expected: bool):
    assert fit(points, lord=lord) is expected
