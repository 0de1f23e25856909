"""At no hour of the day has a page a serious fault for those who see, hear or move otherwise: axe-core is the judge."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import day
from browser.conftest import PHONE, Server
from browser.watch import faults

pytestmark = pytest.mark.browser
Person = Callable[..., BrowserContext]


def seal(phone: Page, band: str) -> None:
    phone.get_by_label("Âge").select_option("vikings")
    phone.get_by_label("Figurines").fill(band)
    phone.get_by_role("button", name="Sceller la bande").click()


def report(phone: Page, mine: int, theirs: int) -> None:
    phone.locator("form[action$='/report'] input[type=number]").nth(0).fill(str(mine))
    phone.locator("form[action$='/report'] input[type=number]").nth(1).fill(str(theirs))
    phone.get_by_role("button", name="Annoncer le résultat").click()


def test_the_judge_is_awake(person: Person) -> None:
    page = person(**PHONE).new_page()
    page.goto("/sign-in")
    page.evaluate("document.querySelector('main').innerHTML = '<button></button><img src=x>'")

    assert {fault.split(": ")[1] for fault in faults(page)} == {"button-name", "image-alt"}


def test_no_hour_of_the_day_has_a_serious_fault(person: Person, server: Server) -> None:
    """Entries, an import, a draft, a round, a dispute, a call, a correction, on the desk and on two phones."""
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Coupe d’hiver")
    desk.locator("#scenario-1").select_option("clash")
    address = day.opened(desk)
    day.enter(desk, "Ana", "Ben", "Chloé", "David")
    phones = day.phones(person, server, desk, address, ["Ana", "Ben", "Chloé", "David"])
    found = [*faults(desk), *faults(phones["Ana"])]
    desk.get_by_role("button", name="Pointer tout le monde").click()
    expect(desk.locator("tr.present")).to_have_count(4)
    for name in phones:
        seal(phones[name], day.BAND)
        expect(phones[name].locator(".seal.sealed").first).to_be_visible()
    desk.get_by_role("button", name="Clore les inscriptions").click()
    desk.get_by_role("button", name="Apparier").click()
    expect(desk.get_by_role("heading", name="Projet de la ronde 1")).to_be_visible()
    found += faults(desk)
    desk.get_by_role("button", name="Publier la ronde").click()
    expect(desk.locator("#line")).to_be_visible()
    number, one, two = day.tables(desk)[0]
    found += [*faults(desk), *faults(phones[one])]
    report(phones[one], 20, 3)
    report(phones[two], 3, 19)
    expect(desk.locator(".dispute")).to_be_visible()
    for name in (one, two):
        expect(phones[name].get_by_text("Vos deux annonces diffèrent")).to_be_visible()
    phones[one].get_by_text("Appeler un arbitre").click()
    phones[one].get_by_role("button", name="Appeler").click()
    expect(desk.locator(".calls")).to_be_visible()
    found += [*faults(desk), *faults(phones[one]), *faults(phones[two])]
    day.type_result(desk, f"{number} 20 3")
    desk.goto(f"{address}tournament/rounds/1/tables/{number}")
    desk.locator("form[action*='/tables/'] input[type=number]").nth(0).fill("2")
    desk.get_by_role("button", name="Voir ce que cela change").click()
    expect(desk.locator(".coming")).to_be_visible()
    assert [*found, *faults(desk)] == []
