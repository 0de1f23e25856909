"""
The pictures of the README and of the guides that show the samples, taken anew: `make pictures`.

A server of its own with the samples, a phone, a laptop, a map; Chromium does the rest. Those of the tournament's guide
are taken by the browser tests that play its day.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser.conftest import CHROMIUM, FLAGS, PHONE, environment  # noqa: E402  # found by the path above

IMAGES = ROOT / "docs" / "img"
GUIDE = ROOT / "docs" / "guide" / "img"
PAGES = {
    "campaign": "/g/campaign/",
    "match": "/g/capture/",
    "table-plan": "/plan/capture/",
    "odds": "/odds/?kind=charge&a.unit=hearthguard.none&a.figures=6&d.unit=warrior.none&d.figures=8",
    "odds-band": "/odds/band?warrior=8&hearthguard=4&points=2",
    "skirmish": "/g/skirmish/",
}
"""Pages of the guides, as the organiser sees them on a laptop, in both languages."""
PORT = "8399"
SCREEN = {"width": 1200, "height": 760}
MOST = 260_000
"""Bytes a picture may weigh, so that a clone stays light."""


def main() -> None:
    """Start the server, take every picture, stop it."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "heraut", "serve", "--host", "127.0.0.1", "--port", PORT]
        with subprocess.Popen(command, env=environment(Path(folder)), stdout=subprocess.PIPE, text=True) as server:
            try:
                with sync_playwright() as playwright:
                    take(playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS), link(server))
            finally:
                server.terminate()


def link(server: subprocess.Popen[str]) -> str:
    """The organiser's one-time link, which says that the server is ready."""
    assert server.stdout is not None
    for line in server.stdout:
        if found := re.search(r"http://localhost:\d+/sign-in/\S+", line):
            return found.group()
    raise SystemExit("the server ended before it was ready")


def take(browser: Browser, sign_in: str) -> None:
    """The organiser at the desk, David on his phone, the map."""
    desk = browser.new_page(base_url=f"http://localhost:{PORT}", locale="fr-FR", viewport=SCREEN)
    desk.goto(sign_in)
    desk.locator("main button").first.click()
    desk.wait_for_url("**/")
    known = desk.context.storage_state()
    english = browser.new_page(base_url=desk.url, locale="en-GB", viewport=SCREEN, storage_state=known)
    for name, address in PAGES.items():
        for page, file in ((desk, name), (english, f"{name}-en")):
            page.goto(address)
            save(page, file, GUIDE)
    desk.goto("/g/tournament/")
    save(desk, "desk")
    desk.goto("/g/tournament/seats")
    seat = desk.locator(".place", has_text="David").locator(".address").inner_text().rpartition("/")[2]
    phone = browser.new_page(base_url=f"http://localhost:{PORT}", locale="fr-FR", **PHONE)
    phone.goto(f"/s/{seat}")
    phone.goto("/g/tournament/")
    save(phone, "phone")
    desk.emulate_media(color_scheme="dark")
    desk.set_viewport_size({"width": 800, "height": 760})
    desk.goto("/g/campaign/")
    save(desk.locator(".campaign-frame"), "map")


def save(part: Page | Locator, name: str, folder: Path = IMAGES) -> None:
    """Write one picture, if it is light enough."""
    file = folder / f"{name}.png"
    part.screenshot(path=file)
    if file.stat().st_size > MOST:
        raise SystemExit(f"{file} weighs more than {MOST} bytes")


if __name__ == "__main__":
    main()
