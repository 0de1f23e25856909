"""The tables of a round and the pairs of a draft, line by line: who plays whom, what it came to, and why they meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.safestring import SafeString

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason
from heraut.tournament.pairing.contender import Pair
from heraut.tournament.view import RoundView, TableView
from heraut.web.game import VisitedGame, language
from heraut.web.rooms.tournament.display import face
from heraut.web.sentences import amount, names
from heraut.web.templatetags.heraut import why_told


@dataclass(frozen=True, slots=True)
class PlayerCell:
    """A player at a table: whether they have told how it went, what it was worth, whether they won."""

    seat: Seat
    name: str
    coat: SafeString
    reported: bool
    points: str
    won: bool


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of a round or a pair of a draft; whoever has a bye has no table, and nobody else there."""

    number: int | None
    table: TableView | None
    players: tuple[PlayerCell, ...]
    why: tuple[SafeString, ...]


class SeatedTable(NamedTuple):
    """Who sits at a table and why; without a number, whoever has the bye."""

    number: int | None
    table: TableView | None
    seats: tuple[Seat, ...]
    reasons: tuple[Reason, ...]


def round_lines(
    game: VisitedGame, shown: RoundView, tables: Iterable[TableView], once: set[str] | None = None
) -> list[TableLine]:
    """These tables of a round, then its bye; `once`: whose drawings the page has already."""
    seated = [SeatedTable(table.number, table, table.seats, table.reasons) for table in tables]
    if shown.bye is not None:
        seated.append(SeatedTable(None, None, (shown.bye,), shown.why))
    return _lines(game, seated, once)


def draft_lines(game: VisitedGame, pairs: Iterable[Pair], once: set[str] | None = None) -> list[TableLine]:
    """These pairs of the draft, then its bye."""
    draft = game.view.draft
    seated = [SeatedTable(pair.table, None, pair.seats, pair.reasons) for pair in pairs]
    if draft is not None and draft.pairing.bye is not None:
        seated.append(SeatedTable(None, None, (draft.pairing.bye,), ()))
    return _lines(game, seated, once)


def _lines(game: VisitedGame, seated: Iterable[SeatedTable], once: set[str] | None) -> list[TableLine]:
    known = names(game, language())
    return [
        TableLine(
            one.number,
            one.table,
            tuple(_cell(game, one.table, seat, once) for seat in one.seats),
            tuple(why_told(reason, known) for reason in one.reasons),
        )
        for one in seated
    ]


def _cell(game: VisitedGame, table: TableView | None, seat: Seat, once: set[str] | None) -> PlayerCell:
    name, result = game.names[seat], None if table is None else table.result
    coat = face(game, name, once)
    if result is None:
        return PlayerCell(seat, name, coat, reported=table is not None and seat in table.reported, points="", won=False)
    points = amount(result.points.get(seat), language())
    return PlayerCell(seat, name, coat, reported=False, points=points, won=result.winner == seat)
