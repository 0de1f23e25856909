"""
The event as files: results and standings as tables, for pairing programs, and as a page to put on any web site.

Whoever asks, a file holds what everybody may see and nothing else: it is passed on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from heraut.speech.sentences import phrase
from heraut.tournament.interchange.export import (
    SIDES,
    EventExport,
    ExportTable,
    results_sheet,
    standings_sheet,
    to_csv,
    to_json,
    to_trf16,
    to_xlsx,
)
from heraut.tournament.standings.event import games, rows_of_whole_rounds
from heraut.tournament.standings.ledger import FinishedGame, Standing, Tiebreak
from heraut.tournament.view import RoundView, View, public_view
from heraut.web import downloads
from heraut.web.game import VisitedGame, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.definition import Text
from heraut.web.rooms.tournament.display import (
    TableLine,
    column,
    event_day,
    faction,
    round_lines,
    scenario_name,
    standings,
)
from heraut.web.rooms.tournament.formats import pages_of
from heraut.web.sentences import moment, word

OWN_COLUMNS = (
    "round", "table", "first", "second", "winner", "kind", "rank", "number", "name", "club", "faction", "licence",
    "standing", "results", "standings",
)  # fmt: skip
OF_A_SIDE = ("club", "faction", "points", "victory_points", "control_points", "destroyed", "surviving")


def export_words(games: Iterable[FinishedGame]) -> Mapping[str, str]:
    """What columns, ways to win and states are called in the visitor's language."""
    spoken = language()
    own = {name: column(name) for name in OWN_COLUMNS}
    tiebreaks = {str(each): column(each) for each in Tiebreak}
    sides = {
        f"{side}_{name}": phrase(spoken, "words", f"column-of-{side}").format(what=column(name))
        for side in SIDES
        for name in OF_A_SIDE
    }
    kinds = {f"kind-{kind}": word(kind) for kind in ("bye", *(game.kind for game in games)) if kind}
    states = {f"standing-{each}": word(each) for each in Standing}
    return own | tiebreaks | sides | kinds | states


@dataclass(frozen=True)
class Export:
    """The event as everybody sees it, and what its files are filled from."""

    game: VisitedGame

    @cached_property
    def view(self) -> View:
        return self.game.seen(public_view)

    @cached_property
    def report(self) -> EventExport:
        view, players = self.view, self.view.players
        days = [f"{moment(each.started or self.game.header.created):%Y/%m/%d}" for each in view.played]
        begins = f"{event_day(self.game):%Y/%m/%d}"
        return EventExport(
            title=self.game.header.title,
            names=self.game.names,
            numbers={player.seat: player.number for player in players},
            games=self.game.seen(games),
            rows=view.standings,
            clubs={player.seat: player.club for player in players},
            factions={player.seat: faction(self.game, player) for player in players},
            licences={player.seat: player.licence for player in players},
            tables={(each.number, seat): table.number for each in view.played for table in each.tables
                    for seat in table.seats},
            begins=days[0] if days else begins,
            ends=days[-1] if days else begins,
            days=days,
            rounds=view.rounds,
            whole=sum(each.complete for each in view.played),
        )  # fmt: skip

    def sheets(self) -> tuple[ExportTable, ExportTable]:
        """Standings and results with their headings in words."""
        words = export_words(self.report.games)
        return standings_sheet(self.report, words), results_sheet(self.report, words)


def _csv(sheet: ExportTable) -> bytes:
    """As the spreadsheets of the visitor's language read it."""
    decimal = "," if language() == "fr" else "."
    return to_csv(sheet, separator=";" if decimal == "," else ",", decimal=decimal)


def _trf(export: Export) -> bytes:
    told = msgspec.structs.replace(export.report, rows=export.game.seen(rows_of_whole_rounds))
    return to_trf16(told, tuple(_remarks(export)))


def _remarks(export: Export) -> Iterator[str]:
    """What the form cannot hold, told where a rating officer reads it."""
    criteria = dict.fromkeys(key for row in export.view.standings for key in row.values)
    yield _("Points : une victoire ou une exemption 1, une égalité ½. Ce format n'a pas d'autres points.")
    if criteria:
        order = ", ".join(column(key) for key in criteria)
        yield _("Rang : celui du tournoi, qui classe par : %s.") % order
    yield _("Sans place dans ce format : points de tournoi, scores, clubs, factions, tables. Voir le fichier XLSX.")
    yield _("Inconnus de ce tournoi : classements Elo, titres, fédérations, numéros FIDE, dates de naissance.")
    yield _("Les couleurs disent le joueur 1 (w) et le joueur 2 (b) de la table, pas des pièces.")
    for each in export.view.played:
        if not each.complete:
            yield _("La ronde %s se joue encore et n'est pas dans ce fichier.") % each.number


def _page(export: Export) -> bytes:
    """Rounds, standings, open lists and arms on one page that needs no server and no network."""
    view, game = export.view, export.game
    shown = {
        "title": game.header.title,
        "day": event_day(game),
        "view": view,
        "names": game.names,
        "people": game.people,
        "coats_once": set[str](),
        "about": {
            player.seat: " · ".join(filter(None, (player.club, faction(game, player)))) for player in view.players
        },
        "board": standings(game, view.standings),
        "rounds": [(each.number, scenario_name(each.scenario), _lines(export, each)) for each in view.played],
        "lists": [
            (player, pages_of(game).lists_shown(player.lists)) for player in view.players if player.lists is not None
        ],
        "language": language(),
    }
    return render_to_string("tournament/published_event.html", shown).encode()


def _lines(export: Export, shown: RoundView) -> Iterator[tuple[TableLine, str]]:
    """The tables of a round in their order, each with how it was won; then the bye."""
    kinds = {game.first.seat: f"kind-{game.kind}" for game in export.report.games if game.round == shown.number}
    words = export_words(export.report.games)
    for line in round_lines(export.game, shown, shown.tables):
        yield line, words.get(kinds.get(line.players[0].seat, ""), "")


@dataclass(frozen=True, slots=True)
class File:
    """A file one can take away: what is in it, its ending, what kind it is and how it is written."""

    label: Text
    ending: str
    kind: str
    write: Callable[[Export], bytes]


_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FILES: Mapping[str, File] = {
    "results.csv": File(gettext_lazy("Résultats"), "csv", "text/csv; charset=utf-8", lambda e: _csv(e.sheets()[1])),
    "standings.csv": File(gettext_lazy("Classement"), "csv", "text/csv; charset=utf-8", lambda e: _csv(e.sheets()[0])),
    "results.xlsx": File(gettext_lazy("Classement et résultats"), "xlsx", _XLSX, lambda e: to_xlsx(*e.sheets())),
    "event.html": File(gettext_lazy("Page web du tournoi"), "html", "text/html; charset=utf-8", _page),
    "results.trf": File(gettext_lazy("Rapport TRF16"), "trf", "text/plain; charset=utf-8", _trf),
    "results.json": File(
        gettext_lazy("Données"), "json", "application/json",
        lambda e: to_json(standings_sheet(e.report), results_sheet(e.report)),
    ),
}  # fmt: skip
"""Every file by the name of its address."""


@require_safe
@needs(Action.WATCH)
def file(request: HttpRequest, game: VisitedGame, name: str) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    """The finished games and the standings; nothing in them is anybody's secret."""
    if name not in FILES:
        raise Http404
    wanted = FILES[name]
    answer = HttpResponse(wanted.write(Export(game)), content_type=wanted.kind)
    return downloads.named(answer, downloads.file_name(game.header.title, str(wanted.label), wanted.ending))
