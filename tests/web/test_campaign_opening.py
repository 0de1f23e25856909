"""Opening a campaign, and maps outside one."""

from __future__ import annotations

import re
from collections import OrderedDict
from fractions import Fraction
from html import unescape
from http import HTTPStatus
from importlib.resources import files
from typing import Any

import pytest
from django.http import QueryDict

from campaign.test_golden import ISLAND
from heraut.campaign.map import Map, default_map, parse, write
from heraut.campaign.map_fairness import measures
from heraut.campaign.map_generator import generate, wanted
from heraut.campaign.settings import CampaignPlayer, Settings
from heraut.kernel.names import StreamId
from heraut.web.desk import desk
from heraut.web.rooms.campaign import map_viewer
from heraut.web.rooms.campaign.map_viewer import MapDrawing, drawing
from heraut.web.rooms.campaign.names import halves
from heraut.web.rooms.campaign.settings_form import read as read_settings
from web.build import host, laid_out, passer_by
from web.test_new_event import fields_of
from web.war import ANA, BEN, spaced

pytestmark = pytest.mark.django_db


def test_a_campaign_is_opened_with_players_in_rows():
    posted = QueryDict("name-1=Ana&faction-1=Outremonde&outer-1=on&name-2=Ben&bot-2=heuristic&name-3=&turns=4")
    found = read_settings(posted)

    assert found["players"] == [
        {"seat": "ana", "name": "Ana", "faction": "Outremonde", "outer": True, "bot": ""},
        {"seat": "ben", "name": "Ben", "faction": "", "outer": False, "bot": "heuristic"},
    ]
    assert found["turns"] == "4"


def test_the_opening_page_opens_a_campaign():
    client = host()
    assert "Joueurs, de deux à six" in client.get("/new/campaign/").content.decode()
    answer = client.post("/new/campaign/", {"title": "Essai", "name-1": "Ana", "name-2": "Ben"})

    assert answer.status_code == 302
    assert "Essai" in client.get(answer["Location"]).content.decode()


def test_a_seed_makes_a_new_map():
    while not drawing(2, 7).wait():
        pass
    found = read_settings(QueryDict("name-1=Ana&name-2=Ben&seed=7"))

    assert found["map"] == write(generate(2, 7))
    assert "map" not in read_settings(QueryDict("name-1=Ana&name-2=Ben"))
    assert "map" not in read_settings(QueryDict("name-1=Ana&name-2=Ben&seed=7&map-kind=own"))


def test_a_campaign_of_three_takes_three_rows_and_a_bot_needs_no_name():
    fields = "count=3&name-1=Ana&bot-2=searching&name-3=Ben&name-4=Chloé"
    found = read_settings(QueryDict(fields))

    assert [(player["name"], player["bot"]) for player in found["players"]] == [
        ("Ana", ""),
        ("Automate 2", "searching"),
        ("Ben", ""),
    ]


def test_times_are_given_in_hours_and_units_by_their_names():
    fields = "name-1=Ana&name-2=Ben&deadline-declare=48&deadline-combats=0,5&reminder-hours=6&grace-hours=1"
    found = read_settings(QueryDict(fields + "&units=gardes+%3D+4%0Atrolls+%3D+1"))

    assert found["deadlines"] == {"declare": 172_800, "combats": 1800}
    assert (found["reminder"], found["grace"]) == (21_600, 3600)
    assert found["unit_catalogue"] == [{"kind": "hearthguards", "figures": "4"}, {"kind": "trolls", "figures": "1"}]


def test_the_form_shows_every_setting_of_the_sheet_with_its_clause_and_its_default():
    page = spaced(host().get("/new/campaign/").content.decode())
    sheet = (files("heraut") / ".." / ".." / "docs" / "rules" / "saga-campaign.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (`[a-z_`, ]+`) \| .* \| (SC-[^|]+) \|$", sheet, re.MULTILINE)
    settings = {name: clauses.split(", ")[0] for names, clauses in rows for name in re.findall(r"`(\w+)`", names)}

    assert len(settings) == 30
    for name, clause in settings.items():
        field = {"deadlines": "deadline-declare", "reminder": "reminder-hours", "grace": "grace-hours"}.get(name, name)
        assert f'name="{"units" if field == "unit_catalogue" else field}"' in page
        assert clause in page
        assert f"({clause})" not in page  # it stands behind « Pourquoi ? », not beside the words
    assert "Habituel : tirés par Héraut" in page
    assert "Habituel : 10 (2 joueurs), 8 (3)," in page


def test_all_settings_of_the_form_make_a_campaign():
    page = host().get("/new/campaign/").content.decode()
    answer = host().post("/new/campaign/", fields_of(page) | {"name-1": "Ana", "name-2": "Ben", "title": "Essai"})

    assert answer.status_code == 302
    stream = StreamId(answer["Location"].split("/")[2])
    plain = desk().history(stream).state.game.settings
    assert plain == Settings(players=(CampaignPlayer(ANA, "Ana"), CampaignPlayer(BEN, "Ben")))


def map_page(**asked: Any) -> str:
    """The page of a map, once it is drawn."""
    while (answer := passer_by().get("/map/", asked)).status_code == HTTPStatus.ACCEPTED:
        pass
    return answer.content.decode()


def test_everybody_may_look_at_maps_outside_a_campaign():
    own, new = map_page(), map_page(players=3, seed=7)

    assert "Les Deux Rivages" in own
    assert own.count('data-territory="') == new.count('data-territory="') == 27
    assert own.count('class="start"') == 2
    assert new.count('class="start"') == 3
    assert "À 3 joueurs" in new
    assert parse(passer_by().get("/map/map.txt", {"players": 3, "seed": 7}).content.decode()) == generate(3, 7)


def test_a_map_one_has_seen_is_the_one_the_new_campaign_begins_with():
    while (answer := host().get("/map/", {"players": 4, "seed": 2})).status_code == HTTPStatus.ACCEPTED:
        pass
    address = re.search(r'href="(/new/campaign/[^"]*)"', answer.content.decode())
    assert address is not None
    page = host().get(unescape(address.group(1))).content.decode()

    assert address.group(1) == "/new/campaign/?players=4&amp;seed=2"
    assert "<option selected>4</option>" in page
    assert page.count('class="start"') == 4


def test_a_map_that_takes_long_shows_how_far_it_is(monkeypatch: pytest.MonkeyPatch):
    held = MapDrawing(6, 5)
    held.tried, held.gap = 3, Fraction(5, 2)
    monkeypatch.setattr(map_viewer, "PATIENCE", 0)
    monkeypatch.setattr(map_viewer, "_kept", OrderedDict({(6, 5): held}))
    answer = passer_by().get("/map/", {"players": 6, "seed": 5})
    page = spaced(answer.content.decode())

    assert (answer.status_code, answer["Refresh"]) == (HTTPStatus.ACCEPTED, "0")
    assert "3 esquisses essayées." in page
    assert f"Écart entre les départs : 2½ ; il en faut au plus {halves(wanted(6))}." in page
    assert passer_by().get("/map/map.txt", {"players": 6, "seed": 5}).status_code == HTTPStatus.ACCEPTED


def test_a_campaign_is_not_opened_before_its_map_is_drawn(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(map_viewer, "PATIENCE", 0)
    monkeypatch.setattr(map_viewer, "_kept", OrderedDict({(2, 5): MapDrawing(2, 5)}))
    fields = {"title": "Essai", "name-1": "Ana", "name-2": "Ben", "map-kind": "new", "seed": "5"}
    page = host().post("/new/campaign/", fields)

    assert page.status_code == HTTPStatus.BAD_REQUEST
    assert "La carte se dessine encore" in spaced(page.content.decode())
    assert 'class="campaign-making"' in page.content.decode()
    assert 'value="Ana"' in page.content.decode()


def test_a_map_nobody_waits_for_any_more_is_not_drawn(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(map_viewer, "FORGOTTEN", -1)
    forgotten = drawing(6, 999_999)

    assert forgotten.wait() == ""
    monkeypatch.undo()
    while not (again := drawing(2, 8)).wait():
        pass
    assert parse(again.text) == generate(2, 8)
    assert (6, 999_999) not in map_viewer._kept


def test_the_fairness_of_the_starts_stands_beside_the_map():
    cells = re.findall(r'<td(?: class="num")?>([^<]*)</td>', map_page(players=2))
    first, second = measures(default_map(), default_map().starts[2])

    assert [cells[2], cells[9]] == [str(first.income_in_reach), str(second.income_in_reach)]
    assert [cells[4], cells[11]] == [halves(first.share), halves(second.share)]


@pytest.mark.parametrize("asked", [{"players": "99", "seed": ""}, {"players": "x", "seed": "9" * 40}, {"seed": "²"}])
def test_an_address_nobody_would_write_shows_a_map_all_the_same(asked: dict[str, str]):
    assert "Les Deux Rivages" in map_page(**asked)


def test_a_written_map_is_shown_or_its_faults_by_line():
    wrong = passer_by().post("/map/", {"map": ISLAND.replace("roads", "rivers", 1), "players": 2})
    line = next(n for n, text in enumerate(ISLAND.splitlines(), start=1) if text.startswith("roads"))

    assert passer_by().post("/map/", {"map": ISLAND, "players": 2}).status_code == 200
    assert wrong.status_code == 422
    assert f"Ligne {line} :" in wrong.content.decode()
    assert f'<li value="{line}"><code>rivers' in wrong.content.decode()


def test_a_written_map_cannot_write_into_the_page():
    text = ISLAND.replace("T01", 'T01"onload="x').replace("map ", "map <script>", 1)
    page = passer_by().post("/map/", {"map": text, "players": 2}).content.decode()

    assert '"onload="' not in page
    assert "<script>" not in page


def test_a_text_far_too_long_for_a_map_is_not_read():
    assert passer_by().post("/map/", {"map": "# \n" * 9000}).status_code == 422


def read_map(text: str) -> Map:
    found = parse(text)
    assert isinstance(found, Map)
    return found


def test_a_map_of_the_viewer_opens_a_campaign():
    page = host().get("/new/campaign/", {"map": ISLAND}).content.decode()
    assert ISLAND.splitlines()[0] in page
    answer = host().post("/new/campaign/", {"title": "Île", "name-1": "Ana", "name-2": "Ben", "map": ISLAND})

    assert answer.status_code == 302
    stream = StreamId(answer["Location"].split("/")[2])
    assert write(desk().history(stream).state.game.map) == write(read_map(ISLAND))


def test_a_refused_opening_keeps_what_was_typed():
    answer = host().post("/new/campaign/", {"name-1": "Ana", "faction-1": "Vikings", "bot-1": "random"})
    page = laid_out(answer.content.decode())

    assert answer.status_code == 409
    assert re.search(r'name="name-1"[^>]* value="Ana"', page)
    assert re.search(r'name="faction-1"[^>]* value="Vikings"', page)
    assert '<option value="random" selected>' in page


@pytest.mark.parametrize(
    ("kind", "told"),
    [("text", "Écrivez le texte de la carte, ou choisissez"), ("new", "Écrivez le nombre dont la carte est tirée")],
)
def test_a_map_that_was_chosen_and_not_given_is_asked_for(kind: str, told: str):
    typed = {"name-1": "Ana", "name-2": "Ben", "map-kind": kind, "seed": "", "map": " "}
    answer = host().post("/new/campaign/", typed)

    assert answer.status_code == 400
    assert told in answer.content.decode()


@pytest.mark.parametrize("kind", ["own", "new", "text"])
def test_a_refused_opening_keeps_the_map_that_was_chosen(kind: str):
    typed = {"name-1": "Ana", "map-kind": kind, "seed": "7", "map": ISLAND}
    page = laid_out(host().post("/new/campaign/", typed).content.decode())

    assert re.findall(r'name="map-kind" value="(\w+)" checked', page) == [kind]
    assert ("Phare" in page.split('class="campaign-preview"')[1]) == (kind == "text")


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("turns", "2.5"),
        ("starting_pp", "beaucoup"),
        ("fast_max_points", "²"),
        ("lord_cost", "-1"),
        ("deadline-declare", "-2"),
        ("deadline-declare", "deux"),
        ("reminder-hours", "-1"),
        ("grace-hours", "1h"),
        ("units", "gardes = 2.5"),
        ("units", "gardes"),
    ],
)
def test_no_number_of_an_opening_is_taken_for_another_and_each_is_kept_as_typed(field: str, typed: str):
    answer = host().post("/new/campaign/", {"name-1": "Ana", "name-2": "Ben", field: typed})

    assert answer.status_code in (400, 409)
    page = laid_out(answer.content.decode())
    assert f'value="{typed}"' in page or f">{typed}</textarea>" in page


def opening(spoken: str, **typed: str) -> str:
    """The page of an opening that is refused."""
    fields = {"name-1": "Ana", "name-2": "Ben"} | {name.replace("_", "-"): text for name, text in typed.items()}
    answer = host().post("/new/campaign/", fields, headers={"accept-language": spoken})
    assert answer.status_code in (400, 409)
    return spaced(laid_out(answer.content.decode()))


@pytest.mark.parametrize(
    ("spoken", "told"),
    [
        ("fr", "Écrivez des heures, de 0 à 87600, comme 48 ou 0,5."),
        ("en", "Write hours, from 0 to 87600, such as 48 or 0.5."),
    ],
)
def test_each_time_that_is_none_is_told_at_its_field_and_all_are_kept_as_typed(spoken: str, told: str):
    wrong = {"deadline_declare": "-2", "deadline_combats": "deux", "reminder_hours": "1e3", "grace_hours": "87600,1"}
    page = opening(spoken, **wrong, deadline_setup="0,5")
    place = {"fr": "« Déclarations » : écrivez", "en": "“Declarations”: write"}[spoken]

    for name, typed in wrong.items():
        field = name.replace("_", "-")
        assert f'<p class="fault" id="field-{field}-fault">{told}</p>' in page
        assert f'value="{typed}"' in page
        assert f'aria-describedby="field-{field}-fault"' in page
    assert page.count('class="fault"') == len(wrong)
    assert f"{place}{told[7 if spoken == 'fr' else 5 :]}" in page
    assert 'name="deadline-setup" value="0,5"' in page


@pytest.mark.parametrize(
    ("field", "typed", "told"),
    [
        ("turns", "0", "Le réglage « Tours » vaut 0. Choisissez 1 à 1000."),
        ("starting_bands", "99999999999", "vaut 99 999 999 999. Choisissez 1 à 1000."),
        ("starting_pp", "31", "Le réglage « PP au départ » vaut 31. Choisissez 0 à 30."),
        ("lord_cost", "2,5", "il faut un nombre entier, pas un texte."),
        ("units", "gardes = 0", "vaut 0. Choisissez 1 à 1000."),
        ("units", "gardes = 2,5", "il faut un nombre entier, pas un texte."),
    ],
)
def test_each_number_that_cannot_be_is_told_at_its_field(field: str, typed: str, told: str):
    answer = host().post("/new/campaign/", {"name-1": "Ana", "name-2": "Ben", field: typed})
    faults = re.findall(r'<p class="fault" id="field-([\w-]+)-fault">(.*?)</p>', laid_out(answer.content.decode()))

    assert [(name, told in spaced(fault)) for name, fault in faults] == [(field, True)]


def test_a_time_of_nothing_is_none_and_the_least_of_one_a_second():
    typed = "name-1=Ana&name-2=Ben&deadline-declare=0&deadline-combats=0,0001&grace-hours=&reminder-hours=2,5"
    found = read_settings(QueryDict(typed))

    assert found["deadlines"] == {"combats": 1}
    assert found["reminder"] == 9000
    assert "grace" not in found
