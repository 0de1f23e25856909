"""The matches of an event's tables, which are their score sheets: opened, told of dice down, taken a seat at."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.journal.desk import Accepted
from heraut.kernel.codec import encode
from heraut.kernel.journal import Header, JournalError
from heraut.kernel.names import ORGANISER, ActorId, CommandId, Seat, SenderId, StreamId
from heraut.kernel.refusal import Refusal
from heraut.scenario.settings import AtTable, Settings
from heraut.scenario.turns import CallTime
from heraut.tournament.clocks import DiceDownCalled
from heraut.tournament.rounds import LinkMatch
from heraut.tournament.view import RoundView, TableView, View
from heraut.web import links
from heraut.web.desk import name_for, open_game, open_once, submit
from heraut.web.game import VisitedGame, view_of
from heraut.web.guard import needs
from heraut.web.permissions import Action, Role
from heraut.web.rooms.tournament.display import last_round, playing_round
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.rooms.tournament.results import own_table
from heraut.web.views.game import show

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
    hosted: dict[str, Any] = {"owner": game.row.owner_id, "public": game.row.public}
    found = open_once(name_for("heraut.match", settings.at), "match", title, settings, **hosted)
    other = isinstance(found, Header) and bytes(found.settings) != encode(settings)
    return open_game("match", title, settings, **hosted) if other else found


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
