"""Who prints what: sealed bands, one's own sheet, the rules of a scenario, colour."""

from __future__ import annotations

import re
from threading import Event

import pytest
from django.test import RequestFactory
from django.utils.text import capfirst
from msgspec.structs import replace

from heraut.kernel import Seat
from heraut.press import qr
from heraut.press.paper import Standings
from heraut.press.scenario_rules import scenario_rules
from heraut.scenario.definition import Scenario
from heraut.scenario.facts import Side
from heraut.scenario.library import every, find
from heraut.scenario.settings import Options
from heraut.scenario.tally import scoring_moments
from heraut.speech import Language, phrases
from heraut.tournament.entries import CheckIn
from heraut.tournament.lists import RevealLists
from heraut.tournament.results import SettleResult
from heraut.tournament.rounds import AdjustDraft, DraftRound, PublishRound
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from heraut.tournament.view import TableView
from heraut.web import pdf_response
from heraut.web.desk import desk
from heraut.web.game import Game
from heraut.web.models import Stream
from heraut.web.permissions import Role, Visitor
from heraut.web.rooms.tournament.papers import (
    PaperSource,
    draft,
    emergency,
    reference,
    scores,
    sign_in,
    standing_sheet,
    welcome,
)
from web.build import host, passer_by
from web.test_tournament import CUP, NAMES, ORGANISER, cup, phone, playing, saga, say, text, view

pytestmark = pytest.mark.django_db

ANA = next(iter(NAMES))
BANDS = "/g/cup/tournament/papers/bands.pdf"


def pages(pdf: bytes) -> int:
    return int(re.findall(rb"/Count (\d+)", pdf)[0])


def test_officials_print_a_sheet_to_sign_and_the_pack_has_it_before_the_first_round():
    cup()
    say(CheckIn(seat=ORGANISER, player=ANA))
    source = printer(ORGANISER)
    (sheet,) = sign_in(source)
    (pack,) = emergency(source)

    assert [(person.name, person.number) for person in sheet.people] == [
        (player.name, player.number) for player in view().players
    ]  # fmt: skip
    assert sheet.present == (1,)
    assert sheet in pack.parts
    assert host().get("/g/cup/tournament/papers/sign-in.pdf").status_code == 200
    assert passer_by().get("/g/cup/tournament/papers/sign-in.pdf").status_code == 404


def test_a_rematch_is_marked_in_the_draft_on_the_page_and_on_paper():
    playing()
    for table in view().played[0].tables:
        report = SagaReport(dict(zip(table.seats, (9, 3), strict=True)))
        say(SettleResult(seat=ORGANISER, round=1, table=table.number, report=report))
    say(DraftRound(seat=ORGANISER))
    (one, two), (three, four) = (table.seats for table in view().played[0].tables)
    say(AdjustDraft(seat=ORGANISER, pairs=((one, three), (two, four))))
    fresh = host().get("/g/cup/").content.decode()
    say(AdjustDraft(seat=ORGANISER, pairs=((two, one), (three, four))))
    again = host().get("/g/cup/").content.decode()
    (sheet,) = draft(printer(ORGANISER))

    assert ('class="rematch"' in fresh, again.count('class="rematch"')) == (False, 2)
    assert [game.note for game in sheet.games] == ["revanche", "revanche"]
    assert host().get("/g/cup/tournament/papers/draft.pdf").status_code == 200
    assert phone(ANA).get("/g/cup/tournament/papers/draft.pdf").status_code == 404


def test_a_long_paper_shows_how_far_it_is_and_comes_when_it_is_ready(monkeypatch: pytest.MonkeyPatch):
    playing()
    ready, drawn = Event(), qr.svg

    def slowly(address: str) -> str:
        if drawn_so_far.append(address) or len(drawn_so_far) > 2:
            ready.wait(20)
        return drawn(address)

    drawn_so_far: list[str] = []
    monkeypatch.setattr(pdf_response, "AT_ONCE", 3)
    monkeypatch.setattr(pdf_response, "PATIENCE", 0.01)
    monkeypatch.setattr("heraut.web.pdf_response.qr.svg", slowly)
    client, address = host(), "/g/cup/tournament/papers/badges.pdf"
    waiting = client.get(address)
    while len(drawn_so_far) < 3:  # the third is begun: two are done
        waiting = client.get(address)
    waiting = client.get(address)
    ready.set()
    monkeypatch.setattr(pdf_response, "PATIENCE", 20.0)
    made = client.get(address)

    assert (waiting.status_code, waiting["Refresh"]) == (202, "0")
    assert '<progress value="2" max="4">' in waiting.content.decode()
    assert (made.status_code, made["Content-Type"]) == (200, "application/pdf")


@pytest.mark.clause("HOUSE-SEAL-1", "ST-BND-13")
def test_a_sealed_band_is_printed_by_its_owner_alone_until_the_reveal():
    playing()

    assert host().get(BANDS).status_code == 404
    assert "Les feuilles de bande sont scellées" in text(host().get("/g/cup/tournament/papers"))
    assert phone(ANA).get(f"{BANDS}?mine").status_code == 200
    say(RevealLists(seat=ORGANISER))
    assert host().get(BANDS).status_code == 200
    assert "scellées" not in text(host().get("/g/cup/tournament/papers"))


def test_a_player_prints_their_own_sheet_though_the_opponents_may_be_seen():
    playing()
    ana = phone(ANA)

    assert pages(ana.get(f"{BANDS}?mine").content) == 1
    assert pages(ana.get(BANDS).content) == 2
    assert f"{BANDS}?mine" in text(ana.get("/g/cup/"))


def test_colour_is_a_link_on_the_page():
    playing()
    page = text(host().get("/g/cup/tournament/papers"))
    address = "/g/cup/tournament/papers/pairings.pdf"

    assert f'href="{address}?ink=colour"' in page
    assert host().get(f"{address}?ink=colour").content != host().get(address).content


@pytest.mark.parametrize("spoken", ["fr", "en"])
@pytest.mark.parametrize("scenario", [one for one in every() if one.available], ids=lambda one: one.id)
def test_a_scenario_sheet_is_complete_in_itself(scenario: Scenario, spoken: Language):
    sections = scenario_rules(scenario, Options(), spoken)
    told = " ".join(part for section in sections for part in section.paragraphs)
    rules = [int(number) for number in re.findall(r"(?:règle|rule) (\d+)", told)]
    printed = [int(number) for section in sections for part in section.paragraphs
               if (number := part.partition(".")[0]).isdecimal()]  # fmt: skip

    assert not re.findall(r"\bS[RT]-[A-Z]|\w_\w|`|\*|\bP[12]\b", told)
    assert printed == list(range(1, len(printed) + 1))
    assert set(rules) <= set(printed)
    assert {section.heading for section in sections} >= {WORDS[spoken][key] for key in COMPLETE[scenario.source]}
    if scenario.source == "steamroller_2011":
        assert all(f"ondition {number}" in told for number in (1, 2, 3, 4))


WORDS = {spoken: phrases(spoken)["words"] for spoken in ("fr", "en")}
COMPLETE = {
    "saga_tournament": ("rules-before", "rules-scenario", "rules-length", "rules-loss"),
    "steamroller_2011": ("rules-before", "rules-scenario", "rules-length", "rules-scoring", "rules-victory"),
}


@pytest.mark.clause("ST-GAM-1", "ST-GAM-6", "ST-GAM-7", "ST-GAM-9")
@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        ("clash", ("chaque joueur lance un dé", "le second joueur lance 4 dés Saga", "à 4 ou plus")),
        ("advance", ("commence sa première phase d’Ordres avec 4 dés Saga", "Après 5 tours chacun")),
        ("desecration", ("ne peut ni déclencher une capacité Saga avancée ni charger", "la somme fait 7 ou plus")),
        ("diagonal", ("ne peut ni charger ni tirer", "dure 6 tours chacun")),
    ],
)
def test_a_scenario_sheet_tells_opening_dice_bans_and_length(scenario: str, said: tuple[str, ...]):
    found = find(scenario)
    assert found is not None
    told = " ".join(part for one in scenario_rules(found, Options(budget=8), "fr") for part in one.paragraphs)

    plain = re.sub(r"\s", " ", told).replace("’", "'")
    assert [each for each in said if each not in plain] == []


@pytest.mark.clause("SR-DUTY-3", "SR-ORG-2")
def test_the_scenario_reference_sheet_exists_on_paper():
    cup(SteamrollerSettings(size=35, players=NAMES))
    (sheet,) = reference(printer(ANA))
    answer = passer_by().get("/g/cup/tournament/papers/reference.pdf")

    assert sheet.title == "Fiche de référence des scénarios"
    assert [section.heading for section in sheet.sections][:2] == ["Contrôler et contester", "Drapeaux et objectifs"]
    assert pages(answer.content) == 1


def test_a_phone_has_the_rules_of_its_scenario():
    playing(saga(scenario_by_round=("capture", "clash", "clash")))

    assert "<h3>Premier tour et durée</h3>" in text(phone(ANA).get("/g/cup/"))


def printer(seat: Seat) -> PaperSource:
    """What the papers of that seat are filled from."""
    client = host() if seat == ORGANISER else phone(seat)
    request = client.get("/g/cup/").wsgi_request
    return PaperSource(request, Game.of(request, CUP))


@pytest.mark.clause("ST-MAT-1", "ST-MAT-2")
@pytest.mark.parametrize(
    ("own", "item", "count"),
    [
        ((), "les dés (Saga et à six faces)", ""),
        ((), "les feuilles de bande remplies", "2"),
        (("une gourde",), "une gourde", ""),
    ],
)
def test_the_welcome_sheet_and_the_phone_say_what_to_bring(own: tuple[str, ...], item: str, count: str):
    cup(saga(material=own))
    (sheet,) = welcome(printer(ANA))

    assert (capfirst(item), count) in sheet.rows
    assert len(sheet.rows) == (len(own) or 10)
    assert f"<li>{item}{f' ({count})' if count else ''}</li>" in text(phone(ANA).get("/g/cup/"))
    assert phone(ANA).get("/g/cup/tournament/papers/welcome.pdf").content.startswith(b"%PDF")


@pytest.mark.clause("ST-MAT-3")
def test_a_phone_says_how_many_markers_its_table_needs():
    playing(saga(scenario_by_round=("advance", "clash", "clash")))

    assert "Ce scénario demande 5 marqueurs" in text(phone(ANA).get("/g/cup/"))


@pytest.mark.clause("ST-MAT-5")
@pytest.mark.parametrize(
    ("scenario", "moments", "columns"),
    [("capture", "3 4 5 6", ("Objectifs",)), ("clash", "Fin", ("Massacre",)), ("desecration", "Fin", ("Massacre",)),
     ("advance", "2 3 4 5 6 Fin", ("Objectifs",)), ("conquest", "1 2 3 4 5 6 Fin", ("Objectifs", "Massacre"))],
)  # fmt: skip
def test_a_score_sheet_has_the_moments_and_columns_of_its_scenario(
    scenario: str, moments: str, columns: tuple[str, ...]
):
    playing(saga(scenario_by_round=(scenario, "clash", "clash")))
    (sheet,) = scores(printer(ANA))

    assert (sheet.moments, sheet.columns) == (tuple(moments.split()), columns)


@pytest.mark.clause("SR-SC-1", "ST-MAT-5")
def test_a_steamroller_score_sheet_has_a_line_for_the_end_of_either_players_turn():
    playing(SteamrollerSettings(size=35, players=NAMES))
    (sheet,) = scores(printer(ANA))

    assert sheet.moments[:4] == ("2 · 2e", "3 · 1er", "3 · 2e", "4 · 1er")
    assert len(sheet.moments) == 11


@pytest.mark.clause("SR-S11-3", "ST-MAT-5")
def test_what_counts_at_once_has_a_line_in_every_turn():
    moments = scoring_moments(find("destruction"))

    assert moments[:3] == ((1, Side.FIRST), (1, Side.SECOND), (2, Side.FIRST))


ANNOUNCED = Variants(lists=2, no_tiebreak=True, scenarios=("revelation", "incursion"), scenarios_in_order=True)


@pytest.mark.clause("SR-VSCEN-1", "SR-VAR-3")
def test_variants_and_announced_scenarios_stand_on_every_page_and_on_the_welcome_sheet():
    cup(SteamrollerSettings(size=35, players=NAMES, variants=ANNOUNCED))
    (sheet,) = welcome(printer(ANA))

    for visitor in (passer_by(), phone(ANA), host()):
        page = text(visitor.get("/g/cup/"))
        assert "Pas de conditions de départage" in page
        assert page.index("<li>Révélation</li>") < page.index("<li>Incursion</li>")
        assert "dans l’ordre des rondes" in page
    assert {("Scénario 1", "Révélation"), ("Scénario 2", "Incursion"), ("Points par liste", "35")} <= set(sheet.rows)
    assert phone(ANA).get("/g/cup/tournament/papers/welcome.pdf").content.startswith(b"%PDF")


@pytest.mark.clause("SR-VSCEN-3", "SR-SEC-2")
def test_a_secret_order_of_announced_scenarios_is_told_to_nobody():
    settings = SteamrollerSettings(size=35, players=NAMES, variants=replace(ANNOUNCED, scenarios_in_order=False))
    cup(settings)
    (sheet,) = welcome(printer(ANA))
    page = text(phone(ANA).get("/g/cup/"))

    assert page.index("<li>Incursion</li>") < page.index("<li>Révélation</li>")
    assert "dans un ordre tenu secret" in page
    assert [value for label, value in sheet.rows if label == "Scénario annoncé"] == ["Incursion", "Révélation"]


@pytest.mark.clause("SR-ORG-1", "SR-ORG-3", "SR-ORG-6")
def test_the_desk_lists_what_to_do_before_the_first_round():
    cup(SteamrollerSettings(size=35, players=NAMES))
    for seat in NAMES:
        say(CheckIn(seat=ORGANISER, player=seat))
    desk = text(host().get("/g/cup/"))

    assert "Avant la première ronde" in desk
    assert "1 pour 2 tables" in desk
    assert "Comptez 330 minutes pour 3 rondes" in desk
    host().post("/g/cup/send", {"type": "CheckOff", "item": "explain-tie-breaks"})
    assert "✓ Expliquer les conditions de départage" in text(host().get("/g/cup/"))


def standings_sheets() -> list[Standings]:
    request = RequestFactory(SERVER_NAME="localhost").get("/")
    visitor = Visitor(Role.ORGANISER, ORGANISER)
    game = Game(Stream.objects.get(pk=CUP), desk().history(CUP), visitor, (visitor,))
    return [sheet for sheet in standing_sheet(PaperSource(request, game)) if isinstance(sheet, Standings)]


def settle(number: int, table: TableView) -> None:
    report = SagaReport({table.seats[0]: 20, table.seats[1]: 9}, first_player=table.seats[0])
    say(SettleResult(seat=ORGANISER, round=number, table=table.number, report=report))


def test_the_standings_on_paper_are_those_of_whole_rounds():
    """Who goes on by hand adds every slip of the round being played: none of them may be in the standings already."""
    playing()
    one, two = view().played[0].tables
    settle(1, one)
    assert standings_sheets() == []

    settle(1, two)
    (after_one,) = standings_sheets()
    say(DraftRound(seat=ORGANISER))
    say(PublishRound(seat=ORGANISER))
    settle(2, view().played[1].tables[0])
    (meanwhile,) = standings_sheets()

    assert (after_one.after_round, meanwhile.after_round) == (1, 1)
    assert [row.values for row in meanwhile.rows] == [row.values for row in after_one.rows]
    assert [len(row.met) for row in meanwhile.rows] == [2] * 4
