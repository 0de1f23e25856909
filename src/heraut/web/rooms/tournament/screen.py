"""The screens of the hall: readable at ten metres, at most fourteen rows, one message at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from heraut.kernel.names import Seat
from heraut.press.diagram import diagram
from heraut.scenario import library
from heraut.tournament.view import RoundView, View
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.request_data import query_of
from heraut.web.rooms.tournament.awards import announced
from heraut.web.rooms.tournament.clocks import elapsed, time_was_called
from heraut.web.rooms.tournament.display import FEW, last_round, scenario_name, standings
from heraut.web.sentences import names
from heraut.web.views.game import common

ROWS = 14
"""How many rows of type of 4 % of the height a screen has room for."""
KINDS = ("tables", "names", "standings", "awards")
KINDS_FOR_MANY = ("names", "standings", "awards")
FIRST_PLACES = 2 * ROWS
"""How many places a screen that shows other things too has room for; one kept to the standings shows all."""
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


@dataclass(frozen=True, slots=True)
class PanelCell:
    """One thing on a panel; a person is shown with their arms."""

    text: str
    person: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """One message: a title, column heads and at most fourteen rows."""

    kind: str
    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[PanelCell, ...], ...]

    @property
    def plain(self) -> SafeString:
        """The rows without shields: of a great many people, quicker than a template."""
        cells = (format_html_join("", "<td>{}</td>", ((cell.text,) for cell in row)) for row in self.rows)
        return format_html_join("", "<tr>{}</tr>", ((row,) for row in cells))


@require_safe
@needs(Action.WATCH)
def screen(request: HttpRequest, game: VisitedGame) -> HttpResponse:
    """The panels of the moment, one after the other; `?show=tables` keeps a screen to one kind."""
    view: View = game.view
    shown = last_round(view)
    return render(
        request,
        "tournament/screen.html",
        {
            **common(game),
            "panels": []
            if query_of(request).get("show") == "clock"
            else panels(game, query_of(request).get("show", "")),
            "shown": shown,
            "few": len(view.players) <= FEW,
            "scenario": scenario_name(shown.scenario) if shown else "",
            "clock": elapsed(shown, game.settings) if view.stage == "playing" else None,
            "whole_clock": query_of(request).get("show") == "clock",
            "called": view.stage == "playing" and shown is not None and time_was_called(shown),
            "announcement": view.rulings[-1] if view.rulings else None,
        },
    )


def panels(game: VisitedGame, wanted: str) -> list[Panel]:
    """What is worth showing now, of all kinds or of the one wanted; of awards, then, the newest alone."""
    view: View = game.view
    shown = last_round(view)
    kinds = (wanted,) if wanted in KINDS else KINDS if len(view.players) <= FEW else KINDS_FOR_MANY
    found = [
        *(_awards(game, view) if "awards" in kinds else ()),
        *_pairings(game, view, shown, kinds),
        *(_standings(game, view, kinds) if "standings" in kinds else ()),
    ]
    return found[:1] if wanted == "awards" else found


def _awards(game: VisitedGame, view: View) -> list[Panel]:
    """A panel for each award announced, the newest first: a screen kept to awards shows that one alone."""
    known = names(game, language())
    return [
        Panel(
            "award",
            prize.name,
            (prize.citation,),
            tuple((PanelCell(known[seat], person=True),) for seat in prize.winners),
        )
        for prize in announced(view)
    ]


def _pairings(game: VisitedGame, view: View, shown: RoundView | None, kinds: tuple[str, ...]) -> list[Panel]:
    if shown is None or view.stage != "playing":
        return []
    known = names(game, language())

    def face(seat: Seat) -> PanelCell:
        return PanelCell(known.get(seat, seat), person=True)

    tables = shown.tables if "tables" in kinds else ()
    by_table = [(PanelCell(str(table.number)), face(table.seats[0]), face(table.seats[1])) for table in tables]
    seated = [(seat, table) for table in shown.tables for seat in table.seats] if "names" in kinds else []
    by_name = [(face(seat), PanelCell(str(table.number)), face(_other(table.seats, seat))) for seat, table in seated]
    if shown.bye is not None:
        free, nowhere, spared = face(shown.bye), PanelCell("–"), PanelCell(_("exempt"))
        by_table += [(nowhere, free, spared)] if "tables" in kinds else ()
        by_name += [(free, nowhere, spared)] if "names" in kinds else ()
    by_name.sort(key=lambda row: row[0].text.casefold())
    heads = (_("Joueur"), _("Table"), _("Contre"))
    return [
        *_split("tables", _("Ronde %s · par table") % shown.number, (_("Table"), "", ""), by_table),
        *_split("names", _("Ronde %s · par nom") % shown.number, heads, by_name),
    ]


def _other(seats: tuple[Seat, Seat], seat: Seat) -> Seat:
    return seats[1] if seat == seats[0] else seats[0]


def _standings(game: VisitedGame, view: View, kinds: tuple[str, ...]) -> list[Panel]:
    """The standings as they are now; none before a whole round has been played."""
    if not any(played.complete for played in view.played):
        return []
    shown = view.standings if len(kinds) == 1 else view.standings[:FIRST_PLACES]
    board = standings(game, shown)
    rows = [
        (
            PanelCell(str(place.rank or "–")),
            PanelCell(place.name, person=True),
            *map(PanelCell, place.values[:2]),
        )
        for place in board.places
    ]
    title = _("Classement final") if view.stage == "over" else _("Classement")
    return _split("standings", title, (_("Rang"), "", *board.columns[:2]), rows)


def _split(kind: str, title: str, heads: tuple[str, ...], rows: Sequence[tuple[PanelCell, ...]]) -> list[Panel]:
    """As many panels as fourteen rows each need."""
    return [Panel(kind, title, heads, tuple(rows[start : start + ROWS])) for start in range(0, len(rows), ROWS)]


@require_safe
@needs(Action.WATCH)
def picture(request: HttpRequest, game: VisitedGame, slug: str) -> HttpResponse:  # noqa: ARG001  # every view takes both
    """The diagram of a scenario; the drawing is published, which round plays it is not asked here."""
    found = library.find(slug)
    if found is None:
        raise Http404
    answer = HttpResponse(diagram(found, language()), content_type="image/svg+xml")
    answer["Content-Security-Policy"] = PICTURE_POLICY
    return answer
