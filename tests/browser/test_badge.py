"""A badge before a referee's phone, and before a hand scanner at the desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from browser import day
from browser.conftest import Server

pytestmark = pytest.mark.browser


def test_badges_check_people_in(person: Callable[..., BrowserContext], server: Server) -> None:
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Coupe des badges")
    address = day.opened(desk)
    day.enter(desk, "Hugo, Les Dés Pipés", "Inès", "Jules")
    referee = day.invited(person, server, desk, address)
    desk.goto(f"{address}seats")
    hugo, ines, _jules = (link.rsplit("/", 1)[1] for link in desk.locator(".place .address a").all_inner_texts()[:3])
    desk.goto(address)

    # The referee's own camera opens the code: one button.
    referee.goto(f"/s/{hugo}")
    expect(referee.get_by_role("heading", name="Hugo")).to_be_visible()
    day.picture(referee, "badge")
    referee.get_by_role("button", name="Hugo est là").click()
    expect(referee.locator(".badge .settled")).to_be_visible()
    expect(desk.locator("tr.present")).to_have_count(1)

    # A scanner types the code into the desk's line and presses Enter; the line is ready for the next.
    desk.locator("#scan").focus()
    desk.keyboard.type(f"http://192.0.2.7:8000/s/{ines}")
    desk.keyboard.press("Enter")
    expect(desk.locator("tr.present")).to_have_count(2)
    expect(desk.locator("#scan")).to_be_focused()
    desk.keyboard.type("jul")
    desk.keyboard.press("Enter")
    expect(desk.locator("tr.present")).to_have_count(3)
