"""War cries, terror, head trophies [sections 22 and 23]."""

from __future__ import annotations

import pytest

from heraut.kernel.names import ORGANISER
from heraut.rulesets.editions import in_force
from heraut.skirmish.answers import Override
from heraut.skirmish.fighter import Out
from heraut.skirmish.settings import Rounding
from heraut.skirmish.sheet import TrophyHead
from heraut.skirmish.state import side_id
from heraut.skirmish.sums import score
from heraut.skirmish.terror import Display, Displayed, Embalm, Frighten, TakeHead, TerrorRead, points_of
from skirmish.build import ANA, Table, clash, man, strike

GM = ORGANISER


def result(table: Table, value: int) -> Table:
    return table.send(Override(number="result", value=value))


def host(*extra: object, **options: object) -> Table:
    return Table(man("Ari", "one"), man("Bo", "two"), *extra, **options)


def frightened(total: int, *, faces: tuple[int, ...] | None = None, **fields: object) -> Table:
    table = host().send(Frighten(side=side_id("one"), **fields))
    return table.roll(*faces) if faces else result(table, total)


@pytest.mark.clause("SK-TER-1")
@pytest.mark.parametrize(
    ("display", "difficulty", "worth"), [("war_cry", 5, 1), ("carnyx", 10, 2), ("contortions", 15, 3)]
)
def test_each_success_level_of_a_display_scores_its_points(display, difficulty, worth):
    def shown(total: int) -> int:
        table = host().send(Display(seat=GM, who="Ari", display=display))
        assert (table.pool.difficulty, table.parts) == (difficulty, {"warrior_fury": (2, 3)})
        return result(table, total).told(Displayed)[0].points

    assert [shown(difficulty + margin) for margin in (-1, 0, 4, 5, 10)] == [0, worth, worth, 2 * worth, 3 * worth]


@pytest.mark.clause("SK-TER-2")
def test_one_display_each_before_the_first_turn():
    table = result(host().send(Display(seat=GM, who="Ari", display="war_cry")), 9)
    again = Display(seat=GM, who="Ari", display="carnyx")
    assert table.refused(again) == ("SK-TER-2", "skirmish-one-display")
    assert table.begin().refused(again)[1] == "wrong-phase"


@pytest.mark.clause("SK-TER-3", "SK-TER-4", "SK-TER-5", "SK-HED-6")
def test_the_worked_example_of_the_terror_score():
    heads = (TrophyHead(3), TrophyHead(None), TrophyHead(-1))  # the third has rotted
    roster = [
        man(f"A{number}", "one", heads=heads if number == 1 else (), unclothed=number == 2) for number in range(1, 5)
    ]
    table = Table(*roster, man("Bo", "two", count=5))
    for who, display, total in (
        ("A1", "war_cry", 10),
        ("A2", "war_cry", 5),
        ("A3", "war_cry", 15),
        ("A4", "carnyx", 15),
    ):
        result(table.send(Display(seat=GM, who=who, display=display)), total)
    assert points_of(table.state, side_id("one")) == 2 + 1 + 3 + 4 + 2 + 1
    table.send(Frighten(side=side_id("one")))
    (read,) = table.told(TerrorRead)
    assert (read.points, read.opponents, read.score) == (13, 5, 2)
    assert {pool.difficulty for pool in table.need.pools} == {12}


@pytest.mark.clause("SK-TER-4")
def test_the_score_is_rounded_down_or_up_by_setting():
    assert [score(points, 5, Rounding.DOWN) for points in (4, 5, 14)] == [0, 1, 2]
    assert [score(points, 5, Rounding.UP) for points in (4, 5, 14)] == [1, 1, 3]
    assert [score(points, 4, Rounding.NEAREST) for points in (1, 2, 3)] == [0, 1, 1]


@pytest.mark.clause("SK-TER-6", "SK-TER-7", "SK-TER-13", "SK-TER-14")
def test_ones_own_display_the_rear_and_songs_help():
    table = host()
    for who in ("Ari", "Bo"):
        result(table.send(Display(seat=GM, who=who, display="carnyx")), 15)
    table.send(Frighten(side=side_id("one"), rear=("Bo",), bonus=2))
    assert table.parts == {"courage": (2, 3), "own-display": (0, 4), "rear": (0, 5), "songs": (0, 2)}
    assert table.aims == {"terror-base": 10, "terror": 4}
    result(table, 20).send(Frighten(side=side_id("two")))
    assert (table.pool.who, table.aims["terror"]) == ("Ari", 4)
    songs = host().send(Display(seat=GM, who="Ari", display="war_cry", bonus=3))
    assert songs.parts["songs"] == (0, 3)


@pytest.mark.clause("SK-TER-8")
@pytest.mark.parametrize(("total", "dice"), [(10, None), (9, 1), (5, 2), (0, 3)])
def test_a_failure_costs_its_level_in_dice_on_offensive_actions(total, dice):
    fear = frightened(total).of("Bo").effect("fear")
    assert (fear.dice if fear else None) == dice
    if fear:
        assert fear.scope == "offensive"


@pytest.mark.clause("SK-TER-9", "SK-TER-10")
def test_failing_by_fifteen_is_flight_and_a_critical_failure_a_faint_whatever_the_margin():
    assert frightened(-5).of("Bo").effect("fleeing") is not None
    assert frightened(-4).of("Bo").effect("fleeing") is None
    fainted = frightened(0, faces=(1, 1))
    assert (fainted.of("Bo").out, fainted.of("Bo").effect("fleeing")) == ("fainted", None)


@pytest.mark.clause("SK-TER-11", "SK-TER-12", "SK-TURN-6")
def test_fear_falls_by_a_die_at_the_end_of_each_turn():
    table = frightened(0).begin()
    seen = [table.of("Bo").effect("fear").dice]
    for _ in range(3):
        table.announce(rest=0).next_turn()
        fear = table.of("Bo").effect("fear")
        seen.append(fear.dice if fear else 0)
    assert seen == [3, 2, 1, 0]


@pytest.mark.clause("SK-TER-11")
def test_fear_ends_when_one_puts_an_opponent_out_of_action():
    table = Table(man("Ari", "one", wound_levels=1), man("Bo", "two")).send(Frighten(side=side_id("one")))
    result(table, 0).begin().announce().to(3).set("Ari", yielded=True).send(strike("Bo", "Ari"))
    assert table.parts["fear"] == (-3, 0)
    result(table, 30).choose("none")
    result(result(table, 14), 10)
    assert (table.of("Ari").out, table.of("Bo").effect("fear")) == ("unconscious", None)


@pytest.mark.clause("SK-CMD-4", "SK-CMD-5")
@pytest.mark.parametrize(
    ("total", "faces", "help"), [(10, None, 1), (9, None, -1), (4, None, -2), (-5, None, -5), (0, (1, 1), -5)]
)
def test_the_chief_rolls_first_and_carries_his_men_with_him(total, faces, help):
    table = Table(man("Ari", "one"), man("Bo", "two"), man("Man", "two", chief="Bo", count=2))
    table.send(Frighten(side=side_id("one")))
    assert [pool.who for pool in table.need.pools] == ["Bo"]
    if faces:
        table.roll(*faces)
        while table.pool.roll != "terror":  # his men first waver at his fall
            table.flat(6)
    else:
        result(table, total)
    assert [pool.who for pool in table.need.pools] == ["Man-1", "Man-2"]
    assert all(("chief", help) in [(part.code, part.flat) for part in pool.parts] for pool in table.need.pools)


@pytest.mark.clause("SK-TER-13")
def test_the_bonus_of_songs_and_paint_is_the_game_masters_to_give():
    boast = Display(seat=ANA, who="Ari", display="war_cry", bonus=3)
    table = Table(man("Ari", "one", seat=ANA), man("Bo", "two"))
    assert table.refused(boast) == ("SK-TER-13", "skirmish-masters-bonus")
    with in_force(4):  # fights begun before edition 5 took a player's word for it
        assert Table(man("Ari", "one", seat=ANA), man("Bo", "two")).send(boast).parts["songs"] == (0, 3)


def test_terror_belongs_to_the_celtic_setting():
    table = host(celtic=False)
    assert table.refused(Frighten(side=side_id("one"))) == ("SK-TER-1", "skirmish-not-celtic")


# --- heads


def beaten(**fields: object) -> Table:
    table = clash(man("Ari", "one", **fields), man("Bo", "two"), man("Druid", "one"))
    return table.set("Bo", out=Out.DEAD, harmed_by=("Ari",))


@pytest.mark.clause("SK-HED-1", "SK-HED-2", "SK-HED-6")
@pytest.mark.parametrize(("total", "heads"), [(14, ()), (15, (TrophyHead(0),)), (18, (TrophyHead(3),))])
def test_a_head_is_taken_with_warrior_fury_and_keeps_as_many_days_as_the_margin(total, heads):
    table = beaten().send(TakeHead(seat=GM, who="Ari", victim="Bo"))
    assert (table.pool.difficulty, table.parts) == (15, {"warrior_fury": (2, 3)})
    assert result(table, total).of("Ari").heads == heads
    assert points_of(table.state, side_id("one")) == len(heads)


@pytest.mark.clause("SK-HED-1")
def test_only_the_head_of_one_beaten_in_single_combat():
    take = TakeHead(seat=GM, who="Ari", victim="Bo")
    for facts in ({"harmed_by": ("Ari", "Druid")}, {"harmed_by": ()}, {"out": None}):
        assert beaten().set("Bo", **facts).refused(take) == ("SK-HED-1", "skirmish-not-beaten-alone")


@pytest.mark.clause("SK-HED-3")
def test_no_more_heads_than_dice_in_presence():
    table = beaten(heads=(TrophyHead(1), TrophyHead(1)))
    assert table.refused(TakeHead(seat=GM, who="Ari", victim="Bo")) == ("SK-HED-3", "skirmish-too-many-heads")


@pytest.mark.clause("SK-HED-4")
def test_a_druid_may_prepare_the_head_with_religion():
    table = beaten().send(TakeHead(seat=GM, who="Ari", victim="Bo", druid="Druid"))
    assert (table.pool.who, table.pool.difficulty, table.parts) == ("Druid", 15, {"religion": (2, 3)})
    assert result(table, 17).of("Ari").heads == (TrophyHead(2),)


@pytest.mark.clause("SK-HED-5", "SK-HED-6")
def test_embalming_keeps_a_head_for_ever():
    table = Table(man("Ari", "one", heads=(TrophyHead(2),)), man("Bo", "two"), rulings="ask")
    table.send(Embalm(seat=GM, who="Ari"))
    assert (table.need.offered, table.need.low) == (15, 15)
    table.rule(17)
    assert (table.pool.difficulty, table.parts) == (17, {"plant_lore": (2, 3)})
    assert result(table, 17).of("Ari").heads == (TrophyHead(None),)
    assert table.refused(Embalm(seat=GM, who="Ari")) == ("SK-HED-5", "skirmish-no-head")
