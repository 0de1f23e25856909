"""A Steamroller Hardcore event: an organiser at the laptop and seven phones, one of them with a bye each round."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import day
from browser.conftest import Server

pytestmark = pytest.mark.browser

NAMES = ["Ana", "Ben", "Chloé", "David", "Emma", "Farid", "Gaëlle"]


def hand_in(phone: Page, faction: str) -> None:
    phone.get_by_label("Faction").first.fill(faction)
    phone.get_by_label("Une ligne par choix").first.fill("* Capitaine\nCavaliers 50")
    phone.get_by_role("button", name="Sceller les listes").click()
    expect(phone.locator(".seal.sealed").first).to_be_visible()


def test_a_hardcore_event(person: Callable[..., BrowserContext], server: Server) -> None:
    desk = day.organiser(person, server)
    with day.no_problems(desk):
        _story(person, server, desk)


def _story(person: Callable[..., BrowserContext], server: Server, desk: Page) -> None:
    day.open_event(desk, "Steamroller Hardcore", "Hardcore !")
    expect(desk.get_by_label("Scénario 1", exact=True)).to_have_value("kill_box")
    expect(desk.get_by_label("Temps limité Hardcore")).to_be_checked()
    address = day.opened(desk)
    day.enter(desk, *NAMES)
    phones = day.phones(person, server, desk, address, NAMES)
    for name, phone in phones.items():
        hand_in(phone, f"Faction de {name}")
    expect(desk.locator(".people .seal.sealed")).to_have_count(7)
    desk.get_by_role("button", name="Pointer tout le monde").click()
    expect(desk.locator(".people tr.present")).to_have_count(7)
    desk.get_by_role("button", name="Clore les inscriptions").click()

    for number in (1, 2, 3):
        day.publish_next(desk, number)
        paired = day.tables(desk)
        playing = {name for _table, one, two in paired for name in (one, two)}
        (exempt,) = set(NAMES) - playing
        expect(phones[exempt].locator(".answer-first")).to_have_text("Pas de partie cette ronde")
        expect(phones[paired[0][1]].locator(".where")).to_contain_text("La Cage")

        # The length of the round is rolled in secret: the officials' eyes only.
        desk.get_by_role("button", name="Tirer les dés").click()
        desk.get_by_role("button", name="Lancer l’horloge").click()
        expect(desk.locator(".clock")).to_contain_text("secret")
        expect(desk.locator(".clock")).to_contain_text(re.compile(r"/ \d+ min"))
        expect(phones[paired[0][1]].locator("[data-elapsed]")).to_be_visible()
        minutes = re.search(r"/ (\d+) min", desk.locator(".clock").inner_text())
        assert minutes is not None
        assert f"{minutes.group(1)} min" not in phones[paired[0][1]].locator("body").inner_text()
        for table, _one, _two in paired:
            day.type_result(desk, f"{table} 1 a 0 0 50 {table * 5}")

    expect(desk.locator(".answer-first")).to_contain_text("Le tournoi est terminé")
    expect(desk.locator(".standings")).to_contain_text("Assassinats")
    answer = desk.request.get(f"{address}tournament/papers/records.pdf")
    assert answer.ok
    assert answer.body().startswith(b"%PDF")
