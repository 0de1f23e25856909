"""A badge before a referee's phone, and before a hand scanner at the desk."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

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
    referee.get_by_role("button", name="Pointer Hugo").click()
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


def scan(desk: Page, code: str, where: str = "document.body") -> None:
    """What a hand scanner does: all keys within a few milliseconds, then Enter, to whatever has the focus."""
    desk.evaluate(
        f"""code => {{
          const target = {where};
          for (const key of [...code, 'Enter']) {{
            const event = new KeyboardEvent('keydown', {{ key, bubbles: true, cancelable: true }});
            if (target.dispatchEvent(event) && key.length === 1 && 'value' in target) target.value += key;
          }}
        }}""",
        code,
    )


def test_a_scanner_is_read_whatever_has_the_focus(person: Callable[..., BrowserContext], server: Server) -> None:
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Coupe des douchettes")
    address = day.opened(desk)
    day.enter(desk, "Hugo Martin, Les Dés Pipés", "Inès Martin, Les Loups", "Zoé")
    desk.goto(f"{address}seats")
    hugo, ines, _zoe = (link.rsplit("/", 1)[1] for link in desk.locator(".place .address a").all_inner_texts()[:3])
    desk.goto(address)

    # One that is refused leaves the cursor in the line; the next is read as if nothing had been.
    desk.locator("#scan").fill(f"http://192.0.2.7:8000/s/{'x' * 22}")
    desk.keyboard.press("Enter")
    expect(desk.locator(".faults")).to_contain_text("n’est pas un badge")
    expect(desk.locator("#scan")).to_be_focused()
    desk.keyboard.type(f"http://192.0.2.7:8000/s/{hugo}")
    desk.keyboard.press("Enter")
    expect(desk.locator("tr.present")).to_have_count(1)
    expect(desk.locator("#messages")).to_contain_text("Hugo Martin : présence notée")

    # Nor does it matter where the cursor is: no shortcut goes off, and nothing is left in another field.
    desk.evaluate("document.activeElement.blur()")
    scan(desk, f"http://192.0.2.7:8000/s/{'y' * 22}")
    expect(desk.locator(".faults")).to_contain_text("n’est pas un badge")
    scan(desk, f"http://192.0.2.7:8000/s/{ines}", "document.querySelector('#names')")
    expect(desk.locator("tr.present")).to_have_count(2)
    expect(desk.locator("#names")).to_have_value("")
    assert desk.url == address


def test_two_of_one_name_are_offered_with_their_clubs(person: Callable[..., BrowserContext], server: Server) -> None:
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Coupe des Martin")
    day.opened(desk)
    day.enter(desk, "Jean Martin, Les Dés Pipés", "Jean Martin, Les Loups", "Zoé Lefèvre")
    desk.locator("#scan").fill("lefevre")
    desk.keyboard.press("Enter")
    expect(desk.locator("#messages")).to_contain_text("Zoé Lefèvre : présence notée")
    desk.locator("#scan").fill("martin")
    desk.keyboard.press("Enter")
    desk.get_by_role("button", name="Jean Martin · Les Loups").click()
    expect(desk.locator("tr.present")).to_have_count(2)
