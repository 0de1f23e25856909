"""A table prepared outside any match: everything is in the address."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from heraut.scenario.library import every
from heraut.web.models import Plan
from heraut.web.rooms.match import plans
from web.build import host, passer_by
from web.test_tournament import playing, view

pytestmark = pytest.mark.django_db

AVAILABLE = [one.id for one in every() if one.available]


def wood(id: str, x: float, y: float, by: str = "first") -> dict[str, object]:
    shape = [[x, y], [x + 4, y], [x + 4, y + 4], [x, y + 4]]
    return {"id": id, "size": "small", "kind": "uneven", "shape": shape, "by": by}


def table(*pieces: dict[str, object], markers: tuple[dict[str, object], ...] = ()) -> dict[str, str]:
    return {"table": json.dumps({"pieces": pieces, "markers": markers})}


def test_every_described_scenario_can_be_planned():
    page = passer_by().get("/plan/").content.decode()

    assert re.findall(r'href="/plan/(\w+)/"', page) == AVAILABLE
    assert [passer_by().get(f"/plan/{id}/").status_code for id in AVAILABLE] == [200] * len(AVAILABLE)


@pytest.mark.parametrize("id", ["demolition", "unknown"])
def test_what_is_not_described_has_no_plan(id: str):
    assert passer_by().get(f"/plan/{id}/").status_code == 404


def test_a_plan_reopens_from_its_address_with_every_verdict():
    page = passer_by().get("/plan/clash/", {**table(wood("a", 10, 5), wood("b", 16, 5)), "title": "Table 7"})
    text = page.content.decode()

    assert "Table 7" in text
    assert text.count('<polygon class="match-piece') == 2
    assert "✓ Accidenté a" in text
    assert "✗ Accidenté b" in text
    assert "ST-CLA-6" in text


def test_a_held_piece_is_judged_against_the_plan():
    asked = {**table(wood("a", 10, 5), wood("b", 16, 5)), "piece": "b"}
    said = passer_by().get("/plan/clash/verdict", asked).json()

    assert not said["ok"]
    assert [(one["label"], one["ok"]) for one in said["sticks"]] == [("✗ M · 2,0″", False)]
    assert said["area"].startswith("M")


def test_a_held_marker_is_judged_against_the_plan():
    asked = {**table(markers=({"id": "m", "by": "first", "x": 24, "y": 5},)), "piece": "m"}
    said = passer_by().get("/plan/desecration/verdict", asked).json()

    assert not said["ok"]
    assert [one["ok"] for one in said["sticks"]].count(False) == 1


def test_pieces_of_a_capture_belong_to_the_quarters_of_their_steps():
    said = passer_by().get("/plan/capture/verdict", {**table(wood("a", 5, 25)), "piece": "a"}).json()

    assert "ST-CAP-4" in said["told"]
    assert not said["ok"]


@pytest.mark.parametrize("broken", ["nonsense", "[1]", '{"pieces": [{"id": 3}]}'])
def test_a_damaged_link_shows_an_empty_table_and_says_so(broken: str):
    page = passer_by().get("/plan/clash/", {"table": broken})

    assert page.status_code == 200
    assert "Ce lien est abîmé" in page.content.decode()


def test_two_pieces_of_one_name_are_refused_in_words():
    page = passer_by().get("/plan/clash/", table(wood("a", 10, 5), wood("a", 30, 5)))

    assert page.status_code == 200
    assert 'role="alert"' in page.content.decode()


def test_a_crossing_outline_is_told_and_does_not_break_the_plan():
    crossed = {**wood("a", 10, 5), "shape": [[0, 0], [4, 4], [4, 0], [0, 4]]}
    said = passer_by().get("/plan/clash/verdict", {**table(crossed), "piece": "a"}).json()

    assert "se croise" in said["told"]
    assert (said["area"], said["sticks"]) == ("", [])


def kept(client: Client, scenario: str = "clash", **fields: Any) -> Plan:
    """A plan the organiser has saved."""
    form = {**table(wood("Bois 1", 10, 5)), "title": "Table 7", **fields}
    client.post(f"/plan/{scenario}/save", form)
    return Plan.objects.latest("changed")


def test_an_organiser_keeps_a_plan_opens_it_renames_it_and_throws_it_away():
    desk = host()
    plan = kept(desk)
    assert "Table 7" in desk.get("/plan/").content.decode()
    opened = desk.get(f"/plan/clash/?plan={plan.pk}").content.decode()
    assert opened.count('<polygon class="match-piece') == 1
    kept(desk, plan=plan.pk, title="Table 8")
    assert [one.title for one in Plan.objects.all()] == ["Table 8"]
    kept(desk, plan="", title="Copie")
    assert Plan.objects.count() == 2
    desk.post(f"/plan/kept/{plan.pk}/delete")

    assert [one.title for one in Plan.objects.all()] == ["Copie"]


def test_whoever_keeps_as_many_plans_as_they_may_still_changes_one(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(plans, "MOST", 1)
    desk = host()
    plan = kept(desk)
    kept(desk, plan=plan.pk, title="Table 8")
    kept(desk, plan="", title="Copie")

    assert [one.title for one in Plan.objects.all()] == ["Table 8"]


def test_a_plan_is_its_owners_and_is_shown_to_whoever_has_its_address():
    plan = kept(host())

    assert passer_by().post("/plan/clash/save", table(wood("a", 1, 1))).status_code == 403
    assert passer_by().post(f"/plan/kept/{plan.pk}/delete").status_code == 403
    assert "Table 7" in passer_by().get(f"/plan/clash/?plan={plan.pk}").content.decode()
    other = Client()
    other.force_login(get_user_model().objects.create_user("chloe"))
    assert "Table 7" not in other.get("/plan/").content.decode()
    assert other.post(f"/plan/kept/{plan.pk}/delete").status_code == 403
    other.post("/plan/clash/save", {**table(), "plan": plan.pk, "title": "À moi"})
    assert {one.title for one in Plan.objects.all()} == {"Table 7", "À moi"}


def test_a_plan_that_cannot_be_read_is_not_kept():
    host().post("/plan/clash/save", {"table": "nonsense", "title": "x"})

    assert Plan.objects.count() == 0
    assert host().post("/plan/demolition/save", table()).status_code == 404


def test_a_plan_meant_for_a_table_of_an_event_is_shown_at_its_match():
    playing()
    desk = host()
    plan = kept(desk, event="cup", number="1")
    desk.post("/g/cup/tournament/matches")
    tables = view().played[0].tables
    first, second = (desk.get(f"/g/{one.match}/").content.decode() for one in tables)

    assert f"/plan/clash/?plan={plan.pk}" in first
    assert f"/plan/clash/?plan={plan.pk}" not in second


def test_every_picture_may_be_fetched_in_both_languages():
    for language in ("fr", "en"):
        answer = passer_by().get(f"/plan/capture/picture-{language}.svg")
        assert answer["Content-Type"] == "image/svg+xml"
        assert f'lang="{language}"' in answer.content.decode()
