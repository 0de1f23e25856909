"""Score kept by positions: where units stand is worked out into the plain facts of the turn, which the sheet keeps."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel.codec import Malformed, decode, to_plain
from heraut.kernel.refusal import Refusal
from heraut.scenario.definition import ElementKind, Scenario
from heraut.scenario.facts import Facts
from heraut.scenario.scoring import Awards, Control, Held, Presence
from heraut.scenario.turns import EndTurn, PointsScored, TurnEnded
from heraut.scenario.view import MatchView
from heraut.speech.sentences import say_because, say_fault
from heraut.warband.army_line import EntryKind
from heraut.web import commands
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.match.builder import ground, with_pieces
from heraut.web.rooms.match.scenario import called_elements, names, picture_of, plan_of, played, settings_of
from heraut.web.rooms.match.turn_form import facts_words, turn_words, turns
from heraut.web.views.game import common


def way(scenario: Scenario) -> str:
    """How the scenario takes positions: `units`, `claims`, `entries`, or not at all."""
    match scenario.scoring:
        case Awards():
            return "entries"
        case Presence() | Control():
            return "units"
        case Held():
            return "claims"
        case _:
            return ""


@require_safe
@needs(Action.SPEAK)
def stand(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The table of the turn under way, to put units on."""
    view: MatchView = game.view
    scenario, marker_mm = played(game), settings_of(game).options.marker_mm
    called = called_elements(scenario, language())
    context = {
        "scenario": scenario,
        "way": way(scenario),
        "turns": turns(view, scenario),
        "turn_words": turn_words(scenario),
        "picture": with_pieces(picture_of(game), plan_of(game), names=names(game, language())),
        "plan": json.dumps({**ground(scenario, marker_mm), **_standing(game, scenario)}),
        "markers": tuple((one.id, called[one.id]) for one in scenario.of_kind(ElementKind.MARKER)),
        "entry_kinds": tuple(EntryKind),
    }
    return render(request, "match/positions.html", {**common(game), **context})


def _standing(game: VisitedGame, scenario: Scenario) -> Mapping[str, Any]:
    """Where everyone stood when that was last entered: both players begin from there."""
    sheet = game.view.sheet
    turn = f"{game.stream}-{len(sheet.turns)}" if sheet else game.stream
    stood = (sheet.entries if way(scenario) == "entries" else sheet.units) if sheet else ()
    return {"way": way(scenario), "turn": turn, "standing": to_plain(stood)}


@require_POST
@needs(Action.SPEAK)
def standing(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What the turn would say, were it ended with these units there; nothing is written."""
    try:
        facts: Facts = decode(form_of(request).get("facts", ""), Facts)
    except Malformed as error:
        return JsonResponse({"ok": False, "told": [str(error)]}, status=400)
    return JsonResponse(_worked_out(game, facts), json_dumps_params={"ensure_ascii": False})


def _worked_out(game: VisitedGame, facts: Facts) -> Mapping[str, Any]:
    assert game.visitor.seat is not None
    known, spoken = names(game, language()), language()
    coming = commands.events(game, EndTurn(game.visitor.seat, facts))
    if isinstance(coming, Refusal):
        return {"ok": False, "told": [f"{say_fault(one, spoken, known)} [{one.clause}]" for one in coming.all()]}
    events, _reveals = coming
    ended = [event for event in events if isinstance(event, TurnEnded)]
    lines = [say_because(event.line.because, spoken, known) for event in events if isinstance(event, PointsScored)]
    return {"ok": True, "told": [*(facts_words(event.facts, known, spoken) for event in ended), *lines]}
