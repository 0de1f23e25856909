"""What is wrong with a form that opens a game stands beside its field, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.template.loader import render_to_string

from heraut.speech.sentences import LANGUAGES
from heraut.web.forms import Field
from heraut.web.models import Stream
from web.build import host
from web.test_tournament import text

pytestmark = pytest.mark.django_db

MATCH = {"scenario": "advance", "player": ["Ana", "Ben"]}
SAGA = {"format": "saga", "preset": "one_day", "ranking_round": "false", "age": ["vikings"]}
STEAMROLLER = {"format": "steamroller", "size": "35"}
TABLE = {"points_table.first": ["0", "0"], "points_table.winner": ["9", "9"], "points_table.loser": ["1", "1"]}


def at_field(page: str, name: str) -> str:
    """What the page says beside the control of that name, or beside the table it is a cell of."""
    tags = re.findall(rf'<(?:input|select|textarea)\s[^>]*name="{re.escape(name)}"[^>]*>', page)
    around = page[: page.index(tags[-1])].rpartition("<fieldset")[2].partition(">")[0]
    control = tags[-1] if "aria-invalid" in tags[-1] else around
    told_by = re.search(r'aria-invalid="true"\s+aria-describedby="([^"]*)"', control)
    assert told_by is not None, f"{name} is not marked as wrong"
    found = re.findall(rf'<p class="fault" id="{re.escape(told_by[1])}">(.*?)</p>', page, re.DOTALL)
    assert len(found) == 1
    return str(found[0]).strip()


def refused(address: str, posted: dict[str, Any], spoken: str) -> str:
    client = host()
    client.post("/language", {"language": spoken})
    answer = client.post(address, posted)

    assert answer.status_code == 400
    assert not Stream.objects.exists()
    return text(answer)


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("budget", "beaucoup"),
        ("minutes", "9999"),
        ("marker_mm", "large"),
        ("terrain_table", "Bois"),
        ("massacre_scale", "Gardes"),
        ("table_size", "grande"),
        ("casters", "deux"),
        ("diagonal_pieces", "x"),
        ("lost_dice_scoring", "never"),
    ],
)
def test_what_is_wrong_with_a_new_match_stands_beside_its_field(name: str, typed: str, spoken: str):
    page = refused("/new/match/", {**MATCH, name: typed}, spoken)

    assert at_field(page, name)
    assert page.count('class="fault"') == 1


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize(
    ("form", "typed", "name"),
    [
        (SAGA, {"budget": "beaucoup"}, "budget"),
        (SAGA, {"round_minutes": "x"}, "round_minutes"),
        (SAGA, {"swiss_rounds": "999"}, "swiss_rounds"),
        (SAGA, {"played_on": "samedi"}, "played_on"),
        (SAGA, {"terrain_table": "Bois"}, "terrain_table"),
        (SAGA, {"massacre_scale": "Gardes"}, "massacre_scale"),
        (SAGA, {"table_size": "grande"}, "table_size"),
        (SAGA, TABLE, "points_table.first"),
        (SAGA, {"bonus_points.label": ["Chef"], "bonus_points.points": ["x"]}, "bonus_points.points"),
        (SAGA, {"forfeit_points.winner": ["x"], "forfeit_points.loser": ["1"]}, "forfeit_points.winner"),
        (SAGA, {"tables": "a b"}, "tables"),
        (SAGA, {"clubs_apart": "x"}, "clubs_apart"),
        (SAGA, {"marker_diameter_cm": "x"}, "marker_diameter_cm"),
        (STEAMROLLER, {"size": "grande"}, "size"),
        (STEAMROLLER, {"played_on": "samedi"}, "played_on"),
        (STEAMROLLER, {"variants.rounds": "x"}, "variants.rounds"),
        (STEAMROLLER, {"variants.lists": "x"}, "variants.lists"),
        (STEAMROLLER, {"scenario_15": "[scenario"}, "scenario_15"),
        (
            STEAMROLLER,
            {"own_times.base": ["x"], "own_times.turn": ["5"], "own_times.extension": ["5"]},
            "own_times.base",
        ),
    ],
)
def test_what_is_wrong_with_a_new_event_stands_beside_its_field(
    form: dict[str, Any], typed: dict[str, Any], name: str, spoken: str
):
    page = refused("/new/tournament/", {**form, **typed}, spoken)

    assert at_field(page, name)
    assert page.count('class="fault"') == 1


@pytest.mark.parametrize("spoken", LANGUAGES)
@pytest.mark.parametrize(
    ("room", "form", "name"),
    [
        ("campaign", {"name-1": "Ana", "name-2": "Ben"}, "turns"),
        ("campaign", {"name-1": "Ana", "name-2": "Ben"}, "dice"),
        ("campaign", {"name-1": "Ana", "name-2": "Ben"}, "grace-hours"),
        ("skirmish", {"fight": "duel"}, "options.two_weapon_malus"),
        ("skirmish", {"fight": "duel"}, "options.gang_bonus"),
        ("skirmish", {"fight": "duel"}, "options.escape_difficulty"),
    ],
)
def test_what_is_wrong_with_a_new_campaign_or_fight_stands_beside_its_field(
    room: str, form: dict[str, Any], name: str, spoken: str
):
    page = refused(f"/new/{room}/", {**form, name: "x"}, spoken)

    assert at_field(page, name)
    assert page.count('class="fault"') == 1


@pytest.mark.parametrize(
    ("form", "typed"), [(SAGA, TABLE), (SAGA, {"table_size": "x"}), (STEAMROLLER, {"variants.lists": "x"})]
)
def test_the_group_of_what_is_wrong_stands_open(form: dict[str, Any], typed: dict[str, Any]):
    page = refused("/new/tournament/", {**form, **typed}, "fr")

    groups = page.split('<details class="group"')[1:]
    assert [group.startswith(" open>") for group in groups if "aria-invalid" in group] == [True]
    assert page.count(" autofocus") == 1


@pytest.mark.parametrize("address", ["/new/match/", "/new/tournament/?preset=saga-one_day"])
def test_a_position_that_cannot_be_read_is_told_above_the_positions(address: str):
    form = MATCH if "match" in address else SAGA
    page = refused(address, {**form, "place.advance.marker_centre": "24"}, "fr")

    positions = page.partition('match-positions" open>')[2]
    assert "il faut 2 nombres" in re.sub(r"\s", " ", positions.partition("<details")[0])


@pytest.mark.parametrize("kind", ["check", "several", "one", "choice", "lines", "numbers", "json", "number", "text"])
def test_every_kind_of_control_tells_its_fault(kind: str):
    page = render_to_string("parts/field.html", {"field": Field("x.y", "X", kind, "", fault="Non.")})

    assert page.count('<p class="fault" id="field-x-y-fault">Non.</p>') == 1
    assert page.count('aria-invalid="true" aria-describedby="field-x-y-fault"') == 1
