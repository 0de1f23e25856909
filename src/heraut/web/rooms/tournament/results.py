"""Results at the desk: by table number from the keyboard, in a form, or corrected after a look at what it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel import CommandId, Malformed, Refusal, Seat, StreamId
from heraut.tournament.corrections import Consequences, consequences
from heraut.tournament.format import Report
from heraut.tournament.results import CorrectResult, SettleResult
from heraut.tournament.steamroller.scoring import WinKind
from heraut.tournament.view import RoundView, TableView, View
from heraut.web.access import Action
from heraut.web.desk import submit
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.lengthy import leaf
from heraut.web.offers import new_id
from heraut.web.rooms.match.delivery import report_of
from heraut.web.rooms.tournament import shorthand
from heraut.web.rooms.tournament.badges import check_in_by, scanned
from heraut.web.rooms.tournament.board import moves, standings
from heraut.web.rooms.tournament.formats import Fields, Pages, pages_of
from heraut.web.rooms.tournament.lengthy import FEW
from heraut.web.rooms.tournament.officials import for_officials, speaker
from heraut.web.rooms.tournament.words import scenario_name
from heraut.web.says import faults, names
from heraut.web.views.game import common, hand_in, show


@dataclass(frozen=True, slots=True)
class Found:
    """A table of a published round."""

    round: RoundView
    table: TableView


@require_POST
@needs(Action.SPEAK)
@for_officials
def typed(request: HttpRequest, game: Game) -> HttpResponse:
    """A result by table number: "12 23 19". One that counts already leads to its correction."""
    line = request.POST.get("line", "")
    if scanned(line):
        return check_in_by(request, game, line)
    read, state = shorthand.table_number(line), game.history.state  # for officials, and quicker than their whole view
    if isinstance(read, shorthand.Unreadable) or not state.rounds:
        return _not_read(request, game, line)
    number, rest = read
    played = state.rounds[-1]
    table = played.tables.get(number)
    if table is None:
        fault = _("Il n'y a pas de table %s dans cette ronde.") % number
        return show(request, game, fault=fault, status=400, typed=request.POST)
    report = pages_of(game).read_line(rest, table.seats)
    if isinstance(report, shorthand.Unreadable):
        return _not_read(request, game, line)
    if table.result is not None:
        return _look(request, game, _found(game.view, played.number, number), report)
    return hand_in(request, game, SettleResult(seat=speaker(game), round=played.number, table=number, report=report))


def _not_read(request: HttpRequest, game: Game, line: str) -> HttpResponse:
    fault = _("« %s » ne se lit pas. Écrivez la table puis les points, comme : 12 23 19.") % line
    return show(request, game, fault=fault, status=400, typed=request.POST)


@require_safe
@needs(Action.WATCH)
def round_page(request: HttpRequest, game: Game, number: int) -> HttpResponse:
    """A round that was published, game by game."""
    view: View = game.view
    if not 1 <= number <= len(view.played):
        raise Http404
    shown = view.played[number - 1]
    page = leaf(request, shown.tables)
    return render(
        request,
        "tournament/round_page.html",
        {
            **common(game),
            "shown": shown,
            "tables": page.object_list,
            "leaf": page,
            "scenario": scenario_name(shown.scenario, language()),
            "few": len(view.players) <= FEW,
        },
    )


@require_safe
@needs(Action.WATCH)
def standings_page(request: HttpRequest, game: Game) -> HttpResponse:
    """Every place, with its reason."""
    view: View = game.view
    page = leaf(request, view.standings)
    return render(
        request,
        "tournament/standings_page.html",
        {
            **common(game),
            "ranked": any(played.complete for played in view.played),
            "standings": standings(view, list(page.object_list)),
            "leaf": page,
            "few": len(view.players) <= FEW,
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK)
@for_officials
def table_page(request: HttpRequest, game: Game, number: int, table: int) -> HttpResponse:
    """One game for an official: its result, settled or corrected; more time, a ruling, a warning."""
    found = _found(game.view, number, table)
    if request.method != "POST":
        return _page(request, game, found)
    try:
        report = pages_of(game).read_report(request.POST, found.table.seats)
    except (Malformed, ValueError):
        return _page(request, game, found, fault=_("Écrivez les points en nombres entiers."), status=400)
    reason = request.POST.get("reason", "")
    if found.table.result is not None and "confirmed" not in request.POST:
        return _look(request, game, found, report, reason)
    kind = SettleResult if found.table.result is None else CorrectResult
    command = kind(seat=speaker(game), round=number, table=table, report=report, reason=reason)
    sent = CommandId(request.POST.get("command_id") or new_id())
    outcome = submit(game.stream, command, command_id=sent, actor=game.visitor.actor, sender=game.visitor.sender)
    if isinstance(outcome, Refusal):
        return _page(request, game, found, refusal=outcome, status=409)
    return redirect("game", stream=game.stream)


def _found(view: View, number: int, table: int) -> Found:
    played = view.played[number - 1] if 1 <= number <= len(view.played) else None
    seated = next((each for each in played.tables if each.number == table), None) if played else None
    if played is None or seated is None:
        raise Http404
    return Found(played, seated)


def _look(request: HttpRequest, game: Game, found: Found, report: Report, reason: str = "") -> HttpResponse:
    """What the correction would change, before it is made [ST-PAIR-11]."""
    coming = consequences(game.history.state, found.round.number, found.table.number, report)
    if isinstance(coming, Refusal):
        return _page(request, game, found, refusal=coming, status=409)
    return _page(request, game, found, coming_changes=coming, report=report, reason=reason)


def _page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: Game,
    found: Found,
    *,
    fault: str = "",
    refusal: Refusal | None = None,
    coming_changes: Consequences | None = None,
    report: Report | None = None,
    reason: str = "",
    status: int = 200,
) -> HttpResponse:
    pages = pages_of(game)
    counted = found.table.result.report if found.table.result else None
    sheet = report_of(StreamId(found.table.match)) if found.table.match else None
    return render(
        request,
        "tournament/table.html",
        {
            **common(game),
            "shown": found.round,
            "table": found.table,
            "announced": announced(pages, found.table),
            "action": reverse("tournament:table", args=[game.stream, found.round.number, found.table.number]),
            "fault": fault,
            "faults": faults(refusal, language(), names(game, language())),
            "changes": coming_changes,
            "moves": None if coming_changes is None else moves(coming_changes),
            "filled": filled(report or counted),
            "carried": pages.report_fields(report, found.table.seats) if report and coming_changes else (),
            "sheet": pages.report_fields(sheet, found.table.seats) if sheet is not None and sheet != counted else (),
            "sheet_report": sheet,
            "reason": reason,
            "win_kinds": [kind.value for kind in WinKind],
        },
        status=status,
    )


def filled(report: Report | None) -> dict[str, Any]:
    """What a form shows of a report."""
    empty: dict[str, Any] = {"victory_points": {}, "control_points": {}, "destroyed": {}}
    return empty if report is None else empty | msgspec.structs.asdict(report)


def announced(pages: Pages, table: TableView) -> list[tuple[Seat, Report, Fields]]:
    """Each player's word on a game as far as one may know it, with the fields that make it the result."""
    return [(seat, report, pages.report_fields(report, table.seats)) for seat, report in table.reports.items()]
