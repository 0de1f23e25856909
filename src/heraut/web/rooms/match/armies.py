"""
What is left of both armies, counted entry by entry: points lost and in the area, each with its reason.

At a table of an event the lists played there are the entries one begins with.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST, require_safe

from heraut.kernel.codec import Malformed, decode, to_plain
from heraut.kernel.names import Seat
from heraut.kernel.refusal import Refusal
from heraut.scenario.armies import Armies, ArmyCount, EntryCount
from heraut.scenario.facts import FieldedEntry, Side
from heraut.scenario.scoring import Awards
from heraut.scenario.signing import ArmiesCounted, CountArmies
from heraut.scenario.view import MatchView
from heraut.speech.sentences import say_because, say_fault
from heraut.tournament.view import TableView
from heraut.warband.army_line import EntryKind
from heraut.web import commands
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.match.builder import ToldVerdict
from heraut.web.rooms.match.delivery import event_of, format_of, table_of
from heraut.web.rooms.match.pages import context, may_count
from heraut.web.rooms.match.scenario import played, settings_of
from heraut.web.views.game import common


@require_safe
@needs(Action.SPEAK)
def armies(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The page where each entry says how much of it is left."""
    if not isinstance(played(game).scoring, Awards):
        raise Http404
    view: MatchView = game.view
    entries = view.counted.entries if view.counted and view.counted.entries else listed(game)
    own = {
        "begun": json.dumps({"stream": game.stream, "entries": to_plain(entries)}),
        "entry_kinds": tuple(EntryKind),
        "from_lists": bool(entries) and view.counted is None,
    }
    return render(request, "match/armies.html", {**common(game), **context(game), **own})


@require_POST
@needs(Action.SPEAK)
def counted(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """What these armies come to, were they counted so; nothing is written."""
    assert game.visitor.seat is not None
    try:
        entered: Armies = decode(form_of(request).get("armies", ""), Armies)
    except Malformed as error:
        return JsonResponse({"ok": False, "told": str(error)}, status=400)
    if not may_count(game, game.view):
        return JsonResponse({"ok": False, "told": ""}, status=409)
    coming = commands.events(game, CountArmies(game.visitor.seat, entered))
    if isinstance(coming, Refusal):
        return JsonResponse({"ok": False, "told": say_fault(coming, language())})
    outcomes = [event.outcome for event in coming[0] if isinstance(event, ArmiesCounted)]
    found = {army.side: _told(army, game.view) for outcome in outcomes if outcome for army in outcome.armies}
    return JsonResponse({"ok": True, "told": "", **found}, json_dumps_params={"ensure_ascii": False})


def _told(army: ArmyCount, view: MatchView) -> Mapping[str, Any]:
    return {
        "total": render_to_string("match/army.html", {"army": army, "view": view}),
        "entries": [_entry(one, tied=not view.decided) for one in army.entries],
    }


def _entry(one: EntryCount, *, tied: bool) -> Mapping[str, Any]:
    """How many points are lost, and why, as the verdicts of a table are told; the area only if it can decide."""
    found = [ToldVerdict(one.lost.because.clause, not one.lost.points, say_because(one.lost.because, language()))]
    if tied and one.in_area is not None:
        area = one.in_area
        found.append(ToldVerdict(area.because.clause, bool(area.points), say_because(area.because, language())))
    return {"lost": one.lost.points, "told": render_to_string("match/verdict.html", {"told": found})}


def listed(game: VisitedGame) -> tuple[FieldedEntry, ...]:
    """The lists played at the event's table, as far as the visitor may see them; what the sheet says is lost is."""
    at, first = settings_of(game).at, game.view.first
    if at is None or first is None or (event := event_of(at, game.visitor.seat)) is None:
        return ()
    table = table_of(event, at, game.stream)
    if table is None:
        return ()
    lists, format = {player.seat: player.lists for player in event.players}, format_of(at.event)
    found: list[FieldedEntry] = []
    left = {} if game.view.sheet is None else game.view.sheet.casters
    for seat in sorted(table.seats, key=lambda seat: seat != first):
        played_list = _list_played(table, seat, lists[seat])
        if played_list is not None:
            side = Side.FIRST if seat == first else Side.SECOND
            found += format.fielded(played_list, side, led=left.get(side, 1) > 0)
    return tuple(found)


def _list_played(table: TableView, seat: Seat, lists: Any) -> Any | None:
    """The list a player showed, once both have; the only list needs no showing [SR-PICK-5]."""
    if not isinstance(lists, tuple) or not lists:
        return None
    shown = table.choices.get(seat, 0) if set(table.seats) <= set(table.choices) else 0
    if 1 <= shown <= len(lists):
        return lists[shown - 1]
    return lists[0] if len(lists) == 1 else None
