"""What people do at a tournament, in a browser: builders that keep the story of a test on screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import LAPTOP, PHONE, Server, sign_in, take_seat

BAND = "Un Seigneur, 8 Gardes, 24 Guerriers et 12 Levées"
PICTURES = Path(__file__).parents[2] / "docs" / "guide" / "img"


def picture(page: Page, name: str, *, full: bool = False) -> None:
    """Take a picture for the guide, unless it is there already; removing the files takes them all again."""
    file = PICTURES / f"{name}.png"
    if not file.exists():
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.evaluate("scrollTo(0, 0)")
        page.screenshot(path=file, full_page=full, scale="css", animations="disabled")


def organiser(person: Callable[..., BrowserContext], server: Server) -> Page:
    """Somebody at the laptop, signed in."""
    page = person(**LAPTOP).new_page()
    sign_in(page, server)
    return page


def open_event(page: Page, preset: str, title: str) -> str:
    """Open an event from a preset; its address."""
    page.goto("/new/tournament/")
    page.get_by_role("link", name=preset).first.click()
    page.get_by_label("Nom du tournoi").fill(title)
    page.locator("summary", has_text="Scénarios").click()
    return title


def opened(page: Page) -> str:
    """The address of the event just opened, with the desk on the page."""
    page.get_by_role("button", name="Ouvrir le tournoi").click()
    expect(page.get_by_role("heading", name="0 inscription")).to_be_visible()
    return page.url


def enter(page: Page, *lines: str) -> None:
    page.get_by_label("Inscrire", exact=True).fill("\n".join(lines))
    page.locator("form[action$='/entries']").get_by_role("button").first.click()
    expect(page.get_by_role("heading", name=f"{len(lines)} inscription")).to_be_visible()


def phones(
    person: Callable[..., BrowserContext], server: Server, desk: Page, address: str, names: list[str]
) -> dict[str, Page]:
    """A phone for each player, opened by the link of the seat."""
    desk.goto(f"{address}seats")
    found = desk.locator(".place .address a").all_inner_texts()
    links = [re.sub(r"^http://[^/]+", server.address, link) for link in found]
    desk.goto(address)
    taken = {}
    for name, link in zip(names, links[: len(names)], strict=True):
        page = person(**PHONE).new_page()
        take_seat(page, link)
        taken[name] = page
    return taken


def invited(person: Callable[..., BrowserContext], server: Server, desk: Page, address: str) -> Page:
    """A referee with a phone of their own."""
    desk.goto(f"{address}seats")
    desk.get_by_label("Nom").fill("Jeanne")
    desk.get_by_role("button", name="Créer le lien").click()
    link = desk.locator(".place", has_text="Jeanne").locator(".address a").inner_text()
    desk.goto(address)
    page = person(**PHONE).new_page()
    page.goto(re.sub(r"^http://[^/]+", server.address, link))
    return page


def tables(desk: Page) -> list[tuple[int, str, str]]:
    """The pairings on the desk: table and two names."""
    rows = desk.locator("table.tables tbody tr", has=desk.locator("td.num a"))
    found = rows.evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('b, td.name')].map(each => each.innerText))"
    )
    return [(int(number), one.strip(), two.strip()) for number, one, two in found]


def type_result(desk: Page, line: str) -> None:
    """A result from the keyboard; the page answers before the next is typed."""
    before = desk.locator("#game .log li").first.get_attribute("data-sequence")
    desk.locator("#line").fill(line)
    with desk.expect_response("**/tournament/result"):
        desk.locator("#line").press("Enter")
    expect(desk.locator("#game .log li").first).not_to_have_attribute("data-sequence", before or "")


def publish_next(desk: Page, number: int) -> None:
    """Pair and publish; a round with rematches is accepted."""
    desk.get_by_role("button", name="Apparier").click()
    expect(desk.get_by_role("heading", name=f"Projet de la ronde {number}")).to_be_visible()
    accept = desk.locator("input[name=confirm_rematches][type=checkbox]")
    if accept.count():
        accept.check()
    desk.get_by_role("button", name="Publier la ronde").click()
    expect(desk.locator(".stages .now")).to_have_text(f"Ronde {number}")
    expect(desk.locator("#line")).to_be_visible()


@contextmanager
def no_problems(page: Page) -> Iterator[None]:
    """Nothing goes wrong in the console of that page."""
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    yield
    assert problems == []
