"""Somebody goes out, or comes back, in the middle of something: what waited for him goes on, what he held ends."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER
from heraut.kernel.refusal import Refusal
from heraut.rulesets.editions import in_force
from heraut.skirmish import engine
from heraut.skirmish.announcements import Announce, AnnounceAll, GoOn
from heraut.skirmish.answers import Override
from heraut.skirmish.attack import Style
from heraut.skirmish.effects import frighten
from heraut.skirmish.ending import EndFight
from heraut.skirmish.fighter import LongAction, Moment, Out, Preparation, Scope, Until
from heraut.skirmish.first_aid import FirstAid
from heraut.skirmish.game_master import EndLong, Mend, PutAside
from heraut.skirmish.orders import KeepOrdering, Order, OrderKind
from heraut.skirmish.sheet import TrophyHead
from heraut.skirmish.slots import may_survive
from heraut.skirmish.standoff import HoldAtBay
from heraut.skirmish.state import FightStep
from heraut.skirmish.terror import Embalm, TakeHead
from heraut.skirmish.turn import Reorder
from heraut.skirmish.weapons import Draw
from skirmish.build import Table, effects_of, man, quick, strike
from skirmish.test_source import opening, weighed

GM = ORGANISER


def announcing(*roster: str) -> Table:
    """The slowest first."""
    return Table(*(man(id, id, traits=quick(place)) for place, id in enumerate(roster))).begin()


@pytest.mark.clause("SK-TURN-8")
def test_whoever_has_planned_his_number_announces_it_when_the_one_before_him_leaves_the_field():
    table = announcing("Ari", "Bo", "Cy").send(AnnounceAll(seat=GM, fighters=("Bo", "Cy"), actions=2))
    table.send(PutAside(who="Ari", how="gone"))

    assert (table.of("Bo").declared, table.of("Cy").declared) == (2, 2)
    assert table.state.step is FightStep.OPENING


@pytest.mark.clause("SK-TURN-8")
def test_whoever_has_planned_his_number_announces_it_when_he_is_back_and_next():
    table = announcing("Ari", "Bo", "Cy").send(AnnounceAll(seat=GM, fighters=("Bo",), actions=2))
    table.send(PutAside(who="Bo", how="gone")).send(Announce(seat=GM, who="Ari", actions=1))

    assert table.send(PutAside(who="Bo", how="back")).of("Bo").declared == 2


@pytest.mark.clause("SK-TURN-8", "SK-LNG-2")
@pytest.mark.parametrize("end", [GoOn(seat=GM, who="Ari", on=False), EndLong(who="Ari")], ids=["stopped", "ended"])
def test_whoever_has_planned_his_number_announces_it_once_nobody_is_in_a_long_action_before_him(end: Command):
    table = announcing("Bo", "Ari")
    table.set("Ari", long=LongAction("watch", Moment(1, 1)))
    table.send(AnnounceAll(seat=GM, fighters=("Bo",), actions=2))
    assert table.of("Bo").declared is None

    assert table.send(end).of("Bo").declared == 2
    assert table.state.step is FightStep.ANNOUNCING


def put_out(**bo: object) -> Table:
    """Ari has put Bo out of the fight by a blow that Bo may still answer."""
    roster = man("Ari", "one", traits=quick(10)), man("Bo", "two", traits=quick(10), wound_levels=1)
    table = Table(*roster).begin().announce().to(3).set("Bo", **bo)
    table.send(strike("Ari", "Bo")).flat(6).choose("none").flat(6).flat(1)
    while table.need is not None:
        table.flat(1)
    assert table.of("Bo").out is not None
    return table


@pytest.mark.clause("SK-GRP-6", "SK-PRI-4")
def test_whoever_is_out_of_the_fight_by_a_simultaneous_blow_holds_nobody_by_his_answer():
    table = put_out().send(strike("Bo", "Ari", style="grapple")).flat(6).choose("none").flat(6).flat(1)

    assert table.need is None
    assert (table.state.holds, table.of("Ari").effect("restraint")) == ((), None)


@pytest.mark.clause("SK-PRI-4", "SK-SPC-4")
def test_a_simultaneous_blow_does_not_come_between_a_strike_and_its_preparation():
    table = put_out(prepared=Preparation(Style.POWER, "Ari"))

    assert table.send(strike("Bo", "Ari", style="power")).parts["power"] == (-1, 0)


@pytest.mark.clause("SK-CRI-9")
def test_nothing_is_rolled_for_who_has_died_before_his_care_was_done():
    dying = (weighed("trunk-bleeding", Until.RECOVERY, "SK-CRI-1", limit=1),)
    table = opening(man("Ari", "one"), man("Bo", "two")).set("Bo", effects=dying)
    table.send(FirstAid(seat=GM, who="Ari", target="Bo")).set("Bo", out=Out.DEAD)

    assert table.send(EndLong(who="Ari")).need is None
    assert table.of("Ari").long is None


@pytest.mark.clause("SK-TURN-3")
def test_the_order_of_announcing_may_be_changed_when_somebody_has_left_and_when_he_is_back():
    table = announcing("Ari", "Bo", "Cy").send(PutAside(who="Bo", how="gone"))

    assert table.send(Reorder(order=("Cy", "Ari"))).state.order == ("Cy", "Ari", "Bo")
    table.send(PutAside(who="Bo", how="back"))
    assert table.refused(Reorder(order=("Ari", "Cy"))) == ("SK-TURN-3", "skirmish-reorder-too-late")
    assert table.send(Reorder(order=("Bo", "Ari", "Cy"))).state.order == ("Bo", "Ari", "Cy")


@pytest.mark.clause("SK-GEN-9")
def test_a_death_written_in_error_is_put_right_without_undoing_what_came_since():
    table = opening(man("Ari", "one"), man("Bo", "two"), segment=3).set("Bo", out=Out.DEAD, wounds=6)

    table.send(Mend(who="Bo", wounds=4)).send(PutAside(who="Bo", how="back"))
    assert (table.of("Bo").out, table.of("Bo").wounds) == (None, 2)


@pytest.mark.clause("SK-BAY-6")
@pytest.mark.parametrize("gone", ["Bo", "Ari"])
def test_nobody_is_held_at_bay_by_or_as_somebody_out_of_the_fight(gone: str):
    table = opening(man("Ari", "one"), man("Bo", "two"), segment=3).send(HoldAtBay(captor="Bo", captive="Ari"))
    table.send(PutAside(who=gone, how="gone"))

    assert table.of("Ari").effect("at-bay") is None
    assert table.refused(HoldAtBay(captor="Bo", captive="Ari")) == ("SK-BAY-6", "skirmish-out")
    assert table.send(PutAside(who=gone, how="back")).of("Ari").effect("at-bay") is None


@pytest.mark.clause("SK-POS-5", "SK-SRV-13")
def test_whoever_goes_out_has_not_got_up_and_has_no_survival_mode_to_come():
    table = opening(man("Ari", "one"), man("Bo", "two"), segment=3)
    table.set("Ari", posture="prone", rising=2, survival_at=Moment(1, 4))
    table.send(PutAside(who="Ari", how="gone")).send(PutAside(who="Ari", how="back"))

    assert (table.of("Ari").posture, table.of("Ari").rising, may_survive(table.of("Ari"))) == ("prone", 0, True)
    assert (table.to(5).of("Ari").posture, table.of("Ari").survival) == ("prone", False)


@pytest.mark.clause("SK-CMD-25", "SK-CMD-7")
def test_an_order_reaches_nobody_who_was_cut_off_since_its_first_action():
    chief = man("Chief", "one", traits=quick(20))
    men = (man(id, "one", chief="Chief") for id in ("Ari", "Bo", "Cy"))
    table = Table(chief, *men, man("Foe", "two")).begin().announce(Chief=5).to(1)
    for id in ("Ari", "Bo"):
        effects_of(table, lambda scene, who=id: frighten(scene, who, 3, "SK-TER-8"))
    order = Order(seat=GM, who="Chief", order=OrderKind.HEARTEN, men=("Ari", "Bo", "Cy"))
    table.send(order).send(PutAside(who="Bo", how="cut-off")).to(2)
    table.send(KeepOrdering(seat=GM, who="Chief"))
    for _roll in ("command", "hearten"):
        table.send(Override(number="result", value=15))

    assert [(table.of(id).effect("fear").dice, table.of(id).uncommanded) for id in ("Ari", "Bo")] == [
        (1, False),
        (3, True),
    ]


@pytest.mark.clause("SK-HED-8")
def test_the_dead_see_to_no_heads_and_others_out_of_the_fight_wait_for_its_end():
    embalm = Embalm(seat=GM, who="Ari")
    takes = [TakeHead(seat=GM, who="Ari", victim="Bo", druid=druid) for druid in ("", "Druid")]
    roster = man("Ari", "one", heads=(TrophyHead(2),)), man("Bo", "two"), man("Druid", "one")
    table = opening(*roster, segment=3).set("Ari", out=Out.UNCONSCIOUS).set("Bo", out=Out.DEAD, harmed_by=("Ari",))
    for deed in (embalm, *takes):
        assert table.refused(deed) == ("SK-HED-8", "skirmish-out")
    table.send(EndFight())
    for deed in (embalm, *takes):
        assert not isinstance(engine.decide(table.state, deed), Refusal)
    table.set("Ari", out=Out.DEAD)
    for deed in (embalm, *takes):
        assert table.refused(deed) == ("SK-HED-8", "skirmish-out")


@pytest.mark.clause("SK-WPN-5")
@pytest.mark.parametrize(("edition", "held"), [(5, ("knife",)), (4, ("axe", "knife"))])
def test_a_two_handed_weapon_shares_no_hand(edition: int, held: tuple[str, ...]):
    """Fights begun before edition 5 go on as they were."""
    with in_force(edition):
        table = opening(man("Ari", "one", "axe"), man("Bo", "two"), segment=3)
        assert table.send(Draw(seat=GM, who="Ari", weapon="knife")).of("Ari").held == held
        assert table.send(Draw(seat=GM, who="Ari", weapon="sword")).of("Ari").held != held
        if edition > 4:
            assert table.of("Ari").held == ("knife", "sword")
            assert table.send(Draw(seat=GM, who="Ari", weapon="axe")).of("Ari").held == ("axe",)


@pytest.mark.clause("SK-BAY-6", "SK-POS-5", "SK-HED-8")
def test_in_fights_before_edition_5_what_was_open_stays_open():
    with in_force(4):
        table = opening(man("Ari", "one", heads=(TrophyHead(2),)), man("Bo", "two"), segment=3)
        table.set("Bo", rising=1).send(HoldAtBay(captor="Bo", captive="Ari"))
        table.send(Mend(who="Bo", wounds=-50)).send(PutAside(who="Bo", how="gone"))

        assert table.of("Ari").effect("at-bay") is not None
        assert table.of("Bo").rising == 1
        assert not isinstance(engine.decide(table.set("Ari", out=Out.DEAD).state, Embalm(seat=GM, who="Ari")), Refusal)


@pytest.mark.clause("SK-TURN-12", "SK-CRI-9")
@pytest.mark.parametrize(("edition", "dice"), [(5, 2), (4, 1)])
def test_nothing_of_the_last_turn_weighs_on_what_is_done_after_the_fight(edition: int, dice: int):
    with in_force(edition):
        dying = (weighed("trunk-dying", Until.DEADLINE, "SK-CRI-5", limit=13),)
        table = opening(man("Ari", "one"), man("Bo", "two"), segment=3).engage("Ari", "Bo").set("Bo", effects=dying)
        weight = replace(weighed("declared", Until.TURN, "SK-DECL-3"), scope=Scope.ACTIONS, dice=1)
        table.set("Ari", effects=(weight,)).send(EndFight()).send(FirstAid(seat=GM, who="Ari", target="Bo"))

        assert table.pool.dice == dice
        assert bool(table.state.melee) is (edition < 5)
