"""Opening a match: a scenario from the list, two names, and every option an event would give its table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, QueryDict
from django.utils.text import slugify

from heraut.kernel import to_plain
from heraut.scenario.definition import Scenario, Source
from heraut.scenario.library import every, find
from heraut.scenario.settings import Options
from heraut.web import forms
from heraut.web.forms import Field, fields, refilled
from heraut.web.game import language
from heraut.web.rooms.match import options_form, own_scenarios
from heraut.web.rooms.match.own_scenarios import OWN
from heraut.web.rooms.room import Room


@dataclass(frozen=True, kw_only=True)
class MatchRoom(Room):
    """The match's room; its opening page lists the scenarios."""

    def scenarios(self) -> tuple[tuple[Source, tuple[tuple[str, str], ...]], ...]:
        """Every described scenario, by source: id and name."""
        spoken = language()
        listed = [one for one in every() if one.available]
        sources = dict.fromkeys(one.source for one in listed)
        return tuple(
            (source, tuple((one.id, one.names[spoken]) for one in listed if one.source == source)) for source in sources
        )


IN_WORDS = (*options_form.IN_WORDS, "layout", "marker_mm", "special_terrain")
"""Options the page asks for with controls of its own."""


def again(request: HttpRequest, _fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """What was chosen and typed before, when the page comes back with what is wrong; every option of an event."""
    posted = request.POST if request.method == "POST" else None
    options = fields(Options, language(), skip=IN_WORDS)
    return {
        "chosen": request.POST.get("scenario", "") or f"{OWN}{request.GET.get('own', '')}",
        "players": request.POST.getlist("player"),
        "own_scenarios": own_scenarios.choices(request),
        "options": options if posted is None else refilled(options, posted),
        **options_form.context({}, posted),
    }


def read(posted: QueryDict) -> dict[str, Any]:
    """The settings from what the page sends; two players of one name keep two seats."""
    names = [name.strip() for name in posted.getlist("player") if name.strip()]
    players = {_seat(name, place): name for place, name in enumerate(names, start=1)}
    slug, definition = _chosen(posted.get("scenario", ""))
    options = {**forms.read(Options, posted, skip=IN_WORDS), **_in_words(slug, posted)}
    options["special_terrain"] = "special_terrain" in posted
    if marker := posted.get("marker_mm", "").strip():
        options["marker_mm"] = marker
    return {
        "scenario": slug,
        **({"definition": to_plain(definition)} if definition is not None else {}),
        "players": players,
        "options": options,
        "casters": dict.fromkeys(players, casters) if (casters := posted.get("casters", "").strip()) else {},
        "edges_assigned": "edges_assigned" in posted,
        "both_agree": True,
        **({"minutes": minutes} if (minutes := posted.get("minutes", "").strip()) else {}),
    }


def _chosen(scenario: str) -> tuple[str, Scenario | None]:
    """The scenario of the rules, or one's own with what it says."""
    if not scenario.startswith(OWN):
        return scenario, None
    found = own_scenarios.playable(scenario.removeprefix(OWN))
    return ("", None) if found is None else (found.id, found)


def _in_words(slug: str, posted: QueryDict) -> dict[str, Any]:
    typed = options_form.read(posted)
    places, found = typed.pop("scenario_layouts", {}).get(slug, ()), find(slug)
    return typed if found is None or not places else {**typed, "layout": options_form.layout_of(found, places)}


def _seat(name: str, place: int) -> str:
    return f"{slugify(name) or 'player'}-{place}"
