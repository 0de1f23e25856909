"""What a person typed, was told and was reading survives every new page put over theirs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import day, kinds
from browser.conftest import Server
from browser.test_tournament_day import TOO_DEAR, seal

pytestmark = pytest.mark.browser
Person = Callable[..., BrowserContext]
NAMES = ("Ana", "Ben", "Chloé", "David")

WRITE = """() => {
  let number = 0;
  const written = (field) => {
    number += 1;
    if (field.type === 'checkbox' || field.type === 'radio') { field.checked = !field.checked; return; }
    if (field.tagName === 'SELECT') { field.selectedIndex = field.options.length - 1; return; }
    field.value = { number: '7', date: '2026-10-03', time: '09:30', color: '#123456', range: '3', email: 'a@b.fr',
                    'datetime-local': '2026-10-03T09:30' }[field.type] ?? `mot ${number}`;
  };
  const fields = [...document.querySelectorAll('#game form')].flatMap((form) => [...form.elements])
    .filter((field) => field.name && !['hidden', 'submit', 'button', 'file'].includes(field.type));
  for (const field of fields) {
    written(field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}"""
"""Something else into every field of every form of the page."""
READ = """() => [...document.querySelectorAll('#game form')].map((form) => [form.getAttribute('action'),
  [...form.elements].filter((field) => field.name && !['hidden', 'submit', 'button'].includes(field.type))
    .map((field) => [field.name, ['checkbox', 'radio'].includes(field.type) ? field.checked : field.value])])"""
SAID = """() => {
  const said = document.createElement('div');
  said.className = 'faults';
  said.textContent = 'Refusé : trop de gardes.';
  document.querySelector('#game').append(said);
}"""


@pytest.fixture
def running(person: Person, server: Server) -> tuple[Page, str]:
    """The desk of an event whose first round is being played, and its address."""
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Coupe sans perte")
    desk.get_by_text("Inscriptions", exact=True).click()
    desk.locator("input[type=checkbox][name=lists_required]").uncheck()
    desk.locator("#scenario-1").select_option("clash")
    address = day.opened(desk)
    day.enter(desk, *NAMES)
    desk.get_by_role("button", name="Pointer tout le monde").click()
    expect(desk.locator("tr.present")).to_have_count(4)
    desk.get_by_role("button", name="Clore les inscriptions").click()
    day.publish_next(desk, 1)
    return desk, address


def test_a_result_typed_again_leads_to_its_correction_and_back_to_the_line(running: tuple[Page, str]) -> None:
    desk, address = running
    day.type_result(desk, "2 40 0")
    desk.locator("#line").fill("2 10 5")
    desk.locator("#line").press("Enter")

    expect(desk.get_by_role("heading", name="Ce que cette correction change")).to_be_visible()
    expect(desk.get_by_label("Pourquoi cette correction ?")).to_be_focused()
    desk.keyboard.type("faute de frappe")
    desk.keyboard.press("Enter")

    expect(desk.locator("#line")).to_be_visible()
    expect(desk.locator(".log li").first).to_contain_text("Ronde 1, table 2 : résultat corrigé")
    expect(desk.locator(".log li").first).to_contain_text("faute de frappe")
    assert desk.url == address


def test_a_refused_band_stays_on_the_phone_with_its_reason_when_news_come(person: Person, server: Server) -> None:
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Coupe des bandes")
    address = day.opened(desk)
    day.enter(desk, *NAMES)
    ana = day.phones(person, server, desk, address, list(NAMES))["Ana"]
    seal(ana, TOO_DEAR)
    expect(ana.locator(".faults")).to_contain_text("9")
    version = ana.locator("#game").get_attribute("data-version") or ""

    desk.get_by_role("button", name="Pointer tout le monde").click()

    expect(ana.locator("#game")).not_to_have_attribute("data-version", version)
    expect(ana.locator(".answer-first")).to_have_text("Vous êtes là")
    expect(ana.locator(".faults")).to_contain_text("9")
    expect(ana.get_by_label("Figurines")).to_have_value(TOO_DEAR)
    expect(ana.get_by_label("Âge")).to_have_value("vikings")
    expect(ana.get_by_label("Faction")).to_have_value("Vikings")


def test_every_field_of_every_form_survives_a_live_update(person: Person, server: Server) -> None:
    desk, player = day.organiser(person, server), kinds.a_player(person, server)
    met = 0
    for page, paths in ((desk, kinds.FOR_THE_ORGANISER), (player, kinds.FOR_A_PLAYER)):
        for path in paths:
            page.goto(path)
            if not page.locator("#game form").count():
                continue
            page.evaluate(WRITE)
            page.evaluate(SAID)
            before = page.evaluate(READ)
            page.evaluate("document.querySelector('#game').dataset.old = ''; live.refresh(true)")
            expect(page.locator("#game[data-old]")).to_have_count(0)
            assert page.evaluate(READ) == before, path
            expect(page.locator("#game .faults")).to_contain_text("trop de gardes")
            met += len(before)
    assert met > 40


def test_what_has_no_field_any_more_is_written_out(running: tuple[Page, str]) -> None:
    desk, _address = running
    desk.evaluate("document.querySelector('.other-actions, details').open = true")
    desk.evaluate(
        "document.querySelector('form.quick').insertAdjacentHTML('afterend',"
        " '<form class=dirty action=/gone method=post><label>Note <textarea name=note></textarea></label></form>')"
    )
    desk.locator("textarea[name=note]").fill("le seigneur est tombé au tour 3")
    desk.evaluate("live.refresh(true)")

    expect(desk.locator(".kept-text")).to_contain_text("le seigneur est tombé au tour 3")


def test_another_form_half_written_survives_what_is_sent(running: tuple[Page, str]) -> None:
    desk, _address = running
    desk.evaluate("for (const drawer of document.querySelectorAll('#game details')) drawer.open = true")
    ruling = desk.locator("form:has([value=Rule]) [name=text]").first
    ruling.fill("La forêt bloque la vue")
    day.type_result(desk, "2 12 3")

    expect(ruling).to_have_value("La forêt bloque la vue")


def test_after_a_tap_the_reader_is_where_they_were(person: Person, server: Server) -> None:
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Coupe longue")
    day.opened(desk)
    day.enter(desk, *(f"Joueuse {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWX"))
    for number in (3, 10, 5):
        button = desk.locator("form:has([value=CheckIn]) button").nth(number)
        button.scroll_into_view_if_needed()
        here, before = desk.locator("tr.present").count(), desk.evaluate("scrollY")

        button.click()

        expect(desk.locator("tr.present")).to_have_count(here + 1)
        assert abs(desk.evaluate("scrollY") - before) < 40, number


def test_a_result_that_comes_after_the_hand_over_is_refused_with_the_new_address_and_stays_readable(
    running: tuple[Page, str], person: Person, server: Server
) -> None:
    desk, address = running
    phones = day.phones(person, server, desk, address, list(NAMES))
    ana = phones["Ana"]
    ana.locator("form[action$='/report'] input[type=number]").nth(0).fill("23")
    ana.locator("form[action$='/report'] input[type=number]").nth(1).fill("4")
    desk.goto(f"{address}hand-over")
    with desk.expect_download():
        desk.get_by_role("button", name="Enregistrer le fichier").click()

    ana.get_by_role("button", name="Annoncer le résultat").click()

    expect(ana.locator(".faults")).to_contain_text("Rien n’a été enregistré")
    expect(ana.locator(".kept-text")).to_contain_text("23")

    # One button takes it back, and the phone goes on; what was written is still there to be read.
    desk.goto(address)
    desk.get_by_role("button", name="Revenir jouer ici").click()
    expect(ana.locator("form[action$='/report']")).to_be_visible()
    expect(ana.locator(".kept-text")).to_contain_text("23")
    ana.locator("form[action$='/report'] input[type=number]").nth(0).fill("23")
    with desk.expect_download():
        desk.get_by_role("button", name="Enregistrer le fichier").click()
    desk.get_by_label("Adresse du nouvel ordinateur").fill("192.0.2.9:8000")
    desk.get_by_role("button", name="Envoyer tout le monde là-bas").click()
    expect(desk.locator("main")).to_contain_text("http://192.0.2.9:8000")

    ana.get_by_role("button", name="Annoncer le résultat").click()

    expect(ana.locator(".faults a")).to_have_attribute("href", re.compile(r"^http://192\.0\.2\.9:8000/s/"))
    desk.goto(address)
    expect(desk.locator("#game")).to_contain_text("Tout continue à http://192.0.2.9:8000")
