"""On a phone nothing is cut off at the side, and nothing moves by itself: neither while it loads nor when news come."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import day, kinds
from browser.conftest import PHONE, Server, sign_in

pytestmark = pytest.mark.browser
Person = Callable[..., BrowserContext]
WIDTH = 360
SHIFTED = """() => new Promise((tell) => {
  let shifted = 0;
  const watching = new PerformanceObserver((list) => { for (const one of list.getEntries()) shifted += one.value; });
  watching.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => tell(shifted)));
})"""
MOST_SHIFTED = 0.02
"""The score beyond which people notice; 0.1 is called good."""


def too_wide(page: Page, paths: Iterable[str]) -> list[tuple[str, int]]:
    """The pages that can be pushed sideways, with how wide they are."""
    wide = []
    for path in paths:
        page.goto(path)
        found = int(page.evaluate("document.documentElement.scrollWidth"))
        if found > WIDTH:
            wide.append((path, found))
    return wide


def moving(page: Page, paths: Iterable[str]) -> list[tuple[str, float]]:
    """The pages whose parts move while they load."""
    shifts = []
    for path in paths:
        page.goto(path, wait_until="load")
        shifted = float(page.evaluate(SHIFTED))
        if shifted > MOST_SHIFTED:
            shifts.append((path, shifted))
    return shifts


def organiser_with_a_phone(person: Person, server: Server) -> Page:
    page = person(**PHONE).new_page()
    sign_in(page, server)
    return page


def test_no_page_can_be_pushed_sideways(person: Person, server: Server) -> None:
    assert too_wide(organiser_with_a_phone(person, server), (*kinds.FOR_ANYBODY, *kinds.FOR_THE_ORGANISER)) == []
    assert too_wide(kinds.a_player(person, server), kinds.FOR_A_PLAYER) == []
    assert too_wide(kinds.a_referee(person, server), kinds.FOR_A_REFEREE) == []


def test_no_page_in_english_can_be_pushed_sideways(person: Person) -> None:
    english = person(**{**PHONE, "locale": "en-GB"}).new_page()

    assert too_wide(english, kinds.FOR_PASSERS_BY) == []


def test_nothing_moves_while_a_page_loads(person: Person) -> None:
    assert moving(person(**PHONE).new_page(), kinds.FOR_PASSERS_BY) == []


def test_nothing_moves_when_news_come(person: Person, server: Server) -> None:
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Coupe sans bousculade")
    desk.get_by_text("Inscriptions", exact=True).click()
    desk.locator("input[type=checkbox][name=lists_required]").uncheck()
    desk.locator("#scenario-1").select_option("clash")
    address = day.opened(desk)
    day.enter(desk, "Ana", "Ben", "Chloé", "David")
    desk.get_by_role("button", name="Pointer tout le monde").click()
    expect(desk.locator("tr.present")).to_have_count(4)
    desk.get_by_role("button", name="Clore les inscriptions").click()
    day.publish_next(desk, 1)
    (first, *_), (second, *_) = day.tables(desk)
    watching = person(**PHONE).new_page()
    watching.goto(address)
    before = float(watching.evaluate(SHIFTED))

    day.type_result(desk, f"{first} 21 7")

    expect(watching.locator("table.tables .won")).to_have_count(1)
    assert float(watching.evaluate(SHIFTED)) - before <= MOST_SHIFTED
    day.type_result(desk, f"{second} 3 18")
    expect(watching.locator("table.standings")).to_be_visible()
