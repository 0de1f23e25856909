"""Standings as pages and papers show them, and how a correction moves them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.utils.safestring import SafeString

from heraut.kernel.names import Seat
from heraut.kernel.refusal import Reason
from heraut.tournament.corrections import Consequences, RowChange
from heraut.tournament.standings.ledger import Tiebreak
from heraut.tournament.standings.table import StandingsRow
from heraut.web.game import VisitedGame, language
from heraut.web.rooms.tournament.display import column, face
from heraut.web.sentences import amount, names
from heraut.web.templatetags.heraut import why, why_told


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """One line of the standings, in words and numbers people read."""

    rank: int | None
    seat: Seat
    name: str
    values: tuple[str, ...]
    labelled: tuple[tuple[str, str], ...]
    """The same with the names of their columns, for a narrow page."""
    status: str
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class StandingsBoard:
    """The standings with the names of their columns."""

    columns: tuple[str, ...]
    places: tuple[ShownPlace, ...]


def standings(game: VisitedGame, rows: Sequence[StandingsRow]) -> StandingsBoard:
    """These rows of the engine, column by column in the order of its tie-breaks."""
    keys = tuple(dict.fromkeys(key for row in rows for key in row.values))
    titles, spoken, known = tuple(map(column, keys)), language(), game.names

    def place(row: StandingsRow) -> ShownPlace:
        values = tuple(amount(row.values.get(key), spoken) for key in keys)
        labelled = tuple(zip(titles, values, strict=True))
        return ShownPlace(row.rank, row.id, known[row.id], values, labelled, row.standing.value, row.why)

    return StandingsBoard(titles, tuple(place(row) for row in rows))


def places(
    game: VisitedGame, board: StandingsBoard, once: set[str] | None = None
) -> list[tuple[ShownPlace, SafeString, SafeString]]:
    """
    Each place with its player's shield and why it is theirs; `once`: whose drawings the page has already.

    Whoever stands above nobody in particular has the place the order of the standings gives.
    """
    known, by_order = names(game, language()), why(game.settings.ranking.clause)

    def reason(place: ShownPlace) -> SafeString:
        if place.reason:
            return why_told(place.reason, known)
        return by_order if place.rank is not None else SafeString()

    return [(place, face(game, place.name, once), reason(place)) for place in board.places]


@dataclass(frozen=True, slots=True)
class RankChange:
    """What a correction would change for one player: the place, and each tie-break as it was and would be."""

    seat: Seat
    before: int | None
    after: int | None
    values: tuple[tuple[str, str, str, bool], ...]
    """Each tie-break: its name, before, after, and whether it changes."""


@dataclass(frozen=True, slots=True)
class Moves:
    """The players a correction moves, with the names of the columns."""

    columns: tuple[str, ...]
    rows: tuple[RankChange, ...]


def moves(changes: Consequences) -> Moves:
    """Places and tie-breaks before and after a correction, of everybody it touches."""
    keys = tuple(dict.fromkeys(key for row in changes.standings for key in row.values_after))
    titles, spoken = tuple(map(column, keys)), language()

    def both(row: RowChange, key: Tiebreak, title: str) -> tuple[str, str, str, bool]:
        before, after = row.values_before.get(key), row.values_after.get(key)
        return title, amount(before, spoken), amount(after, spoken), before != after

    rows = (
        RankChange(row.seat, row.rank_before, row.rank_after, tuple(map(partial(both, row), keys, titles)))
        for row in sorted(changes.standings, key=lambda row: row.rank_after or 10**6)
    )
    return Moves(titles, tuple(rows))
