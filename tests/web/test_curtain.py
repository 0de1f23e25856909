"""Two players at one browser: a curtain between them, and nothing of the game while it is down."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from heraut.web import links
from heraut.web.models import Stream
from heraut.web.permissions import Role
from web.build import laid_out, player
from web.war import ANA, BEN, WAR, advance, send, spaced, text, war

pytestmark = pytest.mark.django_db


def one_screen() -> Client:
    """A browser that has opened Ben's link, then Ana's."""
    client = player(BEN, WAR)
    client.get(f"/s/{links.token(links.make(WAR, Role.PLAYER, 'Ana', ANA))}")
    return client


def test_what_one_player_sealed_is_not_seen_by_the_next_before_or_behind_the_curtain():
    war(starting_pp=30)
    advance("campaign-bid")
    screen = one_screen()
    assert send(screen, type="PlaceBid", amount=7) == 302
    assert "7 PP" in spaced(text(screen))
    assert "Laisser l’écran à Ben" in text(screen).replace("&#x27;", "'")

    screen.post(f"/g/{WAR}/place", {"seat": "ben"})
    for address in ("", "log", "campaign/sheet", "campaign/chronicle", "campaign/land?at=T13"):
        down = laid_out(screen.get(f"/g/{WAR}/{address}").content.decode())
        assert "Lever le rideau" in down
        assert "Ben" in down
        assert not re.search(r"\bPP\b|campaign-map", down), address
    assert send(screen, type="PlaceBid", amount=1) == 409
    assert screen.get(f"/api/streams/{WAR}/view").status_code == 403

    screen.post(f"/g/{WAR}/place", {"lift": "on"})
    page = spaced(text(screen))
    assert "Votre mise, poing fermé" in page
    assert "mise 7 PP" not in page
    assert "Laisser l’écran à Ana" in page.replace("&#x27;", "'")


def test_a_curtain_hides_a_game_that_is_not_public_and_is_lifted_all_the_same():
    war(starting_pp=30)
    advance("campaign-bid")
    Stream.objects.filter(pk=WAR).update(public=False)
    screen = one_screen()
    screen.post(f"/g/{WAR}/place", {"seat": "ben"})

    assert "Lever le rideau" in text(screen)
    screen.post(f"/g/{WAR}/place", {"lift": "on"})
    assert "Votre mise, poing fermé" in text(screen)


def test_only_places_this_browser_holds_are_offered_and_taken():
    war(starting_pp=30)
    advance("campaign-bid")
    ana = player(ANA, WAR)
    assert "Laisser l" not in text(ana)

    ana.post(f"/g/{WAR}/place", {"seat": "ben"})
    assert "Votre mise, poing fermé" in text(ana)
    assert "<b>Ana</b>" in text(ana)
