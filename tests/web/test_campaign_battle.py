"""A battle of the campaign on a match sheet: both bands go there, the losses come back to be confirmed."""

from __future__ import annotations

import io
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from campaign.test_golden import ISLAND
from heraut.campaign.state import CombatStatus
from heraut.kernel.names import LOCAL, ORGANISER, ActorId, CommandId, Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.ending import Concede
from heraut.scenario.roles import StateRoles
from heraut.scenario.setup import SkipSetup
from heraut.scenario.sheet import Side
from heraut.scenario.signing import CountEnd, Sign, SweepEdges
from heraut.scenario.turns import CallTime
from heraut.web import desk as desks
from heraut.web import handover, outbox
from heraut.web.desk import desk, now, open_game, submit
from heraut.web.game import new_id, view_of
from heraut.web.models import Entry, Link, Stream
from heraut.web.rooms.campaign import battle_sheet
from web.build import host, laid_out, passer_by, player
from web.war import ANA, BEN, WAR, advance, send, stand, state, text, war

pytestmark = pytest.mark.django_db
THREE = ["1 ana T13: 6", "2 ben T13 from T14: 3 3:6", "3 chloe T13 from T08: 4"]


def at_battle() -> str:
    """Two bands have met; where."""
    war(turns=9, map=ISLAND)
    advance("campaign-result", "random", seed=5)
    return str(desk().awaits(WAR, None)[0].subject)


def opened(client: Client, place: str) -> StreamId:
    answer = client.post(f"/g/{WAR}/campaign/fight", {"territory": place, "scenario": "clash"})
    assert answer.status_code == 302
    return StreamId(answer["Location"].strip("/").split("/")[-1])


def played(match: StreamId) -> None:
    """Ben gives up at the table, and both sign."""
    for command in (StateRoles(ORGANISER, ANA), Concede(BEN), CountEnd(ORGANISER), Sign(ANA, 0, 0), Sign(BEN, 0, 0)):
        outcome = submit(match, command, command_id=CommandId(new_id()), actor=ActorId("test"), sender=LOCAL)
        assert not isinstance(outcome, Refusal), outcome


def test_both_bands_are_on_the_sheet_and_each_fighter_has_the_same_seat_there():
    place = at_battle()
    ana, ben = player(ANA, WAR), player(BEN, WAR)
    assert "Ouvrir une feuille de score" in text(ana)
    match = opened(ana, place)
    assert opened(ben, place) == match
    assert "Aller à la feuille de score" in text(ana)

    combat = state().combat(place)
    seen = view_of(match, None)
    fielded = {seat: [unit.id for unit in seen.bands[seat].units] for seat in seen.bands}
    assert fielded == {seat: list(force.units) for seat, force in combat.forces.items()}
    for client in (ana, ben):
        page = laid_out(client.get(f"/g/{match}/").content.decode())
        assert "Les bandes et leurs pertes" in page
        assert 'class="role-player"' in page


def test_a_signed_sheet_comes_back_as_a_proposal_for_the_other_to_confirm():
    place = at_battle()
    ana = player(ANA, WAR)
    match = opened(ana, place)
    page = laid_out(ana.get(f"/g/{match}/").content.decode())
    left = {f"left-{unit}": int(most) for unit, most in re.findall(r'name="left-(\d+)" min="0" max="(\d+)"', page)}
    lost = next(iter(left))
    lord = re.findall(r'name="fallen" value="(\d+)"', page)[0]
    assert ana.post(f"/g/{match}/match/losses", {**left, lost: 0, "fallen": lord}).status_code == 302
    assert ana.post(f"/g/{match}/match/losses", {**left, lost: 99}).status_code == 409

    played(match)
    outbox.pay(now())
    combat = state().combat(place)
    assert combat.status is CombatStatus.REVIEW
    assert combat.result is not None
    assert combat.result.winners == (ANA,)
    assert {one.unit: one.figures for one in combat.result.left}[int(lost.removeprefix("left-"))] == 0
    assert combat.result.fallen == (int(lord),)
    (waiting,) = desk().awaits(WAR, None)
    assert send(player(waiting.seat, WAR), type="ConfirmResult", territory=place) == 302
    over = laid_out(ana.get(f"/g/{match}/").content.decode())
    assert 'name="fallen"' not in over
    assert over.count("est mort") == 1


@pytest.mark.clause("HOUSE-BATTLE-1", "SC-OUT-1")
@pytest.mark.parametrize(("points", "winners"), [((3, 3), (ANA, BEN)), ((3, 5), (BEN,))])
def test_equal_victory_points_are_a_draw_for_the_campaign(points: tuple[int, int], winners: tuple[Seat, ...]):
    place = at_battle()
    match = opened(player(ANA, WAR), place)
    assert "À points de victoire égaux, la bataille est à égalité." in laid_out(
        player(ANA, WAR).get(f"/g/{match}/").content.decode()
    )
    ended = (StateRoles(ORGANISER, ANA), SkipSetup(ORGANISER), CallTime(ORGANISER), SweepEdges(ORGANISER))
    counted = CountEnd(ORGANISER, dict(zip(Side, points, strict=True)))
    for command in (*ended, counted, Sign(ANA, *points), Sign(BEN, *points)):
        outcome = submit(match, command, command_id=CommandId(new_id()), actor=ActorId("test"), sender=LOCAL)
        assert not isinstance(outcome, Refusal), outcome
    outbox.pay(now())

    result = state().combat(place).result
    assert result is not None
    assert set(result.winners) == set(winners)


def test_units_of_one_kind_are_told_apart_on_the_sheet_too():
    stand("combats", control={"T13": "ana"}, bands=["1 ana T13: 2 4", "2 ben T13 from T14: 6"])
    match = opened(player(ANA, WAR), "T13")
    page = laid_out(host().get(f"/g/{match}/").content.decode())

    assert re.findall(r"<span>(gardes[^<]*?) ?<small", page) == ["gardes 1", "gardes 2", "gardes"]


def test_a_match_somebody_else_opened_cannot_pass_for_the_sheet():
    place = at_battle()
    match = opened(player(ANA, WAR), place)
    forged = StreamId("forged")
    open_game("match", "", desk().state(match).game.settings, owner=None, public=True, stream=forged)
    played(forged)
    outbox.pay(now())

    assert state().combat(place).status is CombatStatus.BATTLE


def test_a_sheet_that_is_signed_after_the_campaign_went_on_changes_nothing():
    place = at_battle()
    ana = player(ANA, WAR)
    match = opened(ana, place)
    combat = state().combat(place)
    whole = {f"left-{unit}": 1 for force in combat.forces.values() for unit in force.units}
    assert send(ana, type="ProposeResult", territory=place, winners="ana", **whole) == 302
    before = desk().history(WAR).sequence
    played(match)
    outbox.pay(now())

    assert desk().history(WAR).sequence == before


def test_only_those_who_fight_or_officials_open_the_sheet():
    place = at_battle()

    assert passer_by().post(f"/g/{WAR}/campaign/fight", {"territory": place}).status_code == 403
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/fight", {"territory": "T99"}).status_code == 404
    nobody = {"territory": place, "scenario": "no-such"}
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/fight", nobody).status_code == 404
    assert host().post(f"/g/{WAR}/campaign/fight", {"territory": place}).status_code == 302
    assert Stream.objects.filter(engine="match").count() == 1


@pytest.mark.parametrize("with_links", [True, False])
def test_a_sheet_goes_along_when_the_campaign_is_handed_over(with_links: bool, settings: Any):
    place = at_battle()
    match = opened(player(ANA, WAR), place)
    file = handover.pack("La guerre", (WAR, *battle_sheet.sheets(WAR)), with_links=with_links)
    for model in (Link, Entry, Stream):
        model.objects.all().delete()
    settings.SECRET_KEY = "another machine's key"
    desks.desk.cache_clear()
    handover.unpack(io.BytesIO(file), User.objects.create_superuser("emma"))

    assert battle_sheet.sheets(WAR) == (match,)
    assert "Aller à la feuille de score" in text(player(ANA, WAR))
    assert opened(player(ANA, WAR), place) == match
    played(match)
    outbox.pay(now())
    assert state().combat(place).status is CombatStatus.REVIEW


def test_a_match_that_came_without_its_campaign_is_no_sheet_of_it():
    place = at_battle()
    match = opened(player(ANA, WAR), place)
    file = handover.pack("La feuille seule", (match,), with_links=True)
    Stream.objects.filter(pk=match).update(battle_of="")
    handover.unpack(io.BytesIO(file), User.objects.create_superuser("emma"))

    assert battle_sheet.sheets(WAR) == ()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"players": ["ana", "ben", "chloe"], "bands": THREE}, "Une feuille de score tient deux camps"),
        ({"bands": THREE[:2]}, "Ouvrir une feuille de score"),
    ],
)
def test_a_battle_of_more_than_two_says_why_it_has_no_sheet(given: dict[str, Any], said: str):
    stand("combats", **given)
    page = text(player(ANA, WAR))

    assert said in page
    assert ("notez ici ce qui reste" in page) is ("chloe" in given.get("players", ()))


def test_the_odds_know_both_bands_ones_own_first():
    place = at_battle()
    page = text(player(BEN, WAR))
    (address,) = re.findall(r'href="(/odds/table\?[^"]*)"', page)
    asked = parse_qs(urlsplit(address.replace("&amp;", "&")).query)
    combat = state().combat(place)

    assert asked["mine"][0].splitlines()[0] == "1 warlord.none"
    assert len(asked["mine"][0].splitlines()) == 1 + len(combat.forces[BEN].units)
    answer = passer_by().get(address.replace("&amp;", "&"))
    assert answer.status_code == 200
    assert not answer.context["wrong"]
