"""A refused form lies open with the cursor where something is wrong, with scripts and without."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import day
from browser.conftest import PHONE, Server, sign_in

pytestmark = pytest.mark.browser
Person = Callable[..., BrowserContext]


def organiser(person: Person, server: Server, *, scripts: bool) -> Page:
    page = person(**PHONE, java_script_enabled=scripts).new_page()
    sign_in(page, server)
    return page


@pytest.mark.parametrize("scripts", [True, False])
def test_a_form_of_a_drawer_that_is_refused_lies_open_with_the_cursor_in_the_wrong_field(
    person: Person, server: Server, scripts: bool
):
    page = organiser(person, server, scripts=scripts)
    page.goto("/g/tournament/")
    page.get_by_text("Autres actions", exact=True).click()
    page.get_by_text("Tables en service", exact=True).first.click()
    form = page.locator("form:has(input[value=SetTables])")
    form.locator("input[name=tables]").fill("1 2 b")
    form.get_by_role("button").click()

    field = page.locator("[data-refused] input[name=tables]")
    expect(field).to_be_focused()
    expect(field).to_have_value("1 2 b")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.locator(f"#{field.get_attribute('aria-describedby')}")).to_be_visible()
    expect(page).to_have_title("Refusé · Tournoi d’automne · Héraut")


@pytest.mark.parametrize("scripts", [True, False])
def test_a_setting_that_cannot_be_is_shown_in_its_open_group_with_the_rest_as_it_was_typed(
    person: Person, server: Server, scripts: bool
):
    page = organiser(person, server, scripts=scripts)
    page.goto("/new/tournament/?preset=steamroller")
    page.get_by_label("Nom du tournoi").fill("Coupe")
    page.get_by_text("À la table de jeu", exact=True).click()
    page.locator("[name=scenario_15]").fill("[scenario")
    page.get_by_role("button", name="Ouvrir le tournoi").last.click()

    expect(page.locator("[name=scenario_15]")).to_be_focused()
    expect(page.locator("[name=scenario_15]")).to_have_value("[scenario")
    expect(page.get_by_label("Nom du tournoi")).to_have_value("Coupe")
    expect(page.locator("details.group[open]")).to_have_count(1)


def test_what_no_field_can_be_blamed_for_is_read_out(person: Person, server: Server):
    page = organiser(person, server, scripts=True)
    page.goto("/new/skirmish/")
    page.get_by_text("Un combat à vous").click()
    page.locator("[name=name-1]").fill("Ana")
    page.get_by_role("button", name="Ouvrir la partie").click()

    expect(page.locator("main > .faults")).to_be_focused()
    expect(page.locator("[name=name-1]")).to_have_value("Ana")


def test_whoever_signed_out_elsewhere_is_told_so_above_the_form_which_stays_as_it_was(person: Person, server: Server):
    page = organiser(person, server, scripts=True)
    day.open_event(page, "SAGA, un jour", "Coupe sans maître")
    day.opened(page)
    page.locator("#names").fill("Ana, Les Dés Pipés")
    page.context.clear_cookies(name=re.compile("session"))
    page.get_by_role("button", name="Inscrire", exact=True).click()

    expect(page.locator("[data-said] > .faults")).to_be_focused()
    expect(page.locator("[data-said] > .faults")).to_contain_text("Cette page n’est pas pour vous")
    link = page.locator("[data-said] > .faults").get_by_role("link", name="Se connecter")
    expect(link).to_have_attribute("href", re.compile(r"^/sign-in\?next=/g/\w+/$"))
    expect(page.locator("#names")).to_have_value("Ana, Les Dés Pipés")
