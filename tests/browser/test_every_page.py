"""Every page of every room, in both languages, at three widths, by day and by night: nothing is wrong with any."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from browser import day, kinds
from browser.conftest import PHONE, Server
from browser.watch import MOST_SHIFTED, Watch, shifted

pytestmark = pytest.mark.browser
Person = Callable[..., BrowserContext]


BROKEN = """<div style="color: red">x</div><svg width="999"><path d="MZ"/></svg><button></button>"""


def test_the_watch_is_awake(person: Person, server: Server) -> None:
    page = person(**PHONE).new_page()
    page.route("**/trouble", lambda route: route.fulfill(response=(had := route.fetch()), body=had.text() + BROKEN))

    found = " ".join(Watch(page).troubles(server.address, ["/trouble"], languages=["fr"]))

    for fault in ("policy style-src", "<path> attribute d", "wide at 360", "button-name"):
        assert fault in found


def test_nothing_is_wrong_with_the_organiser_s_pages(person: Person, server: Server) -> None:
    desk = day.organiser(person, server)
    own = kinds.of_ones_own(desk)

    assert Watch(desk).troubles(server.address, (*kinds.FOR_THE_ORGANISER, *own)) == []


def test_nothing_is_wrong_with_the_pages_of_passers_by(person: Person, server: Server) -> None:
    assert Watch(person(**PHONE).new_page()).troubles(server.address, kinds.FOR_PASSERS_BY, still=True) == []


def test_nothing_is_wrong_with_the_pages_of_players_and_referees(person: Person, server: Server) -> None:
    assert Watch(kinds.a_player(person, server)).troubles(server.address, kinds.FOR_A_PLAYER) == []
    assert Watch(kinds.a_referee(person, server)).troubles(server.address, kinds.FOR_A_REFEREE) == []


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
    before = shifted(watching)

    day.type_result(desk, f"{first} 21 7")

    expect(watching.locator("table.tables .won")).to_have_count(1)
    assert shifted(watching) - before <= MOST_SHIFTED
    day.type_result(desk, f"{second} 3 18")
    expect(watching.locator("table.standings")).to_be_visible()
