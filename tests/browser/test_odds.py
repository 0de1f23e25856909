"""The odds with one thumb: an answer at each tap, no page reload, an address that reopens the question."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser.conftest import LAPTOP, PHONE, Server, sign_in
from browser.test_auction import seat_links

pytestmark = pytest.mark.browser
Person = Callable[..., BrowserContext]
SLOW = """() => {
  const send = XMLHttpRequest.prototype.send;
  XMLHttpRequest.prototype.send = function (...sent) { setTimeout(() => send.apply(this, sent), 500); };
}"""
"""A laptop that is busy: a thumb is quicker, and its second tap counts too."""


def opened(context: BrowserContext, server: Server, path: str) -> Page:
    page = context.new_page()
    page.goto(f"{server.address}{path}")
    page.evaluate("window.sameLife = true")
    return page


def stayed(page: Page) -> bool:
    """Whether the page was never loaded again."""
    return bool(page.evaluate("window.sameLife === true"))


def test_a_tap_changes_the_answer_and_the_address(server: Server, person: Person):
    page = opened(person(**PHONE), server, "/odds/?a.unit=warrior.none&a.figures=8")
    page.locator(".odds-unit.first [data-step='1']").first.tap()

    expect(page.locator(".odds-answer").first).to_contain_text("9 ×")
    page.locator("[id='d.unit']").select_option("levy.none")
    expect(page.locator(".odds-answer").first).to_contain_text("12 × Levées")
    assert "a.figures=9" in page.url
    assert stayed(page)


def test_a_variant_appears_beside_the_first_without_a_reload(server: Server, person: Person):
    page = opened(person(**PHONE), server, "/odds/?a.unit=warrior.bow")
    page.get_by_label("Comparer à une variante").check()

    expect(page.locator(".odds-answer")).to_have_count(2)
    expect(page.locator("[id='v.a.unit']")).to_have_value("warrior.bow")
    assert stayed(page)


def test_only_what_counts_in_this_kind_of_attack_is_asked(server: Server, person: Person):
    page = opened(person(**PHONE), server, "/odds/?a.unit=warrior.bow")
    ranks, target = page.get_by_label("Serre les rangs"), page.locator("[id='d.unit']")
    expect(ranks).to_be_visible()
    page.locator("input[name=kind][value=shoot]").check()
    expect(ranks).to_be_hidden()
    expect(target).to_be_visible()
    page.locator("input[name=kind][value=marker]").check()

    expect(target).to_be_hidden()
    assert stayed(page)


def test_a_series_is_built_tap_by_tap(server: Server, person: Person):
    page = opened(person(**PHONE), server, "/odds/series")
    expect(page.locator(".series svg")).to_have_count(2)
    page.get_by_role("button", name="Recommencer").tap()
    expect(page.locator(".series svg")).to_have_count(0)
    page.evaluate(SLOW)
    page.locator("input[name=by][value='1']").tap()
    page.get_by_role("button", name="Charger").tap()

    expect(page.locator(".series-steps li")).to_have_text("B charge A")
    expect(page.locator(".odds-bar")).to_contain_text("A éliminée")
    assert "step=charge.1.0" in page.url
    assert stayed(page)


def test_a_band_is_deployed_by_tap_and_the_check_follows(server: Server, person: Person):
    page = opened(person(**PHONE), server, "/odds/band?warrior=8&points=1")
    deployment = page.locator("#deployment")
    deployment.locator("summary").first.tap()
    deployment.locator("#add-deployed").select_option(label="8 × Guerriers")
    expect(deployment.locator(".army li")).to_have_count(1)
    expect(deployment).to_contain_text("1 figurine à placer")
    expect(page.locator(".odds-bar")).to_contain_text("Refusé")
    deployment.locator("#add-deployed").select_option(label="1 × Seigneur")
    expect(page.locator(".odds-bar")).to_contain_text("1 / 1")
    deployment.get_by_role("button", name="Un de moins").first.tap()
    expect(deployment.locator(".army b").first).to_have_text("7")
    expect(deployment).to_contain_text("1 figurine à placer")


def test_two_choices_before_the_first_answer_are_both_kept(server: Server, person: Person):
    page = opened(person(**PHONE), server, "/odds/band?warrior=8&points=1")
    deployment = page.locator("#deployment")
    deployment.locator("summary").first.tap()
    deployment.locator("#add-deployed").select_option(label="8 × Guerriers")
    deployment.locator("#add-deployed").select_option(label="1 × Seigneur")
    expect(deployment.locator(".army li")).to_have_count(2)


def test_the_address_reopens_the_same_question(server: Server, person: Person):
    context = person(**PHONE)
    page = opened(context, server, "/odds/?kind=shoot&a.unit=warrior.bow&a.figures=12&d.unit=levy.none")
    again = opened(context, server, page.url.removeprefix(server.address))

    assert again.locator(".odds-answer").inner_text() == page.locator(".odds-answer").inner_text()
    expect(again.locator("input[value='shoot']")).to_be_checked()


def test_nothing_is_wider_than_a_phone(server: Server, person: Person):
    for path in ("/odds/", "/odds/series", "/odds/table", "/odds/turn", "/odds/abuse", "/odds/band"):
        page = opened(person(**PHONE), server, path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path


def test_dice_rolled_at_the_table_are_ranked_for_both_players(server: Server, person: Person):
    desk = person(**LAPTOP).new_page()
    sign_in(desk, server)
    desk.goto("/new/match/")
    desk.locator("input[name='scenario'][value='clash']").check(force=True)
    desk.get_by_label("Un joueur").fill("Ana")
    desk.get_by_label("Son adversaire").fill("Ben")
    desk.get_by_role("button", name="Ouvrir la partie").click()
    expect(desk.get_by_role("heading", name="Places")).to_be_visible()
    ana = person(**PHONE).new_page()
    ana.goto(seat_links(desk, server)[0])
    ana.get_by_role("link", name="Prendre place").tap()
    ana.get_by_role("link", name="Dés", exact=True).tap()
    expect(ana.get_by_text("Aucun jet noté.")).to_have_count(2)
    ana.get_by_label("Les faces").fill("6 6 5 4")
    ana.get_by_role("button", name="Noter", exact=True).tap()
    expect(ana.locator(".luck-side").first).to_contain_text("Réussites : 4 sur 4 dés")
    desk.goto(ana.url.removeprefix(server.address))
    expect(desk.locator(".luck-rank").first).to_contain_text("97")

    ana.get_by_role("link", name="Un tir ou un corps à corps, depuis le calcul des chances").tap()
    ana.get_by_role("button", name="Taper les faces").tap()
    ana.get_by_label("À lancer, attaque").fill("1 1 1 1 1 1 1 1")
    ana.get_by_role("button", name="Continuer").tap()
    ana.get_by_label("À lancer, riposte").fill("1 1 1 1 1 1 1 1")
    ana.get_by_role("button", name="Continuer").tap()
    expect(ana.locator(".luck-side").first).to_contain_text("Réussites : 4 sur 12 dés")
    expect(ana.locator(".odds-roll")).to_contain_text("Pertes : 0")
    expect(desk.locator(".luck-side").last).to_contain_text("Réussites : 0 sur 8 dés")
    assert ana.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_units_turn_is_followed_with_one_thumb(server: Server, person: Person):
    page = opened(person(**PHONE), server, "/odds/turn?a.unit=levy.firearms&a.figures=12")
    page.get_by_role("button", name="Tirer").tap()
    expect(page.locator(".act-no").first).to_contain_text("vient de tirer")
    page.get_by_role("button", name="Se déplacer").first.tap()

    expect(page.get_by_label("Fatigues")).to_have_value("1")
    expect(page.get_by_role("button", name="Tirer")).to_be_visible()
    assert "did=shoot.order.0&did=move.order.1" in page.url
    assert stayed(page)


FIELDS = """(variant) => {
  for (const details of variant.querySelectorAll("details")) details.open = true;
  return Array.from(variant.querySelectorAll("input:not([type=radio]), select"), (field) => [
    field.name, field.checkVisibility(), field.closest("[data-unasked]")?.dataset.unasked.split(" ") ?? []]);
}"""
"""Of every field of a variant, once all that folds is open: whether it is seen, and in which attacks it counts not."""


@pytest.mark.parametrize("kind", ["charge", "shoot", "marker"])
def test_a_field_is_shown_where_it_counts_and_nowhere_else(server: Server, person: Person, kind: str):
    page = opened(person(**PHONE), server, "/odds/?a.unit=warrior.bow&variant=on&o.close_ranks_side=both")
    page.locator(f"input[name='v.kind'][value={kind}]").check()

    for variant, chosen in zip(page.locator(".odds-variant").all(), ("charge", kind), strict=True):
        fields = variant.evaluate(FIELDS)
        assert [name for name, seen, unasked in fields if seen is (chosen in unasked)] == []
        assert len([name for name, seen, _unasked in fields if not seen]) == HIDDEN[chosen]


HIDDEN = {"charge": 3, "shoot": 12, "marker": 20}
