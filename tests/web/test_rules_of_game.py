"""What is told of a game outside its engine is told by its own rules: its edition, and the scenarios it brought."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.timezone import now as today

from heraut.campaign.bots import play as campaign_bots
from heraut.campaign.settings import CampaignPlayer
from heraut.kernel.names import RulesVersion
from heraut.rulesets.editions import current
from heraut.skirmish import bots as skirmish_bots
from heraut.web import bots, sentences
from heraut.web.desk import desk, now
from heraut.web.models import Slot, Weekend
from heraut.web.rooms.tournament import news, screen
from web.build import host, laid_out, passer_by
from web.test_news import told
from web.test_own_scenarios import TEXT
from web.test_skirmish_pace import FIGHT, fight, forms, page, post
from web.test_tournament import CUP, drafted, playing, saga
from web.war import ANA, BEN, WAR, war

pytestmark = pytest.mark.django_db


def with_fords() -> None:
    """The first round of the cup is played on a scenario of its organiser's own."""
    playing(saga(own_scenarios={"fords": TEXT}, scenario_by_round=("fords",)))


def noted(seen: list[int], ask: Any) -> Any:
    """The same function, which notes under which edition it was asked."""

    def asked(*given: Any, **named: Any) -> Any:
        seen.append(current())
        return ask(*given, **named)

    return asked


def under_one(monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    """The next game of this engine is begun under the first edition of the tables."""
    monkeypatch.setattr(f"heraut.{engine}.engine.rules", RulesVersion(f"{engine}-1"))


def test_an_entrusted_character_plays_under_the_edition_of_the_fight(monkeypatch: pytest.MonkeyPatch):
    under_one(monkeypatch, "skirmish")
    fight(men=4)
    master, seen = host(), list[int]()
    post(master, "send", forms(page(master), "send", "Entrust")[0], side="Pillards", temperament="bold")
    monkeypatch.setattr("heraut.web.rooms.skirmish.bots.next_play", noted(seen, skirmish_bots.next_play))
    post(master, "skirmish/at-once", forms(page(master), "skirmish/at-once", "BeginFight")[0])
    bots.play(FIGHT, now())

    assert desk().history(FIGHT).header.rules == "skirmish-1"
    assert set(seen) == {1}


def test_a_bot_plays_under_the_edition_of_the_campaign(monkeypatch: pytest.MonkeyPatch):
    under_one(monkeypatch, "campaign")
    war(players=(CampaignPlayer(ANA, "Ana", bot="heuristic"), CampaignPlayer(BEN, "Ben", bot="random")), turns=1)
    seen = list[int]()
    monkeypatch.setattr("heraut.web.rooms.campaign.bots.answer", noted(seen, campaign_bots.answer))
    bots.play(WAR, now())

    assert set(seen) == {1}


def test_the_news_of_a_round_are_told_under_the_edition_of_the_event(monkeypatch: pytest.MonkeyPatch):
    under_one(monkeypatch, "tournament")
    seen = list[int]()
    monkeypatch.setattr("heraut.web.rooms.tournament.news.scenario_name", noted(seen, news.scenario_name))
    playing()
    told(None, desk().history(CUP).sequence - 1)

    assert seen == [1]


def test_a_card_of_the_list_is_written_under_the_edition_of_its_game(monkeypatch: pytest.MonkeyPatch):
    under_one(monkeypatch, "campaign")
    war()
    seen = list[int]()
    monkeypatch.setattr("heraut.web.sentences.waiting", noted(seen, sentences.waiting))
    host().get("/")

    assert seen == [1]


def test_the_news_of_a_published_round_name_the_scenario_its_organiser_brought():
    with_fords()

    assert "Les gués" in told(ANA, desk().history(CUP).sequence - 1)["now"]


def test_the_log_names_the_scenario_its_organiser_brought():
    with_fords()
    log = laid_out(host().get(f"/g/{CUP}/log").content.decode())

    assert "Les gués" in log
    assert "fords" not in log


def weekend() -> Weekend:
    row = Weekend.objects.create(pk="fete", title="Fête", public=True)
    Slot.objects.create(weekend=row, stream_id=CUP, begins=today())
    return row


def test_the_panels_of_a_weekend_s_screen_are_made_under_the_edition_of_their_event(monkeypatch: pytest.MonkeyPatch):
    under_one(monkeypatch, "tournament")
    playing()
    seen = list[int]()
    monkeypatch.setattr("heraut.web.rooms.weekend.pages.tournament_screen.panels", noted(seen, screen.panels))

    assert passer_by().get(f"/w/{weekend().pk}/screen").status_code == 200
    assert seen == [1]


def test_a_refusal_to_move_a_draft_to_free_tables_shows_its_desk_with_it():
    drafted(saga(own_scenarios={"fords": TEXT}, scenario_by_round=("fords",)))
    row = weekend()
    answer = host().post(f"/w/{row.pk}/tables/{CUP}")

    assert answer.status_code == 409
    assert "Les gués" in laid_out(answer.content.decode())
