"""Two phones and an organiser through the first turn of a campaign, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from browser.conftest import LAPTOP, PHONE, Server, shot, sign_in, take_seat
from campaign.test_golden import ISLAND

pytestmark = pytest.mark.browser


REFUSED = "409"


def open_war(page: Page, server: Server) -> list[str]:
    """The organiser opens a campaign of two on a small island; the links of its two seats."""
    sign_in(page, server)
    page.goto("/new/campaign/")
    page.get_by_label("Titre").fill("La guerre de l’île")
    page.get_by_label("Nom 1").fill("Ana")
    page.get_by_label("Nom 2").fill("Ben")
    page.get_by_text("Ou le texte d’une carte").click()
    page.get_by_label("Le texte de la carte").fill(ISLAND)
    page.get_by_text("Réglages de la campagne").click()
    page.locator("[name=starting_bands]").fill("1")
    page.locator("[name=starting_pp]").fill("6")
    page.get_by_role("button", name="Ouvrir la partie").click()
    places = page.locator(".place .address a")
    expect(places).to_have_count(2)
    found = places.all_inner_texts()
    page.get_by_role("link", name="Aller à l’événement").click()
    return [re.sub(r"^http://[^/]+", server.address, address) for address in found]


def press(page: Page, name: str) -> None:
    page.locator(".campaign-panel").get_by_role("button", name=name, exact=True).first.click()


class Taps:
    """Fingers on a phone, counted from the moment the page is opened."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0
        page.reload()
        expect(page.locator(".campaign-map.alive")).to_be_visible()

    def tap(self, target: Locator) -> None:
        self.count += 1
        target.tap()

    def choose(self, select: Locator, value: str | None = None, *, index: int | None = None) -> None:
        """A list is opened with one tap, and something in it is chosen with another."""
        self.count += 2
        select.select_option(value, index=index)


def seal_preparation(phone: Page) -> int:
    """From the page's opening to recruits sealed, on a phone; how many taps it took."""
    taps = Taps(phone)
    taps.tap(phone.get_by_role("link", name="À vous : répondre"))
    taps.choose(phone.get_by_label("Ordres"), index=0)
    taps.tap(phone.get_by_role("button", name="Sceller mes ordres").first)
    expect(phone.locator(".campaign-sealed")).to_contain_text("Rien cette fois")
    return taps.count


def place_bid(phone: Page, amount: str) -> int:
    """From the page's opening to a bid under a closed fist; how many taps, without the figures of the number."""
    taps = Taps(phone)
    taps.tap(phone.get_by_role("link", name="À vous : répondre"))
    taps.tap(phone.locator("input[name=amount]"))
    phone.locator("input[name=amount]").fill(amount)
    taps.tap(phone.get_by_role("button", name="Miser", exact=True))
    expect(phone.locator(".campaign-sealed")).to_contain_text(f"{amount} PP")
    return taps.count


def march(phone: Page, territory: str) -> int:
    """From the page's opening to a band on its way, by the map; how many taps it took."""
    taps = Taps(phone)
    taps.tap(phone.locator(f'[data-territory="{territory}"] circle'))
    taps.tap(phone.locator("#campaign-card .campaign-go button.action"))
    expect(phone.locator("#campaign-card .campaign-go")).to_have_count(0)
    return taps.count


def box_of(map: Locator) -> list[float]:
    return [float(each) for each in str(map.get_attribute("viewBox")).split()]


def touch(page: Page, *moments: tuple[tuple[float, float], ...]) -> None:
    """Fingers put down, moved from moment to moment, lifted."""
    glass = page.context.new_cdp_session(page)
    for place, fingers in enumerate(moments):
        points = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(fingers)]
        kind = "touchMove" if place else "touchStart"
        glass.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    glass.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def check_fingers(page: Page) -> None:
    """Two fingers bring the map nearer, one moves it, and it stays there when the page renews itself."""
    map = page.locator(".campaign-map")
    map.evaluate("(map) => map.scrollIntoView({block: 'nearest'})")  # at once: the page may renew itself meanwhile
    frame = map.bounding_box()
    assert frame is not None
    x, y = frame["x"] + frame["width"] / 2, frame["y"] + frame["height"] / 2
    whole = box_of(map)
    touch(page, ((x - 20, y), (x + 20, y)), ((x - 40, y), (x + 40, y)), ((x - 60, y), (x + 60, y)))
    near = box_of(map)
    assert near[2] < whole[2] * 0.8
    touch(page, ((x, y),), ((x - 15, y - 10),), ((x - 40, y - 25),))
    moved = box_of(map)
    assert moved[2] == pytest.approx(near[2])
    assert moved[0] > near[0]
    assert moved[1] > near[1]


def check_ways(page: Page) -> None:
    """Enter on a territory opens its card and draws the shortest way; again, the next one."""
    way, line = page.locator("form.march select").first, page.locator(".plans polyline")
    goal = page.locator(".campaign-map a", has=page.locator('[data-territory="T02"]'))
    goal.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#campaign-card h2")).to_contain_text("Cromlech")
    expect(page.locator("#campaign-card")).to_be_focused()
    expect(way).to_have_value("T02")
    shortest = str(line.get_attribute("points")).split()
    goal.focus()
    page.keyboard.press("Enter")
    expect(way).not_to_have_value("T02")
    assert len(str(line.get_attribute("points")).split()) == len(shortest) + 1 == 3
    expect(page.locator("#campaign-card .campaign-go .action")).to_have_attribute("value", way.input_value())


def check_scale(page: Page) -> None:
    """Orders are weighed while they are written, and a refusal leaves them written."""
    guards, scale = page.get_by_label("gardes").first, page.locator(".campaign-sum")
    expect(scale).to_contain_text("6 pt")
    guards.fill("7")
    expect(scale).to_contain_text("exactement 6")
    press(page, "Lever ces bandes")
    expect(page.locator(".faults")).to_contain_text("exactement 6")
    expect(guards).to_have_value("7")
    guards.fill("6")
    expect(scale).not_to_contain_text("exactement")


def test_two_phones_and_an_organiser_play_a_turn(person: Callable[..., BrowserContext], server: Server) -> None:
    desk = person(**LAPTOP).new_page()
    problems: list[str] = []
    desk.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    links = open_war(desk, server)
    ana, ben = person(**PHONE).new_page(), person(**PHONE).new_page()
    for phone, link in zip((ana, ben), links, strict=True):
        phone.on(
            "console",
            lambda told: problems.append(told.text) if told.type == "error" and REFUSED not in told.text else None,
        )
        take_seat(phone, link)

    # Bands are composed on the phones; orders of recruitment are sealed, shown to their owner, and opened together.
    expect(ana.get_by_label("Nom du seigneur 1")).to_be_visible()  # the starts were drawn, and nobody pressed for it
    check_scale(ana)
    for phone, lord in ((ana, "Isaut"), (ben, "Bohort")):
        phone.get_by_label("Nom du seigneur 1").fill(lord)
        press(phone, "Lever ces bandes")
    expect(ana.get_by_role("button", name="Sceller mes ordres").first).to_be_visible()  # so was the initiative
    assert seal_preparation(ana) <= 4
    shot(ana, "campaign-phone-sealed")
    press(ben, "Sceller mes ordres")

    # Each marches on the cromlech between them, in the order of speech; the map is under their fingers.
    speakers = [ana, ben]
    expect(ana.locator(".waiting")).to_contain_text("déclare un mouvement")
    if not ana.get_by_role("button", name="Déclarer ce mouvement").count():
        speakers.reverse()
    expect(speakers[0].get_by_role("button", name="Déclarer ce mouvement").first).to_be_visible()
    expect(speakers[0].locator(".campaign-map.alive")).to_be_visible()
    check_ways(speakers[0])
    assert march(speakers[0], "T02") <= 4
    expect(speakers[1].get_by_role("button", name="Déclarer ce mouvement").first).to_be_visible()
    expect(speakers[0].get_by_role("button", name="Déclarer ce mouvement")).to_have_count(0)
    expect(ana.locator(".campaign-map.alive")).to_be_visible()  # her page has renewed itself for that march
    check_fingers(ana)
    part = box_of(ana.locator(".campaign-map"))
    speakers[1].locator("form.march select").first.select_option("T02")
    press(speakers[1], "Déclarer ce mouvement")
    shot(speakers[1], "campaign-phone-march")
    expect(ben.locator("form.battle")).to_be_visible()
    expect(ana.locator("form.battle")).to_be_visible()
    assert box_of(ana.locator(".campaign-map")) == pytest.approx(part)

    # One side counts while they play, and a phone that was closed goes on counting; it reports, the other confirms.
    shot(ana, "campaign-phone-battle")
    ana.locator("form.battle [name=winners][value=ana]").check()
    left = ana.locator("form.battle .campaign-left input").last
    whole = int(left.input_value())
    ana.locator("form.battle [data-less]").last.tap()
    ana.reload()
    expect(left).to_have_value(str(whole - 1))
    expect(ana.locator("form.battle [name=winners][value=ana]")).to_be_checked()
    left.fill("0")
    press(ana, "Proposer ce résultat")
    expect(ben.get_by_role("button", name="Confirmer")).to_be_visible()
    expect(ana.get_by_role("button", name="Confirmer")).to_have_count(0)
    shot(ben, "campaign-phone-review")
    press(ben, "Confirmer")
    expect(desk.locator('[data-territory="T02"] > :not(.band) > use[href="#arms-ana"]')).to_have_count(1)
    shot(desk, "campaign-desk")

    # The next turn is bid for with closed fists; both bids open together.
    for phone in (ana, ben):
        press(phone, "Sceller mes ordres")
    assert place_bid(ana, "2") <= 4
    expect(ben.locator(".slots li", has_text="Ana").locator(".seal.sealed")).to_be_visible()
    assert "mise 2 PP" not in ben.locator("#game").inner_text()
    shot(ana, "campaign-phone-bid")
    ana.get_by_text("Changer avant la révélation").click()
    ana.locator("input[name=amount]").fill("1")
    press(ana, "Miser")
    expect(ana.locator(".campaign-sealed")).to_contain_text("1 PP")
    press(ben, "Miser")
    expect(ben.locator(".log")).to_contain_text("Les mains s’ouvrent : Ana 1, Ben 0")
    shot(ben, "campaign-phone-opened")
    assert problems == []
