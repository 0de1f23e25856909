"""The campaign's pages on a phone: nothing sideways, names that can be read, cards, the chronicle without a server."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from browser.conftest import LAPTOP, PHONE, Server, shot, sign_in, take_seat

pytestmark = pytest.mark.browser

OVERLAPPING = """() => {
  const names = [...document.querySelectorAll(".campaign-map .name:not([display=none])")];
  const boxes = names.map((name) => [name.textContent, name.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], place) => boxes.slice(place + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([other]) => `${one} / ${other}`));
}"""
SMALLEST = """() => Math.min(...[...document.querySelectorAll(".campaign-map .name:not([display=none])")]
  .map((name) => parseFloat(getComputedStyle(name).fontSize) * name.getScreenCTM().a))"""
WIDTH = "document.documentElement.scrollWidth"


def check_names(page: Page) -> None:
    """Every name shown is at least 11 pixels high and covers no other."""
    expect(page.locator(".campaign-map.alive")).to_be_visible()
    assert page.evaluate(OVERLAPPING) == []
    assert page.evaluate(SMALLEST) >= 11


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_page_of_a_campaign_is_wider_than_a_phone(
    person: Callable[..., BrowserContext], server: Server, theme: str
) -> None:
    phone = person(**PHONE, color_scheme=theme).new_page()
    for address in (
        "",
        "campaign/chronicle",
        "campaign/chronicle?at=3",
        "campaign/sheet",
        "log",
        "campaign/land?at=T13",
    ):
        phone.goto(f"/g/campaign/{address}")
        assert phone.evaluate(WIDTH) == 360, address
    for address in ("/map/", "/map/?players=4&seed=3"):
        phone.goto(address)
        expect(phone.locator(".campaign-map")).to_be_visible()
        check_names(phone)
        assert phone.evaluate(WIDTH) == 360, address
    shot(phone, f"campaign-phone-map-{theme}")


def test_names_can_be_read_from_any_distance_and_a_tap_opens_a_card(person: Callable[..., BrowserContext]) -> None:
    for device in (PHONE, LAPTOP):
        page = person(**device).new_page()
        page.goto("/g/campaign/")
        check_names(page)
        for button in ("Toute la carte", "Agrandir", "Agrandir", "Agrandir"):
            page.get_by_role("button", name=button).click()
            check_names(page)
        page.get_by_role("button", name="Toute la carte").click()
        page.locator('[data-territory="T13"] circle').click()
        expect(page.locator("#campaign-card h2")).to_contain_text("Pierres des Géants")
        assert page.evaluate(WIDTH) == page.viewport_size["width"]  # type: ignore[index]
        shot(page, f"campaign-card-{page.viewport_size['width']}")  # type: ignore[index]


def test_the_chronicle_replays_and_opens_without_a_server(
    person: Callable[..., BrowserContext], browser: Browser, tmp_path: Path
) -> None:
    page = person(**LAPTOP, accept_downloads=True).new_page()
    page.goto("/g/campaign/campaign/chronicle")
    expect(page.locator("#told .band").first).to_be_visible()
    page.locator(".campaign-slider input").fill("0")
    expect(page.locator("#told .band")).to_have_count(0)
    page.get_by_role("button", name="Rejouer depuis le premier jour").click()
    expect(page.locator("#told .band").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Page à partager").click()
    download.value.save_as(tmp_path / "chronique.html")
    alone = browser.new_context(offline=True, viewport=PHONE["viewport"])  # type: ignore[arg-type]
    shared, problems = alone.new_page(), list[str]()
    shared.on("console", lambda message: problems.append(message.text))
    shared.on("requestfailed", lambda request: problems.append(request.url))
    shared.goto((tmp_path / "chronique.html").as_uri())
    expect(shared.locator("section:visible")).to_have_count(1)
    shared.locator("input[type=range]").fill("0")
    expect(shared.get_by_role("heading", name="Mise en place")).to_be_visible()
    assert shared.evaluate(WIDTH) == 360
    assert problems == []
    alone.close()


def test_a_person_plays_against_a_bot_and_nobody_presses_for_it(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    desk = person(**LAPTOP).new_page()
    sign_in(desk, server)
    desk.goto("/new/campaign/")
    expect(desk.locator(".campaign-row:visible")).to_have_count(2)
    desk.get_by_label("Nombre de joueurs").select_option("3")
    expect(desk.locator(".campaign-row:visible")).to_have_count(3)
    desk.get_by_label("Nombre de joueurs").select_option("2")
    desk.get_by_label("Nom 1").fill("Ana")
    desk.get_by_label("Qui joue 2").select_option("heuristic")
    desk.get_by_label("Nombre de la carte").fill("7")
    desk.get_by_label("Nombre de la carte").press("Tab")
    expect(desk.locator(".campaign-preview .name", has_text="aux Mille Marches")).to_have_count(0)
    expect(desk.locator(".campaign-preview .name", has_text="Ziggurat")).to_have_count(1)
    shot(desk, "campaign-new")
    desk.get_by_role("button", name="Ouvrir la partie").click()
    link = re.sub(r"^http://[^/]+", server.address, desk.locator(".place .address a").first.inner_text())
    desk.get_by_role("link", name="Aller à l’événement").click()
    ana = person(**PHONE).new_page()
    take_seat(ana, link)

    ana.get_by_role("button", name="Lever ces bandes").click()
    ana.get_by_role("button", name="Sceller mes ordres").first.click()
    expect(ana.get_by_role("button", name="Passer pour ce tour")).to_be_visible()
    ana.locator("form.march select").first.focus()
    expect(ana.locator(".plans polyline")).to_have_count(1)
    ana.get_by_role("button", name="Passer pour ce tour").click()
    expect(ana.locator(".waiting")).not_to_contain_text("déclare un mouvement")
    expect(ana.locator(".waiting")).to_contain_text("Ana")
    expect(ana.locator(".log")).to_contain_text("par l’automate prudent")
