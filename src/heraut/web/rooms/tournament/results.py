"""Results: from a phone, from the desk's keyboard or form, corrected after a look; each round's and the standings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.journal.desk import Accepted
from heraut.kernel.codec import Malformed
from heraut.kernel.message import Command
from heraut.kernel.names import Seat, StreamId
from heraut.kernel.refusal import Refusal
from heraut.tournament.corrections import Consequences, consequences
from heraut.tournament.format import Report
from heraut.tournament.results import CorrectResult, ReportResult, SettleResult, in_step
from heraut.tournament.view import RoundView, TableView, View, rounds_view
from heraut.web.forms import Field, say_fault, with_fault
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import form_of
from heraut.web.rooms.match.delivery import report_of
from heraut.web.rooms.tournament.display import moves, places, round_lines, scenario_name, standings
from heraut.web.rooms.tournament.entries import check_in_by, scanned
from heraut.web.rooms.tournament.format_pages import Fields, FormatPages, UnreadableList, table_number
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.sentences import names
from heraut.web.templating import leaf
from heraut.web.views.game import Page, common, hand_in, page_with, recorded, show, take_form


def own_table(shown: RoundView | None, me: Seat | None) -> TableView | None:
    """The player's table of a round."""
    if shown is None:
        return None
    return next((table for table in shown.tables if me in table.seats), None)


@require_POST
@needs(Action.SPEAK)
def report(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """One's word on one's game: both players' points, who went first, how it ended."""

    def read(_kind: type[Command], posted: QueryDict) -> Mapping[str, Any]:
        if (table := _own_game(game)) is None:
            raise Malformed(_("Vous n'avez pas de résultat à annoncer."))
        return {"report": pages_of(game).report_values(posted, table.seats)}

    return take_form(request, game, read, ReportResult, page=page_with(_report_filled))


def _own_game(game: VisitedGame) -> TableView | None:
    """The visitor's table of the last round, quicker than by a view of the event."""
    rounds = game.seen(rounds_view, game.visitor.seat)
    return own_table(rounds[-1] if rounds else None, game.visitor.seat)


def _report_filled(game: VisitedGame, _sent: QueryDict, fault: str) -> Mapping[str, Any]:
    """The phone's report with what is wrong beside its field."""
    if (table := _own_game(game)) is None:
        return {}
    fields = with_fault(report_form(game, table, game.view.played[-1].scenario), fault, language())
    return {"report_form": fields, "fault": say_fault(fault, language(), shown=fields)}


def report_form(game: VisitedGame, table: TableView, scenario: str, told: Fields = ()) -> tuple[Field, ...]:
    """The fields of a report about that game, one's own first, with what has been told of it."""
    pages, me = pages_of(game), game.visitor.seat
    seats = table.seats[::-1] if table.seats[1] == me else table.seats
    blank = pages.report_form(seats, names(game, language()), scenario, me)
    return tuple(_filled(field, told) for field in blank)


def _filled(field: Field, told: Fields) -> Field:
    values = tuple(value for name, value in told if name == field.name)
    value = values if field.kind == "several" else values[-1] if values else field.value
    return replace(field, parts=tuple(_filled(part, told) for part in field.parts), value=value)


def complete(game: VisitedGame, command: Command) -> Command:
    """A report that tells the same game as the opponent's tells it in the same words [ST-PTS-7]."""
    return game.seen(in_step, command) if isinstance(command, ReportResult) else command


@dataclass(frozen=True, slots=True)
class Found:
    """A table of a published round."""

    round: RoundView
    table: TableView


@require_POST
@needs(Action.SPEAK, officials=True)
def typed(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """A result by table number: "12 23 19". One that counts already leads to its correction."""
    line = form_of(request).get("line", "")
    if scanned(line):
        return check_in_by(request, game, line)
    read = table_number(line)
    rounds = game.seen(rounds_view, game.visitor.seat)  # quicker than the whole view of an official
    if isinstance(read, UnreadableList) or not rounds:
        return _not_read(request, game, line)
    number, rest = read
    played = rounds[-1]
    table = next((table for table in played.tables if table.number == number), None)
    if table is None:
        fault = _("Il n'y a pas de table %s dans cette ronde.") % number
        return show(request, game, fault=fault, status=400, typed=form_of(request))
    report = pages_of(game).read_line(rest, table.seats)
    if isinstance(report, UnreadableList):
        return _not_read(request, game, line)
    if table.result is not None and not game.has_sent(form_of(request).get("command_id", "")):
        return _look(request, game, Found(played, table), report)
    return hand_in(
        request, game, SettleResult(seat=game.visitor.speaker, round=played.number, table=number, report=report)
    )


def _not_read(request: HttpRequest, game: VisitedGame, line: str) -> HttpResponse:
    said = _("« %(line)s » ne se lit pas. Écrivez la table puis le résultat, comme : %(example)s.")
    fault = said % {"line": line, "example": pages_of(game).line_example}
    return show(request, game, fault=fault, status=400, typed=form_of(request))


@require_safe
@needs(Action.WATCH)
def round_page(request: HttpRequest, game: VisitedGame, number: int) -> HttpResponse:
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
            "lines_of_round": round_lines(game, shown, page.object_list),
            "leaf": page,
            "scenario": scenario_name(shown.scenario),
        },
    )


@require_safe
@needs(Action.WATCH)
def standings_page(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Every place, with its reason."""
    view: View = game.view
    page = leaf(request, view.standings)
    board = standings(game, list(page.object_list))
    return render(
        request,
        "tournament/standings_page.html",
        {
            **common(game),
            "ranked": any(played.complete for played in view.played),
            "standings": board,
            "places": places(game, board),
            "leaf": page,
        },
    )


@require_http_methods(["GET", "HEAD", "POST"])
@needs(Action.SPEAK, officials=True)
def table_page(request: HttpRequest, game: VisitedGame, number: int, table: int) -> HttpResponse:
    """One game for an official: its result, settled or corrected; more time, a ruling, a warning."""
    found = _found(game.view, number, table)
    if request.method != "POST":
        return _page(request, game, found)
    page = partial(_again, number=number, table=table)
    if "type" in form_of(request):
        return take_form(request, game, page=page)

    def read(_kind: type[Command], sent: QueryDict) -> Mapping[str, Any]:
        report = pages_of(game).report_values(sent, found.table.seats)
        return {"round": number, "table": table, "reason": sent.get("reason", ""), "report": report}

    kind = _settled_or_corrected(game, found.table, form_of(request))
    return take_form(request, game, read, kind, page=page, first=partial(_looked_at, found=found), then=_at_the_desk)


def _settled_or_corrected(game: VisitedGame, table: TableView, sent: QueryDict) -> type[Command]:
    """A correction is of what counts already; the result itself, when it comes again, corrects nothing."""
    again = "confirmed" not in sent and game.has_sent(sent.get("command_id", ""))
    return SettleResult if table.result is None or again else CorrectResult


def _looked_at(
    request: HttpRequest, game: VisitedGame, command: Command, _page: Page, *, found: Found
) -> HttpResponse | None:
    """A correction is looked at before it is made."""
    if not isinstance(command, CorrectResult) or "confirmed" in form_of(request):
        return None
    return _look(request, game, found, command.report, command.reason)


def _at_the_desk(request: HttpRequest, game: VisitedGame, outcome: Accepted) -> HttpResponse:
    answer = recorded(request, game, outcome)
    answer["HX-Replace-Url"] = reverse("game", args=[game.stream])  # the desk is on the page now
    return answer


def _again(
    request: HttpRequest, game: VisitedGame, *, number: int, table: int, typed: QueryDict | None = None, **said: Any
) -> HttpResponse:
    """The game again with what was typed: its result; or more time, a ruling, a warning."""
    return _page(request, game, _found(game.view, number, table), typed=typed or form_of(request), **said)


def _found(view: View, number: int, table: int) -> Found:
    played = view.played[number - 1] if 1 <= number <= len(view.played) else None
    seated = next((each for each in played.tables if each.number == table), None) if played else None
    if played is None or seated is None:
        raise Http404
    return Found(played, seated)


def _look(request: HttpRequest, game: VisitedGame, found: Found, report: Report, reason: str = "") -> HttpResponse:
    """What the correction would change, before it is made [ST-PAIR-11]."""
    coming = game.seen(consequences, found.round.number, found.table.number, report)
    told = pages_of(game).report_fields(report, found.table.seats)
    if isinstance(coming, Refusal):
        return _page(request, game, found, told, refusal=coming, status=409)
    return _page(request, game, found, told, coming_changes=coming, reason=reason)


def _page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: VisitedGame,
    found: Found,
    told: Fields | None = None,
    *,
    fault: str = "",
    refusal: Refusal | None = None,
    coming_changes: Consequences | None = None,
    reason: str = "",
    typed: QueryDict | None = None,
    status: int = 200,
) -> HttpResponse:
    """The game; the form of its result with what is `told` of it, or with what counts."""
    pages, table = pages_of(game), found.table
    refused = "" if typed is None else typed.get("type", "")
    counted = table.result.report if table.result else None
    if told is None:
        told = pages.report_fields(counted, table.seats) if counted else ()
    fields = with_fault(report_form(game, table, found.round.scenario, told), "" if refused else fault, language())
    sheet = report_of(StreamId(table.match)) if table.match else None
    return render(
        request,
        "tournament/table.html",
        {
            **common(game, refusal=refusal),
            "fault": say_fault(fault, language(), of=refused, shown=() if refused else fields),
            "refused": refused,
            "typed": typed,
            **_game_of(game, found),
            "changes": coming_changes,
            "moves": None if coming_changes is None else moves(coming_changes),
            "report_form": fields,
            "carried": told,
            "sheet": pages.report_fields(sheet, table.seats) if sheet is not None and sheet != counted else (),
            "sheet_report": sheet,
            "reason": reason,
        },
        status=status,
    )


def _game_of(game: VisitedGame, found: Found) -> Mapping[str, Any]:
    """What the page tells of the game, whatever was sent to it."""
    pages, table = pages_of(game), found.table
    return {
        "format": pages,
        "shown": found.round,
        "table": table,
        "sides": table.seats,
        "announced": announced(pages, table),
        "action": reverse("tournament:table", args=[game.stream, found.round.number, table.number]),
    }


def announced(pages: FormatPages, table: TableView) -> list[tuple[Seat, Report, Fields]]:
    """Each player's word on a game as far as one may know it, with the fields that make it the result."""
    return [(seat, report, pages.report_fields(report, table.seats)) for seat, report in table.reports.items()]
