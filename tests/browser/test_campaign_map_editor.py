"""A map drawn with a finger: territories by tapping, roads by dragging, a picture underneath; kept and played."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from browser.conftest import PHONE, Server, shot, sign_in

pytestmark = pytest.mark.browser

DOT = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


def land(page: Page, id: str) -> Locator:
    return page.locator(f'.map-paper .land[data-id="{id}"]')


def tap_sheet(page: Page, x: float, y: float) -> None:
    """A finger on the sheet, at these parts of what is in sight of it."""
    box = page.locator(".map-paper").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + x * box["width"], box["y"] + y * box["height"])


def middle(target: Locator) -> tuple[float, float]:
    box = target.locator(".face").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag_road(page: Page, one: str, other: str) -> None:
    """A finger put down on a territory, drawn to another, lifted."""
    (x1, y1), (x2, y2) = middle(land(page, one)), middle(land(page, other))
    glass = page.context.new_cdp_session(page)
    for kind, points in (
        ("touchStart", [(x1, y1)]),
        ("touchMove", [((x1 + x2) / 2, (y1 + y2) / 2)]),
        ("touchMove", [(x2, y2)]),
        ("touchEnd", []),
    ):
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})


def test_a_map_is_drawn_by_touch_checked_given_starts_kept_and_played(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    page, problems = person(**PHONE).new_page(), list[str]()
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    sign_in(page, server)
    page.goto("/map/draw")
    paper, check = page.locator(".map-paper"), page.locator("#map-check")
    paper.scroll_into_view_if_needed()

    # Three taps are three territories; what is missing is named at them.
    for place, (x, y) in enumerate(((0.2, 0.2), (0.7, 0.3), (0.4, 0.7)), start=1):
        tap_sheet(page, x, y)
        expect(page.locator(".map-paper .land")).to_have_count(place)
    expect(check).to_contain_text("À corriger")
    expect(land(page, "T02")).to_have_class("land normal wrong")
    shot(page, "campaign-draw-wrong")

    # Roads are dragged, dragged again they are gone; one step back brings them back.
    for road, pair in enumerate((("T01", "T02"), ("T02", "T03")), start=1):
        drag_road(page, *pair)
        expect(page.locator(".map-paper .roads line")).to_have_count(road)
    drag_road(page, "T01", "T02")
    expect(page.locator(".map-paper .roads line")).to_have_count(1)
    page.get_by_role("button", name="Annuler").click()
    expect(page.locator(".map-paper .roads line")).to_have_count(2)

    # The middle one becomes a castle of prestige with a name; the keyboard moves it.
    middle_x, middle_y = middle(land(page, "T02"))
    page.touchscreen.tap(middle_x, middle_y)
    page.locator("[data-field=fr]").fill("Château / Noir")
    page.locator("[data-field=terrain]").select_option("ruined_castle")
    land(page, "T02").focus()
    before = str(land(page, "T02").get_attribute("transform"))
    page.keyboard.press("ArrowRight")
    expect(land(page, "T02")).not_to_have_attribute("transform", before)
    expect(land(page, "T02")).to_be_focused()
    expect(check).to_contain_text("Cette carte se joue")

    # Starts are proposed, a picture lies underneath and stays there, the map is kept and played.
    page.get_by_role("button", name="Proposer des départs équitables").click()
    expect(check.locator("tbody td").nth(1)).to_have_text("Territoire 1, Territoire 3")
    page.locator("[data-picture]").set_input_files({"name": "dot.png", "mimeType": "image/png", "buffer": DOT})
    expect(page.locator(".map-paper .under[href^='data:image/jpeg']")).to_have_count(1)
    shot(page, "campaign-draw-right")
    page.get_by_role("button", name="Garder la carte").click()
    expect(page.locator(".map-paper .under[href^='data:image/jpeg']")).to_have_count(1)
    expect(land(page, "T02").locator("text")).to_have_text("Château Noir")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("button", name="Garder et jouer").click()
    expect(page.locator(".campaign-preview .name", has_text="Château")).to_have_count(1)
    assert problems == []


def test_a_line_the_drawing_cannot_read_is_kept_as_it_was_typed(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    page, problems = person().new_page(), list[str]()
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    sign_in(page, server)
    page.goto("/map/draw?copy=1")
    unread = ["size 3", "territory T98 tower five 5 Truc", "roads T01 T99", "starts 2 T01", "# une note"]
    page.locator("summary", has_text="Le texte de la carte").click()
    text = page.locator("textarea[name=map]")
    text.fill("\n".join([text.input_value(), *unread]))
    text.blur()
    land(page, "T01").focus()
    page.keyboard.press("ArrowRight")
    expect(text).to_have_value(re.compile(r"territory T01 mill 165 75"))

    lines = text.input_value().splitlines()
    assert "size 1000 700" in lines
    assert [line for line in unread if line not in lines] == []
    assert problems == []


def test_a_file_that_is_no_picture_is_told_until_one_is_chosen(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    page = person(**PHONE).new_page()
    sign_in(page, server)
    page.goto("/map/draw")
    chosen, fault = page.locator("[data-picture]"), page.get_by_text("Ce fichier n’est pas une image")

    expect(fault).to_be_hidden()
    chosen.set_input_files({"name": "carte.png", "mimeType": "image/png", "buffer": b"not a picture"})
    expect(fault).to_be_visible()
    chosen.set_input_files({"name": "dot.png", "mimeType": "image/png", "buffer": DOT})
    expect(page.locator(".map-paper .under[href^='data:image/jpeg']")).to_have_count(1)
    expect(fault).to_be_hidden()


def test_a_map_without_its_french_name_goes_by_the_english_one(
    person: Callable[..., BrowserContext], server: Server
) -> None:
    page = person().new_page()
    sign_in(page, server)
    page.goto("/map/draw?copy=1")
    page.locator("[data-map=fr]").fill("")

    expect(page.locator("textarea[name=map]")).to_have_value(re.compile(r"^map The Two Shores\n"))


def test_without_scripts_a_map_is_written_given_starts_and_seen(person: Callable[..., BrowserContext]) -> None:
    page = person(**PHONE, java_script_enabled=False).new_page()
    page.goto("/map/draw?copy=on")
    expect(page.locator(".map-sheet")).to_be_hidden()
    expect(page.locator("noscript .notice")).to_be_visible()
    text = page.locator("textarea[name=map]")
    text.fill(re.sub(r"starts 2:.*\n", "", text.input_value()))
    page.get_by_role("button", name="Proposer des départs équitables").click()
    expect(text).to_have_value(re.compile(r"^starts 2: T\d\d T\d\d$", re.MULTILINE))
    page.get_by_role("button", name="Vérifier et voir").click()
    expect(page.locator(".campaign-map")).to_be_visible()
    expect(page.get_by_text("Écart entre le meilleur départ et le pire")).to_be_visible()
