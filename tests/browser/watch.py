"""
What can be wrong with any page: the console complains, it is too wide, its parts move by themselves, axe-core objects.

A page is loaded once per language; then the window is resized and the evening comes without another load.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import ConsoleMessage, Page

WIDTHS = (360, 768, 1440)
LANGUAGES = ("fr", "en")
AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js")).read_text(encoding="utf-8")
JUDGE = """(rules) => axe.run({resultTypes: ["violations"], preload: false, ...rules}).then((found) => found.violations
  .filter((one) => ["serious", "critical"].includes(one.impact)).map((one) => `${one.id}: ${one.nodes[0].html}`))"""
COLOURS = {"runOnly": ["color-contrast"]}
POLICY = """document.addEventListener("securitypolicyviolation",
  (one) => console.error(`policy ${one.violatedDirective}: ${one.sample} ${one.sourceFile}:${one.lineNumber}`))"""
SHIFTED = """() => new Promise((tell) => {
  let shifted = 0;
  const watching = new PerformanceObserver((list) => { for (const one of list.getEntries()) shifted += one.value; });
  watching.observe({ type: "layout-shift", buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => tell(shifted)));
})"""
PAINTED = "() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))"
"""Two frames on, what was changed is on the screen; colours read before may be those of two moments."""
DARK = """() => !document.querySelector("link[href*='dark']")
  || getComputedStyle(document.documentElement).colorScheme == 'dark'"""
"""The colours of the night are a file of their own, which a browser may still be fetching by day."""
AIMLESS = """() => [...document.querySelectorAll("[hx-post]")].filter((one) => !one.closest("[hx-target]"))
  .map((one) => one.getAttribute("hx-post"))"""
"""What is sent without leaving the page, though no part of it was named for the answer."""
MOST_SHIFTED = 0.02
"""The score beyond which people notice; 0.1 is called good."""


def faults(page: Page, rules: dict[str, object] | None = None) -> list[str]:
    """The serious faults axe-core finds on the page as it stands, each with the first place it is found at."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    return [f"{page.url}: {found}" for found in page.evaluate(JUDGE, rules or {})]


def shifted(page: Page) -> float:
    """How much the page has moved by itself since it was opened."""
    return float(page.evaluate(SHIFTED))


class Watch:
    """Somebody's page under watch: whatever the console says of an error is kept, on whatever page it is said."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []
        self.still = False
        page.context.add_init_script(POLICY)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.found.append(f"{page.url}: {error}"))

    def _hear(self, said: ConsoleMessage) -> None:
        absent = said.text.startswith("Failed to load resource") and said.location["url"] == self.page.url
        if said.type == "error" and not absent:  # a page that says it is not there may do so
            self.found.append(f"{self.page.url}: {said.text}")

    def troubles(
        self, address: str, paths: Iterable[str], *, languages: Iterable[str] = LANGUAGES, still: bool = False
    ) -> list[str]:
        """
        Everything wrong with these pages of that server: both languages, every width, by day and by night.

        `still`: nothing moves while they load.
        """
        self.still = still
        listed = tuple(dict.fromkeys(paths))
        for language in languages:
            self._speak(language, address)
            for path in listed:
                self._look(path, language)
        self._speak(LANGUAGES[0], address)
        self.page.emulate_media(color_scheme="light")
        return self.found

    def _speak(self, language: str, address: str) -> None:
        cookie = {"name": "heraut_language", "value": language, "url": address}
        self.page.context.add_cookies([cookie])  # type: ignore[list-item]  # a dictionary is what it takes

    def _look(self, path: str, language: str) -> None:
        page, usual = self.page, self.page.viewport_size
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 900})
            if width == WIDTHS[0]:
                self._open(path, language)
            if (wide := page.evaluate("document.documentElement.scrollWidth")) > width:
                self.found.append(f"{path} ({language}) is {wide} wide at {width}")
        if usual is not None:
            page.set_viewport_size(usual)
        if language == LANGUAGES[0]:  # what axe-core looks for is the same in all languages
            self.found += faults(page)
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        page.wait_for_function(DARK)
        page.evaluate(PAINTED)
        if language == LANGUAGES[0]:
            self.found += [f"dark {fault}" for fault in faults(page, COLOURS)]

    def _open(self, path: str, language: str) -> None:
        self.page.goto(path)
        spoken = self.page.evaluate("document.documentElement.lang")
        if spoken != language:
            self.found.append(f"{path} speaks {spoken}, not {language}")
        for lost in self.page.evaluate(AIMLESS):
            self.found.append(f"{path}: the answer of {lost} would be put inside the form that asked")
        if self.still and (moved := shifted(self.page)) > MOST_SHIFTED:
            self.found.append(f"{path} moves while it loads: {moved}")
