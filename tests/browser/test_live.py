"""A page is never left behind, whatever moment the news choose to come."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import count

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from browser.conftest import PHONE, Server, take_seat
from browser.test_auction import bid, open_sale, seat_links

pytestmark = pytest.mark.browser

TOLD = "live.news && live.news !== document.getElementById('game').dataset.version"
"""Whether the page has heard of news that it does not show."""


@pytest.fixture
def bidders(person: Callable[..., BrowserContext], server: Server) -> tuple[Page, Page]:
    desk = person().new_page()
    open_sale(desk, server)
    ana, ben = person(**PHONE).new_page(), person(**PHONE).new_page()
    for phone, link in zip((ana, ben), seat_links(desk, server), strict=True):
        take_seat(phone, link)
    return ana, ben


def sealed(page: Page, name: str) -> Locator:
    return page.locator(".slots li", has_text=name).locator(".seal.sealed")


def hold(page: Page, address: str) -> list[Route]:
    """Requests to this address wait until somebody lets them go."""
    held: list[Route] = []

    def keep(route: Route) -> None:
        held.append(route)

    page.route(address, keep)
    return held


def test_news_from_between_the_page_and_its_first_live_message_are_shown(bidders: tuple[Page, Page]) -> None:
    ana, ben = bidders
    held = hold(ana, "**/live")
    ana.reload()
    expect(ana.locator(".slots li", has_text="Ben")).to_be_visible()
    bid(ben, 3)
    expect(sealed(ben, "Ben")).to_be_visible()
    expect(sealed(ana, "Ben")).to_have_count(0)
    for route in held:
        route.continue_()
    expect(sealed(ana, "Ben")).to_be_visible()


def test_news_that_come_while_somebody_types_are_offered_and_not_forced(bidders: tuple[Page, Page]) -> None:
    ana, ben = bidders
    ana.get_by_label("Mise en PP").fill("4")
    bid(ben, 3)
    expect(ana.get_by_role("button", name="Du nouveau")).to_be_visible()
    expect(ana.get_by_label("Mise en PP")).to_have_value("4")
    ana.get_by_role("button", name="Du nouveau").click()
    expect(sealed(ana, "Ben")).to_be_visible()


def test_news_that_come_under_a_finger_are_shown_when_it_is_lifted(bidders: tuple[Page, Page]) -> None:
    ana, ben = bidders
    ana.evaluate("dispatchEvent(new PointerEvent('pointerdown'))")
    bid(ben, 3)
    ana.wait_for_function(TOLD)
    expect(ana.get_by_role("button", name="Du nouveau")).to_have_count(0)
    ana.evaluate("dispatchEvent(new PointerEvent('pointerup'))")
    expect(sealed(ana, "Ben")).to_be_visible()


def test_a_drawer_somebody_opened_stays_open_when_news_come(bidders: tuple[Page, Page]) -> None:
    ana, ben = bidders
    counted = count(1)

    def with_drawer(route: Route) -> None:
        answer = route.fetch()
        drawer = f"<details><summary>{next(counted)} offres</summary></details>"
        route.fulfill(response=answer, body=re.sub(r'(<div id="game"[^>]*>)', rf"\1{drawer}", answer.text()))

    ana.route(ana.url, with_drawer)
    ana.reload()
    drawer = ana.locator("details", has_text="offres")
    drawer.locator("summary").click()
    bid(ben, 3)
    expect(sealed(ana, "Ben")).to_be_visible()
    expect(drawer).to_have_attribute("open", "")


def test_a_page_nobody_looks_at_does_not_listen_and_is_up_to_date_once_looked_at(bidders: tuple[Page, Page]) -> None:
    ana, ben = bidders
    seen = (
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });"
        " document.dispatchEvent(new Event('visibilitychange')) }"
    )
    ana.evaluate(seen, True)
    assert ana.evaluate("live.sources.length") == 0
    bid(ben, 3)
    expect(sealed(ben, "Ben")).to_be_visible()
    expect(sealed(ana, "Ben")).to_have_count(0)
    ana.evaluate(seen, False)
    expect(sealed(ana, "Ben")).to_be_visible()


def test_a_page_on_its_way_does_not_cover_what_was_sent_after_it_was_asked_for(bidders: tuple[Page, Page]) -> None:
    ana, ben = bidders
    problems: list[str] = []
    ana.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    hold(ana, ana.url)
    with ana.expect_request(ana.url):
        bid(ben, 3)
    bid(ana, 4)
    expect(ana.locator(".log")).to_contain_text("emporte « le heaume » pour 4")
    assert problems == []
