"""A published round is on a phone before the phone has asked for its page again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from browser import day
from browser.conftest import Server
from browser.test_live import hold

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]


def test_a_phone_shows_its_table_before_it_asks_for_its_page(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Coupe éclair")
    desk.get_by_text("Inscriptions", exact=True).click()
    desk.locator("input[type=checkbox][name=lists_required]").uncheck()
    desk.locator("#scenario-1").select_option("clash")
    address = day.opened(desk)
    day.enter(desk, "Ana", "Ben")
    ana = day.phones(person, server, desk, address, ["Ana"])["Ana"]
    desk.get_by_role("button", name="Pointer tout le monde").click()
    expect(desk.locator("tr.present")).to_have_count(2)
    desk.get_by_role("button", name="Clore les inscriptions").click()
    expect(ana.locator(".answer-first")).to_have_text("Vous êtes là")

    with day.no_problems(ana):
        hold(ana, ana.url)
        day.publish_next(desk, 1)
        expect(ana.locator(".answer-first")).to_have_text("Table 1")
        expect(ana.locator(".against")).to_have_text("contre Ben")
        expect(ana.get_by_role("button", name="Annoncer le résultat")).to_have_count(0)

        # The rest follows in its turn.
        ana.unroute(ana.url)
        expect(ana.get_by_role("button", name="Annoncer le résultat")).to_be_visible()
        expect(ana.locator(".answer-first")).to_have_text("Table 1")
