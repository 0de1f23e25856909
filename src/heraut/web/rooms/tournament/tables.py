"""The tables of a round and the pairs of a draft, line by line: who plays whom, what it came to, and why they meet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from django.utils.safestring import SafeString

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason
from heraut.speech.sentences import Language
from heraut.tournament.pairing.contender import Pair
from heraut.tournament.view import RoundView, TableView
from heraut.web.game import VisitedGame, language
from heraut.web.rooms.tournament.display import faces
from heraut.web.sentences import amount, names
from heraut.web.templatetags.heraut import becauses


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


Seating = tuple[int | None, TableView | None, tuple[Seat, ...], tuple[Reason, ...]]


def round_lines(
    game: VisitedGame, shown: RoundView, tables: Iterable[TableView], once: set[str] | None = None
) -> list[TableLine]:
    """These tables of a round, then its bye; `once`: whose drawings the page has already."""
    seated = [(table.number, table, table.seats, table.reasons) for table in tables]
    return _lines(game, [*seated, *_bye(shown.bye, shown.why)], once)


def draft_lines(game: VisitedGame, pairs: Iterable[Pair], once: set[str] | None = None) -> list[TableLine]:
    """These pairs of the draft, then its bye."""
    draft = game.view.draft
    bye = () if draft is None else _bye(draft.pairing.bye)
    return _lines(game, [*((pair.table, None, pair.seats, pair.reasons) for pair in pairs), *bye], once)


def _bye(seat: Seat | None, why: tuple[Reason, ...] = ()) -> list[Seating]:
    return [] if seat is None else [(None, None, (seat,), why)]


def _lines(game: VisitedGame, seated: list[Seating], once: set[str] | None) -> list[TableLine]:
    spoken = language()
    coats = iter(faces(game, [game.names[seat] for *_table, seats, _why in seated for seat in seats], once))
    told = iter(becauses([each for *_table, why in seated for each in why], names(game, spoken)))
    return [
        TableLine(
            number,
            table,
            tuple(_cell(table, seat, game.names[seat], next(coats), spoken) for seat in seats),
            tuple(islice(told, len(why))),
        )
        for number, table, seats, why in seated
    ]


def _cell(table: TableView | None, seat: Seat, name: str, coat: SafeString, spoken: Language) -> PlayerCell:
    result = None if table is None else table.result
    if result is None:
        return PlayerCell(seat, name, coat, reported=table is not None and seat in table.reported, points="", won=False)
    points = amount(result.points.get(seat), spoken)
    return PlayerCell(seat, name, coat, reported=False, points=points, won=result.winner == seat)
