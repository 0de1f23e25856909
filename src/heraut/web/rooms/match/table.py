"""The table builder: pieces dragged on the scenario's picture, with the verdict of every limit."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.kernel import ClauseId, Malformed, decode, to_plain
from heraut.press.diagram import HEAD, SCALE, SIDE_MARGIN
from heraut.scenario.data import Scenario
from heraut.scenario.layout import Layout
from heraut.scenario.pieces import Outline, Piece, PlacedMarker, Verdict
from heraut.scenario.setup import Move, Put, SetMarkers, Size
from heraut.scenario.terrain import TablePlan
from heraut.scenario.view import MatchView
from heraut.speech import phrases, say_fault
from heraut.table import Polygon, centre, inches
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.match.scenery import picture_of, played, settings_of
from heraut.web.views.game import common

SIDE = {Size.SMALL: (5, 4), Size.LARGE: (9, 7)}
"""How large a piece is drawn before somebody changes it, in inches: the rules give no measures."""


@dataclass(frozen=True, slots=True)
class Held:
    """Something to drag: its outline where it starts."""

    id: str
    kind: str
    shape: Outline


@dataclass(frozen=True, slots=True)
class Told:
    """One verdict as people read it."""

    clause: ClauseId
    ok: bool
    text: str


@require_safe
@needs(Action.WATCH)
def table(request: HttpRequest, game: Game) -> HttpResponse:
    """The table with what lies on it, and the piece or marker to place or move now."""
    view: MatchView = game.view
    scenario = played(game)
    held = _held(view, scenario, settings_of(game).options.marker_mm)
    plan = {
        "scale": SCALE,
        "left": SIDE_MARGIN,
        "top": HEAD,
        "height": scenario.table[1],
        "pieces": [] if isinstance(view.step, Move) else to_plain(view.pieces),
        "markers": to_plain(view.markers),
        "waiting": [{"id": one.id, "shape": one.shape} for one in held],
    }
    words = {"scenario": scenario, "picture": picture_of(game), "plan": json.dumps(plan), "held": held}
    return render(request, "match/table.html", {**common(game), **words, "command": _command(view)})


def _command(view: MatchView) -> str:
    """What placing something means now."""
    match view.step:
        case Move():
            return "MovePiece"
        case SetMarkers():
            return "PlaceMarker"
        case _:
            return "PlacePiece"


def _held(view: MatchView, scenario: Scenario, marker_mm: int) -> tuple[Held, ...]:
    """What may be dragged now: chosen pieces, pieces to move, or the next marker."""
    x, y = scenario.table[0] / 2, scenario.table[1] / 4
    match view.step:
        case Move():
            return tuple(Held(one.id, one.kind, one.shape) for one in view.pieces if not one.special)
        case SetMarkers():
            return (Held("marker", "marker", _round(x, scenario.table[1] / 2, inches(marker_mm) / 2)),)
        case _:
            return tuple(Held(one.id, one.kind, _block(x, y, *SIDE[one.size])) for one in view.chosen)


def _block(x: float, y: float, wide: float, deep: float) -> Outline:
    across, along = wide / 2, deep / 2
    return ((x - across, y - along), (x + across, y - along), (x + across, y + along), (x - across, y + along))


def _round(x: float, y: float, radius: float) -> Outline:
    """A marker as it is drawn while it is held; it is measured by its centre."""
    angles = (2 * math.pi * part / 24 for part in range(24))
    return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)


@require_safe
@needs(Action.WATCH)
def verdict(request: HttpRequest, game: Game) -> HttpResponse:
    """What every limit says of the piece or marker where it is held now."""
    try:
        shape = decode(request.GET.get("shape", "[]"), tuple[tuple[float, float], ...])
    except Malformed:
        shape = ()
    found = _verdicts(game, request.GET.get("piece", ""), shape)
    return render(request, "match/verdict.html", {"told": tuple(_told(one) for one in found)})


def _verdicts(game: Game, id: str, shape: Outline) -> tuple[Verdict, ...]:
    view: MatchView = game.view
    subject = _subject(view, id, shape)
    if subject is None:
        return ()
    layout = Layout(played(game), settings_of(game).options.marker_mm)
    if isinstance(subject, PlacedMarker):
        return TablePlan(layout, view.pieces, (*view.markers, subject)).verdicts(subject)
    others = tuple(piece for piece in view.pieces if piece.id != subject.id)
    return TablePlan(layout, (*others, subject), view.markers).verdicts(subject)


def _subject(view: MatchView, id: str, shape: Outline) -> Piece | PlacedMarker | None:
    step = view.step
    match step:
        case SetMarkers(first=first) if shape:
            counts = [sum(1 for marker in view.markers if marker.by is side) for side in (first, first.other)]
            by = first if counts[0] <= counts[1] else first.other
            return PlacedMarker("marker", by, *centre(Polygon(shape)))
        case Move(by=by):
            piece = next((one for one in view.pieces if one.id == id), None)
            if piece is None:
                return None
            return msgspec.structs.replace(piece, shape=shape, was=piece.shape, moved_by=by)
        case _:
            chosen = next((one for one in view.chosen if one.id == id), None)
            if chosen is None:
                return None
            return Piece(
                id=chosen.id,
                size=chosen.size,
                kind=chosen.kind,
                shape=shape,
                by=step.placer if isinstance(step, Put) else chosen.side,
                properties=chosen.properties,
                area=step.area if isinstance(step, Put) else None,
            )


def _told(one: Verdict) -> Told:
    if not one.ok:
        return Told(one.clause, False, say_fault(one.refusal(), language()))
    text = phrases(language())["words"][f"limit-{one.code}"]
    measured = one.measured is not None and bool(one.limit) and one.measured != float("inf")
    return Told(one.clause, True, f"{text} : {one.measured:.1f}″ ({one.limit:g}″)" if measured else text)
