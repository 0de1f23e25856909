"""Bots in real campaigns, stand-ins, replacements, going back."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import translation
from django.utils.dates import MONTHS, WEEKDAYS

from campaign.test_golden import ISLAND
from heraut.campaign.settings import CampaignPlayer
from heraut.kernel.message import Tick
from heraut.kernel.names import LOCAL, ActorId, CommandId, Instant
from heraut.web.desk import desk, now, submit
from heraut.web.rooms.campaign import bots
from web.build import host, passer_by, player
from web.war import ANA, BEN, WAR, advance, let_bots_play, send, settled_battle, spaced, stand, state, text, war

pytestmark = pytest.mark.django_db


def test_bots_fill_seats_in_a_real_campaign():
    war(players=(CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Ben", bot="heuristic")))
    host().post(f"/g/{WAR}/dice", {"draw": "1"})
    let_bots_play()

    assert [awaited.seat for awaited in desk().awaits(WAR, None)] == [ANA]


def test_a_bot_waits_for_the_persons_report_and_then_agrees_or_the_person_lets_chance_decide():
    war(turns=9, map=ISLAND, players=(CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Ben", bot="heuristic")))
    advance("campaign-result", "random", seed=5)
    let_bots_play()
    assert {awaited.seat for awaited in desk().awaits(WAR, None)} == {ANA, BEN}
    place = desk().awaits(WAR, None)[0].subject
    assert "Laisser le sort décider" in text(player(ANA, WAR))

    assert player(BEN, WAR).post(f"/g/{WAR}/campaign/settle", {"territory": place}).status_code == 404
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/settle", {"territory": place}).status_code == 302
    assert [awaited.code for awaited in desk().awaits(WAR, None)] == ["campaign-review"]
    let_bots_play()
    assert "campaign-review" not in [awaited.code for awaited in desk().awaits(WAR, None)]


def test_between_people_chance_does_not_decide_a_battle():
    war(turns=9, map=ISLAND)
    advance("campaign-result", "random", seed=5)
    place = desk().awaits(WAR, None)[0].subject

    assert "Laisser le sort décider" not in text(player(ANA, WAR))
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/settle", {"territory": place}).status_code == 404


@pytest.mark.clause("SC-INI-2")
def test_dice_the_software_draws_wait_for_nobody():
    war()
    bots.play(WAR, now())
    assert {awaited.code for awaited in desk().awaits(WAR, None)} == {"campaign-compose"}
    for seat in (ANA, BEN):
        composed = next(iter(desk().history(WAR).engine.legal(state(), seat)))
        submit(WAR, composed, command_id=CommandId(f"{seat}-composed"), actor=ActorId(seat), sender=LOCAL)
    let_bots_play()

    assert {awaited.code for awaited in desk().awaits(WAR, None)} == {"campaign-prepare"}


def test_typed_dice_wait_for_the_table():
    war(
        dice="typed",
        start_assignment="manual",
        players=(CampaignPlayer(ANA, "Ana", bot="random"), CampaignPlayer(BEN, "Ben")),
    )
    sequence = desk().history(WAR).sequence

    assert not bots.play(WAR, Instant(now() + 9999))
    assert desk().history(WAR).sequence == sequence


def test_bots_rest_while_the_campaign_is_paused():
    war(players=(CampaignPlayer(ANA, "Ana", bot="heuristic"), CampaignPlayer(BEN, "Ben", bot="heuristic")))
    host().post(f"/g/{WAR}/send", {"type": "SetPause", "pause": "on"})

    assert not bots.play(WAR, now())


@pytest.mark.clause("SC-ABS-1", "SC-ABS-5")
@pytest.mark.parametrize(("spoken", "said"), [("fr", "Délai : avant le {}."), ("en", "Deadline: before {}.")])
def test_the_whole_log_says_when_a_deadline_is_by_the_clock_on_the_wall(spoken: str, said: str, settings: Any):
    settings.TIME_ZONE = "Asia/Tokyo"
    war(deadlines={"setup": 3600})
    host().post(f"/g/{WAR}/dice", {"draw": "1"})
    submit(WAR, Tick(at=now()), command_id=CommandId("tick"), actor=ActorId("clock"), sender=LOCAL)
    send(host(), type="ExtendDeadline", hours=23)
    watch = state().people.watch
    assert watch is not None
    due = datetime.fromtimestamp(watch.due, ZoneInfo("Asia/Tokyo"))
    with translation.override(spoken):
        when = f"{WEEKDAYS[due.weekday()]} {due.day} {MONTHS[due.month]}, {due:%H:%M}"

    for address in ("log", ""):
        page = spaced(host().get(f"/g/{WAR}/{address}", headers={"accept-language": spoken}).content.decode())
        assert said.format(when) in page


def test_the_chronicle_tells_each_turn_and_takes_the_map_back():
    war(players=(CampaignPlayer(ANA, "Ana", bot="heuristic"), CampaignPlayer(BEN, "Ben", bot="heuristic")), turns=2)
    let_bots_play()
    first, last = text(passer_by(), "campaign/chronicle?at=0"), text(passer_by(), "campaign/chronicle")

    assert "<h2>Mise en place</h2>" in first
    assert 'class="band ' not in first
    assert "<h2>Tour 2</h2>" in last
    assert 'class="band ' in last
    assert re.search("(Ana|Ben) gagne la campagne (aux points|par la gloire)", last)
    assert "T13" not in re.sub(r'data-territory="T\d\d"', "", last)
    shared = passer_by().get(f"/g/{WAR}/campaign/chronicle.html")
    assert shared["Content-Disposition"].startswith("attachment")
    assert shared.content.decode().count('<svg class="campaign-map"') == 3
    assert "Feuille de campagne" in text(passer_by(), "campaign/sheet")


def test_a_bot_stands_in_for_somebody_away_and_the_organiser_replaces_a_player():
    war()
    advance("campaign-declare")
    page = text(player(ANA, WAR))
    assert "Raconter un seigneur" in page
    assert '<option value="bot:heuristic">automate prudent</option>' in page
    player(ANA, WAR).post(f"/g/{WAR}/send", {"type": "NameStandIn", "player": "ana", "stand_in": "bot:heuristic"})
    host().post(f"/g/{WAR}/send", {"type": "ReplacePlayer", "player": "ben", "name": "Hugo"})

    assert state().people.stand_ins == {ANA: "bot:heuristic"}
    assert "Hugo" in text(passer_by())


@pytest.mark.clause("SC-SEQ-14")
def test_an_old_battle_is_repaired_by_going_back_before_it():
    place, reported, confirmed = settled_battle()
    before = desk().history(WAR).at(reported - 1)
    advance("campaign-prepare", "random", seed=5)
    last = desk().history(WAR).sequence
    assert last > confirmed
    shown = text(host(), f"campaign/back?entry={reported}")
    assert f"Ces {last - reported + 1} actions seront annulées" in shown

    answer = host().post(f"/g/{WAR}/campaign/back", {"entry": reported, "last": last})
    assert answer.status_code == 302
    assert state() == before
    assert [awaited.code for awaited in desk().awaits(WAR, None)] == ["campaign-result"] * 2
    assert desk().awaits(WAR, None)[0].subject == place


def test_going_back_waits_for_another_look_when_somebody_has_acted_meanwhile():
    _place, reported, confirmed = settled_battle()
    then = state()

    assert host().post(f"/g/{WAR}/campaign/back", {"entry": reported, "last": confirmed - 1}).status_code == 200
    assert state() == then


def test_only_officials_go_back_and_a_refused_player_is_told_whom_to_ask():
    place, _reported, confirmed = settled_battle()
    assert player(ANA, WAR).post(f"/g/{WAR}/campaign/back", {"entry": 1, "last": confirmed}).status_code == 403
    answer = player(ANA, WAR).post(f"/g/{WAR}/campaign/order", {"type": "RejectResult", "territory": place})

    assert answer.status_code == 409
    assert "Revenir en arrière" in text(host())
    assert "campaign/back" not in text(player(ANA, WAR))


@pytest.mark.clause("SC-ABS-6")
def test_a_player_who_stands_in_takes_the_chair_and_gives_it_back():
    war(starting_pp=30)
    advance("campaign-bid")
    ana, ben = player(ANA, WAR), player(BEN, WAR)
    assert "Jouer pour Ana" not in text(ben)
    ben.post(f"/g/{WAR}/place", {"chair": "ana"})
    assert "Votre mise, poing fermé" in text(ben)
    assert send(ben, type="PlaceBid", seat="ana", amount=3) == 403
    ana.post(f"/g/{WAR}/send", {"type": "NameStandIn", "player": "ana", "stand_in": "ben"})
    ben.post(f"/g/{WAR}/place", {"as": "player"})
    assert "Jouer pour Ana" in text(ben)

    ben.post(f"/g/{WAR}/place", {"chair": "ana"})
    assert send(ben, type="PlaceBid", amount=3) == 302
    assert [awaited.seat for awaited in desk().awaits(WAR, None)] == [BEN]
    assert desk().history(WAR).deeds[-1].actor == "Ben"
    ben.post(f"/g/{WAR}/place", {"as": "player"})
    assert "mise 3 PP" not in text(ben)
    ana.post(f"/g/{WAR}/send", {"type": "NameStandIn", "player": "ana", "stand_in": ""})
    ben.post(f"/g/{WAR}/place", {"chair": "ana"})
    assert "mise 3 PP" not in text(ben)


@pytest.mark.clause("SC-ABS-6")
def test_the_organiser_stands_in_for_somebody():
    war(starting_pp=30)
    advance("campaign-bid")
    player(ANA, WAR).post(f"/g/{WAR}/send", {"type": "NameStandIn", "player": "ana", "stand_in": "organiser"})
    organiser = host()
    assert "Jouer pour Ana" in text(organiser)
    organiser.post(f"/g/{WAR}/place", {"chair": "ana"})

    assert send(organiser, type="PlaceBid", amount=2) == 302
    assert "Revenir à ma place" in text(organiser)
    organiser.post(f"/g/{WAR}/place", {"as": "player"})
    assert "Clore l’étape" in text(organiser) or "Clore l’étape" in text(organiser)


@pytest.mark.clause("SC-ABS-8")
def test_a_player_replaced_for_good_loses_the_place_and_the_new_one_gets_a_link():
    war(starting_pp=30)
    advance("campaign-bid")
    ben = player(BEN, WAR)
    assert "Votre mise, poing fermé" in text(ben)
    assert ben.post(f"/g/{WAR}/campaign/replace", {"player": "ben", "name": "Hugo"}).status_code == 403
    answer = host().post(f"/g/{WAR}/campaign/replace", {"player": "ben", "name": "Hugo"})

    assert answer["Location"] == f"/g/{WAR}/seats"
    assert state().people.names[BEN] == "Hugo"
    assert "Votre mise, poing fermé" not in text(ben)
    assert "Votre mise, poing fermé" in text(player(BEN, WAR))
    assert host().post(f"/g/{WAR}/campaign/replace", {"player": "zoe", "name": "Hugo"}).status_code == 409
    nobody = host().post(f"/g/{WAR}/campaign/replace", {"player": "ben", "name": "  "})
    assert (nobody.status_code, state().people.names[BEN]) == (409, "Hugo")
    assert "n’aurait plus de nom" in nobody.content.decode()


@pytest.mark.clause("SC-ABS-7")
def test_players_vote_for_a_pause_and_take_their_votes_back():
    war()
    ana, ben = player(ANA, WAR), player(BEN, WAR)

    def vote(client: Client) -> None:
        form = re.search(r'value="VotePause"><input type="hidden" name="pause" value="(on)?">', text(client))
        assert form is not None
        client.post(f"/g/{WAR}/send", {"type": "VotePause", "pause": form.group(1) or ""})

    vote(ana)
    assert "Retirer mon vote" in text(ana)
    assert "Voter pour une pause" in text(ben)
    vote(ana)
    assert state().people.votes == frozenset()
    vote(ana)
    vote(ben)
    assert state().people.paused is not None
    assert "en pause" in text(passer_by())
    vote(ana)
    vote(ben)
    assert state().people.paused is None


@pytest.mark.clause("SC-ABS-5")
def test_the_organiser_gives_more_hours_and_everybody_sees_until_when():
    war(deadlines={"declare": 3600})
    advance("campaign-declare")
    page = text(host())
    watch = state().people.watch
    assert watch is not None
    assert "avant le" in spaced(text(player(ANA, WAR)))
    assert "Heures de plus" in page

    for hours, status in (("une heure", 400), ("", 400), ("1e3", 400), ("9e9", 400), ("-3", 409), ("0", 409)):
        assert send(host(), type="ExtendDeadline", hours=hours) == status
    assert send(host(), type="ExtendDeadline", hours="1,5") == 302
    longer = state().people.watch
    assert longer is not None
    assert longer.due == watch.due + 5400
    assert "Heures de plus" not in text(player(ANA, WAR))


@pytest.mark.clause("SC-ABS-3", "SC-ABS-4")
@pytest.mark.parametrize(
    ("rule", "told"),
    [("default", "délai passé : sans réponse, ce qui est prévu se fait le"), ("wait", "délai passé : l’organisateur")],
)
def test_a_deadline_that_has_passed_is_told_as_such_with_what_comes(rule: str, told: str, monkeypatch: Any):
    war(deadlines={"declare": 3600}, grace=600, on_deadline=rule)
    advance("campaign-declare")
    watch = state().people.watch
    assert watch is not None
    assert "délai passé" not in text(player(ANA, WAR))
    monkeypatch.setattr("heraut.web.rooms.campaign.pages.now", lambda: watch.due)

    page = spaced(unescape(text(player(ANA, WAR))))
    assert told in page
    assert "avant le" not in page.partition("campaign-turn")[2].partition("</p>")[0]


@pytest.mark.clause("SC-SET-2")
def test_the_organiser_gives_out_the_starts_where_the_group_wants_it():
    war(start_assignment="manual")
    page = text(host())
    assert re.findall(r'<select name="start-(\w+)">', page) == ["ana", "ben"]
    assert "start-ana" not in text(player(ANA, WAR))

    assert send(host(), type="AssignStarts", **{"start-ana": "T12", "start-ben": "T12"}) == 409
    assert send(host(), type="AssignStarts", **{"start-ana": "T02", "start-ben": "T12"}) == 302
    assert state().phase.starts == {ANA: "T02", BEN: "T12"}


@pytest.mark.clause("HOUSE-UNDO-4", "SC-SEQ-14")
def test_who_sealed_last_is_not_offered_to_take_back_what_it_opened():
    war(starting_pp=5)
    advance("campaign-bid")
    ana, ben = player(ANA, WAR), player(BEN, WAR)
    send(ana, type="PlaceBid", amount=1)
    assert f"/g/{WAR}/undo/" in text(ana)
    send(ben, type="PlaceBid", amount=2)

    assert f"/g/{WAR}/undo/" not in text(ben)
    assert f"/g/{WAR}/undo/" in text(host())


@pytest.mark.clause("SC-PLY-3")
def test_the_sheet_has_no_empty_tables():
    stand("upkeep", bands=[])
    assert "<h2>Bandes</h2>" not in text(host(), "campaign/sheet")
    assert "<h2>Villages et réserves</h2>" not in text(host(), "campaign/sheet")
