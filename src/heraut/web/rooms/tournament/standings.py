"""The standings as people read them, and results and standings as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.kernel import ClauseId, Seat
from heraut.speech import Language, say_because
from heraut.tournament.corrections import Consequences, RowChange
from heraut.tournament.interchange.report import Report, results_sheet, standings_sheet, to_trf16
from heraut.tournament.interchange.sheets import Sheet, to_csv, to_json, to_xlsx
from heraut.tournament.standings.event import games
from heraut.tournament.standings.ledger import Tiebreak
from heraut.tournament.standings.table import Row
from heraut.tournament.view import View
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.pagination import leaf
from heraut.web.permissions import Action
from heraut.web.rooms.tournament.display import FEW, column
from heraut.web.sentences import amount, moment, word
from heraut.web.views.game import common


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the standings, in words and numbers people read."""

    rank: int | None
    seat: Seat
    values: tuple[str, ...]
    labelled: tuple[tuple[str, str], ...]
    """The same with the names of their columns, for a narrow page."""
    why: str
    clause: ClauseId | None
    status: str


@dataclass(frozen=True, slots=True)
class Board:
    """The standings with the names of their columns."""

    columns: tuple[str, ...]
    places: tuple[Place, ...]


def standings(view: View, rows: Sequence[Row] | None = None) -> Board:
    """The rows of the engine, or these of them, column by column in the order of its tie-breaks."""
    shown = view.standings if rows is None else rows
    keys = tuple(dict.fromkeys(key for row in shown for key in row.values))
    spoken = language()
    columns = tuple(column(key) for key in keys)
    return Board(columns, tuple(_place(row, keys, columns, spoken) for row in shown))


def _place(row: Row, keys: tuple[Tiebreak, ...], columns: tuple[str, ...], spoken: Language) -> Place:
    values = tuple(amount(row.values.get(key), spoken) for key in keys)
    why = "" if row.why is None else say_because(row.why, spoken)
    clause = None if row.why is None else row.why.clause
    labelled = tuple(zip(columns, values, strict=True))
    return Place(row.rank, row.id, values, labelled, why, clause, row.standing.value)


@dataclass(frozen=True, slots=True)
class Move:
    """What a correction would change for one player: the place, and each tie-break as it was and would be."""

    seat: Seat
    before: int | None
    after: int | None
    values: tuple[tuple[str, str, bool], ...]
    """Each tie-break before, after, and whether it changes."""


@dataclass(frozen=True, slots=True)
class Moves:
    """The players a correction moves, with the names of the columns."""

    columns: tuple[str, ...]
    rows: tuple[Move, ...]


def moves(changes: Consequences) -> Moves:
    """Places and tie-breaks before and after a correction, of everybody it touches."""
    keys = tuple(dict.fromkeys(key for row in changes.standings for key in row.values_after))
    spoken = language()

    def both(row: RowChange, key: Tiebreak) -> tuple[str, str, bool]:
        before, after = row.values_before.get(key), row.values_after.get(key)
        return amount(before, spoken), amount(after, spoken), before != after

    rows = (
        Move(row.seat, row.rank_before, row.rank_after, tuple(both(row, key) for key in keys))
        for row in sorted(changes.standings, key=lambda row: row.rank_after or 10**6)
    )
    return Moves(tuple(column(key) for key in keys), tuple(rows))


@require_safe
@needs(Action.WATCH)
def standings_page(request: HttpRequest, game: Game) -> HttpResponse:
    """Every place, with its reason."""
    view: View = game.view
    page = leaf(request, view.standings)
    return render(
        request,
        "tournament/standings_page.html",
        {
            **common(game),
            "ranked": any(played.complete for played in view.played),
            "standings": standings(view, list(page.object_list)),
            "leaf": page,
            "few": len(view.players) <= FEW,
        },
    )


OWN_WORDS = ("round", "first", "second", "winner", "kind", "rank", "number", "name", "standing", "results", "standings")


def _headings() -> Mapping[str, str]:
    """What the columns are called in the visitor's language."""
    own = {name: word(f"column-{name}") for name in OWN_WORDS}
    return {**own, **{str(each): column(each) for each in Tiebreak}}


def _csv(sheet: Callable[[Report, Mapping[str, str]], Sheet], report: Report) -> bytes:
    """As the spreadsheets of the visitor's language read it."""
    decimal = "," if language() == "fr" else "."
    return to_csv(sheet(report, _headings()), separator=";" if decimal == "," else ",", decimal=decimal)


FILES: Mapping[str, tuple[str, Callable[[Report], bytes]]] = {
    "results.csv": ("text/csv; charset=utf-8", partial(_csv, results_sheet)),
    "standings.csv": ("text/csv; charset=utf-8", partial(_csv, standings_sheet)),
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
        games=game.seen(games),
        rows=view.standings,
        begins=day,
        ends=day,
    )
    answer = HttpResponse(write(told), content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{game.stream}-{name}"'
    return answer
