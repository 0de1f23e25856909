"""The scenario of a match: chosen with its options when it is opened, its picture, the names of what stands on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.kernel.codec import Malformed, to_plain
from heraut.press.diagram import diagram
from heraut.press.lettering import element_names
from heraut.press.rules import PlayConditions, scenario_rules
from heraut.scenario.arrangement import arranged
from heraut.scenario.definition import ElementKind, ExtraStep, Scenario, Source
from heraut.scenario.facts import SIDES
from heraut.scenario.library import Layout, every, find, marker_row
from heraut.scenario.placement import coming_id
from heraut.scenario.settings import MatchOptions, Settings
from heraut.scenario.terrain import TablePlan
from heraut.scenario.view import MatchView
from heraut.speech.sentences import Language, phrases
from heraut.web import forms, sentences
from heraut.web.forms import Field
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.match import options_form, own_scenarios
from heraut.web.rooms.match.own_scenarios import OWN
from heraut.web.rooms.match.source_pages import source_pages
from heraut.web.views.game import common

IN_WORDS = (*options_form.IN_WORDS, "layout", "marker_mm", "special_terrain")
"""Options the page asks for with controls of its own."""


def opening_context(request: HttpRequest, fields: tuple[Field, ...]) -> Mapping[str, Any]:
    """The scenario that the address names, all the others; every option of an event."""
    named = _named(fields)
    return {
        "chosen": f"{OWN}{query_of(request).get('own', '')}",
        "scenarios": grouped(),
        "own_scenarios": own_scenarios.choices(request),
        "named": named,
        "options": [named[name] for name in MatchOptions.__struct_fields__ if name not in IN_WORDS],
        **options_form.context({}),
    }


def _named(fields: tuple[Field, ...]) -> Mapping[str, Field]:
    """The fields by the names the page sends: the options beside what else fixes the match."""
    listed = tuple(replace(part, name=part.name.removeprefix("options.")) for each in fields for part in each.parts)
    named = {each.name: each for each in (*fields, *listed)}
    minutes = replace(named["minutes"], least=1, value=named["minutes"].value or "")
    casters = replace(named["casters"], kind="number", least=1)
    marker = replace(named["marker_mm"], least=marker_row().least_mm, most=marker_row().most_mm)
    own = {"minutes": minutes, "casters": casters, "marker_mm": marker, "scenario_layouts": named["layout"]}
    return {**named, **own}


def grouped() -> dict[Source, list[tuple[Scenario, str, str]]]:
    """Every scenario that can be played, by its source: with its name and what it is in a sentence."""
    spoken, found = language(), [one for one in every() if one.available]
    return {
        source: [(one, one.name(spoken), one.brief(spoken)) for one in found if one.source == source]
        for source in dict.fromkeys(one.source for one in found)
    }


def read_opening(posted: QueryDict) -> dict[str, Any]:
    """The settings from what the page sends; two players of one name keep two seats."""
    names = [name.strip() for name in posted.getlist("player") if name.strip()]
    players = {f"{slugify(name) or 'player'}-{place}": name for place, name in enumerate(names, start=1)}
    slug, definition = _chosen(posted.get("scenario", ""))
    options = {**forms.read(MatchOptions, posted, skip=IN_WORDS), **_options_in_words(slug, posted)}
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


def players_named(settings: Settings) -> str:
    """What a match is called when its form leaves the title empty."""
    return " – ".join(settings.players.values())


def _chosen(scenario: str) -> tuple[str, Scenario | None]:
    """The scenario of the rules, or one's own with what it says."""
    if not scenario.startswith(OWN):
        return scenario, None
    found = own_scenarios.playable(scenario.removeprefix(OWN))
    return ("", None) if found is None else (found.id, found)


def _options_in_words(slug: str, posted: QueryDict) -> dict[str, Any]:
    try:
        typed = options_form.read(posted)
    except Malformed as error:
        told = str(error).replace("$.scenario_layouts`", "$.layout`")  # what a match calls it
        raise forms.within("options", Malformed(told)) from error
    places, found = typed.pop("scenario_layouts", {}).get(slug, ()), find(slug)
    return typed if found is None or not places else {**typed, "layout": options_form.layout_of(found, places)}


def settings_of(game: VisitedGame) -> Settings:
    """What fixes the match."""
    settings: Settings = game.settings
    return settings


def played(game: VisitedGame) -> Scenario:
    """The scenario as this match plays it."""
    scenario = arranged(settings_of(game))
    assert isinstance(scenario, Scenario)
    return scenario


def plan_of(game: VisitedGame) -> TablePlan:
    """What lies on its table."""
    layout = Layout(played(game), settings_of(game).options.marker_mm)
    return TablePlan(layout, game.view.pieces, game.view.markers)


def picture_of(game: VisitedGame) -> SafeString:
    """Its diagram: our own SVG, every word in it escaped."""
    view: MatchView = game.view
    laid, marker_mm = view.phase not in ("rolling-off", "setting-up"), settings_of(game).options.marker_mm
    return mark_safe(diagram(played(game), language(), marker_mm=marker_mm, shown="untitled", laid=laid))


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Everything the scenario says, as this match plays it, with what all of its kind share [SR-DUTY-3]."""
    spoken, settings, scenario = language(), settings_of(game), played(game)
    how = PlayConditions(settings.options, edges_assigned=settings.edges_assigned)
    shared = source_pages(scenario).shared_rules(how, spoken)
    sections = (*scenario_rules(scenario, how, spoken), *shared)
    shown = {"scenario_name": scenario.name(spoken), "sections": sections}
    return render(request, "match/rules.html", {**common(game), **shown})


def names(game: VisitedGame, spoken: Language) -> Mapping[str, str]:
    """The names of seats, sides, markers and pieces in the sentences of a match."""
    view: MatchView = game.view
    return {
        **sentences.names(game, spoken),
        **_sides(view),
        **_elements(played(game), spoken),
        **{id: piece_name(id, kind, spoken) for id, kind in view.kinds.items()},
        **_coming(view),
    }


def coming_piece(view: MatchView) -> str:
    """What a piece that comes on top is called before it lies on the table."""
    return _("Décor spécial") if isinstance(view.step, ExtraStep) and view.step.by else _("Décor")


def _coming(view: MatchView) -> Mapping[str, str]:
    """The same by the id it will have."""
    return {coming_id(view.step, view.pieces): coming_piece(view)} if isinstance(view.step, ExtraStep) else {}


def _sides(view: MatchView) -> Mapping[str, str]:
    return {} if view.first is None else {side: view.players[view.seat(side)] for side in SIDES}


def called_elements(scenario: Scenario, spoken: Language) -> Mapping[str, str]:
    """Elements as the picture tells them: SAGA's markers by number, zones, flags and objectives by their names."""
    numbered = {one.id: str(number) for number, one in enumerate(scenario.of_kind(ElementKind.MARKER), start=1)}
    return {**element_names(scenario, spoken), **numbered}


def _elements(scenario: Scenario, spoken: Language) -> Mapping[str, str]:
    """The same in a sentence: objective 1, 2, 3…; a player's own markers by their number too."""
    marker = phrases(spoken)["words"]["scenario:marker"]
    called = called_elements(scenario, spoken)
    fixed = {id: f"{marker} {name}" if name.isdecimal() else name for id, name in called.items()}
    own = {f"{side}_{number}": f"{marker} {number}" for side in SIDES for number in range(1, scenario.markers_each + 1)}
    return {**fixed, **own}


def piece_name(id: str, kind: str, spoken: Language) -> str:
    """A piece by what it is and its number: “Bois 1”."""
    return f"{kind_name(kind, spoken)} {id.rpartition('-')[2]}"


def kind_name(kind: str, spoken: Language) -> str:
    """A type of terrain with a capital; an event's own types are named already."""
    words = phrases(spoken)["words"]
    said = words.get(f"scenario:terrain-{kind}") or words.get(f"scenario:{kind}") or kind
    return said[:1].upper() + said[1:]
