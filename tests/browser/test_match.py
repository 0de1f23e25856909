"""The table builder by hand and by keys, and a whole match from two phones that lose the network."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect
from playwright.sync_api import Error as PlaywrightError

from browser import day
from browser.conftest import LAPTOP, PHONE, Server, shot, sign_in
from browser.test_auction import seat_links
from browser.test_steamroller_day import hand_in

pytestmark = pytest.mark.browser
Person = Callable[..., BrowserContext]
"""A folder for pictures of what the tests see, when somebody wants to look."""


@pytest.fixture(scope="module")
def desk_state(browser, server: Server):
    context = browser.new_context(base_url=server.address, locale="fr-FR")
    page = context.new_page()
    sign_in(page, server)
    state = context.storage_state()
    context.close()
    return state


def opened(person: Person, desk_state, server: Server, scenario: str) -> tuple[Page, list[str]]:
    """A fresh match at the organiser's desk, and the links of Ana and Ben."""
    desk = person(**LAPTOP, storage_state=desk_state).new_page()
    desk.goto("/new/match/")
    desk.locator(f"input[name=scenario][value={scenario}]").check()
    desk.get_by_label("Un joueur").fill("Ana")
    desk.get_by_label("Son adversaire").fill("Ben")
    desk.get_by_role("button", name="Ouvrir la partie").click()
    expect(desk.get_by_role("heading", name="Places")).to_be_visible()
    links = seat_links(desk, server)
    desk.get_by_role("link", name="Aller à l’événement").click()
    return desk, links


def seated(person: Person, link: str, **device: object) -> Page:
    page = person(**{**PHONE, **device}).new_page()
    page.goto(link)
    page.get_by_role("link", name="Prendre place").click()
    return page


def spot(page: Page, x: float, y: float) -> tuple[float, float]:
    """Where that point of the table is on the screen, once the table has been brought there."""
    found = page.evaluate(
        """([x, y]) => {
          const svg = document.querySelector('.match-ground svg');
          svg.scrollIntoView({ block: 'nearest' });
          const { plan: drawn, ...own } = document.querySelector('.match-table').dataset;
          const plan = drawn ? JSON.parse(drawn)
            : Object.fromEntries(Object.entries(own).map(([name, value]) => [name, Number(value)]));
          const point = new DOMPoint(plan.left + x * plan.scale, plan.top + (plan.height - y) * plan.scale);
          const there = point.matrixTransform(svg.getScreenCTM());
          return [there.x, there.y];
        }""",
        [x, y],
    )
    return found[0], found[1]


def dragged(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """From one point of the table to another: by a finger where the screen feels one, else by mouse."""
    if page.evaluate("navigator.maxTouchPoints > 0"):
        slid(page, spot(page, *start), spot(page, *end))
        return
    page.mouse.move(*spot(page, *start))
    page.mouse.down()
    page.mouse.move(*spot(page, *end), steps=4)
    page.mouse.up()


def slid(page: Page, start: tuple[float, float], end: tuple[float, float], steps: int = 6) -> None:
    """A finger put down, moved and lifted; what it holds follows it, and the page does not scroll."""
    finger, stays = page.context.new_cdp_session(page), page.evaluate("scrollY")
    for step in range(steps + 1):
        x, y = (a + (b - a) * step / steps for a, b in zip(start, end, strict=True))
        touch = {"type": "touchMove" if step else "touchStart", "touchPoints": [{"x": x, "y": y}]}
        finger.send("Input.dispatchTouchEvent", touch)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    finger.detach()
    assert page.evaluate("scrollY") == stays


def table_of(page: Page) -> str:
    return parse_qs(urlsplit(page.url).query)["table"][0]


def outlines(page: Page) -> list[list[list[float]]]:
    return [piece["shape"] for piece in json.loads(table_of(page))["pieces"]]


@pytest.mark.parametrize(("device", "name"), [(PHONE, "360"), (LAPTOP, "1440")], ids=["360", "1440"])
def test_a_plan_is_made_by_hand_and_reopened_from_its_address(person: Person, device: dict[str, object], name: str):
    page = person(**device).new_page()
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    page.goto("/plan/clash/")
    page.get_by_role("button", name="+ petit décor").click()
    told, sticks = page.locator("[data-told]"), page.locator(".match-stick")
    expect(told.locator(".match-ok")).not_to_have_count(0)
    assert page.locator(".match-area").get_attribute("d") != ""

    # A second piece too near the first is refused, with its clause and a stick in gueules; further off it is not.
    dragged(page, (24, 9), (10, 9))
    page.get_by_role("button", name="+ petit décor").click()
    dragged(page, (24, 9), (17, 9))
    expect(told).to_contain_text("ST-CLA-6")
    expect(page.locator(".match-breach text")).to_contain_text("✗ M")
    shot(page, f"builder-refused-{name}")
    dragged(page, (17, 9), (34, 9))
    expect(page.locator(".match-breach")).to_have_count(0)
    expect(sticks).to_have_count(1)
    expect(told.locator(".match-wrong")).to_have_count(0)

    # Arrow keys move it by half an inch; beyond the edge it is refused.
    page.locator(".match-held-piece").focus()
    before = table_of(page)
    page.keyboard.press("ArrowRight")
    assert table_of(page) != before
    dragged(page, (34.5, 9), (47, 9))
    expect(told).to_contain_text("dépasse de la table")
    dragged(page, (47, 9), (34, 9))
    expect(told.locator(".match-wrong")).to_have_count(0)

    # An outline drawn by taps that crosses itself is refused, and drawn again is not.
    for corners in ([(30, 5), (36, 11), (36, 5), (30, 11)], [(30, 5), (36, 5), (36, 11), (31, 9)]):
        page.locator("[data-draw]").click()
        for corner in corners:
            page.mouse.click(*spot(page, *corner))
        page.locator("[data-draw]").click()
        expect(told).to_contain_text("se croise" if corners[1] == (36, 11) else "sur la table")
    expect(told.locator(".match-wrong")).to_have_count(0)
    expect(page.locator(".match-checked article")).to_have_count(2)
    shot(page, f"builder-{name}")

    again = page.context.new_page()
    again.goto(page.url)
    expect(again.locator(".match-checked article")).to_have_count(2)
    assert outlines(again) == outlines(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert problems == []


def first_form(page: Page, type: str) -> Locator:
    return page.locator("form", has=page.locator(f"input[name=type][value={type}]"))


def end_turn(page: Page, *, claims: tuple[str, ...] = ()) -> None:
    form = first_form(page, "EndTurn")
    for marker in claims:
        form.locator(f"input[value={marker}]").check()
    form.get_by_role(
        "button", name=re.compile("Noter la fin d[ue] ")
    ).click()  # of the turn, or of the « séquence » in Steamroller


def begun(person: Person, desk_state, server: Server) -> tuple[Page, Page, Page]:
    """A capture at its first turn: the desk, Ana's phone, Ben's phone."""
    desk, (ana_link, ben_link) = opened(person, desk_state, server, "capture")
    ana, ben = seated(person, ana_link), seated(person, ben_link)
    first_form(ana, "StateRoles").get_by_role("button", name="Ana").click()
    table_is_ready(ana, ben)
    return desk, ana, ben


def table_is_ready(ana: Page, ben: Page) -> None:
    """Both players say so, and Ana's first turn begins."""
    for phone, waits in ((ben, ana), (ana, ben)):
        first_form(phone, "SkipSetup").get_by_role("button", name="La table est prête").click()
        if phone is ben:
            expect(waits.get_by_text("Ben dit que la table est prête")).to_be_visible()
    expect(ana.locator(".match-turn h2")).to_contain_text("1 : Ana")


def waiting(page: Page) -> Locator:
    return page.locator(".match-queued")


def written(desk: Page) -> Locator:
    """The turns that count, as the organiser's log tells them."""
    return desk.locator(".log li p", has_text="Fin du tour")


def test_two_phones_play_a_capture_and_sign(person: Person, desk_state, server: Server):
    desk, ana, ben = begun(person, desk_state, server)
    shot(ana, "sheet-360")

    # Turn by turn, each on their own phone; the other sees it live.
    for turn in range(1, 7):
        expect(ana.locator(".match-turn h2")).to_have_text(f"Fin du tour {turn} : Ana")
        end_turn(ana, claims=("marker_left", "marker_centre") if turn == 2 else ())
        expect(ben.locator(".match-turn h2")).to_have_text(f"Fin du tour {turn} : Ben")
        end_turn(ben)

    # Every point has its reason, and both sign.
    for phone in (ana, ben):
        expect(phone.locator(".match-side.match-first .match-points")).to_have_text("24")
        expect(phone.locator(".match-lines li").first).to_contain_text("Ana : 6 points, 2 objectifs tenus")
        first_form(phone, "Sign").get_by_role("button", name="Signer").click()
    for page in (desk, ana, ben):
        expect(page.locator(".waiting.over")).to_be_visible()
    shot(ana, "sheet-over-360")


def test_an_answer_that_comes_late_puts_no_older_page_over_a_newer_one(person: Person, desk_state, server: Server):
    _desk, ana, ben = begun(person, desk_state, server)
    held = []
    ana.route("**/match/entry", lambda route: held.append((route, route.fetch())))
    end_turn(ana)
    expect(ben.locator(".match-turn h2")).to_have_text("Fin du tour 1 : Ben")
    end_turn(ben)
    expect(ana.locator(".match-turn h2")).to_have_text("Fin du tour 2 : Ana")

    [(route, answer)] = held
    route.fulfill(response=answer)
    ana.wait_for_function("JSON.parse(localStorage.getItem('heraut-match-entries')).length === 0")
    assert ana.locator(".match-turn h2").inner_text() == "Fin du tour 2\N{NO-BREAK SPACE}: Ana"
    ana.unroute("**/match/entry")
    end_turn(ana)
    expect(ben.locator(".match-turn h2")).to_have_text("Fin du tour 2 : Ben")


def test_entries_wait_for_the_network_survive_a_closed_tab_and_count_once(person: Person, desk_state, server: Server):
    desk, ana, _ben = begun(person, desk_state, server)
    ana.on("dialog", lambda dialog: dialog.accept())
    phone = ana.context
    ana.clock.install()
    phone.set_offline(True)

    # Three turns without the network; the third is taken back and written again, otherwise.
    end_turn(ana)
    expect(waiting(ana)).to_have_count(1)
    expect(ana.locator(".match-turn h2")).to_have_text("Fin du tour 1 : Ben")
    end_turn(ana)
    expect(ana.locator(".match-turn h2")).to_have_text("Fin du tour 2 : Ana")
    end_turn(ana, claims=("marker_left",))
    expect(waiting(ana)).to_have_count(3)
    expect(waiting(ana).last).to_contain_text("Objectifs capturés pendant ce tour : 1")
    expect(ana.locator("[data-back]:visible")).to_have_count(1)
    ana.get_by_role("button", name="Corriger").click()
    expect(waiting(ana)).to_have_count(2)
    expect(ana.locator(".match-turn h2")).to_have_text("Fin du tour 2 : Ana")
    expect(ana.locator(".match-turn input[value=marker_left]")).to_be_checked()
    end_turn(ana, claims=("marker_centre",))
    expect(waiting(ana).last).to_contain_text("Objectifs capturés pendant ce tour : 1, 2")
    shot(ana, "sheet-offline-360")

    # A minute passes. A page cannot be loaded without the network, but what was written outlives its tab.
    ana.clock.run_for(60_000)
    expect(waiting(ana)).to_have_count(3)
    assert written(desk).count() == 0
    address = ana.url
    ana.close(run_before_unload=False)
    again = phone.new_page()
    with pytest.raises(PlaywrightError):
        again.goto(address)
    again.context.set_offline(False)
    again.goto(address)

    expect(written(desk)).to_have_count(3)
    expect(waiting(again)).to_have_count(0)
    expect(again.locator(".match-turn h2")).to_have_text("Fin du tour 2 : Ben")
    expect(again.locator(".match-still")).to_contain_text("Ana tient 1, 2")
    expect(desk.locator(".log li[data-sequence]")).to_have_count(6)


def test_a_refused_entry_stays_with_its_reason_and_what_follows_waits(person: Person, desk_state, server: Server):
    desk, ana, ben = begun(person, desk_state, server)
    ana.context.set_offline(True)
    end_turn(ana)
    expect(ana.locator(".match-turn h2")).to_have_text("Fin du tour 1 : Ben")
    end_turn(ana, claims=("marker_left",))
    expect(ana.locator(".match-turn h2")).to_have_text("Fin du tour 2 : Ana")
    end_turn(ana)
    expect(waiting(ana)).to_have_count(3)
    ana.context.set_offline(False)

    # Ben's markers may be captured from the second turn on: his turn is refused, the next one has not been sent.
    refused = ana.locator(".match-refused-entry")
    expect(refused).to_have_count(1)
    expect(refused).to_contain_text("On capture à partir du tour 2")
    expect(refused).to_contain_text("ST-CAP")
    expect(waiting(ana)).to_have_count(2)
    expect(written(desk)).to_have_count(1)
    shot(ana, "sheet-refused-360")
    refused.get_by_role("button", name="Corriger").click()
    expect(ana.locator(".match-turn h2")).to_have_text("Fin du tour 1 : Ben")
    ana.locator(".match-turn input[value=marker_left]").uncheck()
    end_turn(ana)
    expect(waiting(ana)).to_have_count(0)
    expect(written(desk)).to_have_count(3)
    expect(ben.locator(".match-turn h2")).to_have_text("Fin du tour 2 : Ben")


def both_take_a_large_piece(page: Page) -> None:
    for told in ("Ana choisit un décor", "Ben choisit un décor"):
        expect(page.locator(".waiting")).to_contain_text(told)
        page.get_by_text("grand", exact=True).click()
        page.get_by_role("button", name="Prendre ce décor").click()
    expect(page.get_by_role("button", name="Poser ici")).to_be_enabled()


def test_the_builder_of_a_match_places_a_chosen_piece_by_touch(person: Person, desk_state, server: Server):
    _desk, (ana_link, _ben_link) = opened(person, desk_state, server, "clash")
    ana = seated(person, ana_link)
    first_form(ana, "StateRoles").get_by_role("button", name="Ana").click()
    ana.get_by_role("link", name="Préparer la table ici").click()
    both_take_a_large_piece(ana)
    place = ana.get_by_role("button", name="Poser ici")
    ana.touchscreen.tap(*spot(ana, 24, 27))
    expect(place).to_be_disabled()
    expect(ana.locator("[data-told]")).to_contain_text("ST-CLA-5")
    dragged(ana, (24, 27), (12, 9))
    expect(place).to_be_enabled()
    expect(ana.locator("[data-shape]")).to_have_value(re.compile(r"^\[\[7\."))
    shot(ana, "match-builder-360")
    place.click()
    expect(ana.locator("select[name=piece] option")).to_have_count(1)


def test_what_is_refused_stays_on_the_table_and_everybody_sees_what_lies_there(
    person: Person, desk_state, server: Server
):
    desk, (ana_link, ben_link) = opened(person, desk_state, server, "clash")
    ana, ben = seated(person, ana_link), seated(person, ben_link)
    first_form(ana, "StateRoles").get_by_role("button", name="Ana").click()
    ana.get_by_role("link", name="Préparer la table ici").click()
    both_take_a_large_piece(ana)
    for page in (desk, ben):
        page.goto(ana.url)

    # Ana's phone hears nothing more: what she holds is on the table already, where Ben has put it.
    ana.route("**/live*", lambda route: route.abort())
    ana.reload()
    place, told = ana.get_by_role("button", name="Poser ici"), ana.locator("[data-told]")
    expect(place).to_be_enabled()
    dragged(ana, (24, 9), (12, 9))
    expect(told.locator(".match-wrong")).to_have_count(0)
    where = ana.locator("[data-shape]").input_value()
    dragged(ben, (24, 9), (36, 9))
    ben.get_by_role("button", name="Poser ici").click()
    expect(desk.locator(".match-ground polygon.match-piece:not(.match-mine)")).to_have_count(1)
    place.click()
    expect(ana.locator("[data-refused]")).to_contain_text("Bois 1 n’est pas à placer")
    assert ana.locator("[data-shape]").input_value() == where

    # Without the network nothing moves either; once the page is loaded again it shows what the server knows.
    ana.context.set_offline(True)
    place.click()
    expect(ana.locator("[data-refused]")).to_contain_text("Sans réseau")
    ana.context.set_offline(False)
    ana.unroute("**/live*")
    ana.reload()
    expect(ana.locator(".match-ground polygon.match-piece:not(.match-mine)")).to_have_count(1)

    # What she holds stays in her hand while Ben takes back what he has put down.
    expect(place).to_be_enabled()
    dragged(ana, (24, 27), (12, 27))
    expect(told.locator(".match-wrong")).to_have_count(0)
    where = ana.locator("[data-shape]").input_value()
    ben.goto(ben.url.removesuffix("match/table"))
    ben.locator(".log li").first.get_by_role("button", name="Annuler").click()
    expect(ana.locator(".match-ground polygon.match-piece:not(.match-mine)")).to_have_count(0)
    expect(ana.locator("[data-shape]")).to_have_value(where)


def test_a_table_of_an_event_is_played_on_two_phones_and_its_desk_has_the_result(person: Person, server: Server):
    desk = day.organiser(person, server)
    day.open_event(desk, "Steamroller Hardcore", "Hardcore du soir")
    address = day.opened(desk)
    day.enter(desk, "Ana", "Ben")
    phones = day.phones(person, server, desk, address, ["Ana", "Ben"])
    for name, phone in phones.items():
        hand_in(phone, f"Faction de {name}")
    expect(desk.locator(".people .seal.sealed")).to_have_count(2)
    desk.get_by_role("button", name="Pointer tout le monde").click()
    expect(desk.locator(".people tr.present")).to_have_count(2)
    desk.get_by_role("button", name="Clore les inscriptions").click()
    day.publish_next(desk, 1)
    desk.get_by_role("button", name="Ouvrir les feuilles de score").click()
    for phone in phones.values():
        phone.get_by_role("button", name="Feuille de score").click()
        expect(phone.get_by_role("heading", name="Qui joue en premier ?")).to_be_visible()
    ana, ben = phones["Ana"], phones["Ben"]

    # Two turns each, and one of Ana's casters ends the second outside the box: Ben wins at once.
    first_form(ana, "StateRoles").get_by_role("button", name="Ana").click()
    table_is_ready(ana, ben)
    for phone, turn in ((ana, "1 : Ana"), (ben, "1 : Ben"), (ana, "2 : Ana")):
        expect(phone.locator(".match-turn h2")).to_have_text(f"Fin de la séquence {turn}")
        if turn == "2 : Ana":
            phone.get_by_text("Un de ses warcasters ou warlocks finit hors de la cage").click()
        end_turn(phone)

    # The lists both have handed in are there to be counted, entry by entry; a reload loses nothing.
    ben.get_by_role("link", name="Compter choix par choix").click()
    riders = ben.locator("[data-army=first] .match-entry", has_text="Cavaliers")
    riders.locator("summary").first.click()
    riders.locator(".match-step", has_text="Encore en jeu").get_by_role("button", name="Un de moins").click()
    expect(riders.locator("[data-lost]")).to_have_text("−50")
    expect(riders.locator("[data-told]")).to_contain_text("SR-DEST-1")
    ben.reload()
    expect(riders.locator("[data-lost]")).to_have_text("−50")
    expect(ben.locator("[data-army=second] .match-entry")).to_have_count(2)
    assert ben.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(ben, "armies-360")
    ben.get_by_role("button", name="Enregistrer le décompte").click()
    expect(ben.locator(".match-left").first).to_contain_text("perdus 55")
    expect(ben).not_to_have_url(re.compile("armies"))
    for phone in (ana, ben):
        first_form(phone, "Sign").get_by_role("button", name="Signer").click()
    for phone in (ana, ben):
        expect(phone.locator(".waiting.over")).to_be_visible()
    ana.get_by_role("link", name="Le résultat est transmis au tournoi.").click()
    expect(ana.locator("header.title")).to_contain_text("Hardcore du soir")
    expect(desk.locator("#game .log")).to_contain_text("Feuille de score")
    expect(desk.locator(".standings tbody tr").first).to_contain_text("Ben")
    shot(desk, "event-result")


def test_units_put_on_the_plan_score_a_turn(person: Person, desk_state, server: Server):
    desk, (ana_link, ben_link) = opened(person, desk_state, server, "conquest")
    ana, ben = seated(person, ana_link), seated(person, ben_link)
    first_form(ana, "StateRoles").get_by_role("button", name="Ana").click()
    table_is_ready(ana, ben)
    end_turn(ana)
    expect(written(desk)).to_have_count(1)
    expect(ana.locator(".match-turn h2")).to_have_text("Fin du tour 1 : Ben")
    ana.get_by_role("link", name="Compter par les positions").click()
    ana.get_by_role("button", name="+ unité : Ben").click()
    told = ana.locator(".match-stand [data-told]")
    expect(told).to_contain_text("rien à noter")

    # By hand to the first marker, then a little further by keys.
    figure = ana.locator(".match-figure").first
    dragged(ana, (16.8, 21.6), (12, 19))
    expect(told).to_contain_text("Ben : 1 point, 1 unité comptée (objectif 1) à la fin du tour 1")
    ana.locator("[data-set=exhausted]").check()
    expect(told).to_contain_text("rien à noter")
    ana.locator("[data-set=exhausted]").uncheck()
    expect(told).to_contain_text("1 unité comptée")
    figure.focus()
    ana.keyboard.press("ArrowRight")
    expect(told).to_contain_text("1 unité comptée")
    ana.get_by_label("Nom").fill("Garde <b> 1/2")
    ana.get_by_label("Nom").blur()
    expect(figure).to_contain_text("Garde <b> 1/2")
    expect(told).to_contain_text("1 unité comptée")
    shot(ana, "positions-360")

    # Noted without the network, it waits on the phone and counts once; the page goes back to the sheet.
    ana.context.set_offline(True)
    ana.get_by_role("button", name="Noter la fin du tour").click()
    expect(waiting(ana)).to_have_count(1)
    ana.context.set_offline(False)
    expect(ana.locator(".match-side.match-second .match-points")).to_have_text("1")
    expect(ana).not_to_have_url(re.compile("stand"))
    expect(desk.locator(".match-lines li").first).to_contain_text("Ben : 1 point")
    expect(written(desk)).to_have_count(2)

    # The other player goes on from where everybody stood.
    ben.get_by_role("link", name="Compter par les positions").click()
    expect(ben.locator(".match-figure")).to_have_count(1)
    expect(ben.locator("[data-facts]")).to_have_value(re.compile(r'"x":12\.5'))
    expect(ben.locator("[data-units] option")).to_have_text(["Garde <b> 1/2"])


def test_an_organiser_keeps_a_plan_and_opens_it_again(person: Person, desk_state):
    page = person(**LAPTOP, storage_state=desk_state).new_page()
    page.goto("/")
    page.get_by_role("navigation", name="Navigation").get_by_role("link", name="Plans de table").click()
    page.get_by_role("link", name="Le choc des bandes").click()
    page.wait_for_load_state()  # a button pressed before its script is there does nothing
    page.get_by_label("Type").select_option("hill")
    page.get_by_role("button", name="+ petit décor").click()
    expect(page.locator("[data-told] .match-ok")).not_to_have_count(0)
    page.get_by_label("Nom de la table").fill("Table du fond")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text("Le plan « Table du fond » est enregistré.")).to_be_visible()
    page.get_by_role("navigation", name="Navigation").get_by_role("link", name="Plans de table").click()
    page.get_by_role("link", name="Table du fond").first.click()
    expect(page.locator(".match-checked article")).to_contain_text("Colline 1")
    assert [piece["kind"] for piece in json.loads(table_of(page))["pieces"]] == ["hill"]


TAPS = """addEventListener("click", (event) => {
  if (event.isTrusted && event.detail) sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
}, true)"""


def taps(page: Page) -> int:
    """How often that phone was tapped since it was last asked."""
    return int(page.evaluate("() => { const n = sessionStorage.taps || 0; sessionStorage.taps = 0; return n; }"))


def test_the_roll_has_a_winner_the_clock_runs_and_a_turn_is_two_taps(person: Person, desk_state, server: Server):
    _desk, (ana_link, ben_link) = opened(person, desk_state, server, "capture")
    ana, ben = seated(person, ana_link), seated(person, ben_link, color_scheme="dark")
    for phone in (ana, ben):
        expect(phone.locator(".match-board small")).to_have_text(["", ""])
    ana.get_by_label("Ana", exact=True).fill("2")
    ana.get_by_label("Ben", exact=True).fill("5")
    ana.get_by_role("button", name="Enregistrer les faces").click()
    expect(ana.get_by_text("Ben a gagné le jet d’ouverture et choisit qui joue en premier")).to_be_visible()
    expect(ana.locator("form input[value=StateRoles]")).to_have_count(0)
    first_form(ben, "StateRoles").get_by_role("button", name="Ana").click()
    expect(ana.locator(".match-board small").first).to_contain_text("Premier joueur")
    table_is_ready(ana, ben)
    ana.get_by_role("button", name="Lancer l’horloge").click()
    expect(ben.locator(".match-clock time")).to_have_text(re.compile(r"0:00:0[1-9]"))
    table = ben.locator(".match-picture svg [fill='#fdfcf8']").first
    assert table.evaluate("(drawn) => getComputedStyle(drawn).fill") == "rgb(39, 36, 34)"
    for phone, name in ((ana, "Ana"), (ben, "Ben")):
        expect(phone.locator(".match-turn h2")).to_contain_text(f"1 : {name}")
        end_turn(phone)
        expect(written(phone)).to_have_count(1 if phone is ana else 2)
    ana.evaluate(TAPS)
    taps(ana)

    ana.locator(".match-turn .match-box").first.tap()
    ana.get_by_role("button", name="Noter la fin du tour").tap()

    expect(written(ben)).to_have_count(3)
    assert taps(ana) == 2


def test_a_scenario_of_one_s_own_is_moved_by_touch_and_played(person: Person, desk_state, server: Server):
    phone = person(**PHONE, storage_state=desk_state).new_page()
    phone.goto("/plan/")
    phone.get_by_text("Nouveau scénario").click()
    phone.get_by_label("Recopier un scénario").select_option("capture")
    phone.get_by_role("button", name="Créer le scénario").click()
    expect(phone.locator(".match-fits")).to_be_visible()

    dragged(phone, (6, 18), (10, 20))
    dragged(phone, (48, 12), (48, 9))
    dragged(phone, (12, 30), (12, 33))
    phone.get_by_role("button", name="Enregistrer", exact=True).click()

    expect(phone.get_by_text("est enregistré")).to_be_visible()
    for moved in ("point = [10, 20]", "rect = [0, 0, 48, 9]"):
        expect(phone.locator("#text")).to_have_value(re.compile(re.escape(moved)))
    phone.get_by_role("link", name="Jouer").click()
    expect(phone.locator("input[name=scenario]:checked")).to_have_value(re.compile("^own:"))
    phone.get_by_label("Un joueur").fill("Ana")
    phone.get_by_label("Son adversaire").fill("Ben")
    phone.get_by_role("button", name="Ouvrir la partie").click()
    phone.get_by_role("link", name="Aller à l’événement").click()
    expect(phone.locator("#game")).to_contain_text("Capture (copie)")
