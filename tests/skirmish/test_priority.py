"""Priority and initiative, long weapons, surprise [sections 9, 14 and 19]."""

from __future__ import annotations

import pytest

from heraut.kernel.names import ORGANISER
from heraut.skirmish import engine
from heraut.skirmish.answers import DiceRolled, Override
from heraut.skirmish.bots import next_play
from heraut.skirmish.charges import Charge
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.engagement import Yield, listed, precedence
from heraut.skirmish.entrust import Entrust
from heraut.skirmish.fighter import Temperament
from heraut.skirmish.game_master import Reroll, Startle, Surprise, Surprised
from heraut.skirmish.need import DecisionNeed
from heraut.skirmish.playing import Unseen
from heraut.skirmish.slots import Survive
from heraut.skirmish.state import side_id
from skirmish.build import ANA, BEN, Table, man, quick, strike

GM = ORGANISER


def facing(one: int, other: int, *, segment: int = 3, hands: str = "sword", **actions: int) -> Table:
    """Ari and Bo with these reaction totals."""
    roster = man("Ari", "one", hands, traits=quick(one - 1)), man("Bo", "two", traits=quick(other - 1))
    return Table(*roster).begin().announce(**actions).to(segment)


def first(table: Table, *, melee: bool = True) -> tuple[str | None, str]:
    return tuple(precedence(table.state, "Ari", "Bo", melee=melee))


@pytest.mark.clause("SK-PRI-3", "SK-PRI-4")
@pytest.mark.parametrize(
    ("one", "other", "who"), [(18, 13, "Ari"), (17, 13, None), (13, 18, "Bo"), (13, 13, None), (13, 17, None)]
)
def test_a_lead_of_five_takes_the_initiative_and_less_is_simultaneous(one, other, who):
    assert first(facing(one, other))[0] == who


@pytest.mark.clause("SK-PRI-1", "SK-PRI-2")
def test_whoever_alone_has_a_declared_action_arranges_the_segment_unless_surprised():
    table = facing(11, 20, Ari=1, Bo=0)
    assert first(table) == ("Ari", "SK-PRI-2")
    table.send(Surprise(who="Ari", modifier=-5))
    assert first(table) == ("Bo", "SK-PRI-3")


@pytest.mark.clause("SK-PRI-2")
def test_the_one_who_goes_first_may_let_the_other_go_first():
    table = facing(20, 11)
    assert table.refused(strike("Bo", "Ari")) == ("SK-PRI-3", "skirmish-not-first")
    table.send(Yield(seat=GM, who="Ari")).send(strike("Bo", "Ari"))
    assert table.pool.who == "Bo"


@pytest.mark.clause("SK-PRI-3")
def test_a_surprise_modifies_the_comparison_and_is_the_game_masters_secret():
    table = facing(14, 14).send(Surprise(who="Ari", modifier=-6))

    assert first(table)[0] == "Bo"
    assert table.last == (Unseen(seat=GM, event=Surprised(who="Ari", modifier=-6)),)
    table.engage("Ari", "Bo")
    unsurprised = facing(14, 14).engage("Ari", "Bo")
    assert engine.view(table.state, ANA).orders == engine.view(unsurprised.state, ANA).orders
    assert engine.view(table.state, GM).orders[0].first == "Bo"
    assert table.to(4).of("Ari").surprise is None


@pytest.mark.clause("SK-PRI-4")
def test_simultaneous_blows_are_both_rolled_as_things_stood_before_either():
    frail = {"wound_levels": 1}
    roster = man("Ari", "one", traits=quick(10), **frail), man("Bo", "two", traits=quick(10), **frail)
    table = Table(*roster).begin().announce().to(3).send(strike("Ari", "Bo")).flat(6).choose("none").flat(6).flat(1)
    while table.need is not None:
        table.flat(1)
    assert table.of("Bo").out is not None
    table.send(strike("Bo", "Ari")).flat(6).choose("none").flat(6).flat(1)
    while table.need is not None:
        table.flat(1)

    assert table.of("Ari").out is not None
    assert table.state.exchanges == {}


@pytest.mark.clause("SK-PRI-4", "SK-TURN-9")
def test_whoever_a_simultaneous_blow_puts_out_is_awaited_until_he_has_answered_it():
    frail = {"wound_levels": 1}
    roster = man("Ari", "one", traits=quick(10), **frail), man("Bo", "two", traits=quick(10), **frail)
    table = Table(*roster).begin().announce().to(3)
    table.send(Entrust(side=side_id("two"), temperament=Temperament.BOLD))
    table.send(strike("Ari", "Bo")).flat(6).choose("none").flat(6).flat(1)
    while table.need is not None:
        table.flat(1)

    assert table.of("Bo").out is not None
    assert [one.subject for one in engine.awaits(table.state, GM)] == ["Bo", 3]
    assert engine.view(table.state, ANA).actors == ("Bo", "Ari")
    play = next_play(table.state)
    assert play is not None
    assert play.command == Charge(seat=GM, who="Bo", target="Ari", weapon="sword")
    table.send(play.command)
    while table.need is not None:
        table.choose("none") if isinstance(table.need, DecisionNeed) else table.flat(6)
    assert table.of("Ari").out is not None
    assert [one.subject for one in engine.awaits(table.state, GM)] == [3]
    assert engine.view(table.state, ANA).actors == ()


@pytest.mark.clause("SK-PRI-4")
def test_an_action_lost_to_a_simultaneous_blow_is_the_next_one():
    roster = man("Ari", "one", traits=quick(10)), man("Bo", "two", traits=quick(10))
    table = Table(*roster).begin().announce(rest=2).to(2).send(strike("Ari", "Bo", aim="torso"))
    table.flat(6).choose("none").flat(6).flat(1)
    while table.need is not None:
        table.flat(1)

    assert table.slots("Bo") == {2: "open", 4: "struck"}
    assert table.send(strike("Bo", "Ari")).pool.who == "Bo"


@pytest.mark.clause("SK-PRI-5")
def test_new_reaction_rolls_are_for_later_segments_only():
    table = facing(20, 11, segment=1)
    assert table.refused(Reroll(fighters=("Ari", "Bo"))) == ("SK-PRI-5", "skirmish-first-segment")
    assert table.to(2).refused(Reroll(fighters=())) == ("SK-PRI-5", "skirmish-nobody-rerolls")
    table.send(Reroll(fighters=("Ari", "Bo"))).roll(1, 6)
    assert [one.reaction for one in engine.view(table.state, None).fighters] == [20, 16]


@pytest.mark.clause("SK-PRI-6")
def test_two_who_have_only_undeclared_actions_compare_reactions_too():
    assert first(facing(20, 11, Ari=0, Bo=0)) == ("Ari", "SK-PRI-6")


@pytest.mark.clause("SK-PRI-7")
def test_with_several_fighters_pairs_are_judged_one_by_one_and_actors_are_listed():
    roster = [man(name, side, traits=quick(level)) for name, side, level in
              (("Ari", "one", 10), ("Bo", "two", 13), ("Cy", "one", 16), ("Di", "two", 30))]  # fmt: skip
    table = Table(*roster).begin().announce(Di=0).to(3)
    table.engage("Ari", "Bo").engage("Bo", "Cy").engage("Ari", "Di")

    assert [fighter.id for fighter in listed(table.state)] == ["Cy", "Bo", "Ari", "Di"]
    shown = {(row.one, row.other): row.first for row in engine.view(table.state, None).orders}
    assert shown == {("Ari", "Bo"): None, ("Bo", "Cy"): None, ("Ari", "Di"): "Ari", ("Cy", "Di"): "Cy"}


@pytest.mark.clause("SK-PRI-8", "SK-DOD-2")
def test_priority_does_not_prevent_a_dodge_even_once_the_total_is_known():
    table = facing(30, 11).send(strike("Ari", "Bo")).flat(6)

    assert table.told(DiceRolled)[0].total == 34
    assert "dodge" in table.need.options


@pytest.mark.clause("SK-WPN-3", "SK-WPN-4")
def test_a_long_weapon_strikes_first_the_longer_of_two_before_the_other():
    assert first(facing(11, 30, hands="spear")) == ("Ari", "SK-WPN-3")
    roster = man("Ari", "one", "spear"), man("Bo", "two", "harpoon", traits=quick(30))
    table = Table(*roster).begin().announce().to(3)
    assert first(table) == ("Ari", "SK-WPN-4")
    assert first(table, melee=False)[0] == "Bo"
    same = Table(man("Ari", "one", "spear"), man("Bo", "two", "spear", traits=quick(30))).begin().announce().to(3)
    assert first(same) == ("Bo", "SK-PRI-3")


@pytest.mark.clause("SK-WPN-3")
def test_the_blow_after_a_long_weapon_counts_the_wounds_it_made():
    table = facing(11, 30, hands="spear")
    assert table.refused(strike("Bo", "Ari")) == ("SK-WPN-3", "skirmish-not-first")
    table.set("Bo", sheet=man("Bo", "two", wound_penalties=(2,)).sheet)
    table.send(strike("Ari", "Bo", "spear")).send(Override(number="result", value=12)).choose("none").flat(2).flat(2)
    assert table.of("Bo").wounds == 1
    assert table.send(strike("Bo", "Ari")).parts["wounds"] == (-2, 0)


# --- reacting to something sudden


@pytest.mark.clause("SK-SUR-1", "SK-SUR-2", "SK-SUR-4")
def test_a_failed_reaction_is_a_malus_for_one_reacting_action():
    table = Table(man("Ari", "one"), man("Bo", "two"), rulings="ask").begin().announce().to(2, acting=False)
    table.send(Startle(who="Ari"))
    assert table.need.offered == 15
    table.rule(17).roll(3)
    assert table.of("Ari").effects[-1].flat == -4
    table.send(Dodge(seat=GM, who="Ari"))
    assert table.parts["startled"] == (0, -4)
    table.flat(3)
    assert table.of("Ari").effect("startled") is None
    table.send(Startle(who="Bo")).rule(15).roll(6)
    assert table.of("Bo").effects == ()


@pytest.mark.clause("SK-SUR-3", "SK-SUR-4")
@pytest.mark.parametrize(("rule", "frozen"), [("always", True), ("never", False), ("ask", True)])
def test_failing_by_ten_may_freeze_for_the_segment_but_leaves_the_slots(rule, frozen):
    table = Table(man("Ari", "one"), man("Bo", "two"), rulings="ask", surprise_freeze=rule).begin().announce()
    table.to(3, acting=False).send(Startle(who="Ari")).rule(21).roll(1)
    if rule == "ask":
        assert (table.need.code, table.need.offered) == ("skirmish-freeze", 1)
        table.rule(1)
    assert (table.of("Ari").effect("frozen") is not None) is frozen
    assert table.slots("Ari") == {3: "open"}
    if frozen:
        assert table.refused(Dodge(seat=GM, who="Ari")) == ("SK-SUR-3", "skirmish-frozen")
        assert table.to(4, acting=False).of("Ari").effects == ()


# --- two-handed weapons


@pytest.mark.clause("SK-WPN-1", "SK-WPN-2")
@pytest.mark.parametrize(("actions", "dice"), [(3, 3), (4, 1), (5, 1)])
def test_more_than_three_actions_with_a_two_handed_weapon_cost_a_die(actions, dice):
    table = Table(man("Ari", "one", "axe", traits=quick(20)), man("Bo", "two")).begin().announce(Ari=actions).to(1)
    table.send(strike("Ari", "Bo", "axe"))

    assert table.pool.dice == dice
    assert ("two-handed" in table.parts) is (actions > 3)


@pytest.mark.clause("SK-WPN-2")
def test_survival_mode_counts_as_five_actions_for_a_two_handed_weapon():
    table = Table(man("Ari", "one", "axe", seat=ANA, traits=quick(20)), man("Bo", "two", seat=BEN)).begin().announce()
    table.to(2).send(Survive(seat=ANA, who="Ari")).roll(6).send(strike("Ari", "Bo", "axe"))

    assert table.parts["two-handed"] == (-1, 0)


@pytest.mark.clause("SK-PRI-4", "SK-DECL-6")
def test_an_answer_needs_the_slot_it_would_have_been_made_with():
    roster = man("Ari", "one", traits=quick(10)), man("Bo", "two", traits=quick(10)), man("Cy", "one", traits=quick(10))
    table = Table(*roster).begin().announce().to(3).send(strike("Ari", "Bo")).flat(1).choose("none")
    table.send(strike("Bo", "Cy")).flat(1).choose("none")

    assert table.refused(strike("Bo", "Ari")) == ("SK-DECL-6", "skirmish-no-slot")
