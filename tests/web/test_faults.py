"""When something is wrong: one sentence, what to do, the right status."""

from __future__ import annotations

from html import unescape

import pytest
from django.db import OperationalError

from heraut.web import desk as desks
from heraut.web.models import Entry, Stream
from heraut.web.views import home
from web.build import ANA, bid, host, passer_by, player, sale
from web.test_weekend import enter, streams, weekend

pytestmark = pytest.mark.django_db


def test_a_damaged_stream_says_which_entry_and_the_others_are_still_listed():
    sale()
    sale(stream="other")
    bid(player(ANA), 3)
    Entry.objects.update(command='{"type":"Gone"}')
    desks.desk.cache_clear()

    answer = passer_by().get("/g/sale/")

    assert answer.status_code == 500
    assert "L’action 1 de" in unescape(answer.content.decode())
    assert "/g/other/" in passer_by().get("/").content.decode()


def test_a_damaged_tournament_is_told_on_the_pages_of_its_weekend_too():
    row = weekend()
    first = streams(row)[0]
    enter(row, "Ana", [first])
    Entry.objects.filter(stream=first, sequence=1).update(command='{"type":"Gone"}')
    desks.desk.cache_clear()

    answer = host().post(f"/w/{row.pk}/tables/{first}")

    assert answer.status_code == 500
    assert "Cet événement ne peut pas être lu" in answer.content.decode()
    assert f"/g/{first}/export" in answer.content.decode()


def test_a_game_of_an_unknown_engine_asks_for_an_update():
    sale()
    row = Stream.objects.get()
    Stream.objects.update(header=row.header.replace('"engine":"auction"', '"engine":"chess"'))
    desks.desk.cache_clear()

    answer = passer_by().get("/api/streams/sale/view")

    assert answer.status_code == 500
    assert "Ce Héraut ne connaît pas le jeu" in answer.json()["error"]


def test_a_database_that_is_away_is_said(monkeypatch: pytest.MonkeyPatch):
    def away(*_: object) -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(home, "_visible", away)

    answer = host().get("/")

    assert answer.status_code == 503
    assert "La base de données ne répond pas" in answer.content.decode()
