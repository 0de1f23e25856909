"""Characters left to Héraut: what they announce, do and choose, by the odds and their temperament."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from msgspec.structs import replace

from heraut.kernel.message import Command, Event, shown
from heraut.kernel.names import ORGANISER
from heraut.kernel.refusal import Refusal
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce
from heraut.skirmish.bots import FEAR, chosen, drawn, next_play, play_of
from heraut.skirmish.chances import prospect
from heraut.skirmish.charges import Charge
from heraut.skirmish.disengage import Disengage
from heraut.skirmish.entrust import Entrust, SetReflex, Thought, Weighed
from heraut.skirmish.fighter import Fighter, Posture, Reflex, Temperament
from heraut.skirmish.harm import Harmed
from heraut.skirmish.legal import attack_of
from heraut.skirmish.missiles import Shoot
from heraut.skirmish.moves import Move
from heraut.skirmish.need import DecisionNeed
from heraut.skirmish.playing import RollAll
from heraut.skirmish.sheet import Trait
from heraut.skirmish.state import FightStep, side_id
from heraut.skirmish.strikes import Strike
from heraut.skirmish.turn import BeginFight, Proceed
from skirmish.build import ANA, BEN, Table, clash, man, quick, strike, two

BOLD, CAREFUL, COWARDLY = Temperament


def entrusted(table: Table, *who: str, temperament: Temperament = BOLD) -> Table:
    for one in who:
        table.send(Entrust(who=one, temperament=temperament))
    return table


@pytest.mark.clause("SK-GEN-8")
def test_one_man_or_a_side_is_left_to_heraut_and_taken_back_and_never_a_players_own():
    table = Table(man("Ari", "one", seat=ANA), man("Ada", "one"), man("Bo", "two", count=2))
    assert table.refused(Entrust(who="Ari", temperament=BOLD)) == ("SK-GEN-8", "skirmish-a-players-own")
    assert table.refused(Entrust(temperament=BOLD)) == ("SK-GEN-8", "skirmish-nobody-to-entrust")
    assert table.refused(Entrust(seat=ANA, who="Bo-1", temperament=BOLD))[1] == "not-your-seat"
    table.send(Entrust(side=side_id("two"), temperament=CAREFUL)).send(Entrust(side=side_id("one"), temperament=BOLD))
    assert [one.entrusted for one in table.state.fighters.values()] == [None, BOLD, CAREFUL, CAREFUL]
    assert [shown(event, ANA) for event in table.last] == [None]
    assert {one.own.entrusted for one in engine.view(table.state, ORGANISER).fighters} == {None, BOLD, CAREFUL}
    table.send(Entrust(who="Bo-2"))
    assert table.of("Bo-2").entrusted is None


@pytest.mark.clause("SK-GEN-8")
def test_a_player_leaves_his_own_character_to_heraut_and_takes_him_back():
    table = Table(man("Ari", "one", seat=ANA), man("Ben", "one", seat=BEN), man("Bo", "two"))
    assert table.refused(Entrust(seat=BEN, who="Ari", temperament=BOLD))[1] == "not-your-seat"
    table.send(Entrust(seat=ANA, side=side_id("one"), temperament=CAREFUL))
    assert [one.entrusted for one in table.state.fighters.values()] == [CAREFUL, None, None]
    assert [shown(event, BEN) for event in table.last] == [None]
    assert [shown(event, ANA) for event in table.last] == list(table.last)
    own = {seat: [one.own for one in engine.view(table.state, seat).fighters if one.id == "Ari"] for seat in (ANA, BEN)}
    assert own[ANA][0].entrusted is CAREFUL
    assert own[BEN] == [None]

    table.begin()
    found = next_play(table.set("Bo", declared=0).set("Ben", declared=0).state)
    assert found is not None
    table.send(RollAll(seat=ORGANISER, command=replace(found.command, seat=ORGANISER), thought=found.thought))
    assert [shown(event, ANA) for event in table.told(Weighed)] == table.told(Weighed)
    assert [shown(event, BEN) for event in table.told(Weighed)] == [None]
    table.send(Entrust(seat=ANA, who="Ari"))
    assert table.of("Ari").entrusted is None


@pytest.mark.clause("SK-GEN-8")
@pytest.mark.parametrize("temperament", Temperament)
def test_what_they_do_is_always_within_the_rules_and_comes_to_an_end(temperament: Temperament):
    """Whole fights of men left to Héraut alone; the game master only goes on."""
    table = Table(man("Ari", "one", "spear", "shield", count=2), man("Bo", "two", count=2), man("Ulf", "two", "bow"))
    for side in ("one", "two"):
        table.send(Entrust(side=side_id(side), temperament=temperament))
    dice, harmed = Random(4), 0
    table.send(drawn(table.state, RollAll(seat=ORGANISER, command=BeginFight()), dice.randrange))
    for _ in range(150):
        found = next_play(table.state)
        command: Command = Proceed() if found is None else found.command
        thought = None if found is None else found.thought
        table.send(drawn(table.state, RollAll(seat=ORGANISER, command=command, thought=thought), dice.randrange))
        assert table.state.pending is None
        assert (Weighed in {type(event) for event in table.last}) == (found is not None)
        harmed += len(table.told(Harmed))
    assert table.state.turn >= 2
    assert harmed or temperament is COWARDLY


def announced(table: Table, who: str, temperament: Temperament) -> int:
    found = play_of(table.state, table.of(who), temperament)
    assert found is not None
    assert isinstance(found.command, Announce)
    return found.command.actions


@pytest.mark.clause("SK-GEN-8")
def test_the_bold_announce_what_pays_most_and_the_others_keep_dice_to_dodge_with():
    table = Table(man("Ari", "one", traits=quick(1)), man("Bo", "two")).begin()
    bold, careful, cowardly = (announced(table, "Ari", one) for one in Temperament)
    assert bold > careful >= cowardly
    assert FEAR[BOLD] < FEAR[CAREFUL] < FEAR[COWARDLY]

    skilled = {"swords": Trait(9, 30), **quick(1)}
    table = Table(man("Ari", "one", traits=skilled), man("Bo", "two", traits={"swords": Trait(1, 0)})).begin()
    assert announced(table, "Ari", BOLD) == 5  # who never misses strikes as often as he can


@pytest.mark.clause("SK-GEN-8")
def test_the_blow_that_is_chosen_is_the_one_likeliest_to_wound():
    soft = man("Bo", "two", traits={"soak": Trait(1, 0)})
    table = clash(man("Ari", "one", traits=quick(30)), man("Cat", "two", traits={"soak": Trait(9, 9)}), soft)
    table.engage("Ari", "Bo").engage("Ari", "Cat")
    found = play_of(table.state, table.of("Ari"), BOLD)
    assert found is not None
    assert isinstance(found.command, Strike)
    assert found.command.target == "Bo"
    options = [option for option in engine.legal(table.state, ORGANISER) if isinstance(option, Strike)]
    best = max(_harm(table, option) for option in options if option.who == "Ari" and option.style == "plain")
    assert found.thought == Thought(who="Ari", why="why-blow", chance=round(100 * best))


def _harm(table: Table, option: Strike) -> Fraction:
    return prospect(table.state, option.who, option.target, attack_of(table.of(option.who), option)).harm


@pytest.mark.clause("SK-GEN-8")
def test_the_cowardly_strike_only_whom_they_cannot_avoid_and_leave_once_hurt():
    table = two()
    assert isinstance(play_of(table.state, table.of("Ari"), BOLD).command, Strike | Charge)
    assert play_of(table.state, table.of("Ari"), COWARDLY) is None
    table.engage("Ari", "Bo")
    assert isinstance(play_of(table.state, table.of("Ari"), COWARDLY).command, Strike)

    hurt = {"wounds": 3}
    away = clash(man("Ari", "one", wound_levels=5), man("Bo", "two")).to(4, acting=False).set("Ari", **hurt)
    assert away.state.step is FightStep.OPENING
    assert play_of(away.state, away.of("Ari"), BOLD) is None
    fled = play_of(away.state, away.of("Ari"), COWARDLY)
    assert isinstance(fled.command, Move)
    assert fled.command.fleeing
    engaged = away.engage("Ari", "Bo")
    assert isinstance(play_of(engaged.state, engaged.of("Ari"), COWARDLY).command, Disengage)


def test_archers_shoot_at_medium_range_and_who_lies_on_the_ground_gets_up():
    table = clash(man("Ulf", "one", "bow", traits=quick(30)), man("Bo", "two"))
    found = play_of(table.state, table.of("Ulf"), CAREFUL)
    assert isinstance(found.command, Shoot)
    assert found.command.distance == 50
    table.set("Ulf", posture=Posture.PRONE)
    assert play_of(table.state, table.of("Ulf"), CAREFUL).thought.why == "why-rise"


@pytest.mark.clause("SK-GEN-8")
@pytest.mark.parametrize(
    ("face", "choices"),
    [
        (1, ["none", "none", "none"]),  # it misses anyway
        (3, ["dodge", "dodge", "dodge"]),  # from 98 to 60 per cent
        (4, ["none", "dodge", "dodge"]),  # to 90
        (5, ["none", "none", "dodge"]),  # from 99.7 to 96
    ],
)
def test_a_dodge_must_be_worth_its_die_less_to_the_fearful(face: int, choices: list[str]):
    clumsy = {"acrobatics": Trait(1, 0)}
    table = clash(man("Ari", "one", traits=quick(20)), man("Bo", "two", traits=clumsy)).send(strike("Ari", "Bo"))
    need = table.flat(face).need
    assert isinstance(need, DecisionNeed)
    assert [chosen(table.state, need, temperament) for temperament in Temperament] == choices


@pytest.mark.clause("SK-GEN-8")
@pytest.mark.parametrize(("rolls", "waits"), [("asked", True), ("at_once", False)])
def test_at_a_table_that_rolls_its_own_dice_a_players_dice_stay_the_players(rolls: str, waits: bool):
    table = clash(man("Bo", "two", traits=quick(20)), man("Ari", "one", seat=ANA), rolls=rolls)
    table.send(SetReflex(seat=ANA, who="Ari", reflex=Reflex.NEVER))
    entrusted(table.engage("Bo", "Ari"), "Bo")
    found = next_play(table.state)
    assert found is not None
    table.send(drawn(table.state, RollAll(seat=ORGANISER, command=found.command, thought=found.thought), lambda six: 5))
    assert (table.state.pending is not None) is waits
    if waits:
        assert table.need.pools[0].roll == "soak"  # the attack and the damage are Bo's, the soak is Ana's


def test_whoever_is_not_left_to_heraut_is_nobodys_to_play():
    table = entrusted(two(), "Bo")
    found = next_play(table.state)
    assert found is None or found.thought.who == "Bo"
    assert next_play(two().state) is None
    assert isinstance(engine.decide(table.state, RollAll(seat=ANA, thought=Thought(who="Bo", why="why-blow"))), Refusal)


def test_why_is_for_the_game_master_alone():
    event: Event = Weighed(who="Bo", why="why-blow", chance=40)
    assert shown(event, ANA) is None
    assert shown(event, ORGANISER) == event
    fighter: Fighter = two().of("Ari")
    assert fighter.entrusted is None
