"""A player's phone: where do I play, whom, and what do I have to do now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel import FATE, Malformed, Seat
from heraut.tournament.results import ReportResult
from heraut.tournament.saga.organisation import Material
from heraut.tournament.steamroller.scoring import WinKind
from heraut.tournament.view import RoundView, TableView, View
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.rooms.tournament.lists import ages_played, lists_shown, slots
from heraut.web.rooms.tournament.officials import speaker
from heraut.web.rooms.tournament.results import filled
from heraut.web.rooms.tournament.turn_clock import turn_clock
from heraut.web.says import Waiting, waiting, word
from heraut.web.views.game import hand_in, past, show


def context(game: Game, shown: RoundView | None) -> Mapping[str, Any]:
    """The player's own table, opponent, list and report."""
    view: View = game.view
    me, pages = game.visitor.seat, pages_of(game)
    table = own_table(shown, me)
    players = {player.seat: player for player in view.players}
    mine = players.get(me) if me else None
    opponent = None if table is None else next(seat for seat in table.seats if seat != me)
    theirs = players[opponent].lists if opponent else None
    told = None if table is None or me is None else table.reports.get(me)
    return {
        "to_bring": [_brought(each) for each in pages.to_bring()] if not view.played else [],
        "lengths": pages.lengths() if view.stage != "over" else [],
        "markers": pages.markers(shown.scenario) if shown else 0,
        "me": mine,
        "table": table,
        "opponent": opponent,
        "bye": shown is not None and shown.bye == me and view.stage == "playing",
        "turns": turn_clock(game, table if view.stage == "playing" else None),
        "sanctions": [each for each in view.sanctions if each.player == me],
        "my_row": next((row for row in view.standings if row.id == me), None),
        "told": told is not None,
        "filled": filled(told),
        "my_lists": lists_shown(mine.lists) if mine else (),
        "their_lists": lists_shown(theirs),
        "may_hand_in": mine is not None and view.stage != "over" and (not view.played or not mine.has_lists),
        "may_leave": mine is not None and mine.status in ("registered", "present") and view.stage != "over",
        "open_call": next((call for call in view.calls if call.seat == me and call.answered is None), None),
        "list_slots": slots(view, mine.lists if mine else None),
        "ages": ages_played(game),
        "win_kinds": [kind.value for kind in WinKind],
    }


def _brought(each: Material) -> str:
    return f"{word(each.item)} ({each.count})" if each.count else word(each.item)


def own_waiting(game: Game) -> tuple[Waiting, ...]:
    """What is awaited from this player; otherwise that nothing is."""
    me = speaker(game)
    own = tuple(each for each in waiting(game, language(), of=(me, FATE)) if each.yours)
    if own or not game.awaits:
        return own
    nothing = _("On n'attend rien de vous pour l'instant.")
    return (Waiting(nothing, me, game.awaits[0].clause, None, yours=False),)


def own_table(shown: RoundView | None, me: Seat | None) -> TableView | None:
    """The player's table of a round."""
    if shown is None:
        return None
    return next((table for table in shown.tables if me in table.seats), None)


@require_POST
@needs(Action.SPEAK)
def report(request: HttpRequest, game: Game) -> HttpResponse:
    """One's word on one's game: both players' points, who went first, how it ended."""
    if (answer := past(request, game, ReportResult)) is not None:
        return answer
    view: View = game.view
    table = own_table(view.played[-1] if view.played else None, game.visitor.seat)
    if table is None:
        return show(request, game, fault=_("Vous n'avez pas de partie à rapporter."), status=409)
    try:
        told = pages_of(game).read_report(request.POST, table.seats)
    except (Malformed, ValueError):
        fault = _("Écrivez les points des deux joueurs en nombres entiers.")
        return show(request, game, fault=fault, status=400, typed=request.POST)
    return hand_in(request, game, ReportResult(seat=speaker(game), report=told))
