"""The standings as people read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from heraut.kernel import ClauseId, Seat
from heraut.speech import Language, say_because
from heraut.tournament.corrections import Consequences, RowChange
from heraut.tournament.standings.ledger import Tiebreak
from heraut.tournament.standings.table import Row
from heraut.tournament.view import View
from heraut.web.game import Game, language
from heraut.web.guard import needs
from heraut.web.permissions import Action
from heraut.web.rooms.tournament.display import FEW, column
from heraut.web.sentences import amount
from heraut.web.templating import leaf
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
    names = {str(player.seat): player.name for player in view.players}
    return Board(columns, tuple(_place(row, keys, columns, names, spoken) for row in shown))


def _place(
    row: Row, keys: tuple[Tiebreak, ...], columns: tuple[str, ...], names: Mapping[str, str], spoken: Language
) -> Place:
    values = tuple(amount(row.values.get(key), spoken) for key in keys)
    why = "" if row.why is None else say_because(row.why, spoken, names)
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
