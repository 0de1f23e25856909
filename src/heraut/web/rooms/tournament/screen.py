"""The screens of the hall: readable at ten metres, at most sixteen rows, one message at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.tournament.view import RoundView, View
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.tournament.board import standings
from heraut.web.says import moment, names
from heraut.web.views.game import common

ROWS = 16


@dataclass(frozen=True, slots=True)
class Panel:
    """One message: a title, column heads and at most sixteen rows. `kind` chooses the template's part."""

    kind: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


@require_safe
@needs(Action.WATCH)
def screen(request: HttpRequest, game: Game) -> HttpResponse:
    """All panels of the moment; a script shows one after the other."""
    view: View = game.view
    shown = view.played[-1] if view.played else None
    panels = [*_pairings(game, view, shown), *_standings(view)]
    started = moment(shown.started) if shown and shown.started and view.stage == "playing" else None
    return render(
        request, "tournament/screen.html", {**common(game), "panels": panels, "started": started, "shown": shown}
    )


def _pairings(game: Game, view: View, shown: RoundView | None) -> list[Panel]:
    if shown is None or view.stage != "playing":
        return []
    known = names(game, language())
    by_table = [(table.number, *(known[seat] for seat in table.seats)) for table in shown.tables]
    by_name = sorted(
        (known[seat], table.number, known[next(other for other in table.seats if other != seat)])
        for table in shown.tables
        for seat in table.seats
    )
    heading = _("Ronde %s") % shown.number
    return [
        *_split("tables", f"{heading} · {_('par table')}", (_("Table"), "", ""), by_table),
        *_split("people", f"{heading} · {_('par nom')}", (_("Joueur"), _("Table"), _("Contre")), by_name),
    ]


def _standings(view: View) -> list[Panel]:
    board = standings(view)
    if not view.played or (view.stage == "playing" and len(view.played) == 1):
        return []
    rows = [(place.rank or "–", place.seat, *place.values[:2]) for place in board.places]
    return _split("standings", _("Classement"), (_("Place"), "", *board.columns[:2]), rows)


def _split(kind: str, title: str, heads: tuple[str, ...], rows: Sequence[tuple[Any, ...]]) -> list[Panel]:
    """As many panels as sixteen rows each need."""
    return [Panel(kind, title, heads, tuple(rows[start : start + ROWS])) for start in range(0, len(rows), ROWS)]
