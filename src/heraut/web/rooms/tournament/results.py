"""Results: from a phone, from the desk's keyboard or form, corrected after a look; standings, and score sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from heraut.journal.desk import Accepted
from heraut.kernel.codec import Malformed, encode
from heraut.kernel.journal import Header, JournalError, StreamExists
from heraut.kernel.message import Command
from heraut.kernel.names import ORGANISER, ActorId, CommandId, Seat, SenderId, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.settings import AtTable, Settings
from heraut.scenario.turns import CallTime
from heraut.tournament.clocks import DiceDownCalled
from heraut.tournament.corrections import Consequences, consequences
from heraut.tournament.format import Report
from heraut.tournament.results import CorrectResult, ReportResult, SettleResult, in_step
from heraut.tournament.rounds import LinkMatch
from heraut.tournament.view import RoundView, TableView, View, rounds_view
from heraut.web import commands, links
from heraut.web.desk import journal, open_game, submit
from heraut.web.forms import Field, refilled, say_fault
from heraut.web.game import VisitedGame, language, view_of
from heraut.web.guard import needs
from heraut.web.permissions import Action, Role
from heraut.web.request_data import form_of
from heraut.web.rooms.match.delivery import report_of
from heraut.web.rooms.tournament.display import last_round, playing_round, scenario_name
from heraut.web.rooms.tournament.entries import check_in_by, scanned
from heraut.web.rooms.tournament.format_pages import Fields, FormatPages, UnreadableList, table_number
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.rooms.tournament.standings import moves, places, standings
from heraut.web.rooms.tournament.tables import round_lines
from heraut.web.sentences import names
from heraut.web.templating import leaf
from heraut.web.views.game import common, hand_in, show, show_again, take_form


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

    return take_form(request, game, read, ReportResult, page=_phone)


def _own_game(game: VisitedGame) -> TableView | None:
    """The visitor's table of the last round, quicker than by a view of the event."""
    rounds = game.seen(rounds_view, game.visitor.seat)
    return own_table(rounds[-1] if rounds else None, game.visitor.seat)


def _phone(
    request: HttpRequest, game: VisitedGame, *, fault: str = "", typed: QueryDict | None = None, **said: Any
) -> HttpResponse:
    """The phone again, with what was typed and what is wrong beside its field."""
    table, more = _own_game(game), {}
    if table is not None and typed is not None:
        fields = report_form(game, table, game.view.played[-1].scenario, typed, fault)
        more = {"opened": "report", "report_form": fields, "fault": say_fault(fault, language(), shown=fields)}
    return show(request, game, fault=fault, typed=typed, more=more, **said)


def report_form(
    game: VisitedGame, table: TableView, scenario: str, sent: QueryDict | Fields, fault: str = ""
) -> tuple[Field, ...]:
    """The fields of a report about that game, one's own first, with what was sent for one."""
    pages, me = pages_of(game), game.visitor.seat
    seats = table.seats[::-1] if table.seats[1] == me else table.seats
    blank = pages.report_form(seats, names(game, language()), scenario, me)
    filled = sent if isinstance(sent, QueryDict) else QueryDict(urlencode(sent))
    return refilled(blank, filled, fault, language())


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
    sent, kind = form_of(request), SettleResult if found.table.result is None else CorrectResult
    told = {"round": number, "table": table, "reason": sent.get("reason", "")}
    try:
        told["report"] = pages_of(game).report_values(sent, found.table.seats)
        command = commands.read_posted(game, kind, told)
    except Malformed as error:
        return _page(request, game, found, sent, fault=str(error), status=400)
    if isinstance(command, CorrectResult) and "confirmed" not in sent:
        return _look(request, game, found, command.report, command.reason)
    outcome = command if isinstance(command, Refusal) else game.submit(command, sent.get("command_id", ""))
    if isinstance(outcome, Refusal):
        return _page(request, game, found, sent, refusal=outcome, status=409)
    answer = show_again(request, game, _("C'est enregistré."))
    answer["HX-Replace-Url"] = reverse("game", args=[game.stream])  # the desk is on the page now
    return answer


def _found(view: View, number: int, table: int) -> Found:
    played = view.played[number - 1] if 1 <= number <= len(view.played) else None
    seated = next((each for each in played.tables if each.number == table), None) if played else None
    if played is None or seated is None:
        raise Http404
    return Found(played, seated)


def _look(request: HttpRequest, game: VisitedGame, found: Found, report: Report, reason: str = "") -> HttpResponse:
    """What the correction would change, before it is made [ST-PAIR-11]."""
    coming = game.seen(consequences, found.round.number, found.table.number, report)
    fields = pages_of(game).report_fields(report, found.table.seats)
    if isinstance(coming, Refusal):
        return _page(request, game, found, fields, refusal=coming, status=409)
    return _page(request, game, found, fields, coming_changes=coming, reason=reason)


def _page(  # noqa: PLR0913  # what may be said on the page, each by name
    request: HttpRequest,
    game: VisitedGame,
    found: Found,
    sent: QueryDict | Fields | None = None,
    *,
    fault: str = "",
    refusal: Refusal | None = None,
    coming_changes: Consequences | None = None,
    reason: str = "",
    status: int = 200,
) -> HttpResponse:
    """The game, its form filled with what was sent, or with what counts."""
    pages, table = pages_of(game), found.table
    counted = table.result.report if table.result else None
    told = sent if sent is not None else pages.report_fields(counted, table.seats) if counted else []
    fields = report_form(game, table, found.round.scenario, told, fault)
    sheet = report_of(StreamId(table.match)) if table.match else None
    return render(
        request,
        "tournament/table.html",
        {
            **common(game, refusal=refusal),
            "fault": say_fault(fault, language(), shown=fields),
            "format": pages,
            "shown": found.round,
            "table": table,
            "sides": table.seats,
            "announced": announced(pages, table),
            "action": reverse("tournament:table", args=[game.stream, found.round.number, table.number]),
            "changes": coming_changes,
            "moves": None if coming_changes is None else moves(coming_changes),
            "report_form": fields,
            "carried": told,
            "sheet": pages.report_fields(sheet, table.seats) if sheet is not None and sheet != counted else (),
            "sheet_report": sheet,
            "reason": sent.get("reason", "") if isinstance(sent, QueryDict) else reason,
        },
        status=status,
    )


def announced(pages: FormatPages, table: TableView) -> list[tuple[Seat, Report, Fields]]:
    """Each player's word on a game as far as one may know it, with the fields that make it the result."""
    return [(seat, report, pages.report_fields(report, table.seats)) for seat, report in table.reports.items()]


MATCH_SENDER = SenderId("server:tournament")


def linked(stream: StreamId) -> tuple[str, ...]:
    """The matches of the event's tables."""
    view: View = view_of(stream, None)
    tables = (table for played in view.played for table in played.tables)
    return tuple(table.match for table in tables if table.match is not None)


@require_POST
@needs(Action.SPEAK, officials=True)
def open_all(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Open a match for every table of the round that has none and is still being played."""
    view: View = game.view
    playing = playing_round(view)
    for table in playing.tables if playing else ():
        if table.match is None and table.result is None and playing is not None:
            refusal = _opened(game, playing, table)
            if refusal is not None:
                return show(request, VisitedGame.of(request, game.stream), refusal=refusal, status=409)
    return redirect("game", stream=game.stream)


def _opened(game: VisitedGame, playing: RoundView, table: TableView) -> Refusal | None:
    names = {seat: game.names[seat] for seat in table.seats}
    title = _("%(event)s · ronde %(round)s, table %(table)s") % {
        "event": game.header.title, "round": playing.number, "table": table.number,
    }  # fmt: skip
    at = AtTable(game.stream, playing.number, table.number)
    pages = pages_of(game)
    casters = {} if pages.casters() == 1 else dict.fromkeys(table.seats, pages.casters())
    settings = Settings(
        scenario=playing.scenario, players=names, options=pages.match_options(playing.scenario), casters=casters,
        definition=pages.definition(playing.scenario), edges_assigned=pages.assigns_edges, at=at, both_agree=True,
        bonuses=pages.bonuses(),
    )  # fmt: skip
    header = _match(game, title, settings)
    if isinstance(header, Refusal):
        return header
    link = LinkMatch(seat=game.visitor.speaker, round=playing.number, table=table.number, match=header.stream)
    outcome = game.submit(link)
    return outcome if isinstance(outcome, Refusal) else None


def _match(game: VisitedGame, title: str, settings: Settings) -> Header | Refusal:
    """
    The match of a table, opened. It is named for its table, so one opened by a server that died before the event heard
    of it is found again instead of lying about.
    """
    opening = partial(open_game, "match", title, settings, owner=game.row.owner_id, public=game.row.public)
    named = StreamId(salted_hmac("heraut.match", encode(settings.at).decode(), algorithm="sha256").hexdigest()[:12])
    try:
        return opening(stream=named)
    except StreamExists:
        known = journal().header(named)
        return known if bytes(known.settings) == encode(settings) else opening()


def dice_down(stream: StreamId, outcome: Accepted) -> None:
    """
    Dice down at a Steamroller table is on its score sheet too: the turn under way is the last [SR-DICE-1].

    SAGA's players write it down themselves: whose turn it was when time was called, they alone know [ST-ORG-7].
    """
    failed: JournalError | None = None
    actor = ActorId(_("Posez les dés !"))
    for match in _timed(stream, outcome):
        sent = CommandId(f"{stream}-{outcome.sequence}-{match}")
        try:
            submit(match, CallTime(seat=ORGANISER), command_id=sent, actor=actor, sender=MATCH_SENDER)
        except JournalError as error:  # the others are told first; then we come back for this one
            failed = error
    if failed is not None:
        raise failed


def _timed(stream: StreamId, outcome: Accepted) -> Iterator[StreamId]:
    """The matches of the tables at which time was called."""
    for called in outcome.events:
        if isinstance(called, DiceDownCalled):
            view: View = view_of(stream, None)
            for table in view.played[called.round - 1].tables:
                if table.number in called.tables and table.match is not None:
                    yield StreamId(table.match)


@require_POST
@needs(Action.SPEAK)
def sheet(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """Take one's seat at the match of one's table: the phone holds that place from now on."""
    view: View = game.view
    me = game.visitor.seat or Seat("")
    table = own_table(last_round(view), me)
    if table is None or table.match is None:
        raise Http404
    match = StreamId(table.match)
    response = redirect("game", stream=match)
    links.keep(request, response, links.make(match, Role.PLAYER, game.names[me], me))
    return response
