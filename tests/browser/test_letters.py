"""Two phones write to one another, the title of a tab says whose turn it is, and so does a push."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import watch
from browser.conftest import LAPTOP, PHONE, Server, shot, sign_in, take_seat

pytestmark = pytest.mark.browser

OPEN = """async () => {
  const names = { ana: "Ana", ben: "Ben", chloe: "Chloé de la Contréebrumeuseautrefoisinconnue" }; // wider than a phone
  const players = Object.entries(names).map(([seat, name]) => ({ seat, name }));
  const settings = { players, start_assignment: "manual" };
  const body = JSON.stringify({ engine: "campaign", title: "La poste", public: true, settings });
  const answer = await fetch("/api/streams", { method: "POST", headers: { "Content-Type": "application/json" }, body });
  return (await answer.json()).stream;
}"""
ASSIGN = """async (stream) => {
  const body = JSON.stringify({ type: "AssignStarts", starts: { ana: "T12", ben: "T16", chloe: "T20" } });
  const address = `/api/streams/${stream}/commands`;
  return (await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body })).json();
}"""
HIDE = """() => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""


SHOWN = """async () => {
  const worker = await navigator.serviceWorker.ready;
  let all = [];
  for (let tries = 0; !all.length && tries < 200; tries += 1) {
    await new Promise((done) => setTimeout(done, 50));
    all = await worker.getNotifications();
  }
  return all.map((one) => [one.title, one.body, one.actions.length]);
}"""
"""What the worker shows, as soon as it shows anything; nothing after ten seconds."""


def shown_by_push(page: Page, server: Server, stream: str) -> Any:
    """What the browser shows of a push, brought to its worker as a push service would bring it."""
    page.context.grant_permissions(["notifications"], origin=server.address)
    page.goto(f"/g/{stream}/notices")
    expect(page.get_by_role("button", name="M’avertir sur cet appareil")).to_be_visible()
    page.evaluate(
        "navigator.serviceWorker.register('/push-worker.js').then(() => navigator.serviceWorker.ready).then(() => 1)"
    )
    session, known = page.context.new_cdp_session(page), list[dict[str, Any]]()
    session.on("ServiceWorker.workerRegistrationUpdated", lambda event: known.extend(event["registrations"]))
    session.send("ServiceWorker.enable")
    while not known:
        page.evaluate("1")  # lets what the browser says come in
    told = {"title": "La poste", "body": "La poste : c’est à vous.", "address": page.url, "off": "/n/1", "tag": "x"}
    sent = {"registrationId": known[0]["registrationId"], "data": json.dumps({**told, "off_label": "Arrêter"})}
    session.send("ServiceWorker.deliverPushMessage", {"origin": server.address, **sent})
    return page.evaluate(SHOWN)


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
    ana.get_by_label("Votre lettre").fill("Au gué, à l’aube.\nVenez à deux.")
    ana.get_by_role("button", name="Envoyer la lettre").click()
    expect(ana.locator(".letter")).to_contain_text("Venez à deux.")
    shot(ana, "letters-written-360")

    organiser.goto(f"/g/{stream}/")
    expect(organiser).to_have_title(re.compile(r"^\(à vous\) La poste"))
    expect(organiser.get_by_role("link", name="Lettres")).to_have_count(0)
    assert "events" in organiser.evaluate(ASSIGN, stream)  # now all compose their bands
    expect(ana).to_have_title(re.compile(r"^\(à vous\) Lettres"))
    expect(ben).to_have_title(re.compile("^La poste"))
    ben.evaluate("() => turn()")  # as once a minute
    expect(ben).to_have_title(re.compile(r"^\(à vous\) La poste"))

    ben.reload()
    expect(ben.locator(".unread")).to_contain_text("1")
    shot(ben, "letters-unread-360")
    ben.get_by_role("link", name="Lettres").click()
    expect(ben.locator(".fresh-letter")).to_contain_text("Au gué, à l’aube.")
    ben.get_by_label("Ana").check()
    ben.get_by_label("Votre lettre").fill("Nous y serons.")
    ben.get_by_role("button", name="Envoyer la lettre").click()

    expect(ana.locator(".fresh-letter")).to_contain_text("Nous y serons.")  # it comes by itself
    width = ana.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert width == 0
    shot(ana, "letters-answered-360")
    ana.goto(f"/g/{stream}/campaign/letters")
    assert watch.faults(ana) == []
    assert shown_by_push(ana, server, stream) == [["La poste", "La poste : c’est à vous.", 1]]
