"""A whole SAGA weekend: an organiser at the laptop, a referee, eight phones, the screen of the hall."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import day
from browser.conftest import LAPTOP, Server

pytestmark = pytest.mark.browser

NAMES = ["Ana", "Ben", "Chloé", "David", "Emma", "Farid", "Gaëlle", "Hugo"]
SCENARIOS = ("clash", "capture", "conquest", "advance", "desecration")


def seal(phone: Page, text: str = day.BAND) -> None:
    phone.get_by_label("Âge").select_option("vikings")
    phone.get_by_label("Faction").fill("Vikings")
    phone.get_by_label("Figurines").fill(text)
    phone.get_by_role("button", name="Sceller la bande").click()


def report(phone: Page, one: int, two: int) -> None:
    fields = phone.locator("form[action$='/report'] input[type=number]")
    fields.nth(0).fill(str(one))
    fields.nth(1).fill(str(two))
    phone.get_by_role("button", name="Annoncer le résultat").click()


def test_a_saga_weekend(person: Callable[..., BrowserContext], server: Server) -> None:
    desk = day.organiser(person, server)
    with day.no_problems(desk):
        _story(person, server, desk)


def _story(  # one story, told from the eve to the prize-giving
    person: Callable[..., BrowserContext], server: Server, desk: Page
) -> None:
    # The eve: an event from a preset, entries typed in, badges ready.
    day.open_event(desk, "SAGA, deux jours", "Tournoi d'automne")
    for number, scenario in enumerate(SCENARIOS, start=1):
        desk.locator(f"#scenario-{number}").select_option(scenario)
    address = day.opened(desk)
    day.enter(desk, "Ana, Les Dés Pipés", "Ben, Les Dés Pipés", *NAMES[2:])
    day.picture(desk, "entries")

    # In the morning everybody takes their place; bands are sealed on the phones.
    phones = day.phones(person, server, desk, address, NAMES)
    referee = day.invited(person, server, desk, address)
    ana = phones["Ana"]
    seal(ana, "Un Seigneur, 9 Gardes, 24 Guerriers et 12 Levées")
    expect(ana.locator(".faults")).to_contain_text("9")
    expect(ana.get_by_label("Figurines")).to_have_value("Un Seigneur, 9 Gardes, 24 Guerriers et 12 Levées")
    for name in NAMES:
        seal(phones[name])
        expect(phones[name].locator(".seal.sealed").first).to_be_visible()
    day.picture(ana, "phone-band")
    expect(desk.locator(".people .seal.sealed")).to_have_count(8)
    desk.get_by_role("button", name="Tout le monde est là").click()
    expect(desk.locator(".people tr.present")).to_have_count(8)
    expect(ana.locator(".answer-first")).to_have_text("Vous êtes là")

    # The draft is seen by officials only; two players are swapped, then it is published.
    desk.get_by_role("button", name="Clore les inscriptions").click()
    desk.get_by_role("button", name="Apparier").click()
    expect(desk.get_by_role("heading", name="Projet de la ronde 1")).to_be_visible()
    first = desk.locator(".pick[data-seat]").nth(0).inner_text().strip()
    third = desk.locator(".pick[data-seat]").nth(2).inner_text().strip()
    desk.locator(".pick[data-seat]").nth(0).click()
    desk.locator(".pick[data-seat]").nth(2).click()
    expect(desk.locator(".pick[data-seat]").nth(0)).to_have_text(third)
    expect(desk.locator(".pick[data-seat]").nth(2)).to_have_text(first)
    day.picture(desk, "draft")
    expect(ana.locator("body")).not_to_contain_text("Projet")
    desk.get_by_role("button", name="Publier la ronde").click()
    expect(desk.locator("#line")).to_be_visible()

    # Every phone says at once where to play, and the hall's screen too.
    hall = person(**LAPTOP).new_page()
    hall.goto(f"{address}tournament/screen")
    expect(hall.locator(".panel-of-hall.on h2")).to_contain_text("Ronde 1")
    day.picture(hall, "screen")
    paired = day.tables(desk)
    for number, one, two in paired:
        for name, other in ((one, two), (two, one)):
            expect(phones[name].locator(".answer-first b").first).to_have_text(str(number))
            expect(phones[name].locator(".against")).to_contain_text(other)
    day.picture(phones[paired[0][1]], "phone-table")

    # A judge is called, goes there, gives five minutes.
    number, one, two = paired[0]
    phones[one].get_by_text("Appeler un arbitre").click()
    phones[one].get_by_label("Votre question").fill("Ligne de vue")
    phones[one].get_by_role("button", name="Appeler").click()
    expect(referee.locator(".calls")).to_contain_text("Ligne de vue")
    day.picture(referee, "referee")
    referee.get_by_role("button", name="J'y vais").click()
    expect(referee.locator(".calls")).to_have_count(0)
    desk.get_by_role("button", name="Lancer l'horloge").click()
    expect(phones[one].locator("[data-elapsed]")).to_be_visible()
    referee.goto(f"{address}tournament/rounds/1/tables/{number}")
    referee.get_by_label("Minutes en plus").fill("5")
    referee.get_by_label("Pourquoi ?").fill("Question de règle")
    referee.get_by_role("button", name="Accorder").click()
    expect(desk.locator("#game .log li").first).to_contain_text("5 min")

    # Two phones agree; two others do not, and the desk decides.
    report(phones[one], 12, 7)
    expect(phones[two].locator(".where").first).to_be_visible()
    assert "12" not in phones[two].locator(".play").inner_text()
    report(phones[two], 12, 7)
    expect(phones[one].locator(".settled-game")).to_contain_text("12 – 8")
    number, one, two = paired[1]
    report(phones[one], 9, 9)
    expect(phones[one].locator(".faults")).to_be_visible()
    report(phones[one], 20, 3)
    report(phones[two], 19, 3)
    expect(desk.locator(".dispute")).to_contain_text(f"Table {number}")
    day.picture(desk, "desk")
    desk.get_by_role("link", name="Trancher").click()
    desk.locator("form[action*='/tables/'] input[type=number]").nth(0).fill("20")
    desk.locator("form[action*='/tables/'] input[type=number]").nth(1).fill("3")
    desk.get_by_role("button", name="Noter").click()
    for number, _one, _two in paired[2:]:
        day.type_result(desk, f"{number} 15 {number}")
    expect(desk.locator(".stages .now")).to_have_text("Ronde 2")

    # A phone that lost its battery comes back where it was.
    ana.close()
    back = phones["Ana"].context.new_page()
    back.goto(address)
    expect(back.locator("header.title")).to_contain_text("Ana")
    phones["Ana"] = back
    for name in NAMES[1:]:  # the others stay in pockets until the end
        phones[name].goto("about:blank")

    # Rounds 2 to 4 by keyboard; a result of round 1 is found to be wrong.
    for played in (2, 3, 4):
        day.publish_next(desk, played)
        for number, _one, _two in day.tables(desk):
            day.type_result(desk, f"{number} {20 + number} {played * 3}")
        if played == 2:
            desk.goto(f"{address}tournament/rounds/1/tables/{paired[0][0]}")
            desk.locator("form[action*='/tables/'] input[type=number]").nth(0).fill("2")
            desk.get_by_role("button", name="Voir ce que cela change").click()
            expect(desk.locator(".coming")).to_contain_text(paired[0][1])
            day.picture(desk, "repair")
            desk.get_by_label("Pourquoi cette correction ?").fill("Points inversés")
            desk.get_by_role("button", name="Corriger").click()
            expect(desk.locator("#game .log li").first).to_contain_text("corrigé")

    # The ranking round, the end, the papers.
    day.publish_next(desk, 5)
    for number, _one, _two in day.tables(desk):
        day.type_result(desk, f"{number} 12 5")
    expect(desk.locator(".answer-first")).to_contain_text("Le tournoi est terminé")
    day.picture(desk, "standings")
    expect(back.locator(".answer-first").first).to_contain_text("Place")
    expect(hall.locator(".panel-of-hall.on h2")).to_have_text("Palmarès")
    for name in NAMES[1:]:
        phones[name].goto(address)
        expect(phones[name].locator(".answer-first").first).to_contain_text("Place")
    answer = desk.request.get(f"{address}tournament/papers/certificates.pdf")
    assert answer.ok
    assert answer.body().startswith(b"%PDF")
