"""
No page of a tournament has a serious fault for those who see, hear or move otherwise.

The judge is axe-core, which is no part of Héraut: `npm install --no-save axe-core`, or its file in `HERAUT_AXE`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page

from browser import day
from browser.conftest import PHONE, Server

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("browser")]

AXE = Path(os.environ.get("HERAUT_AXE") or Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js")
SAMPLE = "/g/tournament/"
PAGES = (
    "/new/tournament/", "/new/tournament/?preset=saga-two_days", "/new/tournament/?preset=steamroller-hardcore",
    SAMPLE, *(f"{SAMPLE}tournament/{path}" for path in (
        "papers", "rounds/1", "rounds/3/tables/5", "players", "players/ana", "standings", "screen",
    )),
)  # fmt: skip


def faults(page: Page, address: str) -> list[str]:
    """The serious faults of a page, each with the first place it is found at."""
    page.goto(address)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    serious = [each for each in found if each["impact"] in ("serious", "critical")]
    return [f"{address}: {each['id']}: {each['nodes'][0]['html']}" for each in serious]


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm install --no-save axe-core")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_has_a_serious_fault(person: Callable[..., BrowserContext], server: Server, scheme: str) -> None:
    organiser = day.organiser(person, server)
    organiser.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]

    assert [fault for page in PAGES for fault in faults(organiser, page)] == []


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: npm install --no-save axe-core")
def test_a_players_phone_has_no_serious_fault(person: Callable[..., BrowserContext], server: Server) -> None:
    organiser = day.organiser(person, server)
    organiser.goto(f"{SAMPLE}seats")
    token = organiser.locator(".place .address a").first.inner_text().rsplit("/", 1)[1]
    phone = person(**PHONE).new_page()
    phone.goto(f"/s/{token}")

    assert faults(phone, SAMPLE) == []
