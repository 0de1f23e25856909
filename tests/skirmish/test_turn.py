"""Turns, segments, declared, delayed, undeclared, long and double actions, survival mode [sections 4 to 13]."""

from __future__ import annotations

import pytest

from heraut.kernel.message import Command, Roll
from heraut.kernel.names import ORGANISER
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce, GoOn
from heraut.skirmish.answers import Choose, Rule
from heraut.skirmish.disengage import Disengage
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.ending import EndFight
from heraut.skirmish.fighter import Moment, Use
from heraut.skirmish.game_master import CallRoll, EndLong, Mend, PutAside
from heraut.skirmish.moves import Move, Moved
from heraut.skirmish.rolls import build
from heraut.skirmish.sheet import Trait
from heraut.skirmish.slots import BeginLong, Delay, Survive, lose_actions
from heraut.skirmish.state import FightStep
from heraut.skirmish.turn import BeginFight, Proceed, Reorder
from skirmish.build import ANA, BEN, Table, clash, effects_of, man, quick, strike

GM = ORGANISER


def opened(**actions: int) -> Table:
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), man("Cy", "two", traits=quick(15)))
    return table.begin().announce(**actions)


@pytest.mark.clause("SK-TURN-4")
@pytest.mark.parametrize(
    "deed", [PutAside(who="Cy", how="gone"), Mend(who="Cy", wounds=-1), Mend(who="Cy", fatigue=-1)]
)
def test_the_turn_goes_on_when_the_last_who_has_not_announced_is_out_of_the_fight(deed: Command):
    frail = {"wound_levels": 1, "fatigue_levels": 1}
    table = Table(man("Ari", "one"), man("Bo", "two"), man("Cy", "two", traits=quick(15), **frail)).begin()
    for who in table.state.order[:2]:
        table.send(Announce(seat=GM, who=who, actions=1))
    table.send(deed)

    assert (table.state.step, table.state.segment) == (FightStep.OPENING, 1)


@pytest.mark.clause("SK-TURN-1", "SK-TURN-5")
def test_a_turn_has_five_segments_each_with_a_beginning_and_actions():
    table = opened()
    seen = []
    while table.state.turn == 1:
        seen.append((table.state.segment, table.state.step.value))
        table.send(Proceed())

    assert seen == [(segment, step) for segment in range(1, 6) for step in ("opening", "acting")]


@pytest.mark.clause("SK-TURN-2", "SK-TURN-4")
def test_the_slowest_announces_first_after_everybody_rolled_reaction():
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), man("Cy", "two", traits=quick(15)))
    table.send(BeginFight())
    assert [pool.who for pool in table.need.pools] == ["Ari", "Bo", "Cy"]
    assert table.need.pools[0].critical is False
    table.roll(1, 2, 3)

    assert table.state.order == ("Bo", "Cy", "Ari")
    assert table.refused(Announce(seat=GM, who="Ari", actions=2)) == (
        "SK-TURN-2",
        "skirmish-not-your-turn-to-announce",
    )


@pytest.mark.clause("SK-TURN-3")
def test_ties_announce_by_reaction_level_then_roster_and_the_game_master_may_reorder_first():
    slow, deep = man("Ari", "one", traits={"reaction": Trait(1, 9)}), man("Bo", "two", traits={"reaction": Trait(2, 8)})
    table = Table(man("Cy", "two", traits={"reaction": Trait(1, 9)}), slow, deep).send(BeginFight()).roll(1, 1, 1, 1)
    assert table.state.order == ("Bo", "Cy", "Ari")
    table.send(Reorder(order=("Ari", "Bo", "Cy"))).send(Announce(seat=GM, who="Ari", actions=1))

    assert table.refused(Reorder(order=("Bo", "Cy", "Ari"))) == ("SK-TURN-3", "skirmish-reorder-too-late")


@pytest.mark.clause("SK-TURN-6")
def test_at_the_end_of_a_turn_unused_slots_and_its_conditions_vanish():
    table = opened(Ari=5).to(1, acting=False).send(Dodge(seat=GM, who="Ari"))
    table.flat(3)
    assert {effect.code for effect in table.of("Ari").effects} == {"declared", "undeclared"}
    table.next_turn()

    assert table.of("Ari").effects == ()
    assert table.of("Ari").slots == ()


@pytest.mark.clause("SK-TURN-7")
def test_one_action_a_segment_beside_movement_and_reactive_dodges():
    table = opened().to(3).send(strike("Ari", "Bo")).flat(6).choose("none").flat(1).flat(6)
    assert table.refused(Disengage(seat=GM, who="Ari")) == ("SK-TURN-7", "skirmish-one-action")
    table.send(strike("Cy", "Ari"))
    table.flat(6)
    assert "dodge" in table.need.options

    strict = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), dodge_with_own_action=False)
    strict.begin().announce().to(3).send(strike("Ari", "Bo")).flat(6).choose("none").flat(1).flat(6)
    strict.send(strike("Bo", "Ari")).flat(6)
    assert "dodge" not in getattr(strict.need, "options", ())


@pytest.mark.clause("SK-ACT-1", "SK-ACT-2")
def test_undeclared_and_innate_actions_are_resolved_at_once_and_innate_ones_cost_nothing():
    table = opened(Ari=1).send(Move(seat=GM, who="Ari"))
    assert table.told(Moved)[0].speed == 4
    assert table.of("Ari").effects == ()
    table.send(Move(seat=GM, who="Ari", fast=True)).flat(3)
    assert [effect.dice for effect in table.of("Ari").effects] == [1]


@pytest.mark.clause("SK-ACT-3", "SK-ACT-4")
def test_a_slot_of_this_segment_may_be_given_up_for_an_undeclared_action_that_then_costs_nothing():
    table = opened(Ari=1)
    swap = Dodge(seat=GM, who="Ari", swap=True)
    assert table.refused(swap) == ("SK-ACT-4", "skirmish-no-slot-to-swap")
    table.to(3, acting=False).send(swap).flat(3)
    assert table.slots("Ari") == {3: "swapped"}
    assert table.of("Ari").effects == ()

    future = Table(man("Ari", "one"), man("Bo", "two"), swap_future_slot=True).begin().announce()
    assert future.send(swap).flat(3).slots("Ari") == {3: "swapped"}


@pytest.mark.clause("SK-DECL-2", "SK-DECL-3")
@pytest.mark.parametrize(
    ("actions", "segments", "penalty"),
    [(0, (), 0), (1, (3,), 0), (2, (2, 4), 1), (3, (1, 3, 5), 2), (4, (1, 2, 4, 5), 3), (5, (1, 2, 3, 4, 5), 4)],
)
@pytest.mark.clause("SK-DECL-4")
def test_the_number_fixes_the_segments_and_the_price_from_the_first_one_on(actions, segments, penalty):
    table = opened(Ari=actions)

    assert tuple(table.slots("Ari")) == segments
    assert build(table.state, table.of("Ari"), "x", "swords", Use.ATTACK).dice == 5 - penalty


@pytest.mark.clause("SK-DECL-1")
def test_a_number_is_announced_once():
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().send(Announce(seat=GM, who="Ari", actions=1))

    assert table.refused(Announce(seat=GM, who="Ari", actions=3)) == ("SK-DECL-1", "skirmish-already-announced")
    assert table.refused(Announce(seat=GM, who="Bo", actions=6)) == ("SK-DECL-2", "skirmish-too-many-actions")


@pytest.mark.clause("SK-DECL-5", "SK-DECL-6")
def test_a_slot_left_or_delayed_still_costs_and_only_slots_allow_declared_actions():
    table = opened(Ari=3).to(1)
    table.send(Delay(seat=GM, who="Ari", by=1))
    assert build(table.state, table.of("Ari"), "x", "swords", Use.ATTACK).dice == 3
    assert table.refused(strike("Ari", "Bo")) == ("SK-DECL-6", "skirmish-no-slot")
    table.to(3)
    assert table.slots("Ari") == {2: "passed", 4: "open", 5: "lost"}
    assert build(table.state, table.of("Ari"), "x", "swords", Use.ATTACK).dice == 3


@pytest.mark.clause("SK-DLY-1", "SK-DLY-2")
def test_a_delay_moves_all_remaining_slots_and_loses_those_beyond_the_turn():
    table = opened(Ari=4).send(Delay(seat=GM, who="Ari", by=1))

    assert sorted((slot.segment, slot.fate.value) for slot in table.of("Ari").slots) == [
        (2, "open"),
        (3, "open"),
        (5, "lost"),
        (5, "open"),
    ]


@pytest.mark.clause("SK-DLY-3", "SK-DLY-4")
def test_delays_are_announced_in_the_segment_of_the_slot_add_up_and_lose_for_good():
    table = opened(Ari=2)
    assert table.refused(Delay(seat=GM, who="Ari")) == ("SK-DLY-3", "skirmish-no-slot")
    table.to(2).send(Delay(seat=GM, who="Ari"))
    assert table.refused(Delay(seat=GM, who="Ari", by=0)) == ("SK-DLY-1", "skirmish-delay-too-short")
    table.to(3).send(Delay(seat=GM, who="Ari"))
    assert [slot.segment for slot in table.of("Ari").slots if slot.fate == "open"] == [4]
    table.to(5, acting=False)
    assert table.refused(Dodge(seat=GM, who="Ari", swap=True)) == ("SK-ACT-4", "skirmish-no-slot-to-swap")
    assert table.next_turn().announce(Ari=1).slots("Ari") == {3: "open"}


@pytest.mark.clause("SK-UND-1", "SK-UND-2", "SK-UND-3", "SK-UND-4")
def test_the_worked_example_of_dodges_between_blows():
    """Dodge 4d, strike 5d, confidence 1, three declared actions: 3, 2, 2, 2, 2 dice."""
    table = Table(man("Ari", "one", traits=quick(20), confidence=1), man("Bo", "two")).begin().announce(Ari=3, Bo=0)
    dice = []
    for segment in range(1, 6):
        table.to(segment, acting=segment % 2 == 1)
        if segment % 2 == 1:
            table.send(strike("Ari", "Bo"))
            dice.append(table.pool.dice)
            table.flat(1)
            if table.need is not None:
                table.choose("none")
        else:
            table.send(Dodge(seat=GM, who="Ari"))
            dice.append(table.pool.dice)
            table.flat(3)

    assert dice == [3, 2, 2, 2, 2]


@pytest.mark.clause("SK-INN-1", "SK-INN-3", "SK-INN-4")
def test_a_perception_roll_made_running_is_offered_minus_five():
    table = Table(man("Ari", "one"), man("Bo", "two"), rulings="ask").begin().announce(Ari=3)
    table.send(CallRoll(who="Ari", trait="vigilance", difficulty=10))
    assert table.need.offered == 0
    table.rule(0)
    assert (table.pool.dice, table.pool.difficulty) == (2, 10)
    table.flat(3).send(Move(seat=GM, who="Ari", fast=True)).flat(3)
    effects = table.of("Ari").effects
    table.send(CallRoll(who="Ari", trait="vigilance", difficulty=10))
    assert table.need.offered == -5
    table.rule(-5)
    assert table.parts == {"vigilance": (2, 2), "busy": (0, -5)}
    assert table.flat(3).of("Ari").effects == effects


@pytest.mark.clause("SK-LNG-1", "SK-LNG-3")
def test_a_long_action_needs_no_slot_gives_up_the_others_and_forbids_dodging():
    table = opened(Ari=3).to(2, acting=False).send(BeginLong(seat=GM, who="Ari", name="soins"))
    assert table.slots("Ari") == {1: "passed", 3: "lost", 5: "lost"}
    assert table.refused(Dodge(seat=GM, who="Ari")) == ("SK-LNG-3", "skirmish-in-long-action")
    table.to(3).send(strike("Bo", "Ari"))
    table.flat(6)
    assert table.need.options == ("none", "survive")
    table.choose("none").flat(1).flat(1)
    assert table.send(CallRoll(who="Ari", trait="vigilance", difficulty=5)).pool.who == "Ari"


@pytest.mark.clause("SK-LNG-2", "SK-LNG-4", "SK-TURN-4")
def test_a_long_action_stops_only_at_the_start_of_a_turn_before_the_announcements():
    table = opened().to(2, acting=False).send(BeginLong(seat=GM, who="Ari", name="soins", segments=30))
    assert (table.of("Ari").long.name, table.of("Ari").long.since) == ("soins", Moment(1, 2))
    assert table.of("Ari").long.segments == 30
    assert table.refused(GoOn(seat=GM, who="Ari", on=False))[1] == "wrong-phase"
    table.next_turn()
    assert engine.awaits(table.state, ORGANISER)[0].code == "skirmish-go-on"
    assert table.refused(Announce(seat=GM, who="Bo", actions=1))[0] == "SK-TURN-2"
    table.send(GoOn(seat=GM, who="Ari", on=True)).announce()
    assert table.of("Ari").slots == ()
    table.next_turn().send(GoOn(seat=GM, who="Ari", on=False)).announce()
    assert table.of("Ari").long is None
    assert table.slots("Ari") == {3: "open"}


@pytest.mark.clause("SK-LNG-5", "SK-LNG-6")
def test_damage_does_not_break_a_long_action_but_the_game_master_does_for_some_fatigue():
    table = opened().to(2, acting=False).send(BeginLong(seat=GM, who="Ari", name="marche"))
    table.send(Mend(who="Ari", wounds=-2))
    assert table.of("Ari").long is not None
    table.send(EndLong(who="Ari", fatigue=2))
    assert (table.of("Ari").long, table.of("Ari").fatigue) == (None, 2)
    table.to(3, acting=False).send(BeginLong(seat=GM, who="Ari", name="marche"))
    assert table.send(PutAside(who="Ari", how="gone")).of("Ari").long is None


@pytest.mark.clause("SK-LNG-4")
def test_a_long_action_of_planned_length_ends_by_itself():
    table = opened().send(BeginLong(seat=GM, who="Ari", name="corde", segments=2)).to(2)
    assert table.of("Ari").long is not None
    assert table.to(3).of("Ari").long is None


@pytest.mark.clause("SK-LNG-4")
def test_everybody_sees_how_many_segments_a_long_action_of_planned_length_still_takes():
    table = opened().to(4, acting=False).send(BeginLong(seat=GM, who="Ari", name="corde", segments=4))

    def left() -> set[int]:
        views = (engine.view(table.state, viewer) for viewer in (None, ANA, ORGANISER))
        return {one.long_left for view in views for one in view.fighters if one.id == "Ari"}

    assert left() == {4}
    table.to(5)
    assert left() == {3}
    table.next_turn()
    assert left() == {2}  # no time passes while the turn is announced
    table.send(GoOn(seat=GM, who="Ari", on=True)).announce().to(1)
    assert left() == {2}
    table.to(2)
    assert left() == {1}
    assert table.to(3).of("Ari").long is None
    assert left() == {0}


def test_nobody_is_told_the_rest_of_a_long_action_whose_length_was_not_said():
    table = opened().send(BeginLong(seat=GM, who="Ari", name="marche"))
    assert {one.long_left for one in engine.view(table.state, ORGANISER).fighters} == {0}


@pytest.mark.clause("SK-DBL-1", "SK-DBL-2", "SK-DBL-3", "SK-DBL-4", "SK-DBL-5")
def test_two_weapons_two_blows_in_one_slot_each_with_a_die_less_and_minus_five():
    table = Table(man("Ari", "one", "sword", "knife", traits=quick(20)), man("Bo", "two"), rulings="ask")
    table.begin().announce(Ari=2, Bo=0).to(2).send(strike("Ari", "Bo", second="knife"))
    assert (table.need.code, table.need.offered) == ("skirmish-two-weapon-malus", -5)
    table.rule(-5)
    first = table.pool
    table.flat(1).choose("none").rule(-7)
    second = table.pool
    table.flat(1)

    assert (first.dice, first.flat) == (3, 4 - 5)
    assert (second.dice, second.flat) == (3, 4 - 7)
    assert table.slots("Ari") == {2: "used", 4: "open"}
    assert [effect.code for effect in table.of("Ari").effects] == ["declared"]


@pytest.mark.clause("SK-DBL-4")
def test_the_die_of_a_double_action_may_last_the_turn_by_setting():
    short, long = (
        Table(man("Ari", "one", "sword", "knife", traits=quick(20)), man("Bo", "two"), double_penalty_scope=scope)
        .begin()
        .announce(Ari=2, Bo=0)
        .to(2)
        .send(strike("Ari", "Bo", second="knife"))
        .flat(2)
        .choose("none")
        .flat(2)
        for scope in ("halves", "rest_of_turn")
    )
    assert [effect.code for effect in short.of("Ari").effects] == ["declared"]
    assert [effect.code for effect in long.of("Ari").effects] == ["declared", "double"]


def surviving(*, success: bool, segment: int = 2, rulings: str = "sheet", **actions: int) -> Table:
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two"), rulings=rulings).begin().announce(**actions)
    table.to(segment).send(Survive(seat=ANA, who="Ari"))
    return table.roll(6 if success else 2)


@pytest.mark.clause("SK-SRV-1")
def test_only_the_player_decides_on_survival_mode():
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two")).begin().announce().to(2)

    assert table.refused(Survive(seat=GM, who="Ari")) == ("SK-SRV-1", "skirmish-survival-is-the-players")
    assert table.refused(Survive(seat=BEN, who="Ari"))[1] == "not-your-seat"
    assert not any("veto" in kind.__name__.lower() for kind in engine.commands.__args__)


@pytest.mark.clause("SK-SRV-2")
def test_survival_mode_is_a_reaction_roll_of_fifteen_or_more():
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two"), rulings="ask").begin().announce().to(2)
    table.send(Survive(seat=ANA, who="Ari"))
    assert table.need.offered == 15
    assert table.refused(Rule(value=14))[0] == "SK-SRV-2"
    table.rule(18)
    assert (table.pool.roll, table.pool.difficulty, table.pool.dice) == ("survival", 18, 1)


@pytest.mark.clause("SK-SRV-3", "SK-SRV-4", "SK-SRV-5")
def test_success_starts_survival_now_failure_in_the_next_segment():
    table = surviving(success=True, Ari=1)
    assert table.slots("Ari") == {2: "open", 3: "open", 4: "open", 5: "open"}
    assert build(table.state, table.of("Ari"), "x", "swords", Use.ATTACK).dice == 1
    table = surviving(success=False, Ari=1)
    assert table.slots("Ari") == {3: "open"}
    assert table.to(3, acting=False).slots("Ari") == {3: "open", 4: "open", 5: "open"}


@pytest.mark.clause("SK-SRV-5")
def test_undeclared_penalties_already_gained_add_to_survivals():
    table = Table(man("Ari", "one", seat=ANA, traits={"swords": Trait(7, 4)}), man("Bo", "two")).begin().announce()
    table.send(Dodge(seat=ANA, who="Ari")).flat(3).to(2).send(Survive(seat=ANA, who="Ari")).roll(6)

    assert build(table.state, table.of("Ari"), "x", "swords", Use.ATTACK).dice == 7 - 4 - 1


@pytest.mark.clause("SK-SRV-6", "SK-SRV-12")
def test_a_slot_used_in_the_starting_segment_is_not_given_again_and_struck_ones_stay_struck():
    table = Table(man("Ari", "one", seat=ANA, traits=quick(20)), man("Bo", "two")).begin().announce(Ari=5).to(2)
    table.set("Ari", slots=tuple(slot for slot in table.of("Ari").slots if slot.segment != 4))
    table.send(strike("Ari", "Bo")).flat(1).choose("none").send(Survive(seat=ANA, who="Ari")).roll(6)
    assert table.slots("Ari") == {1: "passed", 2: "used", 3: "open", 4: "open", 5: "open"}

    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two")).begin().announce(Ari=0).to(2).set("Ari", losses=2)
    table.send(Survive(seat=ANA, who="Ari")).roll(6)
    assert table.slots("Ari") == {2: "struck", 3: "struck", 4: "open", 5: "open"}


@pytest.mark.clause("SK-SRV-7")
def test_survival_that_starts_with_a_turn_needs_no_announcement_and_ends_with_it():
    table = surviving(success=False, segment=5, Ari=0).next_turn()
    assert table.of("Ari").declared == 5
    assert table.state.order == ("Ari", "Bo")
    table.announce()
    assert tuple(table.slots("Ari")) == (1, 2, 3, 4, 5)
    assert table.next_turn().of("Ari").survival is False


@pytest.mark.clause("SK-SRV-8")
def test_a_long_action_ends_when_survival_starts_not_when_it_is_asked_for():
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two")).begin().announce()
    table.send(BeginLong(seat=ANA, who="Ari", name="soins")).to(2).send(Survive(seat=ANA, who="Ari")).roll(2)
    assert table.of("Ari").long is not None
    assert table.to(3, acting=False).of("Ari").long is None


@pytest.mark.clause("SK-SRV-9", "SK-SRV-11")
def test_one_roll_is_enough_and_a_critical_failure_is_an_ordinary_one():
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two")).begin().announce().to(2)
    table.send(Survive(seat=ANA, who="Ari")).roll(1)
    assert table.of("Ari").survival_at == Moment(1, 3)
    assert table.refused(Survive(seat=ANA, who="Ari")) == ("SK-SRV-9", "skirmish-survival-asked")


@pytest.mark.clause("SK-SRV-10")
def test_whoever_is_attacked_may_switch_and_swap_the_new_slot_for_a_dodge():
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two", seat=BEN)).begin().announce(Bo=0).to(3)
    table.send(strike("Ari", "Bo")).flat(6)
    assert table.refused(Choose(seat=GM, option="survive")) == ("SK-SRV-1", "skirmish-survival-is-the-players")
    offered = {seat: {one.option for one in engine.legal(table.state, seat)} for seat in (GM, BEN)}
    assert offered == {GM: {"none", "dodge", "acrobatic"}, BEN: {"none", "dodge", "acrobatic", "survive"}}
    table.send(Choose(seat=BEN, option="survive")).roll(6)
    assert "dodge-slot" in table.need.options
    table.send(Choose(seat=BEN, option="dodge-slot")).send(Roll(faces=(1,)))
    assert table.slots("Bo")[3] == "swapped"
    assert [effect.code for effect in table.of("Bo").effects] == ["declared"]


@pytest.mark.clause("SK-CON-1", "SK-CON-4", "SK-CON-8")
def test_lost_actions_strike_the_next_slots_add_up_and_leave_dodging_alone():
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(Bo=4).to(1)
    effects_of(table, lambda scene: lose_actions(scene, "Bo", 1))
    effects_of(table, lambda scene: lose_actions(scene, "Bo", 1))
    assert table.slots("Bo") == {1: "struck", 2: "struck", 4: "open", 5: "open"}
    assert build(table.state, table.of("Bo"), "x", "swords", Use.ATTACK).dice == 2
    table.to(2, acting=False)
    assert table.refused(Delay(seat=GM, who="Bo")) == ("SK-DLY-3", "skirmish-no-slot")
    assert table.refused(Dodge(seat=GM, who="Bo", swap=True)) == ("SK-ACT-4", "skirmish-no-slot-to-swap")
    assert table.send(Dodge(seat=GM, who="Bo")).flat(3).of("Bo").effects[-1].code == "undeclared"


@pytest.mark.clause("SK-CON-2")
@pytest.mark.parametrize(("carries", "struck"), [(True, {3: "struck"}), (False, {3: "open"})])
def test_a_loss_with_no_slot_left_strikes_the_first_of_the_next_turn_then_lapses(carries, struck):
    table = Table(man("Ari", "one"), man("Bo", "two"), lost_action_carries=carries).begin().announce().to(4)
    effects_of(table, lambda scene: lose_actions(scene, "Bo", 1))
    assert table.next_turn().announce().slots("Bo") == struck
    assert table.next_turn().announce().slots("Bo") == {3: "open"}


def test_a_fight_waits_for_nothing_once_it_is_over():
    table = opened().send(EndFight())

    assert table.state.step is FightStep.OVER
    assert engine.awaits(table.state, ORGANISER) == ()
    assert clash(man("Ari", "one"), man("Bo", "two")).state.segment == 3
