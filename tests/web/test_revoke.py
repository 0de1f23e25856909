"""A link taken back has no power left: not at a match, not in an open page, not on the list of games."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client

from heraut.kernel.names import Seat, StreamId
from heraut.web import links
from heraut.web.desk import desk
from heraut.web.game import VisitedGame, places_of
from heraut.web.models import Link, Stream
from heraut.web.permissions import Role
from heraut.web.views.live import _events
from web import test_weekend
from web.build import ANA, SALE, bid, holder, host, passer_by, player, sale
from web.test_delivery import enter, opened, table_of
from web.test_tournament import CUP

pytestmark = pytest.mark.django_db


def renew(role: Role, seat: str = "", stream: StreamId = SALE) -> None:
    link = Link.objects.get(stream=stream, role=role, seat=seat)
    assert host().post(f"/g/{stream}/seats/{link.pk}/renew").status_code == 302


def test_a_renewed_link_of_an_event_opens_nothing_at_the_match_opened_through_it():
    match, clients, seats = opened()
    enter(clients[0], match, "StateRoles", first=seats[0])
    renew(Role.PLAYER, seats[0], CUP)
    answer = clients[0].post(f"/g/{match}/match/entry", {"type": "Concede", "command_id": "stolen"})

    assert answer.status_code == 403
    assert desk().history(match).sequence == 1
    assert clients[1].get(f"/g/{match}/").status_code == 200
    assert table_of().seats == seats


def test_the_new_link_of_the_event_leads_to_the_match_again():
    match, _clients, seats = opened()
    renew(Role.PLAYER, seats[0], CUP)
    phone = Client()
    phone.get(f"/s/{links.token(Link.objects.get(stream=CUP, role=Role.PLAYER, seat=seats[0]))}")
    phone.post("/g/cup/tournament/sheet")
    enter(phone, match, "StateRoles", first=seats[0])

    assert desk().history(match).sequence == 1


def test_a_renewed_link_no_longer_shows_a_private_title_on_the_list_of_games():
    sale(public=False)
    ana = player(ANA)
    assert "Vente de printemps" in ana.get("/").content.decode()
    renew(Role.PLAYER, ANA)

    assert "Vente de printemps" not in ana.get("/").content.decode()
    assert ana.get(f"/g/{SALE}/").status_code == 404


LOST = "Votre lien a été remplacé"
ASK = "Demandez-lui le nouveau lien et ouvrez-le ici."


@pytest.mark.parametrize("public", [True, False])
def test_whoever_held_a_renewed_link_is_told_and_whom_to_ask(public: bool):
    sale(public=public)
    ana = player(ANA)
    assert LOST not in ana.get(f"/g/{SALE}/").content.decode()
    renew(Role.PLAYER, ANA)
    page, sent = ana.get(f"/g/{SALE}/"), bid(ana, amount=2, command_id="late")

    assert (page.status_code, sent.status_code) == ((200, 403) if public else (404, 404))
    assert [(LOST in text, ASK in text) for text in (page.content.decode(), sent.content.decode())] == [
        (True, True)
    ] * 2
    assert ana.get(f"/api/streams/{SALE}/view").status_code == page.status_code
    ana.get(f"/s/{links.token(Link.objects.get(stream=SALE, seat=ANA))}")
    assert (LOST in ana.get(f"/g/{SALE}/").content.decode(), bid(ana, amount=2).status_code) == (False, 302)


def test_whoever_watches_on_without_a_link_is_told_no_more_and_a_passer_by_never_is():
    sale()
    farid = holder(Role.REFEREE, label="Farid")
    host().post(f"/g/{SALE}/seats/{Link.objects.get(role=Role.REFEREE).pk}/withdraw")
    assert LOST in farid.get(f"/g/{SALE}/").content.decode()
    farid.post(f"/g/{SALE}/place", {"watch": "1"})

    assert [LOST in one.get(f"/g/{SALE}/").content.decode() for one in (farid, passer_by())] == [False, False]


def test_a_withdrawn_link_opens_nothing_and_is_gone_from_the_list():
    sale(public=False)
    farid = holder(Role.REFEREE, label="Farid")
    link = Link.objects.get(role=Role.REFEREE)
    host().post(f"/g/{SALE}/seats/{link.pk}/withdraw")

    assert farid.get(f"/g/{SALE}/").status_code == 404
    assert not Link.objects.filter(role=Role.REFEREE).exists()
    assert farid.get(f"/s/{links.token(link)}").status_code == 404


def test_a_player_s_place_is_renewed_not_withdrawn():
    sale(public=False)
    ana = player(ANA)
    host().post(f"/g/{SALE}/seats/{Link.objects.get(seat=ANA).pk}/withdraw")

    assert ana.get(f"/g/{SALE}/").status_code == 404
    assert Link.objects.filter(seat=ANA).exists()


def test_a_seat_s_new_link_makes_the_weekend_s_old_badge_void_too():
    """A phone that held the seat held the badge, which would open the seat again."""
    meeting = test_weekend.weekend()
    first, _second = test_weekend.streams(meeting)
    test_weekend.enter(meeting, "Ana", test_weekend.streams(meeting))
    old = test_weekend.badge(meeting, "ana")
    phone = Client()
    phone.get(old)
    assert "role-player" in phone.get(f"/g/{first}/").content.decode()
    renew(Role.PLAYER, "ana", first)
    phone.get(f"/w/{meeting.pk}/", follow=True)

    assert "role-player" not in phone.get(f"/g/{first}/").content.decode()
    assert Client().get(old).status_code == 404


def live(client: Client, stream: StreamId) -> AsyncIterator[bytes]:
    """What is sent to the open page of that browser."""
    request = client.get(f"/g/{stream}/").wsgi_request
    row = Stream.objects.get(pk=stream)
    return _events(VisitedGame.with_places(request, row, places_of(request, row)), "fr")


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="one process")
@pytest.mark.parametrize("how", ["renew", "withdraw", "publish"])
def test_an_open_page_is_let_go_at_once(how: str):
    sale(public=how == "publish")
    links_of = {"renew": lambda: player(ANA), "withdraw": lambda: holder(Role.SPECTATOR, label="Zoé")}
    visitor = links_of.get(how, passer_by)()
    organiser, link = host(), Link.objects.first()
    path = f"/g/{SALE}/seats/publish" if link is None else f"/g/{SALE}/seats/{link.pk}/{how}"
    events = live(visitor, SALE)

    async def watch() -> list[bytes]:
        heard = [await asyncio.wait_for(anext(events), 5) for _ in range(2)]
        await asyncio.to_thread(organiser.post, path, {})
        return [*heard, *[message async for message in events]]  # it ends by itself

    heard = asyncio.run(watch())

    assert json.loads(heard[-1].split(b"data: ")[1]) == {"version": "left"}
    assert len(heard) == 3


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="one process")
def test_an_organiser_who_is_dismissed_hears_no_more_with_the_organiser_s_ears():
    sale(public=True)
    organiser, emma, account = host(), Client(), User.objects.create_user("Emma")
    emma.force_login(account)
    Stream.objects.update(owner=account)
    events = live(emma, SALE)

    async def watch() -> list[bytes]:
        heard = [await asyncio.wait_for(anext(events), 5) for _ in range(2)]
        await asyncio.to_thread(organiser.post, f"/account/{account.pk}/dismiss", {})
        return [*heard, *[message async for message in events]]

    assert json.loads(asyncio.run(watch())[-1].split(b"data: ")[1]) == {"version": "left"}
    assert emma.get(f"/g/{SALE}/").context["visitor"].role is Role.SPECTATOR


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="one process")
def test_the_pages_of_the_others_stay_open():
    sale(public=False)
    ben, organiser = player(Seat("ben")), host()
    ana = player(ANA)
    events = live(ben, SALE)
    link = Link.objects.get(seat=ANA)

    async def watch() -> bytes:
        for _ in range(2):
            await asyncio.wait_for(anext(events), 5)
        await asyncio.to_thread(organiser.post, f"/g/{SALE}/seats/{link.pk}/renew")
        await asyncio.to_thread(bid, ben, 2)
        told = await asyncio.wait_for(anext(events), 5)
        await events.aclose()
        return told

    assert b"left" not in asyncio.run(watch())
    assert ana.get(f"/g/{SALE}/").status_code == 404
