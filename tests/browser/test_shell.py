"""What the shell promises on a real screen: without scripts, without network, without a mouse, on a small phone."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import LAPTOP, PHONE, Server, sign_in, take_seat
from browser.test_auction import bid, seat_links

pytestmark = pytest.mark.browser
Person = Callable[..., BrowserContext]

ADDRESSES = (
    "/",
    "{game}",
    "{game}seats",
    "{game}log",
    "/new/auction/",
    "/ask/dice.pool/?dice=8&target=4",
    "/account",
)
TARGETS = "main button.action, main .button, main input:not([type=hidden]):not([type=checkbox]), main select"
SMALL = """
targets => [...document.querySelectorAll(targets)]
  .filter(target => target.offsetParent && target.getBoundingClientRect().height < 43.5)
  .map(target => target.outerHTML)
"""


@pytest.fixture(scope="module")
def organiser_state(browser, server: Server):
    """The organiser's session: the link of the terminal works once."""
    context = browser.new_context(base_url=server.address, locale="fr-FR")
    page = context.new_page()
    sign_in(page, server)
    state = context.storage_state()
    context.close()
    return state


@pytest.fixture
def sale(person: Person, organiser_state, server: Server) -> tuple[Page, list[str]]:
    """A fresh auction at the organiser's desk, and the links of Ana and Ben."""
    desk = person(**LAPTOP, storage_state=organiser_state).new_page()
    desk.goto("/new/auction/")
    desk.get_by_label("Bidders").fill("Ana\nBen")
    desk.get_by_label("Lots").fill("le heaume")
    desk.get_by_role("button", name="Ouvrir la partie").click()
    links = seat_links(desk, server)
    desk.get_by_role("link", name="Aller à l’événement").click()
    expect(desk.locator("#game")).to_be_visible()
    return desk, links


def sit(person: Person, link: str, **device: object) -> Page:
    page = person(**{**PHONE, **device}).new_page()
    take_seat(page, link)
    return page


def test_a_phone_without_scripts_plays_too(person: Person, sale):
    _desk, (ana_link, _ben_link) = sale
    ana = sit(person, ana_link, java_script_enabled=False)

    bid(ana, 4)

    expect(ana.locator(".slots li", has_text="Ana").locator(".seal.sealed")).to_be_visible()


def test_news_does_not_take_away_what_somebody_is_typing(person: Person, sale):
    _desk, (ana_link, ben_link) = sale
    ana, ben = sit(person, ana_link), sit(person, ben_link)
    ana.locator("input[name=amount]").first.fill("6")

    bid(ben, 2)

    expect(ana.get_by_role("button", name="Du nouveau")).to_be_visible()
    expect(ana.locator("input[name=amount]").first).to_have_value("6")
    ana.get_by_role("button", name="Du nouveau").click()
    expect(ana.locator(".slots li", has_text="Ben").locator(".seal.sealed")).to_be_visible()


def test_a_bid_sent_without_network_leaves_when_it_is_back_and_counts_once(person: Person, sale):
    desk, (ana_link, _ben_link) = sale
    ana = sit(person, ana_link)
    ana.context.set_offline(True)

    bid(ana, 5)

    expect(ana.locator("#offline")).to_be_visible()
    ana.context.set_offline(False)
    expect(ana.locator(".slots li", has_text="Ana").locator(".seal.sealed")).to_be_visible()
    expect(desk.locator(".log li[data-sequence]")).to_have_count(1)


def test_a_desk_is_run_from_the_keyboard(sale):
    desk, _links = sale

    desk.keyboard.press("?")
    expect(desk.locator("dialog#shortcuts")).to_contain_text("Places")
    desk.keyboard.press("Escape")
    desk.keyboard.press("s")
    expect(desk.get_by_role("heading", name="Places")).to_be_visible()
    desk.keyboard.press("Enter")
    expect(desk.locator(".waiting")).to_be_visible()
    desk.keyboard.press("Enter")
    expect(desk.get_by_role("button", name="Tirer les dés")).to_be_visible()
    desk.keyboard.press("d")
    expect(desk.locator(".waiting.over")).to_be_visible()


def test_focus_can_be_seen(sale):
    desk, _links = sale
    desk.keyboard.press("Tab")
    desk.keyboard.press("Tab")

    outline = desk.evaluate("getComputedStyle(document.activeElement).outlineStyle")

    assert outline == "solid"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_fits_a_small_phone_and_its_targets_fit_a_thumb(person: Person, organiser_state, sale, scheme: str):
    desk, _links = sale
    game = desk.url
    page = person(**PHONE, storage_state=organiser_state, color_scheme=scheme).new_page()
    for address in ADDRESSES:
        page.goto(address.format(game=game))
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), address
        assert page.evaluate(SMALL, TARGETS) == [], address


def test_nothing_is_asked_of_another_server(person: Person, sale, server: Server):
    desk, _links = sale
    asked: list[str] = []
    page = person(**PHONE).new_page()
    page.on("request", lambda request: asked.append(request.url))

    page.goto(desk.url)

    assert [url for url in asked if not url.startswith(server.address)] == []
