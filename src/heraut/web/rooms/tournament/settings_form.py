"""Opening an event: from a preset, or like a past one, with the clause beside each setting."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

import msgspec
from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext as _

from heraut.kernel import ORGANISER, ClauseId, Malformed, Refusal, decode
from heraut.kernel.journal import Header
from heraut.tournament.format import Format
from heraut.tournament.saga.bands import Age
from heraut.tournament.saga.organisation import presets as round_presets
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import ReadyMade, keyword_rows, keywords_of, read_variants, ready_made
from heraut.tournament.view import View
from heraut.web import forms
from heraut.web.forms import Field
from heraut.web.game import account, language, settings_in_force, view_of
from heraut.web.models import Stream
from heraut.web.rooms.match import options_form, own_scenarios
from heraut.web.rooms.tournament import little_tables, own_scenario, settings_layout
from heraut.web.rooms.tournament.formats import keyword_words
from heraut.web.rooms.tournament.settings_layout import suggested_scenarios
from heraut.web.sentences import word

MOST_LOOKED_THROUGH, MOST_PAST = 60, 12
SIZES = {"hardcore": 50, "limited_room_time": 35, "easy_going": 35}
"""A size to begin with where the sheet gives none; the organiser changes it on the form."""


@dataclass(frozen=True, slots=True)
class Preset:
    """A card of the page that opens an event."""

    id: str
    title: str
    about: str
    clause: ClauseId | None = None


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
    posted = {"saga": "saga-one_day", "steamroller": "steamroller"}.get(request.POST.get("format", ""), "")
    chosen = preset_settings(request.GET.get("preset", "") or posted)
    if isinstance(chosen, SagaSettings):
        return msgspec.structs.replace(chosen, scenario_by_round=suggested_scenarios(chosen.rounds))
    return chosen


def settings_again(past: Header) -> Format:
    """The settings of a past event, its awards as they were in the end, without its players."""
    settings: Format = settings_in_force(past.stream)
    view: View = view_of(past.stream, ORGANISER)
    return msgspec.structs.replace(
        settings, players={}, played_on="", awards=tuple(award.rule for award in view.awards)
    )


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


SOURCES: Mapping[type[Format], str] = {SagaSettings: "saga_tournament", SteamrollerSettings: "steamroller_2011"}
"""Whose scenarios an event of each format plays."""


def context(request: HttpRequest, fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """The cards, or the form with its own controls."""
    begun = begin(request)
    if begun is None:
        return {"chosen": False, "presets": presets(), "past": _past(request)[:MOST_PAST]}
    posted = request.POST if request.method == "POST" else None
    awards = next(field.value for field in fields if field.name == "awards")
    return {
        "chosen": True,
        "awards": posted.get("awards", "") if posted is not None else awards,
        **settings_layout.layout(begun, fields, posted),
        "own_scenarios": own_scenarios.choices(request, SOURCES[type(begun)]),
    }


IN_TABLES = ("points_table", "bonus_points", "forfeit_points", "special_costs", "own_times")


def read(posted: QueryDict) -> Any:
    """The settings as plain values; ages, scenarios and little tables have controls of their own."""
    scenarios, brought = own_scenarios.brought(posted)
    if posted.get("format") == "steamroller":
        plain = forms.read(SteamrollerSettings, posted, skip=("played_on", "own_scenarios", *IN_TABLES))
        own_scenario.check(plain.get("scenario_15") or "")
        own = {
            "variants": {**plain["variants"], "scenarios": scenarios},
            "own_scenarios": brought,
            **little_tables.read_steamroller(posted),
        }
        return plain | own | _date(posted)
    ages = [age for age in posted.getlist("age") if age in set(Age)]
    skipped = (*options_form.IN_WORDS, "scenario_layouts", "own_scenarios", "played_on", *IN_TABLES)
    plain = forms.read(SagaSettings, posted, skip=skipped)
    own = {
        "allowed_ages": ages,
        "scenario_by_round": scenarios,
        "own_scenarios": brought,
        **little_tables.read_saga(posted),
    }
    return _rounds(plain) | own | _date(posted) | options_form.read(posted)


def _date(posted: QueryDict) -> dict[str, str]:
    typed = posted.get("played_on", "").strip()
    if not typed:
        return {}
    try:
        return {"played_on": date.fromisoformat(typed).isoformat()}
    except ValueError:
        raise Malformed(_("« %s » n'est pas une date. Écrivez-la comme 2026-11-21.") % typed) from None


def _rounds(plain: dict[str, Any]) -> dict[str, Any]:
    """Rounds that are those of the preset are left to it [ST-RND-4]."""
    model = next((row for row in round_presets() if row.id == plain.get("preset", "one_day")), None)
    if model is not None and plain.get("swiss_rounds") == str(model.swiss_rounds):
        del plain["swiss_rounds"]
    if model is not None and plain.get("ranking_round") == str(model.ranking_round).lower():
        del plain["ranking_round"]
    return plain
