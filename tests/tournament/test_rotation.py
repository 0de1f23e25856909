from importlib.resources import files

import pytest

from heraut.tournament.saga.organisation import saga_scenarios
from heraut.tournament.steamroller.rotation import (
    announced_for,
    choice_refusal,
    drawn,
    open_scenarios,
    pool,
    scenario,
    scenario_named,
    scenarios,
)


def groups(played, size=50):
    return sorted({row.group for row in open_scenarios(played, pool(size))})


@pytest.mark.clause("SR-SCEN-1")
def test_sixteen_scenarios_in_four_groups_of_four():
    assert [row.number for row in scenarios()] == list(range(1, 17))
    assert [(row.group, row.die) for row in scenarios()] == [(g, d) for g in range(1, 5) for d in range(1, 5)]


@pytest.mark.clause("SR-SCEN-2")
def test_no_group_comes_twice_before_all_have_come_once():
    assert groups([]) == [1, 2, 3, 4]
    assert groups(["overrun"]) == [2, 3, 4]
    assert groups(["overrun", "sacrifice"]) == [2, 3]
    assert groups(["overrun", "sacrifice", "grind"]) == [2]
    assert groups(["overrun", "sacrifice", "grind", "incursion"]) == [1, 2, 3, 4]
    assert groups(["overrun", "sacrifice", "grind", "incursion", "destruction"]) == [1, 2, 4]


@pytest.mark.clause("SR-SCEN-3")
def test_no_scenario_is_played_twice():
    played = ["overrun", "sacrifice", "grind", "incursion"]

    assert choice_refusal("overrun", played, pool(50)).clause == "SR-SCEN-3"
    assert choice_refusal("close_quarters", played, pool(50)) is None
    assert choice_refusal("close_quarters", ["overrun"], pool(50)).clause == "SR-SCEN-2"


@pytest.mark.clause("SR-SCEN-5")
def test_two_dice_draw_group_and_row():
    assert (drawn((1, 2)).id, drawn((4, 4)).id, drawn((3, 2)).id) == ("kill_box", "sacrifice", "grind")


@pytest.mark.clause("SR-SCEN-8", "SR-SCEN-6")
def test_below_thirty_five_points_the_rotation_uses_three_groups():
    assert groups([], size=34) == [1, 2, 3]
    assert groups(["overrun", "grind", "incursion"], size=34) == [1, 2, 3]
    assert groups([], size=35) == [1, 2, 3, 4]
    assert choice_refusal("sacrifice", [], pool(34)).clause == "SR-SCEN-8"


@pytest.mark.clause("SR-S15-1", "SR-SCEN-6")
def test_demolition_waits_for_a_definition():
    assert choice_refusal("demolition", [], pool(50)).clause == "SR-S15-1"
    assert choice_refusal("demolition", [], pool(50, demolition=True)) is None


@pytest.mark.clause("SR-COMBO-5", "SR-COMBO-15")
def test_kill_box_leaves_the_pool_with_some_variants():
    assert choice_refusal("kill_box", [], pool(50, kill_box=False)).clause == "SR-COMBO-5"
    assert len(pool(50)) - len(pool(50, kill_box=False)) == 1


@pytest.mark.clause("SR-VSCEN-2")
def test_announced_scenarios_are_gone_through_again():
    assert [announced_for(round, ["grind", "overrun"]) for round in (1, 2, 3)] == ["grind", "overrun", "grind"]
    assert [announced_for(round, ["kill_box"]) for round in (1, 2)] == ["kill_box", "kill_box"]


@pytest.mark.clause("SR-KEY-5")
@pytest.mark.parametrize("name", ["La Cage", "kill box", "Kill Box", "kill_box", "2"])
def test_scenarios_are_known_by_either_name(name):
    assert scenario_named(name) == "kill_box"
    assert scenario("nowhere") is None


def test_the_scenarios_an_event_knows_are_those_that_can_be_played():
    """An event names a scenario by its slug; the match engine has a table of that name."""
    tables = files("heraut.rulesets")

    def described(source):
        listed = (tables / source / "scenarios").iterdir()
        return {file.name.removesuffix(".toml") for file in listed if file.name.endswith(".toml")}

    assert {row.id for row in scenarios()} == described("steamroller_2011")
    assert {row.id for row in saga_scenarios()} == described("saga_tournament")
