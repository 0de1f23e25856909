"""
From an event's view to what its pages show: how much of it at once, days and names.

The tables of a round and the pairs of a draft line by line, who plays whom, what it came to, why they meet; the
standings as pages and papers show them, and how a correction moves them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from heraut.kernel.names import ClauseId, Seat
from heraut.kernel.refusal import Reason
from heraut.scenario import library
from heraut.speech.sentences import Language, say_because
from heraut.tournament.corrections import Consequences, RowChange
from heraut.tournament.entries import PlayerView
from heraut.tournament.pairing.contender import Pair
from heraut.tournament.standings.ledger import Standing, Tiebreak
from heraut.tournament.standings.table import StandingsRow
from heraut.tournament.view import RoundView, TableView, View
from heraut.web.game import VisitedGame, language
from heraut.web.rules_of_game import own_scenarios_of
from heraut.web.sentences import amount, moment, names, word
from heraut.web.templatetags.heraut import coat_of, why, why_told

FEW = 48
"""Up to how many players a page shows everybody, each with their shield."""
SHOWN = 24
"""How many lines of a longer table stand on a page that has other things to say."""
FIRST, AROUND = 3, 2
"""On a player's phone: how many of the first places, and how many on either side of one's own."""


def event_day(game: VisitedGame) -> date:
    """The day an event is played: as its organiser says, or else the day it was opened."""
    said = game.settings.played_on
    return date.fromisoformat(said) if said else moment(game.header.created).date()


def column(key: object) -> str:
    """The name of a column of the standings."""
    return word(f"column-{key}")


def scenario_name(slug: str) -> str:
    """The published name of a scenario; an organiser's own is shown as it was written."""
    found = library.find(slug)
    return slug if found is None else found.name(language())


def log_names(game: VisitedGame, spoken: Language) -> Mapping[str, str]:
    """What its log calls people, and the scenarios its organiser brought."""
    own = own_scenarios_of(game.history)
    return {**{id: scenario.name(spoken) for id, scenario in own.items()}, **names(game, spoken)}


def last_round(view: View) -> RoundView | None:
    """The round published last."""
    return view.played[-1] if view.played else None


def playing_round(view: View) -> RoundView | None:
    """The round being played."""
    return last_round(view) if view.stage == "playing" else None


def player_of(view: View, seat: Seat | None) -> PlayerView | None:
    """Somebody entered, by their seat."""
    return next((player for player in view.players if player.seat == seat), None)


def face(game: VisitedGame, name: str, once: set[str] | None = None) -> SafeString:
    """Somebody's shield, where few play; `once`: whose drawings the page has already."""
    return coat_of(name, 20, game.people, once) if len(game.view.players) <= FEW else SafeString()


def told(game: VisitedGame, reasons: Iterable[Reason]) -> list[tuple[str, ClauseId]]:
    """Each reason as its sentence, people by their names, and its clause."""
    spoken = language()
    known = names(game, spoken)
    return [(say_because(reason, spoken, known), reason.clause) for reason in reasons]


def rematch_tables(view: View) -> frozenset[int]:
    """The tables of the draft whose players have met before at this event."""
    if view.draft is None:
        return frozenset()
    met = {frozenset(table.seats) for played in view.played for table in played.tables}
    pairs = view.draft.pairing.pairs
    return frozenset(pair.table for pair in pairs if frozenset((pair.first, pair.second)) in met)


def here(view: View) -> int:
    """How many players are here."""
    return sum(player.status == "present" for player in view.players)


def faction(game: VisitedGame, player: PlayerView) -> str:
    """What the player is known to play: by the list where it is open, otherwise as announced with the entry."""
    listed = () if player.lists is None else game.settings.factions(player.lists)
    return ", ".join(dict.fromkeys(filter(None, listed))) or player.faction


@dataclass(frozen=True, slots=True)
class PlayerCell:
    """A player at a table: whether they have told how it went, what it was worth, whether they won; or have left."""

    seat: Seat
    name: str
    coat: SafeString
    reported: bool
    points: str
    won: bool
    gone: str = ""
    """Why nobody comes to this table any more, where its result is still awaited."""


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
    gone = {player.seat: word(player.status) for player in game.view.players if player.status != "present"}
    return [
        TableLine(
            one.number,
            one.table,
            tuple(_cell(game, one.table, seat, gone.get(seat, ""), once) for seat in one.seats),
            tuple(why_told(reason, known) for reason in one.reasons),
        )
        for one in seated
    ]


def _cell(game: VisitedGame, table: TableView | None, seat: Seat, gone: str, once: set[str] | None) -> PlayerCell:
    name, result = game.names[seat], None if table is None else table.result
    coat = face(game, name, once)
    if result is None:
        reported, left = table is not None and seat in table.reported, gone if table is not None else ""
        return PlayerCell(seat, name, coat, reported, points="", won=False, gone=left)
    points = amount(result.points.get(seat), language())
    return PlayerCell(seat, name, coat, reported=False, points=points, won=result.winner == seat)


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """One line of the standings, in words and numbers people read."""

    rank: int | None
    seat: Seat
    name: str
    values: tuple[str, ...]
    labelled: tuple[tuple[str, str], ...]
    """The same with the names of their columns, for a narrow page."""
    notes: tuple[str, ...]
    """What stands beside the name: the tournament points a penalty took, and whether they are gone."""
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
    taken: defaultdict[Seat, Fraction] = defaultdict(Fraction)
    for one in game.view.sanctions:
        taken[one.player] += one.points

    def notes(row: StandingsRow) -> Iterator[str]:
        if taken[row.id]:
            yield _("pénalité : −%s") % amount(taken[row.id], spoken)
        if row.standing is not Standing.ACTIVE:
            yield word(row.standing.value)

    def place(row: StandingsRow) -> ShownPlace:
        values = tuple(amount(row.values.get(key), spoken) for key in keys)
        labelled = tuple(zip(titles, values, strict=True))
        return ShownPlace(row.rank, row.id, known[row.id], values, labelled, tuple(notes(row)), row.why)

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
