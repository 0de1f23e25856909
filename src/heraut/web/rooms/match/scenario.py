"""The scenario a match plays: its picture, and the names of what stands on it."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from heraut.press.diagram import diagram
from heraut.press.rules import Played, reference_rules, scenario_rules
from heraut.scenario.definition import Kind, Scenario
from heraut.scenario.facts import SIDES
from heraut.scenario.settings import Settings, arranged
from heraut.scenario.view import MatchView
from heraut.speech import Language, phrases
from heraut.web import sentences
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.views.game import common


def settings_of(game: Game) -> Settings:
    """What fixes the match."""
    settings: Settings = game.settings
    return settings


def played(game: Game) -> Scenario:
    """The scenario as this match plays it."""
    scenario = arranged(settings_of(game))
    assert isinstance(scenario, Scenario)
    return scenario


def picture_of(game: Game) -> SafeString:
    """Its diagram: our own SVG, every word in it escaped."""
    view: MatchView = game.view
    laid, marker_mm = view.phase not in ("rolling-off", "setting-up"), settings_of(game).options.marker_mm
    return mark_safe(diagram(played(game), language(), marker_mm=marker_mm, shown="untitled", laid=laid))


@require_safe
@needs(Action.WATCH)
def rules(request: HttpRequest, game: Game) -> HttpResponse:
    """Everything the scenario says, as this match plays it, with what all of its kind share [SR-DUTY-3]."""
    spoken, settings, scenario = language(), settings_of(game), played(game)
    how = Played(settings.options, edges_assigned=settings.edges_assigned)
    shared = reference_rules(how, spoken) if scenario.source == "steamroller_2011" else ()
    sections = (*scenario_rules(scenario, how, spoken), *shared)
    shown = {"scenario_name": scenario.names[spoken], "sections": sections}
    return render(request, "match/rules.html", {**common(game), **shown})


def names(game: Game, spoken: Language) -> Mapping[str, str]:
    """The names of seats, sides, markers and pieces in the sentences of a match."""
    view: MatchView = game.view
    return {
        **sentences.names(game, spoken),
        **_sides(view),
        **_markers(played(game), spoken),
        **{id: piece_name(id, kind, spoken) for id, kind in view.kinds.items()},
    }


def _sides(view: MatchView) -> Mapping[str, str]:
    if view.first is None:
        return {}
    second = next(seat for seat in view.players if seat != view.first)
    return dict(zip(SIDES, (view.players[view.first], view.players[second]), strict=True))


def element_names(scenario: Scenario) -> Mapping[str, str]:
    """Elements as the picture names them: SAGA's markers by number, the others by their letters."""
    numbered = {one.id: str(number) for number, one in enumerate(scenario.of_kind(Kind.MARKER), start=1)}
    return {**{one.id: one.id for one in scenario.elements}, **numbered}


def _markers(scenario: Scenario, spoken: Language) -> Mapping[str, str]:
    """Objective 1, 2, 3…; a player's own markers by their number too."""
    marker = phrases(spoken)["words"]["scenario:marker"]
    fixed = {id: f"{marker} {name}" for id, name in element_names(scenario).items() if name.isdecimal()}
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
