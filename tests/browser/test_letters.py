"""Two phones write to one another, and the title of a tab says whose turn it is."""

from __future__ import annotations

import os
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import LAPTOP, PHONE, Server, sign_in, take_seat

pytestmark = pytest.mark.browser

OPEN = """async () => {
  const players = ["Ana", "Ben", "Chloé"].map((name) => ({ seat: name.toLowerCase().replace("é", "e"), name }));
  const body = JSON.stringify({ engine: "campaign", title: "La poste", public: true, settings: { players } });
  const answer = await fetch("/api/streams", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return (await answer.json()).stream;
}"""
HIDE = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


def shot(page: Page, name: str) -> None:
    if where := os.environ.get("HERAUT_SCREENSHOTS"):
        page.screenshot(path=f"{where}/letters-{name}.png", full_page=True, caret="initial")


@pytest.mark.clause("SC-LET-1", "SC-LET-2")
def test_a_letter_is_written_read_and_answered_and_a_title_says_whose_turn_it_is(
    person: Callable[..., BrowserContext], server: Server
):
    organiser, ana, ben = person(**LAPTOP).new_page(), person(**PHONE).new_page(), person(**PHONE).new_page()
    sign_in(organiser, server)
    stream = organiser.evaluate(OPEN)
    organiser.goto(f"/g/{stream}/seats")
    addresses = organiser.locator(".place .address a").all_inner_texts()
    for page, address in zip((ana, ben), addresses, strict=False):
        take_seat(page, re.sub(r"^http://[^/]+", server.address, address))

    expect(ana).to_have_title(re.compile("^La poste"))
    ben.evaluate(HIDE)  # his phone is in his pocket: nothing reaches it but what it asks for
    ana.get_by_role("link", name="Lettres").click()
    ana.get_by_label("Ben").check()
    ana.get_by_label("Votre lettre").fill("Au gué, à l'aube.\nVenez à deux.")
    ana.get_by_role("button", name="Envoyer la lettre").click()
    expect(ana.locator(".letter")).to_contain_text("Venez à deux.")
    shot(ana, "written-360")

    organiser.goto(f"/g/{stream}/")
    expect(organiser).to_have_title(re.compile("^La poste"))
    while organiser.get_by_role(
        "button", name="Tirer les dés"
    ).count():  # the starts are drawn: all compose their bands
        with organiser.expect_response(re.compile("/dice$")):
            organiser.get_by_role("button", name="Tirer les dés").click()
        expect(organiser.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
    expect(organiser.get_by_role("link", name="Lettres")).to_have_count(0)
    expect(ana).to_have_title(re.compile(r"^\(à vous\) Lettres"))
    expect(ben).to_have_title(re.compile("^La poste"))
    ben.evaluate("() => turn()")  # as once a minute
    expect(ben).to_have_title(re.compile(r"^\(à vous\) La poste"))

    ben.reload()
    expect(ben.locator(".unread")).to_contain_text("1")
    shot(ben, "unread-360")
    ben.get_by_role("link", name="Lettres").click()
    expect(ben.locator(".fresh-letter")).to_contain_text("Au gué, à l'aube.")
    ben.get_by_label("Ana").check()
    ben.get_by_label("Votre lettre").fill("Nous y serons.")
    ben.get_by_role("button", name="Envoyer la lettre").click()

    expect(ana.locator(".fresh-letter")).to_contain_text("Nous y serons.")  # it comes by itself
    width = ana.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width == 0
    shot(ana, "answered-360")
