"""Command: capacity, series, the four orders, the loss of the chief [section 35]."""

from __future__ import annotations

import pytest

from heraut.kernel.names import ORGANISER
from heraut.skirmish import engine
from heraut.skirmish.answers import Override
from heraut.skirmish.attack import defence
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.effects import frighten
from heraut.skirmish.ending import EndFight
from heraut.skirmish.game_master import Mend, PutAside
from heraut.skirmish.orders import ChangeSituation, KeepOrdering, Order, OrderBegan, TakeOver, actions_needed, capacity
from heraut.skirmish.settings import Cancel
from heraut.skirmish.sheet import Trait
from heraut.skirmish.state import Tactic, unit_id
from heraut.skirmish.sums import cancel
from skirmish.build import Table, effects_of, man, quick, strike

GM = ORGANISER
MEN = ("Man-1", "Man-2")


def result(table: Table, value: int) -> Table:
    return table.send(Override(number="result", value=value))


def led(*, men: int = 2, actions: int = 5, chief: dict[str, object] | None = None, **options: object) -> Table:
    """A chief of capacity 2 with his men, before an enemy who does nothing."""
    roster = (
        man("Chief", "one", traits=quick(20), **(chief or {})),
        man("Man", "one", chief="Chief", count=men),
        man("Foe", "two"),
    )
    return Table(*roster, **options).begin().announce(Chief=actions, Foe=0).to(3 if actions == 1 else 1)


def order(kind: str, men: tuple[str, ...] = MEN, **fields: object) -> Order:
    return Order(seat=GM, who="Chief", order=kind, men=men, **fields)


def afraid(table: Table, who: str, dice: int) -> Table:
    return effects_of(table, lambda scene: frighten(scene, who, dice, "SK-TER-8"))


@pytest.mark.clause("SK-CMD-2", "SK-CMD-3")
@pytest.mark.parametrize(("mount", "worth"), [("none", 2), ("horse", 3), ("camel", 3), ("chariot", 4)])
def test_capacity_is_the_level_in_command_and_the_mounts_bonus(mount, worth):
    assert capacity(led(chief={"mount": mount}).of("Chief")) == worth


@pytest.mark.clause("SK-CMD-3")
def test_a_capacity_of_none_commands_nobody():
    table = led()
    table.set("Chief", sheet=man("X", "one", traits={"command": Trait(2, 0)}).sheet)
    assert table.refused(order("hearten")) == ("SK-CMD-3", "skirmish-no-capacity")


@pytest.mark.clause("SK-CMD-1")
def test_only_ones_own_men_within_reach_are_commanded():
    table = led()
    assert table.refused(order("hearten", ("Foe",))) == ("SK-CMD-1", "skirmish-not-his-man")
    table.send(PutAside(who="Man-1", how="cut-off"))
    assert table.refused(order("hearten")) == ("SK-CMD-1", "skirmish-out-of-reach")


@pytest.mark.clause("SK-CMD-6", "SK-CMD-8")
def test_more_men_than_capacity_take_successive_actions_and_the_rolls_come_last():
    assert [actions_needed(men, 2) for men in (1, 2, 3, 4, 5)] == [1, 1, 2, 2, 3]
    men = tuple(f"Man-{number}" for number in range(1, 6))
    table = led(men=5).send(order("hearten", men))
    assert table.need is None
    table.to(2).send(KeepOrdering(seat=GM, who="Chief"))
    assert table.need is None
    table.to(3).send(KeepOrdering(seat=GM, who="Chief"))
    assert table.pool.roll == "command"
    assert [table.slots("Chief")[segment] for segment in (1, 2, 3)] == ["used"] * 3


@pytest.mark.clause("SK-CMD-6")
def test_a_unit_counts_for_one():
    table = Table(
        man("Chief", "one", traits=quick(20)),
        man("Man", "one", chief="Chief", unit="Garde", count=6),
        man("Foe", "two"),
    )
    table.begin().announce(Chief=1, rest=0).to(3).send(order("rally", (unit_id("one", "Garde"),)))
    assert table.pool.roll == "command"
    for number in range(1, 7):
        table.set(f"Man-{number}", uncommanded=True)


@pytest.mark.clause("SK-CMD-8", "SK-CMD-9")
def test_a_wound_a_lost_slot_or_another_use_interrupts_and_an_undeclared_dodge_does_not():
    men = ("Man-1", "Man-2", "Man-3")

    def begun() -> Table:
        return led(men=3).send(order("hearten", men))

    assert begun().send(Mend(who="Chief", fatigue=-1)).of("Chief").series is None
    assert begun().to(2).send(strike("Chief", "Foe")).of("Chief").series is None
    assert begun().to(3).of("Chief").series is None
    kept = begun().to(2, acting=False).send(Dodge(seat=GM, who="Chief")).flat(3)
    assert kept.of("Chief").series.spent == 1
    swapped = begun().to(2, acting=False).send(Dodge(seat=GM, who="Chief", swap=True)).flat(3)
    assert swapped.of("Chief").series is None
    assert swapped.to(3).refused(KeepOrdering(seat=GM, who="Chief")) == ("SK-CMD-6", "skirmish-no-order-under-way")


@pytest.mark.clause("SK-CMD-10")
@pytest.mark.parametrize(("position", "difficulty"), [("leading", 10), ("height", 15), ("behind", 20)])
def test_the_command_roll_depends_on_where_the_chief_stands(position, difficulty):
    table = led(actions=1).send(order("hearten", position=position))
    assert (table.pool.roll, table.pool.difficulty, table.parts["command"]) == ("command", difficulty, (2, 2))


@pytest.mark.clause("SK-CMD-7", "SK-CMD-11", "SK-CMD-12")
@pytest.mark.parametrize("total", [9, 10])
def test_men_left_out_become_uncommanded_whether_the_roll_succeeds_or_not(total):
    table = led(men=3, actions=1)
    for who in (*MEN, "Man-3"):
        afraid(table, who, 2)
    result(table.send(order("hearten")), total)
    assert table.of("Man-3").uncommanded is True
    assert (table.need is None) is (total == 9)
    if total == 10:
        result(table, 20)
        assert [table.of(who).effect("fear") is None for who in (*MEN, "Man-3")] == [True, True, False]


@pytest.mark.clause("SK-CMD-12")
def test_an_uncommanded_man_gets_nothing_and_loses_the_tactical_bonus():
    table = afraid(led(actions=1).set("Man-1", uncommanded=True), "Man-1", 2)
    result(result(table.send(order("hearten")), 10), 20)
    assert table.of("Man-1").effect("fear").dice == 2
    table.with_state(tactics={"Chief": Tactic("defence", 3, MEN)})
    scores = [sum(part.flat for part in defence(table.state, who, "Foe")) for who in MEN]
    assert scores == [9, 12]


@pytest.mark.clause("SK-CMD-13", "SK-DICE-15")
@pytest.mark.parametrize(("total", "left"), [(9, 3), (10, 2), (15, 1), (25, 0)])
def test_heartening_takes_a_die_of_fear_per_success_level(total, left):
    table = result(afraid(led(), "Man-1", 3).send(order("hearten")), 10)
    assert (table.pool.roll, table.pool.difficulty) == ("hearten", 10)
    assert table.parts["declared"] == (-4, 0)  # both rolls of a command action are action rolls
    result(table, total)
    fear = table.of("Man-1").effect("fear")
    assert (fear.dice if fear else 0) == left


@pytest.mark.clause("SK-CMD-14")
def test_a_tactical_change_adds_its_circumstances():
    facts = ("very_favourable", "unknown", "seasoned", "undisciplined", "sun")
    table = result(led(actions=1).send(order("tactics", gain="attack", circumstances=facts, plan=4)), 10)
    assert table.aims == {
        "tactics": 15, "very_favourable": -3, "unknown": 1, "seasoned": -2, "undisciplined": 3, "sun": 1, "plan": -4,
    }  # fmt: skip
    assert led(actions=1).refused(order("tactics", gain="attack", plan=6)) == ("SK-CMD-14", "skirmish-no-such-plan")


@pytest.mark.clause("SK-CMD-15", "SK-CMD-18")
@pytest.mark.parametrize(("total", "bonus"), [(14, None), (15, 1), (20, 2), (25, 3)])
def test_success_gives_its_level_on_attack_or_defence(total, bonus):
    table = result(result(led(actions=1).send(order("tactics", gain="attack")), 10), total)
    tactic = table.state.tactics.get("Chief")
    assert (tactic.bonus if tactic else None) == bonus
    if bonus:
        table.send(strike("Man-1", "Foe"))
        assert table.parts["tactics"] == (0, bonus)
        assert sum(part.flat for part in defence(table.state, "Man-2", "Foe")) == 9


@pytest.mark.clause("SK-CMD-16", "SK-TER-12")
def test_a_blunder_shakes_the_men():
    table = afraid(led(actions=1), "Man-1", 1)
    result(table.send(order("tactics", gain="attack")), 10).roll(1, 1)
    assert {(pool.roll, pool.difficulty) for pool in table.need.pools} == {("blunder", 15)}
    table.roll(1, 2, 6, 6)
    assert (table.of("Man-1").effect("fear").dice, table.of("Man-2").effect("fear")) == (1 + 2, None)


@pytest.mark.clause("SK-CMD-17", "SK-CMD-18")
@pytest.mark.parametrize(
    ("rule", "total", "enemy", "own"),
    [("point_for_point", 20, 1, 0), ("point_for_point", 35, 0, 2), ("full", 15, 0, 1), ("full", 20, 0, 2)],
)
def test_a_tactical_change_first_cancels_the_enemys(rule, total, enemy, own):
    table = led(actions=1, tactics_cancel=rule).with_state(tactics={"Foe": Tactic("attack", 3, ())})
    result(result(table.send(order("tactics", gain="defence")), 10), total)
    found = {chief: tactic.bonus for chief, tactic in table.state.tactics.items()}
    assert (found.get("Foe", 0), found.get("Chief", 0)) == (enemy, own)
    assert cancel(2, 3, Cancel.POINT_FOR_POINT) == (1, 0)


@pytest.mark.clause("SK-CMD-17", "SK-CMD-18")
def test_a_new_success_replaces_the_old_and_a_changed_situation_ends_it():
    table = led(actions=1).with_state(tactics={"Chief": Tactic("attack", 5, MEN)})
    result(result(table.send(order("tactics", gain="defence")), 10), 15)
    assert table.state.tactics["Chief"] == Tactic("defence", 1, MEN)
    assert table.send(ChangeSituation(chief="Chief")).state.tactics == {}
    both = ("favourable", "very_favourable")
    assert led(actions=1).refused(order("tactics", gain="attack", circumstances=both))[0] == "SK-CMD-18"


@pytest.mark.clause("SK-CMD-19")
def test_rallying_is_a_courage_roll_of_the_man():
    table = led(actions=1).set("Man-1", uncommanded=True).set("Man-2", uncommanded=True)
    result(table.send(order("rally")), 10)
    assert {(pool.roll, pool.difficulty) for pool in table.need.pools} == {("rally", 10)}
    table.roll(3, 4, 3, 3)
    assert [table.of(who).uncommanded for who in MEN] == [False, True]


@pytest.mark.clause("SK-CMD-20", "SK-CMD-21")
@pytest.mark.parametrize(("gain", "difficulty"), [("fatigue", 20), ("wound", 30)])
def test_galvanising_lends_a_level_to_those_who_lost_one_until_the_end_of_the_battle(gain, difficulty):
    table = led(actions=3).set("Man-1", wounds=2, fatigue=2)
    result(table.send(order("galvanise", gain=gain)), 10)
    assert (table.pool.difficulty, "warrior_fury" in table.parts) == (difficulty, True)
    result(table, difficulty)
    assert (table.of("Man-1").wounds, table.of("Man-1").fatigue) == ((1, 2) if gain == "wound" else (2, 1))
    assert (table.of("Man-2").wounds, table.of("Man-2").fatigue) == (0, 0)
    assert table.to(3).refused(order("galvanise", gain=gain)) == ("SK-CMD-20", "skirmish-galvanised-once")
    table.send(EndFight())
    assert (table.of("Man-1").wounds, table.of("Man-1").fatigue) == (2, 2)


@pytest.mark.clause("SK-CMD-21")
def test_the_attempt_is_spent_on_a_failure_and_another_trait_may_stand_for_fury():
    table = led(actions=3, celtic=False, rulings="ask").set("Man-1", wounds=1)
    result(table.send(order("galvanise", gain="wound")), 10)
    assert (table.need.code, table.need.offered) == ("skirmish-galvanise-trait", 1)
    table.rule(2)
    assert "courage" in table.parts
    result(table, 5)
    assert (table.of("Chief").galvanised, table.of("Man-1").wounds) == (True, 1)


@pytest.mark.clause("SK-CMD-22", "SK-TER-12")
@pytest.mark.parametrize("how", ["gone", "wound"])
def test_the_men_of_a_lost_chief_roll_courage_or_are_afraid(how):
    table = led(actions=1, chief={"wound_levels": 1})
    table.send(PutAside(who="Chief", how="gone") if how == "gone" else Mend(who="Chief", wounds=-1))
    assert {(pool.roll, pool.difficulty) for pool in table.need.pools} == {("chief-lost", 15)}
    table.roll(6, 6, 1, 2)
    assert (table.of("Man-1").effect("fear"), table.of("Man-2").effect("fear").dice) == (None, 2)
    assert table.of("Man-2").effect("fear").scope == "offensive"


@pytest.mark.clause("SK-CMD-23")
def test_another_man_may_take_over():
    table = led(men=3, actions=1).send(PutAside(who="Chief", how="gone")).flat(6)
    take = TakeOver(seat=GM, who="Man-1", men=("Man-2", "Man-3"))
    table.send(take)
    assert table.pool.roll == "command"
    result(table, 10).roll(4, 4, 1, 1)
    assert [table.of(who).chief for who in ("Man-2", "Man-3")] == ["Man-1", "Chief"]
    assert led(men=3, actions=1).refused(take) == ("SK-CMD-23", "skirmish-has-a-chief")


def test_the_view_shows_tactics_and_the_series():
    table = led(men=3).send(order("hearten", ("Man-1", "Man-2", "Man-3")))
    own = {fighter.id: fighter.own for fighter in engine.view(table.state, GM).fighters}["Chief"]
    assert (own.orders_spent, own.orders_needed) == (1, 2)
    assert table.told(OrderBegan)[0].needed == 2
