"""The panel that teaches: each step in two sentences, with its numbers; and the tour of a played campaign."""

from __future__ import annotations

import re

import pytest
from django.utils import translation

from heraut.campaign.settings import TurnStep
from heraut.rulesets.editions import in_force
from heraut.web import samples
from heraut.web.desk import desk
from heraut.web.rooms.campaign.rules import LESSONS, lesson_of
from web.build import host, passer_by, player
from web.war import ANA, BEN, WAR, advance, spaced, stand, state, text, war

pytestmark = pytest.mark.django_db

BANDS = ["1 ana T01: 2 2 2 1", "2 ben T05: 6"]


def taught(step: str, seat: str = ANA, **given: object) -> str:
    """What the panel teaches somebody in the middle of a step."""
    stand(step, **given)
    page = spaced(text(player(seat, WAR)))
    found = re.search(r'<details class="campaign-lesson" open>(.*?)<details class="why">', page)
    assert found is not None
    return re.sub(r"<[^>]+>", " ", found.group(1)).replace("&#x27;", "'")


def test_a_bid_is_taught_with_the_stock_and_the_rank():
    told = taught("bids", bands=BANDS, stocks={"ana": 4})

    assert "Misez de 0 à 4 PP" in told
    assert "Vous êtes au 1er rang sur" in told
    assert "Le 1er rang déclare ses mouvements en dernier" in told
    assert "met derrière tous" in told


def test_what_rank_is_worth_follows_the_settings():
    told = taught("bids", bands=BANDS, settings={"declaration_order": "initiative", "overbid": "refuse"})

    assert "Le 1er rang déclare ses mouvements en premier" in told
    assert "Miser plus que son stock est refusé" in told


def test_recruits_are_taught_with_figures_per_point_and_the_upkeep_they_lead_to():
    told = taught("prepare", bands=BANDS, stocks={"ana": 5}, villages={"T01": "ana", "T09": "ana"})

    assert "villages libres (2 sur 2), à 1 PP le point sur 5 PP" in told
    assert "un point achète 4 gardes, 8 guerriers ou 12 levées" in told
    assert "Entretien de 7 pt : 1 PP par tour, et 2 PP au-delà de 12." in told


def test_a_village_is_taught_with_what_it_brings_until_the_end():
    told = taught("build", bands=BANDS, stocks={"ana": 5}, control={"T01": "ana"}, turn=2)
    left = state().game.turns - 2

    assert "un village coûte 2 PP, un terrain sacré 1 PP" in told
    assert f"Un village rapporte 1 PP par tour ({left} d’ici la fin), vaut 3 points au score" in told
    assert "Un terrain sacré ne rapporte rien ici" in told


def test_a_combat_is_taught_with_what_is_at_stake():
    fight = ["1 ana T13: 6", "2 ben T13 from T14: 6"]

    told = taught("combats", seat=BEN, bands=fight)

    assert "En jeu, Pierres des Géants : 2 PP par tour." in told
    assert "moins de 4 points fait retraite" in told


def test_numbers_come_from_the_tables_of_the_rules_in_force(monkeypatch: pytest.MonkeyPatch):
    stand("declare", bands=BANDS)
    view, settings = desk().history(WAR).engine.view(state(), ANA), state().game.settings
    monkeypatch.setattr("heraut.web.rooms.campaign.rules.incomes", lambda: {"normal": 8, "developed": 9})
    with in_force(2):
        told = lesson_of(TurnStep.DECLARE, view, settings, ANA, {})

    assert told is not None
    assert "8 PP par tour s’il est normal, 9 développé" in told.brings


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_step_people_act_in_is_taught_and_nobody_else_is(language: str):
    stand("declare", bands=BANDS)
    view, settings = desk().history(WAR).engine.view(state(), ANA), state().game.settings
    with translation.override(language):
        lessons = [lesson_of(step, view, settings, ANA, {}) for step in LESSONS]

    assert all(told is not None and told.may and told.brings and "%(" not in told.may + told.brings for told in lessons)
    assert lesson_of(TurnStep.DECLARE, view, settings, None, {}) is None
    assert "campaign-lesson" not in text(host())
    assert "campaign-lesson" not in text(passer_by())


def test_the_tour_of_the_sample_goes_through_every_step_it_had():
    war()
    samples.load("campaign", (samples.files("heraut.web.samples") / "campaign.jsonl").read_text(encoding="utf-8"))
    visitor = passer_by()
    first = visitor.get("/g/campaign/campaign/tour").content.decode()
    stops = re.findall(r'href="\?stop=(\d+)"', first)[:-1]
    assert len(stops) >= 6
    pages = [visitor.get(f"/g/campaign/campaign/tour?stop={stop}").content.decode() for stop in stops]

    assert all('class="campaign-lesson"' in page and 'class="campaign-map"' in page for page in pages)
    assert sum("Ce qui s’est passé" in page for page in pages) >= 6
    assert "Ouvrir ma campagne" in pages[-1]
    assert "Continuer la visite" in pages[0]
    assert "/g/campaign/campaign/tour" in host().get("/new/campaign/").content.decode()


def test_the_tour_of_a_campaign_that_has_not_begun_has_one_stop():
    war()

    assert "Ouvrir ma campagne" in text(passer_by(), "campaign/tour")
    advance("campaign-prepare")
    assert "Continuer la visite" in text(passer_by(), "campaign/tour?stop=1")
