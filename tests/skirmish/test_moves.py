"""Movement, engaging and leaving, posture, drawing [sections 15 to 17, 27 and 34]."""

from __future__ import annotations

from fractions import Fraction

import pytest

from heraut.kernel.names import ORGANISER
from heraut.skirmish import engine
from heraut.skirmish.answers import Override
from heraut.skirmish.disengage import Disengage, GetUp
from heraut.skirmish.fighter import Posture
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Dodge, Jump, Move, Slow, TakePosture
from heraut.skirmish.sums import fast_bonus
from heraut.skirmish.tables import grounds
from heraut.skirmish.weapons import Draw, PickedUp, PickUp
from skirmish.build import Table, clash, man, quick, strike, two

GM = ORGANISER


def opened(**options: object) -> Table:
    return Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), **options).begin().announce(rest=0)


@pytest.mark.clause("SK-MOV-1", "SK-MOV-2")
def test_the_worked_example_runs_at_eight():
    table = opened().send(Move(seat=GM, who="Ari"))
    assert table.of("Ari").motion.speed == 4
    table.send(Move(seat=GM, who="Ari", fast=True))
    assert (table.pool.roll, table.parts["athletics"]) == ("fast-move", (3, 2))
    table.send(Override(number="result", value=23))
    assert table.of("Ari").motion.speed == 8


@pytest.mark.clause("SK-MOV-2", "SK-MOV-3")
@pytest.mark.parametrize(
    ("ground", "base", "bonus"),
    [
        ("flat", 4, (3, 3.5, 4, 4.5, 5)),
        ("rough", 2, (2, 2.5, 3, 3.5, 4)),
        ("stairs_down", 2, (1, 1.5, 2, 2.5, 3)),
        ("stairs_up", Fraction(4, 3), (0.5, 1, 1.5, 2, 2.5)),
        ("crouched", 1.5, (0.5, 1, 1.5, 2, 2.5)),
        ("ladder", 1, (0.5, 0.75, 1, 1.25, 1.5)),
        ("crawl", 1, (0.25, 0.5, 0.75, 1, 1.25)),
        ("crowd", 2, (2, 2.5, 3, 3.5, 4)),
        ("dense_crowd", 1, (1, 1.5, 2, 2.5, 3)),
    ],
)
def test_every_ground_has_its_speed_and_its_five_bands(ground, base, bonus):
    assert grounds()[ground].speed(4) == base
    edges = ((1, 10), (11, 20), (21, 30), (31, 40), (41, 99))
    assert [fast_bonus(ground, total, critical=False) for band in edges for total in band] == [
        worth for worth in bonus for _ in range(2)
    ]


@pytest.mark.clause("SK-MOV-4")
def test_nothing_below_one_or_on_a_critical_failure():
    assert fast_bonus("flat", 0, critical=False) == 0
    assert fast_bonus("flat", 30, critical=True) == 0
    table = opened().send(Move(seat=GM, who="Ari", fast=True)).flat(1)
    assert table.of("Ari").motion.speed == 4


@pytest.mark.clause("SK-MOV-5")
def test_in_a_crowd_the_player_chooses_strength_or_agility():
    table = opened().send(Move(seat=GM, who="Ari", ground="crowd", fast=True, trait="agility"))
    assert table.parts == {"agility": (4, 0)}
    table.flat(2).send(Move(seat=GM, who="Bo", ground="crowd", fast=True, trait="strength"))
    assert table.parts == {"strength": (3, 0)}
    assert table.flat(2).refused(Move(seat=GM, who="Ari", fast=True, trait="strength"))[0] == "SK-MOV-5"


@pytest.mark.clause("SK-MOV-6")
@pytest.mark.parametrize(("lasts", "speed"), [("turn", Fraction(15, 2)), ("segment", None)])
def test_a_sprint_lasts_the_turn_or_the_segment_by_setting(lasts, speed):
    table = opened(fast_move_duration=lasts).send(Move(seat=GM, who="Ari", fast=True)).flat(3).to(2)
    motion = table.of("Ari").motion
    assert (motion.speed if motion else None) == speed
    assert table.next_turn().of("Ari").motion is None


@pytest.mark.clause("SK-MOV-7")
def test_speeds_the_game_master_lowers_are_shown_to_everybody_at_once():
    table = opened().send(Slow(by=Fraction(3, 2)))
    assert engine.view(table.state, None).slowed == (("", Fraction(3, 2)),)
    assert table.send(Move(seat=GM, who="Ari")).of("Ari").motion.speed == Fraction(5, 2)
    assert table.refused(Slow(by=Fraction(-1))) == ("SK-MOV-7", "skirmish-slow-negative")


@pytest.mark.clause("SK-MOV-8")
def test_movement_goes_with_another_action_and_a_sprint_may_be_swapped_for_the_slot():
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two")).begin().announce(Ari=1).to(3, acting=False)
    table.send(Move(seat=GM, who="Ari", fast=True)).flat(3).to(3).send(strike("Ari", "Bo"))
    assert table.pool.dice == 4
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(Ari=1).to(3, acting=False)
    table.send(Move(seat=GM, who="Ari", fast=True, swap=True)).flat(3)
    assert (table.slots("Ari"), table.of("Ari").effects) == ({3: "swapped"}, ())


@pytest.mark.clause("SK-MOV-9", "SK-DOD-4")
def test_a_jump_is_undeclared_and_its_dodge_is_announced_with_it_or_not_at_all():
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), rulings="ask").begin().announce()
    table.to(3, acting=False).send(Jump(seat=GM, who="Bo"))
    assert table.need.code == "skirmish-jump-difficulty"
    table.rule(12)
    assert (table.pool.difficulty, table.parts["athletics"]) == (12, (3, 2))
    table.flat(3).to(3).send(strike("Ari", "Bo")).flat(6)
    assert table.need.options == ("none", "survive")

    table = opened().send(Jump(seat=GM, who="Ari", acrobatic=True, dodge="dodge")).flat(3)
    assert table.pool.roll == "dodge"
    assert table.pool.dice == 3
    table.flat(3)
    assert table.of("Ari").dodge.total == 12
    assert sum(effect.dice for effect in table.of("Ari").effects) == 2


@pytest.mark.clause("SK-CMV-1", "SK-CMV-2", "SK-CMV-3", "SK-CMV-5", "SK-TMV-5")
def test_combat_movement_costs_one_metre_a_second_and_adds_the_body_feint_to_shots():
    table = Table(man("Ari", "one", "bow", traits=quick(20)), man("Bo", "two")).begin().announce().to(3, acting=False)
    table.send(Move(seat=GM, who="Bo", fast=True, evading=True)).flat(3)
    assert table.of("Bo").motion.speed == 4 + Fraction(7, 2) - 1
    table.to(3).send(Shoot(seat=GM, who="Ari", target="Bo", weapon="bow", distance=20, direction="zigzag"))
    assert table.aims == {"short": 5, "human": 0, "zigzag": 15, "body_feint": 4}
    slow = opened().send(Slow(by=Fraction(50))).send(Move(seat=GM, who="Ari", fast=True, evading=True)).flat(3)
    assert slow.of("Ari").motion.speed == 0


@pytest.mark.clause("SK-CMV-4")
def test_combat_movement_needs_room():
    table = opened()
    for place in ({"ground": "ladder"}, {"narrow": True}):
        command = Move(seat=GM, who="Ari", fast=True, evading=True, **place)
        assert table.refused(command) == ("SK-CMV-4", "skirmish-no-room-to-evade")


# --- engaging


@pytest.mark.clause("SK-ENG-1", "SK-ENG-2", "SK-ENG-3")
@pytest.mark.parametrize(
    ("attack", "choice", "dodge", "engaged"),
    [(6, "none", 0, True), (1, "none", 0, True), (2, "dodge", 6, False), (2, "dodge", 1, True), (6, "dodge", 6, True)],
)
def test_a_rush_engages_unless_a_dodge_avoids_it(attack, choice, dodge, engaged):
    table = two().send(strike("Ari", "Bo")).flat(attack).choose(choice)
    if dodge:
        table.flat(dodge)
    while table.need is not None:
        table.flat(1)

    assert bool(table.state.melee) is engaged


@pytest.mark.clause("SK-ENG-4", "SK-ENG-5")
def test_an_engaged_fighter_strikes_dodges_orders_and_draws_but_does_not_shoot_or_run():
    table = two("bow").engage("Ari", "Bo")
    shot = Shoot(seat=GM, who="Ari", target="Bo", weapon="bow", distance=5)
    assert table.refused(shot) == ("SK-ENG-4", "skirmish-engaged-cannot-shoot")
    table = two("javelin").engage("Ari", "Bo").send(Draw(seat=GM, who="Ari", weapon="knife"))
    assert table.send(strike("Ari", "Bo", "javelin")).pool.roll == "attack"


@pytest.mark.clause("SK-ENG-6", "SK-ENG-10", "SK-ENG-11")
def test_with_no_hit_and_no_follower_one_gets_away_unless_the_dodge_is_a_critical_failure():
    def leave(face: int) -> Table:
        table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two")).engage("Ari", "Bo").to(4)
        table.send(Disengage(seat=GM, who="Ari"))
        assert table.pool.roll == "dodge"
        table.flat(face)
        return table.choose("none") if table.need is not None else table

    assert leave(4).state.melee == frozenset()
    assert leave(1).state.melee == {("Ari", "Bo")}
    assert leave(4).of("Ari").effects[-1].of == "dodge"
    again = leave(4).next_turn().announce().to(3).send(strike("Ari", "Bo")).flat(6).choose("none").flat(1).flat(6)
    assert again.state.melee == {("Ari", "Bo")}


@pytest.mark.clause("SK-ENG-7", "SK-ENG-9")
@pytest.mark.parametrize(("face", "free"), [(6, False), (1, True)])
def test_an_opponent_with_an_action_strikes_at_plus_five_and_a_hit_stops_it(face, free):
    table = two().engage("Ari", "Bo").send(Disengage(seat=GM, who="Ari", swap=True)).flat(3)
    assert table.need.options == ("none", "strike", "trip", "trip-strength", "grapple")
    table.choose("strike")
    assert table.parts["parting"] == (0, 5)
    table.flat(face)
    while table.need is not None:
        table.flat(1)

    assert (table.state.melee == frozenset()) is free
    assert table.slots("Bo") == {3: "used"}


@pytest.mark.clause("SK-ENG-8", "SK-ENG-9", "SK-ENG-10")
@pytest.mark.parametrize(("face", "stays"), [(3, True), (4, True), (2, False)])
def test_an_opponent_without_one_follows_with_a_dodge_at_least_as_good(face, stays):
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two")).engage("Ari", "Bo").to(4)
    table.send(Disengage(seat=GM, who="Ari")).flat(3).choose("follow").flat(face)

    assert bool(table.state.melee) is stays
    assert table.of("Bo").effects[-1].code == "undeclared"


@pytest.mark.clause("SK-ENG-10")
def test_against_several_each_follower_stays_and_one_hit_makes_it_fail():
    roster = man("Ari", "one", traits=quick(20)), man("Bo", "two"), man("Cy", "two")
    table = clash(*roster).engage("Ari", "Bo").engage("Ari", "Cy").to(4)
    table.send(Disengage(seat=GM, who="Ari")).flat(3).choose("follow").flat(5).choose("none")
    assert table.state.melee == {("Ari", "Bo")}

    table = Table(*roster).begin().announce(Bo=1, rest=0).to(3).engage("Ari", "Bo").engage("Ari", "Cy")
    table.send(Disengage(seat=GM, who="Ari")).flat(2).choose("strike").flat(6)
    while table.need is not None:
        table.flat(1)
    assert table.state.melee == {("Ari", "Bo"), ("Ari", "Cy")}


# --- posture


@pytest.mark.clause("SK-POS-1")
@pytest.mark.parametrize("posture", ["crouched", "prone"])
def test_crouched_or_prone_every_dodge_has_minus_five(posture):
    table = opened().send(TakePosture(seat=GM, who="Ari", posture=posture)).send(Dodge(seat=GM, who="Ari"))

    assert table.parts[posture] == (0, -5)


@pytest.mark.clause("SK-POS-2", "SK-POS-3")
@pytest.mark.parametrize(("posture", "seconds"), [("crouched", 1), ("prone", 2)])
def test_getting_up_takes_one_or_two_seconds_with_dodges_only(posture, seconds):
    table = Table(man("Ari", "one"), man("Bo", "two")).begin().announce(rest=5).to(1)
    table.send(TakePosture(seat=GM, who="Ari", posture=posture)).send(GetUp(seat=GM, who="Ari"))
    assert table.refused(strike("Ari", "Bo")) == ("SK-POS-3", "skirmish-rising")
    assert table.slots("Ari")[1] == "open"
    table.to(seconds, acting=False)
    if seconds == 2:
        table.send(Dodge(seat=GM, who="Ari"))
        assert table.parts["prone"] == (0, -5)
        table.flat(3)
    assert table.of("Ari").posture == posture
    assert table.to(seconds + 1).of("Ari").posture == "standing"


@pytest.mark.clause("SK-POS-3", "SK-TRP-5")
def test_in_melee_getting_up_is_resolved_like_a_disengagement_and_leaves_one_engaged():
    table = two().engage("Ari", "Bo").set("Ari", posture=Posture.PRONE)
    table.send(GetUp(seat=GM, who="Ari")).flat(3).choose("none")

    assert table.of("Ari").posture == "standing"
    assert table.state.melee == {("Ari", "Bo")}
    table = two().engage("Ari", "Bo").set("Ari", posture=Posture.PRONE)
    table.send(GetUp(seat=GM, who="Ari")).flat(2).choose("strike").flat(6)
    while table.need is not None:
        table.flat(1)
    assert table.of("Ari").posture == "prone"


# --- drawing


@pytest.mark.clause("SK-DRW-1")
@pytest.mark.parametrize(("costs", "codes"), [(False, []), (True, ["drawing"])])
def test_drawing_at_normal_pace_is_free_unless_the_setting_makes_it_cost_a_die(costs, codes):
    table = opened(draw_costs_die=costs).send(Draw(seat=GM, who="Ari", weapon="knife"))

    assert table.of("Ari").held == ("sword", "knife")
    assert [effect.code for effect in table.of("Ari").effects] == codes
    assert table.refused(Draw(seat=GM, who="Ari", weapon="knife")) == ("SK-DRW-1", "skirmish-cannot-draw")


@pytest.mark.clause("SK-DRW-2", "SK-DRW-4", "SK-DRW-5")
@pytest.mark.parametrize(("place", "malus"), [("belt", -3), ("sheath", -5), ("pocket", -7)])
def test_drawing_and_striking_at_once_costs_a_die_and_a_malus_by_the_place(place, malus):
    table = two().send(strike("Ari", "Bo", "knife", draw=place))

    assert table.parts == {"swords": (5, 4), "double": (-1, 0), place: (0, malus)}
    assert "knife" in table.of("Ari").held
    assert two().refused(strike("Ari", "Bo", "knife")) == ("SK-DRW-1", "skirmish-not-in-hand")


@pytest.mark.clause("SK-DRW-3")
def test_a_shot_drawn_at_once_is_a_snap_shot():
    table = Table(man("Ari", "one", traits=quick(20)), man("Bo", "two"), snap_shot_malus=-4).begin().announce().to(3)
    table.send(Shoot(seat=GM, who="Ari", target="Bo", weapon="javelin", distance=5, draw="belt"))

    assert table.parts == {"bows": (4, 5), "double": (-1, 0), "belt": (0, -3), "snap-shot": (0, -4)}


@pytest.mark.clause("SK-CON-7")
def test_picking_up_what_was_dropped_is_a_declared_action():
    table = two().set("Ari", right="", dropped=("sword",)).send(PickUp(seat=GM, who="Ari", weapon="sword"))

    assert table.of("Ari").held == ("sword",)
    assert table.slots("Ari") == {3: "used"}
    assert table.told(PickedUp)[0].weapon == "sword"
