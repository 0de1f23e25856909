"""Would four rounds do? Asked from the form of a new event, on a phone, without losing the form."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from browser.conftest import PHONE, Server, shot, sign_in

pytestmark = pytest.mark.browser
Person = Callable[..., BrowserContext]


def test_the_form_of_an_event_is_asked_whether_it_has_rounds_enough(server: Server, person: Person):
    context = person(**PHONE)
    form = context.new_page()
    sign_in(form, server)
    form.goto("/new/tournament/?preset=saga-one_day")
    form.get_by_label("Nom du tournoi").fill("Printemps")
    form.get_by_label("Rondes", exact=True).fill("4")
    with context.expect_page() as opened:
        form.get_by_role("button", name="Est-ce assez de rondes ?").click()
    page = opened.value

    expect(page.get_by_label("Rondes")).to_have_value("4")
    page.get_by_label("Joueurs").fill("3")
    page.get_by_role("button", name="Essayer").click()
    expect(page.get_by_role("alert")).to_contain_text("3 joueurs, il n")
    page.get_by_label("Joueurs").fill("500")  # seconds of work: time enough to stop it
    page.get_by_role("button", name="Essayer").click()
    expect(page.get_by_role("button", name="Arrêter")).to_be_visible()
    shot(page, "lab-under-way")
    page.get_by_role("button", name="Arrêter").click()
    expect(page.get_by_role("button", name="Arrêter")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    expect(form.get_by_label("Nom du tournoi")).to_have_value("Printemps")
