"""
An event that is over, understood: how strong everybody was, what the pairings gave them, which game decided it.

Strengths are estimated from the results alone (Bradley and Terry, with a normal prior so that nobody is infinitely
strong after three wins): they are a model. Turning a result round and ranking by another order are the rules
themselves, on the event as it was. How often the winner would win again is the event played anew with these strengths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from heraut import catalogue
from heraut.journal.transfer import read_parcel
from heraut.kernel import Seat
from heraut.kernel.journal import JournalError
from heraut.lab.event import blank_record, draw_skills, play_event
from heraut.lab.faults import CannotRun
from heraut.lab.field import Field
from heraut.lab.measures import UNIT
from heraut.lab.plan import NotQuick, Plan, plan_of
from heraut.lab.reference import play_by_engine
from heraut.lab.walk import STUCK
from heraut.rulesets import in_force
from heraut.rulesets.editions import edition_of
from heraut.tournament.format import Format
from heraut.tournament.saga.scoring import SagaReport
from heraut.tournament.saga.settings import SagaSettings
from heraut.tournament.standings.event import ranked, rows, standings_after
from heraut.tournament.state import Over, Settled, State, Table, with_table
from heraut.tournament.steamroller.scoring import SteamrollerReport
from heraut.tournament.steamroller.settings import SteamrollerSettings
from heraut.tournament.steamroller.variants import Variants

PRIOR = 1.0
"""Standard deviation of strength before anything is known."""
STEPS = 60


class Game(msgspec.Struct, frozen=True):
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

    game: Game
    champion: Seat


class Order(msgspec.Struct, frozen=True):
    """What another order of the tie-breaks would have given: the criteria or the keyword, and the first three."""

    name: tuple[str, ...]
    podium: tuple[Seat, ...]


class Again(msgspec.Struct, frozen=True):
    """The event played anew: how often, and how often each came first, in millionths of all runs."""

    runs: int
    by_engine: int
    titles: dict[Seat, int]


class Aftermath(msgspec.Struct, frozen=True):
    """All that is to be told of an event."""

    title: str
    names: dict[Seat, str]
    champions: tuple[Seat, ...]
    schedules: tuple[Schedule, ...]
    turned: tuple[Turned, ...]
    orders: tuple[Order, ...]
    again: Again


class PastEvent(NamedTuple):
    """An event that is over, and the edition of the tables it began with."""

    title: str
    state: State
    edition: int


def read_event(file: Path) -> PastEvent:
    """An event that is over, from its file."""
    try:
        with file.open("rb") as lines:
            parcel = read_parcel(lines, catalogue.engine, judged=False)
    except (JournalError, KeyError) as error:
        raise CannotRun("event-unread", file=file, detail=str(error)) from None
    except OSError as error:
        raise CannotRun("cannot-read", file=file, detail=error.strerror or str(error)) from None
    if parcel.header.engine != "tournament":
        raise CannotRun("event-other", file=file)
    state: State = parcel.history.state
    if not isinstance(state.stage, Over) or not any(True for _ in games_of(state)):
        raise CannotRun("event-not-over", file=file)
    return PastEvent(parcel.header.title, state, edition_of(parcel.header.rules))


def games_of(state: State) -> Iterator[Game]:
    """The games at tables that have a result."""
    for played in state.rounds:
        for table in played.tables.values():
            if table.result is not None:
                yield Game(played.number, table.number, *table.seats, table.result.winner)


def strengths(seats: Iterable[Seat], games: Iterable[Game]) -> dict[Seat, float]:
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


def _half_wins(game: Game) -> float:
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
    state: State, seat: Seat, rank: int | None, games: list[Game], known: dict[Seat, float], field: list[float]
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


def turned_results(state: State) -> tuple[Turned, ...]:
    """The games whose other result alone, with every pairing as it was, gives another champion; the latest first."""
    title = champions(state)
    found = []
    for played in state.rounds:
        for table in played.tables.values():
            other = _turned(table)
            if other is None:
                continue
            after = champions(with_table(state, played.number, table.number, result=other))
            if after != title and after:
                game = Game(played.number, table.number, *table.seats, table.result.winner if table.result else None)
                found.append(Turned(game, after[0]))
    return tuple(sorted(found, key=lambda one: (-one.game.round, one.game.table)))


def _turned(table: Table) -> Settled | None:
    """The result with the sides exchanged; None for a level game or none."""
    result = table.result
    if result is None or result.winner is None:
        return None
    one, other = table.seats
    swap = {one: other, other: one}
    points = {swap[seat]: amount for seat, amount in result.points.items()}
    report = result.report
    if isinstance(report, SagaReport):
        scored = {swap[seat]: amount for seat, amount in report.victory_points.items()}
        report = msgspec.structs.replace(report, victory_points=scored)
    elif isinstance(report, SteamrollerReport):
        report = msgspec.structs.replace(
            report,
            winner=swap[result.winner],
            control_points={swap[seat]: amount for seat, amount in report.control_points.items()},
            destroyed={swap[seat]: amount for seat, amount in report.destroyed.items()},
        )
    return Settled(report, swap[result.winner], points)


def other_orders(state: State) -> tuple[Order, ...]:
    """The first three by other orders of the tie-breaks, after the rounds that make standings."""
    return tuple(Order(name, _podium(replace(state, settings=settings))) for name, settings in _orders(state.settings))


def _orders(settings: Format) -> Iterator[tuple[tuple[str, ...], Format]]:
    if isinstance(settings, SagaSettings):
        for order in permutations(settings.standings_order):
            yield order, msgspec.structs.replace(settings, standings_order=order)
        if "vp_difference" not in settings.standings_order:
            order = (*settings.standings_order[:1], "vp_difference", *settings.standings_order[1:])
            yield order, msgspec.structs.replace(settings, standings_order=order)
    elif isinstance(settings, SteamrollerSettings):
        for keyword in ("", "rank_control", "rank_scenario", "rank_assassination", "rank_attrition", "rank_survival"):
            variants = Variants(**({keyword: True} if keyword else {}))  # type: ignore[arg-type]
            yield (keyword or "steamroller",), msgspec.structs.replace(settings, variants=variants)


def _podium(state: State) -> tuple[Seat, ...]:
    swiss = [played.number for played in state.rounds if not played.ranking or state.settings.ranked_round_counts]
    return standings_after(state, through=max(swiss, default=0)).seats[:3]


def field_of(state: State, known: dict[Seat, float]) -> tuple[Field, list[Seat]]:
    """The field of an event as the lab plays it: those who played the first round."""
    here = [seat for seat in state.rounds[0].players if not state.players[seat].spare]
    seats = sorted(here, key=lambda seat: state.players[seat].number)
    games = list(games_of(state))
    level = sum(game.winner is None for game in games) / len(games)
    clubs = tuple(state.players[seat].club for seat in seats)
    ratings = tuple(known[seat] for seat in seats)
    return Field(len(seats), PRIOR, ratings, clubs if any(clubs) else (), draws=min(level, 0.9)), seats


def played_again(state: State, runs: int, seed: int) -> Again:
    """The event played anew with the strengths it shows, from other draws."""
    field, seats = field_of(state, strengths(state.players, games_of(state)))
    settings = msgspec.structs.replace(state.settings, players={})
    plan = plan_of(settings, field)
    titles, skills = np.zeros(field.players, np.int64), np.zeros(field.players + 1)
    skills[: field.players] = field.ratings
    by_engine = 0
    for run in range(runs):
        record = None
        if isinstance(plan, Plan):
            record = blank_record(field.players, plan.most_rounds)
            draw_skills(plan, seed, run, skills)
            if play_event(plan, skills, seed, run, record) == STUCK:
                record = None
        if record is None:
            by_engine += 1
            record = play_by_engine(settings, field, skills, seed, run)
        _count(record.ranks, titles)
    return Again(runs, by_engine, {seat: int(titles[k]) for k, seat in enumerate(seats)})


def _count(ranks: NDArray[np.int64], titles: NDArray[np.int64]) -> None:
    first = ranks == 1
    titles[first] += UNIT // max(1, int(first.sum()))


def affordable(state: State, runs: int) -> int:
    """As many runs as asked for, or fewer where the engine has to play every one of them."""
    field, _ = field_of(state, dict.fromkeys(state.players, 0.0))
    quick = not isinstance(plan_of(state.settings, field), NotQuick)
    return runs if quick else min(runs, max(50, 4000 // field.players))


def aftermath(past: PastEvent, runs: int, seed: int) -> Aftermath:
    """All that is to be told of an event, by the tables it began with."""
    state = past.state
    with in_force(past.edition):
        return Aftermath(
            past.title,
            {seat: player.name for seat, player in state.players.items()},
            champions(state),
            schedules(state),
            turned_results(state),
            other_orders(state),
            played_again(state, affordable(state, runs), seed),
        )
