"""Somebody goes out, or comes back, in the middle of something: what waited for him goes on, what he held ends."""

from __future__ import annotations

import pytest

from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER
from heraut.skirmish.announcements import Announce, AnnounceAll, GoOn
from heraut.skirmish.attack import Style
from heraut.skirmish.fighter import LongAction, Moment, Out, Preparation, Until
from heraut.skirmish.first_aid import FirstAid
from heraut.skirmish.game_master import EndLong, PutAside
from heraut.skirmish.state import FightStep
from heraut.skirmish.turn import Reorder
from skirmish.build import Table, man, quick, strike
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
