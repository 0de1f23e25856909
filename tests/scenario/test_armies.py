from __future__ import annotations

from typing import Any

import pytest

from heraut.scenario.armies import (
    Armies,
    armies_fault,
    army_count,
    destruction,
    lost_points,
    presence,
    separate,
    surviving_points,
    third_count,
)
from heraut.scenario.facts import FieldedEntry
from heraut.scenario.sheet import Start, Tally
from heraut.warband.army_line import Attachment, EntryKind
from scenario.build import FIRST, SECOND, code, entry, model, sheet, turns


def left(kind: str, remaining: int, *, strength: int = 1, cost: int = 0, side=FIRST, **more: Any) -> FieldedEntry:
    """An entry by its numbers alone."""
    return FieldedEntry(name=kind, side=side, kind=EntryKind(kind), cost=cost, figures=strength, left=remaining, **more)


@pytest.mark.clause("SR-DEST-1")
@pytest.mark.parametrize("kind", ["warjack", "warbeast", "unit", "solo"])
def test_a_destroyed_entry_gives_its_value(kind: str):
    assert destruction(left(kind, 0, cost=7)).points == 7
    assert destruction(left(kind, 1, cost=7)).points == 0


@pytest.mark.clause("SR-DEST-2")
@pytest.mark.parametrize(
    ("strength", "remaining", "cost", "points"),
    [(7, 3, 7, 4), (7, 4, 7, 0), (10, 5, 8, 0), (10, 4, 8, 4), (5, 2, 5, 3), (5, 3, 5, 0)],
)
def test_a_unit_below_half_gives_half_its_value_rounded_up(strength: int, remaining: int, cost: int, points: int):
    assert destruction(left("unit", remaining, strength=strength, cost=cost)).points == points


@pytest.mark.clause("SR-DEST-3")
def test_attachments_add_to_strength_and_value():
    unit = left("unit", 3, strength=6, cost=5, attachments=(Attachment("Officer", 2),))

    assert destruction(unit).points == 4


@pytest.mark.clause("SR-DEST-4")
def test_inert_warjacks_and_wild_warbeasts_on_the_table_give_their_value():
    assert destruction(left("warjack", 1, cost=9, inert=True)).points == 9
    assert destruction(left("warbeast", 1, cost=6, wild=True)).points == 6


@pytest.mark.clause("SR-DEST-5", "SR-DEST-9")
def test_a_caster_gives_five_once_when_all_its_caster_models_are_gone():
    companion = entry("coven", "caster", model(1, 1, caster=False), figures=3)

    assert destruction(left("caster", 0)).points == 5
    assert destruction(left("caster", 1, strength=3)).points == 0
    assert destruction(companion).points == 5


@pytest.mark.clause("SR-DEST-6")
def test_models_created_in_play_are_lost_at_their_printed_value():
    army = Armies(entries=(left("warjack", 0, cost=4, created=True),))

    assert lost_points(army, FIRST) == 4
    assert surviving_points(army, FIRST) == 0


@pytest.mark.clause("SR-DEST-7")
def test_models_not_yet_on_the_table_are_not_destroyed():
    assert destruction(left("unit", 0, strength=6, cost=6, waiting=6)).points == 0
    assert destruction(left("unit", 1, strength=6, cost=6, waiting=1)).points == 3


@pytest.mark.clause("SR-DEST-8")
def test_a_solo_of_several_models_gives_all_or_nothing():
    assert destruction(left("solo", 1, strength=4, cost=4)).points == 0
    assert destruction(left("solo", 0, strength=4, cost=4)).points == 4


@pytest.mark.clause("SR-VRANK-6")
def test_surviving_points_are_the_printed_total_less_what_was_destroyed():
    army = Armies(entries=(left("caster", 1), left("warjack", 0, cost=7), left("unit", 4, strength=10, cost=9)))

    assert (lost_points(army, FIRST), surviving_points(army, FIRST)) == (12, 9)
    assert (lost_points(army, SECOND), surviving_points(army, SECOND)) == (0, 0)


@pytest.mark.clause("SR-WIN-9")
@pytest.mark.parametrize(
    ("strength", "remaining", "inside", "cost", "points"),
    [(10, 5, 3, 10, 10), (10, 5, 2, 10, 0), (10, 4, 4, 10, 0), (12, 6, 3, 12, 12)],
)
def test_a_unit_counts_with_half_of_what_remains_in_the_area(strength, remaining, inside, cost, points):
    assert presence(left("unit", remaining, strength=strength, cost=cost, inside=inside), None).points == points


@pytest.mark.clause("SR-WIN-8")
def test_a_solo_of_several_models_counts_with_all_of_them_in_the_area():
    assert presence(left("solo", 2, strength=4, cost=4, inside=2), None).points == 4
    assert presence(left("solo", 3, strength=4, cost=4, inside=2), None).points == 0
    assert presence(left("solo", 1, strength=4, cost=4, inside=1), None).points == 0


@pytest.mark.clause("SR-WIN-7")
def test_warjacks_warbeasts_and_solos_in_the_area_count_their_cost():
    assert presence(left("warjack", 1, cost=9, inside=1), None).points == 9
    assert presence(left("warbeast", 1, cost=5, inside=0), None).points == 0
    assert presence(left("solo", 1, cost=2, inside=1), None).points == 2


@pytest.mark.clause("SR-WIN-6")
def test_inert_wild_and_fleeing_models_are_ignored():
    fleeing = entry("solo", "solo", model(24, 24, fleeing=True), cost=3)

    assert presence(left("warjack", 1, cost=9, inside=1, inert=True), None).points == 0
    assert presence(left("warbeast", 1, cost=9, inside=1, wild=True), None).points == 0
    assert presence(fleeing, lambda _: True).points == 0


@pytest.mark.clause("SR-WIN-10")
def test_a_caster_in_the_area_counts_five_with_all_its_caster_models():
    split = entry("coven", "caster", model(24, 24), model(2, 2), figures=2)
    escort = entry("haley", "caster", model(24, 24), model(2, 2, caster=False))

    assert presence(left("caster", 1, inside=1), None).points == 5
    assert presence(split, lambda one: one.x == 24).points == 0
    assert presence(escort, lambda one: one.x == 24).points == 5


def level(id: str, played: int = 3, start: Start | None = None, **options: Any) -> Tally:
    scored = sheet(id, turns(played), start, **options)
    assert isinstance(scored, Tally), scored
    return scored


def separated(scored: Tally, **armies: Any) -> tuple[str, str] | None:
    win = separate(scored, Armies(**armies))
    return None if win is None else (win.side.value, win.kind.value)


@pytest.mark.clause("SR-WIN-3", "SR-WIN-4")
def test_condition_one_is_more_casters_in_play():
    scored = level("overrun", start=Start(casters={FIRST: 1, SECOND: 2}))

    assert separated(scored, in_area={FIRST: 20}, lost={SECOND: 9}) == ("second", "tb1")


@pytest.mark.clause("SR-WIN-3", "SR-WIN-5")
def test_condition_two_is_more_control_points():
    scored = sheet("overrun", turns(4, t4={"controls": {SECOND: ("Z",)}}))
    assert isinstance(scored, Tally)

    assert separated(scored, in_area={FIRST: 20}) == ("second", "tb2")


@pytest.mark.clause("SR-WIN-3", "SR-WIN-6", "SR-S01-4")
def test_condition_three_is_more_army_points_in_the_area():
    assert separated(level("overrun"), in_area={FIRST: 9, SECOND: 8}, lost={FIRST: 30}) == ("first", "tb3")


@pytest.mark.clause("SR-WIN-3", "SR-WIN-12")
def test_condition_four_is_fewer_points_lost():
    assert separated(level("overrun"), in_area={FIRST: 9, SECOND: 9}, lost={FIRST: 12, SECOND: 11}) == ("second", "tb4")


@pytest.mark.clause("SR-WIN-13")
def test_level_on_all_four_is_a_draw():
    assert separated(level("overrun"), lost={FIRST: 12, SECOND: 12}) is None


@pytest.mark.clause("SR-VWIN-4")
def test_an_event_without_tie_break_conditions_draws():
    assert separated(level("overrun", no_tiebreak=True), lost={FIRST: 12}) is None


@pytest.mark.clause("SR-VWIN-3")
def test_without_assassination_condition_one_stays_unless_skipped():
    start = Start(casters={FIRST: 2, SECOND: 1})
    kept = level("overrun", start=start, no_assassination=True)
    skipped = level("overrun", start=start, no_assassination=True, skip_condition_1=True)

    assert separated(kept, lost={FIRST: 12}) == ("first", "tb1")
    assert separated(skipped, lost={FIRST: 12}) == ("second", "tb4")


def in_area(id: str, x: float, y: float, start: Start | None = None) -> tuple[int, int]:
    """What one warjack of each side at that point counts in condition 3."""
    army = (entry("a", "warjack", model(x, y), cost=7), entry("b", "warjack", model(x, y), side=SECOND, cost=8))
    count = third_count(level(id, start=start), Armies(entries=army))
    return count[FIRST], count[SECOND]


THIRD = {
    "SR-S01-4": ("overrun", [((24, 24), (7, 8)), ((24, 12), (0, 0))]),
    "SR-S02-4": ("kill_box", [((13, 13), (7, 8)), ((5, 24), (0, 0))]),
    "SR-S03-4": ("close_quarters", [((28, 20), (0, 8)), ((20, 28), (7, 0))]),
    "SR-S04-5": ("gaining_ground", [((24, 24), (7, 8)), ((24, 14), (0, 8)), ((24, 34), (7, 0))]),
    "SR-S05-7": ("process_of_elimination", [((14, 24), (7, 8)), ((34, 24), (7, 8)), ((24, 24), (0, 0))]),
    "SR-S06-7": ("revelation", [((12, 28), (7, 8)), ((36, 20), (7, 8)), ((24, 24), (0, 0))]),
    "SR-S07-5": ("incursion", [((12, 24), (7, 8)), ((24, 24), (0, 0))]),
    "SR-S08-4": ("outflank_outfight_outlast", [((12, 24), (7, 8)), ((24, 24), (0, 0))]),
    "SR-S09-4": ("capture_the_flag", [((24, 14), (0, 8)), ((24, 34), (7, 0))]),
    "SR-S11-6": ("destruction", [((16, 15), (0, 8)), ((32, 33), (7, 0)), ((32, 15), (0, 0))]),
    "SR-S12-4": ("gauntlet", [((24, 16), (0, 8)), ((24, 32), (7, 0))]),
    "SR-S13-5": ("command_and_control", [((24, 24), (7, 8)), ((24, 12), (0, 0))]),
    "SR-S14-5": ("diversion", [((31, 17), (0, 8)), ((17, 31), (7, 0))]),
    "SR-S16-6": ("sacrifice", [((24, 28), (7, 8)), ((24, 30), (0, 0))]),
}


@pytest.mark.clause(
    "SR-S01-4",
    "SR-S02-4",
    "SR-S03-4",
    "SR-S04-5",
    "SR-S05-7",
    "SR-S06-7",
    "SR-S07-5",
    "SR-S08-4",
    "SR-S09-4",
    "SR-S11-6",
    "SR-S12-4",
    "SR-S13-5",
    "SR-S14-5",
    "SR-S16-6",
)
@pytest.mark.parametrize("clause", list(THIRD))
def test_condition_three_looks_at_the_area_of_the_scenario(clause: str):
    id, cases = THIRD[clause]
    start = Start(removed="FC", first_flag="FW")

    assert [in_area(id, *place, start) for place, _ in cases] == [expected for _, expected in cases]


@pytest.mark.clause("SR-WIN-11")
def test_several_areas_are_one_area_and_an_entry_counts_once():
    unit = entry("unit", "unit", model(12, 24), model(36, 24), figures=2, cost=6)
    both = third_count(level("outflank_outfight_outlast"), Armies(entries=(unit,)))
    far = entry("unit", "unit", model(12, 24), model(36, 24), model(24, 5), model(24, 6), figures=4, cost=6)

    assert both == {FIRST: 6, SECOND: 0}
    assert third_count(level("outflank_outfight_outlast"), Armies(entries=(far,)))[FIRST] == 6


@pytest.mark.clause("SR-S10-6")
def test_grind_counts_objectives_at_home_and_fewer_is_better():
    assert separated(level("grind"), at_home={FIRST: 1, SECOND: 0}) == ("second", "tb3")
    assert separated(level("grind"), at_home={FIRST: 1, SECOND: 1}, lost={FIRST: 3}) == ("second", "tb4")


@pytest.mark.clause("SR-DEST-10", "SR-WIN-12")
def test_the_same_count_serves_condition_four():
    army = (left("warjack", 0, cost=7), left("warjack", 0, cost=8, side=SECOND))

    assert separated(level("overrun"), entries=army) == ("first", "tb4")


REASONS = [
    (left("unit", 4, strength=7, cost=7, inside=2), ("SR-DEST-2", "entry-stands", 0), ("SR-WIN-9", "entry-in-area", 7)),
    (left("unit", 3, strength=7, cost=7), ("SR-DEST-2", "entry-below-half", 4), ("SR-WIN-9", "entry-too-few", 0)),
    (left("solo", 0, cost=2), ("SR-DEST-1", "entry-destroyed", 2), ("SR-WIN-8", "entry-too-few", 0)),
    (left("caster", 0), ("SR-DEST-5", "entry-destroyed", 5), ("SR-WIN-10", "entry-outside", 0)),
    (left("warjack", 1, cost=9), ("SR-DEST-1", "entry-stands", 0), ("SR-WIN-7", "entry-outside", 0)),
    (left("warjack", 1, cost=9, inert=True), ("SR-DEST-4", "entry-adrift", 9), ("SR-WIN-6", "entry-ignored", 0)),
]


@pytest.mark.parametrize(("counted", "lost", "inside"), REASONS, ids=lambda case: str(getattr(case, "kind", "")))
def test_every_entry_says_what_it_is_worth_and_by_which_clause(counted: FieldedEntry, lost: tuple, inside: tuple):
    (found,) = army_count(level("overrun"), Armies(entries=(counted,)), FIRST).entries
    assert found.in_area is not None

    assert [(one.because.clause, one.because.code, one.points) for one in (found.lost, found.in_area)] == [lost, inside]


def test_an_army_is_counted_whole_and_tells_only_what_changes_something():
    army = (left("warjack", 0, cost=7), left("solo", 1, cost=2), left("solo", 1, cost=3, inside=1))
    found = army_count(level("overrun"), Armies(entries=army), FIRST)

    assert (found.lost, found.surviving, found.in_area) == (7, 5, 3)
    assert [reason.code for reason in found.because] == ["entry-destroyed", "entry-in-area"]
    assert army_count(level("overrun"), Armies(lost={FIRST: 4}, in_area={FIRST: 6}), FIRST).in_area == 6
    assert army_count(level("grind"), Armies(entries=army, at_home={FIRST: 1}), FIRST).entries[0].in_area is None


def test_counts_are_not_negative_not_given_twice_and_asked_for():
    scored = level("overrun")

    assert code(armies_fault(scored, Armies(lost={FIRST: -1})))[1] == "match-points-below-zero"
    assert code(armies_fault(scored, Armies(entries=(left("solo", -1),))))[1] == "match-points-below-zero"
    assert code(armies_fault(scored, Armies(entries=(left("solo", 1),), lost={FIRST: 1})))[1] == "facts-both-ways"
    assert code(armies_fault(scored, Armies(at_home={FIRST: 1})))[1] == "fact-not-asked"
    assert armies_fault(level("grind"), Armies(at_home={FIRST: 1})) is None
