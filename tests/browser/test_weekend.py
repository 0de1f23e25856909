"""A small weekend: two tournaments under one roof, badges, a vote, awards; then another laptop takes it over."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import day, kinds
from browser.conftest import LAPTOP, PHONE, TESTS, Server, _free_port, _ready, environment
from browser.test_tournament_day import seal
from browser.watch import Watch

pytestmark = pytest.mark.browser

NAMES = ["Ana", "Ben", "Chloé", "David"]


@pytest.fixture
def other_laptop(tmp_path: Path) -> Iterator[Server]:
    """A second server with a data folder of its own."""
    command = [sys.executable, "-m", "browser.server", "--host", "127.0.0.1", "--port", str(_free_port())]
    with subprocess.Popen(command, cwd=TESTS, env=environment(tmp_path), stdout=subprocess.PIPE, text=True) as running:
        try:
            yield _ready(running, tmp_path)
        finally:
            running.terminate()
            running.communicate(timeout=10)


def test_a_weekend_with_badges_a_vote_and_awards_taken_over_by_another_laptop(
    person: Callable[..., BrowserContext], server: Server, other_laptop: Server, tmp_path: Path
) -> None:
    desk = day.organiser(person, server)
    with day.no_problems(desk):
        weekend = _opened(desk)
        phones = _phones(person, server, desk, weekend)
        morning = _first_round(desk, phones, weekend)
        _tables_are_shared(desk, weekend)
        _votes(desk, phones, morning)
        assert Watch(desk).troubles(server.address, [*kinds.of_a_weekend(weekend), f"{morning}tournament/awards"]) == []
        assert Watch(phones["David"]).troubles(server.address, [weekend, morning]) == []
        _taken_over(person, other_laptop, desk, phones["Ana"], weekend, tmp_path)
        _awards(person, desk, phones, morning)


def _opened(desk: Page) -> str:
    """Two one-day tournaments, at ten and at two, twelve tables for both; the address of the weekend."""
    desk.goto("/w/new")
    desk.get_by_role("link", name="À ma façon").click()
    desk.locator("#field-title").fill("Rencontres de printemps")
    desk.get_by_label("Tables de la salle").fill("1-12")
    for number, (title, hour) in enumerate((("Coupe du matin", "10:00"), ("Coupe du soir", "14:00")), start=1):
        desk.locator(f"#field-event-{number}").fill(title)
        desk.locator(f"#field-source-{number}").select_option("saga-one_day")
        desk.locator(f"#field-day-{number}").fill("2027-03-06")
        desk.locator(f"#field-hour-{number}").fill(hour)
    desk.get_by_role("button", name="Ouvrir le week-end").click()
    expect(desk.get_by_role("heading", name="Rencontres de printemps")).to_be_visible()
    return desk.url


def _phones(
    person: Callable[..., BrowserContext], server: Server, desk: Page, weekend: str
) -> dict[str, Page]:  # fmt: skip
    """Everybody is entered once, for both tournaments, and opens their badge."""
    desk.get_by_role("link", name="Inscriptions", exact=True).click()
    desk.get_by_label("Inscrire").fill("Ana, Les Dés Pipés\nBen\nChloé\nDavid")
    desk.get_by_role("button", name="Inscrire").click()
    expect(desk.get_by_role("heading", name="4 personnes")).to_be_visible()
    expect(desk.locator(".ticks input[type=checkbox]:checked")).to_have_count(8)
    day.picture(desk, "weekend-people")
    phones = {}
    for name in NAMES:
        desk.goto(f"{weekend}people")
        desk.get_by_role("link", name=f"Badge {name}").click()
        link = desk.locator(".address a").inner_text()
        page = person(**PHONE).new_page()
        page.goto(re.sub(r"^http://[^/]+", server.address, link))
        expect(page.get_by_role("heading", name="Rencontres de printemps")).to_be_visible()
        expect(page.locator(".card", has_text="vous en êtes")).to_have_count(2)
        phones[name] = page
    desk.goto(weekend)
    return phones


def _first_round(desk: Page, phones: dict[str, Page], weekend: str) -> str:
    """The morning's first round is published; the weekend's page on each phone says where they play."""
    desk.get_by_role("link", name="Coupe du matin").click()
    expect(desk.get_by_role("heading", name="4 inscriptions")).to_be_visible()
    address = desk.url
    for page in phones.values():
        page.goto(address)
        seal(page)
        expect(page.locator(".seal.sealed").first).to_be_visible()
        page.goto(weekend)
    desk.get_by_role("button", name="Pointer tout le monde").click()
    expect(desk.locator(".people tr.present")).to_have_count(4)
    desk.get_by_role("button", name="Clore les inscriptions").click()
    desk.locator("select[name=scenario]").select_option("clash")
    desk.locator("form", has=desk.locator("select[name=scenario]")).get_by_role("button").first.click()
    day.publish_next(desk, 1)
    for page in phones.values():
        expect(page.locator(".answer-first b")).to_have_text(re.compile("[12]"))
    day.picture(phones["Ana"], "weekend-phone")
    return address


def _tables_are_shared(desk: Page, weekend: str) -> None:
    """The evening's tournament, drafted while the morning plays, gets other tables."""
    desk.goto(weekend)
    expect(desk.get_by_text("Tables en commun : 12, occupées : 2.")).to_be_visible()
    day.picture(desk, "weekend", full=True)


def _votes(desk: Page, phones: dict[str, Page], morning: str) -> None:
    """The vote is open on every phone; the desk sees who has not voted."""
    desk.goto(f"{morning}tournament/awards")
    desk.get_by_role("button", name="Ouvrir le vote").click()
    expect(desk.get_by_role("button", name="Fermer et compter les votes")).to_be_visible()
    for name, chosen in (("Ana", "Ben"), ("Chloé", "Ben"), ("David", "Ana")):
        page = phones[name]
        page.goto(morning)
        if name == "Ana":
            expect(page.get_by_label("La plus belle armée")).to_be_visible()
            day.picture(page, "vote", full=True)
        page.get_by_label("La plus belle armée").select_option(label=chosen)
        page.get_by_role("button", name="Sceller mon vote").click()
        expect(page.get_by_text("Vous avez voté.")).to_be_visible()
    expect(desk.get_by_text("À relancer : Ben")).to_be_visible()
    day.picture(desk, "awards-desk")


def _taken_over(  # noqa: PLR0917  # two laptops, a phone and the file between them
    person: Callable[..., BrowserContext], other: Server, desk: Page, ana: Page, weekend: str, folder: Path
) -> None:
    """One file, one click on the other laptop; the old one sends an open phone there, to its own seat."""
    desk.goto(f"{weekend}hand-over")
    with desk.expect_download() as written:
        desk.get_by_role("button", name="Enregistrer le fichier").click()
    file = folder / "week-end.heraut"
    written.value.save_as(file)

    taker = person(**LAPTOP).new_page()
    taker.goto(other.sign_in)
    taker.get_by_role("button", name="Entrer").click()
    taker.get_by_text("Ou importer ce qui vient d’un autre ordinateur").click()
    taker.locator("#file").set_input_files(file)
    taker.get_by_role("button", name="Importer ici").click()
    expect(taker.get_by_role("heading", name="L’importation est faite")).to_be_visible()
    day.picture(taker, "taken-over")

    table = ana.locator(".answer-first b").first.inner_text()
    desk.goto(f"{weekend}hand-over")
    desk.get_by_label("Adresse du nouvel ordinateur").fill(other.address)
    desk.get_by_role("button", name="Envoyer tout le monde là-bas").click()
    expect(ana).to_have_url(re.compile(re.escape(other.address)))
    expect(ana.locator(".answer-first b").first).to_have_text(table)
    expect(ana.locator("header.title")).to_contain_text("Ana")
    desk.get_by_role("button", name="Revenir jouer ici").click()
    expect(desk.get_by_role("button", name="Envoyer tout le monde là-bas")).to_be_visible()


def _awards(person: Callable[..., BrowserContext], desk: Page, phones: dict[str, Page], morning: str) -> None:
    """The event is ended after one round, the votes are counted, awards appear one by one on the hall's screen."""
    desk.goto(morning)
    for number, _one, _two in day.tables(desk):
        day.type_result(desk, f"{number} 20 1{number}")
    desk.get_by_text("Autres actions").click()
    desk.locator("summary", has_text="Terminer le tournoi").click()
    desk.get_by_role("button", name="Terminer le tournoi").click()
    desk.locator(".coming").get_by_role("button").first.click()
    expect(desk.get_by_text("Le tournoi est terminé").first).to_be_visible()

    hall = person(**LAPTOP).new_page()
    hall.goto(f"{morning}tournament/screen?show=awards")
    desk.goto(f"{morning}tournament/awards")
    desk.get_by_role("button", name="Fermer et compter les votes").click()
    row = desk.locator("tr", has_text="La plus belle armée")
    expect(row).to_contain_text("Ben")
    row.get_by_role("button", name="Annoncer").click()
    expect(hall.locator(".panel-of-hall.award h2")).to_have_text("La plus belle armée")
    expect(hall.locator(".laureates figcaption")).to_have_text("Ben")
    day.picture(hall, "award")
    desk.locator("tr", has_text="Champion").get_by_role("button", name="Annoncer").click()
    expect(hall.locator(".panel-of-hall.award h2")).to_have_text("Champion")
    ben = phones["Ben"]
    ben.goto(morning)
    expect(ben.locator(".won li", has_text="La plus belle armée")).to_contain_text("Ben")
