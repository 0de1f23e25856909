"""Opening an event: from a preset, or like a past one, with the clause beside each setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from heraut.kernel import ORGANISER, ClauseId, Refusal, decode, to_plain
from heraut.kernel.journal import Header
from heraut.tournament.format import Format
from heraut.tournament.formats import AnySettings
from heraut.tournament.saga.bands import Age, ages_of_group
from heraut.tournament.saga.organisation import saga_scenarios
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller import rotation
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variant_text import read_variants
from heraut.tournament.steamroller.variants import ReadyMade, keyword_rows, keywords_of, ready_made
from heraut.tournament.view import View
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import account, language, view_of
from heraut.web.models import Stream
from heraut.web.rooms.match import options_form
from heraut.web.rooms.tournament import bonus_form, own_scenario
from heraut.web.rooms.tournament.display import scenario_name
from heraut.web.rooms.tournament.formats import keyword_words
from heraut.web.sentences import word

MOST_LOOKED_THROUGH, MOST_PAST = 60, 12
MOST_ANNOUNCED = 8
"""How many scenarios the form has room to announce: more than an event of 128 players has rounds."""
GROUPS = ("ancient", "dark", "medieval", "fantasy")
SIZES = {"hardcore": 50, "limited_room_time": 35, "easy_going": 35}
"""A size to begin with where the sheet gives none; the organiser changes it on the form."""

SAGA_CLAUSES = {
    "self_check_in": "HOUSE-ENTRY-1",
    "allowed_ages": "ST-ORG-3", "preset": "ST-RND-4", "swiss_rounds": "ST-RND-3", "ranking_round": "ST-RND-3",
    "scenario_by_round": "ST-ORG-5", "round_minutes": "ST-ORG-7", "budget": "ST-BND-1",
    "partial_points": "ST-BND-4", "special_costs": "ST-BND-8", "spells_on_list": "ST-BND-10",
    "legendary_units": "ST-BND-11", "legendary_bands": "ST-BND-12", "band_sheet_copies": "ST-BND-13",
    "pairing_order": "ST-PAIR-3", "round1_avoid": "ST-PAIR-13", "odd_field": "ST-PAIR-9", "bye_points": "ST-PAIR-8",
    "bye_is_win": "ST-PAIR-8", "bye_resistance": "ST-RNK-6", "points_table": "ST-PTS-2", "bonus_points": "ST-PTS-11",
    "standings_order": "ST-RNK-17", "forfeit_points": "ST-LOSS-8", "material": "ST-MAT-2",
    "half_rounding": "ST-GAM-7", "massacre_scale": "ST-GAM-14", "terrain_table": "ST-TER-8",
    "special_terrain": "ST-SPT-1", "marker_diameter_cm": "ST-MRK-1", "table_size": "ST-GEO-2",
    "scenario_layouts": "ST-GEO-13", "lost_dice_scoring": "ST-ADV-10", "failed_attack_bonus": "ST-DES-24",
    "diagonal_direction": "ST-DIA-2", "diagonal_pieces": "ST-DIA-4",
    "vote_counts": "HOUSE-AWARD-4",
}  # fmt: skip
STEAMROLLER_CLAUSES = {
    "self_check_in": "HOUSE-ENTRY-1",
    "size": "SR-TIME-5", "casters_per_list": "SR-LIST-11", "own_times": "SR-TIME-5", "late_entry": "SR-ROUND-9",
    "early_end": "SR-ROUND-6", "play_until_sole_leader": "SR-ROUND-8", "final_tie": "SR-RANK-4",
    "dropped_ranked": "SR-RANK-7", "kill_box_counts_as": "SR-S02-3", "scenario_15": "SR-S15-1",
    "edges_assigned": "SR-DEPL-2", "skip_condition_1": "SR-VWIN-3",
    "vote_counts": "HOUSE-AWARD-4",
}  # fmt: skip
DRAWN_OTHERWISE = (
    "allowed_ages", "scenario_by_round", "preset", "variants", "players", "awards", *options_form.IN_WORDS,
    "scenario_layouts", "bonus_points",
)  # fmt: skip
"""The settings the form asks for with controls of its own; players are entered at the desk."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A card of the page that opens an event."""

    id: str
    title: str
    about: str
    clause: ClauseId | None = None


@dataclass(frozen=True, slots=True)
class Keyword:
    """A variant of Steamroller as a box to tick or a number to fill in."""

    name: str
    label: str
    clause: ClauseId
    takes_number: bool
    value: Any


def presets() -> list[Preset]:
    """What the two sheets recommend, ready to open."""
    return [
        Preset("saga-one_day", _("SAGA, un jour"), _("Trois rondes suisses."), ClauseId("ST-RND-1")),
        Preset("saga-two_days", _("SAGA, deux jours"), _("Quatre rondes suisses, puis une ronde de classement."),
               ClauseId("ST-RND-2")),
        Preset("steamroller", "Steamroller 2011", _("Les règles de base, autant de rondes qu'il faut."),
               ClauseId("SR-ROUND-4")),
        *(Preset(f"steamroller-{row.id}", _combination(row), _keywords(row), row.clause) for row in ready_made()),
    ]  # fmt: skip


def _combination(row: ReadyMade) -> str:
    named = word(f"preset-{row.id}")
    return f"{named} « {row.nickname} »" if row.nickname else named


def _keywords(row: ReadyMade) -> str:
    """The keywords of a combination in the reader's language: the notation itself is French [SR-KEY-1]."""
    variants = read_variants(row.keywords)
    if language() == "fr" or isinstance(variants, Refusal):
        return row.keywords
    rows = {each.id: each for each in keyword_rows()}
    return ", ".join(keyword_words(rows[each.id], each) for each in keywords_of(variants))


def begin(request: HttpRequest) -> Format | None:
    """The settings the form begins with: a preset's, or those of a past event without its players."""
    copied = next((event for event in _past(request) if event.stream == request.GET.get("copy")), None)
    if copied is not None:
        return settings_again(copied)
    return preset_settings(request.GET.get("preset", ""))


def settings_again(past: Header) -> Format:
    """The settings of a past event, its awards as they were in the end, without its players."""
    settings: Format = decode(bytes(past.settings), AnySettings)
    view: View = view_of(past.stream, ORGANISER)
    return msgspec.structs.replace(settings, players={}, awards=tuple(award.rule for award in view.awards))


def preset_settings(id: str) -> Format | None:
    """The settings of a preset; None for an unknown one."""
    format, _dash, name = id.partition("-")
    if format == "saga" and name in ("one_day", "two_days"):
        return SagaSettings(allowed_ages=("dark",), preset=name)
    if id == "steamroller":
        return SteamrollerSettings(size=35)
    row = next((row for row in ready_made() if format == "steamroller" and row.id == name), None)
    if row is None:
        return None
    variants = read_variants(row.keywords)
    assert not isinstance(variants, Refusal), "ready-made combinations are read by a test [SR-PRESET-5]"
    return SteamrollerSettings(size=row.size or SIZES.get(row.id, 35), variants=variants)


def _past(request: HttpRequest) -> list[Header]:
    """The events whose settings this account may look at: its own, and all of them for the machine's organiser."""
    user, rows = account(request), Stream.objects.order_by("-opened")
    if user is None or not user.is_superuser:
        rows = rows.filter(owner=user)
    headers = (decode(row.header, Header) for row in rows[:MOST_LOOKED_THROUGH])
    return [header for header in headers if header.engine == "tournament"]


def context(request: HttpRequest, fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """The cards, or the form with its own controls."""
    named = {field.name: field for field in fields}
    saga = "allowed_ages" in named
    clauses = SAGA_CLAUSES if saga else STEAMROLLER_CLAUSES
    chosen = bool(request.GET.get("preset") or request.GET.get("copy") or request.method == "POST")
    return {
        "chosen": chosen,
        "presets": presets(),
        "past": [] if chosen else _past(request)[:MOST_PAST],
        "saga": saga,
        "awards": request.POST.get("awards", "") if request.method == "POST" else named["awards"].value,
        "settings": [
            (_may_stay_empty(field), clauses.get(field.name)) for field in fields if field.name not in DRAWN_OTHERWISE
        ],
        **(_saga(request, named) if saga else _steamroller(request, named)),
    }


def _may_stay_empty(field: Field) -> Field:
    """The parts of a group that is optional as a whole: a browser must not insist on them."""
    if field.required:
        return field
    return replace(field, parts=tuple(replace(part, required=False) for part in field.parts))


def _saga(request: HttpRequest, named: Mapping[str, Field]) -> Mapping[str, Any]:
    posted = request.method == "POST"
    ages = set(request.POST.getlist("age") if posted else str(named["allowed_ages"].value).split())
    ages |= {age.value for group in GROUPS if group in ages for age in ages_of_group(group)}
    planned = request.POST.getlist("scenario") if posted else str(named["scenario_by_round"].value).split()
    preset = request.POST.get("preset", "") if posted else str(named["preset"].value)
    begun = begin(request)
    return {
        **options_form.context({} if begun is None else to_plain(begun), request.POST if posted else None),
        "bonus": request.POST.get("bonus", "") if posted else bonus_form.written(getattr(begun, "bonus_points", ())),
        "preset": preset,
        "presets_of_rounds": (("one_day", _("3 rondes suisses")), ("two_days", _("4 rondes suisses et le classement"))),
        "groups": [(word(f"group-{group}"), [(age.value, word(age), age.value in ages) for age in ages_of_group(group)])
                   for group in GROUPS],
        "plan": [(number, planned[number - 1] if number <= len(planned) else "") for number in range(1, 7)],
        "scenarios": [(row.id, scenario_name(row.id, language())) for row in saga_scenarios()],
    }  # fmt: skip


def _steamroller(request: HttpRequest, named: Mapping[str, Field]) -> Mapping[str, Any]:
    parts = {part.name.removeprefix("variants."): part.value for part in named["variants"].parts}
    slugs = request.POST.getlist("scenario") if request.method == "POST" else str(parts.get("scenarios", "")).split()
    return {
        "keywords": [
            Keyword(f"variants.{row.id}", row.french if language() == "fr" else row.english, row.clause,
                    row.values is not None, parts.get(row.id))
            for row in keyword_rows() if row.id != "scenarios"
        ],
        "plan": [(place, slugs[place - 1] if place <= len(slugs) else "")
                 for place in range(1, max(MOST_ANNOUNCED, len(slugs)) + 1)],
        "scenarios": [(row.id, scenario_name(row.id, language()))
                      for row in rotation.pool(1000, kill_box=True, demolition=True)],
        "in_order": parts.get("scenarios_in_order"),
    }  # fmt: skip


def read(posted: QueryDict) -> Any:
    """The settings as plain values; ages and scenarios come from boxes and lists."""
    scenarios = [slug for slug in posted.getlist("scenario") if slug]
    if posted.get("format") == "steamroller":
        plain = forms.read(SteamrollerSettings, posted)
        own_scenario.check(plain.get("scenario_15") or "")
        return plain | {"variants": {**plain["variants"], "scenarios": scenarios}}
    ages = [age for age in posted.getlist("age") if age in set(Age)]
    plain = forms.read(SagaSettings, posted, skip=(*options_form.IN_WORDS, "scenario_layouts", "bonus_points"))
    bonuses = to_plain(bonus_form.read(posted.get("bonus", "")))
    own = {"allowed_ages": ages, "scenario_by_round": scenarios, "bonus_points": bonuses}
    return plain | own | options_form.read(posted)
