"""The rules of a campaign as its group plays them, on a page and on paper; what its sheets have at hand."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils import translation

from heraut.campaign import engine
from heraut.campaign.situation import situation
from heraut.campaign.tables import upkeep_rows
from heraut.kernel.names import ClauseId
from heraut.press.paper import CampaignSheet
from heraut.rulesets.clauses import clause
from heraut.speech.typography import NARROW, WIDE
from heraut.web.game import VisitedGame
from heraut.web.rooms.campaign.paper import order_sheet
from heraut.web.rooms.campaign.rules import campaign_rules
from heraut.web.rooms.campaign.settings_form import GROUPS
from heraut.web.sentences import RuleSentence
from web.build import passer_by, player
from web.war import ANA, BEN, WAR, spaced, stand, text, war

OTHERWISE: dict[str, Any] = {
    "turns": 9, "prestige_to_win": 6, "max_lords": 8, "starting_bands": 4, "max_villages": 7,
    "starting_band_points": 5, "starting_pp": 11, "overbid": "refuse", "declaration_order": "initiative",
    "engagement": "free", "fast_max_points": 6, "upkeep_rule": "reach", "prestige_income": 3, "lord_cost": 2,
    "neutral_draw": "nobody", "odd_half": "up", "reserve_needs_lord": True, "reserve_on_loss": "lost",
    "homeless_scope": "all", "resurgence": "never", "unit_catalogue": [{"kind": "ours", "figures": 1}],
    "on_deadline": "wait", "stand_ins": False, "pause_vote": "never",
}  # fmt: skip
NOT_OF_PLAY = {"start_assignment", "dice", "letters"}
"""What is settled before the first turn, and what the page of letters says itself."""


def _lines(**settings: Any) -> list[RuleSentence]:
    state = situation("declare", settings=settings)
    sections = campaign_rules(engine.view(state, None), state.game.settings, {})
    return [line for section in sections for line in section.lines]


def _told(**settings: Any) -> str:
    return " ".join(line.sentence for line in _lines(**settings)).replace(NARROW, " ").replace(WIDE, " ")


def test_every_setting_that_changes_a_rule_of_play_is_tried_here():
    chosen = {choice.name for _title, choices in GROUPS for choice in choices} | {"unit_catalogue"}

    assert chosen - NOT_OF_PLAY == OTHERWISE.keys()


@pytest.mark.clause("SC-PLY-2", "SC-GEN-7")
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", OTHERWISE)
def test_the_rules_told_are_those_the_group_chose(name: str, language: str):
    with translation.override(language):
        assert _told(**{name: OTHERWISE[name]}) != _told()


@pytest.mark.clause("SC-UPK-2", "SC-LOS-1", "SC-RET-3", "SC-RET-4", "SC-INV-6", "SC-MEM-5", "SC-OUT-3", "SC-VIL-5")
def test_what_is_looked_up_between_two_battles_is_told_with_its_numbers():
    with translation.override("fr"):
        told = _told()

    for said in (
        "La piste a 8 places ; pleine, elle perd son plus ancien point.",
        "Jusqu’à 7 points : 2 routes au plus ; au-dessus : 1 route. Ce qui n’est pas utilisé est perdu.",
        "Plus de la moitié des figurines (arrondie en dessous) : l’unité revient entière.",
        "Seigneur vivant : au début du tour suivant. Seigneur mort : à la fin du tour suivant",
        "Sur un territoire à personne, le défenseur prend le contrôle.",
        "On ne détruit pas le sien.",
        "il est à vous, avec un terrain sacré gratuit.",
        " ; ".join(f"{row.threshold} points : {row.cost} PP" for row in upkeep_rows()),
    ):
        assert said in told


@pytest.mark.clause("SC-UPK-2")
def test_in_english_no_space_stands_before_a_semicolon():
    with translation.override("en"):
        assert " ;" not in _told()


def test_every_line_has_clauses_that_are_in_the_sheets():
    assert [line.sentence for line in _lines() if not line.clauses] == []
    for line in _lines():
        for id in line.clauses:
            assert clause(ClauseId(id), "fr").sheet == "saga-campaign"


@pytest.mark.django_db
@pytest.mark.clause("SC-GEN-4")
def test_everybody_reads_the_rules_on_a_page_and_prints_them_on_one():
    war(turns=5)
    page = spaced(text(passer_by(), "campaign/rules"))
    printed = passer_by().get(f"/g/{WAR}/campaign/rules.pdf").content

    assert "Aux points : après le tour 5, PP en stock" in page
    assert "/why/SC-UPK-3" in page
    assert f'href="/g/{WAR}/campaign/rules"' in text(passer_by())
    assert re.findall(rb"/Count (\d+)", printed)[0] == b"1"


BANDS = ["1 ana T13: 4 2", "2 ben T05: 6"]


def _sheet() -> CampaignSheet:
    request = player(ANA, WAR).get(f"/g/{WAR}/").wsgi_request
    game = VisitedGame.of(request, WAR)
    return order_sheet(request, game, next(one for one in game.view.players if one.seat == ANA))


@pytest.mark.django_db
@pytest.mark.clause("SC-INI-4", "SC-INI-11", "SC-LRD-2", "SC-VIL-3", "SC-VIC-2", "SC-UPK-1", "SC-RET-4")
def test_a_printed_sheet_has_upkeep_favour_limits_fame_and_the_armies_off_the_map():
    stand(
        "declare",
        bands=["1 ana T13: 4 4", "2 ben T05: 6"],
        armies=["7 ana from T14 due 3 leaderless victor ben: 4"],
        villages={"T12": "ana"},
        control={"T12": "ana", "T13": "ana"},
        sites={"T13": "ana"},
        favour_holder=BEN,
    )
    sheet = _sheet()

    assert [band.name for band in sheet.bands] == ["Bande 1"]
    assert (sheet.upkeep, sheet.favour, sheet.turns, sheet.prestige_to_win) == (1, "Ben", 10, 5)
    assert [spaced(line) for line in sheet.limits] == ["Seigneurs : 1 sur 7", "Villages : 1 sur 2"]
    assert [spaced(line).partition(" · ")[0] for line in sheet.away] == [
        "Cromlech des Anciens → un village, à la fin du tour 3"
    ]
    assert [(holding.name, holding.sacred) for holding in sheet.holdings] == [
        ("Tour Fendue", False), ("Pierres des Géants", True),
    ]  # fmt: skip


@pytest.mark.django_db
@pytest.mark.clause("SC-LRD-6")
def test_a_printed_sheet_has_the_experience_of_a_lord():
    stand("declare", bands=BANDS)
    lord = next(
        seen.band.lord.id for seen in VisitedGame.of(player(ANA, WAR).get(f"/g/{WAR}/").wsgi_request, WAR).view.bands
    )
    player(ANA, WAR).post(
        f"/g/{WAR}/send", {"type": "DescribeLord", "lord": lord, "experience": "3", "note": "Tueur de trolls"}
    )

    assert [band.note for band in _sheet().bands] == ["expérience 3 · Tueur de trolls"]


@pytest.mark.django_db
@pytest.mark.clause("SC-INI-4", "SC-MEM-1", "SC-SAC-2", "SC-MOV-3")
def test_the_campaign_sheet_shows_favour_memory_sacred_sites_and_who_has_moved():
    stand("declare", bands=BANDS, control={"T13": "ana"}, sites={"T13": "ana"}, favour_holder=BEN, memory=["ana"])
    page = spaced(text(passer_by(), "campaign/sheet"))

    assert re.search(r"Ben\s*<b title=\"favori des dieux\">★</b>", page)
    assert page.partition('<ol class="campaign-memory">')[2].partition("</ol>")[0].count("<li>") == 8
    assert "Terrains sacrés" in page


@pytest.mark.django_db
@pytest.mark.clause("SC-MOV-8")
@pytest.mark.parametrize(
    ("engagement", "said"),
    [
        ("pinned", "Rejointe par un ennemi, une bande ne part plus."),
        ("free", "une bande qui n’a pas bougé peut encore"),
    ],
)
def test_a_player_is_told_what_becomes_of_a_band_that_is_met(engagement: str, said: str):
    stand("declare", bands=BANDS, settings={"engagement": engagement})

    assert said in spaced(text(player(ANA, WAR)))


@pytest.mark.django_db
@pytest.mark.clause("SC-INV-1", "SC-INV-6", "SC-INV-8")
def test_an_outer_player_is_told_of_the_tunnel_the_sacred_site_and_the_upkeep():
    stand("invasion", bands=BANDS, outer=["ana"], stocks={"ana": 12})
    page = spaced(text(player(ANA, WAR)))

    for said in ("Une fois par tour", "creuse un tunnel", "terrain sacré gratuit", "entretien dès le tour suivant"):
        assert said in page


@pytest.mark.clause("SC-ABS-1", "SC-ABS-3", "SC-ABS-7")
def test_the_rules_tell_the_times_of_the_group_and_who_decides_a_pause():
    with translation.override("fr"):
        told = _told(deadlines={"prepare": 172_800, "build": 5400}, grace=1800, pause_vote="all")
        assert "Délais par étape : préparation 48 h, constructions 1½ h. Délai de grâce : ½ h." in told
        assert "ou tous les joueurs ensemble." in told
        assert "Délais par étape : aucun. Délai de grâce : aucun." in _told()
