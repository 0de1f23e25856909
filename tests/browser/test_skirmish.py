"""A newcomer runs the sample fight without reading the rules, in a real browser."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import LAPTOP, PHONE, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


def draw_all(page: Page) -> None:
    """While dice are due, let them be drawn; nobody dodges."""
    for _ in range(20):
        page.wait_for_timeout(400)
        if page.locator("form.dice").count():
            press(page, "Tirer les dés")
        elif page.get_by_role("button", name="Rien", exact=True).count():
            press(page, "Rien")
        else:
            return


def test_a_newcomer_runs_the_sample_fight_in_two_minutes(person: Callable[..., BrowserContext], server: Server) -> None:
    page = person(**LAPTOP).new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    begun = time.monotonic()
    page.goto(server.sign_in_again())
    page.get_by_role("button", name="Entrer").click()
    page.goto(f"{server.address}/new/skirmish/")
    page.get_by_label("Titre").fill("Le gué")
    page.get_by_role("button", name="Ouvrir la partie").click()
    page.get_by_role("link", name="Aller à la partie").click()

    press(page, "Commencer le combat")
    expect(page.get_by_text("Ambiorix · réaction")).to_be_visible()
    draw_all(page)
    if where := os.environ.get("HERAUT_SCREENSHOTS"):
        page.screenshot(path=f"{where}/skirmish-opening.png", full_page=True)
    for _ in range(2):
        press(page, "3 actions")
        page.wait_for_timeout(500)
    expect(page.get_by_text("segment 1 sur 5")).to_be_visible()
    press(page, "Continuer")
    strike = page.get_by_role("button", name="Frapper · ").first
    expect(strike).to_contain_text("touche")
    if where := os.environ.get("HERAUT_SCREENSHOTS"):
        page.screenshot(path=f"{where}/skirmish.png", full_page=True)
    strike.click()
    expect(page.locator(".skirmish-due")).to_contain_text("attaque")
    draw_all(page)
    expect(page.locator(".log").first).to_contain_text("attaque")

    assert time.monotonic() - begun < 120
    assert problems == []


def test_a_players_phone_and_the_screen_follow_the_fight_and_never_show_a_hidden_enemy(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    master = person(**LAPTOP).new_page()
    master.goto(server.sign_in_again())
    master.get_by_role("button", name="Entrer").click()
    master.goto(f"{server.address}/new/skirmish/")
    master.get_by_label("Titre").fill("L'embuscade")
    master.get_by_label("L'embuscade").check()
    master.get_by_role("button", name="Ouvrir la partie").click()
    link = master.locator(".place .address a").first.get_attribute("href")
    master.get_by_role("link", name="Aller à la partie").click()
    phone = person(**PHONE).new_page()
    phone.goto(server.address + link[link.index("/s/") :])
    phone.locator("main .action").first.click()
    screen = person(**LAPTOP).new_page()
    screen.goto(f"{master.url}skirmish/screen")

    expect(master.get_by_role("region", name="Cavalier")).to_be_visible()
    press(master, "Commencer le combat")
    expect(phone.get_by_text("Ambiorix · réaction")).to_be_visible()
    expect(screen.get_by_text("Ambiorix : réaction")).to_be_visible()
    phone.get_by_role("button", name="Tirer les dés").click()
    expect(master.get_by_text("Brennos · réaction")).to_be_visible()

    expect(phone.get_by_role("region", name="Brennos")).to_be_visible()
    expect(phone.locator(".skirmish-boxes")).to_have_count(2)  # the tracks of one's own character, not of the others
    assert phone.get_by_role("button", name="Tirer les dés").count() == 0
    for page in (phone, screen):
        assert "Cavalier" not in page.content()
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width == 360
    if where := os.environ.get("HERAUT_SCREENSHOTS"):
        phone.screenshot(path=f"{where}/skirmish-phone.png", full_page=True)
        screen.screenshot(path=f"{where}/skirmish-screen.png")
