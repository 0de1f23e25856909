"""A player's phone: where do I play, whom, and what do I have to do now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from heraut.kernel import Malformed, Seat, from_plain, together
from heraut.tournament import commands as c
from heraut.tournament.bands import Age, Band, read_band, write_band
from heraut.tournament.results.report import Report, SagaReport, WinKind
from heraut.tournament.view import RoundView, TableView, View
from heraut.web.access import Action
from heraut.web.game import Game
from heraut.web.guard import needs
from heraut.web.views.game import hand_in, show


def context(game: Game, shown: RoundView | None) -> Mapping[str, Any]:
    """The player's own table, opponent, list and report."""
    view: View = game.view
    me = game.visitor.seat
    table = _own_table(shown, me)
    mine = next((player for player in view.players if player.seat == me), None)
    row = next((row for row in view.standings if row.id == me), None)
    return {
        "may": {type(command).__name__ for command in game.legal},
        "me": mine,
        "table": table,
        "opponent": None if table is None else next(seat for seat in table.seats if seat != me),
        "bye": shown is not None and shown.bye == me,
        "my_rank": None if row is None else row.rank,
        "my_report": None if table is None or me is None else table.reports.get(me),
        "band_text": write_band(mine.lists) if mine is not None and isinstance(mine.lists, Band) else "",
        "ages": [age.value for age in Age],
        "win_kinds": [kind.value for kind in WinKind],
    }


def _own_table(shown: RoundView | None, me: Seat | None) -> TableView | None:
    if shown is None:
        return None
    return next((table for table in shown.tables if me in table.seats), None)


@require_POST
@needs(Action.SPEAK)
def band(request: HttpRequest, game: Game) -> HttpResponse:
    """A SAGA band as people write it; every slip is pointed at, and nothing typed is lost."""
    chosen = request.POST.get("age", "")
    age = Age(chosen) if chosen in set(Age) else None
    read = read_band(request.POST.get("text", ""), age=age, faction=request.POST.get("faction", ""))
    faults = together(read.faults)
    if faults is not None:
        return show(request, game, refusal=faults, status=409, typed=request.POST)
    return hand_in(request, game, c.HandInBand(seat=_me(game), band=read.band))


@require_POST
@needs(Action.SPEAK)
def report(request: HttpRequest, game: Game) -> HttpResponse:
    """One's word on one's game: own points and the opponent's, who went first, how it ended."""
    view: View = game.view
    table = _own_table(view.played[-1] if view.played else None, game.visitor.seat)
    if table is None:
        return show(request, game, fault=_("Vous n'avez pas de partie à rapporter."), status=409)
    try:
        told = _saga(request, game, table) if view.format == "saga" else _steamroller(request, table)
    except (Malformed, ValueError):
        fault = _("Écrivez les points des deux joueurs en nombres entiers.")
        return show(request, game, fault=fault, status=400, typed=request.POST)
    return hand_in(request, game, c.ReportResult(seat=_me(game), report=told))


def _me(game: Game) -> Seat:
    assert game.visitor.seat is not None, "only seats may speak"
    return game.visitor.seat


def _saga(request: HttpRequest, game: Game, table: TableView) -> SagaReport:
    me = _me(game)
    other = next(seat for seat in table.seats if seat != me)
    sides = {"me": me, "other": other}
    ended = request.POST.get("ended", "")
    return SagaReport(
        {me: int(request.POST.get("mine") or 0), other: int(request.POST.get("theirs") or 0)},
        first_player=sides.get(request.POST.get("first", "")),
        sudden_loss=sides.get(ended.removeprefix("sudden-")) if ended.startswith("sudden-") else None,
        forfeit=sides.get(ended.removeprefix("forfeit-")) if ended.startswith("forfeit-") else None,
    )


def _steamroller(request: HttpRequest, table: TableView) -> Report:
    posted = request.POST
    plain: dict[str, Any] = {
        "format": "steamroller",
        "winner": posted.get("winner") or None,
        "kind": posted.get("kind") or None,
        "control_points": {seat: int(posted.get(f"control-{seat}") or 0) for seat in table.seats},
        "destroyed": {seat: int(posted.get(f"destroyed-{seat}") or 0) for seat in table.seats},
        "kill_box": "kill_box" in posted,
    }
    told: Report = from_plain(plain, Report)
    return told
