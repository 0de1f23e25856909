"""Thrown and missile weapons [section 26]."""

from __future__ import annotations

from fractions import Fraction

import pytest

from heraut.kernel.names import ORGANISER
from heraut.skirmish import engine
from heraut.skirmish.answers import Override
from heraut.skirmish.attack import BlowRead
from heraut.skirmish.chances import ChanceView
from heraut.skirmish.dodges import Dodge
from heraut.skirmish.game_master import CallRoll
from heraut.skirmish.missiles import BystanderHit, Shoot
from heraut.skirmish.moves import Move, StartFall
from heraut.skirmish.settings import Rounding
from heraut.skirmish.sums import SeenTarget, fall_row, movement_part, size_part, target_parts, visibility_part
from heraut.skirmish.tables import sizes
from skirmish.build import Table, clash, man, quick, strike

GM = ORGANISER


def shot(distance: int = 20, weapon: str = "bow", target: str = "Bo", **fields: object) -> Shoot:
    return Shoot(seat=GM, who="Ari", target=target, weapon=weapon, distance=distance, **fields)


def archer(weapon: str = "bow", *others: object, **options: object) -> Table:
    return clash(man("Ari", "one", weapon, traits=quick(20)), man("Bo", "two"), *others, **options)


def result(table: Table, value: int) -> Table:
    return table.send(Override(number="result", value=value))


def own_chances(table: Table) -> tuple[ChanceView, ...]:
    """What Ari's player is told of his attacks."""
    ari = next(one for one in engine.view(table.state, GM).fighters if one.id == "Ari")
    assert ari.own is not None
    return ari.own.chances


@pytest.mark.clause("SK-MIS-1", "SK-MIS-2", "SK-MIS-3")
@pytest.mark.parametrize(
    ("distance", "row", "difficulty"),
    [
        (0, "short", 5),
        (20, "short", 5),
        (21, "medium", 15),
        (50, "medium", 15),
        (100, "long", 20),
        (150, "extreme", 25),
    ],
)
def test_the_distance_gives_the_base_difficulty(distance, row, difficulty):
    assert archer().send(shot(distance)).aims == {row: difficulty, "human": 0}


@pytest.mark.clause("SK-MIS-2")
def test_beyond_extreme_range_there_is_no_shot():
    assert archer().refused(shot(151)) == ("SK-MIS-2", "skirmish-out-of-range")


@pytest.mark.clause("SK-MIS-4")
@pytest.mark.parametrize(("total", "hits"), [(4, False), (5, True)])
def test_a_shot_hits_when_it_reaches_its_difficulty(total, hits):
    table = result(archer().send(shot()), total)
    assert table.told(BlowRead)[0].hit is hits


@pytest.mark.clause("SK-MIS-4", "SK-DOD-7")
@pytest.mark.parametrize(
    ("total", "dodge", "final", "hits"), [(20, 20, 20, False), (21, 20, 20, True), (5, 4, 5, True)]
)
def test_a_dodge_replaces_the_difficulty_and_must_then_be_exceeded(total, dodge, final, hits):
    table = result(archer("javelin").send(shot(10, "javelin")), total).choose("dodge")
    (blow,) = result(table, dodge).told(BlowRead)
    assert (blow.defence, blow.hit) == (final, hits)


@pytest.mark.clause("SK-MIS-4", "SK-DMG-7")
def test_margin_dice_count_from_the_value_used_and_a_bow_has_its_own_dice():
    table = result(archer().send(shot()), 26)
    assert table.parts == {"weapon-dice": (3, 2), "margin": (2, 0)}
    thrown = result(archer("javelin").send(shot(10, "javelin")), 9).choose("none")
    assert thrown.parts == {"strength": (3, 0), "weapon": (0, 2)}


@pytest.mark.clause("SK-DOD-3")
def test_against_an_arrow_only_a_dodge_announced_before_counts():
    table = result(archer().send(shot()), 30)
    assert table.pool.roll == "damage"
    ready = Table(man("Ari", "one", "bow", traits=quick(20)), man("Bo", "two")).begin().announce().to(3, acting=False)
    ready.send(Dodge(seat=GM, who="Bo")).flat(6).to(3)
    assert result(ready.send(shot()), 26).told(BlowRead)[0].hit is False


@pytest.mark.clause("SK-SIZ-1", "SK-SIZ-2", "SK-SIZ-3")
def test_sizes_are_the_eight_of_the_table_or_any_number_between_them():
    assert {id: row.difficulty for id, row in sizes().items()} == {
        "eye": 20, "mouse": 15, "cat": 10, "wolf": 5, "human": 0, "horse": -5, "giant": -10, "dragon": -15,
    }  # fmt: skip
    assert size_part(7).flat == 7
    assert archer().refused(shot(surface=21)) == ("SK-SIZ-3", "skirmish-no-such-size")
    assert archer().refused(shot(surface=-16)) == ("SK-SIZ-3", "skirmish-no-such-size")
    assert clash(man("Ari", "one", "bow", traits=quick(20)), man("Bo", "two", size="giant")).send(shot()).aims == {
        "short": 5,
        "giant": -10,
    }


@pytest.mark.clause("SK-COV-1", "SK-COV-2")
def test_cover_replaces_the_size_of_the_whole():
    assert archer().send(shot(surface=10)).aims == {"short": 5, "size": 10}


@pytest.mark.clause("SK-PRE-5")
def test_a_missile_aimed_at_a_zone_uses_its_size_and_has_its_effect():
    table = Table(man("Ari", "one", "bow", traits=quick(20)), man("Bo", "two"), rulings="ask").begin().announce().to(3)
    table.send(shot(aim="eye"))
    assert (table.need.code, table.need.offered, table.need.about) == ("skirmish-zone-size", 20, "eye")
    table.rule(18)
    assert table.aims == {"short": 5, "eye": 18}
    assert "eye" not in table.parts
    result(result(result(table, 30), 17), 10)
    assert table.of("Bo").effects[-1].code == "eye"


@pytest.mark.clause("SK-TMV-1", "SK-TMV-2", "SK-TMV-3", "SK-TMV-4")
@pytest.mark.parametrize(
    ("speed", "direction", "difficulty"),
    [
        (0, "", None),
        (1, "", 1),
        (2, "", 1),
        (Fraction(5, 2), "", 1),
        (3, "", 3),
        (6, "", 3),
        (Fraction(13, 2), "", 3),
        (7, "", 5),
        (13, "", 5),
        (14, "", 3),
        (15, "", 5),
        (25, "", 10),
        (60, "", 20),
        (13, "along", 1),
        (60, "along", 1),
        (3, "across", 10),
        (2, "across", 1),
        (3, "zigzag", 15),
        (2, "zigzag", 1),
    ],
)
def test_exactly_one_row_of_movement_applies(speed, direction, difficulty):
    part = movement_part(SeenTarget(Fraction(speed), direction))
    assert (part.flat if part else None) == difficulty


@pytest.mark.clause("SK-TMV-1")
def test_jumping_counts_as_sprinting():
    assert movement_part(SeenTarget(jumping=True)).flat == 5


@pytest.mark.clause("SK-FAL-1", "SK-FAL-2", "SK-FAL-3")
def test_a_fall_by_segments():
    rows = [fall_row(segment) for segment in range(1, 12)]
    assert [row.speed for row in rows] == [5, 15, 25, 30, 35, 40, 45, 50, 55, 55, 55]
    assert [row.distance for row in rows] == [5, 20, 45, 75, 110, 150, 195, 245, 300, 355, 410]
    assert [row.difficulty for row in rows] == [3, 5, 10, 10, 15, 15, 15, 15, 20, 20, 20]
    assert movement_part(SeenTarget(Fraction(9), "zigzag", falling=2)).flat == 5
    table = archer().send(StartFall(who="Bo"))
    assert table.send(shot()).aims["falling"] == 3
    table = archer().send(StartFall(who="Bo")).to(5)
    assert table.of("Bo").falling == 3


# --- melee and crowd


@pytest.mark.clause("SK-MEL-1", "SK-MEL-2")
def test_a_melee_adds_three_for_each_of_its_participants():
    roster = man("Bo", "two"), man("Cy", "one"), man("Di", "two"), man("Ed", "one")
    table = clash(man("Ari", "one", "bow", traits=quick(20)), *roster).engage("Bo", "Cy")
    assert table.send(shot()).pool.roll == "courage"
    table.flat(6)
    assert table.aims["melee"] == 6
    bigger = clash(man("Ari", "one", "bow", traits=quick(20)), *roster).engage("Bo", "Cy").engage("Cy", "Di")
    assert bigger.send(shot()).flat(6).aims["melee"] == 9


@pytest.mark.clause("SK-MEL-3", "SK-MEL-4")
@pytest.mark.parametrize(
    ("rule", "total", "stray"),
    [
        ("at_most", 10, True),
        ("at_most", 5, True),
        ("at_most", 4, False),
        ("less_than", 5, False),
        ("less_than", 6, True),
    ],
)
def test_a_near_miss_into_a_melee_hits_another_participant_who_may_not_dodge(rule, total, stray):
    roster = man("Bo", "two"), man("Cy", "two"), man("Di", "one")
    table = clash(man("Ari", "one", "bow", traits=quick(20)), *roster, bystander_rule=rule)
    table.engage("Bo", "Di").send(shot()).flat(6)
    assert table.pool.difficulty == 11
    result(table, total)
    if not stray:
        assert table.need is None
        return
    assert (table.pool.roll, table.pool.sides) == ("stray", 1)
    table.roll(1)
    assert (table.pool.roll, "margin" in table.parts) == ("damage", False)
    result(table, 20)
    assert (table.pool.who, table.pool.roll) == ("Di", "soak")


@pytest.mark.clause("SK-MEL-4", "SK-PRI-4")
def test_a_simultaneous_shot_strays_among_those_who_were_in_the_melee_and_never_hits_who_shot_it():
    table = archer("bow", man("Cy", "one")).set("Ari", reaction=11).engage("Bo", "Cy")
    table.send(strike("Bo", "Ari")).flat(1).choose("none")
    assert table.state.brawl("Bo") == ("Ari", "Bo", "Cy")
    table.send(shot()).flat(6).flat(1)
    assert table.pool.difficulty is None
    assert (table.pool.roll, table.pool.sides) == ("stray", 1)
    result(result(table.roll(1), 20), 10)
    assert (table.of("Ari").wounds, table.of("Cy").wounds) == (0, 3)


@pytest.mark.clause("SK-MEL-5", "SK-PRI-4", "SK-DICE-20")
def test_whoever_shoots_back_at_the_same_time_is_no_friend_in_the_melee_he_shoots_into():
    table = archer().set("Ari", reaction=11)
    before = [one for one in own_chances(table) if one.distance]
    table.send(strike("Bo", "Ari")).flat(1).choose("none")
    assert table.state.brawl("Bo") == ("Ari", "Bo")
    assert [one for one in own_chances(table) if one.distance] == before
    assert table.send(shot()).pool.roll == "shot"


@pytest.mark.clause("SK-MEL-4")
def test_a_shot_that_was_dodged_hits_nobody_else():
    table = clash(man("Ari", "one", "javelin", traits=quick(20)), man("Bo", "two"), man("Di", "two"), man("Cy", "one"))
    table.engage("Bo", "Cy").send(shot(10, "javelin")).flat(6)
    result(result(table, 15).choose("dodge"), 16)
    assert table.need is None


@pytest.mark.clause("SK-MEL-5")
def test_courage_may_be_asked_before_a_shot_at_a_friends_opponent():
    def aim(value: int) -> Table:
        roster = man("Ari", "one", "bow", traits=quick(20)), man("Bo", "two"), man("Cy", "one")
        table = Table(*roster, rulings="ask").begin().announce().to(3).engage("Bo", "Cy").send(shot())
        assert (table.need.code, table.need.offered) == ("skirmish-friend-courage", 15)
        return table.rule(value)

    asked = aim(15)
    assert asked.parts == {"courage": (2, 3), "bows": (0, 5)}
    assert result(asked, 14).need is None
    assert asked.slots("Ari") == {3: "used"}
    assert aim(0).pool.roll == "shot"
    assert archer().send(shot()).pool.roll == "shot"


@pytest.mark.clause("SK-CRW-1", "SK-CRW-2", "SK-CRW-3")
def test_the_worked_example_of_the_man_in_the_crowd():
    table = Table(man("Ari", "one", "bow", traits=quick(20)), man("Bo", "two"), rulings="ask").begin().announce()
    table.to(3).send(Move(seat=GM, who="Bo", ground="crowd"))
    assert table.refused(shot(30, crowd=True, seen=False)) == ("SK-CRW-2", "skirmish-target-unseen")
    table.send(shot(30, crowd=True, surface=7))
    assert (table.need.offered, table.need.low, table.need.high) == (5, 5, 10)
    table.rule(5)
    assert table.aims == {"medium": 15, "size": 7, "walking": 1, "crowd": 5}
    assert table.pool.difficulty - 15 == 13
    state = table.state
    assert result(table, 23).told(BystanderHit)
    table.state = state
    assert not result(table, 22).told(BystanderHit)


# --- visibility


@pytest.mark.clause("SK-VIS-1", "SK-VIS-2")
@pytest.mark.parametrize(
    ("row", "down", "nearest", "up"), [("reduced", 5, 6, 6), ("poor", 9, 9, 10), ("very_poor", 15, 16, 16)]
)
def test_the_worked_example_of_bad_light(row, down, nearest, up):
    worth = {rounding: visibility_part(row, 50, 4, rounding).flat for rounding in Rounding}
    assert worth == {Rounding.DOWN: down, Rounding.NEAREST: nearest, Rounding.UP: up}


@pytest.mark.clause("SK-VIS-1", "SK-VIS-3")
def test_bad_light_counts_for_shots_and_for_any_roll_that_relies_on_sight():
    assert archer().send(shot(50, visibility="poor")).aims["poor"] == 9
    table = archer().send(CallRoll(who="Ari", trait="vigilance", difficulty=10, visibility="very_poor", distance=50))
    assert table.aims == {"asked": 10, "very_poor": 15}


@pytest.mark.clause("SK-MIS-3")
def test_all_the_parts_add_up():
    target = SeenTarget(Fraction(8), "across", feint=3, participants=2, crowd=7)
    assert [part.flat for part in target_parts(target)] == [10, 3, 6, 7]


def test_a_sword_cannot_be_shot_and_a_javelin_leaves_the_hand():
    assert archer("sword").refused(shot(5, "sword"))[1] == "skirmish-not-a-missile"
    assert result(archer("javelin").send(shot(5, "javelin")), 1).choose("none").of("Ari").held == ()
    assert archer().send(strike("Ari", "Bo", "unarmed")).pool.roll == "attack"
