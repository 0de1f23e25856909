"""Results at the desk: by table number from the keyboard, in a form, or corrected after a look at what it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import msgspec
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.kernel import CommandId, Malformed, Refusal, Seat, StreamId, from_plain
from heraut.tournament.corrections import Consequences, consequences
from heraut.tournament.format import Report
from heraut.tournament.results import CorrectResult, SettleResult
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.steamroller.scoring import SteamrollerReport, WinKind
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
    reader = shorthand.read_saga if isinstance(state.settings, SagaSettings) else shorthand.read_steamroller
    report = reader(rest, table.seats)
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
        report = read_report(request.POST, game.view, found.table.seats)
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
    counted = found.table.result.report if found.table.result else None
    sheet = report_of(StreamId(found.table.match)) if found.table.match else None
    return render(
        request,
        "tournament/table.html",
        {
            **common(game),
            "shown": found.round,
            "table": found.table,
            "announced": announced(found.table),
            "action": reverse("tournament:table", args=[game.stream, found.round.number, found.table.number]),
            "fault": fault,
            "faults": faults(refusal, language(), names(game, language())),
            "changes": coming_changes,
            "moves": None if coming_changes is None else moves(coming_changes),
            "filled": filled(report or counted),
            "carried": hidden(report, found.table.seats) if report and coming_changes else (),
            "sheet": hidden(sheet, found.table.seats) if sheet is not None and sheet != counted else (),
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


def hidden(report: Report, seats: tuple[Seat, Seat]) -> list[tuple[str, str]]:
    """The fields that send a report again."""
    if isinstance(report, SagaReport):
        ended = f"sudden-{report.sudden_loss}" if report.sudden_loss else f"forfeit-{report.forfeit}"
        over = report.sudden_loss or report.forfeit
        points = [(f"points-{seat}", str(report.victory_points.get(seat, 0))) for seat in seats]
        return [*points, ("first", report.first_player or ""), ("ended", ended if over else "")]
    assert isinstance(report, SteamrollerReport)
    both = [(f"control-{seat}", str(report.control_points.get(seat, 0))) for seat in seats]
    both += [(f"destroyed-{seat}", str(report.destroyed.get(seat, 0))) for seat in seats]
    box = [("kill_box", "on")] if report.kill_box else []
    return [*both, *box, ("winner", report.winner or ""), ("kind", report.kind.value if report.kind else "")]


def announced(table: TableView) -> list[tuple[Seat, Report, list[tuple[str, str]]]]:
    """Each player's word on a game as far as one may know it, with the fields that make it the result."""
    return [(seat, report, hidden(report, table.seats)) for seat, report in table.reports.items()]


def read_report(posted: QueryDict, view: View, seats: tuple[Seat, Seat]) -> Report:
    """A result as the form of a table sends it; the same for officials and for the two players."""
    return _read_saga(posted, seats) if view.format == "saga" else _read_steamroller(posted, seats)


def _read_saga(posted: QueryDict, seats: tuple[Seat, Seat]) -> SagaReport:
    how, _dash, who = posted.get("ended", "").partition("-")
    lost = next((seat for seat in seats if seat == who), None)
    first = next((seat for seat in seats if seat == posted.get("first")), None)
    return SagaReport(
        {seat: int(posted.get(f"points-{seat}") or 0) for seat in seats},
        first_player=first,
        sudden_loss=lost if how == "sudden" else None,
        forfeit=lost if how == "forfeit" else None,
    )


def _read_steamroller(posted: QueryDict, seats: tuple[Seat, Seat]) -> SteamrollerReport:
    told: SteamrollerReport = from_plain(
        {
            "format": "steamroller",
            "winner": posted.get("winner") or None,
            "kind": posted.get("kind") or None,
            "control_points": {seat: int(posted.get(f"control-{seat}") or 0) for seat in seats},
            "destroyed": {seat: int(posted.get(f"destroyed-{seat}") or 0) for seat in seats},
            "kill_box": "kill_box" in posted,
        },
        SteamrollerReport,
    )
    return told
