"""A band built once: handed in to a tournament, raised in a campaign, without typing a number again."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from heraut.kernel.names import Seat
from heraut.tournament.saga.bands import Age, TroopClass
from web.build import host, passer_by, player
from web.test_tournament import CUP, cup, phone, saga, view
from web.war import ANA, WAR, advance, state, war

pytestmark = pytest.mark.django_db
BUILT = "hearthguard=8&warrior=20&levy=12&lieutenant.traded=1&lieutenant.traded.with=warrior"
PLAIN = "hearthguard=8&warrior=24&levy=12"


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def form(page: str) -> tuple[str, dict[str, str]]:
    """The form that sends the band: where to, with what."""
    action, inside = re.search(r'<form class="offer" method="post" action="([^"]+)">(.*?)</form>', page, re.S).groups()
    fields = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', inside)
    return action, {name: unescape(value) for name, value in fields if name != "csrfmiddlewaretoken"}


def handed_in(seat: Seat) -> object:
    return next(entered.lists for entered in view(seat).players if entered.seat == seat)


def test_a_band_goes_straight_into_a_tournament():
    cup(saga(allowed_ages=("magic",)))
    ana = phone(ANA)
    assert f'href="/odds/band?game={CUP}"' in text(ana, f"/g/{CUP}/")
    page = text(ana, f"/odds/band?game={CUP}&{BUILT}")
    action, fields = form(page)

    assert ana.post(action, fields).status_code == 302
    sealed = handed_in(ANA)
    assert sealed.age is Age.MAGIC
    assert {(line.troop, line.figures) for line in sealed.lines if line.troop is not TroopClass.SPECIAL} == {
        (TroopClass.WARLORD, 1),
        (TroopClass.HEARTHGUARD, 8),
        (TroopClass.WARRIOR, 20),
        (TroopClass.LEVY, 12),
    }


def test_an_official_hands_in_the_band_of_somebody_without_a_phone():
    cup(saga(allowed_ages=("magic",)))
    organiser = host()
    assert f"/odds/band?game={CUP}&amp;player=ben" in text(organiser, f"/g/{CUP}/tournament/players/ben")
    action, fields = form(text(organiser, f"/odds/band?game={CUP}&player=ben&{PLAIN}"))

    assert organiser.post(action, fields).status_code == 302
    assert handed_in(Seat("ben")) is not None
    assert handed_in(ANA) is None


def test_a_band_is_raised_in_a_campaign_all_alike_or_one_by_one():
    war()
    advance("campaign-compose")
    ana, places = player(ANA, WAR), state().game.starting_bands
    assert f'href="/odds/band?game={WAR}"' in text(ana, f"/g/{WAR}/")
    page = text(ana, f"/odds/band?game={WAR}&{PLAIN}")
    for place in range(1, places):
        assert f"bande {place} sur {places}" in page
        following = unescape(re.search(r'href="(/odds/band\?game=[^"]*place=[^"]*)"', page).group(1))
        page = text(ana, f"{following}&hearthguard=4&warrior=40")
    action, fields = form(page)

    assert ana.post(action, {**fields, "lord-1": "Gaëlle"}).status_code == 302
    raised = [*state().board.bands_of(ANA)]
    assert len(raised) == places > 1
    kinds = [sorted(unit.kind for unit in band.units) for band in raised]
    assert kinds[0] == ["hearthguards"] * 2 + ["levies"] + ["warriors"] * 3
    assert kinds[1:] == [["hearthguards"] + ["warriors"] * 5] * (places - 1)


def test_troops_a_campaign_does_not_count_are_not_sent():
    war()
    advance("campaign-compose")
    page = text(player(ANA, WAR), f"/odds/band?game={WAR}&warrior=40&sorcerer=1&spells=A%0AB%0AC")

    assert 'method="post" action="/g/' not in page
    assert "SC-BND-9" in page


def test_strangers_are_offered_nothing():
    cup(saga(allowed_ages=("magic",)))
    page = text(passer_by(), f"/odds/band?game={CUP}&{PLAIN}")

    assert 'method="post" action="/g/' not in page
    assert "Coupe" not in page
