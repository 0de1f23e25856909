"""The score sheets of a round: a match for each table, opened by the organiser, filled in on the players' phones."""

from __future__ import annotations

from collections.abc import Iterator

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.journal import Accepted, History
from heraut.kernel import ORGANISER, ActorId, CommandId, Refusal, Seat, SenderId, StreamId
from heraut.kernel.journal import JournalError
from heraut.scenario.settings import AtTable, Settings
from heraut.scenario.turns import CallTime
from heraut.tournament.clocks import DiceDownCalled
from heraut.tournament.rounds import LinkMatch
from heraut.tournament.view import RoundView, TableView, View
from heraut.web import links
from heraut.web.access import Action, Role
from heraut.web.desk import desk, open_game, submit
from heraut.web.game import Game
from heraut.web.guard import needs
from heraut.web.offers import new_id
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.rooms.tournament.officials import for_officials, speaker
from heraut.web.rooms.tournament.phone import own_table
from heraut.web.views.game import show

SENDER = SenderId("server:tournament")


def linked(history: History) -> tuple[str, ...]:
    """The matches of the event's tables."""
    tables = (table for played in history.state.rounds for table in played.tables.values())
    return tuple(table.match for table in tables if table.match is not None)


@require_POST
@needs(Action.SPEAK)
@for_officials
def open_all(request: HttpRequest, game: Game) -> HttpResponse:
    """Open a match for every table of the round that has none and is still being played."""
    view: View = game.view
    playing = view.played[-1] if view.played and view.stage == "playing" else None
    for table in playing.tables if playing else ():
        if table.match is None and table.result is None and playing is not None:
            refusal = _opened(game, playing, table)
            if refusal is not None:
                return show(request, Game.of(request, game.stream), refusal=refusal, status=409)
    return redirect("game", stream=game.stream)


def _opened(game: Game, playing: RoundView, table: TableView) -> Refusal | None:
    names = {seat: game.names[seat] for seat in table.seats}
    title = _("%(event)s · ronde %(round)s, table %(table)s") % {
        "event": game.header.title, "round": playing.number, "table": table.number,
    }  # fmt: skip
    at = AtTable(game.stream, playing.number, table.number)
    settings = Settings(scenario=playing.scenario, players=names, options=pages_of(game).match_options(), at=at)
    header = open_game("match", title, settings, owner=game.row.owner_id, public=game.row.public)
    if isinstance(header, Refusal):
        return header
    link = LinkMatch(seat=speaker(game), round=playing.number, table=table.number, match=header.stream)
    outcome = submit(
        game.stream, link, command_id=CommandId(new_id()), actor=game.visitor.actor, sender=game.visitor.sender
    )
    return outcome if isinstance(outcome, Refusal) else None


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
            submit(match, CallTime(seat=ORGANISER), command_id=sent, actor=actor, sender=SENDER)
        except JournalError as error:  # the others are told first; then we come back for this one
            failed = error
    if failed is not None:
        raise failed


def _timed(stream: StreamId, outcome: Accepted) -> Iterator[StreamId]:
    """The matches of the tables at which time was called."""
    for called in outcome.events:
        if isinstance(called, DiceDownCalled):
            tables = desk().state(stream).rounds[called.round - 1].tables
            for number in called.tables:
                match = tables[number].match if number in tables else None
                if match is not None:
                    yield StreamId(match)


@require_POST
@needs(Action.SPEAK)
def sheet(request: HttpRequest, game: Game) -> HttpResponse:
    """Take one's seat at the match of one's table: the phone holds that place from now on."""
    view: View = game.view
    me = game.visitor.seat or Seat("")
    table = own_table(view.played[-1] if view.played else None, me)
    if table is None or table.match is None:
        raise Http404
    match = StreamId(table.match)
    response = redirect("game", stream=match)
    links.keep(request, response, links.make(match, Role.PLAYER, game.names[me], me))
    return response
