from __future__ import annotations

import pytest

from web.build import ANA, BEN, bid, host, passer_by, player, sale

pytestmark = pytest.mark.django_db


def test_the_page_opens_with_what_is_awaited():
    sale()

    page = player(ANA).get("/g/sale/").content.decode()

    assert "Ana doit sceller une mise." in page


def test_every_page_answers():
    sale()
    organiser = host()
    for address in (
        "/",
        "/g/sale/",
        "/g/sale/log",
        "/g/sale/seats",
        "/new/auction/",
        "/account",
        "/ask/",
        "/sign-in",
        "/ask/dice.pool/",
        "/ask/dice.pool/?dice=8&target=4",
        "/why/HOUSE-SEAL-1",
        "/api/openapi.json",
        "/g/sale/export",
    ):
        assert organiser.get(address).status_code == 200, address


def test_a_bid_reaches_the_board():
    sale()
    ana, ben = player(ANA), player(BEN)

    assert bid(ana, 3).status_code == 302
    assert bid(ben, 4).status_code == 302
    assert "Ben emporte" in passer_by().get("/g/sale/").content.decode()
