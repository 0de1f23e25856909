"""Every setting a sheet promises can be set on a page, in words, and reaches the match."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from django.http import QueryDict

from heraut import rulesets
from heraut.kernel.codec import Malformed, decode, from_plain, to_plain
from heraut.kernel.journal import Header
from heraut.kernel.names import Seat, StreamId
from heraut.scenario.settings import MatchOptions, Settings
from heraut.tournament.saga.organisation import ElementPlace, SagaTerrain
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants
from heraut.web.desk import desk
from heraut.web.models import Stream
from heraut.web.rooms.match import options_form
from heraut.web.rooms.tournament.saga import SagaPages
from web.build import host
from web.test_tournament import NAMES, laid_out, phone, playing, saga, view

pytestmark = pytest.mark.django_db

SCENARIOS = Path(rulesets.__file__).parent / "steamroller_2011" / "scenarios"
SHEETS = Path(__file__).parents[2] / "docs" / "rules"
OTHERWISE = {
    "allowed_ages": "age", "scenario_by_round": "scenario", "rounds": "preset", "scenario_layouts": "place.advance.",
    "round1_avoid": "clubs_apart",
}  # fmt: skip
"""Settings that a form asks for under another name."""


def promised(sheet: str) -> list[str]:
    """The settings a sheet names: its table of settings, or « setting `name` » in its clauses."""
    text = (SHEETS / f"{sheet}.md").read_text(encoding="utf-8")
    _, found, table = text.partition("\n## Settings\n")
    listed = re.findall(r"^\| `(\w+)`", table.partition("\n## ")[0], re.MULTILINE) if found else []
    return listed or sorted(set(re.findall(r"[Ss]etting `(\w+)`", text)))


@pytest.mark.clause("ST-ORG-1")
@pytest.mark.parametrize(
    ("sheet", "preset"), [("saga-tournament", "saga-one_day"), ("steamroller-2011", "steamroller")]
)
def test_every_setting_a_sheet_names_is_on_the_page_that_opens_an_event(sheet: str, preset: str):
    page = host().get(f"/new/tournament/?preset={preset}").content.decode()
    named = promised(sheet)

    assert len(named) > 6
    assert [name for name in named if f'name="{OTHERWISE.get(name, name)}' not in page] == []


def test_every_option_of_a_match_is_on_the_page_that_opens_one():
    page = host().get("/new/match/").content.decode()

    assert [name for name in MatchOptions.__struct_fields__ if f'name="{name}' not in page] == ["layout"]
    assert 'name="place.advance.blue_p1"' in page
    assert all(f'name="{name}"' in page for name in ("casters", "edges_assigned"))
    assert not re.search(r"blue_p1|lost_dice_scoring", re.sub(r"<[^>]*>", "", page))


TYPED = {
    "format": "saga", "title": "Réglée", "preset": "one_day", "ranking_round": "false", "age": ["vikings"],
    "budget": "7", "half_rounding": "down", "lost_dice_scoring": "every_turn", "failed_attack_bonus": "every_turn",
    "diagonal_direction": "right-to-far-left", "diagonal_pieces": "3", "marker_diameter_cm": "3,5",
    "special_terrain": "", "massacre_scale": "Gardes : 2\nLevées : 0,5", "massacre_rounding": "up",
    "terrain_table": "Bois : petit, grand ; 3 ; accidenté\nMur : petits ; 2 ; bloquant, couvert solide",
    "place.advance.marker_p1_left": "16 12", "place.advance.blue_p1": "0 4 48 9,5",
    "place.capture.zone_p1": "0 0 48 12",
}  # fmt: skip


def opened() -> SagaSettings:
    (header,) = [decode(row.header, Header) for row in Stream.objects.all()]
    return decode(bytes(header.settings), SagaSettings)


@pytest.mark.clause("ST-GAM-7", "ST-GAM-14", "ST-TER-8", "ST-MRK-1", "ST-GEO-13", "ST-ADV-10", "ST-DES-24", "ST-DIA-2")
def test_the_settings_of_the_tables_are_typed_in_words_and_kept():
    host().post("/new/tournament/?preset=saga-one_day", TYPED)
    settings = opened()

    assert settings.terrain_table == (
        SagaTerrain("Bois", ("small", "large"), 3, ("uneven",)),
        SagaTerrain("Mur", ("small",), 2, ("blocking", "solid_cover")),
    )
    assert settings.massacre_scale is not None
    assert (settings.massacre_scale.points, settings.massacre_scale.rounding) == (
        {"hearthguard": Fraction(2), "levy": Fraction(1, 2)}, "up",
    )  # fmt: skip
    assert settings.scenario_layouts == {
        "advance": (ElementPlace("marker_p1_left", point=(16, 12)), ElementPlace("blue_p1", rect=(0, 4, 48, 9.5))),
    }
    assert (settings.marker_diameter_cm, settings.special_terrain, settings.diagonal_pieces) == (
        Fraction(7, 2),
        False,
        3,
    )


@pytest.mark.clause("ST-GEO-13", "ST-GAM-7", "ST-TER-8")
def test_the_settings_of_the_tables_reach_the_match():
    host().post("/new/tournament/?preset=saga-one_day", TYPED)
    options = SagaPages(opened()).match_options("advance")

    assert (options.budget, options.half_budget(), options.marker_mm) == (7, 3, 35)
    assert (options.lost_dice_scoring, options.failed_attack_bonus) == ("every_turn", "every_turn")
    assert (options.diagonal_direction, options.diagonal_pieces) == ("right-to-far-left", 3)
    assert [(line.name, line.most) for line in options.terrain_table] == [("Bois", 3), ("Mur", 2)]
    assert {one.id: one.point or one.rect for one in options.layout} == {
        "marker_p1_left": (16, 12), "blue_p1": (0, 4, 48, 9.5),
    }  # fmt: skip
    assert SagaPages(opened()).match_options("clash").layout == ()


@pytest.mark.clause("ST-TER-7", "ST-TER-8")
def test_a_table_of_an_event_is_played_with_its_terrain_table():
    table = (SagaTerrain("Bois", ("small", "large"), 1, ("uneven",)),)
    playing(saga(terrain_table=table, budget=8, scenario_by_round=("advance", "clash", "clash")))
    host().post("/g/cup/tournament/matches")

    match = decode(bytes(desk().history(StreamId(view().played[-1].tables[0].match or "")).header.settings), Settings)
    assert [(line.name, line.most) for line in match.options.terrain_table] == [("Bois", 1)]
    assert match.options.half_budget() == 4


@pytest.mark.clause("ST-GAM-7", "ST-BND-1")
def test_a_single_match_has_a_budget_and_every_option():
    form = {
        "title": "Seule", "scenario": "advance", "player": ["Ana", "Ben"], "budget": "8", "lost_dice_scoring": "off",
        "terrain_table": "Bois : petit ; 2", "place.advance.marker_centre": "24 17", "edges_assigned": "on",
    }  # fmt: skip
    host().post("/new/match/", form)
    settings = desk().history(StreamId(Stream.objects.latest("opened").pk)).state.game.settings

    assert (settings.options.half_budget(), settings.options.lost_dice_scoring) == (4, "off")
    assert [one.point for one in settings.options.layout] == [(24, 17)]
    assert settings.edges_assigned
    assert settings.options.terrain_table[0].most == 2


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("terrain_table", "Bois : énorme ; 3"),
        ("terrain_table", "Bois"),
        ("massacre_scale", "Gardes : beaucoup"),
        ("place.advance.marker_centre", "24"),
        ("place.advance.marker_centre", "60 18"),
    ],
)
def test_what_cannot_be_read_says_where(field: str, typed: str):
    posted = QueryDict(mutable=True)
    posted[field] = typed

    with pytest.raises(Malformed, match=r"at `\$\.(terrain_table|massacre_scale|scenario_layouts)`"):
        options_form.read(posted)


def test_what_was_typed_reads_back_the_same():
    host().post("/new/tournament/?preset=saga-one_day", TYPED)
    plain: dict[str, Any] = to_plain(opened())
    again = QueryDict(mutable=True)
    shown = options_form.context(plain)
    again.update({"terrain_table": shown["terrain_text"], "massacre_scale": shown["massacre_text"],
                  "massacre_rounding": shown["massacre_rounding"]})  # fmt: skip
    again.update({each.field: each.value for ground in shown["grounds"] for each in ground.positions})

    read = options_form.read(again)
    kept = from_plain({**plain, **read}, SagaSettings)
    assert kept == opened()


def test_an_event_that_went_wrong_shows_what_was_typed_again():
    answer = host().post("/new/tournament/?preset=saga-one_day", {**TYPED, "terrain_table": "Bois : énorme ; 3"})

    assert answer.status_code == 400
    assert "Bois : énorme ; 3" in laid_out(answer.content.decode())


WHOLE = (SCENARIOS / "sacrifice.toml").read_text(encoding="utf-8").replace('id = "sacrifice"', 'id = "demolition"')
DEMOLITION = Variants(scenarios=("demolition",))


@pytest.mark.clause("SR-S15-1")
def test_an_own_demolition_defined_whole_is_played_with_a_score_sheet():
    playing(SteamrollerSettings(size=35, players=NAMES, variants=DEMOLITION, scenario_15=WHOLE))
    host().post("/g/cup/tournament/matches")

    match = decode(bytes(desk().history(StreamId(view().played[-1].tables[0].match or "")).header.settings), Settings)
    assert match.definition is not None
    assert "<h3>Victoire et départage</h3>" in phone(Seat("ana")).get("/g/cup/").content.decode()


@pytest.mark.clause("SR-S15-1")
def test_an_own_demolition_in_words_is_read_by_the_players():
    playing(SteamrollerSettings(size=35, players=NAMES, variants=DEMOLITION, scenario_15="Détruire les deux murs."))

    assert "Détruire les deux murs." in phone(Seat("ana")).get("/g/cup/").content.decode()
    assert host().get("/g/cup/tournament/papers/scenario.pdf").content.startswith(b"%PDF")
    assert host().post("/g/cup/tournament/matches").status_code == 409


@pytest.mark.clause("SR-S15-1")
@pytest.mark.parametrize(
    "broken",
    [
        "[[scenario]]\nnames = 3",
        "[[scenario]]\ntable = [48, 48]",
        "[[scenario]",
        'scenario = "[scenario"',
        "[scenario]\nnames = " + "[" * 3000,
    ],
)
def test_an_own_demolition_that_could_not_be_played_is_refused_at_once(broken: str):
    form = {"format": "steamroller", "title": "À nous", "size": "35", "scenario_15": broken}

    assert host().post("/new/tournament/?preset=steamroller", form).status_code == 400
    assert not Stream.objects.exists()
