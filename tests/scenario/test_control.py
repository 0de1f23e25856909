from __future__ import annotations

import pytest

from heraut.scenario import control
from heraut.scenario.facts import FieldedEntry, Model
from heraut.scenario.library import Layout
from heraut.table.shapes import inches
from heraut.warband.army_line import Attachment
from scenario.build import FIRST, SECOND, entry, model, scenario

FLAG = inches(40) / 2
ZONES = Layout(scenario("overrun"))
FLAGS = Layout(scenario("capture_the_flag"))
IN, OUT, EDGE = model(24, 24), model(24, 10), model(24, 19.5)


def controls_zone(*entries: FieldedEntry, side=FIRST) -> bool:
    return control.controls_zone(entries, side, ZONES.elements["Z"])


def controls_flag(*entries: FieldedEntry, side=FIRST) -> bool:
    return control.controls_flag(entries, side, FLAGS.elements["F2"])


def at_flag(gap: float = 0.0, **more) -> Model:
    """A model so far from the rim of the flag at (24, 36)."""
    return model(24, 36 - FLAG - 0.5 - gap, **more)


@pytest.mark.clause("SR-CTRL-6")
def test_any_part_of_the_base_in_the_zone_is_in_it():
    assert controls_zone(entry("jack", "warjack", EDGE, cost=7))
    assert not controls_zone(entry("jack", "warjack", model(24, 19.49), cost=7))


@pytest.mark.clause("SR-CTRL-8")
@pytest.mark.parametrize("kind", ["caster", "warjack", "warbeast"])
def test_casters_warjacks_and_warbeasts_always_control(kind: str):
    assert controls_zone(entry("one", kind, IN))


@pytest.mark.clause("SR-CTRL-9")
def test_a_unit_controls_at_half_strength_with_all_its_models_in_the_zone():
    def unit_of(strength: int, *models: Model, **more) -> FieldedEntry:
        return entry("unit", "unit", *models, figures=strength, cost=5, **more)

    assert controls_zone(unit_of(8, IN, IN, IN, IN))
    assert not controls_zone(unit_of(8, IN, IN, IN, OUT))
    assert not controls_zone(unit_of(8, IN, IN, IN))
    assert controls_zone(unit_of(5, IN, IN, IN))
    assert not controls_zone(unit_of(5, IN, IN))


@pytest.mark.clause("SR-CTRL-1")
def test_attachments_count_in_the_starting_strength():
    alone = entry("unit", "unit", IN, IN, IN, figures=6, cost=5)
    attached = entry("unit", "unit", IN, IN, IN, figures=6, cost=5, attachments=(Attachment("Officer", 2),))

    assert controls_zone(alone)
    assert not controls_zone(attached)
    assert attached.starting_strength == 7


@pytest.mark.clause("SR-CTRL-10")
@pytest.mark.parametrize(("cost", "controls"), [(0, False), (1, True)])
def test_a_solo_controls_when_it_costs_a_point(cost: int, controls: bool):
    assert controls_zone(entry("solo", "solo", IN, cost=cost)) == controls


@pytest.mark.clause("SR-CTRL-11")
def test_a_solo_of_several_models_costs_a_point_each_and_stands_together():
    assert not controls_zone(entry("pack", "solo", IN, IN, IN, IN, figures=4, cost=3))
    assert controls_zone(entry("pack", "solo", IN, IN, figures=4, cost=4))
    assert not controls_zone(entry("pack", "solo", IN, figures=4, cost=4))
    assert not controls_zone(entry("pack", "solo", IN, IN, OUT, figures=4, cost=4))


@pytest.mark.clause("SR-CTRL-4", "SR-CTRL-7")
def test_any_model_contests_even_a_solo_without_cost_or_the_last_of_a_unit():
    ours = entry("jack", "warjack", IN)

    assert not controls_zone(ours, entry("solo", "solo", EDGE, side=SECOND, cost=0))
    assert not controls_zone(ours, entry("unit", "unit", IN, side=SECOND, figures=10, cost=8))
    assert controls_zone(ours, entry("solo", "solo", OUT, side=SECOND, cost=3))


@pytest.mark.clause("SR-CTRL-7")
def test_at_most_one_player_controls_a_zone():
    both = (entry("jack", "warjack", IN), entry("beast", "warbeast", IN, side=SECOND))

    assert not controls_zone(*both)
    assert not controls_zone(*both, side=SECOND)


@pytest.mark.clause("SR-CTRL-3", "SR-CTRL-4")
@pytest.mark.parametrize("state", ["inert", "wild"])
def test_inert_and_wild_models_neither_control_nor_contest(state: str):
    out = entry("jack", "warjack", IN, side=SECOND, **{state: True})

    assert not controls_zone(entry("jack", "warjack", IN, **{state: True}))
    assert controls_zone(entry("beast", "warbeast", IN), out)


@pytest.mark.clause("SR-CTRL-3", "SR-CTRL-4")
def test_fleeing_models_neither_control_nor_contest():
    fleeing = model(24, 24, fleeing=True)

    assert not controls_zone(entry("haley", "caster", fleeing))
    assert controls_zone(entry("haley", "caster", IN), entry("solo", "solo", fleeing, side=SECOND, cost=2))


@pytest.mark.clause("SR-CTRL-3", "SR-CTRL-5")
def test_a_model_taken_over_cannot_control_for_anybody_and_still_contests_for_its_owner():
    taken = entry("jack", "warjack", model(24, 24, taken=True))
    theirs = entry("beast", "warbeast", IN, side=SECOND)

    assert not controls_zone(taken)
    assert not controls_zone(taken, side=SECOND)
    assert not controls_zone(taken, theirs, side=SECOND)


@pytest.mark.clause("SR-CTRL-2")
def test_a_model_counts_for_the_side_of_its_list_only_and_flags_and_objectives_for_nobody():
    assert not controls_zone(entry("jack", "warjack", IN), side=SECOND)
    assert not controls_zone()
    grind = Layout(scenario("grind"))
    assert control.contested(grind, (), frozenset()) == {FIRST: (), SECOND: ()}


@pytest.mark.clause("SR-CTRL-12")
def test_a_flag_is_controlled_base_to_base():
    assert controls_flag(entry("haley", "caster", at_flag()))
    assert not controls_flag(entry("haley", "caster", at_flag(0.01)))
    assert not controls_flag(entry("solo", "solo", at_flag(), cost=0))
    assert controls_flag(entry("solo", "solo", at_flag(), cost=1))


@pytest.mark.clause("SR-CTRL-4", "SR-CTRL-12")
@pytest.mark.parametrize(("gap", "contested"), [(4, True), (4.01, False)])
def test_a_flag_is_contested_within_four_inches(gap: float, contested: bool):
    ours, theirs = entry("haley", "caster", at_flag()), entry("solo", "solo", at_flag(gap), side=SECOND, cost=0)

    assert controls_flag(ours, theirs) != contested


@pytest.mark.clause("SR-CTRL-12")
def test_a_unit_at_a_flag_needs_its_strength_and_all_models_within_four_inches():
    near, far = at_flag(4), at_flag(4.01)

    assert controls_flag(entry("unit", "unit", at_flag(), near, near, figures=6, cost=4))
    assert not controls_flag(entry("unit", "unit", at_flag(), near, far, figures=6, cost=4))
    assert not controls_flag(entry("unit", "unit", at_flag(), near, figures=6, cost=4))
    assert not controls_flag(entry("unit", "unit", near, near, near, figures=6, cost=4))
    assert not controls_flag(entry("pack", "solo", at_flag(), near, figures=2, cost=1))


@pytest.mark.clause("SR-S13-2")
def test_a_caster_contests_a_flag_within_four_inches_whoever_else_is_near():
    layout = Layout(scenario("command_and_control"))
    near = model(24, 12 + FLAG + 0.5 + 4)
    ours = entry("haley", "caster", near, model(36, 24, caster=False))
    theirs = entry("jack", "warjack", model(24, 13), side=SECOND)

    assert control.caster_contested(layout, (ours, theirs)) == {FIRST: ("FS",), SECOND: ()}
    fleeing = entry("haley", "caster", model(24, 13, fleeing=True))
    assert control.caster_contested(layout, (fleeing,)) == {FIRST: (), SECOND: ()}


def test_all_facts_of_a_table_are_worked_out_at_once():
    layout = Layout(scenario("sacrifice"))
    ours = entry("haley", "caster", model(24, 24 + FLAG + 0.5))
    theirs = entry("jack", "warjack", model(40, 40), side=SECOND)

    assert control.controls(layout, (ours, theirs), frozenset()) == {FIRST: ("Z", "F"), SECOND: ()}
    assert control.contested(layout, (ours, theirs), frozenset()) == {FIRST: ("Z", "F"), SECOND: ()}
    assert control.touched(layout, (ours, theirs)) == {FIRST: ("F",), SECOND: ()}
    assert control.controls(layout, (ours,), frozenset({"F"})) == {FIRST: ("Z",), SECOND: ()}
