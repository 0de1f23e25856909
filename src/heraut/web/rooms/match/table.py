"""
The table of a match on the scenario's picture: pieces and markers dragged under the verdict of every limit.

Where a match keeps its score by positions, where units stand is worked out into the plain facts of the turn, which the
sheet keeps.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel.codec import Malformed, decode, to_plain
from heraut.kernel.refusal import Refusal
from heraut.scenario.definition import (
    ChooseStep,
    ElementKind,
    ExtraStep,
    MarkersStep,
    MoveStep,
    PlaceStep,
    Property,
    PutStep,
    Scenario,
    Size,
)
from heraut.scenario.deployment import DeployUnits, Muster
from heraut.scenario.facts import Facts, Side
from heraut.scenario.placement import as_placed
from heraut.scenario.scoring import Awards, Control, Held, Presence
from heraut.scenario.state import ChosenPiece
from heraut.scenario.terrain import Outline, Piece, PlacedMarker
from heraut.scenario.turns import EndTurn, PointsScored, TurnEnded
from heraut.scenario.view import MatchView
from heraut.speech.sentences import say_because, say_fault
from heraut.table.shapes import Point, Polygon, centre, inches
from heraut.warband.army_line import EntryKind
from heraut.web import commands
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of, query_of
from heraut.web.rooms.match.builder import disc, ground, judged, moved, outlines, properties, still_open, with_pieces
from heraut.web.rooms.match.scenario import (
    called_elements,
    coming_piece,
    names,
    picture_of,
    piece_name,
    plan_of,
    played,
    settings_of,
)
from heraut.web.rooms.match.sheet_forms import facts_words, turns
from heraut.web.rooms.match.source_pages import source_pages
from heraut.web.views.game import common

NEW = "new"
"""What a piece that comes on top is called while it is held."""


@dataclass(frozen=True, slots=True)
class Draggable:
    """Something to drag: its outline where it starts."""

    id: str
    name: str
    size: Size
    shape: Outline


@require_safe
@needs(Action.WATCH)
def table(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The table with what lies on it, and the piece or marker to place or move now."""
    view: MatchView = game.view
    scenario = played(game)
    options = settings_of(game).options
    marker_mm = options.marker_mm
    held = _held(view, scenario, marker_mm)
    command = _command(view)
    data = {
        **ground(scenario, marker_mm),
        "pieces": [] if command == "MovePiece" else [{**to_plain(one), "name": _name(one)} for one in view.pieces],
        "markers": to_plain(view.markers),
        "waiting": [{"id": one.id, "name": one.name, "size": one.size, "shape": one.shape} for one in held],
    }
    context = {
        "scenario": scenario,
        "picture": with_pieces(picture_of(game), plan_of(game), names={one.id: _name(one) for one in view.pieces}),
        "plan": json.dumps(data),
        "held": held,
        "command": command,
        "offer": still_open(scenario.source, options, view, game.legal),
        "properties": properties(scenario.source, options),
        "shape_names": tuple(outlines(Size.SMALL)),
        "choosing": isinstance(view.step, ChooseStep) or (isinstance(view.step, PutStep) and not held),
        "uncounted": [one.side for one in game.legal if isinstance(one, Muster)],
        "deployable": _deployable(game),
        "source": source_pages(scenario),
    }
    return render(request, "match/table.html", {**common(game), **context})


def _deployable(game: VisitedGame) -> tuple[int, int] | None:
    """How many units may be deployed in this step, at least and at most; None while nobody deploys."""
    offered = [len(one.units) for one in game.legal if isinstance(one, DeployUnits)]
    return (min(offered), max(offered)) if offered else None


def _command(view: MatchView) -> str:
    """What placing something means now."""
    match view.step:
        case MoveStep():
            return "MovePiece"
        case MarkersStep():
            return "PlaceMarker"
        case ExtraStep():
            return "AddPiece"
        case _:
            return "PlacePiece"


def _held(view: MatchView, scenario: Scenario, marker_mm: int) -> tuple[Draggable, ...]:
    """What may be dragged now: chosen pieces, pieces to move, one that comes on top, or the next marker."""
    wide, deep = scenario.table
    match view.step:
        case MoveStep():
            return tuple(Draggable(one.id, _name(one), one.size, one.shape) for one in view.pieces if not one.special)
        case MarkersStep():
            round_ = moved(disc(inches(marker_mm) / 2), wide / 2, deep / 2)
            return (Draggable("marker", _("Objectif"), Size.SMALL, round_),)
        case None:
            return ()
        case ExtraStep():
            return (Draggable(NEW, coming_piece(view), Size.SMALL, _block(Size.SMALL, (wide / 2, deep / 4))),)
        case _:
            return tuple(
                Draggable(one.id, _name(one), one.size, _block(one.size, _start(view, one, scenario)))
                for one in view.chosen
            )


def _start(view: MatchView, piece: ChosenPiece, scenario: Scenario) -> Point:
    """Where a chosen piece lies at first: in the area its step names, or in the half of who places it."""
    area = scenario.element(view.step.area) if isinstance(view.step, PutStep) and view.step.area else None
    if area is not None:
        return centre(area.shape(0))
    wide, deep = scenario.table
    return (wide / 2, deep * (0.25 if piece.side is Side.FIRST else 0.75))


def _name(piece: Piece | ChosenPiece) -> str:
    return piece_name(piece.id, piece.kind, language())


def _block(size: Size, at: Point) -> Outline:
    return moved(outlines(size)["block"], *at)


@require_safe
@needs(Action.WATCH)
def verdict(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What every limit says of the piece or marker where it is held now, and where else it could lie."""
    view: MatchView = game.view
    asked = query_of(request)
    subject = _subject(view, asked.get("piece", ""), read_shape(request), asked.getlist("properties"))
    plan = plan_of(game) if subject is None else plan_of(game).with_one(subject)
    known = {**names(game, language()), NEW: coming_piece(view), "marker": _("Objectif")}
    return JsonResponse(judged(plan, subject, known), json_dumps_params={"ensure_ascii": False})


def read_shape(request: HttpRequest) -> Outline:
    """The outline in the address; nothing if it cannot be read."""
    try:
        found: Outline = decode(query_of(request).get("shape", "[]"), Outline)
    except Malformed:
        return ()
    return found


def _subject(view: MatchView, id: str, shape: Outline, said: Collection[str]) -> Piece | PlacedMarker | None:
    """What is held, where it is held; what a piece that comes on top does is said with it."""
    step = view.step
    match step:
        case MarkersStep(first=first) if shape:
            counts = [sum(1 for marker in view.markers if marker.by is side) for side in (first, first.other)]
            by = first if counts[0] <= counts[1] else first.other
            return PlacedMarker("marker", by, *centre(Polygon(shape)))
        case MoveStep(by=by):
            piece = next((one for one in view.pieces if one.id == id), None)
            return None if piece is None else piece.moved(shape, by)
        case ExtraStep(by=owner):
            does = tuple(one for one in Property if one in said)
            return Piece(id=NEW, shape=shape, by=owner, properties=does, special=owner is not None)
        case PlaceStep() | PutStep():
            chosen = next((one for one in view.chosen if one.id == id), None)
            return None if chosen is None else as_placed(chosen, step, shape)
        case _:
            return None


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
        "turn_words": source_pages(scenario).turn_words,
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
