"""Results and standings as files: for a spreadsheet, for a program, for a rating office."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from heraut.tournament.interchange.report import Report, results_sheet, standings_sheet, to_trf16
from heraut.tournament.interchange.sheets import to_csv, to_json, to_xlsx
from heraut.tournament.standings.event import games
from heraut.tournament.standings.ledger import Tiebreak
from heraut.tournament.view import View
from heraut.web.access import Action
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.rooms.tournament.words import column
from heraut.web.says import moment, word

OWN_WORDS = ("round", "first", "second", "winner", "kind", "rank", "number", "name", "standing", "results", "standings")


def _headings() -> Mapping[str, str]:
    """What the columns are called in the visitor's language."""
    own = {name: word(f"column-{name}") for name in OWN_WORDS}
    return {**own, **{str(each): column(each) for each in Tiebreak}}


def _csv(report: Report) -> bytes:
    decimal = "," if language() == "fr" else "."
    return to_csv(results_sheet(report, _headings()), separator=";" if decimal == "," else ",", decimal=decimal)


def _standings(report: Report) -> bytes:
    decimal = "," if language() == "fr" else "."
    return to_csv(standings_sheet(report, _headings()), separator=";" if decimal == "," else ",", decimal=decimal)


FILES: Mapping[str, tuple[str, Callable[[Report], bytes]]] = {
    "results.csv": ("text/csv; charset=utf-8", _csv),
    "standings.csv": ("text/csv; charset=utf-8", _standings),
    "results.xlsx": (
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        lambda report: to_xlsx(standings_sheet(report, _headings()), results_sheet(report, _headings())),
    ),
    "results.json": ("application/json", lambda report: to_json(standings_sheet(report), results_sheet(report))),
    "results.trf": ("text/plain; charset=utf-8", to_trf16),
}
"""Every file by its name, with what it is and how it is made."""


@require_safe
@needs(Action.WATCH)
def file(request: HttpRequest, game: Game, name: str) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    """The finished games and the standings; nothing in them is anybody's secret."""
    if name not in FILES:
        raise Http404
    kind, write = FILES[name]
    view: View = game.view
    day = f"{moment(game.header.created):%Y/%m/%d}"
    told = Report(
        title=game.header.title,
        names={player.seat: player.name for player in view.players},
        numbers={player.seat: player.number for player in view.players},
        games=games(game.history.state),
        rows=view.standings,
        begins=day,
        ends=day,
    )
    answer = HttpResponse(write(told), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{game.stream}-{name}"'
    return answer
