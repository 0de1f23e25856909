"""Two phones and an organiser through a whole auction, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import LAPTOP, PHONE, Server, sign_in, take_seat

pytestmark = pytest.mark.browser


def open_sale(page: Page, server: Server) -> None:
    """The organiser signs in by a one-time link and opens an auction of two lots."""
    sign_in(page, server)
    page.locator(".kinds").get_by_role("link", name="Auction").click()
    page.get_by_label("Titre").fill("Vente de printemps")
    page.get_by_label("Bidders").fill("Ana\nBen")
    page.get_by_label("Lots").fill("le heaume\nl'épée")
    page.get_by_role("button", name="Ouvrir la partie").click()


def seat_links(page: Page, server: Server) -> list[str]:
    expect(page.get_by_role("heading", name="Places")).to_be_visible()
    found = page.locator(".place .address a").all_inner_texts()
    return [re.sub(r"^http://[^/]+", server.address, address) for address in found]


def bid(page: Page, amount: int) -> None:
    form = page.locator("form.offer", has=page.get_by_role("button", name="Sceller une mise"))
    form.get_by_label("Mise en PP").fill(str(amount))
    form.get_by_role("button").click()


def test_two_phones_and_an_organiser_play_an_auction(person: Callable[..., BrowserContext], server: Server) -> None:
    desk = person(**LAPTOP).new_page()
    problems: list[str] = []
    desk.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    open_sale(desk, server)
    ana_link, ben_link = seat_links(desk, server)
    desk.get_by_role("link", name="Aller à l’événement").click()

    ana, ben = person(**PHONE).new_page(), person(**PHONE).new_page()
    for phone, link in ((ana, ana_link), (ben, ben_link)):
        take_seat(phone, link)
    expect(ana.locator(".waiting li.yours")).to_contain_text("Ana doit sceller une mise")

    # A sealed bid shows as sealed to everybody, live, and to nobody as a number.
    bid(ana, 7)
    expect(ana.locator(".slots li", has_text="Ana").locator(".seal.sealed")).to_be_visible()
    expect(desk.locator(".slots li", has_text="Ana").locator(".seal.sealed")).to_be_visible()
    expect(ben.locator(".slots li", has_text="Ana").locator(".seal.sealed")).to_be_visible()
    assert "7" not in "".join(ben.locator("#game .board, #game .log p:not(.quiet)").all_inner_texts())

    # Level bids are settled by a die that the organiser draws.
    bid(ben, 7)
    expect(desk.get_by_role("button", name="Tirer les dés")).to_be_visible()
    expect(ana.get_by_role("button", name="Tirer les dés")).to_have_count(0)
    desk.get_by_role("button", name="Tirer les dés").click()
    expect(ana.locator(".log li").first).to_contain_text("emporte « le heaume » pour 7")
    expect(ben.locator(".log li").first).to_contain_text("emporte « le heaume » pour 7")

    # A bid above the purse is refused in words, with the clause.
    ben.locator("input[name=amount]").first.evaluate("input => input.removeAttribute('max')")
    bid(ben, 70)
    expect(ben.locator(".faults")).to_contain_text("ne peut pas miser 70")
    ben.locator(".faults .why summary").click()
    expect(ben.locator(".faults .clause")).to_contain_text("HOUSE-SEAL-1")

    # A wrong bid is taken back by the one who made it.
    ben.goto(ben.url)
    bid(ben, 1)
    expect(ben.locator(".slots li", has_text="Ben").locator(".seal.sealed")).to_be_visible()
    ben.locator(".log li").first.get_by_role("button").click()
    expect(ben.locator(".log li.undone")).to_have_count(1)

    # The organiser closes without waiting any longer.
    bid(ben, 2)
    expect(desk.locator(".slots li", has_text="Ben").locator(".seal.sealed")).to_be_visible()
    desk.get_by_role("button", name="Clore les mises").click()
    for page in (desk, ana, ben):
        expect(page.locator(".waiting.over")).to_contain_text("C’est terminé")
    assert problems == []
