"""
An event that is over, understood: how strong everybody was, what the pairings gave them, which game decided it.

Strengths are estimated from the results alone (Bradley and Terry, with a normal prior so that nobody is infinitely
strong after three wins): they are a model. Turning a result round and ranking by another order are the rules
themselves, on the event as it was. What comes of playing it once more is in `replays.py`.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, TypeVar

import msgspec
import numpy as np

from heraut import catalogue
from heraut.journal.transfer import read_parcel
from heraut.kernel.journal import JournalError
from heraut.kernel.names import Seat
from heraut.lab.format_model import model_of
from heraut.lab.sentences import CannotRun
from heraut.rulesets.editions import edition_of
from heraut.tournament.format import Report
from heraut.tournament.saga.scoring import ByHand, SagaReport
from heraut.tournament.standings.event import ranked, rows, standings_after
from heraut.tournament.state import Over, Settled, State, Table, with_table
from heraut.tournament.steamroller.scoring import SteamrollerReport

V = TypeVar("V")
PRIOR = 1.0
"""Standard deviation of strength before anything is known."""
STEPS = 60


class PlayedGame(msgspec.Struct, frozen=True):
    """A game that was played; without a winner it was level."""

    round: int
    table: int
    one: Seat
    other: Seat
    winner: Seat | None


class Schedule(msgspec.Struct, frozen=True):
    """A player's event: the place, the strength, and what luck had to do with it, in wins."""

    seat: Seat
    name: str
    rank: int | None
    strength: float
    opponents: float
    """The mean strength of those met."""
    pairing_luck: float
    """How many games more a player of mean strength would win against these opponents than against the field."""
    result_luck: float
    """How many games more were won than these strengths expect."""


class Turned(msgspec.Struct, frozen=True):
    """A game whose other result would have given the title to somebody else."""

    game: PlayedGame
    champion: Seat


class TieBreakOrder(msgspec.Struct, frozen=True):
    """What another order of the tie-breaks would have given: the criteria or the keyword, and the first three."""

    name: tuple[str, ...]
    podium: tuple[Seat, ...]


class PastEvent(NamedTuple):
    """An event that is over, and the edition of the tables it began with."""

    title: str
    state: State
    edition: int


def read_event(lines: bytes, name: object) -> PastEvent:
    """An event that is over, from what its file of that name holds."""
    try:
        parcel = read_parcel(io.BytesIO(lines), catalogue.engine, judged=False)
    except (JournalError, KeyError) as error:
        raise CannotRun("event-unread", file=name, detail=str(error)) from None
    if parcel.header.engine != "tournament":
        raise CannotRun("event-other", file=name)
    state: State = parcel.history.state
    if not isinstance(state.stage, Over):
        raise CannotRun("event-not-over", file=name)
    if not any(True for _ in games_of(state)):
        raise CannotRun("event-no-game")
    return PastEvent(state.title or parcel.header.title, state, edition_of(parcel.header.rules))


def games_of(state: State) -> Iterator[PlayedGame]:
    """The games at tables that have a result."""
    for number, table in _settled(state):
        assert table.result is not None
        yield PlayedGame(number, table.number, *table.seats, table.result.winner)


def strengths(seats: Iterable[Seat], games: Iterable[PlayedGame]) -> dict[Seat, float]:
    """The likeliest strengths (Newton's method); a level game counts as half a win for each."""
    place = {seat: k for k, seat in enumerate(seats)}
    played = [(place[game.one], place[game.other], _half_wins(game)) for game in games]
    values = np.zeros(len(place))
    for _ in range(STEPS):
        slope, bend = -values / PRIOR**2, np.eye(len(place)) / PRIOR**2
        for i, j, won in played:
            chance = 1 / (1 + np.exp(values[j] - values[i]))
            weight = chance * (1 - chance)
            slope[i] += won - chance
            slope[j] -= won - chance
            bend[[i, j], [i, j]] += weight
            bend[[i, j], [j, i]] -= weight
        step = np.linalg.solve(bend, slope)
        values += step
        if np.abs(step).max() < 1e-9:
            break
    return {seat: float(values[k]) for seat, k in place.items()}


def _half_wins(game: PlayedGame) -> float:
    return 0.5 if game.winner is None else float(game.winner == game.one)


def _chance(ahead: float) -> float:
    return float(1 / (1 + np.exp(-ahead)))


def schedules(state: State) -> tuple[Schedule, ...]:
    """Everybody from the top, with what the pairings and the dice gave them."""
    games = list(games_of(state))
    known = strengths(state.players, games)
    table = [row for row in rows(state) if row.id in known]
    field = [known[row.id] for row in table]
    return tuple(_schedule(state, row.id, row.rank, games, known, field) for row in table)


def _schedule(  # noqa: PLR0913, PLR0917
    state: State, seat: Seat, rank: int | None, games: list[PlayedGame], known: dict[Seat, float], field: list[float]
) -> Schedule:
    own = [game for game in games if seat in (game.one, game.other)]
    met = [known[game.other if game.one == seat else game.one] for game in own]
    usual = (sum(_chance(-other) for other in field) - _chance(-known[seat])) / max(1, len(field) - 1)
    luck = sum(_chance(-other) - usual for other in met)
    won = sum(_half_wins(game) if game.one == seat else 1 - _half_wins(game) for game in own)
    expected = sum(_chance(known[seat] - other) for other in met)
    mean = sum(met) / len(met) if met else 0.0
    return Schedule(seat, state.players[seat].name, rank, known[seat], mean, luck, won - expected)


def champions(state: State) -> tuple[Seat, ...]:
    """Who is first; several where the place is shared."""
    return tuple(row.id for row in ranked(state) if row.rank == 1)


def turned_results(state: State, first: int = 0, count: int | None = None) -> tuple[Turned, ...]:
    """
    The games whose other result alone, with every pairing as it was, gives another champion; the latest first.

    Of all games with a result, or of so many from the first on.
    """
    title, found = champions(state), []
    for number, table in list(_settled(state))[first : None if count is None else first + count]:
        other = _turned(table)
        if other is None:
            continue
        after = champions(with_table(state, number, table.number, result=other))
        if after != title and after:
            game = PlayedGame(number, table.number, *table.seats, table.result.winner if table.result else None)
            found.append(Turned(game, after[0]))
    return latest_first(found)


def latest_first(found: Iterable[Turned]) -> tuple[Turned, ...]:
    """In the order in which they are told."""
    return tuple(sorted(found, key=lambda one: (-one.game.round, one.game.table)))


def _settled(state: State) -> Iterator[tuple[int, Table]]:
    """The tables that have a result, with their rounds."""
    for played in state.rounds:
        yield from ((played.number, table) for table in played.tables.values() if table.result is not None)


def _turned(table: Table) -> Settled | None:
    """The result with the sides exchanged; None for a level game or none."""
    result = table.result
    if result is None or result.winner is None:
        return None
    one, other = table.seats
    swap = {one: other, other: one}
    points = {swap[seat]: amount for seat, amount in result.points.items()}
    return Settled(with_seats(result.report, swap), swap[result.winner], points)


def with_seats(report: Report, names: Mapping[Seat, Seat]) -> Report:
    """The same report of other players."""
    if isinstance(report, SagaReport):
        by_hand = report.by_hand
        return msgspec.structs.replace(
            report,
            victory_points=_renamed(report.victory_points, names),
            first_player=_other(report.first_player, names),
            sudden_loss=_other(report.sudden_loss, names),
            forfeit=_other(report.forfeit, names),
            bonuses=_renamed(report.bonuses, names),
            by_hand=by_hand and ByHand(_renamed(by_hand.points, names), _other(by_hand.winner, names)),
        )
    assert isinstance(report, SteamrollerReport)
    return msgspec.structs.replace(
        report,
        winner=_other(report.winner, names),
        control_points=_renamed(report.control_points, names),
        destroyed=_renamed(report.destroyed, names),
    )


def _renamed(given: Mapping[Seat, V], names: Mapping[Seat, Seat]) -> dict[Seat, V]:
    return {names[seat]: value for seat, value in given.items()}


def _other(seat: Seat | None, names: Mapping[Seat, Seat]) -> Seat | None:
    return None if seat is None else names[seat]


def other_orders(state: State) -> tuple[TieBreakOrder, ...]:
    """The first three by other orders of the tie-breaks, after the rounds that make standings."""
    return tuple(
        TieBreakOrder(name, _podium(replace(state, settings=settings)))
        for name, settings in model_of(state.settings).other_orders()
    )


def _podium(state: State) -> tuple[Seat, ...]:
    swiss = [played.number for played in state.rounds if not played.ranking or state.settings.ranking_round_counts]
    return standings_after(state, through=max(swiss, default=0)).seats[:3]
