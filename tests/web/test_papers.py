"""Who prints what: sealed bands, one's own sheet, the rules of a scenario, colour."""

from __future__ import annotations

import re
from fractions import Fraction
from threading import Event
from typing import Any

import pytest
from django.test import RequestFactory
from django.utils.html import escape
from django.utils.text import capfirst
from msgspec.structs import replace

from heraut.kernel.names import Seat
from heraut.press import qr
from heraut.press.paper import BlankRound, Pairings, StandingsPaper
from heraut.press.rules import PlayConditions, reference_rules, scenario_rules
from heraut.scenario.definition import Property, Scenario, Size
from heraut.scenario.facts import Side
from heraut.scenario.library import every, find
from heraut.scenario.settings import MassacreScale, MatchOptions, TerrainType
from heraut.scenario.tally import scoring_moments
from heraut.speech.sentences import Language, phrases
from heraut.tournament.entries import CheckIn, CloseRegistration, Drop
from heraut.tournament.format import Format
from heraut.tournament.lists import RevealLists
from heraut.tournament.officials import Disqualify, Penalise
from heraut.tournament.results import EndEvent, SettleResult
from heraut.tournament.rounds import AdjustDraft, DraftRound, PublishRound
from heraut.tournament.saga.scoring import Bonus, SagaReport
from heraut.tournament.saga.settings import OddField
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from heraut.tournament.view import TableView
from heraut.web import downloads
from heraut.web.desk import desk
from heraut.web.game import VisitedGame
from heraut.web.models import Stream
from heraut.web.permissions import Role, Visitor
from heraut.web.rooms.tournament.paper_source import PaperSource
from heraut.web.rooms.tournament.papers import (
    draft,
    emergency,
    event,
    reference,
    scores,
    sign_in,
    standing_sheet,
    welcome,
)
from heraut.web.rooms.tournament.steamroller.lists import records
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
    monkeypatch.setattr(downloads, "AT_ONCE", 3)
    monkeypatch.setattr(downloads, "PATIENCE", 0.01)
    monkeypatch.setattr("heraut.web.downloads.qr.svg", slowly)
    client, address = host(), "/g/cup/tournament/papers/badges.pdf"
    waiting = client.get(address)
    while len(drawn_so_far) < 3:  # the third is begun: two are done
        waiting = client.get(address)
    waiting = client.get(address)
    ready.set()
    monkeypatch.setattr(downloads, "PATIENCE", 20.0)
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


@pytest.mark.clause("ST-BND-13", "SR-DUTY-4")
@pytest.mark.parametrize(
    ("event", "named"),
    [
        (saga(band_sheet_copies=3), "Ma feuille de bande (PDF)"),
        (SteamrollerSettings(size=35, players=NAMES), "Ma fiche de tournoi, en deux exemplaires (PDF)"),
    ],
)
def test_the_phone_of_whoever_has_handed_in_leads_to_the_sheet_of_its_format(event: Format, named: str):
    playing(event)
    ana = phone(ANA)
    (found,) = re.findall(r'href="(\S+\?mine)">(.*?)</a>', text(ana.get("/g/cup/")), re.DOTALL)

    assert found[1].endswith(f" {named}")
    assert ana.get(found[0]).content.startswith(b"%PDF")


def test_colour_is_a_link_on_the_page():
    playing()
    page = text(host().get("/g/cup/tournament/papers"))
    address = "/g/cup/tournament/papers/pairings.pdf"

    assert f'href="{address}?ink=colour"' in page
    assert host().get(f"{address}?ink=colour").content != host().get(address).content


@pytest.mark.parametrize("spoken", ["fr", "en"])
@pytest.mark.parametrize("scenario", [one for one in every() if one.available], ids=lambda one: one.id)
def test_a_scenario_sheet_is_complete_in_itself(scenario: Scenario, spoken: Language):
    sections = scenario_rules(scenario, PlayConditions(), spoken)
    told = " ".join(part for section in sections for part in section.paragraphs)
    rules = [int(number) for number in re.findall(r"(?:règle|rule) (\d+)", told)]
    printed = [int(number) for section in sections for part in section.paragraphs
               if (number := part.partition(".")[0]).isdecimal()]  # fmt: skip

    assert not re.findall(r"\bS[RT]-[A-Z]|\w_\w|`|\*|\bP[12]\b|\bd[eu] (?:les? (?!plus)|objectif)", told)
    assert printed == list(range(1, len(printed) + 1))
    assert set(rules) <= set(printed)
    assert {section.heading for section in sections} >= {WORDS[spoken][key] for key in COMPLETE[scenario.source]}
    assert (WORDS[spoken]["rules-scoring"] in {section.heading for section in sections}) == bool(
        getattr(scenario.scoring, "awards", ())
    )
    if scenario.source == "steamroller_2011":
        assert all(f"ondition {number}" in told for number in (1, 2, 3, 4))


WORDS = {spoken: phrases(spoken)["words"] for spoken in ("fr", "en")}
COMPLETE = {
    "saga_tournament": ("rules-before", "rules-scenario", "rules-length", "rules-loss"),
    "steamroller_2011": ("rules-before", "rules-scenario", "rules-length", "rules-victory"),
}


@pytest.mark.clause("ST-GAM-1", "ST-GAM-6", "ST-GAM-7", "ST-GAM-9")
@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        ("clash", ("chaque joueur lance un dé", "lance et place sur son plateau de combat 4 dés Saga", "à 4 ou plus")),
        ("advance", ("commence sa première phase d'Ordres avec 4 dés Saga", "Après 5 tours chacun")),
        ("desecration", ("ne peut ni déclencher une capacité Saga avancée ni charger", "la somme fait 7 ou plus")),
        ("diagonal", ("ne peut ni charger ni tirer", "dure 6 tours chacun")),
    ],
)
def test_a_scenario_sheet_tells_opening_dice_bans_and_length(scenario: str, said: tuple[str, ...]):
    found = find(scenario)
    assert found is not None
    told = " ".join(
        part for one in scenario_rules(found, PlayConditions(MatchOptions(budget=8)), "fr") for part in one.paragraphs
    )

    plain = re.sub(r"\s", " ", told).replace("’", "'")
    assert [each for each in said if each not in plain] == []


@pytest.mark.clause("SR-DUTY-3", "SR-ORG-2")
def test_the_scenario_reference_sheet_exists_on_paper_and_on_a_page():
    cup(SteamrollerSettings(size=35, players=NAMES))
    (sheet,) = reference(printer(ANA))
    answer = passer_by().get("/g/cup/tournament/papers/reference.pdf")
    page = text(passer_by().get("/g/cup/tournament/rules"))

    assert sheet.title == "Fiche de référence des scénarios"
    assert [section.heading for section in sheet.sections][:2] == ["Contrôler et contester", "Drapeaux et objectifs"]
    assert pages(answer.content) == 2  # one sheet of paper, both sides
    assert all(f"<h3>{escape(section.heading)}</h3>" in page for section in sheet.sections)
    assert all(
        'href="/g/cup/tournament/rules"' in text(one.get("/g/cup/")) for one in (passer_by(), phone(ANA), host())
    )


PLAIN = PlayConditions()


def told_of(scenario: str, played: PlayConditions = PLAIN) -> str:
    """Everything the sheet of that scenario says, with plain spaces."""
    found = find(scenario)
    assert found is not None
    told = " ".join(part for section in scenario_rules(found, played, "fr") for part in section.paragraphs)
    return re.sub(r"\s", " ", told).replace("’", "'")


def referred(played: PlayConditions = PLAIN) -> str:
    """Everything the reference sheet says, with plain spaces."""
    told = " ".join(part for section in reference_rules(played, "fr") for part in section.paragraphs)
    return re.sub(r"\s", " ", told).replace("’", "'")


@pytest.mark.clause("SR-DEST-1", "SR-DEST-2", "SR-DEST-4", "SR-DEST-5", "SR-WIN-12")
def test_the_reference_sheet_says_how_destroyed_points_are_counted():
    told = referred()

    assert "Un choix détruit donne toute sa valeur" in told
    assert "Les warjacks inertes et warbeasts sauvages encore sur la table à la fin donnent toute leur valeur" in told
    assert "Un warcaster/warlock détruit donne 5" in told


@pytest.mark.clause("SR-CTRL-14", "SR-CTRL-15", "SR-OBJ-4", "SR-TERR-5")
def test_the_reference_sheet_tells_colours_halves_and_what_goes_first():
    told = referred()

    assert "le premier joueur est en rouge, le second en bleu" in told
    assert "La moitié de table d'un joueur est celle de son bord" in told
    assert "Un scénario qui dit autre chose des drapeaux et des objectifs l'emporte" in told
    assert "Les zones sont montrées par des gabarits" in told


@pytest.mark.clause("SR-VWIN-2", "SR-VWIN-4")
def test_the_reference_sheet_is_that_of_the_variants_in_force():
    plain, bare = referred(), referred(PlayConditions(MatchOptions(no_assassination=True, no_tiebreak=True)))

    assert ("Assassinat : dès qu'un joueur" in plain, "Condition 2" in plain) == (True, True)
    assert ("Assassinat : dès qu'un joueur" in bare, "Condition 2" in bare, "ondition 3" in bare) == (False,) * 3
    assert "Qui n'a plus de figurine sur la table perd" in bare


@pytest.mark.clause("SR-DICE-2", "SR-DICE-3", "SR-DICE-4", "SR-CTRL-13", "SR-WIN-14", "SR-VTIME-3")
def test_a_scenario_sheet_says_what_happens_when_time_is_up():
    timed, untimed = told_of("overrun"), told_of("overrun", PlayConditions(timed=False))

    assert "une figurine en mouvement finit son mouvement" in timed
    assert "les points de contrôle dus à la fin de cette séquence sont comptés" in timed
    assert "Les effets qui expirent à la fin de la séquence sont résolus avant le décompte" in timed
    assert "perdent leur dernier warcaster/warlock au même instant" in timed
    assert ("temps réglementaire" in untimed, "Posez les dés" in untimed) == (False, False)
    assert "jusqu'à une victoire." in untimed


@pytest.mark.clause("SR-DEPL-2", "SR-DEPL-3")
def test_a_scenario_sheet_says_whose_edge_is_whose():
    assigned = told_of("sacrifice", PlayConditions(edges_assigned=True))

    assert "le bord de table du joueur" in told_of("sacrifice")
    assert "les deux bords qui se joignent" not in told_of("overrun").replace("fait des", "")
    assert ("choisit un bord de table" in assigned, "a attribué les bords" in assigned) == (False, True)


@pytest.mark.clause("SR-S02-2", "SR-S02-3", "SR-S05-4", "SR-S11-3")
def test_a_scenario_sheet_says_nothing_that_does_not_hold_in_it():
    cage = told_of("kill_box", PlayConditions(MatchOptions(no_assassination=True)))

    assert "moment habituel de décompte" not in told_of("kill_box")
    assert "« Le moment habituel" not in told_of("destruction")
    assert "avec avance" not in told_of("sacrifice")
    assert "gagne alors aussitôt" not in cage
    assert "la partie continue" in cage
    assert "ZW" not in told_of("process_of_elimination")


@pytest.mark.clause("SR-S01-1", "SR-S03-1", "SR-S10-1", "SR-S16-1")
@pytest.mark.parametrize("scenario", ["overrun", "kill_box", "close_quarters", "gauntlet", "grind", "sacrifice"])
def test_the_lengths_of_a_scenario_sheet_have_their_unit(scenario: str):
    assert re.search(r"(zones?|carré) (?:circulaires? )?de [\d ×]+ pouces", told_of(scenario))


HARD = Variants(lists=3, theme_tier=2, paint_hardcore=True, no_extensions=True, rank_attrition=True, divide=True)


def told_on_a_page_and_on_paper() -> str:
    """The rules of the event, the same in both places, without typography."""
    (sheet,) = event(printer(ANA))
    told = " ".join(part for section in sheet.sections for part in section.paragraphs)
    page = text(passer_by().get("/g/cup/tournament/rules"))

    assert all(f"<h3>{escape(section.heading)}</h3>" in page for section in sheet.sections)
    assert pages(passer_by().get("/g/cup/tournament/papers/event.pdf").content) == 1
    return re.sub(r"\s", " ", told).replace("’", "'")


@pytest.mark.clause("SR-VAR-2", "SR-VAR-3", "SR-LIST-2", "SR-CLOCK-5", "SR-FAIR-4", "SR-PICK-4", "SR-EXT-2")
@pytest.mark.parametrize(
    ("variants", "said", "unsaid"),
    [
        (Variants(), ("33 à 35 points", "Une ou deux listes", "80 minutes et une durée secrète", "10 minutes",
                      "dans les 30 secondes", "La peinture est encouragée", "Points → Puissance des adversaires",
                      "montrées à l'adversaire", "voir les listes enregistrées", "puérile"), ("réserve",)),
        (HARD, ("Exactement 3 listes", "palier 2 ou plus", "Son socle est décoré", "Points → PA détruits",
                "le dit à l'adversaire"), ("30 secondes", "La peinture est encouragée", "Une ou deux listes")),
        (Variants(reserve=True), ("réserve de 48 minutes", "il perd aussitôt la partie"), ("chronométrée à part",)),
        (Variants(sudden_death=True), ("n'est jamais annoncé",), ("durée secrète", "finit son mouvement")),
        (Variants(no_time_limit=True), ("ne sont pas chronométrées",), ("minutes",)),
        (Variants(final_tables=True), ("deux tables, 1er contre 2e",), ("Fin anticipée",)),
    ],
)  # fmt: skip
def test_the_rules_of_the_event_stand_on_a_page_and_on_paper(
    variants: Variants, said: tuple[str, ...], unsaid: tuple[str, ...]
):
    cup(SteamrollerSettings(size=35, players=NAMES, variants=variants))

    plain = told_on_a_page_and_on_paper()
    assert [each for each in said if each not in plain] == []
    assert [each for each in unsaid if each in plain] == []
    assert not re.findall(r"\bS[RT]-[A-Z]|\w_\w|`|\*|selon [.,;]|\(\s*\)", plain)


@pytest.mark.clause("ST-PTS-2", "ST-RNK-1", "ST-RNK-8", "ST-RNK-9", "ST-BND-2", "ST-BND-10", "ST-BND-11", "ST-OFF-2")
@pytest.mark.parametrize(
    ("settings", "said", "unsaid"),
    [
        ({}, ("Âges permis : Âge des Vikings, Âge des Invasions.", "en 3 rondes suisses.", "11 PT et une victoire",
              "reçoit 1 PT, son adversaire 19 PT", "en cours de tournoi", "6 points au plus", "0 : 10½ – 10",
              "36 ou plus : 19 – 1", "Victoires → Points → Résistance",
              "sans appel", "4 gardes, ou 8 guerriers", "légendaires sont interdites"),
              ("1er contre 2e", "sortilèges", "minutes", "Bonus", "deux jours")),
        ({"bonus_points": (Bonus("Seigneur abattu", Fraction(1)), Bonus("Peinture", Fraction(1, 2))),
          "late_entry": False, "odd_field": OddField.SPARE_PLAYER},
         ("Seigneur abattu : 1 ; Peinture : ½.", "joueur d'appoint joue"), ("en cours de tournoi", "exempt")),
        ({"swiss_rounds": 2, "ranking_round": True, "budget": 8, "round_minutes": 150},
         ("8 points au plus", "1er contre 2e", "de cette seule partie", "Une ronde dure 150 minutes"), ()),
        ({"allowed_ages": ("magic",), "legendary_bands": True},
         ("sortilèges sont choisis", "bandes légendaires sont permises"), ()),
    ],
)  # fmt: skip
def test_the_rules_of_a_saga_event_stand_on_a_page_and_on_paper(
    settings: dict[str, Any], said: tuple[str, ...], unsaid: tuple[str, ...]
):
    cup(saga(**settings))

    plain = told_on_a_page_and_on_paper()
    assert [each for each in said if each not in plain] == []
    assert [each for each in unsaid if each in plain] == []
    assert not re.findall(r"\bS[RT]-[A-Z]|\w_\w|`|\*|\bd[eu] (?:les? |objectif)|\(\s*\)", plain)


@pytest.mark.clause("ST-MRK-2", "ST-MRK-3", "ST-GEO-7", "ST-SPT-2", "ST-SPT-3", "ST-SPT-4")
def test_a_saga_sheet_says_what_objectives_and_special_terrain_are():
    bare = PlayConditions(MatchOptions(special_terrain=False))

    assert "une figurine peut se tenir dessus" in told_of("capture")
    assert "se mesure depuis le bord de l'objectif" in told_of("capture")
    assert "une figurine peut se tenir dessus" not in told_of("desecration")
    assert "décors spéciaux d'une unité ou d'une règle sont placés après ceux du scénario" in told_of("clash")
    assert "Pas de décors spéciaux dans ce tournoi" in told_of("clash", bare)
    assert "le logiciel" not in "".join(told_of(one.id) for one in every() if one.available).lower()


@pytest.mark.clause("ST-TER-8", "ST-GAM-14")
def test_a_saga_sheet_has_the_tables_of_the_event():
    table = (TerrainType("Bois", (Size.SMALL, Size.LARGE), 3, (Property.UNEVEN,)),)
    scale = MassacreScale({"levy": Fraction(1, 3), "warrior": Fraction(1, 2)}, "up")
    own = PlayConditions(MatchOptions(terrain_table=table, massacre_scale=scale))

    assert "Bois (petit, grand) : 3 au plus ; accidenté" in told_of("clash", own)
    assert "1/3" in told_of("clash", own)
    assert "0,5 Le total s'arrondit à l'unité supérieure." in told_of("clash", own)
    assert "1/3" not in told_of("capture", own)


@pytest.mark.clause("SR-DUTY-1", "SR-DUTY-3", "SR-DUTY-4", "SR-LIST-8")
def test_a_steamroller_player_is_told_what_to_bring():
    cup(SteamrollerSettings(size=35, players=NAMES))
    (sheet,) = welcome(printer(ANA))
    wanted = (
        "cartes de référence",
        "fiche de référence des scénarios",
        "exemplaires de chaque liste, avec les coûts et le total (2)",
        "règles de votre force thématique",
    )
    labels = [label for label, _value in sheet.rows]
    brought = " ".join(value for _label, value in sheet.rows[labels.index("À apporter") :])

    assert labels.count("À apporter") == 1
    assert [each for each in wanted if each not in brought] == []
    for visitor in (passer_by(), phone(ANA)):
        assert [each for each in wanted if each not in text(visitor.get("/g/cup/"))] == []


@pytest.mark.clause("SR-DUTY-4", "SR-SHEET-2", "SR-VLIST-2")
def test_a_player_prints_two_copies_with_a_place_for_every_list():
    cup(SteamrollerSettings(size=35, players=NAMES, variants=Variants(lists=3)))
    (sheet, copy) = records(own_printer(ANA))

    assert (sheet.lists_asked, copy) == ((3, 3), sheet)
    assert [one.lists_asked for one in records(printer(ORGANISER))] == [(3, 3)] * 4


def test_a_phone_has_the_rules_of_its_scenario():
    playing(saga(scenario_by_round=("capture", "clash", "clash")))

    assert "<h3>Premier tour et durée</h3>" in text(phone(ANA).get("/g/cup/"))


def printer(seat: Seat) -> PaperSource:
    """What the papers of that seat are filled from."""
    client = host() if seat == ORGANISER else phone(seat)
    request = client.get("/g/cup/").wsgi_request
    return PaperSource(request, VisitedGame.of(request, CUP))


def own_printer(seat: Seat) -> PaperSource:
    """The same, for one's own papers alone."""
    request = phone(seat).get("/g/cup/?mine").wsgi_request
    return PaperSource(request, VisitedGame.of(request, CUP))


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


@pytest.mark.clause("ST-MAT-5", "ST-ADV-10", "ST-ADV-11")
@pytest.mark.parametrize("paid", ["every_turn", "off"])
def test_where_the_event_pays_no_lost_dice_at_the_end_a_score_sheet_has_no_line_for_it(paid: str):
    playing(saga(scenario_by_round=("advance", "clash", "clash"), lost_dice_scoring=paid))
    (sheet,) = scores(printer(ANA))

    assert sheet.moments == ("2", "3", "4", "5", "6")


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
        assert re.search(r"<ol>\s*<li>Révélation</li>\s*<li>Incursion</li>\s*</ol>", page)
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


def standings_sheets() -> list[StandingsPaper]:
    request = RequestFactory(SERVER_NAME="localhost").get("/")
    visitor = Visitor(Role.ORGANISER, ORGANISER)
    game = VisitedGame(Stream.objects.get(pk=CUP), desk().history(CUP), visitor, (visitor,))
    return [sheet for sheet in standing_sheet(PaperSource(request, game)) if isinstance(sheet, StandingsPaper)]


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


def three_play() -> None:
    """A round of three is played: somebody has the bye."""
    cup(saga(players={seat: NAMES[seat] for seat in (Seat("ana"), Seat("ben"), Seat("chloe"))}, lists_required=False))
    for seat in view().players:
        say(CheckIn(seat=ORGANISER, player=seat.seat))
    say(CloseRegistration(seat=ORGANISER))
    say(DraftRound(seat=ORGANISER))
    say(PublishRound(seat=ORGANISER))


def test_the_hall_finds_whoever_has_the_bye_by_table_and_by_name():
    three_play()
    by_table, by_name = passer_by().get("/g/cup/tournament/screen").context["panels"]
    bye = NAMES[Seat(str(view().played[0].bye))]
    told = [[cell.text for cell in row] for row in (*by_table.rows[-1:], *by_name.rows)]

    assert told[0] == ["–", bye, "exempt"]
    assert [row[0] for row in told[1:]] == ["Ana", "Ben", "Chloé"]
    assert [bye, "–", "exempt"] in told


def test_the_standings_on_paper_say_who_had_a_bye_who_is_gone_and_who_has_no_rank():
    """Who pairs the next round by hand needs to know."""
    three_play()
    (table,) = view().played[0].tables
    settle(1, table)
    say(Disqualify(seat=ORGANISER, player=table.seats[0], reason="Triche"))
    say(Drop(seat=ORGANISER, player=table.seats[1]))
    (sheet,) = standings_sheets()
    numbers = {NAMES[player.seat]: player.number for player in view().players}
    told = {row.person.name: (row.rank, row.met, row.notes) for row in sheet.rows}
    one, other, bye = (NAMES[seat] for seat in (*table.seats, view().played[0].bye or ""))

    assert told[bye] == (1, (), ("exempt, ronde 1",))
    assert told[other] == (2, (numbers[one],), ("parti",))
    assert told[one] == (None, (numbers[other],), ("disqualifié",))
    assert host().get("/g/cup/tournament/papers/emergency.pdf").status_code == 200


@pytest.mark.clause("ST-PTS-10")
def test_the_standings_say_what_a_penalty_took():
    three_play()
    (table,) = view().played[0].tables
    settle(1, table)
    for points in (1, Fraction(3, 2)):
        say(Penalise(seat=ORGANISER, player=table.seats[0], points=Fraction(points), reason="Retard"))
    (sheet,) = standings_sheets()
    page = " ".join(text(passer_by().get("/g/cup/tournament/standings")).split()).replace("\N{NO-BREAK SPACE}", " ")

    assert {row.person.name: row.notes for row in sheet.rows}[NAMES[table.seats[0]]] == (
        "pénalité\N{NO-BREAK SPACE}: −2½",
    )
    assert page.count("(pénalité : −2½)") == 1


def test_the_pack_has_the_draft_and_every_round_to_come_with_a_line_for_the_bye():
    cup(saga(swiss_rounds=5))
    for seat in view().players:
        say(CheckIn(seat=ORGANISER, player=seat.seat))
    for command in (CloseRegistration(seat=ORGANISER), DraftRound(seat=ORGANISER)):
        say(command)
    (pack,) = emergency(printer(ORGANISER))
    (seen,) = emergency(printer(ANA))

    assert [(part.round, part.bye) for part in pack.parts if isinstance(part, BlankRound)] == [
        (number, True) for number in range(1, 6)
    ]
    assert [[part.draft for part in each.parts if isinstance(part, Pairings)] for each in (pack, seen)] == [[True], []]


def test_the_pack_has_no_slips_for_a_round_that_is_over():
    playing()
    client, path = host(), "/g/cup/tournament/papers/emergency.pdf"
    during = pages(client.get(path).content)
    for table in view().played[0].tables:
        settle(1, table)

    assert pages(client.get(path).content) == during - 3 + 1  # by table, by name, slips; and the standings come


def test_what_is_filled_in_during_a_round_is_printed_while_it_is_played():
    playing()
    client = host()

    def offered() -> set[str]:
        return {name for name, _label in client.get("/g/cup/tournament/papers").context["papers"]}

    assert {"slips", "scores", "sign-in"} <= offered()
    for table in view().played[0].tables:
        settle(1, table)
    assert {"slips", "scores"}.isdisjoint(offered())
    say(EndEvent(seat=ORGANISER))
    assert {"slips", "scores", "sign-in"}.isdisjoint(offered())
    assert {"standings", "certificates"} <= offered()
