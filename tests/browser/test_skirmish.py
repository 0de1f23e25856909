"""A newcomer runs the sample fight without reading the rules; phones, the screen and the keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Response, expect

from browser.conftest import LAPTOP, PHONE, Server, shot, sign_in

pytestmark = pytest.mark.browser


def taken(answer: Response) -> bool:
    """Whether it answers something sent; a page whose scripts are still on their way sends by itself, and is led on."""
    return answer.request.method == "POST" and answer.status < 400


def tap(page: Page, button: Locator) -> None:
    """Press a button that sends something, and wait until its answer has taken its place."""
    with page.expect_response(taken):
        button.click()
    expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)


def press(page: Page, name: str) -> None:
    tap(page, page.get_by_role("button", name=name).first)


def settle(page: Page) -> None:
    """While dice or a choice are due, let the dice be drawn and nobody dodge."""
    due = page.locator("form.dice, .skirmish-choice")
    ready = page.locator("form.dice, .skirmish-choice, .skirmish-lead, .skirmish-taps, .waiting.over")
    for _ in range(30):
        expect(ready.first).to_be_visible()
        if not due.count():
            return
        if page.locator("form.dice").count():
            press(page, "Tirer les dés")
        else:
            tap(page, page.get_by_role("button", name=re.compile("^Rien")).first)


def open_fight(page: Page, server: Server, title: str, sample: str = "") -> None:
    sign_in(page, server)
    page.goto(f"{server.address}/new/skirmish/")
    page.get_by_label("Titre").fill(title)
    if sample:
        page.get_by_label(sample).check()


def announce_all(page: Page, actions: str) -> None:
    """Everybody announces, in the order the rules ask for, until the first segment."""
    for _ in range(20):
        if page.get_by_text("segment 1 sur 5").count():
            return
        press(page, actions)


def test_a_newcomer_runs_the_sample_fight_in_two_minutes(person: Callable[..., BrowserContext], server: Server) -> None:
    page = person(**LAPTOP).new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.method == "POST" else None)
    open_fight(page, server, "Le gué")
    page.get_by_role("button", name="Ouvrir la partie").click()
    page.get_by_role("link", name="Aller à l’événement").click()

    press(page, "Commencer le combat")
    expect(page.get_by_text("Ambiorix · réaction")).to_be_visible()
    settle(page)
    shot(page, "skirmish-opening")
    announce_all(page, "3 actions")
    expect(page.get_by_text("segment 1 sur 5")).to_be_visible()
    press(page, "Continuer")
    strike = page.locator(".skirmish-lead .skirmish-go:visible button")
    expect(strike).to_have_count(1)
    expect(strike).to_contain_text(re.compile(r"Frapper · [^%]*\stouche \d+\s%, blesse \d+\s%"))
    shot(page, "skirmish")
    tap(page, strike)
    expect(page.locator(".skirmish-due")).to_contain_text("attaque")
    settle(page)
    expect(page.locator(".log").first).to_contain_text("attaque")
    press(page, "Annuler la dernière action")
    expect(page.locator(".log .undone")).not_to_have_count(0)

    assert len(sent) <= 40  # three seconds for each
    assert problems == []


def test_without_scripts_every_button_of_a_character_does_something(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    page = person(**LAPTOP, java_script_enabled=False).new_page()
    sign_in(page, server)
    page.goto("/g/skirmish/")
    deeds = page.locator(".skirmish-moves").first

    expect(deeds.locator("button:not([type=button]):visible").first).to_be_visible()
    expect(deeds.locator("button[type=button]:visible")).to_have_count(0)
    expect(deeds.locator(".skirmish-cannot:visible")).to_have_count(0)


def test_a_players_phone_and_the_screen_follow_the_fight_and_never_show_a_hidden_enemy(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    master = person(**LAPTOP).new_page()
    open_fight(master, server, "L’embuscade", "L’embuscade")
    master.get_by_role("button", name="Ouvrir la partie").click()
    link = master.locator(".place .address a").first.get_attribute("href") or ""
    master.get_by_role("link", name="Aller à l’événement").click()
    phone = person(**PHONE).new_page()
    phone.goto(server.address + link[link.index("/s/") :])
    phone.locator("main .action").first.click()
    screen = person(**LAPTOP).new_page()
    screen.goto(f"{master.url}skirmish/screen")

    expect(master.get_by_role("region", name="Cavalier")).to_be_visible()
    press(master, "Commencer le combat")
    expect(phone.get_by_text("Ambiorix · réaction")).to_be_visible()
    expect(screen.get_by_text("Ambiorix : réaction")).to_be_visible()
    press(phone, "Tirer les dés")
    expect(master.get_by_text("Brennos · réaction")).to_be_visible()

    expect(phone.get_by_role("region", name="Brennos")).to_be_visible()
    expect(phone.locator(".skirmish-boxes")).to_have_count(2)  # the tracks of one's own character, not of the others
    expect(phone.get_by_role("button", name="Tirer les dés")).to_have_count(0)
    for page in (phone, screen):
        assert "Cavalier" not in page.content()
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    shot(phone, "skirmish-phone")
    shot(screen, "skirmish-screen", full=False)
    screen.evaluate("document.querySelector('.skirmish-sides th').append(' '.concat('Vercassivellaunos '.repeat(4)))")
    assert screen.evaluate(
        "[...document.querySelectorAll('.skirmish-sides section')].map(e => e.scrollWidth - e.clientWidth)"
    ) == [0, 0]


def crowd(page: Page) -> None:
    """An archer of the first player against six men, in the first segment with actions."""
    page.get_by_label("Un combat à vous").check()
    page.get_by_label("Joueur 1").first.fill("Ben")
    for row, (name, sheet, copies, side, seat) in enumerate(
        (("Archer", "archer", "1", "Éburons", "player-1"), ("Homme", "man-at-arms", "6", "Pillards", "")), 1
    ):
        page.locator(f"[name=name-{row}]").fill(name)
        page.locator(f"[name=sheet-{row}]").select_option(sheet)
        page.locator(f"[name=count-{row}]").fill(copies)
        page.locator(f"[name=side-{row}]").fill(side)
        page.locator(f"[name=seat-{row}]").select_option(seat)


def test_an_archer_with_many_targets_has_one_screen_and_one_large_button(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    master = person(**LAPTOP).new_page()
    open_fight(master, server, "La halte")
    crowd(master)
    master.get_by_role("button", name="Ouvrir la partie").click()
    link = master.locator(".place .address a").first.get_attribute("href") or ""
    master.get_by_role("link", name="Aller à l’événement").click()
    press(master, "Commencer le combat")
    settle(master)
    for _ in range(7):  # everybody but the archer waits
        who = master.locator(".skirmish-lead h2").inner_text()
        press(master, "5 actions" if "Archer" in who else "0 action")
    press(master, "Continuer")
    phone = person(**PHONE).new_page()
    phone.goto(server.address + link[link.index("/s/") :])
    phone.locator("main .action").first.click()

    go = phone.locator(".skirmish-lead .skirmish-go:visible button")
    expect(go).to_have_count(1)
    expect(go).to_contain_text(re.compile(r"Tirer · arc · 20 m\s*Homme 1\stouche \d+\s%, blesse \d+\s%"))
    box = go.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= PHONE["viewport"]["height"]  # type: ignore[index]
    phone.get_by_role("button", name="Homme 3", exact=True).click()
    phone.get_by_role("button", name="Arc, 100 m").click()
    expect(go).to_contain_text(re.compile(r"Tirer · arc · 100 m\s*Homme 3\stouche \d+\s%"))
    shot(phone, "skirmish-archer", full=False)
    master.keyboard.press("?")
    expect(master.locator("#shortcuts")).to_be_visible()
    expect(master.locator("#shortcuts dt", has_text="f")).not_to_have_count(0)
    master.locator("#shortcuts button").click()
    master.keyboard.press("1")
    expect(master.locator('.skirmish-lead [data-move="1"]')).to_have_attribute("aria-pressed", "true")
    master.keyboard.press("t")
    expect(master.locator(".skirmish-lead .skirmish-go:visible")).to_contain_text("Homme 2")
    with master.expect_response(taken):
        master.keyboard.press("f")
    expect(master.locator(".skirmish-due")).to_contain_text("tir")
    expect(phone.locator(".skirmish-due")).to_contain_text("tir")
    press(master, "Annuler la dernière action")
    expect(go).to_contain_text(re.compile(r"Tirer · arc · 100 m\s*Homme 3"))  # what was chosen outlives the news
    tap(phone, go)
    expect(phone.locator("form.dice")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


def test_a_turn_of_eleven_is_opened_with_three_taps_and_a_blow_is_two(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    master = person(**LAPTOP).new_page()
    problems: list[str] = []
    open_fight(master, server, "Dix contre un")
    master.get_by_label("Un combat à vous").check()
    master.get_by_label("Héraut lance tous les dés").check()
    for number in range(1, 6):  # one more place appears after each name
        master.locator(f"[name=player-{number}]").fill(f"Joueuse {number}")
    expect(master.locator("[name=seat-1] option")).to_have_text(["le meneur", *(f"Joueuse {n}" for n in range(1, 6))])
    for row, (name, sheet, copies, side, seat) in enumerate(
        (("Homme", "man-at-arms", "10", "Pillards", ""), ("Ambiorix", "celtic-warrior", "1", "Éburons", "player-5")), 1
    ):
        master.locator(f"[name=name-{row}]").fill(name)
        master.locator(f"[name=sheet-{row}]").select_option(sheet)
        master.locator(f"[name=count-{row}]").fill(copies)
        master.locator(f"[name=side-{row}]").fill(side)
        master.locator(f"[name=seat-{row}]").select_option(seat)
    master.get_by_role("button", name="Ouvrir la partie").click()
    link = master.locator(".place .address a").nth(4).get_attribute("href") or ""
    master.get_by_role("link", name="Aller à l’événement").click()
    phone = person(**PHONE).new_page()
    for page in (master, phone):
        page.on("console", lambda said: problems.append(said.text) if said.type == "error" else None)
        page.on("request", lambda sent: taps.append(sent.url) if sent.method == "POST" else None)
    phone.goto(server.address + link[link.index("/s/") :])
    phone.locator("main .action").first.click()

    taps: list[str] = []
    press(master, "Commencer le combat")
    expect(master.locator(".skirmish-card .skirmish-thrown")).to_have_count(11)  # every reaction, drawn at once
    tap(master, master.get_by_role("button", name=re.compile(r"^Tous\s:\s*3$")))
    tap(phone, phone.get_by_role("button", name="0 action"))
    expect(master.get_by_text("segment 1 sur 5")).to_be_visible()
    assert len(taps) == 3
    shot(master, "skirmish-eleven")

    press(master, "Continuer")
    taps.clear()
    tap(master, master.locator(".skirmish-lead .skirmish-go:visible button"))
    expect(phone.locator(".skirmish-threat")).to_contain_text(
        re.compile(r"Homme \d+ attaque Ambiorix\s: \d+ contre \d+")
    )
    choice = phone.locator(".skirmish-choice button").first
    expect(choice).to_contain_text(re.compile(r"touché \d+\s%, blessé \d+\s%"))
    shot(phone, "skirmish-dodge")
    tap(phone, choice)
    assert len(taps) == 2
    for page in (master, phone):
        card = page.locator(".skirmish-card")
        expect(card.locator(".skirmish-thrown").first).to_contain_text("attaque")
        expect(card.locator(".die").first).to_be_visible()
        expect(card.locator(".skirmish-verdict")).to_contain_text(re.compile(r"(Touché|Manqué)"))
        shot(page, "skirmish-card" if page is master else "skirmish-card-phone")
    assert phone.evaluate("document.documentElement.scrollWidth") == 360

    master.locator(".skirmish-close > summary").click()
    expect(master.locator(".skirmish-close")).to_contain_text(re.compile(r"ferait perdre 9 actions\s:\s+Homme"))
    tap(master, master.get_by_role("button", name="Annuler la dernière action"))
    expect(master.locator(".log .undone")).to_have_count(2)  # the blow and the choice: one deed
    expect(master.locator(".skirmish-lead .skirmish-go:visible button")).to_be_visible()
    assert problems == []
