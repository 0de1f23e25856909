"""A real server and a real Chromium, a context per person."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from ctypes.util import find_library
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

TESTS = Path(__file__).parents[1]
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 20_000
"""Milliseconds a page may take on a busy machine."""
expect.set_options(timeout=PATIENCE)
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
LAPTOP = {"viewport": {"width": 1440, "height": 900}}


@dataclass(frozen=True)
class Server:
    address: str
    sign_in: str
    folder: Path
    keys: list[str] = field(default_factory=list)

    def sign_in_again(self) -> str:
        """Another one-time link, as a restart would print; they are made by the dozen."""
        if not self.keys:
            asked = [sys.executable, "-c", NEW_KEYS]
            found = subprocess.run(asked, env=environment(self.folder), capture_output=True, text=True, check=True)
            self.keys.extend(found.stdout.split())
        return f"{self.address}/sign-in/{self.keys.pop()}"


NEW_KEYS = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "heraut.web.settings"
import django
django.setup()
from heraut.web import links
for _ in range(24):
    print(links.new_key(links.first_account()))
"""


def environment(folder: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
    paths = os.pathsep.join([str(TESTS.parent / "src"), str(TESTS)])
    return {**kept, "HERAUT_DATA": str(folder), "PYTHONPATH": paths, "PYTHONUNBUFFERED": "1", "LANG": "fr"}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("data")
    command = [sys.executable, "-m", "browser.server", "--host", "127.0.0.1", "--port", str(_free_port())]
    with subprocess.Popen(command, cwd=TESTS, env=environment(folder), stdout=subprocess.PIPE, text=True) as running:
        try:
            yield _ready(running, folder)
        finally:
            running.terminate()
            running.communicate(timeout=60)  # on a busy machine


def _free_port() -> int:
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        return int(door.getsockname()[1])


def _ready(running: subprocess.Popen[str], folder: Path) -> Server:
    assert running.stdout is not None
    for line in running.stdout:
        if found := re.search(r"(http://localhost:\d+)(/sign-in/\S+)", line):
            return Server(found.group(1), found.group(1) + found.group(2), folder)
    raise AssertionError("the server ended before it was ready")


def shot(page: Page, name: str, *, full: bool = True) -> None:
    """A picture to look at, for whoever names a folder; the tests themselves look at what pages say."""
    if where := os.environ.get("HERAUT_SCREENSHOTS"):
        page.screenshot(path=f"{where}/{name}.png", full_page=full, caret="initial")


def sign_in(page: Page, server: Server) -> None:
    """Take the organiser's place; whoever went on before the answer had come would be a stranger."""
    page.goto(server.sign_in_again())
    page.get_by_role("button", name="Entrer").click()
    expect(page.get_by_role("heading", name="Événements", exact=True)).to_be_visible()


def take_seat(page: Page, link: str) -> None:
    """Open a player's link, and wait until the game is there."""
    page.goto(link)
    page.get_by_role("link", name="Prendre place").click()
    expect(page.locator("#game")).to_be_visible()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None or find_library("atomic") is None:
        pytest.skip("no Chromium on this machine, or no libatomic, which Playwright needs")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def person(browser: Browser, server: Server) -> Iterator[Callable[..., BrowserContext]]:
    """`person(**PHONE)`: somebody with a browser of their own, who reads French unless told otherwise."""
    contexts: list[BrowserContext] = []

    def come(**device: object) -> BrowserContext:
        context = browser.new_context(base_url=server.address, **{"locale": "fr-FR", **device})  # type: ignore[arg-type]
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        return context

    yield come
    for context in contexts:
        context.close()
