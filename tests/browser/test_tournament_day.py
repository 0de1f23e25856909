"""A whole SAGA weekend: an organiser at the laptop, a referee, eight phones, the screen of the hall."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from browser import day
from browser.conftest import LAPTOP, Server

pytestmark = pytest.mark.browser

NAMES = ["Ana", "Ben", "Chloé", "David", "Emma", "Farid", "Gaëlle", "Hugo"]
TOO_DEAR = "Un Seigneur, 9 Gardes, 24 Guerriers et 12 Levées"
CUT_SHORT = """(lists) => lists.filter((list) => {
  const style = getComputedStyle(list), pen = document.createElement("canvas").getContext("2d"), arrow = 18;
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  const room = list.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - arrow;
  return [...list.options].some((each) => pen.measureText(each.text).width > room);
}).map((list) => list.id)"""
"""The lists whose longest choice does not fit."""
SCENARIOS = ("clash", "capture", "conquest", "advance", "desecration")


def seal(phone: Page, text: str = day.BAND) -> None:
    phone.get_by_label("Âge").select_option("vikings")
    phone.get_by_label("Faction").fill("Vikings")
    phone.get_by_label("Figurines").fill(text)
    phone.get_by_role("button", name="Sceller la bande").click()


def report(phone: Page, mine: int, theirs: int) -> None:
    """One's own points first, as the phone asks for them."""
    fields = phone.locator("form[action$='/report'] input[type=number]")
    fields.nth(0).fill(str(mine))
    fields.nth(1).fill(str(theirs))
    phone.get_by_role("button", name="Annoncer le résultat").click()


@dataclass
class Weekend:
    """Who is there: the desk, a phone for each player, the referee's, the screen of the hall; and who meets whom."""

    desk: Page
    address: str
    phones: dict[str, Page]
    referee: Page
    hall: Page
    paired: list[tuple[int, str, str]] = field(default_factory=list)


def test_a_saga_weekend(person: Callable[..., BrowserContext], server: Server) -> None:
    desk = day.organiser(person, server)
    with day.no_problems(desk):
        address = the_eve(desk)
        phones = day.phones(person, server, desk, address, NAMES)
        referee = day.invited(person, server, desk, address)
        weekend = Weekend(desk, address, phones, referee, person(**LAPTOP).new_page())
        bands_are_sealed(weekend)
        the_draft_is_changed_and_published(weekend)
        everybody_sees_where_to_play(weekend)
        a_judge_is_called_and_gives_five_minutes(weekend)
        two_phones_agree(weekend)
        two_phones_differ_and_the_desk_decides(weekend)
        the_other_results_are_typed_in(weekend)
        a_phone_comes_back_where_it_was(weekend)
        a_round_is_typed_in(weekend, 2)
        a_result_of_the_first_round_is_corrected(weekend)
        a_round_is_typed_in(weekend, 3)
        a_round_is_typed_in(weekend, 4)
        the_ranking_round_ends_it(weekend)
        everybody_sees_their_place(weekend)


def the_eve(desk: Page) -> str:
    """An event from a preset, entries typed in; its address."""
    day.open_event(desk, "SAGA, deux jours", "Tournoi d’automne")
    for number, scenario in enumerate(SCENARIOS, start=1):
        desk.locator(f"#scenario-{number}").select_option(scenario)
    address = day.opened(desk)
    day.enter(desk, "Ana, Les Dés Pipés", "Ben, Les Dés Pipés", *NAMES[2:])
    day.picture(desk, "entries")
    return address


def bands_are_sealed(weekend: Weekend) -> None:
    """In the morning, on the phones; one that costs too much is refused and stays in the field."""
    desk, ana = weekend.desk, weekend.phones["Ana"]
    seal(ana, TOO_DEAR)
    expect(ana.locator(".faults")).to_contain_text("9")
    expect(ana.get_by_label("Figurines")).to_have_value(TOO_DEAR)
    for phone in weekend.phones.values():
        seal(phone)
        expect(phone.locator(".seal.sealed").first).to_be_visible()
    day.picture(ana, "phone-band")
    expect(desk.locator(".people .seal.sealed")).to_have_count(8)
    desk.get_by_role("button", name="Pointer tout le monde").click()
    expect(desk.locator(".people tr.present")).to_have_count(8)
    expect(ana.locator(".answer-first")).to_have_text("Vous êtes là")


def the_draft_is_changed_and_published(weekend: Weekend) -> None:
    """Officials alone see it; two players are swapped."""
    desk = weekend.desk
    desk.get_by_role("button", name="Clore les inscriptions").click()
    desk.get_by_role("button", name="Apparier").click()
    expect(desk.get_by_role("heading", name="Projet de la ronde 1")).to_be_visible()
    picks = desk.locator(".pick[data-seat]")
    first, third = picks.nth(0).inner_text().strip(), picks.nth(2).inner_text().strip()
    picks.nth(0).click()
    picks.nth(2).click()
    expect(picks.nth(0)).to_have_text(third)
    expect(picks.nth(2)).to_have_text(first)
    day.picture(desk, "draft")
    expect(weekend.phones["Ana"].locator("body")).not_to_contain_text("Projet")
    desk.get_by_role("button", name="Publier la ronde").click()
    expect(desk.locator("#line")).to_be_visible()


def everybody_sees_where_to_play(weekend: Weekend) -> None:
    """On every phone, and on the screen of the hall."""
    weekend.hall.goto(f"{weekend.address}tournament/screen")
    expect(weekend.hall.locator(".panel-of-hall.on h2")).to_contain_text("Ronde 1")
    day.picture(weekend.hall, "screen")
    weekend.paired = day.tables(weekend.desk)
    for number, one, two in weekend.paired:
        for name, other in ((one, two), (two, one)):
            expect(weekend.phones[name].locator(".answer-first b").first).to_have_text(str(number))
            expect(weekend.phones[name].locator(".against")).to_contain_text(other)
    day.picture(weekend.phones[weekend.paired[0][1]], "phone-table")


def a_judge_is_called_and_gives_five_minutes(weekend: Weekend) -> None:
    number, one, _two = weekend.paired[0]
    caller, referee = weekend.phones[one], weekend.referee
    caller.get_by_text("Appeler un arbitre").click()
    caller.get_by_label("Votre question").fill("Ligne de vue")
    caller.get_by_role("button", name="Appeler").click()
    expect(referee.locator(".calls")).to_contain_text("Ligne de vue")
    day.picture(referee, "referee")
    referee.get_by_role("button", name="J’y vais").click()
    expect(referee.locator(".calls")).to_have_count(0)
    weekend.desk.get_by_role("button", name="Lancer l’horloge").click()
    expect(caller.locator("[data-elapsed]")).to_be_visible()
    referee.goto(f"{weekend.address}tournament/rounds/1/tables/{number}")
    referee.get_by_label("Minutes en plus").fill("5")
    referee.get_by_label("Pourquoi ?").fill("Question de règle")
    referee.get_by_role("button", name="Accorder").click()
    expect(weekend.desk.locator("#game .log li").first).to_contain_text("5 min")


def two_phones_agree(weekend: Weekend) -> None:
    """What the first announced is not on the second's phone, which knows that there is something."""
    _number, one, two = weekend.paired[0]
    first, second = weekend.phones[one], weekend.phones[two]
    report(first, 12, 7)
    expect(second.locator("#game .log li").first).to_contain_text(f"{one} a annoncé un résultat")
    assert "12" not in second.locator(".play").inner_text()
    report(second, 7, 12)
    expect(first.locator(".settled-game")).to_contain_text("12 – 8")


def two_phones_differ_and_the_desk_decides(weekend: Weekend) -> None:
    number, one, two = weekend.paired[1]
    desk, first, second = weekend.desk, weekend.phones[one], weekend.phones[two]
    report(first, 9, 9)
    expect(first.locator(".faults")).to_be_visible()
    report(first, 20, 3)
    report(second, 3, 19)
    expect(first.locator(".dispute")).to_contain_text("19")
    expect(second.locator(".answer-first").first).to_have_text("Vos deux annonces diffèrent")
    expect(desk.locator(".dispute")).to_contain_text(f"Table {number}")
    day.picture(desk, "desk")
    desk.get_by_role("link", name="Trancher").click()
    desk.locator("form[action*='/tables/'] input[type=number]").nth(0).fill("20")
    desk.locator("form[action*='/tables/'] input[type=number]").nth(1).fill("3")
    desk.get_by_role("button", name="Noter").click()
    expect(desk.locator(".dispute")).to_have_count(0)


def the_other_results_are_typed_in(weekend: Weekend) -> None:
    for number, _one, _two in weekend.paired[2:]:
        day.type_result(weekend.desk, f"{number} 15 {number}")
    expect(weekend.desk.locator(".stages .now")).to_have_text("Ronde 2")


def a_phone_comes_back_where_it_was(weekend: Weekend) -> None:
    """Its battery had died; the others stay in pockets until the end."""
    place = weekend.phones["Ana"].context
    weekend.phones["Ana"].close()
    back = weekend.phones["Ana"] = place.new_page()
    back.goto(weekend.address)
    expect(back.locator("header.title")).to_contain_text("Ana")
    for name in NAMES[1:]:
        weekend.phones[name].goto("about:blank")


def a_round_is_typed_in(weekend: Weekend, played: int) -> None:
    day.publish_next(weekend.desk, played)
    for number, _one, _two in day.tables(weekend.desk):
        day.type_result(weekend.desk, f"{number} {20 + number} {played * 3}")


def a_result_of_the_first_round_is_corrected(weekend: Weekend) -> None:
    """What it changes is shown first."""
    desk, (number, one, _two) = weekend.desk, weekend.paired[0]
    desk.goto(f"{weekend.address}tournament/rounds/1/tables/{number}")
    desk.locator("form[action*='/tables/'] input[type=number]").nth(0).fill("2")
    desk.get_by_role("button", name="Voir ce que cela change").click()
    expect(desk.locator(".coming")).to_contain_text(one)
    day.picture(desk, "repair")
    desk.get_by_label("Pourquoi cette correction ?").fill("Points inversés")
    desk.get_by_role("button", name="Corriger").click()
    expect(desk.locator("#game .log li").first).to_contain_text("corrigé")


def the_ranking_round_ends_it(weekend: Weekend) -> None:
    day.publish_next(weekend.desk, 5)
    for number, _one, _two in day.tables(weekend.desk):
        day.type_result(weekend.desk, f"{number} 12 5")
    expect(weekend.desk.locator(".answer-first")).to_contain_text("Le tournoi est terminé")
    day.picture(weekend.desk, "standings")


def everybody_sees_their_place(weekend: Weekend) -> None:
    """On the phones and in the hall; the certificates are ready."""
    expect(weekend.phones["Ana"].locator(".answer-first").first).to_contain_text("Rang")
    expect(weekend.hall.locator(".panel-of-hall.on h2")).to_have_text("Classement final")
    for name in NAMES[1:]:
        weekend.phones[name].goto(weekend.address)
        expect(weekend.phones[name].locator(".answer-first").first).to_contain_text("Rang")
    answer = weekend.desk.request.get(f"{weekend.address}tournament/papers/certificates.pdf")
    assert answer.ok
    assert answer.body().startswith(b"%PDF")


def test_what_an_award_is_won_by_is_read_whole(person: Callable[..., BrowserContext], server: Server) -> None:
    desk = day.organiser(person, server)
    day.open_event(desk, "SAGA, un jour", "Remise des prix")
    desk.goto(f"{day.opened(desk)}tournament/awards")
    desk.locator("summary", has_text="Changer les prix").click()

    assert desk.locator("select[name=by]").evaluate_all(CUT_SHORT) == []
