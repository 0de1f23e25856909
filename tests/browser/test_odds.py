"""The odds with one thumb: an answer at each tap, no page reload, an address that reopens the question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import PHONE, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
Person = Callable[..., BrowserContext]


def opened(context: BrowserContext, server: Server, path: str) -> Page:
    page = context.new_page()
    page.goto(f"{server.address}{path}")
    page.evaluate("window.sameLife = true")
    return page


def stayed(page: Page) -> bool:
    """Whether the page was never loaded again."""
    return bool(page.evaluate("window.sameLife === true"))


def test_a_tap_changes_the_answer_and_the_address(server: Server, person: Person):
    page = opened(person(**PHONE), server, "/odds/?a.unit=warrior.none&a.figures=8")
    page.locator(".odds-unit.first [data-step='1']").first.tap()

    expect(page.locator(".odds-answer").first).to_contain_text("9 ×")
    assert "a.figures=9" in page.url
    assert stayed(page)


def test_the_address_reopens_the_same_question(server: Server, person: Person):
    context = person(**PHONE)
    page = opened(context, server, "/odds/?kind=shoot&a.unit=warrior.bow&a.figures=12&d.unit=levy.none")
    again = opened(context, server, page.url.removeprefix(server.address))

    assert again.locator(".odds-answer").inner_text() == page.locator(".odds-answer").inner_text()
    expect(again.locator("input[value='shoot']")).to_be_checked()


def test_nothing_is_wider_than_a_phone(server: Server, person: Person):
    for path in ("/odds/", "/odds/table", "/odds/abuse", "/odds/band"):
        page = opened(person(**PHONE), server, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path
