"""How much a day asks of its organiser: clicks counted in a browser, from an empty start to the next round."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from statistics import median

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import day
from browser.conftest import PHONE, Server, sign_in

pytestmark = pytest.mark.browser

NAMES = [f"{first} {last}" for first in ("Ana", "Ben", "Chloé", "David") for last in (
    "Arnaud", "Blanc", "Cordier", "Dumas", "Étienne", "Faure", "Garnier",
)]  # fmt: skip
SHOWN_WITHIN = 300
"""
Milliseconds from the Enter of a result to its line on the desk, for the median of those typed one by one.

The server's part is some 35 ms of one core; the rest is Chromium's. On a machine with more to run than cores, everybody
waits that many times longer for a core, and so does the desk.
"""
WATCH = """() => {
  window.answers = [];
  let sent = 0;
  addEventListener("keydown", (event) => { if (event.key === "Enter") sent = performance.now(); }, true);
  const newest = () => document.querySelector("#game .log li")?.dataset.sequence;
  let before = newest();
  new MutationObserver(() => {
    if (newest() === before) return;
    before = newest();
    window.answers.push(performance.now() - sent);
  }).observe(document.body, { childList: true, subtree: true });
}"""


def crowding() -> float:
    """How many programs want each core just now; 1 where there are cores enough."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class Organiser:
    """Somebody whose clicks are counted; what is typed costs none."""

    def __init__(self, page: Page) -> None:
        self.page, self.clicks = page, 0

    def click(self, role: str, name: str) -> None:
        self.page.get_by_role(role, name=name).first.click()  # type: ignore[arg-type]
        self.clicks += 1

    def choose_file(self, file: Path) -> None:
        self.page.locator("#file").set_input_files(file)
        self.clicks += 1

    def type_result(self, line: str) -> None:
        """No click: keys into whatever has the focus, faster than any answer comes."""
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")


def test_a_day_takes_few_clicks(person: Callable[..., BrowserContext], server: Server, tmp_path: Path) -> None:
    desk = day.organiser(person, server)
    organiser = Organiser(desk)
    file = tmp_path / "inscrits.csv"
    file.write_text("Nom;Club\n" + "\n".join(f"{name};Les Dés Pipés" for name in NAMES), encoding="utf-8")

    with day.no_problems(desk):
        from_nothing_to_round_one(organiser, file)
        assert organiser.clicks <= 8
        assert median(results_are_typed(organiser)) < SHOWN_WITHIN * crowding()
        organiser.clicks = 0
        organiser.click("button", "Apparier")
        organiser.click("button", "Publier la ronde")
        expect(desk.locator(".stages .now")).to_have_text("Ronde 2")
        assert organiser.clicks == 2
        the_clock_counts_down_and_rings(desk, person())


def the_clock_counts_down_and_rings(desk: Page, hall: BrowserContext) -> None:
    """On the desk as minutes left, on a screen of the hall as large as it is, with a bell where it was switched on."""
    desk.get_by_role("button", name="Lancer l’horloge").click()
    expect(desk.locator("time[data-left]")).to_have_text(re.compile(r"1:(29:5\d|30:00)"))
    page = hall.new_page()
    page.clock.install()
    page.goto(f"{desk.url}tournament/screen?show=clock")
    page.evaluate("() => document.addEventListener('heraut:rung', () => { window.rung = (window.rung ?? 0) + 1; })")
    page.get_by_role("button", name="Sonner à la fin").click()
    page.clock.run_for(1000)
    assert page.evaluate("() => window.rung") is None
    page.clock.fast_forward("01:31:00")
    page.clock.run_for(1000)
    expect(page.locator(".whole-clock time")).to_have_text(re.compile("−1:0"))
    assert page.evaluate("() => window.rung") == 1


def from_nothing_to_round_one(organiser: Organiser, file: Path) -> None:
    """The home page, a preset, a name, a file of 28 names; everybody is here."""
    desk = organiser.page
    organiser.click("link", "Tournoi SAGA ou Steamroller")
    organiser.click("link", "SAGA, un jour")
    desk.keyboard.type("Coupe du samedi")
    desk.get_by_label("Durée (min)").fill("90")
    organiser.click("button", "Ouvrir le tournoi")
    expect(desk.get_by_role("heading", name="0 inscription")).to_be_visible()
    desk.wait_for_load_state()  # nobody finds a file before the page's scripts are there
    organiser.choose_file(file)
    organiser.click("button", "Inscrire ces joueurs")
    expect(desk.get_by_role("heading", name="28 inscriptions")).to_be_visible()
    organiser.click("button", "Clore et apparier : tous sont là")
    organiser.click("button", "Publier la ronde")
    expect(desk.locator("#line")).to_be_visible()
    expect(desk.locator(".mark-missing")).to_have_count(14)


def results_are_typed(organiser: Organiser) -> list[float]:
    """All from the keyboard, seven at once and seven one by one; how long each of these took to be on the page."""
    desk = organiser.page
    desk.wait_for_load_state()  # nor presses a key
    desk.evaluate(WATCH)
    desk.keyboard.press("r")
    expect(desk.locator("#line")).to_be_focused()
    organiser.type_result("99 12 5")
    for number in range(1, 8):
        organiser.type_result(f"{number} {10 + number} 5")
    expect(desk.locator(".missing b")).to_have_count(7)
    expect(desk.locator(".lines-waiting")).to_contain_text("99 12 5")
    for number in range(8, 15):
        organiser.type_result(f"{number} {10 + number} 5")
        expect(desk.locator(".missing b")).to_have_count(14 - number)
    expect(desk.locator(".stages .now")).to_have_text("Ronde 2")
    found: list[float] = desk.evaluate("() => window.answers")
    assert len(found) == 14
    return found[7:]


def test_what_most_people_need_stands_on_one_screen_of_a_phone(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    page = person(**PHONE).new_page()
    sign_in(page, server)
    for preset in ("saga-two_days", "steamroller"):
        page.goto(f"/new/tournament/?preset={preset}")
        button = page.get_by_role("button", name="Ouvrir le tournoi").bounding_box()
        last = page.locator("summary", has_text="Scénarios").bounding_box()
        assert button is not None
        assert last is not None
        assert last["y"] + last["height"] <= button["y"]
        assert button["y"] + button["height"] <= PHONE["viewport"]["height"]  # type: ignore[index]
