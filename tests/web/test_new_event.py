"""The form of a new event is a conversation: no code, no JSON, little tables for what is a table."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest

from heraut.kernel.codec import decode
from heraut.kernel.journal import Header
from heraut.tournament.formats import AnySettings
from heraut.tournament.pairing.contender import Apart
from heraut.tournament.saga.scoring import ForfeitPoints, points_table
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.timing import OwnTimes
from heraut.web.models import Stream
from heraut.web.rooms.tournament.settings_form import presets
from web.build import host
from web.test_tournament import cup, saga, text

pytestmark = pytest.mark.django_db

PLAIN = {"format": "saga", "title": "Coupe", "preset": "one_day", "ranking_round": "false", "age": ["vikings"]}


def opened() -> Any:
    (header,) = [decode(row.header, Header) for row in Stream.objects.all()]
    return decode(bytes(header.settings), AnySettings)


def fields_of(page: str) -> dict[str, list[str]]:
    """What a browser would send of a form as it stands."""
    found: dict[str, list[str]] = {}
    for tag in re.findall(r"<input [^>]*>", page):
        given = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        box = given.get("type") in ("checkbox", "radio")
        if "name" in given and given["name"] != "csrfmiddlewaretoken" and (not box or " checked" in tag):
            found.setdefault(given["name"], []).append(given.get("value", "on" if box else ""))
    for name, options in re.findall(r'<select [^>]*name="([^"]*)"[^>]*>(.*?)</select>', page, re.DOTALL):
        chosen = re.search(r'value="([^"]*)" selected', options) or re.search(r'value="([^"]*)"', options)
        found.setdefault(name, []).append(chosen[1] if chosen else "")
    return found


@pytest.mark.parametrize("preset", [each.id for each in presets()])
@pytest.mark.parametrize("spoken", ["fr", "en"])
def test_no_json_and_no_code_stands_on_the_form(preset: str, spoken: str):
    client = host()
    client.post("/language", {"language": spoken})
    page = text(client.get(f"/new/tournament/?preset={preset}"))
    seen = re.sub(r"<script.*?</script>|<[^>]*>", " ", page, flags=re.DOTALL)

    assert "JSON" not in seen
    assert re.findall(r"\b[a-z]+_[a-z_]+\b", seen) == []
    shown = [value for tag in re.findall(r"<input [^>]*>", page) if "type=" not in tag or '"text"' in tag
             for value in re.findall(r'value="([^"]*)"', tag)]  # fmt: skip
    assert [value for value in shown if re.search(r"[\[{]|\b(none|assassination|wins)\b", value)] == []


@pytest.mark.parametrize("preset", ["saga-one_day", "saga-two_days", "steamroller"])
def test_a_form_sent_as_it_stands_opens_the_event_of_its_preset(preset: str):
    client = host()
    answer = client.post(
        f"/new/tournament/?preset={preset}", fields_of(text(client.get(f"/new/tournament/?preset={preset}")))
    )

    assert answer.status_code == 302
    settings = opened()
    if isinstance(settings, SagaSettings):
        assert len(set(settings.scenario_by_round)) == settings.rounds
        settings = SagaSettings(allowed_ages=settings.allowed_ages, preset=settings.preset,
                                scenario_by_round=settings.scenario_by_round)  # fmt: skip
        assert sorted(settings.allowed_ages) == ["invasions", "vikings"]
    else:
        settings = SteamrollerSettings(size=35)
    assert opened() == settings


@pytest.mark.clause("ST-PTS-9")
def test_the_points_table_is_a_table_and_each_line_ends_where_the_next_begins():
    steps = {
        "points_table.first": ["0", "5", "", "1"],
        "points_table.winner": ["10,5", "15", "", "12"],
        "points_table.loser": ["10", "5", "", "8"],
    }
    host().post("/new/tournament/?preset=saga-one_day", {**PLAIN, **steps})

    table = opened().table
    assert [(row.difference.first, row.difference.last, row.winner, row.loser) for row in table] == [
        (0, 0, Fraction(21, 2), 10), (1, 4, 12, 8), (5, None, 15, 5),
    ]  # fmt: skip


@pytest.mark.clause("ST-LOSS-8", "ST-BND-8", "ST-RND-3", "ST-RNK-17")
def test_forfeits_costs_rounds_and_the_order_of_the_standings_are_asked_in_words():
    form = {
        **PLAIN,
        "played_on": "2026-11-21",
        "swiss_rounds": "4",
        "ranking_round": ["false", "true"],
        "forfeit_points.winner": "20",
        "forfeit_points.loser": "0",
        "special_costs.label": ["Éléphant", ""],
        "special_costs.points": ["1,5", ""],
        "standings_order": ["points", "wins", "", ""],
        "clubs_apart": "round_one",
    }
    host().post("/new/tournament/?preset=saga-one_day", form)

    settings = opened()
    assert (settings.swiss, settings.has_ranking_round, settings.played_on) == (4, True, "2026-11-21")
    assert settings.forfeit == ForfeitPoints(Fraction(20), Fraction(0))
    assert settings.special_costs == {"Éléphant": Fraction(3, 2)}
    assert settings.standings_order == ("points", "wins")
    assert settings.clubs_apart is Apart.ROUND_ONE
    assert settings.table == points_table()


@pytest.mark.parametrize(("typed", "own"), [(["30", "4", "2"], OwnTimes(30, 4, 2)), (["", "", ""], None)])
def test_the_lengths_of_a_steamroller_are_three_numbers_or_none(typed: list[str], own: OwnTimes | None):
    lengths = dict(zip(("own_times.base", "own_times.turn", "own_times.extension"), typed, strict=True))
    host().post(
        "/new/tournament/?preset=steamroller", {"format": "steamroller", "title": "Cent", "size": "50", **lengths}
    )

    assert opened().own_times == own


def test_what_was_typed_in_a_little_table_stands_there_again_with_its_fault():
    form = {**PLAIN, "bonus_points.label": ["Seigneur abattu"], "bonus_points.points": ["beaucoup"]}
    answer = host().post("/new/tournament/?preset=saga-one_day", form)

    assert answer.status_code == 400
    page = text(answer)
    assert host().post("/new/tournament/", {**PLAIN, "played_on": "samedi"}).status_code == 400
    assert re.search(r"Points de bonus.{3,9}beaucoup.{3,20}pas un nombre de points", page)
    assert 'value="beaucoup"' in page
    assert not Stream.objects.exists()


@pytest.mark.parametrize("address", ["/new/tournament/?preset=saga-one_day", "/new/tournament/?preset=steamroller"])
def test_an_event_kept_to_itself_is_not_made_public_by_a_fault_in_its_form(address: str):
    begun = fields_of(host().get(address).content.decode())

    refused = host().post(
        address, {name: values for name, values in begun.items() if name != "public"} | {"tables": "x"}
    )

    assert refused.status_code == 400
    assert 'name="public">' in refused.content.decode()
    assert 'name="public" checked>' in host().get(address).content.decode()


def test_clubs_once_kept_apart_by_the_older_setting_are_shown_so():
    cup(saga(round1_avoid="club"))

    page = text(host().get("/new/tournament/?copy=cup"))

    assert 'value="round_one" selected' in page.split('name="clubs_apart"')[1]


def steps(*differences: str) -> dict[str, list[str]]:
    """A points table with these first differences."""
    worth = ["1" for _ in differences]
    return {"points_table.first": [*differences], "points_table.winner": worth, "points_table.loser": worth}


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"swiss_rounds": "999"}, "« Rondes suisses » :"),
        ({"tables": "a b"}, "« Tables en service » :"),
        ({"tables": "1 1 2"}, "Ces numéros de table ne vont pas : 1."),
        (steps("0", "4", "4"), "« Tableau des points » : deux lignes commencent à 4."),
        (steps("1"), "Le tableau des points est incorrect. Couvrez"),
        ({"standings_order": ["wins", "wins", "points", ""]}, "Critères inconnus ou répétés : victoires. Choisissez"),
        ({"age": []}, "Choisissez au moins un âge ou un groupe d’âges parmi : Âge d’Hannibal"),
        ({"terrain_table": "Bois"}, "« Bois » ne se lit pas. Écrivez par exemple : Bois : petit, grand ; 3 ;"),
        ({"terrain_table": "Bois : moyen ; 3"}, "« moyen » n’existe pas. Choisissez parmi : petit, grand."),
        ({"massacre_scale": "Gardes"}, "Écrivez par exemple : Guerriers : 1."),
        ({"place.capture.marker_left": "6"}, "« 6 » : il faut 2 nombres."),
        ({"place.capture.marker_left": "99 99"}, "objectif 1 (Capture) est hors de la table."),
    ],
)
def test_what_is_wrong_with_the_form_is_said_in_words(typed: dict[str, Any], said: str):
    answer = host().post("/new/tournament/", {**PLAIN, **typed})
    told = re.sub(r"[\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]", " ", answer.content.decode())

    assert answer.status_code in (400, 409)
    assert said in told
