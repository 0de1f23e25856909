"""Held at bay, and the duel [section 33]."""

from __future__ import annotations

import pytest

from heraut.kernel.names import ORGANISER
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce
from heraut.skirmish.answers import Override
from heraut.skirmish.ending import EndFight
from heraut.skirmish.engagement import precedence
from heraut.skirmish.game_master import PutAside
from heraut.skirmish.sheet import Trait
from heraut.skirmish.standoff import BreakStare, Defy, DuelBegan, DuelBroken, FaceOff, HoldAtBay, Stare
from skirmish.build import Table, clash, man, strike

GM = ORGANISER


def result(table: Table, value: int) -> Table:
    return table.send(Override(number="result", value=value))


def held(**options: object) -> Table:
    return clash(man("Ari", "one"), man("Bo", "two"), **options).send(HoldAtBay(captor="Bo", captive="Ari"))


@pytest.mark.clause("SK-BAY-1")
def test_acting_at_bay_takes_courage_and_the_level_of_the_act():
    table = held(rulings="ask")
    assert table.refused(strike("Ari", "Bo")) == ("SK-BAY-1", "skirmish-at-bay")
    table.send(Defy(seat=GM, who="Ari", trait="swords"))
    assert (table.need.code, table.need.offered) == ("skirmish-bay-difficulty", 15)
    table.rule(18)
    assert (table.pool.difficulty, table.parts) == (18, {"courage": (2, 3), "swords": (0, 4)})


@pytest.mark.clause("SK-BAY-2")
def test_whoever_fails_does_not_move_in_the_segment():
    table = result(held().send(Defy(seat=GM, who="Ari", trait="swords")), 14)
    assert table.refused(Defy(seat=GM, who="Ari", trait="swords")) == ("SK-BAY-2", "skirmish-cowed")
    assert table.of("Ari").effect("at-bay") is not None
    assert table.to(4).of("Ari").effect("cowed") is None


@pytest.mark.clause("SK-BAY-3", "SK-BAY-4")
@pytest.mark.parametrize(("mine", "theirs", "first"), [(15, 10, "Ari"), (14, 10, "Bo"), (10, 20, "Bo")])
def test_winning_the_reaction_by_five_goes_first_otherwise_the_captor_does(mine, theirs, first):
    table = held(rulings="ask").send(Defy(seat=GM, who="Ari", trait="swords")).rule(15)
    result(table, 15).choose("contest")
    assert table.need.code == "skirmish-watchfulness"
    table.rule(2)
    assert table.pool.who == "Ari"
    result(table, mine)
    assert table.parts["watchfulness"] == (0, 2)
    result(table, theirs)
    assert precedence(table.state, "Ari", "Bo", melee=True).first == first
    if first == "Bo":
        assert table.refused(strike("Ari", "Bo"))[1] == "skirmish-not-first"
    else:
        assert table.send(strike("Ari", "Bo")).pool.roll == "attack"


@pytest.mark.clause("SK-BAY-4")
def test_without_a_contest_the_captor_acts_first():
    table = result(held().send(Defy(seat=GM, who="Ari", trait="swords")), 15).choose("none")
    assert precedence(table.state, "Ari", "Bo", melee=True).first == "Bo"


# --- the duel


def duel(**fields: object) -> Table:
    table = clash(man("Ari", "one", "bow", **fields), man("Bo", "two", "bow", **fields))
    return table.send(FaceOff(who="Ari", target="Bo", weapon="bow", other_weapon="bow", distance=15))


@pytest.mark.clause("SK-DUE-1", "SK-DUE-2")
@pytest.mark.parametrize(
    ("mine", "theirs", "bonus"),
    [(10, 10, (0, 0)), (11, 10, (1, 0)), (14, 10, (1, 0)), (15, 10, (2, 0)), (10, 20, (0, 3))],
)
def test_each_second_the_better_stare_gains_one_per_level_of_difference(mine, theirs, bonus):
    table = duel().send(Stare())
    assert table.parts == {"courage": (2, 3), "bows": (0, 5)}
    result(result(table, mine), theirs)
    assert (table.state.duel.bonus, table.state.duel.other_bonus) == bonus


@pytest.mark.clause("SK-DUE-1", "SK-DUE-2", "SK-DUE-3")
def test_bonuses_add_up_for_each_and_count_at_the_break():
    table = duel()
    for mine, theirs in ((15, 10), (16, 10), (10, 11)):
        result(result(table.send(Stare()), mine), theirs)
    assert (table.state.duel.bonus, table.state.duel.other_bonus) == (4, 1)
    table.send(BreakStare(seat=GM, who="Bo"))
    assert table.parts == {"reaction": (1, 10), "bows": (0, 5), "stare": (0, 4)}
    result(table, 10)
    assert table.parts["stare"] == (0, 1)


@pytest.mark.clause("SK-DUE-3")
def test_the_better_total_shoots_first_and_the_others_shot_counts_his_wounds():
    table = duel(wound_penalties=(2,)).send(BreakStare(seat=GM, who="Ari"))
    result(result(table, 20), 21)
    assert (table.pool.who, table.pool.roll) == ("Bo", "shot")
    result(result(result(table, 9), 11), 10)
    assert table.of("Ari").wounds == 1
    assert (table.pool.who, table.parts["wounds"]) == ("Ari", (-2, 0))
    frail = duel(wound_levels=1).send(BreakStare(seat=GM, who="Ari"))
    result(result(result(result(result(frail, 20), 21), 9), 11), 10)
    assert (frail.of("Ari").out, frail.need) == ("unconscious", None)


@pytest.mark.clause("SK-DUE-4")
def test_equal_totals_shoot_at_the_same_time():
    table = duel(wound_levels=1, wound_penalties=(2,)).send(BreakStare(seat=GM, who="Ari"))
    result(result(table, 20), 20)
    result(result(result(table, 9), 11), 10)
    assert table.of("Bo").out == "unconscious"
    assert (table.pool.who, table.pool.roll, "wounds" in table.parts) == ("Bo", "shot", False)
    result(result(result(table, 9), 11), 10)
    assert (table.of("Ari").out, table.state.duel) == ("unconscious", None)


def test_one_duel_at_a_time_between_two_who_can_shoot():
    again = FaceOff(who="Ari", target="Bo", weapon="bow", other_weapon="bow", distance=15)
    assert duel().refused(again) == ("SK-DUE-1", "skirmish-duel-under-way")
    table = clash(man("Ari", "one", traits={"courage": Trait(1, 1)}), man("Bo", "two"))
    bad = FaceOff(who="Ari", target="Bo", weapon="sword", other_weapon="bow", distance=15)
    assert table.refused(bad) == ("SK-MIS-2", "skirmish-not-a-missile")
    assert not table.told(DuelBegan)


@pytest.mark.clause("SK-DUE-1", "SK-DUE-3")
def test_a_duel_of_which_one_is_out_ends_without_a_roll_and_another_may_begin():
    again = FaceOff(who="Ari", target="Cy", weapon="bow", other_weapon="bow", distance=15)
    table = clash(man("Ari", "one", "bow"), man("Bo", "two", "bow"), man("Cy", "two", "bow"))
    table.send(FaceOff(who="Ari", target="Bo", weapon="bow", other_weapon="bow", distance=15))
    table.send(PutAside(who="Bo", how="gone"))
    assert table.refused(Stare()) == ("SK-DUE-1", "skirmish-no-duel")
    table.send(BreakStare(seat=GM, who="Ari"))
    assert table.last == (DuelBroken(who="Ari"),)
    assert table.send(again).state.duel is not None


@pytest.mark.clause("SK-DUE-1", "HOUSE-PHASE-1")
def test_after_the_fight_nobody_stares_or_shoots():
    table = duel().send(EndFight())
    for command in (
        Stare(),
        BreakStare(seat=GM, who="Ari"),
        FaceOff(who="Ari", target="Bo", weapon="bow", other_weapon="bow", distance=15),
    ):
        assert table.refused(command) == ("HOUSE-PHASE-1", "wrong-phase")


@pytest.mark.clause("SK-TURN-4")
def test_a_duel_that_puts_out_the_last_to_announce_lets_the_turn_go_on():
    table = Table(man("Ari", "one", "bow", wound_levels=1), man("Bo", "two", "bow", wound_levels=1)).begin()
    table.send(FaceOff(who="Ari", target="Bo", weapon="bow", other_weapon="bow", distance=15))
    last = table.state.order[1]
    table.send(Announce(seat=GM, who=table.state.order[0], actions=1)).send(BreakStare(seat=GM, who="Ari"))
    first = last != "Ari"
    result(result(table, 21 if first else 20), 20 if first else 21)
    result(result(result(table, 9), 11), 10)
    assert (table.of(last).out, table.state.step.value, table.state.segment) == ("unconscious", "opening", 1)


@pytest.mark.clause("SK-DUE-3", "SK-DICE-20")
def test_whoever_may_dodge_a_javelin_in_a_duel_is_told_the_odds_of_that_throw():
    table = clash(man("Ari", "one", "javelin"), man("Bo", "two", "javelin"))
    table.send(FaceOff(who="Ari", target="Bo", weapon="javelin", other_weapon="javelin", distance=15))
    result(result(table.send(BreakStare(seat=GM, who="Ari")), 20), 10)
    assert (table.pool.who, table.pool.roll, table.pool.difficulty) == ("Ari", "shot", 15)
    threat = engine.view(result(table, 30).state, GM).threat
    assert (threat.attacker, threat.total, threat.defence) == ("Ari", 30, 15)
